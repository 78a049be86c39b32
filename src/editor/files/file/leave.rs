//! Replacing the document by another one, and closing the program.

use std::mem::discriminant;

use super::Files;
use crate::editor::analysis::detour::DetourView;
use crate::editor::elements::{islands, selecting};
use crate::editor::files::adding;
use crate::editor::files::comparison;
use crate::editor::files::dialog::{AfterSave, Dialog, IncomingDocument, Origin};
use crate::editor::files::file::{recovery, reload};
use crate::editor::files::import::{Destination, FileImport, ImportDialog, ImportedDocument};
use crate::editor::files::importing::{self, ImportKey};
use crate::editor::files::reply::{FileContent, FileFailure, FileReply};
use crate::editor::files::reproduction;
use crate::editor::generation::input as generation;
use crate::editor::levels::files as levels;
use crate::editor::platforms::PlatformsView;
use crate::editor::queries::{lesson, query};
use crate::editor::session::document_file::{DocumentFile, UNTITLED};
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::request::{FilePurpose, FileRequest, ReadPurpose};
use crate::editor::{Editor, State};
use crate::samples::{self, Content};
use navsmith_formats::document::{Document, Reproduction};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{FileRef, ron};

/// Does `then`, which discards the document; first offers to save unsaved changes.
pub(in crate::editor) fn leave(editor: &mut Editor, then: AfterSave) {
    if editor.settled().is_dirty() {
        question(&mut editor.state, Dialog::Unsaved(then));
    } else {
        go_on(editor, then);
    }
}

pub(in crate::editor) fn go_on(editor: &mut Editor, then: AfterSave) {
    match then {
        AfterSave::New => {
            let (name, document) = (UNTITLED.into(), Document::default().for_person().into());
            show_arrival(editor, IncomingDocument { name, document, origin: Origin::New });
            editor.state.views.reset();
        }
        AfterSave::AskOpen => {
            editor.outbox.request(FileRequest::choose(FilePurpose::Open));
        }
        AfterSave::Open(file) => {
            let weld_distance = editor.state.session.options.weld_distance;
            editor.outbox.request(FileRequest::Read(file, ReadPurpose::Open { weld_distance }));
        }
        AfterSave::Reload(file) => reload::read(editor, file),
        AfterSave::Show(arrival) => show_arrival(editor, *arrival),
        AfterSave::Close => {
            recovery::forget_work(editor);
            editor.outbox.push(Effect::Close);
        }
    }
}

/// Cancels the replacement of the document.
pub(in crate::editor) fn stay(editor: &mut Editor) {
    (editor.file.then, editor.file.let_go) = (None, None);
}

/// Changes the document to a file that was read for that; ignores it if that reload is over.
pub(super) fn read_again(editor: &mut Editor, number: u64, reply: Result<FileReply, FileFailure>) {
    if !reload::is_reading(editor, number) {
        return;
    }
    match reply {
        Ok(FileReply::Read(FileContent::Document(document, stamp))) => {
            reload::take(editor, stamp, document.document);
            say_notes(editor, &document.notes);
        }
        Ok(FileReply::Read(FileContent::Imported(imported))) => reload::take_import(editor, *imported),
        Ok(FileReply::Read(FileContent::Scene(mut dialog))) => {
            dialog.destination = Destination::Reload(number);
            if reload::repeat_settings(editor, &mut dialog) {
                import(editor, dialog);
            } else {
                scanned(editor, dialog);
            }
        }
        Err(FileFailure::Error(why)) => reload::fail(editor, why),
        Err(_) => reload::stop(&mut editor.state),
        Ok(_) => {
            reload::stop(&mut editor.state);
            editor.warn("Not reloaded: the file has content of another kind. Open it instead.");
        }
    }
}

/// States what a document does not take from its file.
pub(super) fn say_notes(editor: &mut Editor, notes: &[String]) {
    if !notes.is_empty() {
        editor.say(Message::warning(notes.join(" ")));
    }
}

/// Asks what to import from a file.
pub(super) fn scanned(editor: &mut Editor, dialog: ImportDialog) {
    question(&mut editor.state, Dialog::Import(dialog));
}

/// Cancels an import, and the replacement of the document by it.
pub(super) fn cancel_import(editor: &mut Editor, dialog: &ImportDialog) {
    match dialog.destination {
        Destination::Reload(number) => read_again(editor, number, Err(FileFailure::Cancelled)),
        Destination::NewDocument | Destination::OpenDocument { .. } => stay(editor),
    }
}

