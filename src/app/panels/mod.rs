//! Everything around the view: bars, docked panels, dialogs, palette, start screen, and their jobs.
//!
//! Panels read the editor and collect inputs. They change no document.

mod menus;
mod toolbar;
mod filter_form;
mod inspector;
mod connections;
mod islands;
mod issues;
pub mod status_bar;
pub mod statistics;
mod analysis;
pub mod plots;
mod areas;
mod comparison;
mod level_image;
pub mod level_parts;
mod levels;
mod generation;
mod platforms;
mod queries;
mod simulation;
pub mod stepper;
mod history;
pub mod remembered;
mod outside;

use egui::{Frame, Margin, Ui};

use self::issues::IssuesPanel;
use self::plots::PlotsPanel;
use self::stepper::StepperPanel;
use super::dialogs::Dialogs;
use super::dock::{Dock, Pane};
use super::jobs::Jobs;
use super::lesson::LessonCard;
use super::messages::Messages;
use super::palette::CommandPalette;
use super::platform::watch::FileWatch;
use super::welcome::Welcome;
use super::{keys, theme};
use crate::editor::interaction::input::Input;
use crate::editor::{Editor, State};

pub(in crate::app) use menus::ContextMenu;
pub(in crate::app) use remembered::Remembered;

/// State of the window around the view: layout, open dialogs and jobs.
#[derive(Debug)]
pub(in crate::app) struct Panels {
    dock: Dock,
    palette: CommandPalette,
    dialogs: Dialogs,
    welcome: Welcome,
    lesson: LessonCard,
    /// Whether a text field had the focus in the last frame; Escape then ends its edit.
    pub(in crate::app) is_typing: bool,
    /// Whether a menu or another popup was open in the last frame; it then takes the keys.
    pub(in crate::app) has_popup: bool,
    /// Whether a control was dragged in the last frame; Escape then ends its drag.
    is_dragging: bool,
    jobs: Jobs,
    docked: Docked,
    watch: FileWatch,
    remembered: Remembered,
}

#[derive(Debug, Default)]
struct Docked {
    stepper: StepperPanel,
    plots: PlotsPanel,
    /// Height in the inspector's field beside *Raise*, in metres.
    lift: f32,
    islands: islands::IslandRows,
    areas: areas::AreaRows,
    issues: IssuesPanel,
    /// Number of done steps when the history was last drawn.
    history: usize,
}

impl Panels {
    /// Draws everything; `view_ui` draws a view.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        editor: &Editor,
        messages: &mut Messages,
        inputs: &mut Vec<Input>,
        view_ui: &mut dyn FnMut(&mut Ui, Pane, &mut Vec<Input>),
    ) {
        let ctx = ui.ctx().clone();
        menus::ui(ui, editor, inputs);
        self.leave_start(inputs);
        let below_menu = ui.available_rect_before_wrap();
        if self.welcome.is_open {
            ui.disable();
        }
        status_bar::ui(ui, editor, inputs, messages, &mut self.dock, &mut self.jobs);
        toolbar::ui(ui, editor, inputs);
        let Self { dock, docked, jobs, .. } = self;
        egui::CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
            dock.ui(ui, &mut |ui, pane| match pane {
                pane @ (Pane::Viewport | Pane::Space) => view_ui(ui, pane, inputs),
                pane => padded(ui, |ui| docked.ui(ui, pane, editor, jobs, inputs)),
            });
        });
        self.lesson.ui(&ctx, editor);
        // A question of the editor precedes the start screen.
        if editor.dialog().is_none()
            && let Some(sample) = self.welcome.ui(&ctx, below_menu, editor, inputs)
        {
            self.jobs.open_sample(sample);
        }
        let before = inputs.len();
        if let Some(sample) = self.palette.ui(&ctx, editor, inputs) {
            self.jobs.open_sample(sample);
        }
        self.leave_start(&inputs[before..]);
        self.dialogs.ui(&ctx, editor, &mut self.jobs, inputs);
        (self.is_typing, self.is_dragging) = (ctx.text_edit_focused(), ctx.dragged_id().is_some());
        // The toolkit forgets the open popups at the start of a frame.
        self.has_popup = ctx.any_popup_open();
    }

    /// Closes the start screen if a command runs that leaves it.
    pub(in crate::app) fn leave_start(&mut self, inputs: &[Input]) {
        if inputs.iter().any(|input| matches!(input, Input::Run(command) if !keys::stays_at_start(*command)))
        {
            self.welcome.is_open = false;
        }
    }

    pub(in crate::app) fn is_start_open(&self) -> bool {
        self.welcome.is_open
    }

    /// Handles keys for the lesson card over the view before the editor gets them.
    pub(in crate::app) fn take_keys(&mut self, ctx: &egui::Context, state: &State) {
        if !keys::has_modal(ctx)
            && !self.has_popup
            && !self.is_typing
            && !self.is_dragging
            && !state.is_gesture_running()
        {
            self.lesson.close_by_key(ctx);
        }
    }
}

impl Docked {
    fn ui(&mut self, ui: &mut Ui, pane: Pane, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
        match pane {
            Pane::Viewport | Pane::Space => {}
            Pane::Stepper => self.stepper.ui(ui, state, jobs, inputs),
            Pane::Plots => self.plots.ui(ui, state, inputs),
            Pane::Inspector => inspector::ui(ui, state, inputs, &mut self.lift),
            Pane::Islands => islands::ui(ui, state, jobs, inputs, &mut self.islands),
            Pane::Issues => self.issues.ui(ui, state, jobs, inputs),
            Pane::Analysis => analysis::ui(ui, state, jobs, inputs),
            Pane::Level => levels::ui(ui, state, inputs),
            Pane::Generation => generation::ui(ui, state, jobs, inputs),
            Pane::Platforms => platforms::ui(ui, state, jobs, inputs),
            Pane::Areas => areas::ui(ui, state, inputs, &mut self.areas),
            Pane::Comparison => comparison::ui(ui, state, jobs, inputs),
            Pane::Queries => queries::ui(ui, state, inputs),
            Pane::Simulation => simulation::ui(ui, state, inputs),
            Pane::History => history::ui(ui, state, inputs, &mut self.history),
        }
    }
}

fn padded(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let fill = ui.visuals().panel_fill;
    let margin = Margin::symmetric(theme::SPACE_L as i8, theme::SPACE_M as i8);
    Frame::new().fill(fill).inner_margin(margin).show(ui, |ui| {
        ui.take_available_space();
        contents(ui);
    });
}
