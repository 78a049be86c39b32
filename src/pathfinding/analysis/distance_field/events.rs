//! The events of the distance field, and its length computations.

use glam::{DVec2, Vec2};

use super::fans::Corner;
use super::window::Window;
use crate::navmesh::VertexId;
use crate::pathfinding::string_pulling::portal::Side;

/// The least excess of a window's length for dropping it, as a share of the length.
///
/// The excess must be present at all points of the window. It is far greater than rounding errors.
const CLEARLY: f64 = 1e-9;

/// A path that turns around a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bend {
    pub(super) before: u32,
    pub(super) vertex: VertexId,
    pub(super) fan: usize,
    pub(super) at: Corner,
    pub(super) side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    Window(Window),
    Bend(Bend),
}

/// Returns whether a path is longer than another by more than rounding.
pub(super) fn is_longer(way: f64, other: f64) -> bool {
    way * (1.0 - CLEARLY) > other
}

/// Returns the intersection of a line and a side, clamped to the side; rounded.
pub(super) fn crossing([from, to]: [DVec2; 2], ray: [Vec2; 2]) -> DVec2 {
    let [a, b] = ray.map(Vec2::as_dvec2);
    let (along, across) = (to - from, b - a);
    let t = (a - from).perp_dot(across) / along.perp_dot(across);
    if t.is_finite() { from.lerp(to, t.clamp(0.0, 1.0)) } else { from }
}

pub(super) fn nearest(point: DVec2, [from, to]: [DVec2; 2]) -> f64 {
    let along = to - from;
    let t = (point - from).dot(along) / along.length_squared();
    let at = if t.is_finite() { from + along * t.clamp(0.0, 1.0) } else { from };
    at.distance(point)
}
