//! Replies of the application to requests about files.

use crate::editor::files::import::{ImportDialog, ImportedDocument};
use crate::editor::session::loaded::LoadedDocument;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::{Document, Reproduction};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::LevelContent;
use navsmith_formats::io::save::Caution;
use navsmith_formats::io::{FileRef, NotLocal, WriteError};

/// Reply to a request that succeeded.
#[derive(Clone, Debug, PartialEq)]
pub enum FileReply {
    /// The user chose a file.
    Chosen(FileRef),
    /// A file was read.
    Read(FileContent),
    /// A file was written.
    Written {
        /// Its stamp after the write.
        stamp: Stamp,
        /// A warning about a step after the file was replaced, in a sentence.
        warning: Option<String>,
    },
    /// A recovery copy was written at this local time, such as `14:03`.
    Kept(String),
}

/// Reason why a request failed.
#[derive(Clone, Debug, PartialEq)]
pub enum FileFailure {
    /// The user closed the dialog without a choice, or stopped the job.
    Cancelled,
    /// An error, as a sentence.
    Error(String),
    /// The document alone does not decide that the level is read, or the export target written.
    NotLocal(NotLocal),
    /// The file differs from the expected one, so it was not written.
    ChangedOnDisk,
    /// Replacing the file needs consent.
    NeedsConsent(Vec<Caution>),
    /// The format cannot hold the document.
    Refused(WriteError),
}

/// Content of a file that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum FileContent {
    /// A document, with the stamp of its file; `None` for unsaved work.
    Document(LoadedDocument, Option<Stamp>),
    /// A scene or a mesh whose import has settings.
    Scene(ImportDialog),
    /// A mesh that is imported as a whole.
    Imported(Box<ImportedDocument>),
    /// A reproduction.
    Reproduction(Box<Reproduction>),
    /// Level geometry or an image.
    Level(LevelContent),
}

impl From<Stopped> for FileFailure {
    fn from(_: Stopped) -> Self {
        Self::Cancelled
    }
}

impl From<LoadedDocument> for FileContent {
    fn from(document: LoadedDocument) -> Self {
        Self::Document(document, None)
    }
}

impl From<Document> for FileContent {
    fn from(document: Document) -> Self {
        LoadedDocument::from(document).into()
    }
}
