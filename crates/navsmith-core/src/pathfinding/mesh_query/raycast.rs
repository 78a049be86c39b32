//! Casts a ray along the ground and returns the wall that it hits.
//!
//! The ray walks from cell to cell by exact predicates, so it never slips between two cells. It passes the side that
//! it crosses. At an exact corner it continues in any cell connected around that corner that it leads into. Touching
//! a wall does not stop it. Heights are ignored; the cells determine the height of the ray.

mod ray;
mod captions;
mod passage;
mod caster;

use glam::Vec2;

pub(super) use self::caster::cast;
pub use self::ray::{Ray, RayEvent, RayHit};
use super::locate::Located;
use super::memory::SurfaceMemory;
use crate::pathfinding::agent::walkable::Walkable;
use crate::trace::{Observer, Silent};

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
