//! What the editor wants of the outside.

use std::path::PathBuf;

#[cfg(doc)]
use super::{AnalysisInput, DetourInput, FileInput, StepInput, SurveyInput};
use super::{
    ChecksJob, ChokepointsJob, CompareJob, DistancesJob, ImportJob, IssuesJob, LoadedDocument, PairsJob,
    RecordJob, SearchJob, SurveyJob, WhyJob, WidestJob, WidthsJob,
};
use crate::document::Document;
use crate::io::recovery::RecoveryFile;
use crate::io::save::SaveOptions;
use crate::pathfinding::Stage;

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something went as asked.
    Info,
    /// Something was refused; nothing is lost.
    Warning,
    /// Something failed.
    Error,
}

/// A sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How much it matters.
    pub severity: Severity,
    /// The sentence.
    pub text: String,
}

impl Message {
    /// Something went as asked.
    pub fn info(text: impl Into<String>) -> Self {
        Self { severity: Severity::Info, text: text.into() }
    }

    /// Something was refused; nothing is lost.
    pub fn warning(text: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, text: text.into() }
    }

    /// Something failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self { severity: Severity::Error, text: text.into() }
    }
}

/// A window of the program beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// Every command, to be found by typing.
    Palette,
    /// Every command with its keys.
    CheatSheet,
    /// The settings of the program.
    Preferences,
    /// What to begin with: recent files, samples, a tour.
    Start,
    /// What this program is.
    About,
    /// How long frames take, and what was drawn.
    FrameTimes,
}

/// A panel beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The question, step by step, and why its answer is what it is.
    Stepper,
    /// Numbers as curves.
    Plots,
}

/// One thing that the editor asks of the outside; what comes of it comes back as an [`super::Input`].
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Tell the user.
    Say(Message),
    /// Tell the user no longer what was so and is not any more, if nothing else was said since.
    Retract(Message),
    /// Put text on the clipboard.
    Copy(String),
    /// Bring the clipboard's text back as [`super::Input::Pasted`].
    Paste,
    /// Ask for a file to open: [`FileInput::Open`], or [`FileInput::Dismissed`].
    AskOpen,
    /// Ask where to save: [`FileInput::SaveTo`], or [`FileInput::Dismissed`].
    AskSaveAs {
        /// The file now open, or the name to begin with.
        suggested: PathBuf,
    },
    /// Read a file: [`FileInput::Opened`], [`FileInput::Scanned`] or [`FileInput::ReadFailed`].
    Read(PathBuf),
    /// Save a document: [`FileInput::Saved`], [`FileInput::ChangedOnDisk`], [`FileInput::NeedsConsent`] or
    /// [`FileInput::SaveFailed`].
    Write {
        /// Where.
        path: PathBuf,
        /// What.
        document: Document,
        /// How.
        options: SaveOptions,
    },
    /// Compute the import of an open dialog: [`FileInput::ImportReady`].
    Import(ImportJob),
    /// Find the chokes of a large mesh: [`AnalysisInput`].
    FindChokes(ChokepointsJob),
    /// Check queries that take long: [`AnalysisInput`].
    Check(ChecksJob),
    /// Search for the answer of the active query: [`AnalysisInput`].
    Search(SearchJob),
    /// Find out why there is no path over a large mesh: [`AnalysisInput`].
    FindWhy(Box<WhyJob>),
    /// Measure every portal of a large mesh: [`AnalysisInput`].
    MeasureWidths(Box<WidthsJob>),
    /// Find the widest way over a large mesh: [`AnalysisInput`].
    FindWidest(Box<WidestJob>),
    /// Record what happens on the way to an answer: [`StepInput::Recorded`].
    Record(RecordJob),
    /// Find all that is wrong with a large mesh: [`AnalysisInput`].
    FindIssues(IssuesJob),
    /// Find how far a large mesh is from the start: [`AnalysisInput`].
    FindDistances(DistancesJob),
    /// Find the shortest ways between all pairs of cells: [`AnalysisInput`].
    FindPairs(PairsJob),
    /// Compare every algorithm on one question: [`DetourInput`].
    Compare(CompareJob),
    /// Sample detours over the whole mesh: [`SurveyInput`].
    Survey(SurveyJob),
    /// Break off the work with this number; nothing needs to come of it.
    StopWork(u64),
    /// Give back the memory of what was shown before, where nobody waits for it.
    DropInBackground(LoadedDocument),
    /// Put a file on top of the list of recent ones.
    Remember(PathBuf),
    /// Keep unsaved work where the next start finds it: [`FileInput::Kept`] or [`FileInput::NotKept`].
    WriteRecovery {
        /// The file that is being worked on.
        original: Option<PathBuf>,
        /// The work.
        document: Document,
    },
    /// Forget the unsaved work that was kept: it is saved or was given up.
    RemoveRecovery {
        /// The file that was worked on.
        original: Option<PathBuf>,
    },
    /// Bring back unsaved work of an earlier run: [`FileInput::Recovered`], or [`FileInput::ReadFailed`].
    ReadRecovery(RecoveryFile),
    /// Forget unsaved work of an earlier run.
    DiscardRecovery(RecoveryFile),
    /// Open another window of the program, or close it.
    Toggle(Window),
    /// Bring a panel to the front.
    Show(Panel),
    /// Show the introduction to a stage.
    Explain(Stage),
    /// Close the introduction to a stage: its document was left.
    EndExplanation,
    /// Put panels back to where they stand at first.
    ResetLayout,
    /// End the program.
    Close,
}
