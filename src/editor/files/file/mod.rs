//! Files: the open file, unsaved changes, and dialogs that prevent their loss.
//!
//! This is a state machine: it takes inputs and returns effects. The action after a save or a discard is a value,
//! [`AfterSave`]; no callbacks are used.

pub mod recovery;
pub(in crate::editor) mod reload;
pub(in crate::editor) mod leave;
pub(in crate::editor) mod save;
pub mod targets;
pub(in crate::editor) mod export;
pub mod changed;
mod ask;
pub mod export_check;

use self::recovery::Kept;
use self::save::Exported;
use self::targets::TargetInput;
use crate::editor::files::dialog::{AfterSave, Choice, Dialog, IncomingDocument, Origin};
use crate::editor::files::export::ExportSettings;
use crate::editor::files::import::{self, Destination, ImportDialog, ImportSettings, ImportedDocument};
use crate::editor::files::tables;
use crate::editor::levels::files as levels;
use crate::editor::session::document_file::UNTITLED;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::table::Table;
use crate::editor::{Editor, State};
use navsmith_formats::document::{Document, Reproduction};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::LevelContent;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::{Caution, refusal};
use navsmith_formats::io::{FileRef, NotLocal, WriteError};

/// State of the open file.
#[derive(Debug, Default)]
pub(in crate::editor) struct FileState {
    /// Recovery file that the document came from.
    recovered: Option<RecoveryFile>,
    /// Last export of the document; `None` before the first.
    exported: Option<Exported>,
    /// Imports that the user accepted before their results were ready.
    importing: Vec<ImportDialog>,
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

/// File events from the application, and user input about files that is not a command.
#[derive(Clone, Debug, PartialEq)]
pub enum FileInput {
    /// Opens a file that was chosen in a dialog, from the recent ones, or on the command line.
    Open(FileRef),
    /// Opens a document that comes with the program, under a name.
    OpenSample(&'static str, LoadedDocument),
    /// The user chose the file to save to.
    SaveTo(FileRef),
    /// The user chose the file to export to.
    ExportTo(FileRef),
    /// The user chose the file to save a table to.
    SaveTable(Table, FileRef),
    /// The result of [`Effect::WriteTable`]: one of the inputs about a save.
    TableWritten(Box<Self>),
    /// The user chose a file with level geometry, for the level with this index or for a new one.
    ChooseLevel(FileRef, Option<usize>),
    /// Level geometry was read; `Err` is a sentence.
    LevelRead(FileRef, Result<LevelContent, String>),
    /// A level was not read, because the document alone does not decide that.
    LevelNotLocal(FileRef, NotLocal),
    /// The user closed a file dialog without a choice.
    Dismissed,
    /// A file was read as a document.
    Opened {
        /// The file.
        file: FileRef,
        /// Its stamp when it was read.
        stamp: Stamp,
        /// The document.
        document: LoadedDocument,
    },
    /// A file of this name was read as a reproduction.
    OpenedReproduction(String, Box<Reproduction>),
    /// A file was read as a scene to import from.
    Scanned(ImportDialog),
    /// A file could not be read, for this reason, a sentence.
    ReadFailed(String),
    /// The result of [`Effect::ReadAgain`] with this number: one of the inputs about a file that was read.
    ReadAgain(u64, Box<Self>),
    /// The document was saved.
    Saved {
        /// The file.
        file: FileRef,
        /// Its stamp after the save.
        stamp: Stamp,
        /// A warning about a step after the file was replaced, in a sentence.
        warning: Option<String>,
    },
    /// The document was not saved: replacing the file needs consent.
    NeedsConsent {
        /// The file.
        file: FileRef,
        /// The points that need consent.
        cautions: Vec<Caution>,
    },
    /// The document was not saved, because the file differs from the expected one.
    ChangedOnDisk(FileRef),
    /// The document was not exported to a target, because a symbolic link leads out of its folder.
    OutsideFolder(FileRef),
    /// Input in the list of export targets.
    Target(TargetInput),
    /// The document could not be saved, for this reason, a sentence.
    SaveFailed(String),
    /// The document was not saved, because the format cannot hold it.
    WriteRefused(WriteError),
    /// A recovery copy was written at this local time, such as `14:03`.
    Kept(String),
    /// The recovery copy could not be written, for this reason, a sentence.
    NotKept(String),
    /// The answer to the open dialog.
    Answer(Choice),
    /// Changed settings in the import dialog.
    SetImport(ImportSettings),
    /// The user chose a file to import, in the dialog for it.
    Import(FileRef),
    /// Another document gets the mesh of the import dialog.
    SetDestination(Destination),
    /// Changed settings in the export dialog.
    SetExport(ExportSettings),
    /// A file without import settings was imported; `Err` is a sentence.
    ImportedDocument(Result<Box<ImportedDocument>, String>),
    /// The user closed the window.
    CloseRequested,
    /// The search for recovery files of earlier runs has ended.
    RecoveryFound {
        /// The recovery files, newest first.
        found: Vec<RecoveryFile>,
        /// Sentences about files that cannot be read.
        notes: Vec<String>,
    },
    /// Another program changed a file, or one that it references, such as a buffer of a glTF.
    ///
    /// The stamp is that of the changed file.
    FileChanged(FileRef, Stamp),
    /// Another program removed a watched file, or replaced it by a folder.
    FileRemoved(FileRef),
    /// The user chose a file to compare the document with.
    CompareWith(FileRef),
    /// A file was read for a comparison; `Err` is a sentence.
    ReadForComparison(FileRef, Result<Document, String>),
    /// A recovery file was read.
    Recovered(RecoveryFile, LoadedDocument),
}

impl FileState {
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

pub(in crate::editor) fn handle(editor: &mut Editor, input: FileInput) {
    match input {
        FileInput::Open(file) if leave::is_let_go(editor) => leave::go_on(editor, AfterSave::Open(file)),
        FileInput::Open(file) => leave::leave(editor, AfterSave::Open(file)),
        FileInput::OpenSample(name, document) => {
            leave::arrive(editor, IncomingDocument { name: name.into(), document, origin: Origin::Sample });
        }
        FileInput::SaveTo(file) => export::save_to(editor, file),
        FileInput::ExportTo(file) => export::export_to(editor, file),
        FileInput::SaveTable(table, file) => tables::save(editor, table, file),
        FileInput::TableWritten(result) => table_written(editor, *result),
        FileInput::ChooseLevel(file, of) => levels::choose(editor, &file, of),
        FileInput::LevelRead(file, result) => level_read(editor, &file, result),
        FileInput::LevelNotLocal(file, why) => levels::not_local(editor, &file, why),
        FileInput::Dismissed => leave::stay(editor),
        FileInput::Opened { file, stamp, document } => leave::opened(editor, file, stamp, document),
        FileInput::OpenedReproduction(name, made) => leave::show_reproduction(editor, name, *made),
        FileInput::Scanned(dialog) => leave::scanned(editor, dialog),
        FileInput::FileChanged(file, stamp) => changed::file_changed(editor, &file, stamp),
        FileInput::FileRemoved(file) => changed::file_removed(&mut editor.state, &file),
        FileInput::CompareWith(file) => editor.outbox.push(Effect::ReadForComparison(file)),
        FileInput::ReadForComparison(file, result) => changed::compare_with(editor, &file, result),
        FileInput::ReadAgain(number, result) => leave::read_again(editor, number, *result),
        FileInput::ReadFailed(why) => read_failed(editor, why),
        FileInput::Saved { file, stamp, warning } => saved(editor, file, stamp, warning),
        FileInput::NeedsConsent { file, cautions } => save::needs_consent(editor, file, cautions),
        FileInput::ChangedOnDisk(file) => save::unexpected(editor, file),
        FileInput::OutsideFolder(file) => save::outside_folder(editor, file),
        FileInput::Target(input) => targets::handle(editor, input),
        FileInput::SaveFailed(why) => save::not_saved(editor, Message::error(why)),
        FileInput::WriteRefused(why) => export::refused(editor, &why),
        FileInput::Kept(clock) => recovery::was_kept(editor, clock),
        FileInput::NotKept(why) => recovery::not_kept(editor, why),
        FileInput::Answer(choice) => ask::answer_dialog(editor, &choice),
        FileInput::SetImport(settings) => set_import(editor, settings),
        FileInput::Import(file) => editor.outbox.push(Effect::ReadImport(file)),
        FileInput::SetDestination(destination) => {
            if let Some(Dialog::Import(dialog)) = editor.state.dialogs.front_mut() {
                dialog.destination = destination;
            }
        }
        FileInput::SetExport(settings) => export::set_export(&mut editor.state, settings),
        FileInput::ImportedDocument(result) => leave::imported(editor, result.map(|it| *it)),
        FileInput::CloseRequested => leave::leave(editor, AfterSave::Close),
        FileInput::RecoveryFound { found, notes } => recovery_found(editor, found, notes),
        FileInput::Recovered(recovery_file, document) => {
            let name = recovery_file.original.as_ref().map_or_else(|| UNTITLED.into(), FileRef::name);
            let origin = Origin::Recovery(recovery_file);
            leave::arrive(editor, IncomingDocument { name, document, origin });
        }
    }
}

/// Shows the reason why a file could not be read.
fn read_failed(editor: &mut Editor, why: String) {
    leave::stay(editor);
    editor.say(Message::error(why));
}

/// Shows the result of a write of a table.
fn table_written(editor: &mut Editor, result: FileInput) {
    editor.say(match result {
        FileInput::Saved { file, warning, .. } => {
            warning.map_or_else(|| Message::info(format!("Saved {file}.")), Message::warning)
        }
        FileInput::ChangedOnDisk(file) => {
            Message::warning(format!("Not saved: {file} exists already. Choose another name."))
        }
        FileInput::NeedsConsent { file, cautions } => Message::warning(refusal(&file, cautions)),
        FileInput::SaveFailed(why) => Message::error(why),
        _ => return,
    });
}

/// Takes level geometry that was read, or the reason why it was not.
fn level_read(editor: &mut Editor, file: &FileRef, result: Result<LevelContent, String>) {
    if let Some(content) = levels::arrived(editor, file, result) {
        reload::note_level(editor, file, &content);
    }
}

/// Handles a finished write; after a save, exports to the targets that follow saves.
fn saved(editor: &mut Editor, file: FileRef, stamp: Stamp, warning: Option<String>) {
    if let Some((document, previous)) = save::saved(editor, file, stamp, warning) {
        targets::run_on_save(editor, &document, previous.as_ref());
    }
    save::go_on(editor);
}

/// Changes the settings in the import dialog.
fn set_import(editor: &mut Editor, settings: ImportSettings) {
    if let Some(Dialog::Import(mut dialog)) = editor.state.dialogs.pop_front() {
        dialog.set(settings);
        import::start_import(editor, &mut dialog);
        editor.state.dialogs.push_front(Dialog::Import(dialog));
    }
}

/// Offers unsaved work of earlier runs, and shows notes about files that cannot be read.
fn recovery_found(editor: &mut Editor, found: Vec<RecoveryFile>, notes: Vec<String>) {
    for note in notes {
        editor.say(Message::warning(note));
    }
    if !found.is_empty() {
        leave::question(&mut editor.state, Dialog::Recovery(found));
    }
}

/// Shows the dialog for a file to import.
pub(in crate::editor) fn ask_what_to_import(editor: &mut Editor) {
    editor.outbox.push(Effect::AskImport);
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
        return editor.outbox.extend(files.into_iter().map(Effect::ReadImport));
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
