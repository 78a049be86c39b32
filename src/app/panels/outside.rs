//! Effects of the editor on the system: files are read and written by workers, panels change here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use super::remembered::Remembered;
use super::{Docked, Panels};
use crate::app::dialogs::Dialogs;
use crate::app::dock::{Dock, Pane};
use crate::app::jobs::{Ask, JobResult, Jobs, WriteQueue};
use crate::app::lesson::LessonCard;
use crate::app::palette::Palette;
use crate::app::welcome::Welcome;
use crate::document::Document;
use crate::editor::{AuxiliaryWindow, Editor, Effect, FileInput, Input, Message, Panel};
use crate::io::FileRef;
use crate::io::recovery::{KeepError, Recovery};
use crate::io::samples;

/// Files that this program keeps beside documents; none in tests.
#[derive(Debug)]
pub(super) struct Outside {
    pub(super) keeper: WriteQueue,
    pub(super) remembered: Remembered,
    recovery: Option<Arc<Recovery>>,
}

/// An effect that only the window can carry out.
#[derive(Debug)]
pub(in crate::app) enum WindowEffect {
    /// Show or hide the frame times.
    ToggleFrameTimes,
    /// Show a message.
    Say(Message),
    /// Remove a message.
    Retract(Message),
    /// Put text on the clipboard.
    Copy(String),
    /// Request the text of the clipboard.
    Paste,
    /// Close the window.
    Close,
}

impl Panels {
    /// Creates panels in the default layout that keep nothing on disk; `ctx` is repainted when a job ends.
    pub(in crate::app) fn new(ctx: &egui::Context) -> Self {
        Self::with(ctx, Remembered::default(), None)
    }

    /// Creates panels with the stored settings, and returns the first inputs of the editor.
    ///
    /// The program opens the file at `path`. Without a path, the very first start opens the first sample, and a later
    /// start shows the start screen.
    pub(in crate::app) fn as_left(
        ctx: &egui::Context,
        remembered: Remembered,
        path: Option<PathBuf>,
    ) -> (Self, Vec<Input>, Vec<Message>) {
        let note = remembered.note.clone();
        let recovery = Recovery::of_system().map(Arc::new);
        let mut panels = Self::with(ctx, remembered, recovery.clone());
        let mut inputs = vec![Input::SetOptions(panels.outside.remembered.options())];
        match path {
            Some(path) => inputs.push(Input::File(FileInput::Open(path.into()))),
            None if panels.outside.remembered.is_first => {
                samples::all().iter().take(1).for_each(|sample| panels.jobs.open_sample(sample));
            }
            None => panels.welcome(),
        }
        match recovery {
            Some(recovery) => panels.jobs.find_recovery(recovery),
            None => inputs.push(Input::File(FileInput::NotKept { why: NO_FOLDER.into() })),
        }
        (panels, inputs, note.into_iter().map(Message::warning).collect())
    }

    /// Creates panels that keep unsaved work in `recovery`.
    pub(in crate::app) fn with(
        ctx: &egui::Context,
        remembered: Remembered,
        recovery: Option<Arc<Recovery>>,
    ) -> Self {
        Self {
            dock: Dock::read(remembered.layout()),
            palette: Palette::default(),
            dialogs: Dialogs::default(),
            welcome: Welcome::default(),
            lesson: LessonCard::default(),
            jobs: Jobs::new(ctx),
            docked: Docked::default(),
            outside: Outside { keeper: WriteQueue::new(), remembered, recovery },
        }
    }

    /// Whether the palette opens with the next frame, which must then get the keys.
    pub(in crate::app) fn is_opening(&self) -> bool {
        self.palette.is_opening()
    }

    /// Whether a dialog or the palette was drawn in the last frame and has closed since.
    ///
    /// The toolkit counts it as open for one more frame, and would send keys to it.
    pub(in crate::app) fn is_closing(&self, ctx: &egui::Context, editor: &Editor) -> bool {
        let was_open = ctx.memory(|memory| memory.top_modal_layer().is_some());
        was_open && !self.palette.is_open() && !self.dialogs.is_any_open(editor)
    }

    /// Opens the start screen.
    fn welcome(&mut self) {
        self.welcome.open(self.outside.remembered.recent());
    }

    /// Passes the results of jobs to the editor and stores changed settings.
    pub(in crate::app) fn listen(&mut self, ctx: &egui::Context, editor: &Editor, inputs: &mut Vec<Input>) {
        for done in self.jobs.take_done() {
            match done {
                JobResult::Input(input) => {
                    if brings_a_document(&input) {
                        self.welcome.close();
                    }
                    inputs.push(input);
                }
                JobResult::NoDialog(ask) => {
                    let folder = self.outside.remembered.folder();
                    self.dialogs.ask(ask, folder.as_deref(), &mut self.jobs);
                }
            }
        }
        let Outside { keeper, remembered, .. } = &mut self.outside;
        remembered.follow(ctx, editor.options(), &mut self.dock, keeper);
    }

