//! User input about scenarios and their simulation.

use glam::Vec3;

use crate::editor::session::effect::Message;
use crate::editor::session::pick::{Element, GroupId};
use crate::editor::simulation::decisions::{self, AgentOverlay};
use crate::editor::simulation::heat::HeatKind;
use crate::editor::simulation::{groups, playback, runs, scenarios};
use crate::editor::{Editor, State};
use navsmith_core::geometry::Bounds;
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::recording::AgentFlags;
use navsmith_core::simulation::scenario::{AgentGroup, ExpectedRun};

/// User input about scenarios besides commands and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationInput {
    /// Activates another scenario of the document.
    Activate(usize),
    /// Renames the scenario at an index.
    Rename(usize, String),
    /// Sets the duration of the active scenario, in seconds.
    SetDuration(f32),
    /// Sets the seed of the active scenario.
    SetSeed(u64),
    /// Sets the time step of the active scenario, in seconds.
    SetTimeStep(f32),
    /// Sets the expected result of the active scenario; `None` accepts any.
    SetExpected(Option<ExpectedRun>),
    /// Replaces a group, as one undo step; a group that could not run is refused.
    SetGroup(GroupId, Box<AgentGroup>),
    /// Goes to a time of the run, in seconds, and pauses.
    Seek(f64),
    /// Sets the playback speed, relative to real time.
    SetSpeed(f32),
    /// Stops playback at events of a kind, or no longer.
    SetBreakpoint(IncidentKind, bool),
    /// Lets breakpoints apply to all agents, or to the selected one.
    BreakForAll(bool),
    /// Selects an agent of the run, and moves the view if it is not in view; `None` selects none.
    SelectAgent(Option<usize>),
    /// Selects a stuck agent and goes to the end of the run, which its cause describes.
    ShowStuck(usize),
    /// Shows a part of the picture of the selected agent, or no longer.
    ShowOverlay(AgentOverlay, bool),
    /// Compares the run with that of another scenario, by its index; `None` with none.
    Compare(Option<usize>),
    /// Shows a heat map of the run; `None` shows none.
    ShowHeat(Option<HeatKind>),
    /// Selects a group, and moves the view if a part of it is not in view.
    FrameGroup(GroupId),
    /// Deletes a group.
    RemoveGroup(GroupId),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: SimulationInput) {
    let active = scenarios::active_index(editor);
    match input {
        SimulationInput::RemoveGroup(id) => groups::remove(editor, id),
        SimulationInput::Activate(index) => {
            playback::change_scenario(editor, |editor| scenarios::activate(&mut editor.state, index));
        }
        SimulationInput::Rename(index, name) => {
            scenarios::edit(editor, index, "Rename scenario", |scenario| scenario.name = name.trim().into());
        }
        SimulationInput::SetDuration(duration) => {
            scenarios::edit(editor, active, "Change the duration", |scenario| scenario.duration = duration);
        }
        SimulationInput::SetSeed(seed) => {
            scenarios::edit(editor, active, "Change the seed", |scenario| scenario.seed = seed);
        }
        SimulationInput::SetTimeStep(step) => {
            scenarios::edit(editor, active, "Change the time step", |scenario| scenario.time_step = step);
        }
        SimulationInput::SetExpected(expected) => {
            scenarios::edit(editor, active, "Change the expected result", |scenario| {
                scenario.expected = expected;
            });
        }
        SimulationInput::SetGroup(id, group) => set_group(editor, id, *group),
        SimulationInput::Seek(time) => playback::seek(editor, time),
        SimulationInput::SetSpeed(speed) => editor.state.simulation.playback.set_speed(speed),
        SimulationInput::SetBreakpoint(kind, is_on) => {
            editor.state.simulation.playback.set_breakpoint(kind, is_on);
        }
        SimulationInput::BreakForAll(is_on) => editor.state.simulation.playback.set_stops_for_all(is_on),
        SimulationInput::SelectAgent(agent) => select_agent(editor, agent),
        SimulationInput::ShowStuck(agent) => show_stuck(editor, agent),
        SimulationInput::ShowOverlay(overlay, is_shown) => {
            decisions::show(&mut editor.state.simulation.hidden, overlay, is_shown);
        }
        SimulationInput::Compare(other) => editor.state.session.compared = other,
        SimulationInput::ShowHeat(kind) => editor.state.simulation.heat_kind = kind,
        SimulationInput::FrameGroup(id) => {
            let Some(group) = groups::group(editor, id) else { return };
            let bounds = groups::bounds(editor, group);
            editor.state.session.selection = std::iter::once(Element::Group(id)).collect();
            show(&mut editor.state, &bounds);
        }
    }
}

