//! The simulation panel: scenarios, their groups of agents, and the run of the active one.

mod agent;
mod run;

use egui::{Label, RichText, ScrollArea, Ui};

use crate::app::panels::inspector::group;
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts;
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::session::pick::{Element, GroupId};
use crate::editor::simulation::input::SimulationInput;
use crate::editor::simulation::{groups, scenarios};
use crate::simulation::scenario::{MOST_SECONDS, Scenario};

pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, editor, inputs, Command::AgentsTool, "Place agents");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, editor, inputs, Command::RemoveScenario, Icon::TRASH, false);
            parts::command_icon(ui, editor, inputs, Command::NewScenario, Icon::ADD, false);
        });
    });
    let Some(scenario) = scenarios::active(editor) else {
        let text = "Choose \"Place agents\", click where they start, then where they go. Drag to start several in a disc.";
        return parts::empty(ui, Icon::AGENTS, "No scenario yet", text);
    };
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        list_ui(ui, editor, inputs);
        settings_ui(ui, editor, scenario, inputs);
        run::ui(ui, editor, inputs);
        groups_ui(ui, editor, inputs);
    });
}

/// Draws the list of scenarios.
fn list_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    for (index, scenario) in editor.document().scenarios.iter().enumerate() {
        let is_active = index == scenarios::active_index(editor);
        ui.horizontal(|ui| {
            let choose = ui.name_inputs(format!("Show {}", scenario.name), |ui| ui.radio(is_active, ""));
            let input = Input::Simulation(SimulationInput::Activate(index));
            parts::on_click(choose, "Show this scenario", inputs, input);
            let name = parts::name_field(ui, index, &scenario.name, f32::INFINITY, "Name of the scenario");
            inputs.extend(name.map(|name| Input::Simulation(SimulationInput::Rename(index, name))));
        });
    }
}

fn settings_ui(ui: &mut Ui, editor: &Editor, scenario: &Scenario, inputs: &mut Vec<Input>) {
    let index = scenarios::active_index(editor);
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
    });
}

/// Draws the groups of the active scenario, with the settings of those that are selected.
fn groups_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    parts::section(ui, "Agent groups");
    let shown: Vec<GroupId> = groups::shown(editor).map(|(id, _)| id).collect();
    if shown.is_empty() {
        parts::note(ui, "This scenario has no agents. Choose \"Place agents\" and click where they start.");
    }
    for id in shown {
        let Some(of) = groups::group(editor, id) else { continue };
        let is_on = editor.selection().contains(Element::Group(id));
        let row = parts::list_row(ui, is_on, of.name.as_str());
        let input = Input::Simulation(SimulationInput::FrameGroup(id));
        parts::on_click(row, "Select this group and move the view to it", inputs, input);
        ui.horizontal(|ui| {
            let agents = parts::count(of.count as usize, "agent", "agents");
            let text = format!("{agents}, radius {:.2} m, {:.2} m/s", of.radius, of.speed);
            ui.add(Label::new(RichText::new(text).weak()).truncate());
        });
        if is_on {
            ui.push_id(id, |ui| group::ui(ui, editor, id, inputs));
        }
    }
}