    /// Carries out an effect on files, jobs and panels; returns an effect left to the window.
    pub(in crate::app) fn carry_out(&mut self, effect: Effect) -> Option<WindowEffect> {
        let folder = self.outside.remembered.folder();
        let weld_distance = self.outside.remembered.options().weld_distance;
        match effect {
            Effect::AskOpen => self.jobs.ask(Ask::Open, folder.as_deref()),
            Effect::AskSaveAs { suggested } => self.jobs.ask(Ask::Save { suggested }, folder.as_deref()),
            Effect::Read(path) => self.jobs.read(path, weld_distance),
            Effect::Write { path, format, document, options } => {
                self.jobs.write((path, format), document, options);
            }
            Effect::Start(job) => self.jobs.start_job(job),
            Effect::StopWork(number) => self.jobs.stop_work(number),
            Effect::DropInBackground(gone) => self.outside.keeper.then(move || drop(gone)),
            Effect::Remember(path) => {
                let Outside { keeper, remembered, .. } = &mut self.outside;
                remembered.remember(path.path(), keeper);
            }
            Effect::WriteRecovery { original, document } => {
                self.outside.keep(original, document, self.jobs.teller());
            }
            Effect::RemoveRecovery { original } => {
                if let Some(recovery) = self.outside.recovery.clone() {
                    self.outside.keeper.then(move || recovery.forget(original.as_ref().map(FileRef::path)));
                }
            }
            Effect::ReadRecovery(recovery_file) => self.jobs.recover(recovery_file, weld_distance),
            // Failing to remove a file that is already gone is harmless.
            Effect::DiscardRecovery(file) => self.outside.keeper.then(move || drop(file.discard())),
            Effect::Toggle(AuxiliaryWindow::Palette) => self.palette.toggle(),
            Effect::Toggle(AuxiliaryWindow::Start) => self.welcome(),
            Effect::Toggle(AuxiliaryWindow::FrameTimes) => return Some(WindowEffect::ToggleFrameTimes),
            Effect::Toggle(
                window
                @ (AuxiliaryWindow::CheatSheet | AuxiliaryWindow::Preferences | AuxiliaryWindow::About),
            ) => {
                self.dialogs.toggle(window);
            }
            Effect::Explain(stage) => self.lesson.open(stage),
            Effect::EndExplanation => self.lesson.close(),
            Effect::Show(Panel::Stepper) => self.dock.show(Pane::Stepper),
            Effect::Show(Panel::Plots) => self.dock.show(Pane::Plots),
            Effect::ResetLayout => self.dock.reset(),
            Effect::Say(message) => return Some(WindowEffect::Say(message)),
            Effect::Retract(message) => return Some(WindowEffect::Retract(message)),
            Effect::Copy(text) => return Some(WindowEffect::Copy(text)),
            Effect::Paste => return Some(WindowEffect::Paste),
            Effect::Close => return Some(WindowEffect::Close),
        }
        None
    }

    /// Keeps unsaved work during a panic; returns the outcome in a sentence.
    pub(in crate::app) fn keep_at_panic(&self, editor: &Editor) -> String {
        let Some((original, work)) = editor.unsaved_work() else { return "Nothing was unsaved.".into() };
        let Some(recovery) = &self.outside.recovery else {
            return format!("Unsaved work is lost. {NO_FOLDER}");
        };
        let keep = AssertUnwindSafe(|| recovery.keep(original.map(FileRef::path), work, SystemTime::now()));
        match catch_unwind(keep) {
            Ok(Ok(file)) => {
                format!("Unsaved work was saved as {}. The next start offers to restore it.", file.display())
            }
            Ok(Err(why)) => format!("Unsaved work could not be saved: {why}."),
            Err(_panic) => "Unsaved work could not be saved because of a second defect.".into(),
        }
    }
}

/// Message for a system on which unsaved work cannot be kept.
const NO_FOLDER: &str =
    "Unsaved work has no recovery copy: this system names no folder for it. Save often (Ctrl+S).";

/// Whether an input brings a document, so that the start screen can close.
fn brings_a_document(input: &Input) -> bool {
    use FileInput::{OpenSample, Opened, OpenedReproduction, Recovered, Scanned};
    let Input::File(input) = input else { return false };
    matches!(input, Opened { .. } | OpenedReproduction(..) | OpenSample(..) | Recovered(..) | Scanned(..))
}

/// Returns the local time, as `14:03`.
fn clock() -> String {
    jiff::Zoned::now().strftime("%H:%M").to_string()
}

impl Outside {
    fn keep(
        &self,
        original: Option<FileRef>,
        document: Document,
        report: impl FnOnce(FileInput) + Send + 'static,
    ) {
        let Some(recovery) = self.recovery.clone() else { return };
        self.keeper.then(move || {
            report(match recovery.keep(original.as_ref().map(FileRef::path), &document, SystemTime::now()) {
                Ok(_file) => FileInput::Kept { clock: clock() },
                Err(why) => FileInput::NotKept { why: not_kept(&why) },
            });
        });
    }
}

/// Returns why unsaved work is not kept, and advice for the user.
fn not_kept(why: &KeepError) -> String {
    let advice = match why {
        KeepError::Folder { .. } => "Save now (Ctrl+S), then free some space there or allow writing to it.",
        KeepError::Write(_) | KeepError::Save(_) => "Save now (Ctrl+S).",
    };
    format!("Unsaved work has no recovery copy: {why}. {advice}")
}
