//! "Why is there no mesh here?": the first stage that removed the ground at a point.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::generation::found;
use crate::editor::levels::surface;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Vec3, at_height};
use navsmith_core::progress::Stopped;
use navsmith_generation::{Generation, Reason};

/// Key of the reason at the asked point.
#[derive(Clone, Debug)]
pub(in crate::editor) struct ReasonKey {
    generation: Arc<Generation>,
    at: Vec3,
}

impl PartialEq for ReasonKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.generation, &other.generation) && self.at == other.at
    }
}

impl Analysis for ReasonKey {
    type Value = Reason;

    const TITLE: &'static str = "finding the reason at a point";

    fn when(state: &State) -> When {
        // The stages of a tile are computed again.
        let has_tiles = found::generation(state).is_some_and(|generation| generation.tiles() > 1);
        if has_tiles { When::AfterFirstUse } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { at: state.generation.asked?, generation: Arc::clone(found::generation(state)?) })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Reason, Stopped> {
        Ok(self.generation.why(self.at))
    }
}

/// Returns the point whose reason is stated.
pub fn asked(state: &State) -> Option<Vec3> {
    state.generation.asked
}

/// Returns the reason at the asked point, in the last result; `None` until it is found.
pub fn reason(state: &State) -> Option<&Reason> {
    state.value::<ReasonKey>()
}

/// Returns the reason at the ground under a pointer, unless that takes time.
pub(in crate::editor) fn reason_under(state: &State, pointer: Pointer) -> Option<Reason> {
    let generation = found::generation(state).filter(|generation| generation.tiles() == 1)?;
    Some(generation.why(ground_under(state, pointer)))
}

/// Returns the ground of the levels under a pointer.
pub(in crate::editor) fn ground_under(state: &State, pointer: Pointer) -> Vec3 {
    let height = pointer.height.or_else(|| surface::floor_at(state, pointer.ground));
    at_height(pointer.ground, height.unwrap_or_default())
}

/// States the reason at the ground under a pointer.
pub(in crate::editor) fn ask_at(state: &mut State, pointer: Pointer) {
    state.generation.asked = Some(ground_under(state, pointer));
}
