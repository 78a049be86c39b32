//! Effects: requests of the editor to the application.

use std::collections::BTreeMap;

#[cfg(doc)]
use crate::editor::files::file::FileInput;

use crate::editor::session::job::Job;
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::request::FileRequest;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::check::IssueType;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::recovery::RecoveryFile;

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
    /// Generation of the mesh from the levels.
    Generation,
    /// Gravity, platforms, throws and jumps of a side view.
    Platforms,
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
    /// Asks about a file, under a number: [`FileInput::Reply`] with that number.
    File(u64, FileRequest),
    /// Starts a job: [`crate::editor::interaction::input::Input::JobDone`].
    Start(Job),
    /// Stops the job with this number; its result is not needed.
    StopWork(u64),
    /// Frees the memory of the previous document in the background.
    DropInBackground(LoadedDocument),
    /// Puts a file at the top of the list of recent files.
    Remember(FileRef),
    /// Removes the recovery file of the document that was opened from this file, if any.
    RemoveRecovery(Option<FileRef>),
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

/// Requests to the application, in order, and what they are numbered and answered by.
#[derive(Debug, Default)]
pub(in crate::editor) struct Outbox {
    effects: Vec<Effect>,
    /// Number of jobs and of requests about files so far, which gives each its own number.
    works: u64,
    /// Requests about files that have no reply yet, by their numbers.
    unanswered: BTreeMap<u64, FileRequest>,
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

    /// Queues a request about a file, and returns its number.
    pub(in crate::editor) fn request(&mut self, request: FileRequest) -> u64 {
        let number = self.begin_work();
        self.unanswered.insert(number, request.clone());
        self.effects.push(Effect::File(number, request));
        number
    }

    /// Removes and returns the request that a reply answers; `None` if it has been answered.
    pub(in crate::editor) fn answered(&mut self, number: u64) -> Option<FileRequest> {
        self.unanswered.remove(&number)
    }

    /// Returns the requests about files that have no reply yet, oldest first, with their numbers.
    pub(in crate::editor) fn unanswered(&self) -> impl DoubleEndedIterator<Item = (u64, &FileRequest)> {
        self.unanswered.iter().map(|(&number, request)| (number, request))
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
