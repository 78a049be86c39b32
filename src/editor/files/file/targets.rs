//! Export targets: exports on save and on request, and the questions before them.

use std::sync::Arc;

use super::save::{self, WritePurpose, Writing};
use crate::editor::files::dialog::Dialog;
use crate::editor::files::export::{ExportConcern, ExportSettings};
use crate::editor::files::file::leave;
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::document::{Document, ExportTarget, MOST_TARGETS};
use navsmith_formats::io::file::RequiredState;
use navsmith_formats::io::{self, FileRef, NotLocal, TargetChecks};

/// User input in the list of export targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TargetInput {
    /// Exports to the target with this index.
    Export(usize),
    /// Exports to all targets.
    ExportAll,
    /// Sets whether every save exports to the target with this index.
    SetOnSave(usize, bool),
    /// Sets the coordinates of the file of the target with this index.
    SetCoordinates(usize, FileCoordinates),
    /// Removes the target with this index; the file stays.
    Remove(usize),
}

/// Returns the reason why the last export to a target failed, as a sentence.
pub fn failure(state: &State, index: usize) -> Option<&str> {
    let target = state.document().exports.get(index)?;
    state.exports.failures.get(&file_of(target)).map(String::as_str)
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: TargetInput) {
    let target = |index: usize| editor.document().exports.get(index).cloned();
    match input {
        TargetInput::Export(index) => {
            if let Some(target) = target(index) {
                // The user chose the target in a list that shows its path.
                editor.state.exports.allowed.insert(file_of(&target));
                export_now(editor, &[target]);
            }
        }
        TargetInput::ExportAll => {
            let targets = Arc::clone(&editor.document().exports);
            export_now(editor, &targets);
        }
        TargetInput::SetOnSave(index, is_on) => {
            if let Some(target) = target(index) {
                editor.state.exports.allowed.extend(is_on.then(|| file_of(&target)));
                edit(editor, "Change export target", |targets| targets[index].runs_on_save = is_on);
            }
        }
        TargetInput::SetCoordinates(index, coordinates) => {
            let refusal = target(index).and_then(|target| file_of(&target).format()?.refusal(coordinates));
            if let Some(refusal) = refusal {
                editor.warn(&format!("Not changed: {refusal}."));
            } else if target(index).is_some() && coordinates.scale.is_finite() && coordinates.scale > 0.0 {
                edit(editor, "Change export target", |targets| targets[index].coordinates = coordinates);
            }
        }
        TargetInput::Remove(index) if target(index).is_some() => {
            edit(editor, "Remove export target", |targets| drop(targets.remove(index)));
        }
        TargetInput::Remove(_) => {}
    }
}

/// Exports a saved document to the targets that run on save; `previous` is its state before the save.
///
/// The writes start with the next one of the queue.
pub(super) fn run_on_save(editor: &mut Editor, saved: &Document, previous: Option<&Document>) {
    for target in saved.exports.iter().filter(|target| target.runs_on_save) {
        if !editor.state.exports.declined.contains(&file_of(target)) {
            push(editor, target, saved, previous);
        }
    }
}

/// Stores an exported file as a target of the document, or removes it from the targets.
pub(super) fn store(editor: &mut Editor, file: &FileRef, settings: ExportSettings) {
    let old = index_of(editor, file);
    let Some(path) = file.absolute_text() else {
        if settings.is_stored {
            editor
                .warn("Not stored: the path of the file is not valid UTF-8. Rename the file or its folder.");
        }
        return;
    };
    let ExportSettings { coordinates, is_stored, runs_on_save, .. } = settings;
    let target = ExportTarget { file: path, coordinates, runs_on_save };
    match old {
        Some(index) if !is_stored => {
            edit(editor, "Remove export target", |targets| drop(targets.remove(index)));
        }
        _ if !is_stored => {}
        None if editor.document().exports.len() >= MOST_TARGETS => {
            editor.warn(&format!(
                "Not stored: a document has at most {MOST_TARGETS} export targets. Remove one first."
            ));
        }
        old => {
            editor.state.exports.allowed.insert(file_of(&target));
            edit(editor, "Store export target", |targets| match old {
                Some(index) => targets[index] = target,
                None => targets.push(target),
            });
        }
    }
}

