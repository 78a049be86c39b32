//! Marks of the repair dialog.

use crate::editor::State;
use crate::editor::analysis::repair;
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::Bounds;
use navsmith_formats::document::thousands;

/// Largest number of places drawn; more would cover each other.
const MOST_MARKS: usize = 2000;

/// Marks the places in view that the repair changes.
pub(super) fn draw_repair(state: &State, scene: &mut Scene) {
    let camera = scene.camera;
    let mut places = repair::places(state).filter(|&at| camera.sees(&Bounds::of([at])));
    for at in places.by_ref().take(MOST_MARKS) {
        scene.point(Role::RepairPlace, at);
    }
    if places.next().is_some() {
        let drawn = thousands(MOST_MARKS);
        scene.left_out =
            format!("Only {drawn} repaired places are drawn. Select a step, or show its places one by one.");
    }
}