/// Imports the scene of an accepted dialog; waits for the result if it is not ready.
pub(in crate::editor) fn import(editor: &mut Editor, dialog: ImportDialog) {
    editor.state.importing.push_back(dialog);
    editor.resume::<ImportKey>();
    finish_import(editor);
}

/// Shows the result of the first accepted import, if it is ready.
pub(in crate::editor) fn finish_import(editor: &mut Editor) {
    let Some((dialog, result)) = importing::take_accepted(&mut editor.state) else { return };
    match (result, dialog.destination) {
        (Ok(imported), Destination::OpenDocument { welds }) => adding::add(editor, &imported, welds),
        (result, Destination::Reload(number)) => {
            let content = result.map(|imported| FileReply::Read(FileContent::Imported(imported.into())));
            read_again(editor, number, content.map_err(FileFailure::Error));
        }
        (result, _) => imported(editor, result),
    }
}

/// Cancels the first accepted import, whose job was stopped.
pub(in crate::editor) fn stop_import(editor: &mut Editor) {
    if let Some(dialog) = editor.state.importing.pop_front() {
        cancel_import(editor, &dialog);
    }
}

pub(in crate::editor) fn imported(editor: &mut Editor, result: Result<ImportedDocument, String>) {
    match result {
        Ok(imported) => {
            let description = imported.summary();
            let ImportedDocument { name, file, stamp, document, import, .. } = imported;
            let file = file.map(|file| (file, stamp));
            let origin = Origin::Import { file, description, import };
            arrive(editor, IncomingDocument { name, document, origin });
        }
        Err(why) => {
            stay(editor);
            editor.say(Message::error(why));
        }
    }
}

/// Whether the user has agreed to discard the document in its current state.
pub(in crate::editor) fn is_let_go(editor: &mut Editor) -> bool {
    let here = editor.settled();
    here.file.let_go.as_ref() == Some(here.document())
}

/// Shows an incoming document.
///
/// First offers to save unsaved changes, unless the user has agreed to discard them.
pub(in crate::editor) fn arrive(editor: &mut Editor, arrival: IncomingDocument) {
    if is_let_go(editor) {
        show_arrival(editor, arrival);
    } else {
        leave(editor, AfterSave::Show(Box::new(arrival)));
    }
}

/// Replaces the document: clears undo history and selection, and shows all of the new one.
pub(in crate::editor) fn show_arrival(editor: &mut Editor, arrival: IncomingDocument) {
    let IncomingDocument { name, document, origin } = arrival;
    recovery::forget_work(editor.settled());
    reload::retract_failure(editor);
    editor.outbox.push(Effect::RetractErrors);
    editor.state.session.forget_history();
    islands::show_all_islands(&mut editor.state.session);
    editor.outbox.extend(editor.file.is_explained.then_some(Effect::EndExplanation));
    levels::forget(&mut editor.state);
    comparison::close(editor);
    drop_imports(editor);
    editor.file = Files::default().following(&mut editor.file);
    editor.state.session.file = DocumentFile { name, ..DocumentFile::new(&document.document) };
    (editor.state.reload, editor.state.exports, editor.state.generation) = Default::default();
    editor.state.platforms = PlatformsView::default();
    for write in &mut editor.state.writes {
        write.leave_document();
    }
    editor.state.dialogs.retain(is_of_any_document);
    let step = if let Origin::Reproduction(step) = origin { step } else { None };
    let import = note_origin(editor, origin);
    editor.state.query.turn_away();
    editor.state.detour = DetourView::default();
    editor.state.stepper.forget_elements();
    (editor.state.session.scenario, editor.state.session.compared) = (0, None);
    editor.state.simulation.rewind();
    show_prepared(editor, document);
    if let Some((file, import)) = import {
        reload::note_import(&mut editor.state, file, import);
    }
    editor.state.session.selection.clear();
    query::activate_query(editor, 0);
    reproduction::step_to_place(editor, step);
    let bounds = selecting::visible_bounds(editor);
    editor.state.frame(&bounds);
}

