//! Commands for scenarios of moving agents.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::simulation::causes::{self, Asked};
use crate::editor::simulation::heat::HeatKind;
use crate::editor::simulation::{compared, continuing, input, playback, runs, scenarios};
use crate::editor::{Editor, State};
use navsmith_core::simulation::scenario::Scenario;
use navsmith_formats::document::free_name;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::PlaySimulation,
        "Play simulation",
        "Play the run of this scenario, or pause it; at the end, play it again",
        playback::toggle,
    )
    .keys(&[Shortcut::command(Key::P)])
    .when(has_agents)
    .checked(|state| playback::playback(state).is_playing()),
    Spec::new(Command::StepSimulation, "Step simulation", "Go to the next frame of the run", |editor| {
        playback::step(editor, true);
    })
    .keys(&[Shortcut::command(Key::Right)])
    .when(has_agents),
    Spec::new(
        Command::StepSimulationBack,
        "Step simulation back",
        "Go to the previous frame of the run",
        |editor| playback::step(editor, false),
    )
    .keys(&[Shortcut::command(Key::Left)])
    .when(has_agents),
    Spec::new(Command::RestartSimulation, "Restart simulation", "Go to the start of the run", |editor| {
        playback::seek(editor, 0.0);
    })
    .when(has_agents),
    Spec::new(
        Command::RunAgain,
        "Run again",
        "Run the scenario from the start as it is now, without the changes that were made during the run",
        continuing::run_again,
    )
    .when(|state| {
        let is_met = runs::run(state).is_some_and(|run| run.change_times().next().is_some());
        needs::need(is_met, "Nothing was changed during the run. Drag a target while it is shown")
    }),
    Spec::new(Command::LoopSimulation, "Loop simulation", "Play the run again when it ends", |editor| {
        editor.state.simulation.playback.toggle_loop();
    })
    .checked(|state| playback::playback(state).is_loop()),
    Spec::new(Command::NextAgent, "Next agent", "Select the next agent of the run", |editor| {
        let Some(count) = runs::run(editor).map(|run| run.recording.agent_count()) else { return };
        let next = input::selected_agent(editor).map_or(0, |agent| (agent + 1) % count.max(1));
        input::select_agent(editor, Some(next));
    })
    .keys(&[Shortcut::alt(Key::G)])
    .when(has_agents),
    Spec::new(
        Command::NextAgentEvent,
        "Next agent event",
        "Go to the next event of the selected agent",
        |editor| input::go_to_event(editor, true),
    )
    .keys(&[Shortcut::command(Key::Right).and_shift()])
    .when(has_agent),
    Spec::new(
        Command::PreviousAgentEvent,
        "Previous agent event",
        "Go to the previous event of the selected agent",
        |editor| input::go_to_event(editor, false),
    )
    .keys(&[Shortcut::command(Key::Left).and_shift()])
    .when(has_agent),
    Spec::new(
        Command::WhyStuck,
        "Why is it stuck?",
        "Select the next agent that is stuck now or did not arrive at the end, and show the cause and a fix",
        next_stuck,
    )
    .when(has_stuck),
    Spec::new(
        Command::NextHeatMap,
        "Next heat map",
        "Show traffic, waiting, collisions, wall contact, wall distance, or no heat map",
        |editor| {
            let kinds = HeatKind::ALL;
            let shown = kinds.iter().position(|&kind| Some(kind) == editor.state.simulation.heat_kind);
            editor.state.simulation.heat_kind = kinds.get(shown.map_or(0, |shown| shown + 1)).copied();
            show_run(editor);
        },
    )
    .when(has_agents),
    Spec::new(
        Command::CompareScenario,
        "Compare scenario",
        "Show the run of the next scenario beside this one, or none after the last",
        |editor| {
            compared::next(&mut editor.state.session);
            show_run(editor);
        },
    )
    .when(|state| needs::need(scenario_count(state) > 1, "There is no other scenario. Duplicate this one")),
    Spec::new(Command::NewScenario, "New scenario", "Add an empty scenario and show it", |editor| {
        let count = scenario_count(editor);
        let taken: Vec<&str> = editor.document().scenarios.iter().map(|it| &*it.name).collect();
        let scenario = Scenario { name: free_name("scenario", count + 1, &taken), ..Scenario::default() };
        scenarios::edit_list(editor, "New scenario", |list| list.push(scenario), count);
    })
    .keys(&[Shortcut::alt(Key::A).and_shift()]),
    Spec::new(
        Command::DuplicateScenario,
        "Duplicate scenario",
        "Add a copy of this scenario with the same seed, to change and compare it",
        |editor| {
            let Some(mut copy) = scenarios::active(editor).cloned() else { return };
            let count = scenario_count(editor);
            let taken: Vec<&str> = editor.document().scenarios.iter().map(|it| &*it.name).collect();
            copy.name = free_name(&format!("{} copy", copy.name), 1, &taken);
            playback::change_scenario(editor, |editor| {
                scenarios::edit_list(editor, "Duplicate scenario", |list| list.push(copy), count);
            });
        },
    )
    .when(has_scenario),
    Spec::new(
        Command::RemoveScenario,
        "Remove scenario",
        "Delete this scenario with its groups of agents",
        |editor| {
            let index = scenarios::active_index(editor);
            let before = index.saturating_sub(1);
            let Some(name) = scenarios::active(editor).map(|scenario| scenario.name.clone()) else { return };
            scenarios::edit_list(editor, "Remove scenario", |list| drop(list.remove(index)), before);
            compared::follow_removal(&mut editor.state.session, index);
            editor.say(Message::info(format!("The scenario {name} was deleted. Undo brings it back.")));
        },
    )
    .when(has_scenario),
    Spec::new(Command::NextScenario, "Next scenario", "Show the next scenario", |editor| {
        let next = (scenarios::active_index(editor) + 1) % scenario_count(editor);
        playback::change_scenario(editor, |editor| scenarios::activate(&mut editor.state, next));
    })
    .keys(&[Shortcut::command(Key::J)])
    .when(|state| needs::need(scenario_count(state) > 1, "There is no other scenario")),
];

