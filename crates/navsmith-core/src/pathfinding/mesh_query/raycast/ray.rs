//! The result of a ray cast, and its events.

use glam::Vec2;

use crate::geometry::{Segment, ground};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::Wall;
use crate::pathfinding::mesh_query::locate::Located;

/// The result of a ray cast.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ray {
    /// Start of the ray; on the cell it was cast from, by exact predicate.
    pub start: Located,
    /// End of the ray; on the last cell crossed, by exact predicate.
    pub end: Located,
    /// The cells crossed, in order.
    ///
    /// Two consecutive cells share a side, or a corner that the ray passed through.
    pub cells: Vec<CellId>,
    /// The hit; `None` if the ray reached its target.
    pub hit: Option<RayHit>,
    /// Length to the end in the ground plan, in metres, each times the cost of its cell.
    ///
    /// On a border between two cells, the lesser cost counts.
    pub cost: f64,
}

/// The hit of a ray at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Parameter of the hit along the ray: 0 at the start, 1 at the target.
    pub t: f64,
    /// The side that was hit.
    pub wall: HalfEdge,
    /// The reason why that side is a wall.
    pub why: Wall,
}

/// An event of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayEvent {
    /// The ray is cast.
    Cast {
        /// The start cell.
        cell: CellId,
        /// The start.
        from: Vec2,
        /// The target.
        to: Vec2,
    },
    /// The ray continues in a cell.
    Entered {
        /// The cell.
        cell: CellId,
        /// The side of the previous cell that it passed; `None` at the start and at corners.
        through: Option<HalfEdge>,
    },
    /// The ray meets a corner exactly.
    AtCorner {
        /// The cell it comes from.
        cell: CellId,
        /// The corner.
        at: Vec2,
        /// Number of cells connected around the corner, starting from the cell it comes from.
        cells: usize,
    },
    /// The ray hits a wall.
    Stopped(RayHit),
    /// The ray reaches its target.
    Arrived {
        /// The cell of the target.
        cell: CellId,
    },
}

impl Ray {
    /// Returns the segment from the start to the end, on the ground.
    pub fn segment(&self) -> Segment {
        Segment::new(ground(self.start.point), ground(self.end.point))
    }
}
