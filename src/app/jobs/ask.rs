//! The file dialogs of the system.

use std::path::Path;
use std::pin::Pin;
use std::time::{Duration, Instant};

use super::{JobResult, Jobs, block_on::block_on};
use crate::editor::{FileInput, Input};
use crate::io::{FileRef, Format};

/// Kind of file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Ask {
    /// Choose a file to open.
    Open,
    /// Choose a path to save to.
    Save {
        /// Initial file or name.
        suggested: FileRef,
    },
}

/// Time within which no user closes a dialog; a dialog that returns earlier did not open.
const NO_DIALOG: Duration = Duration::from_millis(250);

/// Returns the formats that a dialog offers.
pub(in crate::app) fn formats(ask: &Ask) -> Vec<&'static Format> {
    match ask {
        Ask::Open => Format::readable().collect(),
        Ask::Save { .. } => Format::writable().collect(),
    }
}

impl Jobs {
    /// Opens the dialog of the system, in `folder` if there is one.
    pub(in crate::app) fn ask(&mut self, ask: Ask, folder: Option<&Path>) {
        let mut dialog = rfd::AsyncFileDialog::new();
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        let formats = formats(&ask);
        let answer: Pin<Box<dyn Future<Output = _> + Send>> = match &ask {
            Ask::Open => {
                let extensions: Vec<&str> =
                    formats.iter().flat_map(|format| format.extensions).copied().collect();
                Box::pin(dialog.set_title("Open").add_filter("Documents and levels", &extensions).pick_file())
            }
            Ask::Save { suggested } => {
                let name = suggested.name();
                let dialog = formats.iter().fold(dialog.set_title("Save as"), |dialog, format| {
                    dialog.add_filter(format.name, format.extensions)
                });
                Box::pin(dialog.set_file_name(name).save_file())
            }
        };
        self.start(
            "waiting for the file dialog",
            |_| FileInput::Dismissed,
            move || {
                let began = Instant::now();
                let chosen = block_on(answer).map(|handle: rfd::FileHandle| handle.path().into());
                match chosen {
                    Some(path) => vec![chosen_file(&ask, path)],
                    None if began.elapsed() < NO_DIALOG => vec![JobResult::NoDialog(ask)],
                    None => vec![JobResult::Input(Input::File(FileInput::Dismissed))],
                }
            },
        );
    }
}

fn chosen_file(ask: &Ask, path: FileRef) -> JobResult {
    JobResult::Input(Input::File(match ask {
        Ask::Open => FileInput::Open(path),
        Ask::Save { .. } => FileInput::SaveTo(path),
    }))
}
