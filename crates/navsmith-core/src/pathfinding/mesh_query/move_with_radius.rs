//! One movement step of a circular agent that must not leave the mesh or touch a wall.
//!
//! The agent moves straight on until it touches a wall, then along the tangent towards the target, and so on
//! (collide and slide). Contacts are computed from the walls, not sampled, so a long step passes no thin wall, and no gap
//! that is narrower than the agent.
//!
//! (Fauerby, *Improved Collision Detection and Response*, 2003.)

use std::mem;

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::locate::Located;
use super::memory::SurfaceMemory;
use super::move_along_surface::{Slide, move_along_surface_into};
use super::raycast::{Ray, raycast_into};
use super::sweep::{Contact, Sweep, sweep};
use crate::geometry::{at_height, ground};
use crate::navmesh::{HalfEdge, Surface};
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::walkable::{Walkable, Wall};

/// The result of a step of an agent with a radius.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CircleSlide {
    /// The movement of the agent's centre.
    pub slide: Slide,
    /// The walls that the agent slid along or was stopped by, in order and each once.
    pub contacts: SmallVec<[WallContact; 4]>,
}

/// A contact of an agent with a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallContact {
    /// The side that is a wall.
    pub wall: HalfEdge,
    /// The reason why the side is a wall.
    pub why: Wall,
    /// Unit vector on the ground from the wall to the centre of the agent.
    pub normal: Vec2,
}

/// Maximum number of straight parts of a step.
const MOST_PARTS: usize = 12;

/// Maximum number of movements away from walls that are nearer than the radius.
const MOST_PUSHES: usize = 16;

/// Distance in metres by which an agent may come nearer to a wall than its radius, because of rounding.
///
/// Beyond it, the agent is moved away from the wall.
const TOLERANCE: f64 = 1e-4;

/// Distance in metres by which a known clearance exceeds the reach of a movement without a search.
///
/// Rounding is far less.
const IN_CLEARANCE: f64 = 1e-2;

/// Length in metres of a movement that is not worth a part of a step.
const LEAST_PART: f64 = 1e-6;

/// Moves an agent towards a position on the ground, as a circle with its radius.
///
/// The agent never leaves the mesh, and never comes nearer to a wall than its radius. If it starts nearer to a wall, it
/// is first moved away from it as far as the walls allow, and never comes nearer than at the start. Walls are sides at
/// which the mesh ends or a blocked cell begins, and which the circle can reach.
///
/// Takes linear time in the number of cells that the circle touches. For a radius of 0, the movement is that of
/// [`move_along_surface`](super::move_along_surface::move_along_surface). If the target is not finite, the start is used
/// as the target.
pub fn move_with_radius(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> CircleSlide {
    let mut moved = CircleSlide::default();
    move_with_radius_into(walkable, from, to, &mut SurfaceMemory::default(), &mut moved);
    moved
}

/// Like [`move_with_radius`], but writes into the memory of an earlier step.
pub fn move_with_radius_into(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    memory: &mut SurfaceMemory,
    moved: &mut CircleSlide,
) {
    move_in_clearance_into(walkable, (from, to), 0.0, memory, moved);
}

/// Like [`move_with_radius_into`], for an agent with a known distance from all walls.
///
/// The distance is at least `clearance` metres.
/// A movement that cannot reach a wall then needs no search for walls. The result is the same.
pub(crate) fn move_in_clearance_into(
    walkable: &Walkable<'_>,
    (from, to): (&Located, Vec2),
    clearance: f32,
    memory: &mut SurfaceMemory,
    moved: &mut CircleSlide,
) {
    let radius = walkable.agent.radius;
    moved.contacts.clear();
    if radius <= 0.0 || walkable.mesh.cell(from.cell).is_none() {
        move_along_surface_into(walkable, from, to, memory, &mut moved.slide);
        return;
    }
    // The walls decide which portals are too narrow.
    let point = Agent { radius: 0.0, ..*walkable.agent };
    let walkable = Walkable { agent: &point, ..*walkable };
    let at = standing(&walkable, from);
    let to = if to.is_finite() { to } else { ground(at.point) };
    moved.slide.cells.clear();
    moved.slide.cells.push(from.cell);
    let mut step = Step { walkable: &walkable, radius: radius.into(), at, memory, moved };
    let length = f64::from(ground(at.point).distance(to));
    if length > LEAST_PART && length + f64::from(radius) + IN_CLEARANCE < f64::from(clearance) {
        step.advance(to);
    } else {
        step.run(to);
    }
    let Step { at, .. } = step;
    let end = ground(at.point);
    moved.slide.has_arrived = end == to;
    let off_mesh = (end != to).then(|| end.distance(to));
    moved.slide.end = Located { asked: to.into(), off_mesh, ..at };
}

/// Returns a position on its cell by exact predicate, with the height of the cell.
fn standing(walkable: &Walkable<'_>, at: &Located) -> Located {
    let place = ground(at.point);
    match Surface::floor(walkable.mesh, at.cell, place) {
        Some(height) => Located { point: at_height(place, height), ..*at },
        None => walkable.stand(at.cell, place, place),
    }
}

/// A step that is in progress.
struct Step<'a> {
    walkable: &'a Walkable<'a>,
    radius: f64,
    at: Located,
    memory: &'a mut SurfaceMemory,
    moved: &'a mut CircleSlide,
}

