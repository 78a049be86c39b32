//! The selected agent of a run: its decision, its events with captions, breakpoints and overlays.

use egui::{Align, Id, Label, Layout, Rect, RichText, Ui};
use glam::Vec2;

use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::edits::proposals::ProposalSource;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::simulation::decisions::{self, AgentOverlay};
use crate::editor::simulation::input::{self, SimulationInput};
use crate::editor::simulation::playback::playback;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::{agents, causes};
use navsmith_core::simulation::events::{AgentEvent, AgentIncident, IncidentKind};
use navsmith_core::simulation::scenario::individual::Individual;
use navsmith_core::simulation::world::AgentDecision;

/// Number of events listed before and after the present time.
const LISTED: usize = 8;

/// Draws the decision and the events of the selected agent.
pub(super) fn ui(ui: &mut Ui, state: &State, run: &Run, inputs: &mut Vec<Input>) {
    let Some(agent) = input::selected_agent(state) else {
        scroll_at_next_selection(ui);
        parts::note(ui, "Click an agent in the view to see its trail and its events.");
        return breakpoints_ui(ui, state, inputs);
    };
    let name = agents::names(state, run, &[agent]);
    let heading = parts::section_with(ui, &parts::capitalized(&name), |ui| {
        parts::command_button(ui, state, inputs, Command::NextAgent, "Next");
    });
    scroll_to(ui, heading.rect, agent);
    heading.on_hover_text(format!("Agent {agent} of all agents of the run, counted from 0"));
    present_cause_ui(ui, state, run, agent);
    cause_ui(ui, state, run, agent, inputs);
    ui.horizontal_wrapped(|ui| {
        breakpoints_ui(ui, state, inputs);
        overlays_ui(ui, state, inputs);
    });
    own_ui(ui, state, run, agent);
    match decisions::decision(state) {
        Some(decision) => {
            if let Some(link) = decision.link {
                let words = link.caption(|other| agents::names(state, run, &[other]));
                let words = state.document().worded(words);
                ui.add(Label::new(RichText::new(words).strong()).wrap());
            }
            decision_ui(ui, &decision);
        }
        None if decisions::under_way(state).is_some() => {
            parts::note(ui, "A part of the run is repeated to record what this agent decides.");
        }
        None => {}
    }
    events_ui(ui, state, run, agent, inputs);
}

/// Returns what happened in a sentence, with the names of agents.
pub(super) fn caption(state: &State, run: &Run, event: &AgentEvent) -> String {
    event.what.caption(|other| agents::names(state, run, &[other]))
}

fn shown_agent_id() -> Id {
    Id::unique("agent in the panel of a run")
}

/// Scrolls to the heading of the selected agent, once for each selection.
fn scroll_to(ui: &Ui, heading: Rect, agent: usize) {
    let last = ui.data(|data| data.get_temp::<usize>(shown_agent_id()));
    if last != Some(agent) {
        ui.data_mut(|data| data.insert_temp(shown_agent_id(), agent));
        ui.scroll_to_rect(heading, Some(Align::TOP));
    }
}

/// Lets the panel scroll to the selected agent, also if it is the last one again.
pub(super) fn scroll_at_next_selection(ui: &Ui) {
    ui.data_mut(|data| data.remove::<usize>(shown_agent_id()));
}

/// Draws why the agent is stuck now, and when it arrives.
fn present_cause_ui(ui: &mut Ui, state: &State, run: &Run, agent: usize) {
    if !causes::is_stuck_now(state) {
        return;
    }
    let now = playback(state).time();
    let words = match causes::cause(state) {
        Some(cause) => format!("At {now:.2} s: {}", agents::explained(state, run, cause)),
        None if playback(state).is_playing() => "It is stuck. Pause the run to see why.".into(),
        None => "A part of the run is repeated to find why this agent is stuck.".into(),
    };
    ui.add(Label::new(words).wrap());
    if let Some(arrival) = run.arrival_of(agent).filter(|&arrival| arrival > now) {
        parts::note(ui, &format!("It arrives later, at {arrival:.2} s."));
    }
}

/// Draws the cause why the agent is stuck or late at the end, with a fix if there is one.
fn cause_ui(ui: &mut Ui, state: &State, run: &Run, agent: usize, inputs: &mut Vec<Input>) {
    let Some(cause) = runs::cause_of(state, agent) else { return };
    let end = run.recording.seconds();
    ui.add(Label::new(format!("At the end, {end:.2} s: {}", agents::explained(state, run, cause))).wrap());
    if let Some(fix) = runs::fix(state, agent) {
        let button = ui.button(fix.label(run.scenario()));
        let tooltip = "Change the scenario, and compute the run again";
        parts::on_click(button, tooltip, inputs, Input::Apply(ProposalSource::Stuck(agent)));
    }
}

/// Draws the choice of the events at which playback pauses.
fn breakpoints_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let set = IncidentKind::ALL.into_iter().filter(|&kind| playback(state).stops_at(kind)).count();
    let words = if set > 0 { format!("Breakpoints: {set}") } else { "Breakpoints".into() };
    parts::drop_down(ui, &words, "Events of agents at which playback pauses", |ui| {
        let mut is_for_all = playback(state).stops_for_all();
        let all = ui.checkbox(&mut is_for_all, "Of all agents");
        if all
            .on_hover_text("Pause at events of any agent and select it, not only the selected agent")
            .changed()
        {
            inputs.push(Input::Simulation(SimulationInput::BreakForAll(is_for_all)));
        }
        if !is_for_all && input::selected_agent(state).is_none() {
            parts::note(ui, "No agent is selected. Click one, or choose \"Of all agents\".");
        }
        ui.separator();
        for kind in IncidentKind::ALL {
            let mut is_on = playback(state).stops_at(kind);
            if ui.checkbox(&mut is_on, parts::capitalized(kind.name())).changed() {
                inputs.push(Input::Simulation(SimulationInput::SetBreakpoint(kind, is_on)));
            }
        }
    });
}

