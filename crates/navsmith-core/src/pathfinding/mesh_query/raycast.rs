//! Casts a ray along the ground and returns the wall that it hits.
//!
//! The ray walks from cell to cell by exact predicates, so it never slips between two cells. It passes the side that
//! it crosses. At an exact corner it continues in any cell connected around that corner that it leads into. Touching
//! a wall does not stop it. Heights are ignored; the cells determine the height of the ray.

mod captions;
mod passage;
pub(super) mod caster;

use glam::Vec2;

use self::caster::cast;
use super::locate::Located;
use super::memory::SurfaceMemory;
use crate::geometry::{Segment, ground};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::{Walkable, Wall};
use crate::trace::{Observer, Silent};

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

/// Casts a ray along the ground from a position on the mesh; linear in the number of crossed cells.
///
/// A start outside its cell is first clamped to the cell. If the target is not finite, the start is used as the
/// target. The start cell itself may be blocked.
pub fn raycast(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Ray {
    raycast_observed(walkable, from, to, &mut Silent)
}

/// Like [`raycast`], but reports every event to an observer.
pub fn raycast_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
) -> Ray {
    let mut ray = Ray::default();
    write(walkable, from, to, observer, &mut SurfaceMemory::default(), &mut ray);
    ray
}

/// Like [`raycast`], but writes into the memory of an earlier ray.
pub fn raycast_into(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    memory: &mut SurfaceMemory,
    ray: &mut Ray,
) {
    write(walkable, from, to, &mut Silent, memory, ray);
}

fn write(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
    memory: &mut SurfaceMemory,
    ray: &mut Ray,
) {
    let cast = cast(walkable, from, to, observer, (&mut memory.fan, &mut ray.cells));
    (ray.hit, ray.cost) = (cast.hit(), cast.cost());
    ray.start = walkable.stand_in(from.cell, cast.start, from.asked.ground);
    ray.end = cast.end(walkable);
}
