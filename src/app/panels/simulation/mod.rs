//! The simulation panel: scenarios, their groups of agents, and the run of the active one.

mod agent;
mod stuck;
mod run;

use egui::{Checkbox, Label, Response, RichText, ScrollArea, Ui};

use crate::app::panels::inspector::group;
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::pick::{Element, GroupId};
use crate::editor::simulation::input::SimulationInput;
use crate::editor::simulation::{groups, scenarios};
use crate::editor::view::scene::Role;
use crate::editor::view::scene::agents::AgentMark;
use navsmith_core::simulation::scenario::{
    ExpectedRun, LONGEST_STEP, MOST_AGENTS, MOST_SECONDS, SHORTEST_STEP, Scenario,
};

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::AgentsTool, "Place agents");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, state, inputs, Command::NewScenario, Icon::ADD, false);
        });
    });
    let Some(scenario) = scenarios::active(state) else {
        let text = "Choose \"Place agents\", click where they start, then where they go. Drag to start several in a disc.";
        return parts::empty(ui, Icon::AGENTS, "No scenario yet", text);
    };
    run::playback_ui(ui, state, inputs);
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        list_ui(ui, state, inputs);
        settings_ui(ui, state, scenario, inputs);
        // Above the report, whose height depends on the run, so that fields keep their place.
        groups_ui(ui, state, inputs);
        run::ui(ui, state, inputs);
    });
}

/// Draws the list of scenarios.
fn list_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    for (index, scenario) in state.document().scenarios.iter().enumerate() {
        let is_active = index == scenarios::active_index(state);
        ui.horizontal(|ui| {
            let choose = ui.name_inputs(format!("Show {}", scenario.name), |ui| ui.radio(is_active, ""));
            let input = Input::Simulation(SimulationInput::Activate(index));
            parts::on_click(choose, "Show this scenario", inputs, input);
            parts::at_right(ui, |ui| {
                if is_active {
                    parts::command_icon(ui, state, inputs, Command::RemoveScenario, Icon::TRASH, false);
                }
                let name =
                    parts::name_field(ui, index, &scenario.name, f32::INFINITY, "Name of the scenario");
                inputs.extend(name.map(|name| Input::Simulation(SimulationInput::Rename(index, name))));
            });
        });
    }
}

fn settings_ui(ui: &mut Ui, session: &Session, scenario: &Scenario, inputs: &mut Vec<Input>) {
    let index = scenarios::active_index(session);
    parts::facts(ui, "scenario", |facts| {
        facts.row_ui("Duration", |ui| {
            let typed = released(ui, ("duration", index), scenario.duration, |ui, shown| {
                let field = NumberField::new(shown).range(0.1..=MOST_SECONDS).speed(0.1).suffix(" s");
                ui.add(field.max_decimals(2)).on_hover_text("Duration of a run in seconds")
            });
            inputs.extend(typed.map(|typed| Input::Simulation(SimulationInput::SetDuration(typed))));
        });
        facts.row_ui("Seed", |ui| {
            let typed = released(ui, ("seed", index), scenario.seed, |ui, shown| {
                let field = ui.add(NumberField::new(shown).speed(0.05));
                field.on_hover_text("Seed of the positions at which agents start")
            });
            inputs.extend(typed.map(|typed| Input::Simulation(SimulationInput::SetSeed(typed))));
        });
        facts.row_ui("Time step", |ui| {
            let typed = released(ui, ("time step", index), scenario.time_step * 1000.0, |ui, shown| {
                let range = SHORTEST_STEP * 1000.0..=LONGEST_STEP * 1000.0;
                let field = NumberField::new(shown).range(range).speed(0.1).suffix(" ms");
                ui.add(field.max_decimals(2)).on_hover_text("Duration of a step; a shorter one is more exact")
            });
            let input = |typed| Input::Simulation(SimulationInput::SetTimeStep(typed / 1000.0));
            inputs.extend(typed.map(input));
        });
        expected_ui(facts, index, scenario, inputs);
    });
}

/// Draws the expected result, each part with a checkbox.
fn expected_ui(facts: &mut Facts<'_>, index: usize, scenario: &Scenario, inputs: &mut Vec<Input>) {
    let mut expected = scenario.expected.unwrap_or_default();
    let before = expected;
    facts.row_ui("All arrive within", |ui| {
        let first = scenario.duration;
        let description = "Expect that all agents arrive within this time";
        part_ui(ui, (description, index), &mut expected.all_arrive_within, first, |ui, shown| {
            ui.add(NumberField::new(shown).range(0.1..=MOST_SECONDS).speed(0.1).max_decimals(2).suffix(" s"))
        });
    });
    facts.row_ui("Stuck at most", |ui| {
        let description = "Expect that at most this number of agents is stuck at the end";
        part_ui(ui, (description, index), &mut expected.most_stuck, 0, |ui, shown| {
            ui.add(NumberField::new(shown).range(0..=MOST_AGENTS))
        });
    });
    if expected != before {
        let expected = Some(expected).filter(|expected| *expected != ExpectedRun::default());
        inputs.push(Input::Simulation(SimulationInput::SetExpected(expected)));
    }
}

/// Draws a part of the expected result: a checkbox, and the number if it is on.
fn part_ui<T: Copy + Send + Sync + 'static>(
    ui: &mut Ui,
    (description, index): (&'static str, usize),
    part: &mut Option<T>,
    first: T,
    field: impl FnOnce(&mut Ui, &mut T) -> Response,
) {
    ui.horizontal(|ui| {
        let mut is_on = part.is_some();
        let checkbox = ui.name_inputs(description, |ui| ui.add(Checkbox::without_text(&mut is_on)));
        if checkbox.on_hover_text(description).changed() {
            *part = is_on.then_some(first);
        }
        if let Some(value) = part {
            let typed = released(ui, (description, index), *value, |ui, shown| {
                field(ui, shown).on_hover_text(description)
            });
            *value = typed.unwrap_or(*value);
        }
    });
}

/// Draws the groups of the active scenario, with the settings of those that are selected.
fn groups_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section(ui, "Agent groups");
    let shown: Vec<GroupId> = groups::shown(state).map(|(id, _)| id).collect();
    if shown.is_empty() {
        parts::note(ui, "This scenario has no agents. Choose \"Place agents\" and click where they start.");
    }
    for id in shown {
        let Some(of) = groups::group(state, id) else { continue };
        let is_on = state.selection().contains(Element::Group(id));
        let look =
            theme::role(Role::Agents(AgentMark::Body(groups::color(state, id))), ui.visuals().dark_mode);
        let row = ui.horizontal(|ui| {
            parts::swatch(ui, look.fill).on_hover_text("Colour of the agents of this group");
            // Within a vertical layout, the name is at the left.
            ui.vertical(|ui| parts::list_row(ui, is_on, of.name.as_str())).inner
        });
        let input = Input::Simulation(SimulationInput::FrameGroup(id));
        parts::on_click(
            row.inner,
            "Select this group, and move the view if a part of it is not in view",
            inputs,
            input,
        );
        ui.horizontal(|ui| {
            let agents = parts::count(of.count as usize, "agent", "agents");
            let text = format!("{agents}, radius {:.2} m, {:.2} m/s", of.radius, of.speed);
            ui.add(Label::new(RichText::new(text).weak()).truncate());
        });
        if is_on {
            ui.push_id(id, |ui| group::ui(ui, state, id, inputs));
        }
    }
}
