//! Buttons that go to the first, previous, next and last step and play; the playing speed; breakpoints.

use egui::containers::menu::menu_style;
use egui::{ComboBox, Ui};

use crate::app::theme::{self, ICON_BUTTON, Icon};
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, NumberSlider};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepper::SPEEDS;
use crate::editor::queries::stepping::StepInput;
use crate::editor::session::command::Command;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::kind::Kind;

/// Width of the buttons and the speed slider in one line, in points.
const BUTTONS_AND_SPEED: f32 = 340.0;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let is_playing = state.stepper().is_playing();
    let play = if is_playing { Icon::PAUSE } else { Icon::PLAY };
    let buttons = [
        (Command::FirstStep, Icon::FIRST),
        (Command::PreviousBreakpoint, Icon::PREVIOUS_STOP),
        (Command::StepBack, Icon::BACK),
        (Command::PlayOrPause, play),
        (Command::StepForward, Icon::FORWARD),
        (Command::NextBreakpoint, Icon::NEXT_STOP),
        (Command::LastStep, Icon::LAST),
    ];
    let has_room = ui.available_width() >= BUTTONS_AND_SPEED;
    let spacing = theme::SPACE_S * 0.5;
    let in_row = ((ui.available_width() + spacing) / (ICON_BUTTON + spacing)).floor().max(1.0);
    for row in buttons.chunks(in_row as usize) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = spacing;
            for &(command, icon) in row {
                let is_on = command == Command::PlayOrPause && is_playing;
                parts::command_icon(ui, state, inputs, command, icon, is_on);
            }
            if has_room {
                parts::at_right(ui, |ui| speed_ui(ui, state, inputs));
            }
        });
    }
    if !has_room {
        ui.horizontal(|ui| speed_ui(ui, state, inputs));
    }
}

/// Draws the menu of jumps over the trace.
pub(super) fn jumps_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::drop_down(ui, "Go to", "The next stage, the next step of this kind or about this cell", |ui| {
        menu_style(ui.style_mut());
        for command in [
            Command::NextStage,
            Command::PreviousStage,
            Command::NextOfKind,
            Command::PreviousOfKind,
            Command::NextHere,
            Command::PreviousHere,
            Command::RunToCell,
            Command::StepThroughAll,
        ] {
            if let Some(spec) = command.spec() {
                ui.scope(|ui| parts::menu_item(ui, state, inputs, spec));
            }
        }
    });
}

fn speed_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let mut speed = state.stepper().speed();
    // A handle smaller than that of the line below.
    ui.spacing_mut().interact_size.y = 16.0;
    ui.spacing_mut().slider_width = 110.0;
    let slider = NumberSlider::new(&mut speed, SPEEDS).logarithmic().max_decimals(1).suffix("/s");
    let response = ui.name_inputs("Speed", |ui| ui.add(slider));
    if response.on_hover_text("Speed\nSteps per second while playing").changed() {
        inputs.push(Input::Step(StepInput::SetSpeed(speed)));
    }
}

/// Values of the disabled breakpoints.
#[derive(Debug)]
pub(super) struct Chosen {
    portal: usize,
    cell: u32,
    cost: f64,
    stage: Stage,
    kind: Kind,
}

impl Default for Chosen {
    fn default() -> Self {
        Self { portal: 0, cell: 0, cost: 10.0, stage: Stage::Funnel, kind: Kind::Expanded }
    }
}

pub(super) fn breakpoints_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, chosen: &mut Chosen) {
    let active = state.stepper().breakpoints().len();
    let title = if active == 0 { "Breakpoints".into() } else { format!("Breakpoints ({active})") };
    parts::drop_down(
        ui,
        &title,
        "Steps at which playing stops, and to which the buttons with a dot go",
        |ui| {
            for (breakpoint, name, description) in [
                (Breakpoint::CornerEmitted, "A corner is emitted", "Stop where a corner becomes a waypoint"),
                (
                    Breakpoint::ApexMoves,
                    "The apex moves",
                    "Stop where the apex moves, to a corner or a forced waypoint",
                ),
                (
                    Breakpoint::LinkCrossing(Side::Left),
                    "The left side crosses",
                    "Stop where a left end lies beyond the right leg",
                ),
                (
                    Breakpoint::LinkCrossing(Side::Right),
                    "The right side crosses",
                    "Stop where a right end lies beyond the left leg",
                ),
            ] {
                let mut is_on = state.stepper().has_breakpoint(breakpoint);
                if ui.checkbox(&mut is_on, name).on_hover_text(description).changed() {
                    inputs.push(set(breakpoint, is_on));
                }
            }
            ui.separator();
            valued_ui(ui, state, inputs, chosen);
            others_ui(ui, state, inputs, chosen);
        },
    );
}

