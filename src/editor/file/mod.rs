//! Files: which is open, whether it is saved, and what is asked before work would be lost.
//!
//! A small state machine: inputs in, effects out. What is to be done once the user has saved or let go is a value,
//! [`AfterSave`]; nothing waits in a callback.

mod ask;
mod leave;
mod recovery;
mod save;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::recovery::Kept;
use self::save::Writing;
use super::{
    AfterSave, Choice, Dialog, Editor, ImportDialog, ImportSettings, Imported, IncomingDocument,
    LoadedDocument, Message, Origin,
};
use crate::document::{Document, Reproduction};
use crate::io::file::Stamp;
use crate::io::recovery::RecoveryFile;
use crate::io::save::Caution;

/// What unnamed documents are called.
const UNTITLED: &str = "untitled";

/// The ending of navsmith's own files.
const EXTENSION: &str = "ron";

/// The file that is open.
#[derive(Debug)]
pub(super) struct FileState {
    path: Option<PathBuf>,
    /// What the title says where there is no file.
    name: String,
    /// Where unsaved work of an earlier run came from.
    recovered: Option<RecoveryFile>,
    /// What the file looked like when it was read or saved.
    stamp: Option<Stamp>,
    /// What was last saved or opened; `None` for what never was in a file.
    saved: Option<Document>,
    /// What is being saved, and what is to be saved after that: one write at a time.
    writes: VecDeque<Writing>,
    /// The question that is asked, and those that wait for their turn.
    dialogs: VecDeque<Dialog>,
    /// The import that was chosen before its result was ready.
    importing: Option<ImportDialog>,
    /// What comes after saving.
    then: Option<AfterSave>,
    /// What the user let go of, so that nobody asks again.
    let_go: Option<Document>,
    kept: Option<Kept>,
    /// Why unsaved work could not be kept the last time, in a sentence; `None` if it was.
    keep_failure: Option<String>,
    /// Local time of the last recovery copy, in words.
    kept_clock: Option<String>,
    /// When unsaved work was last kept, in seconds since the program began.
    kept_at: f64,
    now: f64,
    /// Whether a stage was introduced while this document was open.
    pub(super) is_explained: bool,
}

/// What the outside says of files, and what the user does with them beside commands.
#[derive(Clone, Debug, PartialEq)]
pub enum FileInput {
    /// Open a file: chosen in a dialog, from the recent ones, or given on the command line.
    Open(PathBuf),
    /// Open a document that comes with the program, under a name.
    OpenSample(&'static str, LoadedDocument),
    /// The place to save to was chosen.
    SaveTo(PathBuf),
    /// A file dialog was closed without a choice.
    Dismissed,
    /// A file was read as a document.
    Opened {
        /// The file.
        path: PathBuf,
        /// What it looked like.
        stamp: Stamp,
        /// What it holds.
        document: LoadedDocument,
    },
    /// A file of this name was read as a reproduction.
    OpenedReproduction(String, Box<Reproduction>),
    /// A file was read as a scene to import from.
    Scanned(ImportDialog),
    /// A file could not be read; `why` is a sentence.
    ReadFailed {
        /// Why not.
        why: String,
    },
    /// The document was saved.
    Saved {
        /// The file.
        path: PathBuf,
        /// What it looks like now.
        stamp: Stamp,
        /// What went wrong after the file was replaced, in a sentence.
        warning: Option<String>,
    },
    /// The document was not saved: replacing the file needs consent.
    NeedsConsent {
        /// The file.
        path: PathBuf,
        /// What to ask about.
        cautions: Vec<Caution>,
    },
    /// The document was not saved, for what is there is not what was expected.
    ChangedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// The document could not be saved; `why` is a sentence.
    SaveFailed {
        /// Why not.
        why: String,
    },
    /// Unsaved work was written for recovery.
    Kept {
        /// The local time of that, as `14:03`.
        clock: String,
    },
    /// Unsaved work could not be kept; `why` is a sentence.
    NotKept {
        /// Why not.
        why: String,
    },
    /// The answer to the dialog that is open.
    Answer(Choice),
    /// Other settings in the import dialog.
    SetImport(ImportSettings),
    /// The import of an open dialog was computed.
    ImportReady {
        /// The job's number.
        job: u64,
        /// The result; `None` if the work was stopped. `Err` is a sentence.
        found: Option<Arc<Result<Imported, String>>>,
    },
    /// A file was read that is imported whole; `Err` is a sentence.
    Imported(Result<Imported, String>),
    /// The window is to be closed.
    CloseRequested,
    /// Unsaved work of earlier runs was looked for.
    RecoveryFound {
        /// What was found, newest first.
        found: Vec<RecoveryFile>,
        /// Sentences about files that cannot be read.
        notes: Vec<String>,
    },
    /// Unsaved work of an earlier run was read.
    Recovered(RecoveryFile, LoadedDocument),
}

impl FileState {
    pub(super) fn new(document: &Document) -> Self {
        Self {
            path: None,
            name: UNTITLED.into(),
            recovered: None,
            stamp: None,
            saved: Some(document.clone()),
            writes: VecDeque::new(),
            dialogs: VecDeque::new(),
            importing: None,
            then: None,
            let_go: None,
            kept: None,
            keep_failure: None,
            kept_clock: None,
            kept_at: 0.0,
            now: 0.0,
            is_explained: false,
        }
    }
}

impl Editor {
    /// The file that is open; `None` for a document that was never saved.
    pub fn path(&self) -> Option<&Path> {
        self.file.path.as_deref()
    }

