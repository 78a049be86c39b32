//! A root, and the two rays from it that bound what it sees of a side.
//!
//! A ray is kept as two points of the mesh that it goes through, never as the point where it meets a side, so which
//! vertices lie inside a cone is judged exactly.

use glam::{DVec2, Vec2};

use super::super::Side;
use super::event::Cone;
use super::floor::{Corner, Slot};
use crate::geometry::doubled_area;
use crate::navmesh::{CellId, HalfEdge, VertexId};

/// No node, no root.
pub(super) const NONE: u32 = u32::MAX;

/// What a cone has its corner at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: Vec2,
    /// `None` at the start.
    pub(super) vertex: Option<VertexId>,
    /// The index of what is known about it; [`NONE`] at the start.
    pub(super) record: u32,
    /// How long the way to it is.
    pub(super) cost: f64,
}

/// What bounds an interval on one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// The root itself, which stands at that end of the side: nothing.
    Root,
    /// The end of the side, which is this vertex.
    Vertex(Vec2),
    /// The ray from the root through a vertex of a side before.
    Through(Vec2),
    /// The ray that goes on straight from the root, come from the root before it.
    Onward(Vec2),
}

impl Bound {
    /// The bound at a side's own end.
    pub(super) fn at(corner: &Corner, root: &Root) -> Self {
        if root.vertex == Some(corner.vertex) { Self::Root } else { Self::Vertex(corner.at) }
    }

    /// The same ray where it meets sides further on.
    pub(super) fn further(self) -> Self {
        match self {
            Self::Vertex(at) => Self::Through(at),
            other => other,
        }
    }

    /// Whether it crosses the inside of the side that it bounds an interval on.
    pub(super) fn is_ray(self) -> bool {
        matches!(self, Self::Through(_) | Self::Onward(_))
    }
}

/// Two values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Both<T> {
    pub(super) left: T,
    pub(super) right: T,
}

impl<T: Copy> Both<T> {
    pub(super) fn get(&self, side: Side) -> T {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// One value for a side, another for the other side.
    pub(super) fn of(side: Side, own: T, other: T) -> Self {
        match side {
            Side::Left => Self { left: own, right: other },
            Side::Right => Self { left: other, right: own },
        }
    }
}

/// A node of the search: an interval, seen from a root, and the cell behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) root: Root,
    pub(super) bounds: Both<Bound>,
    /// Where the interval ends; rounded, so good for lengths and pictures only.
    pub(super) ends: Both<DVec2>,
    pub(super) exit: HalfEdge,
    pub(super) into: CellId,
    pub(super) slot: Slot,
    /// The side of the cell behind it.
    pub(super) entry: u32,
    pub(super) parent: u32,
    pub(super) estimate: f64,
}

impl Node {
    /// Positive for a point that the ray of one side leaves on the inside of the cone, negative on the outside, 0 on
    /// the ray; its sign is exact. `winding` is -1 where the mesh is inside out.
    pub(super) fn inward(&self, side: Side, point: Vec2, winding: f64) -> f64 {
        let [tail, tip] = match self.bounds.get(side) {
            Bound::Root => return 1.0,
            Bound::Vertex(at) | Bound::Through(at) => [self.root.at, at],
            Bound::Onward(from) => [from, self.root.at],
        };
        let area = winding * doubled_area(tail, tip, point);
        if side == Side::Left { -area } else { area }
    }

    /// Where the ray of one side cuts the stretch between two points on either side of it.
    pub(super) fn cut(&self, side: Side, outer: Vec2, inner: Vec2) -> DVec2 {
        let [beyond, within] = [outer, inner].map(|point| self.inward(side, point, 1.0));
        let share = beyond / (beyond - within);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        outer.as_dvec2().lerp(inner.as_dvec2(), share)
    }

    pub(super) fn cone(&self) -> Cone {
        let Both { left, right } = self.ends;
        Cone {
            root: self.root.at,
            root_vertex: self.root.vertex,
            left,
            right,
            exit: self.exit,
            into: self.into,
            cost: self.root.cost,
            estimate: self.estimate,
        }
    }
}

/// The length of the shortest way from a root to the target by way of an interval, nothing else being in the way.
///
/// A target on the root's side of the interval's line is mirrored in it. The line is that of the whole side, for that
/// of a very short interval is mostly rounding.
pub(super) fn shortest(root: Vec2, ends: &Both<DVec2>, line: [Vec2; 2], target: Vec2) -> f64 {
    let [root, target, from, to] = [root, target, line[0], line[1]].map(Vec2::as_dvec2);
    let along = to - from;
    let squared = along.length_squared();
    let off = along.perp_dot(target - from);
    let is_behind = off * along.perp_dot(root - from) > 0.0;
    let goal = if is_behind { target - along.perp() * (2.0 * off / squared) } else { target };
    let [to_left, to_right] = [ends.left, ends.right].map(|end| end - root);
    let (ahead, opening) = (goal - root, to_right.perp_dot(to_left));
    let is_inside = |ray: DVec2, sign: f64| ray.perp_dot(ahead) * sign * opening >= 0.0;
    if !is_inside(to_right, 1.0) {
        to_right.length() + (goal - ends.right).length()
    } else if !is_inside(to_left, -1.0) {
        to_left.length() + (goal - ends.left).length()
    } else {
        ahead.length()
    }
}
