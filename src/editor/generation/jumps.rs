//! Jump and drop links of a generation: the switch, the preview, and the link or reason at a border.

use crate::editor::generation::{found, plan, reason};
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec3;
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_generation::{JumpSettings, Jumps, NearestJump};

/// Returns the links and the samples of the last result; `None` if links are not generated.
pub fn jumps(state: &State) -> Option<&Jumps> {
    plan::plan(state).jumps?;
    found::latest(state)?.jumps.as_ref()
}

/// Whether links are generated.
pub fn is_on(state: &State) -> bool {
    plan::plan(state).jumps.is_some()
}

/// Whether the links of the result and the samples without one are drawn.
pub fn is_shown(state: &State) -> bool {
    state.generation.shows_jumps && is_on(state)
}

/// Switches the generation of links on or off, as one undo step.
pub(in crate::editor) fn toggle(editor: &mut Editor) {
    let plan = plan::plan(editor);
    let default = JumpSettings::of(&plan.settings.agent);
    let jumps = if plan.jumps.is_some() { None } else { Some(default) };
    let plan = GenerationPlan { jumps, ..plan.clone() };
    let title = if plan.jumps.is_some() { "Switch jump links on" } else { "Switch jump links off" };
    plan::set(editor, title, plan);
}

/// Returns the link or the sample without one at a border near a point.
pub fn near(state: &State, at: Vec3) -> Option<NearestJump<'_>> {
    let settings = plan::plan(state).jumps?;
    let nearest = jumps(state)?.nearest(at)?;
    // The border of the mesh is at most about a radius from that of the ground.
    let reach = 2.0 * plan::plan(state).settings.agent.radius + settings.spacing;
    (nearest.at.distance(at) <= reach).then_some(nearest)
}

/// Returns the link or the sample at the border near the asked point.
pub fn asked(state: &State) -> Option<NearestJump<'_>> {
    near(state, reason::asked(state)?)
}

/// Returns the link or the sample at the border near a pointer.
pub(in crate::editor) fn under(state: &State, pointer: Pointer) -> Option<NearestJump<'_>> {
    near(state, reason::ground_under(state, pointer))
}