    /// What the document is called: its file's name, or "untitled".
    pub fn name(&self) -> String {
        let of_path = self.file.path.as_deref().and_then(Path::file_name);
        of_path.map_or_else(|| self.file.name.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Whether something would be lost if the program ended now.
    pub fn is_dirty(&self) -> bool {
        self.file.saved.as_ref() != Some(&self.document)
    }

    /// The window's title: the document's name, marked if it is not saved.
    pub fn title(&self) -> String {
        let mark = if self.is_dirty() { "*" } else { "" };
        format!("{}{mark} — navsmith", self.name())
    }

    /// The question that waits for an answer; nothing else is to be done meanwhile.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.file.dialogs.front()
    }

    pub(super) fn handle_file(&mut self, input: FileInput) {
        match input {
            FileInput::Open(path) if self.is_let_go() => self.go_on(AfterSave::Open(path)),
            FileInput::Open(path) => self.leave(AfterSave::Open(path)),
            FileInput::OpenSample(name, document) => {
                self.arrive(IncomingDocument { name: name.into(), document, origin: Origin::Sample });
            }
            FileInput::SaveTo(path) => self.save_to(path),
            FileInput::Dismissed => self.stay(),
            FileInput::Opened { path, stamp, document } => {
                let origin = Origin::File(path, stamp);
                self.arrive(IncomingDocument { name: UNTITLED.into(), document, origin });
            }
            FileInput::OpenedReproduction(name, made) => self.show_reproduction(name, *made),
            FileInput::Scanned(mut dialog) => {
                self.start_import(&mut dialog);
                self.question(Dialog::Import(dialog));
            }
            FileInput::ReadFailed { why } => {
                self.stay();
                self.say(Message::error(why));
            }
            FileInput::Saved { path, stamp, warning } => self.saved(path, stamp, warning),
            FileInput::NeedsConsent { path, cautions } => self.needs_consent(path, cautions),
            FileInput::ChangedOnDisk { path } => self.unexpected(path),
            FileInput::SaveFailed { why } => self.save_failed(why),
            FileInput::Kept { clock } => self.was_kept(clock),
            FileInput::NotKept { why } => self.not_kept(why),
            FileInput::Answer(choice) => self.answer_dialog(&choice),
            FileInput::SetImport(settings) => {
                if let Some(Dialog::Import(mut dialog)) = self.file.dialogs.pop_front() {
                    dialog.set(settings);
                    self.start_import(&mut dialog);
                    self.file.dialogs.push_front(Dialog::Import(dialog));
                }
            }
            FileInput::ImportReady { job, found } => self.import_ready(job, found.as_deref()),
            FileInput::Imported(result) => self.imported(result),
            FileInput::CloseRequested => self.leave(AfterSave::Close),
            FileInput::RecoveryFound { found, notes } => {
                for note in notes {
                    self.say(Message::warning(note));
                }
                if !found.is_empty() {
                    self.question(Dialog::Recovery(found));
                }
            }
            FileInput::Recovered(recovery_file, document) => self.recover(recovery_file, document),
        }
    }

    /// Files dropped on the window: the first is opened.
    pub(super) fn dropped(&mut self, paths: Vec<PathBuf>) {
        if paths.len() > 1 {
            self.say(Message::info(
                "Only the first of the dropped files is opened: one document is open at a time.",
            ));
        }
        if let Some(path) = paths.into_iter().next() {
            self.leave(AfterSave::Open(path));
        }
    }
}
