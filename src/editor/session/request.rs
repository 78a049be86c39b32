//! Requests about files, which the application carries out and answers.
//!
//! A request is plain data that contains all that it depends on. `files::reply` has the replies.

use crate::editor::session::picture::{PictureSettings, PictureState};
use crate::editor::session::table::{Table, TableContent};
use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::document::Document;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::SaveOptions;
use navsmith_formats::io::{FileRef, Format, ProtectedFiles, TargetChecks};

/// Request about a file, which gets one reply.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRequest {
    /// Shows a dialog for a file.
    Choose(FileDialog),
    /// Reads a file.
    Read(FileRef, ReadPurpose),
    /// Writes a file.
    Write(Box<FileWrite>),
    /// Reads unsaved work of an earlier run, and derives the data of the document.
    ReadRecovery {
        /// The recovery file.
        file: RecoveryFile,
        /// Distance in metres for the issues of the document.
        weld_distance: f32,
    },
    /// Writes unsaved work to a recovery file, which the next start finds.
    WriteRecovery {
        /// File that the document was opened from; `None` if it has none.
        original: Option<FileRef>,
        /// The unsaved document.
        document: Document,
    },
}

/// Dialog for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDialog {
    /// What the file is for.
    pub purpose: FilePurpose,
    /// Initial file or name; of a file to read, only its folder is used.
    pub suggested: Option<FileRef>,
}

/// What the user chooses a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePurpose {
    /// Opens it.
    Open,
    /// Imports it into the open document.
    Import,
    /// Compares the document with it.
    Compare,
    /// Adds its level geometry to the document, or gives it to the level with this index.
    Level(Option<usize>),
    /// Adds an image to the document.
    Image,
    /// Saves the document to it.
    Save,
    /// Exports the document to it; the format of the suggested file is offered first.
    Export,
    /// Saves a table to it.
    Table(Table),
}

/// What a file is read for, which decides what is derived from its content.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadPurpose {
    /// Opens it; the data of a document are derived.
    Open {
        /// Distance in metres for the issues of the document.
        weld_distance: f32,
    },
    /// Changes the document to its content.
    ///
    /// No data are derived, because a reload changes the ids of the elements.
    Reload,
    /// Imports it into the open document.
    Import,
    /// Compares the document with it; a scene is imported with the default settings.
    Compare,
    /// Shows it as level geometry or an image.
    ///
    /// With the file of the document, it is read only if the document alone may decide that.
    Level(Option<FileRef>),
}

/// Write of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileWrite {
    /// File to write.
    pub file: FileRef,
    /// Content of the file.
    pub content: WriteContent,
    /// Options of the save.
    pub options: SaveOptions,
    /// Files that are not replaced.
    pub protected: ProtectedFiles,
}

/// Content to write.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one for each write")]
pub enum WriteContent {
    /// A document.
    Document {
        /// The document.
        document: Document,
        /// Format of the file.
        format: &'static Format,
        /// Coordinates of the file.
        coordinates: FileCoordinates,
        /// Further checks, for an export target.
        checks: Option<Box<TargetChecks>>,
    },
    /// A picture, which is drawn for the file.
    Picture {
        /// State that the picture shows.
        state: PictureState,
        /// Format of the file, a picture.
        format: &'static Format,
        /// Contents of the picture.
        settings: PictureSettings,
    },
    /// A table.
    Table(TableContent),
}

impl FileRequest {
    /// Creates a request for a file to read.
    pub(in crate::editor) fn choose(purpose: FilePurpose) -> Self {
        Self::Choose(FileDialog { purpose, suggested: None })
    }

    /// Creates a request for a file, with an initial file or name.
    pub(in crate::editor) fn choose_near(purpose: FilePurpose, suggested: FileRef) -> Self {
        Self::Choose(FileDialog { purpose, suggested: Some(suggested) })
    }
}