/// Replaces a group; spreads that do not fit its changed values are limited, and a message states it.
fn set_group(editor: &mut Editor, id: GroupId, mut group: AgentGroup) {
    let Some(before) = groups::group(editor, id) else { return };
    let limited = groups::limit_spread(&mut group, before);
    let put = group.clone();
    scenarios::edit(editor, id.scenario, "Change agents", |scenario| scenario.groups[id.group] = put);
    if groups::group(editor, id) == Some(&group) {
        for (name, most) in limited {
            let text = format!(
                "The {name} spread is {most:.2} now, because a spread is at most {:.0} % of its value.",
                groups::MOST_SPREAD * 100.0
            );
            editor.say(Message::info(text));
        }
    }
}

/// Height and width of the part of the view around a selected agent, in metres.
const AROUND_AGENT: f32 = 12.0;

/// Selects an agent of the run, and moves the view to it if it is not in view.
pub(in crate::editor) fn select_agent(editor: &mut Editor, agent: Option<usize>) {
    editor.state.simulation.agent = agent;
    let time = playback::playback(editor).time();
    let Some((run, agent)) = runs::run(editor).zip(agent) else { return };
    let shown = run.recording.agent(run.frame_number(time), agent);
    if let Some((shown, &radius)) = shown.zip(run.radii.get(agent)) {
        let own = Vec3::splat(radius);
        let at = shown.position;
        playback::seek(editor, time);
        if !editor.state.views.shows(&Bounds { min: at - own, max: at + own }) {
            editor.state.frame(&around(at));
        }
    }
}

/// Moves the view to a box unless the whole box is in view.
fn show(state: &mut State, bounds: &Bounds) {
    if !bounds.is_empty() && !state.views.shows(bounds) {
        state.frame(bounds);
    }
}

/// Returns the part of the view around a position.
fn around(at: Vec3) -> Bounds {
    let half = Vec3::splat(AROUND_AGENT * 0.5);
    Bounds { min: at - half, max: at + half }
}

/// Selects an agent and goes to the end of the run, which the cause why it is stuck describes.
///
/// The view shows the target too if it is on another island.
pub(in crate::editor) fn show_stuck(editor: &mut Editor, agent: usize) {
    let Some(run) = runs::run(editor) else { return };
    let end = f64::from(run.recording.seconds());
    playback::seek(editor, end);
    select_agent(editor, Some(agent));
    let is_apart = matches!(runs::cause_of(editor, agent), Some(StuckCause::OtherIsland { .. }));
    let Some(run) = runs::run(editor).filter(|_| is_apart) else { return };
    let shown = run.recording.agent(run.frame_number(end), agent);
    if let Some((shown, target)) = shown.zip(run.target_of(agent))
        && !editor.state.views.shows(&Bounds::of([shown.position, target]))
    {
        editor.state.frame(&around(shown.position).union(around(target)));
    }
}

/// Goes to the next or the previous event of the selected agent.
pub(in crate::editor) fn go_to_event(editor: &mut Editor, is_forward: bool) {
    let Some((run, agent)) = runs::run(editor).zip(selected_agent(editor)) else { return };
    let now = playback::playback(editor).time();
    let half_step = f64::from(run.recording.time_step()) * 0.5;
    let times: Vec<f64> = run.events_of(agent).map(|event| run.time_of(event)).collect();
    let next = if is_forward {
        times.into_iter().find(|&time| time > now + half_step)
    } else {
        times.into_iter().rfind(|&time| time < now - half_step)
    };
    if let Some(time) = next {
        playback::seek(editor, time);
    }
}

/// Returns the index of the selected agent of the run.
pub fn selected_agent(state: &State) -> Option<usize> {
    let count = runs::run(state)?.recording.agent_count();
    state.simulation.agent.filter(|&agent| agent < count)
}

/// Returns the position of the selected agent at the present time; `None` while it is not shown.
pub fn position_of_selected(state: &State) -> Option<Vec3> {
    let agent = selected_agent(state).filter(|_| playback::playback(state).is_shown())?;
    let run = runs::run(state)?;
    let shown = run.recording.agent(run.frame_number(playback::playback(state).time()), agent)?;
    (!shown.flags.contains(AgentFlags::LEFT)).then_some(shown.position)
}
