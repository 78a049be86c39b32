//! Files: the open file, unsaved changes, and dialogs that prevent their loss.
//!
//! `Files` is a state machine: it takes inputs and returns effects. The action after a save or a discard is a value,
//! [`AfterSave`]; no callbacks are used. A [`FileRequest`] waits in the outbox until its reply arrives, and its purpose
//! decides what `answered` does with the reply.

pub mod recovery;
pub(in crate::editor) mod reload;
pub(in crate::editor) mod leave;
pub(in crate::editor) mod save;
pub mod targets;
pub(in crate::editor) mod export;
pub mod changed;
mod ask;
pub mod export_check;

use std::sync::Arc;

use self::recovery::Kept;
use self::save::Exported;
use self::targets::TargetInput;
use crate::editor::files::dialog::{AfterSave, Choice, Dialog, IncomingDocument, Origin};
use crate::editor::files::export::ExportSettings;
use crate::editor::files::import::{Destination, ImportSettings};
use crate::editor::files::reply::{FileContent, FileFailure, FileReply};
use crate::editor::files::tables;
use crate::editor::levels::files as levels;
use crate::editor::session::document_file::UNTITLED;
#[cfg(doc)]
use crate::editor::session::effect::Effect;
use crate::editor::session::effect::Message;
use crate::editor::session::request::{FilePurpose, FileRequest, ReadPurpose, WriteContent};
use crate::editor::{Editor, State};
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::recovery::RecoveryFile;

/// State of the open file.
#[derive(Debug, Default)]
pub(in crate::editor) struct Files {
    /// Recovery file that the document came from.
    recovered: Option<RecoveryFile>,
    /// Last export of the document; `None` before the first.
    exported: Option<Exported>,
    /// Action after the save.
    then: Option<AfterSave>,
    /// Document that the user agreed to discard, so that no second dialog appears.
    let_go: Option<Document>,
    kept: Option<Kept>,
    /// Reason why the last recovery copy failed, in a sentence; `None` if it succeeded.
    keep_failure: Option<String>,
    /// Local time of the last recovery copy, as text.
    kept_clock: Option<String>,
    /// Time of the last recovery copy, in seconds since the program started.
    kept_at: f64,
    now: f64,
    /// Whether a stage was introduced while this document was open.
    is_explained: bool,
}

/// User input about files that is not a command, and events of files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileInput {
    /// Opens a recent file, or one that the command line names.
    Open(FileRef),
    /// Opens the content of a sample, under its name.
    OpenSample(&'static str, FileContent),
    /// The reply to the request of [`Effect::File`] with this number.
    Reply(u64, Result<FileReply, FileFailure>),
    /// Another task of the application failed, for this reason, a sentence.
    Failed(String),
    /// Input in the list of export targets.
    Target(TargetInput),
    /// The answer to the open dialog.
    Answer(Choice),
    /// Changed settings in the import dialog.
    SetImport(ImportSettings),
    /// Another document gets the mesh of the import dialog.
    SetDestination(Destination),
    /// Changed settings in the export dialog.
    SetExport(ExportSettings),
    /// The user closed the window.
    CloseRequested,
    /// The search for recovery files of earlier runs has ended.
    RecoveryFound {
        /// The recovery files, newest first; `Err` is the reason why there are none, a sentence.
        found: Result<Vec<RecoveryFile>, String>,
        /// Sentences about files that cannot be read.
        notes: Vec<String>,
    },
    /// Another program changed a file, or one that it references, such as a buffer of a glTF.
    ///
    /// The stamp is that of the changed file.
    FileChanged(FileRef, Stamp),
    /// Another program removed a watched file, or replaced it by a folder.
    FileRemoved(FileRef),
}

impl Files {
    /// Notes that a stage is introduced while this document is open.
    pub(in crate::editor) fn note_explanation(&mut self) {
        self.is_explained = true;
    }
}

impl State {
    /// Returns the open dialog, which blocks all other input.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialogs.front()
    }
}

