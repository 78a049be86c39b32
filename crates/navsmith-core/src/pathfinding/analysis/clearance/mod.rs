//! Clearance: the free width of portals and of the gaps between walls that no portal spans.
//!
//! Walls are the sides that the agent cannot cross. A [`WallClearance`] is a straight line from one wall to another
//! over free ground, such as across a passage between two pillars. An agent that crosses it is at most as wide as the
//! line is long. Only gaps matter whose circle (with the gap as its diameter) contains no wall; these are the edges
//! of a Gabriel graph. Between the walls of a mesh, an agent fits through if it is narrower than every gap that it
//! crosses. It does not fit if it is wider than one of them.
//!
//! Two papers measure the width from side to side of a triangle, which is exact for triangulations made for it:
//! Kallmann, *Shortest Paths with Arbitrary Clearance from Navigation Meshes*, 2010, and Demyen and Buro, *Efficient
//! Triangulation-Based Pathfinding*, 2006. Gaps are measured across cells, so any division into convex cells is
//! possible.
//!
//! All widths are on the ground, in metres, as diameters. Cells are assumed to be convex and right side out; in other
//! cells, gaps may be missed. A gap between two exactly parallel walls without a corner is found only if a portal
//! spans it.
//!
//! [`WallClearance`]: self::gaps::WallClearance

mod sight;
pub mod gaps;
pub mod portals;
pub mod widest;

use crate::geometry::ground as on_ground;
use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::walkable::Walkable;

/// The section of a gap in one cell, from one boundary position to another.
///
/// Positions count along the boundary: 2.25 is a quarter along side 2.
#[derive(Clone, Copy, Debug)]
struct Chord {
    gap: usize,
    from: f64,
    to: f64,
}

impl Chord {
    /// Returns the distance between its ends along the boundary, in the unit of positions.
    ///
    /// The cell has `corners` corners.
    fn length(self, corners: usize) -> f64 {
        (self.to - self.from).rem_euclid(corners as f64)
    }

    /// Returns whether a boundary position lies to the right of the chord.
    fn has_right(&self, place: f64) -> bool {
        if self.from <= self.to {
            self.from < place && place < self.to
        } else {
            place > self.from || place < self.to
        }
    }
}

impl Walkable<'_> {
    /// Returns the width of the widest agent, in metres, that fits on a portal clear of its ends.
    ///
    /// If both ends have walls, the width is the distance between them. If one end has a wall, it is twice that
    /// distance: half of the agent may extend beyond the free end. It is infinite if no end has a wall. Measured on
    /// the ground.
    pub fn free_width(&self, portal: HalfEdge) -> f32 {
        let Some(ends) = self.mesh.half_edge(portal) else { return 0.0 };
        let [from, to] = ends.map(|end| on_ground(self.mesh.position(end)));
        let walls = ends.into_iter().filter(|&end| self.has_wall(end)).count();
        portals::width_between([from, to], walls)
    }

    /// Returns the length of a portal on the ground, in metres: its free width if both ends have walls.
    pub fn portal_length(&self, portal: HalfEdge) -> f32 {
        let ends = self.mesh.half_edge(portal).map(|ends| ends.map(|end| on_ground(self.mesh.position(end))));
        ends.map_or(0.0, |ends| portals::width_between(ends, ends.len()))
    }
}
