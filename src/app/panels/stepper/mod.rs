//! The stepper: a query, a walk or a ray, step by step, with a track for every stage.

pub mod detour;
mod event;
mod intervals;
mod nodes;
mod tracks;
mod transport;
mod answer;

use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::detour as comparison;
use crate::editor::interaction::input::Input;
use crate::editor::queries::query::searching;
use crate::editor::queries::stepping::StepInput;
use crate::editor::session::command::Command;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;

#[derive(Debug, Default)]
pub(in crate::app) struct StepperPanel {
    /// Cursor when the list was last drawn; the list scrolls to a new cursor.
    shown: Option<usize>,
    breakpoints: transport::Chosen,
    nodes: nodes::NodeTable,
    intervals: intervals::IntervalRows,
    /// List shown for a search.
    list: List,
}

/// A list of the steps or the state of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum List {
    #[default]
    Steps,
    Cells,
    /// Available in the interval stage only.
    Intervals,
}

/// Minimum height of the list of steps, in points.
const LIST_HEIGHT: f32 = 110.0;
/// Minimum height of the explanation of a step, in points.
const LEAST_EXPLANATION: f32 = 110.0;
/// Minimum height of the reason for a missing path, in points; with less it scrolls with the steps.
const LEAST_REASON: f32 = 160.0;
/// Height under the answer, in points, below which the explanation precedes menus and tracks.
const LOW: f32 = 290.0;

fn settings_ui(ui: &mut Ui, state: &State, answer: &Answer, inputs: &mut Vec<Input>) {
    parts::drop_down(ui, "Settings", "Settings of the query", |ui| {
        answer::settings_ui(ui, state, answer, inputs);
    });
}

/// Draws the button that records the steps of a huge search, or its progress.
fn record_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if let Some(number) = state.recording_under_way() {
        parts::note(ui, "Recording the steps of this large search.");
        return parts::progress(ui, jobs.running_as(number));
    }
    parts::note(ui, "The search is large, so its steps are recorded only on request.");
    let tooltip = "Search again and record every step. The stepping keys do it too.";
    parts::on_click(ui.button("Record the steps"), tooltip, inputs, Input::Step(StepInput::Record));
}

/// Draws the foldable tracks of all stages, and leaves space for the explanation.
fn tracks_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let header =
        CollapsingHeader::new(RichText::new("Stages").small().strong()).id_salt("stages").default_open(true);
    header.show_unindented(ui, |ui| {
        let height = (ui.available_height() - LEAST_EXPLANATION).max(tracks::LEAST_HEIGHT);
        let area = parts::list_area("tracks", height);
        area.show(ui, |ui| tracks::ui(ui, state, inputs));
    });
}

