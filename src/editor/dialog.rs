//! Questions that wait for an answer, as data; the window draws them.

use std::path::PathBuf;

use super::{ImportDialog, LoadedDocument};
use crate::io::file::{Expected, Stamp};
use crate::io::recovery::RecoveryFile;
use crate::io::save::Caution;
use crate::pathfinding::Stage;

/// A question that waits for an answer; answered by [`super::FileInput::Answer`].
#[derive(Clone, Debug)]
pub enum Dialog {
    /// Work would be lost: [`Choice::Save`], [`Choice::Discard`] or [`Choice::Cancel`].
    Unsaved {
        /// What is to be done afterwards.
        then: AfterSave,
    },
    /// The file changed since it was read: [`Choice::Save`] over it, [`Choice::SaveElsewhere`], [`Choice::Discard`] the
    /// work and read it again, or [`Choice::Cancel`].
    ChangedOnDisk {
        /// The file.
        path: PathBuf,
    },
    /// There is a file of the name that was chosen, and nobody was asked about it: [`Choice::Save`] over it,
    /// [`Choice::SaveElsewhere`], or [`Choice::Cancel`].
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Replacing a file needs consent: [`Choice::Save`] all the same, [`Choice::SaveElsewhere`], or [`Choice::Cancel`].
    Consent {
        /// The file.
        path: PathBuf,
        /// What to ask about.
        cautions: Vec<Caution>,
        /// What must be there.
        expected: Expected,
    },
    /// What of a file to import: [`Choice::Import`] or [`Choice::Cancel`].
    Import(ImportDialog),
    /// Unsaved work of earlier runs was found: [`Choice::Recover`], [`Choice::Discard`] all of it, or
    /// [`Choice::Cancel`] to be asked again next time.
    Recovery(Vec<RecoveryFile>),
}

/// An answer to a [`Dialog`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Save, over whatever is there.
    Save,
    /// Save to another file.
    SaveElsewhere,
    /// Let go of the work.
    Discard,
    /// Import.
    Import,
    /// Bring back the work at an index.
    Recover(usize),
    /// Nothing of all this.
    Cancel,
}

/// What is to be done once the document is saved or let go.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterSave {
    /// Begin with nothing.
    New,
    /// Ask for a file to open.
    AskOpen,
    /// Open a file.
    Open(PathBuf),
    /// Show another document.
    Show(Box<IncomingDocument>),
    /// End the program.
    Close,
}

/// A document that came from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomingDocument {
    /// What it is called.
    pub name: String,
    /// What it holds.
    pub document: LoadedDocument,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a document came from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A file, which it is saved to again.
    File(PathBuf, Stamp),
    /// It comes with the program.
    Sample,
    /// Nothing: it is empty.
    New,
    /// It was imported, so it cannot be saved to where it came from.
    Import {
        /// The file; `None` for a sample.
        file: Option<PathBuf>,
        /// What was taken and what was left out, in sentences.
        description: String,
    },
    /// It is one question to look at, at a step by its stage and its place there.
    Reproduction(Option<(Stage, usize)>),
    /// It is unsaved work of an earlier run.
    Recovery(RecoveryFile),
}

impl AfterSave {
    /// What is about to happen, for the question: "before opening level.ron".
    pub fn describe(&self) -> String {
        match self {
            Self::New => "before starting a new document".into(),
            Self::AskOpen => "before opening another file".into(),
            Self::Open(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                format!("before opening {}", name.to_string_lossy())
            }
            Self::Show(arrival) => format!("before opening {}", arrival.name),
            Self::Close => "before closing".into(),
        }
    }
}
