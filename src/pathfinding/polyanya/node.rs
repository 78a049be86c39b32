//! A root, and the two rays from it that bound what it sees of a side.
//!
//! A ray is kept as two points of the mesh that it goes through, never as the point where it meets a side, so which
//! vertices lie inside a cone is judged exactly. All is seen as if the mesh were the right way out: where it is inside
//! out, Z is mirrored.

use glam::{DVec2, Vec2};

use super::super::Side;
use crate::geometry::Line;
use crate::pathfinding::search_mesh::{Half, SearchMesh};

/// No node, no corner.
pub(super) const NONE: u32 = u32::MAX;

/// What a cone has its corner at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// How long the way to it is.
    pub(super) cost: f64,
    pub(super) at: Vec2,
    /// Its number among the corners; [`NONE`] at the start.
    pub(super) corner: u32,
}

/// What bounds an interval on one side: a ray from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// Another point of it.
    at: Vec2,
    bound: Bound,
}

/// What a ray is to the side that it bounds an interval on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Bound {
    /// Nothing: the root itself stands at that end of the side.
    Root,
    /// It leads to the end of the side.
    End,
    /// It goes through a vertex of a side before, and crosses the side.
    Through,
    /// It goes on straight from the root, come from the root before it, and crosses the side.
    Onward,
}

impl Ray {
    /// To a side's own end.
    #[inline]
    pub(super) fn to(end: Vec2, root: &Root) -> Self {
        Self { at: end, bound: if end == root.at { Bound::Root } else { Bound::End } }
    }

    /// Straight on from a root, come from the root before it.
    #[inline]
    pub(super) fn onward(before: Vec2) -> Self {
        Self { at: before, bound: Bound::Onward }
    }

    /// The same ray where it meets sides further on.
    #[inline]
    pub(super) fn further(self) -> Self {
        let bound = if self.bound == Bound::End { Bound::Through } else { self.bound };
        Self { bound, ..self }
    }

    /// Whether it crosses the inside of the side that it bounds an interval on.
    #[inline]
    pub(super) fn is_crossing(self) -> bool {
        self.bound >= Bound::Through
    }

    /// Whether it leads to the end of the side.
    #[inline]
    pub(super) fn is_to_end(self) -> bool {
        self.bound == Bound::End
    }

    /// The direction in which it leads, of some length.
    #[inline]
    fn direction(self, root: DVec2) -> DVec2 {
        let to = self.at.as_dvec2() - root;
        if self.bound == Bound::Onward { -to } else { to }
    }
}

/// What bounds a cone on one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    line: Line,
    /// 1 where what lies to the left of the line is inside, -1 where what lies to the right is, 0 where everything is.
    inside: f64,
}

impl Edge {
    /// Positive for a point inside of the cone, negative for one outside, 0 on the ray; exactly.
    #[inline]
    pub(super) fn inward(&self, point: Vec2) -> f64 {
        if self.inside == 0.0 { 1.0 } else { self.line.doubled_area(point) * self.inside }
    }
}

/// Two values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Successors<T> {
    pub(super) left: T,
    pub(super) right: T,
}

impl<T: Copy> Successors<T> {
    #[inline]
    pub(super) fn get(&self, side: Side) -> T {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

/// A node of the search: an interval, seen from a root, and the cell behind it. A cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The least that a way to the target through the interval can measure.
    pub(super) estimate: f64,
    pub(super) root: Root,
    /// A point of each ray that bounds it, but the root.
    through: Successors<Vec2>,
    bounds: Successors<Bound>,
    /// Whether the root of the interval before sees it.
    pub(super) is_observable: bool,
    /// The cell behind it.
    pub(super) behind: Behind,
    /// The step of the trail that it comes from.
    pub(super) from: u32,
}

/// The cell behind an interval: its sides counted from the right end of the interval's own side to its left end, that
/// side left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    /// The side that the interval lies on, as a side of that cell.
    pub(super) entry: u32,
    /// Which side of its cell that is, and how many the cell has.
    pub(super) index: u16,
    pub(super) len: u16,
}

impl Behind {
    /// The cell that a side belongs to, entered through it.
    #[inline]
    pub(super) fn new(floor: &SearchMesh, entry: u32) -> Self {
        let &Half { index, len, .. } = floor.half(entry);
        Self { entry, index, len }
    }

    /// How many sides there are.
    #[inline]
    pub(super) fn count(self) -> u32 {
        u32::from(self.len) - 1
    }

