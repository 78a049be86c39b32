//! Effects: requests of the editor to the application.

#[cfg(doc)]
use crate::editor::files::file::FileInput;

use crate::editor::session::job::Job;
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::picture::{PictureSettings, PictureState};
use crate::editor::session::table::{Table, TableContent};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::check::IssueType;
use navsmith_formats::document::Document;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::SaveOptions;
use navsmith_formats::io::{FileRef, Format, ProtectedFiles, TargetChecks};

/// Severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageSeverity {
    /// An action succeeded.
    Info,
    /// An action was refused; nothing is lost.
    Warning,
    /// An action failed.
    Error,
}

/// Message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Severity of the message.
    pub severity: MessageSeverity,
    /// Text of the message.
    pub text: String,
}

impl Message {
    /// Creates a message about an action that succeeded.
    pub fn info(text: impl Into<String>) -> Self {
        Self { severity: MessageSeverity::Info, text: text.into() }
    }

    /// Creates a message about an action that was refused; nothing is lost.
    pub fn warning(text: impl Into<String>) -> Self {
        Self { severity: MessageSeverity::Warning, text: text.into() }
    }

    /// Creates a message about an action that failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self { severity: MessageSeverity::Error, text: text.into() }
    }
}

/// Window of the application beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuxiliaryWindow {
    /// Command palette, a searchable list of all commands.
    Palette,
    /// List of all commands with their keys.
    CheatSheet,
    /// Preferences of the application.
    Preferences,
    /// Start window: recent files, samples, a tour.
    Start,
    /// Export targets of the document.
    ExportTargets,
    /// Information about the application.
    About,
    /// Frame times, and the number of drawn elements.
    FrameTimes,
}

/// Panel beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// Steps of the query, and the explanation of its answer.
    Stepper,
    /// Plots.
    Plots,
    /// Statistics and analyses of the whole mesh.
    Analysis,
    /// Scenarios, and the run of the active one.
    Simulation,
    /// Levels, their visibility and the cut.
    Level,
    /// The 3D view.
    Space,
    /// Differences from another document.
    Comparison,
    /// Saved queries and the settings of the active one.
    Queries,
    /// Islands, and why two cells are not connected.
    Islands,
    /// Areas.
    Areas,
    /// Issues of the mesh.
    Issues,
}

