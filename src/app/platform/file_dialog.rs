//! The file dialogs of the system.

use std::pin::Pin;

use rfd::{AsyncFileDialog, FileHandle};

use super::clock::Stopwatch;
use crate::editor::files::file::FileInput;
use crate::editor::session::table::Table;
use navsmith_formats::io::images::IMAGE_EXTENSIONS;
use navsmith_formats::io::{CSV_EXTENSION, FileRef, Format};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Ask {
    Open,
    /// Imports into the open document.
    Import,
    Save {
        /// Initial file or name.
        suggested: FileRef,
    },
    Export {
        /// Initial file or name, whose format is offered first.
        suggested: FileRef,
    },
    /// A file to compare with.
    Compare,
    Level {
        /// Index of the level that gets the file; `None` adds a level.
        of: Option<usize>,
    },
    Image,
    /// A file to save a table to.
    Table {
        table: Table,
        /// Initial file.
        suggested: FileRef,
    },
}

/// Time in seconds within which no user closes a dialog; a dialog that returns earlier did not open.
const NO_DIALOG: f64 = 0.25;

impl Ask {
    pub(in crate::app) fn formats(&self) -> Vec<&'static Format> {
        match self {
            Self::Open | Self::Import | Self::Compare | Self::Level { .. } => Format::readable().collect(),
            Self::Image | Self::Table { .. } => Vec::new(),
            Self::Save { .. } => Format::writable().collect(),
            Self::Export { suggested } => {
                let mut formats: Vec<_> = Format::exported().collect();
                formats.sort_by_key(|&format| Some(format) != suggested.format());
                formats
            }
        }
    }

    /// Returns the extensions that the dialog offers besides those of formats.
    pub(in crate::app) fn other_extensions(&self) -> &'static [&'static str] {
        match self {
            Self::Table { .. } => &[CSV_EXTENSION],
            Self::Level { .. } | Self::Image => &IMAGE_EXTENSIONS,
            _ => &[],
        }
    }

    pub(in crate::app) fn chosen(&self, file: FileRef) -> FileInput {
        match self {
            Self::Open => FileInput::Open(file),
            Self::Import => FileInput::Import(file),
            Self::Compare => FileInput::CompareWith(file),
            Self::Save { .. } => FileInput::SaveTo(file),
            Self::Export { .. } => FileInput::ExportTo(file),
            Self::Level { of } => FileInput::ChooseLevel(file, *of),
            Self::Image => FileInput::ChooseLevel(file, None),
            Self::Table { table, .. } => FileInput::SaveTable(*table, file),
        }
    }

    /// Returns the initial file or name of a dialog for a file to write.
    pub(in crate::app) fn suggested(&self) -> Option<&FileRef> {
        match self {
            Self::Open | Self::Import | Self::Compare | Self::Level { .. } | Self::Image => None,
            Self::Save { suggested } | Self::Export { suggested } | Self::Table { suggested, .. } => {
                Some(suggested)
            }
        }
    }

    /// Returns the title of the dialog and the text of its button.
    pub(in crate::app) fn words(&self) -> [&'static str; 2] {
        match self {
            Self::Open => ["Open a file", "Open"],
            Self::Import => ["Import into the document", "Import"],
            Self::Compare => ["Compare with a file", "Compare"],
            Self::Save { .. } => ["Save as", "Save"],
            Self::Export { .. } => ["Export", "Export"],
            Self::Level { of: None } => ["Add a level", "Add"],
            Self::Level { of: Some(_) } => ["Find a level", "Use this file"],
            Self::Image => ["Add an image", "Add"],
            Self::Table { .. } => ["Save as CSV", "Save"],
        }
    }
}

/// Opens a dialog in the folder of the `recent` file; returns `None` if the system has no dialogs.
pub(in crate::app) fn open(
    ask: &Ask,
    recent: Option<&FileRef>,
) -> impl Future<Output = Option<FileInput>> + Send + use<> {
    let mut dialog = AsyncFileDialog::new();
    if let Some(folder) = recent.and_then(FileRef::folder) {
        dialog = dialog.set_directory(folder.path());
    }
    let formats = ask.formats();
    let [title, _] = ask.words();
    let answer: Pin<Box<dyn Future<Output = Option<FileHandle>> + Send>> = match ask.suggested() {
        None => {
            let of_formats = formats.iter().flat_map(|format| format.dialog_extensions());
            let extensions: Vec<&str> = of_formats.chain(ask.other_extensions().iter().copied()).collect();
            Box::pin(dialog.set_title(title).add_filter("Documents and levels", &extensions).pick_file())
        }
        Some(suggested) => {
            let dialog = formats.iter().fold(dialog.set_title(title), |dialog, format| {
                dialog.add_filter(format.name, &format.dialog_extensions())
            });
            let dialog = match ask.other_extensions() {
                [] => dialog,
                extensions => dialog.add_filter("Comma-separated values", extensions),
            };
            Box::pin(dialog.set_file_name(suggested.name()).save_file())
        }
    };
    let ask = ask.clone();
    async move {
        let opened = Stopwatch::start();
        match answer.await {
            Some(handle) => Some(ask.chosen(handle.path().into())),
            None => (opened.seconds() >= NO_DIALOG).then_some(FileInput::Dismissed),
        }
    }
}
