//! The agents that are stuck at the end of a run, by cause.

use egui::{CollapsingHeader, Ui};

use super::agent;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::simulation::agents;
use crate::editor::simulation::input::{self, SimulationInput};
use crate::editor::simulation::runs::Run;
use navsmith_core::simulation::explain::report::by_kind_of_cause;

/// Maximum number of causes with one name in the list.
const MOST_CAUSES: usize = 50;

/// Maximum number of stuck agents whose causes are listed from the start.
const FEW_STUCK: usize = 5;

/// Draws the causes of stuck agents with their numbers; each unfolds into its agents.
pub(super) fn ui(ui: &mut Ui, state: &State, run: &Run, inputs: &mut Vec<Input>) {
    if run.report.stuck.is_empty() {
        return;
    }
    let before = inputs.len();
    parts::section(ui, "Stuck agents");
    let is_short = run.report.stuck.len() <= FEW_STUCK;
    for kind in by_kind_of_cause(&run.report.stuck) {
        let (name, count) = (kind.example.cause.name(), kind.agents.len());
        let title = format!("{}: {}", parts::capitalized(name), parts::count(count, "agent", "agents"));
        let header = CollapsingHeader::new(title).id_salt(("stuck", name)).default_open(is_short);
        header.show(ui, |ui| kind_ui(ui, state, run, (name, count), inputs));
    }
    if inputs.len() > before {
        agent::scroll_at_next_selection(ui);
    }
}

/// Draws the agents that are stuck for causes with a name.
fn kind_ui(ui: &mut Ui, state: &State, run: &Run, (name, count): (&str, usize), inputs: &mut Vec<Input>) {
    let groups = agents::stuck_groups(run, name, MOST_CAUSES);
    let selected = input::selected_agent(state);
    for of in &groups {
        let is_on = selected.is_some_and(|agent| of.agents.contains(&agent));
        let names = parts::capitalized(&agents::names(state, run, &of.agents));
        let row = parts::list_row(ui, is_on, names.as_str());
        let after = selected.and_then(|selected| of.agents.iter().find(|&&agent| agent > selected));
        let next = *after.unwrap_or(&of.agents[0]);
        let tooltip = format!("{names}\n\nSelect the next of them and go to the end of the run");
        parts::on_click(row, tooltip, inputs, Input::Simulation(SimulationInput::ShowStuck(next)));
        ui.indent(("stuck", of.agents[0]), |ui| {
            parts::note(ui, &agents::explained(state, run, of.cause));
        });
    }
    let listed: usize = groups.iter().map(|group| group.agents.len()).sum();
    if listed < count {
        parts::note(ui, &format!("And {} more.", count - listed));
    }
}
