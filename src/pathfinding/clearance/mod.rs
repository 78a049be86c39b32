//! How wide an agent may be: the free width of portals, and of what is between walls that no portal spans.
//!
//! Walls are the sides that nobody can walk across. A [`WallClearance`] is a straight line from one wall to another over free
//! ground, such as across a passage between two pillars: whoever crosses it is no wider than it is long. The gaps that
//! matter are those whose circle (with the gap as its diameter) holds no wall, the edges of a Gabriel graph: between
//! the walls of a mesh, an agent that is narrower than every gap it crosses gets through, and one that is wider than
//! one of them does not.
//! (Kallmann, *Shortest Paths with Arbitrary Clearance from Navigation Meshes*, 2010, and Demyen and Buro, *Efficient
//! Triangulation-Based Pathfinding*, 2006, measure how a triangle is crossed from side to side, which is exact for
//! triangulations made for it; gaps are measured across cells, so the mesh may be cut into any convex cells.)
//!
//! All widths are on the ground, in metres, as diameters. Cells are taken as convex and right side out; from one that
//! is not, gaps may be missed. What is between two exactly parallel walls without a corner is seen only where a
//! portal spans it.

mod ground;
mod sight;
mod gaps;
mod portals;
mod widest;

pub use gaps::{WallClearance, WallClearances};
pub use portals::{ClearWidth, clear_widths, clear_widths_while};
pub use widest::{Bottleneck, Widest, widest, widest_while, widest_within};

pub(super) use ground::{Ground, distance_to_segment};

use super::Walkable;
use crate::geometry::ground as on_ground;
use crate::navmesh::{HalfEdge, VertexId};

impl Walkable<'_> {
    /// Whether nobody can walk across a side: no cell is behind it, or one that is shut.
    pub fn is_wall(&self, side: HalfEdge) -> bool {
        self.derived.adjacency.twin(side).is_none_or(|twin| !self.allows(twin.cell))
    }

    /// Whether a wall begins or ends at a vertex.
    pub fn has_wall(&self, vertex: VertexId) -> bool {
        let star = self.derived.adjacency.star(vertex);
        star.iter().filter(|&&cell| self.allows(cell)).any(|&cell| {
            let corners = self.mesh.corners(cell);
            let n = corners.len() as u32;
            let corner = corners.iter().position(|&corner| corner == vertex).unwrap_or_default() as u32;
            [corner, (corner + n - 1) % n].into_iter().any(|side| self.is_wall(HalfEdge { cell, side }))
        })
    }

    /// How wide an agent may be, in metres, to stand with its middle somewhere on a portal and clear of its ends.
    ///
    /// Between two ends with walls that is how far they are apart; beside one, twice that, for half the agent hangs
    /// over the end that is free; infinite where no end has a wall. Measured on the ground.
    pub fn free_width(&self, portal: HalfEdge) -> f32 {
        let Some(ends) = self.mesh.half_edge(portal) else { return 0.0 };
        let [from, to] = ends.map(|end| on_ground(self.mesh.position(end)));
        let walls = ends.into_iter().filter(|&end| self.has_wall(end)).count();
        portals::width_between([from, to], walls)
    }
}