fn overlays_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::drop_down(ui, "Overlays", "What the view shows of this agent", |ui| {
        for overlay in AgentOverlay::ALL {
            let mut is_on = decisions::is_shown(state, overlay);
            let checkbox = ui.checkbox(&mut is_on, parts::capitalized(overlay.name()));
            if checkbox.on_hover_text(overlay.describe()).changed() {
                inputs.push(Input::Simulation(SimulationInput::ShowOverlay(overlay, is_on)));
            }
        }
    });
}

/// Draws the radius, the speed and the priority of the agent, and how often it planned its path.
fn own_ui(ui: &mut Ui, state: &State, run: &Run, agent: usize) {
    let now = playback(state).time() + f64::from(run.recording.time_step()) * 0.5;
    let is_plan =
        |event: &&AgentEvent| event.what.kind() == IncidentKind::Replanned && run.time_of(event) <= now;
    let plans = run.events_of(agent).filter(is_plan).count();
    let Some(Individual { radius, speed, priority }) = run.individual(agent) else { return };
    parts::facts(ui, "own values", |facts| {
        facts.row("Radius", format!("{radius:.2} m"));
        facts.row("Maximum speed", format!("{speed:.2} m/s"));
        facts.row("Priority", format!("{priority:.2}"));
        facts.row("Planned paths", format!("{} until now", parts::thousands(plans)));
    });
}

fn decision_ui(ui: &mut Ui, decision: &AgentDecision) {
    parts::facts(ui, "decision", |facts| {
        let [desired, chosen] = [decision.desired, decision.chosen].map(Vec2::length);
        facts.row("Desired", format!("{desired:.2} m/s"));
        let angle = decision.desired.angle_to(decision.chosen).to_degrees();
        let turn =
            if desired.min(chosen) > 0.01 { format!(", turned {:.0}°", angle.abs()) } else { String::new() };
        facts.row("Chosen", format!("{chosen:.2} m/s{turn}"));
        if let Some(force) = decision.force {
            let gravity = if decision.has_gravity { "on" } else { "off, it climbs" };
            facts.row("Force", format!("{:.1} N", force.length()));
            facts.row("Gravity", gravity);
        }
        let remaining = decision.remaining;
        let ahead = if remaining.is_finite() { format!("{remaining:.2} m") } else { "no path".into() };
        facts.row("Remaining", ahead);
        facts.row("Path", parts::count(decision.path.len(), "point", "points"));
        let planes = parts::count(decision.half_planes.len(), "half-plane", "half-planes");
        facts.row(
            "Avoids",
            format!("{}, {planes}", parts::count(decision.neighbors.len(), "agent", "agents")),
        );
    });
}

/// Draws the events around the present time.
fn events_ui(ui: &mut Ui, state: &State, run: &Run, agent: usize, inputs: &mut Vec<Input>) {
    let events: Vec<&AgentEvent> = run.events_of(agent).collect();
    if events.is_empty() {
        return parts::note(ui, "This agent has no events.");
    }
    parts::section_with(ui, &parts::count(events.len(), "event", "events"), |ui| {
        parts::command_button(ui, state, inputs, Command::NextAgentEvent, "Next");
        parts::command_button(ui, state, inputs, Command::PreviousAgentEvent, "Previous");
    });
    let now = playback(state).time();
    let half_step = f64::from(run.recording.time_step()) * 0.5;
    let here = events.partition_point(|event| run.time_of(event) < now - half_step);
    let (from, to) = (here.saturating_sub(LISTED), (here + LISTED).min(events.len()));
    if let Some(last) = events[..from].last() {
        more_ui(ui, format!("{from} earlier"), run.time_of(last), inputs);
    }
    for event in &events[from..to] {
        let time = run.time_of(event);
        let is_here = (time - now).abs() <= half_step;
        let kind = event.what.kind();
        let to_the_left = Layout::left_to_right(Align::Center).with_main_align(Align::Min);
        ui.horizontal(|ui| {
            parts::swatch(ui, theme::event(kind, ui.visuals().dark_mode));
            let words = format!("{time:.2} s  {}", row_words(event.what));
            let row = ui.with_layout(to_the_left, |ui| parts::list_row(ui, is_here, words)).inner;
            let tooltip = format!("{}\n\nRule: {}.", caption(state, run, event), event.what.rule());
            parts::on_click(row, tooltip, inputs, Input::Simulation(SimulationInput::Seek(time)));
        });
        if is_here {
            ui.add(Label::new(caption(state, run, event)).wrap());
            parts::note(ui, &parts::sentence(event.what.rule()));
        }
    }
    if let Some(first) = events[to..].first() {
        more_ui(ui, format!("{} later", events.len() - to), run.time_of(first), inputs);
    }
}

/// Returns what happened in a few words.
fn row_words(what: AgentIncident) -> String {
    match what {
        AgentIncident::WaitsForLink { link, .. } => format!("waits before link {}", link.0),
        AgentIncident::LinkEntered { link, .. } => format!("steps on link {}", link.0),
        AgentIncident::LinkLeft { link } => format!("gets off link {}", link.0),
        _ => what.kind().name().into(),
    }
}

/// Draws the number of events that are not listed, as a button that goes to the nearest of them.
fn more_ui(ui: &mut Ui, words: String, time: f64, inputs: &mut Vec<Input>) {
    let input = Input::Simulation(SimulationInput::Seek(time));
    parts::on_click(ui.small_button(words), "Go to the nearest of them", inputs, input);
}
