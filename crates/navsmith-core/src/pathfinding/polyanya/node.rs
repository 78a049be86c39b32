//! Roots, and the two rays from a root that bound the visible part of a side.
//!
//! A ray is stored as two points of the mesh, never as its intersection with a side. The test of which vertices lie
//! inside a cone is therefore exact. If the winding of the mesh is reversed, Z is mirrored, so that all computations
//! see normal winding.

use glam::{DVec2, Vec2};

use crate::geometry::Line;
use crate::pathfinding::search_mesh::{Half, SearchMesh};
use crate::pathfinding::string_pulling::portal::Side;

/// Index for no node or no corner.
pub(super) const NONE: u32 = u32::MAX;

/// Apex of a cone.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootPoint {
    pub(super) cost: f64,
    pub(super) at: Vec2,
    /// Number of the corner; [`NONE`] at the start.
    pub(super) corner: u32,
}

/// Bound of an interval on one side: a ray from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRay {
    /// Second point on the line of the ray; the previous root for [`Bound::Onward`].
    at: Vec2,
    bound: Bound,
}

/// Relation of a ray to the side that contains the interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Bound {
    /// The root is itself the end of the side.
    Root,
    /// The ray leads to the end of the side.
    End,
    /// The ray passes through a vertex of an earlier side and crosses this side.
    Through,
    /// The ray extends the segment from the previous root to the root and crosses the side.
    Onward,
}

impl NodeRay {
    #[inline]
    pub(super) fn to(end: Vec2, root: &RootPoint) -> Self {
        Self { at: end, bound: if end == root.at { Bound::Root } else { Bound::End } }
    }

    /// Returns the ray that extends the segment from the previous root to the root.
    #[inline]
    pub(super) fn onward(before: Vec2) -> Self {
        Self { at: before, bound: Bound::Onward }
    }

    #[inline]
    pub(super) fn further(self) -> Self {
        let bound = if self.bound == Bound::End { Bound::Through } else { self.bound };
        Self { bound, ..self }
    }

    #[inline]
    pub(super) fn is_crossing(self) -> bool {
        self.bound >= Bound::Through
    }

    #[inline]
    pub(super) fn is_to_end(self) -> bool {
        self.bound == Bound::End
    }

    /// Returns the direction of the ray, not normalized.
    #[inline]
    fn direction(self, root: DVec2) -> DVec2 {
        let to = self.at.as_dvec2() - root;
        if self.bound == Bound::Onward { -to } else { to }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeLine {
    line: Line,
    /// 1 if the inside lies to the left of the line, -1 if to the right, 0 if everything is inside.
    inside: f64,
}

impl EdgeLine {
    /// Returns a positive number for a point inside the cone, a negative one outside, 0 on the ray.
    ///
    /// The sign is exact.
    #[inline]
    pub(super) fn inward(&self, point: Vec2) -> f64 {
        if self.inside == 0.0 { 1.0 } else { self.line.doubled_area(point) * self.inside }
    }
}

/// Search node: an interval, its root and the cell behind it. Fits into a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Lower bound for the length of a path to the target through the interval.
    pub(super) estimate: f64,
    pub(super) root: RootPoint,
    /// For the left and the right ray, a point other than the root.
    through: [Vec2; 2],
    bounds: [Bound; 2],
    /// Whether the root of the previous interval sees this interval.
    pub(super) is_observable: bool,
    /// Cell behind the interval.
    pub(super) behind: Behind,
    /// Step of the trail that generated the node.
    pub(super) from: u32,
}

const _: () = assert!(size_of::<Node>() == 64, "a node is a cache line");

/// Cost and corner of a root, and the bits of the points on the left and the right ray.
pub(super) type NodeKey = (u64, u32, [u32; 2], [u32; 2]);

/// Cell behind an interval, with its other sides counted from the interval's right end to its left end.
///
/// The side that contains the interval is not counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    /// Side that contains the interval, as a side of the cell behind.
    pub(super) entry: u32,
    /// Index of that side in its cell, and number of sides of the cell.
    pub(super) index: u16,
    pub(super) len: u16,
}