/// Request of the editor to the application.
///
/// Its result, if any, comes back as an [`Input`](crate::editor::interaction::input::Input).
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Shows a message to the user.
    Say(Message),
    /// Removes a message that no longer applies, unless a later one replaced it.
    Retract(Message),
    /// Removes the errors about the previous document, which was closed.
    RetractErrors,
    /// Copies text to the clipboard.
    Copy(String),
    /// Reads the text of the clipboard: [`crate::editor::interaction::input::Input::Pasted`].
    Paste,
    /// Shows the dialog for a file to open: [`FileInput::Open`], or [`FileInput::Dismissed`].
    AskOpen,
    /// Shows the dialog for a file to import: [`FileInput::Import`], or [`FileInput::Dismissed`].
    AskImport,
    /// Reads a file to import into the document: [`FileInput::Scanned`] or [`FileInput::ReadFailed`].
    ReadImport(FileRef),
    /// Shows the dialog for a file to save to: [`FileInput::SaveTo`], or [`FileInput::Dismissed`].
    ///
    /// It suggests the open file or another name.
    AskSaveAs(FileRef),
    /// Shows the dialog for a file to export to: [`FileInput::ExportTo`], or [`FileInput::Dismissed`].
    ///
    /// It suggests the last exported file or another name.
    AskExport(FileRef),
    /// Shows the dialog for a file to save a table to, with a suggestion.
    ///
    /// The result is [`FileInput::SaveTable`] or [`FileInput::Dismissed`].
    AskTable(Table, FileRef),
    /// Shows the dialog for a file with level geometry.
    ///
    /// The result is [`FileInput::ChooseLevel`] or [`FileInput::Dismissed`].
    /// With the index of a level, the file replaces that of the level, which is suggested.
    AskLevel(Option<(usize, FileRef)>),
    /// Shows the dialog for a file to compare with.
    ///
    /// The result is [`FileInput::CompareWith`] or [`FileInput::Dismissed`].
    AskCompare,
    /// Reads a file as a document to compare with: [`FileInput::ReadForComparison`].
    ReadForComparison(FileRef),
    /// Shows the dialog for an image to add: [`FileInput::ChooseLevel`] or [`FileInput::Dismissed`].
    AskImage,
    /// Reads level geometry or an image: [`FileInput::LevelRead`] or [`FileInput::LevelNotLocal`].
    ///
    /// With the file of the document, only if the document alone may decide that.
    ReadLevel(FileRef, Option<FileRef>),
    /// Reads a file: [`FileInput::Opened`], [`FileInput::Scanned`] or [`FileInput::ReadFailed`].
    Read(FileRef),
    /// Reads a file to change the document to its content: [`FileInput::ReadAgain`] with this number.
    ReadAgain(FileRef, u64),
    /// Saves a document.
    ///
    /// The result is [`FileInput::Saved`], [`FileInput::ChangedOnDisk`], [`FileInput::NeedsConsent`],
    /// [`FileInput::OutsideFolder`], [`FileInput::WriteRefused`] or [`FileInput::SaveFailed`].
    Write {
        /// File to write.
        file: FileRef,
        /// Format of the file.
        format: &'static Format,
        /// Coordinates of the file.
        coordinates: FileCoordinates,
        /// Document to save.
        document: Document,
        /// Options of the save.
        options: SaveOptions,
        /// Files that are not replaced.
        protected: ProtectedFiles,
        /// Further checks, for an export target.
        checks: Option<Box<TargetChecks>>,
    },
    /// Draws a picture and writes it, with the results of [`Self::Write`].
    WritePicture {
        /// File to write.
        file: FileRef,
        /// Format of the file, a picture.
        format: &'static Format,
        /// Contents of the picture.
        settings: PictureSettings,
        /// State that the picture shows.
        state: PictureState,
        /// Options of the save.
        options: SaveOptions,
        /// Files that are not replaced.
        protected: ProtectedFiles,
    },
    /// Writes a table: [`FileInput::TableWritten`].
    WriteTable {
        /// File to write.
        file: FileRef,
        /// The table.
        content: TableContent,
        /// Options of the save.
        options: SaveOptions,
    },
    /// Starts a job: [`crate::editor::interaction::input::Input::JobDone`].
    Start(Job),
    /// Stops the job with this number; its result is not needed.
    StopWork(u64),
    /// Frees the memory of the previous document in the background.
    DropInBackground(LoadedDocument),
    /// Puts a file at the top of the list of recent files.
    Remember(FileRef),
    /// Writes unsaved work to a recovery file: [`FileInput::Kept`] or [`FileInput::NotKept`].
    ///
    /// The next start finds it there.
    WriteRecovery {
        /// File that the document was opened from; `None` if it has none.
        original: Option<FileRef>,
        /// The unsaved document.
        document: Document,
    },
    /// Removes the recovery file of the document that was opened from this file, if any.
    RemoveRecovery(Option<FileRef>),
    /// Reads unsaved work of an earlier run: [`FileInput::Recovered`], or [`FileInput::ReadFailed`].
    ReadRecovery(RecoveryFile),
    /// Removes the recovery file of an earlier run.
    DiscardRecovery(RecoveryFile),
    /// Opens another window of the application, or closes it.
    Toggle(AuxiliaryWindow),
    /// Brings a panel to the front.
    Show(Panel),
    /// Shows the introduction to a stage.
    Explain(Stage),
    /// Shows the description of a kind of issues.
    ExplainIssue(&'static IssueType),
    /// Closes the introduction to a stage because its document was closed.
    EndExplanation,
    /// Shows the 3D view beside the view from above, or as a tab of it if it is beside it.
    SplitViews,
    /// Resets the panels to their default layout.
    ResetLayout,
    /// Closes the application.
    Close,
}

/// Requests to the application, in order, and the number of started jobs.
#[derive(Debug, Default)]
pub(in crate::editor) struct Outbox {
    effects: Vec<Effect>,
    /// Number of jobs started so far, which gives each job its own number.
    works: u64,
}

impl Outbox {
    /// Queues a request.
    pub(in crate::editor) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Queues several requests.
    pub(in crate::editor) fn extend(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Queues a message to the user.
    pub(in crate::editor) fn say(&mut self, message: Message) {
        self.effects.push(Effect::Say(message));
    }

    /// Returns the number of a job that starts now.
    pub(in crate::editor) fn begin_work(&mut self) -> u64 {
        self.works += 1;
        self.works
    }

    /// Returns the requests since the last call, and clears the queue.
    pub(in crate::editor) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