/// Returns the requests that have no reply yet, oldest first, with their numbers.
pub fn unanswered(editor: &Editor) -> impl DoubleEndedIterator<Item = (u64, &FileRequest)> {
    editor.outbox.unanswered()
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: FileInput) {
    match input {
        FileInput::Open(file) => open(editor, file),
        FileInput::OpenSample(name, content) => open_sample(editor, name, content),
        FileInput::Reply(number, reply) => {
            if let Some(request) = editor.outbox.answered(number) {
                answered(editor, number, request, reply);
            }
        }
        FileInput::Failed(why) => failed(editor, why),
        FileInput::Target(input) => targets::handle(editor, input),
        FileInput::Answer(choice) => ask::answer_dialog(editor, &choice),
        FileInput::SetImport(settings) => {
            if let Some(Dialog::Import(dialog)) = editor.state.dialogs.front_mut() {
                dialog.set(settings);
            }
        }
        FileInput::SetDestination(destination) => {
            if let Some(Dialog::Import(dialog)) = editor.state.dialogs.front_mut() {
                dialog.destination = destination;
            }
        }
        FileInput::SetExport(settings) => export::set_export(&mut editor.state, settings),
        FileInput::CloseRequested => leave::leave(editor, AfterSave::Close),
        FileInput::RecoveryFound { found, notes } => recovery_found(editor, found, notes),
        FileInput::FileChanged(file, stamp) => changed::file_changed(editor, &file, stamp),
        FileInput::FileRemoved(file) => changed::file_removed(&mut editor.state, &file),
    }
}

/// Handles the reply to a request.
fn answered(editor: &mut Editor, number: u64, request: FileRequest, reply: Result<FileReply, FileFailure>) {
    match request {
        FileRequest::Choose(dialog) => match reply {
            Ok(FileReply::Chosen(file)) => chosen(editor, dialog.purpose, file),
            other => not_done(editor, other),
        },
        FileRequest::Read(file, ReadPurpose::Level(_)) => level_read(editor, &file, reply),
        FileRequest::Read(_, ReadPurpose::Reload) => leave::read_again(editor, number, reply),
        FileRequest::Read(file, ReadPurpose::Compare) => changed::compare_with(editor, &file, reply),
        FileRequest::Read(file, purpose) => match reply {
            Ok(FileReply::Read(content)) => show(editor, file, purpose == ReadPurpose::Import, content),
            other => not_done(editor, other),
        },
        FileRequest::Write(write) => match write.content {
            WriteContent::Table(_) => tables::written(editor, &write.file, reply),
            _ => written(editor, write.file, reply),
        },
        FileRequest::ReadRecovery { file, .. } => match reply {
            Ok(FileReply::Read(FileContent::Document(document, _))) => {
                let name = file.original.as_ref().map_or_else(|| UNTITLED.into(), FileRef::name);
                let origin = Origin::Recovery(file);
                leave::arrive(editor, IncomingDocument { name, document, origin });
            }
            other => not_done(editor, other),
        },
        FileRequest::WriteRecovery { .. } => recovery::answered(editor, reply),
    }
}

/// Continues with a file that the user chose in a dialog.
fn chosen(editor: &mut Editor, purpose: FilePurpose, file: FileRef) {
    match purpose {
        FilePurpose::Open => open(editor, file),
        FilePurpose::Import => {
            editor.outbox.request(FileRequest::Read(file, ReadPurpose::Import));
        }
        FilePurpose::Compare => {
            editor.outbox.request(FileRequest::Read(file, ReadPurpose::Compare));
        }
        FilePurpose::Level(of) => levels::choose(editor, &file, of),
        FilePurpose::Image => levels::choose(editor, &file, None),
        FilePurpose::Save => export::save_to(editor, file),
        FilePurpose::Export => export::export_to(editor, file),
        FilePurpose::Table(table) => tables::save(editor, table, file),
    }
}

fn open(editor: &mut Editor, file: FileRef) {
    let then = AfterSave::Open(file);
    if leave::is_let_go(editor) { leave::go_on(editor, then) } else { leave::leave(editor, then) }
}

/// Shows the content of a file that was read to be opened, or to be added to the open document.
fn show(editor: &mut Editor, file: FileRef, is_added: bool, content: FileContent) {
    match content {
        FileContent::Document(document, stamp) => {
            let (notes, origin) = (Arc::clone(&document.notes), Origin::File(file, stamp));
            leave::arrive(editor, IncomingDocument { name: UNTITLED.into(), document, origin });
            leave::say_notes(editor, &notes);
        }
        FileContent::Scene(mut dialog) => {
            if is_added {
                dialog.destination = Destination::OpenDocument { welds: false };
            }
            leave::scanned(editor, dialog);
        }
        FileContent::Imported(imported) => leave::imported(editor, Ok(*imported)),
        FileContent::Reproduction(made) => leave::show_reproduction(editor, file.name(), *made),
        FileContent::Level(_) => leave::stay(editor),
    }
}