/// Draws the breakpoints whose value is chosen beside them.
fn valued_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, chosen: &mut Chosen) {
    let stage = Breakpoint::Stage(chosen.stage);
    line_ui(ui, state, inputs, Some(stage), "A stage begins", "Stop where this stage begins", |ui| {
        let combo = ComboBox::from_id_salt("stage to stop at");
        choice::of_values(ui, combo, &mut chosen.stage, Stage::ALL, Stage::title, Stage::describe);
        Some(Breakpoint::Stage(chosen.stage))
    });
    let kind = Breakpoint::Kind(chosen.kind);
    line_ui(ui, state, inputs, Some(kind), "An event of a kind", "Stop at every event of this kind", |ui| {
        let combo = ComboBox::from_id_salt("kind to stop at").selected_text(chosen.kind.title());
        let words = |kind: Kind| format!("{}: {}", kind.stage().title(), kind.title());
        let all: Vec<_> = Kind::ALL.iter().map(|&kind| (kind, words(kind))).collect();
        choice::of_items(ui, combo, &mut chosen.kind, all.iter().map(|(kind, words)| (*kind, &**words, "")));
        Some(Breakpoint::Kind(chosen.kind))
    });
    let cell = Breakpoint::Cell(CellId(chosen.cell));
    line_ui(ui, state, inputs, Some(cell), "Cell", "Stop at every event about this cell", |ui| {
        let last = state.document().mesh.cell_slots().saturating_sub(1) as u32;
        ui.name_inputs("Cell to stop at", |ui| ui.add(NumberField::new(&mut chosen.cell).range(0..=last)));
        Some(Breakpoint::Cell(CellId(chosen.cell)))
    });
    let at_portal = |number: usize| state.trace().portal_name(number).map(Breakpoint::Portal);
    let portal = at_portal(chosen.portal);
    line_ui(ui, state, inputs, portal, "Portal", "Stop at every event about this portal", |ui| {
        let last = state.trace().count(Stage::Portals).saturating_sub(1);
        let value = NumberField::new(&mut chosen.portal).range(0..=last);
        ui.name_inputs("Portal to stop at", |ui| ui.add(value))
            .on_hover_text("Number of the portal; 0 is the start");
        at_portal(chosen.portal)
    });
    let cost = Breakpoint::Cost(chosen.cost);
    let description = "Stop where the search expands a cell with at least this cost so far";
    line_ui(ui, state, inputs, Some(cost), "Cost so far, at least", description, |ui| {
        let value = NumberField::new(&mut chosen.cost).range(0.0..=1e6).speed(0.1);
        ui.name_inputs("Cost to stop at", |ui| ui.add(value));
        Some(Breakpoint::Cost(chosen.cost))
    });
}

/// Draws a checkbox and its value; changing the value moves an enabled breakpoint.
fn line_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    before: Option<Breakpoint>,
    name: &str,
    description: &str,
    value_ui: impl FnOnce(&mut Ui) -> Option<Breakpoint>,
) {
    ui.horizontal(|ui| {
        let mut is_on = before.is_some_and(|at| state.stepper().has_breakpoint(at));
        let was_on = is_on;
        let is_changed = ui
            .add_enabled_ui(before.is_some(), |ui| {
                ui.checkbox(&mut is_on, name).on_hover_text(description).changed()
            })
            .inner;
        let after = value_ui(ui);
        if after != before && was_on {
            inputs.extend(before.map(|at| set(at, false)));
            inputs.extend(after.map(|at| set(at, true)));
        } else if is_changed {
            inputs.extend(before.map(|at| set(at, is_on)));
        }
    });
}

/// Draws the breakpoints that no line above shows, with buttons that remove them.
fn others_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, chosen: &Chosen) {
    let portal = state.trace().portal_name(chosen.portal);
    let is_other = |at: &&Breakpoint| match **at {
        Breakpoint::CornerEmitted | Breakpoint::ApexMoves | Breakpoint::LinkCrossing(_) => false,
        Breakpoint::Stage(stage) => stage != chosen.stage,
        Breakpoint::Kind(kind) => kind != chosen.kind,
        Breakpoint::Cell(cell) => cell.0 != chosen.cell,
        Breakpoint::Portal(name) => Some(name) != portal,
        Breakpoint::Cost(cost) => cost != chosen.cost,
    };
    for &at in state.stepper().breakpoints().iter().filter(is_other) {
        ui.horizontal(|ui| {
            if theme::icon_button(ui, Icon::CLOSE, "Remove this breakpoint", false).clicked() {
                inputs.push(set(at, false));
            }
            ui.label(at.to_string());
        });
    }
}

fn set(at: Breakpoint, is_on: bool) -> Input {
    Input::Step(StepInput::SetBreakpoint { at, is_on })
}