impl Step<'_> {
    fn run(&mut self, to: Vec2) {
        let mut touched: SmallVec<[DVec2; MOST_PARTS]> = SmallVec::new();
        let mut is_free = false;
        for _ in 0..MOST_PARTS {
            let at = self.place();
            let Some(part) = tangent((to - at).as_dvec2(), &touched) else { break };
            let Sweep { first, clearance, .. } = self.sweep(part);
            if !is_free && clearance < self.radius - tolerance(at) {
                self.push_out();
                is_free = true;
                continue;
            }
            is_free = true;
            let share = first.map_or(1.0, |contact| contact.t);
            let is_straight = share == 1.0 && touched.is_empty();
            let end = if is_straight { to } else { (at.as_dvec2() + part * share).as_vec2() };
            if end != at {
                self.advance(end);
                touched.clear();
            }
            match first {
                Some(contact) => {
                    touched.push(contact.normal);
                    self.record(&contact);
                }
                None if end == at || end == to => break,
                None => {}
            }
        }
    }

    fn place(&self) -> Vec2 {
        ground(self.at.point)
    }

    fn sweep(&mut self, movement: DVec2) -> Sweep {
        let start = (self.at.cell, self.place());
        sweep(self.walkable, start, movement, self.radius, &mut self.memory.swept)
    }

    /// Moves the centre straight to a position, or to the wall before it.
    fn advance(&mut self, to: Vec2) {
        // A straight line between two positions in a triangle stays in it.
        if self.walkable.mesh.corners(self.at.cell).len() == 3
            && let Some(height) = Surface::floor(self.walkable.mesh, self.at.cell, to)
        {
            self.at.point = at_height(to, height);
            return;
        }
        let mut ray = Ray { cells: mem::take(&mut self.memory.crossed), ..Ray::default() };
        raycast_into(self.walkable, &self.at, to, self.memory, &mut ray);
        self.at = ray.end;
        self.moved.slide.cells.extend_from_slice(&ray.cells);
        self.moved.slide.cells.dedup();
        self.memory.crossed = ray.cells;
    }

    /// Moves the centre away from walls that are nearer than the radius, if that helps.
    fn push_out(&mut self) {
        for _ in 0..MOST_PUSHES {
            let before = self.sweep(DVec2::ZERO);
            if before.clearance >= self.radius {
                return;
            }
            let (from, length) = (self.at, self.moved.slide.cells.len());
            let at = self.place().as_dvec2();
            let shares = [1.0, 0.5, 0.25, 0.125, 0.0625];
            let is_better = shares.into_iter().any(|share| {
                self.advance((at + before.push * share).as_vec2());
                let is_better = self.sweep(DVec2::ZERO).clearance > before.clearance + LEAST_PART;
                if !is_better {
                    self.at = from;
                    self.moved.slide.cells.truncate(length);
                }
                is_better
            });
            if !is_better {
                return;
            }
        }
    }

    fn record(&mut self, contact: &Contact) {
        let &Contact { wall, why, normal, .. } = contact;
        if self.moved.contacts.iter().all(|known| known.wall != wall) {
            self.moved.contacts.push(WallContact { wall, why, normal: normal.as_vec2() });
        }
    }
}

/// Returns [`TOLERANCE`], or more where f32 is coarse.
fn tolerance(at: Vec2) -> f64 {
    TOLERANCE + 2.0 * f64::from(f32::EPSILON * at.abs().max_element())
}

/// Returns the part of a movement that leads into none of the touched walls; `None` if they hold it.
fn tangent(movement: DVec2, normals: &[DVec2]) -> Option<DVec2> {
    const ROUNDING: f64 = 1e-9;
    let is_open =
        |part: &DVec2| normals.iter().all(|normal| part.dot(*normal) >= -ROUNDING * movement.length());
    let along = normals.iter().map(|normal| movement - *normal * movement.dot(*normal));
    let parts = std::iter::once(movement).chain(along).filter(is_open);
    let longest = parts.max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?;
    (longest.length() > LEAST_PART).then_some(longest)
}