fn open_sample(editor: &mut Editor, name: &str, content: FileContent) {
    match content {
        FileContent::Document(document, _) => {
            leave::arrive(editor, IncomingDocument { name: name.into(), document, origin: Origin::Sample });
        }
        content => show(editor, name.into(), false, content),
    }
}

/// Cancels what a request was for, and shows the reason unless the user has cancelled it.
fn not_done(editor: &mut Editor, reply: Result<FileReply, FileFailure>) {
    match reply {
        Err(FileFailure::Error(why)) => failed(editor, why),
        _ => leave::stay(editor),
    }
}

/// Shows the reason why a file could not be read.
fn failed(editor: &mut Editor, why: String) {
    leave::stay(editor);
    editor.say(Message::error(why));
}

/// Takes level geometry that was read, or the reason why it was not.
fn level_read(editor: &mut Editor, file: &FileRef, reply: Result<FileReply, FileFailure>) {
    let result = match reply {
        Ok(FileReply::Read(FileContent::Level(content))) => Ok(content),
        Err(FileFailure::NotLocal(why)) => {
            changed::follow_level(editor, file, false);
            return levels::not_local(editor, file, why);
        }
        Err(FileFailure::Error(why)) => Err(why),
        _ => Err("Reading the level was stopped. Reload it.".into()),
    };
    let content = levels::arrived(editor, file, result);
    if let Some(content) = &content {
        reload::note_level(editor, file, content);
    }
    changed::follow_level(editor, file, content.is_some());
}

/// Handles the reply to a write of the document.
fn written(editor: &mut Editor, file: FileRef, reply: Result<FileReply, FileFailure>) {
    match reply {
        Ok(FileReply::Written { stamp, warning }) => {
            if let Some((document, previous)) = save::saved(editor, file, stamp, warning) {
                targets::run_on_save(editor, &document, previous.as_ref());
            }
            save::go_on(editor);
        }
        Err(FileFailure::ChangedOnDisk) => save::unexpected(editor, file),
        Err(FileFailure::NeedsConsent(cautions)) => save::needs_consent(editor, file, cautions),
        Err(FileFailure::NotLocal(why)) => save::outside_folder(editor, file, why),
        Err(FileFailure::Refused(why)) => export::refused(editor, &why),
        Err(FileFailure::Error(why)) => save::not_saved(editor, Message::error(why)),
        _ => save::stopped(editor, &file),
    }
}

/// Offers unsaved work of earlier runs, and shows notes about files that cannot be read.
fn recovery_found(editor: &mut Editor, found: Result<Vec<RecoveryFile>, String>, notes: Vec<String>) {
    for note in notes {
        editor.say(Message::warning(note));
    }
    match found {
        Ok(found) if found.is_empty() => {}
        Ok(found) => leave::question(&mut editor.state, Dialog::Recovery(found)),
        Err(why) => recovery::not_kept(editor, why),
    }
}

/// Shows the dialog for a file to read.
pub(in crate::editor) fn choose(editor: &mut Editor, purpose: FilePurpose) {
    editor.outbox.request(FileRequest::choose(purpose));
}

/// Opens the first of the files dropped on the window, or imports all of them into the document.
///
/// Images are added below the mesh.
pub(in crate::editor) fn dropped(editor: &mut Editor, files: Vec<FileRef>, is_added: bool) {
    let (images, files): (Vec<_>, Vec<_>) = files.into_iter().partition(FileRef::is_image);
    for image in &images {
        levels::choose(editor, image, None);
    }
    if is_added {
        for file in files {
            editor.outbox.request(FileRequest::Read(file, ReadPurpose::Import));
        }
        return;
    }
    if files.len() > 1 {
        editor.say(Message::info(
            "Only the first of the dropped files is opened: one document is open at a time.",
        ));
    }
    if let Some(file) = files.into_iter().next() {
        leave::leave(editor, AfterSave::Open(file));
    }
}