fn scenario_count(session: &Session) -> usize {
    session.document().scenarios.len()
}

/// Shows the agents of the run at the present time.
fn show_run(editor: &mut Editor) {
    let time = playback::playback(editor).time();
    if !playback::playback(editor).is_shown() {
        playback::seek(editor, time);
    }
}

/// Selects the stuck agent after the selected one, and shows the panel with the cause.
fn next_stuck(editor: &mut Editor) {
    let selected = input::selected_agent(editor);
    let Some(Asked { agents, is_now }) = causes::asked(editor) else { return };
    let after = agents.iter().find(|&&agent| selected.is_none_or(|selected| agent > selected));
    let Some(&next) = after.or_else(|| agents.first()) else { return };
    if is_now {
        let time = playback::playback(editor).time();
        playback::seek(editor, time);
        input::select_agent(editor, Some(next));
    } else {
        input::show_stuck(editor, next);
    }
    editor.ask_outside(Effect::Show(Panel::Simulation));
}

fn has_agent(state: &State) -> Enabled {
    needs::need(input::selected_agent(state).is_some(), "No agent is selected. Click an agent of a run")
}

fn has_stuck(state: &State) -> Enabled {
    let Some(asked) = causes::asked(state) else {
        return Err("There is no run yet. Play the simulation first");
    };
    needs::need(!asked.agents.is_empty(), "No agent is stuck now, or late at the end of the run")
}

fn has_scenario(state: &State) -> Enabled {
    needs::need(scenario_count(state) > 0, "There is no scenario. Place agents first")
}

fn has_agents(state: &State) -> Enabled {
    let is_met = scenarios::active(state).is_some_and(|scenario| !scenario.groups.is_empty());
    needs::need(is_met, "There are no agents. Place agents first")
}