impl StepperPanel {
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
        answer::choice_ui(ui, state, inputs);
        let is_query = state.shown_trace() == TraceKind::Query;
        let answer = state.answer().filter(|_| is_query);
        match answer {
            Some(answer) => {
                answer::headline_ui(ui, state, answer, inputs);
                if comparison::is_open(state) {
                    answer::reason_ui(ui, state, answer, inputs);
                    return detour::ui(ui, state, jobs, inputs);
                }
                if answer.is_cut_short() || state.records_on_demand() || state.records_later() {
                    return without_steps_ui(ui, state, jobs, answer, inputs);
                }
            }
            None if is_query => {
                return match searching::under_way(state) {
                    Some(number) => {
                        parts::note(ui, "The search is running. You can edit the mesh meanwhile.");
                        parts::progress(ui, jobs.running_as(number));
                    }
                    None => scrolling("nothing asked", ui, |ui| nothing_asked_ui(ui, state, inputs)),
                };
            }
            None => answer::run_headline_ui(ui, state),
        }
        self.steps_ui(ui, state, answer, inputs);
    }

    /// Draws the reason for a missing path, and the steps below it.
    ///
    /// In a low panel everything except the step buttons scrolls together.
    fn steps_ui(&mut self, ui: &mut Ui, state: &State, answer: Option<&Answer>, inputs: &mut Vec<Input>) {
        let is_long = answer.is_some_and(|answer| answer::is_reason_long(ui.ctx(), answer));
        let room = ui.available_height();
        if is_long && room < LOW + LEAST_REASON {
            return self.low_ui(ui, state, answer, answer, inputs);
        }
        if let Some(answer) = answer {
            let area = parts::list_area("reason", (room - LOW).max(LEAST_REASON));
            area.show(ui, |ui| answer::reason_ui(ui, state, answer, inputs));
        }
        if ui.available_height() < LOW {
            return self.low_ui(ui, state, answer, None, inputs);
        }
        self.menus_ui(ui, state, answer, inputs);
        ui.add_space(theme::SPACE_S);
        transport::ui(ui, state, inputs);
        tracks_ui(ui, state, inputs);
        ui.add_space(theme::SPACE_S);
        self.explanation_ui(ui, state, inputs);
    }

    /// Draws everything below the step buttons in one scrolling part.
    ///
    /// `missing` is the answer whose reason belongs there.
    fn low_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        answer: Option<&Answer>,
        missing: Option<&Answer>,
        inputs: &mut Vec<Input>,
    ) {
        transport::ui(ui, state, inputs);
        ui.add_space(theme::SPACE_S);
        let is_stepping = state.stage().is_some();
        scrolling("low", ui, |ui| {
            if let Some(missing) = missing.filter(|_| !is_stepping) {
                answer::reason_ui(ui, state, missing, inputs);
                ui.add_space(theme::SPACE_S);
            }
            // The explanation comes first, because only it must be visible without scrolling.
            event::ui(ui, state);
            ui.add_space(theme::SPACE_S);
            if let Some(missing) = missing.filter(|_| is_stepping) {
                answer::reason_ui(ui, state, missing, inputs);
                ui.add_space(theme::SPACE_S);
            }
            self.menus_ui(ui, state, answer, inputs);
            tracks_ui(ui, state, inputs);
            self.lists_ui(ui, state, inputs);
        });
    }

    fn menus_ui(&mut self, ui: &mut Ui, state: &State, answer: Option<&Answer>, inputs: &mut Vec<Input>) {
        ui.horizontal_wrapped(|ui| {
            if let Some(answer) = answer {
                settings_ui(ui, state, answer, inputs);
            }
            transport::breakpoints_ui(ui, state, inputs, &mut self.breakpoints);
            transport::jumps_ui(ui, state, inputs);
        });
    }

    /// Draws the explanation of the step above the lists; in a low panel both scroll together.
    fn explanation_ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        let room = ui.available_height();
        let is_pinned = room >= LEAST_EXPLANATION + LIST_HEIGHT;
        let most = if is_pinned { room - LIST_HEIGHT } else { room };
        let area = ScrollArea::vertical().id_salt(("explanation", is_pinned)).max_height(most);
        area.auto_shrink([false, is_pinned]).show(ui, |ui| {
            event::ui(ui, state);
            if !is_pinned {
                self.lists_ui(ui, state, inputs);
            }
        });
        if is_pinned {
            self.lists_ui(ui, state, inputs);
        }
    }

    /// Draws the steps of the current stage, or the state of a search.
    fn lists_ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        let has_steps = |stage: &&Stage| state.trace().count(**stage) > 0;
        // Without a cursor, the list shows the funnel, or the last stage that was reached.
        let is_before_surface = |stage: &&Stage| **stage != Stage::Surface;
        let last = || Stage::ALL.iter().filter(is_before_surface).rfind(has_steps).copied();
        let Some(stage) = state.stage().map(|(stage, _)| stage).or_else(last) else { return };
        let is_search = state.search_step().is_some();
        if is_search {
            ui.add_space(theme::SPACE_M);
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.list, List::Steps, "Steps");
                ui.selectable_value(&mut self.list, List::Cells, "Cells")
                    .on_hover_text("Cost, estimate and state of every cell at this step");
                if stage == Stage::Interval {
                    ui.selectable_value(&mut self.list, List::Intervals, "Intervals")
                        .on_hover_text("Every interval with its root, ends, costs and state");
                }
            });
        } else {
            parts::section(ui, &format!("Steps: {}", stage.title().to_lowercase()));
        }
        let height = ui.available_height().max(LIST_HEIGHT);
        match self.list {
            List::Cells if is_search => self.nodes.ui(ui, state, inputs, height),
            List::Intervals if stage == Stage::Interval && is_search => {
                intervals::ui(ui, state, inputs, height, &mut self.intervals);
            }
            _ => event::list_ui(ui, state, inputs, stage, height, &mut self.shown),
        }
    }
}

fn without_steps_ui(ui: &mut Ui, state: &State, jobs: &Jobs, answer: &Answer, inputs: &mut Vec<Input>) {
    scrolling("without steps", ui, |ui| {
        answer::reason_ui(ui, state, answer, inputs);
        if answer.is_cut_short() {
            settings_ui(ui, state, answer, inputs);
        } else if state.records_on_demand() {
            settings_ui(ui, state, answer, inputs);
            record_ui(ui, state, jobs, inputs);
        } else {
            parts::note(ui, "The search is large; its steps are recorded after the drag.");
        }
    });
}

/// Draws contents that fill the rest of the panel and scroll.
fn scrolling(id: &str, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, contents);
}

fn nothing_asked_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::empty(
        ui,
        Icon::START,
        "Place a start and a target",
        "Choose the Start tool and click the mesh, then the Target tool. This panel then shows every step of the search \
         and of the funnel.",
    );
    ui.vertical_centered(|ui| {
        parts::command_button(ui, state, inputs, Command::StartTool, "Place the start");
        parts::command_button(ui, state, inputs, Command::TargetTool, "Place the target");
    });
}