    /// The side that comes so many places after the right end.
    #[inline]
    pub(super) fn nth(self, nth: u32) -> u32 {
        let len = u32::from(self.len);
        let side = self.entry + 1 + nth;
        if u32::from(self.index) + 1 + nth >= len { side - len } else { side }
    }

    /// The side whose first corner is the end of the interval's own side.
    #[inline]
    pub(super) fn end(self, side: Side) -> u32 {
        if side == Side::Left { self.entry } else { self.nth(0) }
    }

    /// The first side of the cell.
    #[inline]
    pub(super) fn first(self) -> u32 {
        self.entry - u32::from(self.index)
    }
}

impl Node {
    /// An interval that the root before sees, its estimate not made yet.
    #[inline]
    pub(super) fn new(root: Root, rays: Successors<Ray>, behind: Behind, from: u32) -> Self {
        let Successors { left, right } = rays;
        let through = Successors { left: left.at, right: right.at };
        let bounds = Successors { left: left.bound, right: right.bound };
        Self { estimate: 0.0, root, through, bounds, is_observable: true, behind, from }
    }

    /// What bounds it on one side.
    #[inline]
    pub(super) fn ray(&self, side: Side) -> Ray {
        Ray { at: self.through.get(side), bound: self.bounds.get(side) }
    }

    /// Bounds it on one side.
    #[inline]
    pub(super) fn set_ray(&mut self, side: Side, ray: Ray) {
        match side {
            Side::Left => (self.through.left, self.bounds.left) = (ray.at, ray.bound),
            Side::Right => (self.through.right, self.bounds.right) = (ray.at, ray.bound),
        }
    }

    /// Whether the root stands at an end of the side.
    #[inline]
    pub(super) fn is_at_root(&self) -> bool {
        self.bounds.left == Bound::Root || self.bounds.right == Bound::Root
    }

    /// What bounds the cone on one side, to ask on which side of it points are.
    #[inline]
    pub(super) fn edge(&self, side: Side) -> Edge {
        let ray = self.ray(side);
        let inside = if (side == Side::Left) == (ray.bound == Bound::Onward) { 1.0 } else { -1.0 };
        Edge {
            line: Line::new(self.root.at, ray.at),
            inside: if ray.bound == Bound::Root { 0.0 } else { inside },
        }
    }

    /// Where the interval ends on one side, rounded, so good for lengths and pictures only; `line` is the side that it
    /// lies on, from right to left.
    #[inline]
    pub(super) fn end(&self, side: Side, line: [DVec2; 2]) -> DVec2 {
        let ray = self.ray(side);
        if !ray.is_crossing() {
            return ray.at.as_dvec2();
        }
        let root = self.root.at.as_dvec2();
        let (ahead, along) = (ray.direction(root), line[1] - line[0]);
        let share = (root - line[0]).perp_dot(ahead) / along.perp_dot(ahead);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        line[0] + along * share
    }

    /// The least that a way to the target through the interval can measure, nothing else being in the way; `line` is
    /// the side that it lies on, from right to left.
    ///
    /// A target on the root's side of the line is mirrored in it. The line is that of the whole side, for that
    /// of a very short interval is mostly rounding.
    #[inline]
    pub(super) fn least(&self, line: [Vec2; 2], target: DVec2) -> f64 {
        let root = self.root.at.as_dvec2();
        let line = line.map(Vec2::as_dvec2);
        let (along, straight) = (line[1] - line[0], target - root);
        if self.is_at_root() {
            return self.root.cost + straight.length();
        }
        let off = along.perp_dot(target - line[0]);
        // Z points down in the view, so what the line turns right to is negative in front of it, and the root behind.
        let is_behind = off * along.perp_dot(root - line[0]) > 0.0;
        // The way to the mirrored target, so many times as long that no division is needed to know where it leads.
        let squared = along.length_squared();
        let ahead = if is_behind { straight * squared - along.perp() * (2.0 * off) } else { straight };
        let is_past = |side: Side| {
            let turn = self.ray(side).direction(root).perp_dot(ahead);
            if side == Side::Left { turn < 0.0 } else { turn > 0.0 }
        };
        let side = if is_past(Side::Right) {
            Side::Right
        } else if is_past(Side::Left) {
            Side::Left
        } else {
            let length = ahead.length();
            return self.root.cost + if is_behind { length / squared } else { length };
        };
        let end = self.end(side, line);
        self.root.cost + root.distance(end) + end.distance(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_cache_line() {
        assert_eq!(size_of::<Node>(), 64);
    }
}
