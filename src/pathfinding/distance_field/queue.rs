//! What the view still has to spread to, the nearest first, and the lengths that decide it.

use std::cmp::Ordering;

use glam::{DVec2, Vec2};

use super::super::Side;
use super::fans::Corner;
use super::spread::Window;
use crate::navmesh::VertexId;

/// How much worse than another way, as a share of its length, a window has to be everywhere to be dropped: what rounding
/// might have done is never enough.
const CLEARLY: f64 = 1e-9;

/// A path that goes round a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) before: u32,
    pub(super) distance: f64,
    pub(super) vertex: VertexId,
    pub(super) fan: usize,
    /// The corner of the cell where what is behind the corner begins.
    pub(super) at: Corner,
    /// Which way it bends.
    pub(super) side: Side,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Window(Window),
    Bend(Bend),
}

/// What is nearest goes first, and of equals what was found first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) key: f64,
    pub(super) order: u32,
    pub(super) event: Event,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.order.cmp(&self.order))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// Whether a way is longer than another by more than rounding.
pub(super) fn is_longer(way: f64, other: f64) -> bool {
    way * (1.0 - CLEARLY) > other
}

/// Where a line crosses a side, kept on the side; rounded.
pub(super) fn crossing([from, to]: [DVec2; 2], ray: [Vec2; 2]) -> DVec2 {
    let [a, b] = ray.map(Vec2::as_dvec2);
    let (along, across) = (to - from, b - a);
    let t = (a - from).perp_dot(across) / along.perp_dot(across);
    if t.is_finite() { from.lerp(to, t.clamp(0.0, 1.0)) } else { from }
}

/// How far the nearest point of a segment is.
pub(super) fn nearest(point: DVec2, [from, to]: [DVec2; 2]) -> f64 {
    let along = to - from;
    let t = (point - from).dot(along) / along.length_squared();
    let at = if t.is_finite() { from + along * t.clamp(0.0, 1.0) } else { from };
    at.distance(point)
}
