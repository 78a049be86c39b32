//! User input about scenarios and their simulation.

use crate::editor::Editor;
use crate::editor::session::pick::{Element, GroupId};
use crate::editor::simulation::{groups, scenarios};
use crate::geometry::Bounds;
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
