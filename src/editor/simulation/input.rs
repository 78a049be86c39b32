//! User input about scenarios and their simulation.

use glam::Vec3;

use crate::editor::Editor;
use crate::editor::session::pick::{Element, GroupId};
use crate::editor::simulation::{groups, playback, runs, scenarios};
use crate::geometry::Bounds;
use crate::simulation::events::IncidentKind;
use crate::simulation::scenario::AgentGroup;

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
    /// Replaces a group, as one undo step; a group that could not run is refused.
    SetGroup(GroupId, AgentGroup),
    /// Goes to a time of the run, in seconds, and pauses.
    Seek(f64),
    /// Sets the playback speed, relative to real time.
    SetSpeed(f32),
    /// Stops playback at events of a kind of the selected agent, or no longer.
    SetBreakpoint(IncidentKind, bool),
    /// Selects an agent of the run and moves the view to it; `None` selects none.
    SelectAgent(Option<usize>),
    /// Selects a group and moves the view to it.
    FrameGroup(GroupId),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: SimulationInput) {
    let active = scenarios::active_index(editor);
    match input {
        SimulationInput::Activate(index) => scenarios::activate(editor, index),
        SimulationInput::Rename(index, name) => {
            scenarios::edit(editor, index, "Rename scenario", |scenario| scenario.name = name.trim().into());
        }
        SimulationInput::SetDuration(duration) => {
            scenarios::edit(editor, active, "Change the duration", |scenario| scenario.duration = duration);
        }
        SimulationInput::SetSeed(seed) => {
            scenarios::edit(editor, active, "Change the seed", |scenario| scenario.seed = seed);
        }
        SimulationInput::SetGroup(id, group) => {
            scenarios::edit(editor, id.scenario, "Change agents", |scenario| {
                if let Some(old) = scenario.groups.get_mut(id.group) {
                    *old = group;
                }
            });
        }
        SimulationInput::Seek(time) => playback::seek(editor, time),
        SimulationInput::SetSpeed(speed) => editor.simulation.playback.set_speed(speed),
        SimulationInput::SetBreakpoint(kind, is_on) => {
            editor.simulation.playback.set_breakpoint(kind, is_on);
        }
        SimulationInput::SelectAgent(agent) => select_agent(editor, agent),
        SimulationInput::FrameGroup(id) => {
            let Some(group) = groups::group(editor, id) else { return };
            let bounds = Bounds::of(groups::places(editor, group));
            editor.selection = std::iter::once(Element::Group(id)).collect();
            if !bounds.is_empty() {
                editor.frame(&bounds);
            }
        }
    }
}

/// Height and width of the part of the view around a selected agent, in metres.
const AROUND_AGENT: f32 = 12.0;

/// Selects an agent of the run and moves the view to it.
pub(in crate::editor) fn select_agent(editor: &mut Editor, agent: Option<usize>) {
    editor.simulation.agent = agent;
    let time = playback::playback(editor).time();
    let Some((run, agent)) = runs::run(editor).zip(agent) else { return };
    if let Some(shown) = run.recording.agent(run.frame_number(time), agent) {
        let half = Vec3::splat(AROUND_AGENT * 0.5);
        let bounds = Bounds { min: shown.position - half, max: shown.position + half };
        playback::seek(editor, time);
        editor.frame(&bounds);
    }
}

/// Returns the index of the selected agent of the run.
pub fn selected_agent(editor: &Editor) -> Option<usize> {
    let count = runs::run(editor)?.recording.agent_count();
    editor.simulation.agent.filter(|&agent| agent < count)
}
