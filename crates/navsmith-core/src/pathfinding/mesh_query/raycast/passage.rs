//! The way of a ray through a convex cell, from the corners of the mesh.
//!
//! A ray that enters a convex cell between the ends of a side leaves it through exactly one other side, or ends in it.
//! The turns of the corners that follow that side decide which, so one turn decides a triangle.

use glam::Vec2;

use crate::geometry::{Line, doubled_area, ground};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::outline::OutlineSide;

/// The ends of a ray, and the line through them.
pub(super) struct Track {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    line: Line,
}

/// How a ray came into a cell.
#[derive(Clone, Copy)]
pub(super) enum Entrance {
    /// It starts inside of the cell, which is convex.
    Inside,
    /// It passed a side.
    Through(PassedSide),
    /// It starts on the boundary of the cell, or passed a corner.
    Around,
}

/// A side that a ray passed between its ends.
#[derive(Clone, Copy)]
pub(super) struct PassedSide {
    /// The side of the cell that the ray left.
    pub(super) side: OutlineSide,
    /// The twin of the side.
    pub(super) twin: HalfEdge,
    /// Whether the cell that the ray left is clockwise.
    pub(super) is_inside_out: bool,
}

/// The way of a ray out of a convex cell in the usual case.
pub(super) enum Passage {
    /// It leaves through a side, between its ends.
    Leaves {
        /// The side.
        side: OutlineSide,
        /// Whether the cell is clockwise.
        is_inside_out: bool,
    },
    /// It ends in the cell.
    Ends,
}

impl Entrance {
    pub(super) fn side(&self) -> Option<HalfEdge> {
        match self {
            Self::Through(passed) => Some(passed.side.half_edge),
            Self::Inside | Self::Around => None,
        }
    }
}

impl Track {
    pub(super) fn new(from: Vec2, to: Vec2) -> Self {
        Self { from, to, line: Line::new(from, to) }
    }

    /// Returns the parameter along the ray at which it passes a side.
    pub(super) fn share_through(&self, side: &OutlineSide) -> f64 {
        let [a, b] = side.ends;
        let [inside, outside] = [self.from, self.to].map(|end| doubled_area(a, b, end));
        inside / (inside - outside)
    }

    /// Returns the parameter of a position along the ray, from 0 to 1.
    pub(super) fn share(&self, at: Vec2) -> f64 {
        let along = self.to.as_dvec2() - self.from.as_dvec2();
        let t = (at.as_dvec2() - self.from.as_dvec2()).dot(along) / along.length_squared();
        if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Returns the way of the ray out of a convex cell; exact.
    ///
    /// `None` for other cells, and where the ray passes a corner, misses the cell, or may not start in it.
    #[inline]
    pub(super) fn passage(
        &self,
        walkable: &Walkable<'_>,
        cell: CellId,
        entrance: &Entrance,
    ) -> Option<Passage> {
        let winding = walkable.derived.convex_winding(cell);
        if winding == 0 {
            return None;
        }
        let (mesh, is_inside_out) = (walkable.mesh, winding < 0);
        let place = |vertex: VertexId| ground(mesh.position(vertex));
        // Negative for the corners before the side through which the ray leaves, positive for those behind it.
        let hand = |at: Vec2| self.line.doubled_area(at) * f64::from(winding);
        let corners = mesh.corners(cell);
        let passed = match entrance {
            // The cell lies behind the side, unless one of the two cells is clockwise.
            Entrance::Through(passed) if passed.is_inside_out == is_inside_out => Some(passed),
            _ => None,
        };
        let (side, mut ends) = match passed {
            Some(PassedSide { side, twin, .. }) => {
                let [from, to] = side.ends;
                let ends = if is_inside_out { [from, to] } else { [to, from] };
                opposite(corners, (twin.side as usize, ends), place, hand)?
            }
            None => left_through(corners, place, hand)?,
        };
        if is_inside_out {
            ends.reverse();
        }
        let [a, b] = ends;
        let is_beyond = doubled_area(a, b, self.to) < 0.0;
        let starts_before = passed.is_some() || matches!(entrance, Entrance::Inside);
        let is_between = || is_beyond && doubled_area(a, b, self.from) >= 0.0;
        if !starts_before && !is_between() {
            return None;
        }
        let side = OutlineSide { half_edge: HalfEdge { cell, side: side as u32 }, ends };
        Some(if is_beyond { Passage::Leaves { side, is_inside_out } } else { Passage::Ends })
    }
}

/// Returns the side opposite to that through which a ray came, with its ends.
///
/// `None` if the ray passes a corner.
#[inline]
fn opposite(
    corners: &[VertexId],
    (entered, ends): (usize, [Vec2; 2]),
    place: impl Fn(VertexId) -> Vec2,
    hand: impl Fn(Vec2) -> f64,
) -> Option<(usize, [Vec2; 2])> {
    let next = |corner: usize| if corner + 1 == corners.len() { 0 } else { corner + 1 };
    let (mut last, mut before) = (next(entered), ends[1]);
    if corners.len() == 3 {
        let corner = next(last);
        let at = place(corners[corner]);
        let hand = hand(at);
        // No processor predicts a branch between the two sides.
        let sides = [(corner, [at, ends[0]]), (last, [before, at])];
        return (hand != 0.0).then(|| sides[usize::from(hand > 0.0)]);
    }
    loop {
        let corner = next(last);
        if corner == entered {
            return Some((last, [before, ends[0]]));
        }
        let at = place(corners[corner]);
        let hand = hand(at);
        if hand > 0.0 {
            return Some((last, [before, at]));
        }
        if hand == 0.0 {
            return None;
        }
        (last, before) = (corner, at);
    }
}

/// Returns the side through which a line leaves a cell, with its ends.
///
/// `None` if the line misses the cell, or passes a corner on the way to the side.
#[inline]
fn left_through(
    corners: &[VertexId],
    place: impl Fn(VertexId) -> Vec2,
    hand: impl Fn(Vec2) -> f64,
) -> Option<(usize, [Vec2; 2])> {
    let mut last = corners.len().checked_sub(1)?;
    let mut before = place(corners[last]);
    let mut is_before = hand(before) < 0.0;
    for (corner, &vertex) in corners.iter().enumerate() {
        let at = place(vertex);
        let hand = hand(at);
        if is_before && hand > 0.0 {
            return Some((last, [before, at]));
        }
        (last, before, is_before) = (corner, at, hand < 0.0);
    }
    None
}
