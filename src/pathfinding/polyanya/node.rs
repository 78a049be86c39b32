//! A root, and the two rays from it that bound what it sees of a side.
//!
//! A ray is kept as two points of the mesh that it goes through, never as the point where it meets a side, so which
//! vertices lie inside a cone is judged exactly. All is seen as if the mesh were the right way out: where it is inside
//! out, Z is mirrored.

use glam::{DVec2, Vec2};

use super::super::Side;
use crate::geometry::doubled_area;

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
    #[inline]
    pub(super) fn at(end: Vec2, root: &Root) -> Self {
        if end == root.at { Self::Root } else { Self::Vertex(end) }
    }

    /// The same ray where it meets sides further on.
    #[inline]
    pub(super) fn further(self) -> Self {
        match self {
            Self::Vertex(at) => Self::Through(at),
            other => other,
        }
    }

    /// Whether it crosses the inside of the side that it bounds an interval on.
    #[inline]
    pub(super) fn is_ray(self) -> bool {
        matches!(self, Self::Through(_) | Self::Onward(_))
    }

    /// Two points of its ray, in order.
    #[inline]
    fn ray(self, root: Vec2) -> [Vec2; 2] {
        match self {
            Self::Root => [root; 2],
            Self::Vertex(at) | Self::Through(at) => [root, at],
            Self::Onward(from) => [from, root],
        }
    }
}

/// Two values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Both<T> {
    pub(super) left: T,
    pub(super) right: T,
}

impl<T: Copy> Both<T> {
    #[inline]
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

/// A node of the search: an interval, seen from a root, and the cell behind it. A cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) estimate: f64,
    pub(super) root: Root,
    pub(super) bounds: Both<Bound>,
    /// The cell behind it.
    pub(super) behind: Behind,
    pub(super) parent: u32,
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
    /// Positive for a point that the ray of one side leaves on the inside of the cone, negative on the outside, 0 on
    /// the ray; its sign is exact.
    #[inline]
    pub(super) fn inward(&self, side: Side, point: Vec2) -> f64 {
        let bound = self.bounds.get(side);
        if bound == Bound::Root {
            return 1.0;
        }
        let [tail, tip] = bound.ray(self.root.at);
        let area = doubled_area(tail, tip, point);
        if side == Side::Left { -area } else { area }
    }

    /// Where the interval ends on one side, rounded, so good for lengths and pictures only; `line` is the side that it
    /// lies on, from right to left.
    #[inline]
    pub(super) fn end(&self, side: Side, line: [DVec2; 2]) -> DVec2 {
        let bound = self.bounds.get(side);
        match bound {
            Bound::Root => self.root.at.as_dvec2(),
            Bound::Vertex(at) => at.as_dvec2(),
            Bound::Through(_) | Bound::Onward(_) => {
                let [tail, tip] = bound.ray(self.root.at).map(Vec2::as_dvec2);
                let (ray, along) = (tip - tail, line[1] - line[0]);
                let share = (tail - line[0]).perp_dot(ray) / along.perp_dot(ray);
                let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
                line[0] + along * share
            }
        }
    }

    /// The length of the shortest way from the root to the target by way of the interval, nothing else being in the
    /// way; `line` is the side that it lies on, from right to left.
    ///
    /// A target on the root's side of the line is mirrored in it. The line is that of the whole side, for that
    /// of a very short interval is mostly rounding.
    #[inline]
    pub(super) fn ahead(&self, line: [Vec2; 2], target: Vec2) -> f64 {
        let [root, target] = [self.root.at, target].map(Vec2::as_dvec2);
        let line = line.map(Vec2::as_dvec2);
        let (along, straight) = (line[1] - line[0], target - root);
        if self.bounds.left == Bound::Root || self.bounds.right == Bound::Root {
            return straight.length();
        }
        let off = along.perp_dot(target - line[0]);
        let squared = along.length_squared();
        // Z points down in the view, so what the line turns right to is negative in front of it, and the root behind.
        let is_behind = off * along.perp_dot(root - line[0]) > 0.0;
        // The way to the mirrored target, so many times as long that no division is needed to know where it leads.
        let ahead = if is_behind { straight * squared - along.perp() * (2.0 * off) } else { straight };
        for side in [Side::Right, Side::Left] {
            let [tail, tip] = self.bounds.get(side).ray(self.root.at).map(Vec2::as_dvec2);
            let turn = (tip - tail).perp_dot(ahead);
            if if side == Side::Left { turn < 0.0 } else { turn > 0.0 } {
                let end = self.end(side, line);
                return root.distance(end) + end.distance(target);
            }
        }
        if is_behind { ahead.length() / squared } else { ahead.length() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fits_a_cache_line() {
        assert!(size_of::<Node>() <= 72, "{} bytes", size_of::<Node>());
    }
}
