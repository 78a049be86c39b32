//! Dialogs that wait for an answer, as data; the window draws them.

use crate::editor::files::export::{ExportConcern, ExportDialog};
use crate::editor::files::import::{FileImport, ImportDialog};
use crate::editor::session::loaded::LoadedDocument;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::Caution;

/// Dialog that waits for an answer, given by [`crate::editor::files::file::FileInput::Answer`].
#[derive(Clone, Debug)]
pub enum Dialog {
    /// The action would lose unsaved work: [`Choice::Save`], [`Choice::Discard`] or [`Choice::Cancel`].
    Unsaved(AfterSave),
    /// The file changed since it was read.
    ///
    /// The choices are [`Choice::Save`] over it, [`Choice::SaveElsewhere`], [`Choice::Discard`] the work and read the
    /// file again, or [`Choice::Cancel`].
    ChangedOnDisk(FileRef),
    /// A file with the chosen name exists, and the user has not confirmed replacing it.
    ///
    /// The choices are [`Choice::Save`] over it, [`Choice::SaveElsewhere`], or [`Choice::Cancel`].
    Exists(FileRef),
    /// Replacing a file needs consent.
    ///
    /// The choices are [`Choice::Save`] anyway, [`Choice::SaveElsewhere`], or [`Choice::Cancel`].
    Consent {
        /// The file.
        file: FileRef,
        /// Reasons why consent is needed.
        cautions: Vec<Caution>,
        /// State of the file on disk that the write requires.
        expected: RequiredState,
    },
    /// Settings of an export to a chosen file.
    ///
    /// The choices are [`Choice::Save`], [`Choice::SaveElsewhere`], or [`Choice::Cancel`].
    Export(ExportDialog),
    /// An export to a target of the document needs consent: [`Choice::Save`] or [`Choice::Cancel`].
    ConfirmExport {
        /// The file.
        file: FileRef,
        /// Reason why consent is needed.
        concern: ExportConcern,
    },
    /// Selection of the content of a file to import: [`Choice::Import`] or [`Choice::Cancel`].
    Import(ImportDialog),
    /// Unsaved work of earlier runs was found.
    ///
    /// The choices are [`Choice::Recover`], [`Choice::Discard`] all of it, or [`Choice::Cancel`] to show the dialog
    /// again next time.
    Recovery(Vec<RecoveryFile>),
}

impl Dialog {
    /// Whether it asks whether to write a file.
    pub(super) fn is_about_write(&self) -> bool {
        matches!(
            self,
            Self::ChangedOnDisk(_) | Self::Exists(_) | Self::Consent { .. } | Self::ConfirmExport { .. }
        )
    }
}

/// Answer to a [`Dialog`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Saves, and replaces any existing file.
    Save,
    /// Saves to another file.
    SaveElsewhere,
    /// Discards the work.
    Discard,
    /// Imports.
    Import,
    /// Recovers the work at an index.
    Recover(usize),
    /// Cancels the action.
    Cancel,
}

/// Action after the document is saved or discarded.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterSave {
    /// Starts an empty document.
    New,
    /// Shows the dialog for a file to open.
    AskOpen,
    /// Opens a file.
    Open(FileRef),
    /// Changes the document to the content of its file.
    Reload(FileRef),
    /// Shows another document.
    Show(Box<IncomingDocument>),
    /// Closes the application.
    Close,
}

/// Document from outside the editor, such as a file or a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomingDocument {
    /// Name of the document.
    pub name: String,
    /// The document with its derived data.
    pub document: LoadedDocument,
    /// Origin of the document.
    pub origin: Origin,
}

/// Origin of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A file, to which the document is saved again, with its stamp when it was read.
    File(FileRef, Option<Stamp>),
    /// A sample of the application.
    Sample,
    /// A new, empty document.
    New,
    /// An import, so the document cannot be saved to its origin.
    Import {
        /// The file, and its stamp when it was read if that is known; `None` for a sample.
        file: Option<(FileRef, Option<Stamp>)>,
        /// Imported and omitted parts, in sentences.
        description: String,
        /// The import; `None` for a file that is imported as a whole.
        import: Option<Box<FileImport>>,
    },
    /// A reproduction of one query, with the step to show: its stage and its index in that stage.
    Reproduction(Option<(Stage, usize)>),
    /// Unsaved work of an earlier run.
    Recovery(RecoveryFile),
}

impl AfterSave {
    /// Describes the action for the text of a dialog, such as "before opening level.ron".
    pub fn describe(&self) -> String {
        match self {
            Self::New => "before starting a new document".into(),
            Self::AskOpen => "before opening another file".into(),
            Self::Open(file) => format!("before opening {}", file.name()),
            Self::Reload(file) => format!("before reloading {}", file.name()),
            Self::Show(arrival) => format!("before opening {}", arrival.name),
            Self::Close => "before closing".into(),
        }
    }
}
