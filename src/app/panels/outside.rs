//! Effects of the editor on the system: files are read and written by workers, panels change here.

use super::remembered::Remembered;
use super::{Docked, Panels};
use crate::app::dialogs::Dialogs;
use crate::app::dock::{Dock, Pane};
use crate::app::jobs::{JobResult, Jobs};
use crate::app::keys::has_modal;
use crate::app::lesson::LessonCard;
use crate::app::palette::CommandPalette;
use crate::app::platform::watch::FileWatch;
use crate::app::welcome::Welcome;
use crate::editor::files::file::{FileInput, changed, recovery};
use crate::editor::files::reply::{FileContent, FileReply};
use crate::editor::interaction::input::Input;
use crate::editor::session::effect::{AuxiliaryWindow, Effect, Message, Panel};
use crate::editor::{Editor, State};
use crate::samples;
use navsmith_formats::io::FileRef;

impl Panels {
    /// Creates panels with the stored settings, and returns the first inputs of the editor.
    ///
    /// The program opens `file`. Without a file, the very first start opens the first sample, and a later
    /// start shows the start screen.
    pub(in crate::app) fn as_left(
        ctx: &egui::Context,
        remembered: Remembered,
        file: Option<FileRef>,
    ) -> (Self, Vec<Input>, Vec<Message>) {
        let note = remembered.note.clone();
        let mut panels = Self::with(ctx, remembered);
        let mut inputs = panels.remembered.inputs();
        match file {
            Some(file) => inputs.push(Input::File(FileInput::Open(file))),
            None if panels.remembered.is_first => {
                samples::all().iter().take(1).for_each(|sample| panels.jobs.open_sample(sample));
            }
            None => panels.welcome(),
        }
        panels.jobs.find_recovery(&panels.remembered.storage);
        (panels, inputs, note.into_iter().map(Message::warning).collect())
    }

    /// Creates panels with stored settings, and their storage; `ctx` is repainted when a job ends.
    pub(in crate::app) fn with(ctx: &egui::Context, remembered: Remembered) -> Self {
        Self {
            dock: Dock::read(remembered.layout()),
            palette: CommandPalette::default(),
            dialogs: Dialogs::default(),
            welcome: Welcome::default(),
            lesson: LessonCard::default(),
            is_typing: false,
            has_popup: false,
            is_dragging: false,
            jobs: Jobs::new(ctx),
            docked: Docked::default(),
            watch: FileWatch::default(),
            remembered,
        }
    }

    /// Whether the palette opens with the next frame, or a dialog or the palette has just closed.
    ///
    /// An opening palette must get the keys. The toolkit counts a closed dialog as open for one more frame, and would
    /// send keys to it.
    pub(in crate::app) fn is_switching(&self, ctx: &egui::Context, state: &State) -> bool {
        let is_closing = has_modal(ctx) && !self.palette.is_open && !self.dialogs.is_any_open(state);
        self.palette.is_opening() || is_closing
    }

    fn welcome(&mut self) {
        self.welcome.open(self.remembered.recent());
    }

    /// Passes the results of jobs to the editor and stores changed settings.
    pub(in crate::app) fn listen(&mut self, ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
        for done in self.jobs.take_done() {
            match done {
                JobResult::Input(input) => {
                    if brings_a_document(&input) {
                        self.welcome.is_open = false;
                    }
                    inputs.push(*input);
                }
                JobResult::NoDialog(number, dialog) => {
                    self.dialogs.choose(number, dialog, self.remembered.newest(), &mut self.jobs);
                }
            }
        }
        self.remembered.follow(ctx, state, &mut self.dock);
    }

    /// Carries out an effect on files, jobs and panels.
    pub(in crate::app) fn carry_out(&mut self, effect: Effect) {
        let (storage, newest) = (&self.remembered.storage, self.remembered.newest());
        match effect {
            Effect::File(number, request) => self.jobs.request(number, request, (storage, newest)),
            Effect::Start(job) => self.jobs.start_job(job),
            Effect::StopWork(number) => self.jobs.stop_work(number),
            Effect::DropInBackground(gone) => storage.run_later(move || drop(gone)),
            Effect::Remember(file) => self.remembered.remember(&file),
            Effect::RemoveRecovery(original) => storage.forget(original),
            Effect::DiscardRecovery(recovery_file) => storage.discard(recovery_file),
            Effect::Toggle(AuxiliaryWindow::Palette) => self.palette.toggle(),
            Effect::Toggle(AuxiliaryWindow::Start) => self.welcome(),
            Effect::Toggle(
                window @ (AuxiliaryWindow::CheatSheet
                | AuxiliaryWindow::Preferences
                | AuxiliaryWindow::ExportTargets
                | AuxiliaryWindow::About),
            ) => {
                self.dialogs.toggle(window);
            }
            Effect::Explain(stage) => self.lesson.open(stage),
            Effect::ExplainIssue(kind) => self.dialogs.explain(kind),
            Effect::EndExplanation => self.lesson.close(),
            Effect::SplitViews => self.dock.split_views(),
            Effect::Show(panel) => self.dock.show(pane_of(panel)),
            Effect::ResetLayout => self.dock.reset(),
            // The window carries out these.
            Effect::Say(_)
            | Effect::Retract(_)
            | Effect::RetractErrors
            | Effect::Copy(_)
            | Effect::Paste
            | Effect::Close
            | Effect::Toggle(AuxiliaryWindow::FrameTimes) => {}
        }
    }

    /// Watches the files of the document, whose changes become inputs.
    pub(in crate::app) fn watch(&mut self, state: &State) {
        let jobs = &self.jobs;
        self.watch.follow(changed::watched(state), || jobs.teller());
    }

    /// Keeps unsaved work during a panic; returns the outcome in a sentence.
    pub(in crate::app) fn keep_at_panic(&self, editor: &Editor) -> String {
        let Some((original, work)) = recovery::unsaved_work(editor) else {
            return "Nothing was unsaved.".into();
        };
        self.remembered.storage.keep_at_panic(original, work)
    }
}

/// Whether an input brings a document, so that the start screen can close.
fn brings_a_document(input: &Input) -> bool {
    match input {
        Input::File(FileInput::OpenSample(..)) => true,
        Input::File(FileInput::Reply(_, Ok(FileReply::Read(content)))) => {
            !matches!(content, FileContent::Level(_))
        }
        _ => false,
    }
}

/// Returns the pane of a panel.
fn pane_of(panel: Panel) -> Pane {
    match panel {
        Panel::Stepper => Pane::Stepper,
        Panel::Level => Pane::Level,
        Panel::Generation => Pane::Generation,
        Panel::Platforms => Pane::Platforms,
        Panel::Space => Pane::Space,
        Panel::Analysis => Pane::Analysis,
        Panel::Comparison => Pane::Comparison,
        Panel::Islands => Pane::Islands,
        Panel::Areas => Pane::Areas,
        Panel::Issues => Pane::Issues,
        Panel::Simulation => Pane::Simulation,
        Panel::Plots => Pane::Plots,
        Panel::Queries => Pane::Queries,
    }
}