/// Drops the imports into the document, because another one replaces it.
fn drop_imports(editor: &mut Editor) {
    let is_of_new = |dialog: &ImportDialog| dialog.destination == Destination::NewDocument;
    let accepted = std::mem::take(&mut editor.state.importing).into_iter();
    let (kept, gone): (Vec<_>, Vec<_>) = accepted.partition(is_of_new);
    editor.state.importing = kept.into();
    for dialog in gone {
        let name = dialog.file.name();
        editor.warn(&format!("{name} was not imported: another document was opened. Import it again."));
    }
}

/// A file with its stamp when it was read, if that is known.
type StampedFile = (FileRef, Option<Stamp>);

/// Stores the origin of the document; returns the file of an import with its settings.
fn note_origin(editor: &mut Editor, origin: Origin) -> Option<(StampedFile, Option<Box<FileImport>>)> {
    match origin {
        Origin::File(file, stamp) => {
            editor.outbox.push(Effect::Remember(file.clone()));
            (editor.state.session.file.file, editor.state.session.file.stamp) = (Some(file), stamp);
        }
        Origin::Sample => {
            if let Some(sample) = samples::named(&editor.state.session.file.name) {
                editor.say(Message::info(sample.about));
                if let Some(stage) = sample.lesson {
                    lesson::explain(editor, stage);
                }
                if let Content::Level(level) = sample.content {
                    levels::put(&mut editor.state, level.file, level.content());
                    generation::ask(editor, level.asked());
                }
            }
        }
        Origin::New | Origin::Reproduction(_) => {}
        Origin::Import { file, description, import } => {
            editor.state.session.file.saved = None;
            if let Some((file, _)) = &file {
                levels::allow(&mut editor.state, file);
                editor.outbox.push(Effect::Remember(file.clone()));
            }
            editor.say(Message::info(description));
            return file.map(|file| (file, import));
        }
        Origin::Recovery(recovery_file) => {
            editor.state.session.file.saved = None;
            levels::recover(&mut editor.state, recovery_file.original.clone());
            editor.file.recovered = Some(recovery_file);
        }
    }
    None
}

impl Files {
    /// Takes over state of the previous document: recovery and export settings.
    fn following(mut self, old: &mut Self) -> Self {
        (self.kept_at, self.now) = (old.kept_at, old.now);
        self.exported = old.exported.take();
        if let Some(last) = &mut self.exported {
            last.file = None;
        }
        self.keep_failure = old.keep_failure.take();
        self
    }
}

/// Whether a dialog stays when another document is opened.
fn is_of_any_document(dialog: &Dialog) -> bool {
    match dialog {
        Dialog::Import(dialog) => !matches!(dialog.destination, Destination::Reload(_)),
        dialog => matches!(dialog, Dialog::Recovery(_)),
    }
}

/// Opens a reproduction from the clipboard.
pub(in crate::editor) fn pasted_reproduction(editor: &mut Editor, text: &str) {
    match ron::reproduction::read(text) {
        Ok(made) => show_reproduction(editor, "reproduction".into(), made),
        Err(why) => {
            let why = format!("The clipboard holds a reproduction that cannot be read: {why}.");
            editor.say(Message::warning(why));
        }
    }
}

/// Opens a reproduction at its step, unless unsaved work would be lost.
pub(in crate::editor) fn show_reproduction(editor: &mut Editor, name: String, made: Reproduction) {
    let Reproduction { document, step, .. } = made;
    arrive(editor, IncomingDocument { name, document: document.into(), origin: Origin::Reproduction(step) });
}

/// Replaces the document and drops all state of the previous one.
fn show_prepared(editor: &mut Editor, loaded: LoadedDocument) {
    editor.forget_analyses();
    editor.state.session.restart_ids(&loaded.document.mesh);
    editor.state.session.selection.clear();
    editor.replace_loaded(loaded);
}

/// Queues a dialog.
///
/// Dialogs about unsaved work go to the front of the queue; imports and recovery go to the end.
pub(in crate::editor) fn question(state: &mut State, dialog: Dialog) {
    let dialogs = &mut state.dialogs;
    if matches!(dialog, Dialog::Import(_) | Dialog::ConfirmExport { .. }) {
        dialogs.push_back(dialog);
        return;
    }
    dialogs.retain(|waiting| discriminant(waiting) != discriminant(&dialog));
    if matches!(dialog, Dialog::Recovery(_)) {
        dialogs.push_back(dialog);
    } else {
        dialogs.push_front(dialog);
    }
}