impl Behind {
    /// Creates the cell that contains a side, entered through that side.
    #[inline]
    pub(super) fn new(floor: &SearchMesh, entry: u32) -> Self {
        let &Half { index, len, .. } = floor.half(entry);
        Self { entry, index, len }
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        u32::from(self.len) - 1
    }

    /// Returns the side with index `nth`, counted from the right end.
    #[inline]
    pub(super) fn nth(self, nth: u32) -> u32 {
        let len = u32::from(self.len);
        let side = self.entry + 1 + nth;
        if u32::from(self.index) + 1 + nth >= len { side - len } else { side }
    }

    /// Returns the side whose first corner is one end of the entry.
    #[inline]
    pub(super) fn end(self, side: Side) -> u32 {
        if side == Side::Left { self.entry } else { self.nth(0) }
    }

    #[inline]
    pub(super) fn first(self) -> u32 {
        self.entry - u32::from(self.index)
    }
}

impl Node {
    /// Creates an interval that the previous root sees, without its estimate; the left ray comes first.
    #[inline]
    pub(super) fn new(root: RootPoint, rays: [NodeRay; 2], behind: Behind, from: u32) -> Self {
        let (through, bounds) = (rays.map(|ray| ray.at), rays.map(|ray| ray.bound));
        Self { estimate: 0.0, root, through, bounds, is_observable: true, behind, from }
    }

    /// Whether the interval is a single point, at the root.
    #[inline]
    pub(super) fn is_point_at_root(&self) -> bool {
        self.through == [self.root.at; 2]
    }

    /// Returns a key of the root and the rays, equal for equal intervals on a side.
    pub(super) fn key(&self) -> NodeKey {
        let [left, right] = self.through.map(|at| at.to_array().map(f32::to_bits));
        (self.root.cost.to_bits(), self.root.corner, left, right)
    }

    #[inline]
    pub(super) fn ray(&self, side: Side) -> NodeRay {
        NodeRay { at: side.of(&self.through), bound: side.of(&self.bounds) }
    }

    #[inline]
    pub(super) fn set_ray(&mut self, side: Side, ray: NodeRay) {
        // An index that is not constant would keep the node in memory instead of in registers.
        match side {
            Side::Left => (self.through[0], self.bounds[0]) = (ray.at, ray.bound),
            Side::Right => (self.through[1], self.bounds[1]) = (ray.at, ray.bound),
        }
    }

    /// Whether the root is an end of the side.
    #[inline]
    pub(super) fn is_at_root(&self) -> bool {
        self.bounds[0] == Bound::Root || self.bounds[1] == Bound::Root
    }

    #[inline]
    pub(super) fn edge(&self, side: Side) -> EdgeLine {
        let ray = self.ray(side);
        let inside = if (side == Side::Left) == (ray.bound == Bound::Onward) { 1.0 } else { -1.0 };
        EdgeLine {
            line: Line::new(self.root.at, ray.at),
            inside: if ray.bound == Bound::Root { 0.0 } else { inside },
        }
    }

    /// Returns the end of the interval on one side, rounded: for lengths and drawing only.
    ///
    /// `line` is the side that contains the interval, from right to left.
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

    /// Returns a lower bound for the length of a path to the target through the interval.
    ///
    /// `line` is the side that contains the interval, from right to left. The bound ignores all other obstacles.
    ///
    /// A target on the root's side of the line is mirrored in it. The line is that of the whole side, because the
    /// line through a very short interval is dominated by rounding.
    #[inline]
    pub(super) fn least(&self, line: [Vec2; 2], target: DVec2) -> f64 {
        let root = self.root.at.as_dvec2();
        let line = line.map(Vec2::as_dvec2);
        let (along, straight) = (line[1] - line[0], target - root);
        if self.is_at_root() {
            return self.root.cost + straight.length();
        }
        let off = along.perp_dot(target - line[0]);
        // The product is positive if the target and the root lie on the same side of the line.
        let is_behind = off * along.perp_dot(root - line[0]) > 0.0;
        // The vector to the mirrored target is scaled by `squared`, which avoids a division.
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
