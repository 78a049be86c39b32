//! The file dialogs of the system.

use std::pin::Pin;

use rfd::{AsyncFileDialog, FileHandle};

use super::clock::Stopwatch;
use crate::editor::files::reply::{FileFailure, FileReply};
use crate::editor::session::request::{FileDialog, FilePurpose};
use navsmith_formats::io::images::IMAGE_EXTENSIONS;
use navsmith_formats::io::{CSV_EXTENSION, FileRef, Format};

/// Time in seconds within which no user closes a dialog; a dialog that returns earlier did not open.
const NO_DIALOG: f64 = 0.25;

/// Returns the formats that a dialog offers.
pub(in crate::app) fn formats(dialog: &FileDialog) -> Vec<&'static Format> {
    match dialog.purpose {
        FilePurpose::Open | FilePurpose::Import | FilePurpose::Compare | FilePurpose::Level(_) => {
            Format::readable().collect()
        }
        FilePurpose::Image | FilePurpose::Table(_) => Vec::new(),
        FilePurpose::Save => Format::writable().collect(),
        FilePurpose::Export => {
            let first = dialog.suggested.as_ref().and_then(FileRef::format);
            let mut formats: Vec<_> = Format::exported().collect();
            formats.sort_by_key(|&format| Some(format) != first);
            formats
        }
    }
}

/// Returns the extensions that a dialog offers besides those of formats.
pub(in crate::app) fn other_extensions(dialog: &FileDialog) -> &'static [&'static str] {
    match dialog.purpose {
        FilePurpose::Table(_) => &[CSV_EXTENSION],
        FilePurpose::Level(_) | FilePurpose::Image => &IMAGE_EXTENSIONS,
        _ => &[],
    }
}

/// Returns the initial file or name of a dialog for a file to write; `None` for one to read.
pub(in crate::app) fn suggested(dialog: &FileDialog) -> Option<&FileRef> {
    let writes = matches!(dialog.purpose, FilePurpose::Save | FilePurpose::Export | FilePurpose::Table(_));
    dialog.suggested.as_ref().filter(|_| writes)
}

/// Returns the title of a dialog and the text of its button.
pub(in crate::app) fn words(dialog: &FileDialog) -> [&'static str; 2] {
    match dialog.purpose {
        FilePurpose::Open => ["Open a file", "Open"],
        FilePurpose::Import => ["Import into the document", "Import"],
        FilePurpose::Compare => ["Compare with a file", "Compare"],
        FilePurpose::Level(None) => ["Add a level", "Add"],
        FilePurpose::Level(Some(_)) => ["Find a level", "Use this file"],
        FilePurpose::Image => ["Add an image", "Add"],
        FilePurpose::Save => ["Save as", "Save"],
        FilePurpose::Export => ["Export", "Export"],
        FilePurpose::Table(_) => ["Save as CSV", "Save"],
    }
}

/// Opens a dialog in the folder of the `recent` file; returns `None` if the system has no dialogs.
pub(in crate::app) fn open(
    dialog: &FileDialog,
    recent: Option<&FileRef>,
) -> impl Future<Output = Option<Result<FileReply, FileFailure>>> + Send + use<> {
    let mut shown = AsyncFileDialog::new();
    if let Some(folder) = recent.and_then(FileRef::folder) {
        shown = shown.set_directory(folder.path());
    }
    let (formats, others, [title, _]) = (formats(dialog), other_extensions(dialog), words(dialog));
    let answer: Pin<Box<dyn Future<Output = Option<FileHandle>> + Send>> = match suggested(dialog) {
        None => {
            let of_formats = formats.iter().flat_map(|format| format.dialog_extensions());
            let extensions: Vec<&str> = of_formats.chain(others.iter().copied()).collect();
            Box::pin(shown.set_title(title).add_filter("Documents and levels", &extensions).pick_file())
        }
        Some(suggested) => {
            let shown = formats.iter().fold(shown.set_title(title), |shown, format| {
                shown.add_filter(format.name, &format.dialog_extensions())
            });
            let shown = match others {
                [] => shown,
                extensions => shown.add_filter("Comma-separated values", extensions),
            };
            Box::pin(shown.set_file_name(suggested.name()).save_file())
        }
    };
    async move {
        let opened = Stopwatch::start();
        match answer.await {
            Some(handle) => Some(Ok(FileReply::Chosen(handle.path().into()))),
            None => (opened.seconds() >= NO_DIALOG).then_some(Err(FileFailure::Cancelled)),
        }
    }
}
