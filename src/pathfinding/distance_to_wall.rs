//! The walls around a place: the nearest one, or all within a radius.
//!
//! A circle grows over the mesh until it touches a wall, or has the radius. What lies on other floors, or behind walls,
//! is never touched.
//!
//! (Mononen, *Detour*, 2009: `findDistanceToWall`, `findLocalNeighbourhood` and `getPolyWallSegments`.)

use glam::Vec3;

use super::cells_in_circle::{Circle, CircleEvent};
use super::outline::{Outline, nearest};
use super::{Located, Walkable, Wall};
use crate::geometry::ground;
use crate::navmesh::HalfEdge;
use crate::trace::{Observer, Silent};

/// A wall near a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestWall {
    /// How far it is on the ground, in metres.
    pub distance: f64,
    /// Its nearest point.
    pub point: Vec3,
    /// The side that is a wall.
    pub wall: HalfEdge,
    /// Why it is.
    pub why: Wall,
}

/// What happens while walls are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WallEvent {
    /// The circle grows.
    Circle(CircleEvent),
    /// A wall was measured.
    Measured(NearestWall),
}

/// The wall nearest to a place, of those that can be walked to inside a circle about it; `None` if none is within
/// `max_radius` metres. `n log n` in the cells nearer than it. Of walls as far the one reached first, then the lesser.
pub fn distance_to_wall(walkable: &Walkable<'_>, from: &Located, max_radius: f32) -> Option<NearestWall> {
    distance_to_wall_observed(walkable, from, max_radius, &mut Silent)
}

/// The same, watched.
pub fn distance_to_wall_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    max_radius: f32,
    observer: &mut impl Observer<WallEvent>,
) -> Option<NearestWall> {
    let max_radius = f64::from(max_radius);
    let mut circle = Circle::new(walkable, from, ground(from.point).as_dvec2(), max_radius);
    let mut best: Option<NearestWall> = None;
    while let Some(reached) = circle.grow(&mut observer.map_events(WallEvent::Circle)) {
        if best.is_some_and(|best| best.distance <= reached.reach) {
            break;
        }
        for wall in walls_of(walkable, &circle.outline(&reached), from) {
            observer.observe(WallEvent::Measured(wall));
            if wall.distance <= max_radius && best.is_none_or(|best| wall.distance < best.distance) {
                best = Some(wall);
            }
        }
    }
    best
}

/// Returns the walls that a walk in a circle around a place reaches, nearest first.
///
/// `radius` is in metres. `n log n` in the cells and walls inside the circle. Of walls as far, the lesser comes first.
pub fn local_walls(walkable: &Walkable<'_>, from: &Located, radius: f32) -> Vec<NearestWall> {
    local_walls_observed(walkable, from, radius, &mut Silent)
}

/// The same, watched.
pub fn local_walls_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    radius: f32,
    observer: &mut impl Observer<WallEvent>,
) -> Vec<NearestWall> {
    let radius = f64::from(radius);
    let mut circle = Circle::new(walkable, from, ground(from.point).as_dvec2(), radius);
    let mut walls = Vec::new();
    while let Some(reached) = circle.grow(&mut observer.map_events(WallEvent::Circle)) {
        for wall in walls_of(walkable, &circle.outline(&reached), from) {
            observer.observe(WallEvent::Measured(wall));
            if wall.distance <= radius {
                walls.push(wall);
            }
        }
    }
    walls.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.wall.cmp(&b.wall)));
    walls
}

/// The sides of a piece of a cell that are walls, measured.
fn walls_of(walkable: &Walkable<'_>, piece: &Outline, from: &Located) -> impl Iterator<Item = NearestWall> {
    let to = ground(from.point).as_dvec2();
    piece.sides().filter_map(move |side| {
        let wall = side.half_edge;
        let why = walkable.behind(wall).err()?;
        let [a, b] = walkable.mesh.half_edge(wall)?.map(|vertex| walkable.mesh.position(vertex));
        let near = nearest([ground(a), ground(b)], to);
        Some(NearestWall { distance: near.offset.length(), point: a.lerp(b, near.t as f32), wall, why })
    })
}

impl WallEvent {
    /// What happened and why, in plain words; a sentence.
    pub fn caption(&self) -> String {
        match self {
            Self::Circle(event) => event.caption(),
            Self::Measured(near) => format!(
                "Side {} of cell {} is a wall, {:.2} m away: {}.",
                near.wall.side, near.wall.cell.0, near.distance, near.why
            ),
        }
    }
}