/// Returns the settings of the target with this file.
pub(super) fn settings_of(session: &Session, file: &FileRef) -> Option<ExportSettings> {
    let index = index_of(session, file)?;
    session.document().exports.get(index).map(ExportSettings::of)
}

/// Exports to a target after the user has agreed.
pub(super) fn confirmed(editor: &mut Editor, file: &FileRef, concern: &ExportConcern) {
    editor.state.exports.declined.remove(file);
    editor.state.exports.allowed.insert(file.clone());
    let document = editor.without_gesture().clone();
    let target = document.exports.iter().find(|target| file_of(target) == *file);
    if let Some(target) = target {
        match concern {
            ExportConcern::Outside(_) => push(editor, target, &document, Some(&document)),
            ExportConcern::Existing => {
                push_write(editor, target, &document, (RequiredState::Anything, TargetChecks::default()));
            }
        }
    }
    save::go_on(editor);
}

/// Leaves a target as it is; saves no longer export to it.
pub(super) fn declined(editor: &mut Editor, file: FileRef) {
    editor.state.exports.declined.insert(file);
    save::go_on(editor);
}

fn export_now(editor: &mut Editor, targets: &[ExportTarget]) {
    let document = editor.without_gesture().clone();
    let previous = editor.state.session.file.saved.clone();
    for target in targets {
        editor.state.exports.declined.remove(&file_of(target));
        push(editor, target, &document, previous.as_ref());
    }
    save::go_on(editor);
}

/// Queues an export to a target, or asks first if the target is outside of the folder of the document.
fn push(editor: &mut Editor, target: &ExportTarget, document: &Document, previous: Option<&Document>) {
    let file = file_of(target);
    let own = editor.state.session.file.file.clone();
    let is_allowed = editor.state.exports.allowed.contains(&file);
    let is_inside = own.as_ref().is_some_and(|own| io::is_below_folder_of(file.path(), own.path()));
    if !is_allowed && !is_inside {
        let concern = ExportConcern::Outside(NotLocal::Outside);
        return leave::question(&mut editor.state, Dialog::ConfirmExport { file, concern });
    }
    let stamp = editor.state.exports.stamps.get(&file);
    let expected = stamp.map_or(RequiredState::Nothing, |&stamp| RequiredState::Unchanged(stamp));
    let replaceable = previous.cloned().filter(|_| stamp.is_none());
    let checks = TargetChecks { within: own.filter(|_| !is_allowed), replaceable };
    push_write(editor, target, document, (expected, checks));
}

fn push_write(
    editor: &mut Editor,
    target: &ExportTarget,
    document: &Document,
    (expected, checks): (RequiredState, TargetChecks),
) {
    let file = file_of(target);
    if file.format().is_some_and(|format| format.is_picture) {
        let why = "Pictures are no export targets. Remove the target, and export the picture with Export….";
        return save::note_failure(editor, &file, &Message::warning(why));
    }
    if document.exports.iter().find(|other| file_of(other) == file).is_some_and(|first| first != target) {
        let why = "Another export target has the same file. Remove one of them.";
        return save::note_failure(editor, &file, &Message::warning(why));
    }
    let Some(format) = file.format().filter(|format| format.write.is_some()) else {
        let why = "The name does not end like a format that navsmith writes. Export to another file.";
        return save::note_failure(editor, &file, &Message::warning(why));
    };
    let (settings, document) = (ExportSettings::of(target), document.clone());
    let purpose = WritePurpose::Target(checks.into());
    save::push(editor, Writing::new((file, format), settings, document, expected, purpose));
}

fn file_of(target: &ExportTarget) -> FileRef {
    FileRef::from(target.file.clone())
}

fn index_of(session: &Session, file: &FileRef) -> Option<usize> {
    let path = file.absolute_text()?;
    session.document().exports.iter().position(|target| target.file == path)
}

fn edit(editor: &mut Editor, title: &str, change: impl FnOnce(&mut Vec<ExportTarget>)) {
    let mut exports = editor.document().exports.as_ref().clone();
    change(&mut exports);
    if exports != *editor.document().exports {
        editor.edit_document(title, Document { exports: exports.into(), ..editor.document().clone() });
    }
}
