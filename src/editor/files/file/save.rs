//! Saving the document.

use crate::document::{Document, enumeration};
use crate::editor::Editor;
use crate::editor::files::dialog::{AfterSave, Dialog};
use crate::editor::files::export::ExportSettings;
use crate::editor::files::file::{leave, recovery};
use crate::editor::session::effect::{Effect, Message};
use crate::io::file::{RequiredState, Stamp};
use crate::io::save::{Caution, SaveOptions, refusal};
use crate::io::{self, DOCUMENT, FileRef, Format};

/// Document that is being written to a file.
#[derive(Debug)]
pub(super) struct Writing {
    pub(super) file: FileRef,
    pub(super) format: &'static Format,
    pub(super) settings: ExportSettings,
    pub(super) document: Document,
    pub(super) expected: RequiredState,
    /// Whether the user agreed to every [`Caution`].
    pub(super) is_forced: bool,
    /// Whether it saves the open document; an export does not.
    pub(super) is_open: bool,
}

/// A finished export, which [`export_again`] repeats.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Exported {
    pub(super) file: FileRef,
    pub(super) format: &'static Format,
    pub(super) settings: ExportSettings,
    pub(super) stamp: Stamp,
}

/// Saves to the open file; without one, opens a file dialog.
pub(in crate::editor) fn save(editor: &mut Editor) {
    match editor.file.file.clone() {
        Some(file) => {
            let expected = editor.file.stamp.map_or(RequiredState::Anything, RequiredState::Unchanged);
            write(editor, file, expected, false);
        }
        None => ask_where_to_save(editor),
    }
}

pub(in crate::editor) fn ask_where_to_save(editor: &mut Editor) {
    let original = editor.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.clone());
    let suggested = editor.file.file.clone().or(original);
    let suggested = suggested.unwrap_or_else(|| FileRef::from(&*editor.file.name).in_format(&DOCUMENT));
    editor.effects.push(Effect::AskSaveAs(suggested));
}

pub(super) fn say_unknown_format(
    editor: &mut Editor,
    done: &str,
    file: &FileRef,
    formats: impl Iterator<Item = &'static Format>,
) {
    let (name, formats) = (file.name(), io::list(formats));
    let text =
        format!("Not {done}: {name} does not end like a format that navsmith writes. Choose a {formats}.");
    editor.say(Message::warning(text));
}

/// Queues a save of the document without the preview of a gesture under way.
pub(in crate::editor) fn write(editor: &mut Editor, file: FileRef, expected: RequiredState, is_forced: bool) {
    let document = recovery::without_gesture(editor).clone();
    let writes = &editor.file.writes;
    if writes.back().is_some_and(|last| last.is_open && last.file == file && last.document == document) {
        return;
    }
    let settings = ExportSettings::default();
    queue(
        editor,
        Writing { file, format: &DOCUMENT, settings, document, expected, is_forced, is_open: true },
    );
}

pub(super) fn queue(editor: &mut Editor, write: Writing) {
    editor.file.writes.push_back(write);
    if editor.file.writes.len() == 1 {
        write_next(editor);
    }
}

fn write_next(editor: &mut Editor) {
    if let Some(Writing { file, format, settings, document, expected, is_forced, .. }) =
        editor.file.writes.front()
    {
        let options = SaveOptions {
            expected: *expected,
            is_forced: *is_forced,
            is_empty: document.is_empty(),
            keeps_previous: editor.options.keeps_previous,
        };
        let (file, &ExportSettings { coordinates, picture }) = (file.clone(), settings);
        editor.effects.push(if format.is_picture {
            Effect::WritePicture { file, format, settings: picture, options }
        } else {
            Effect::Write { file, format, coordinates, document: document.clone(), options }
        });
    }
}

pub(in crate::editor) fn saved(editor: &mut Editor, file: FileRef, stamp: Stamp, warning: Option<String>) {
    let write = editor.file.writes.pop_front();
    let export = write.as_ref().filter(|write| !write.is_open);
    let message = match (warning, export) {
        (Some(warning), _) => Message::warning(warning),
        (None, None) => Message::info(format!("Saved {file}.")),
        (None, Some(Writing { format, settings, document, .. })) => {
            let losses = format.losses(document, settings.coordinates);
            let lost =
                (!losses.is_empty()).then(|| format!("The file does not store {}.", enumeration(&losses)));
            let unsaved = editor.is_dirty().then(|| "The document still has unsaved changes.".to_owned());
            let sentences = [Some(format!("Exported {file}.")), lost, unsaved];
            Message::info(sentences.into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
    };
    match export {
        Some(&Writing { format, settings, .. }) => {
            editor.file.exported = Some(Exported { file: file.clone(), format, settings, stamp });
        }
        None => editor.effects.push(Effect::Remember(file.clone())),
    }
    editor.say(message);
    for next in editor.file.writes.iter_mut().filter(|next| next.file == file) {
        next.expected = RequiredState::Unchanged(stamp);
    }
    if let Some(Writing { document, .. }) = write.filter(|write| write.is_open) {
        editor.file.saved = Some(document);
        (editor.file.file, editor.file.stamp) = (Some(file), Some(stamp));
        if !editor.is_dirty() {
            recovery::forget_work(editor);
        }
    }
    write_next(editor);
    if editor.file.writes.is_empty()
        && let Some(then) = editor.file.then.take()
    {
        leave::leave(editor, then);
    }
}

/// Handles a failed save: the file differs from the expected one.
pub(in crate::editor) fn unexpected(editor: &mut Editor, file: FileRef) {
    let write = editor.file.writes.pop_front();
    editor.file.writes.retain(|next| next.file != file);
    match write {
        Some(Writing { is_open: false, .. }) => {
            let what = "exists already or was changed by another program";
            let why = format!("Not exported: {file} {what}. Choose Export… to replace it.");
            editor.say(Message::warning(why));
        }
        Some(Writing { expected: RequiredState::Nothing, .. }) => {
            leave::question(editor, Dialog::Exists(file));
        }
        _ => leave::question(editor, Dialog::ChangedOnDisk(file)),
    }
    write_next(editor);
}

/// Handles a refused save: opens a dialog about replacing the file.
pub(in crate::editor) fn needs_consent(editor: &mut Editor, file: FileRef, cautions: Vec<Caution>) {
    let write = editor.file.writes.pop_front();
    editor.file.writes.retain(|next| next.file != file);
    match write {
        Some(Writing { is_open: true, expected, .. }) => {
            leave::question(editor, Dialog::Consent { file, cautions, expected });
        }
        _ => editor.say(Message::warning(refusal(&file, cautions))),
    }
    write_next(editor);
}

/// Handles a failed save, and shows the message.
pub(in crate::editor) fn not_saved(editor: &mut Editor, why: Message) {
    editor.file.writes.pop_front();
    if editor.file.writes.is_empty() {
        leave::stay(editor);
    }
    editor.say(why);
    write_next(editor);
}

/// Reads the file again; first asks whether to discard unsaved changes.
pub(in crate::editor) fn revert(editor: &mut Editor) {
    if let Some(file) = editor.file.file.clone() {
        leave::leave(editor, AfterSave::Open(file));
    }
}
