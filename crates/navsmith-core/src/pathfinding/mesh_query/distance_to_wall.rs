//! The walls around a position: the nearest one, or all within a radius.
//!
//! A circle grows over the mesh until it touches a wall or reaches the radius. It never touches walls on other floors
//! or behind walls.
//!
//! (Mononen, *Detour*, 2009: `findDistanceToWall`, `findLocalNeighbourhood` and `getPolyWallSegments`.)

use glam::Vec3;

use super::cells_in_circle::Circle;
use super::locate::Located;
use super::outline::{CellOutline, nearest};
use crate::geometry::ground;
use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::walkable::{Walkable, Wall};
use crate::trace::Silent;

/// A wall near a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestWall {
    /// The distance on the ground, in metres.
    pub distance: f64,
    /// The nearest point of the wall.
    pub point: Vec3,
    /// The side that is a wall.
    pub wall: HalfEdge,
    /// The reason why the side is a wall.
    pub why: Wall,
}

/// Returns the nearest wall that can be reached inside a circle around a position.
///
/// Returns `None` if no wall is within `max_radius` metres. Of equally near walls, the one reached first is returned,
/// then the lesser. The cost is `n log n` in the cells nearer than the wall.
pub fn distance_to_wall(walkable: &Walkable<'_>, from: &Located, max_radius: f32) -> Option<NearestWall> {
    let max_radius = f64::from(max_radius);
    let mut circle = Circle::new(walkable, from, ground(from.point).as_dvec2(), max_radius);
    let mut best: Option<NearestWall> = None;
    while let Some((reached, outline)) = circle.grow(&mut Silent) {
        if best.is_some_and(|best| best.distance <= reached.reach) {
            break;
        }
        for wall in walls_of(walkable, &outline, from) {
            if wall.distance <= max_radius && best.is_none_or(|best| wall.distance < best.distance) {
                best = Some(wall);
            }
        }
    }
    best
}

/// Returns the walls that can be reached inside a circle around a position, nearest first.
///
/// `radius` is in metres. The cost is `n log n` in the cells and walls inside the circle. Of equally near walls, the
/// lesser is first.
pub fn local_walls(walkable: &Walkable<'_>, from: &Located, radius: f32) -> Vec<NearestWall> {
    let radius = f64::from(radius);
    let mut circle = Circle::new(walkable, from, ground(from.point).as_dvec2(), radius);
    let mut walls = Vec::new();
    while let Some((_, outline)) = circle.grow(&mut Silent) {
        walls.extend(walls_of(walkable, &outline, from).filter(|wall| wall.distance <= radius));
    }
    walls.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.wall.cmp(&b.wall)));
    walls
}

fn walls_of(
    walkable: &Walkable<'_>,
    piece: &CellOutline,
    from: &Located,
) -> impl Iterator<Item = NearestWall> {
    let to = ground(from.point).as_dvec2();
    piece.sides().filter_map(move |side| {
        let wall = side.half_edge;
        let why = walkable.behind(wall).err()?;
        let [a, b] = walkable.mesh.half_edge(wall)?.map(|vertex| walkable.mesh.position(vertex));
        let near = nearest([ground(a), ground(b)], to);
        Some(NearestWall { distance: near.offset.length(), point: a.lerp(b, near.t as f32), wall, why })
    })
}
