//! Points of the levels that points of the mesh snap to.

use glam::Vec3;

use crate::editor::State;
use crate::editor::levels::surface;
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Segment, ground};

/// Part of a level that a point snaps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelTarget {
    /// A corner of a triangle.
    Corner,
    /// The point of an edge between two faces nearest to the pointer.
    Edge,
    /// The section at the cut height.
    Section,
}

/// Returns the point of the levels that a point at the pointer snaps to.
///
/// Nothing above the cut height, or above the point in sight, is a target. Ends and corners come before points along
/// lines. A point on the section gets the height of the floor below it.
pub(in crate::editor) fn nearest_target(state: &State, pointer: Pointer) -> Option<(Vec3, LevelTarget)> {
    let levels = surface::surface(state)?;
    let (at, radius) = (pointer.ground, pointer.pick_radius);
    // In space, what lies above the point in sight is not near it.
    let seen = pointer.height.map_or(f32::INFINITY, |height| height + radius);
    let top = surface::top(state).min(seen);
    let is_target = |level| surface::is_snap_target(state, level);
    let [end, on_line] = on_section(state, pointer);
    let section = |at: Vec3| {
        let floor = surface::floor_at(state, ground(at));
        (at.with_y(floor.unwrap_or(at.y)), LevelTarget::Section)
    };
    end.map(section)
        .or_else(|| Some((levels.nearest_corner(at, radius, top, is_target)?, LevelTarget::Corner)))
        .or_else(|| on_line.map(section))
        .or_else(|| Some((levels.nearest_on_edge(at, radius, top, is_target)?, LevelTarget::Edge)))
}

/// Returns the end and the point of the section nearest to the pointer, if they are near it.
fn on_section(state: &State, pointer: Pointer) -> [Option<Vec3>; 2] {
    let (at, radius) = (pointer.ground, pointer.pick_radius);
    let mut nearest: [Option<(f32, Vec3)>; 2] = [None; 2];
    let mut add = |kind: usize, place: Vec3| {
        let distance = ground(place).distance(at);
        if distance <= radius && nearest[kind].is_none_or(|(other, _)| distance < other) {
            nearest[kind] = Some((distance, place));
        }
    };
    for &[from, to] in surface::section(state).into_iter().flat_map(|lines| lines.iter()) {
        let [low, high] = [ground(from).min(ground(to)), ground(from).max(ground(to))];
        if low.cmple(at + radius).all() && high.cmpge(at - radius).all() {
            add(0, from);
            add(0, to);
            add(1, from.lerp(to, Segment::new(ground(from), ground(to)).nearest(at)));
        }
    }
    nearest.map(|found| found.map(|(_, place)| place))
}
