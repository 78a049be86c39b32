//! One movement step of an agent that must not leave the mesh.
//!
//! If the straight line to the target is free, the agent moves along it. Otherwise the agent moves to the reachable
//! point nearest to the target. The search for that point covers the cells that the agent can reach inside the circle
//! around the step. The agent so slides along walls and around their ends.
//!
//! Source: Mononen, *Constrained Movement Along Navmesh*, pt. 2 and 3, 2010. Mononen tests which sector of a cell the
//! step leads into. This module uses the exact ray cast instead, which also handles corners.
//!
//! The agent is a point. `move_with_radius` moves an agent with a radius.

use std::mem;

use glam::Vec2;

use super::cells_in_circle::{Circle, CircleCell, CircleEvent};
use super::locate::Located;
use super::memory::SurfaceMemory;
use super::outline::nearest;
use super::raycast::RayEvent;
use super::raycast::caster::cast;
use crate::geometry::{Turn, ground, turn};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::Walkable;
use crate::trace::{Observer, Silent};

/// The result of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// Position of the agent after the step; on its cell by exact predicate.
    pub end: Located,
    /// The cells crossed, from the start cell to the end cell.
    pub cells: Vec<CellId>,
    /// Whether the agent reached the target.
    pub has_arrived: bool,
}

/// An event of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WalkEvent {
    /// An event of the ray cast along the straight line.
    Straight(RayEvent),
    /// An event of the search in the circle around the step, after the straight line was blocked.
    Circle(CircleEvent),
    /// The point nearest to the target was measured, on a side that faces the target.
    Measured {
        /// The side.
        half_edge: HalfEdge,
        /// The point of the side nearest to the target.
        at: Vec2,
        /// Distance of that point from the target, in metres.
        distance: f64,
        /// Whether it is the nearest point so far.
        is_nearest: bool,
    },
    /// The step ended.
    Ended {
        /// The cell at the end.
        cell: CellId,
        /// The end position.
        at: Vec2,
        /// Distance of the end from the target, in metres.
        distance: f64,
    },
}

/// Relative enlargement of the search circle.
///
/// It keeps portals that touch the circle from being lost to rounding.
const SLACK: f64 = 1e-6;

/// Moves an agent towards a position on the ground.
///
/// The agent never leaves the mesh, and never ends farther from the target than it started. Takes `n log n` time in
/// the number of cells in the circle whose diameter is the step.
///
/// A start outside its cell is first clamped to the cell. If the target is not finite, the start is used as the
/// target.
pub fn move_along_surface(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Slide {
    move_along_surface_observed(walkable, from, to, &mut Silent)
}

/// Like [`move_along_surface`], but reports every event to an observer.
pub fn move_along_surface_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<WalkEvent>,
) -> Slide {
    let mut slide = Slide::default();
    walk(walkable, from, to, observer, &mut SurfaceMemory::default(), &mut slide);
    slide
}

/// Like [`move_along_surface`], but writes into the memory of an earlier step.
pub fn move_along_surface_into(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    memory: &mut SurfaceMemory,
    slide: &mut Slide,
) {
    walk(walkable, from, to, &mut Silent, memory, slide);
}

fn walk(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<WalkEvent>,
    memory: &mut SurfaceMemory,
    slide: &mut Slide,
) {
    let memory_of_ray = (&mut memory.fan, &mut slide.cells);
    let ray = cast(walkable, from, to, &mut observer.map_events(WalkEvent::Straight), memory_of_ray);
    if ray.hit().is_none() {
        (slide.end, slide.has_arrived) = (ray.end(walkable), true);
    } else {
        search(walkable, (from, ray.start), to, observer, memory, slide);
    }
    if !observer.is_enabled() {
        return;
    }
    let at = ground(slide.end.point);
    let distance = at.as_dvec2().distance(to.as_dvec2());
    observer.observe(WalkEvent::Ended { cell: slide.end.cell, at, distance });
}

/// Moves to the point nearest to the target in the circle around the step.
fn search(
    walkable: &Walkable<'_>,
    (from, start): (&Located, Vec2),
    to: Vec2,
    observer: &mut impl Observer<WalkEvent>,
    memory: &mut SurfaceMemory,
    slide: &mut Slide,
) {
    let target = to.as_dvec2();
    let step = start.as_dvec2().distance(target);
    let middle = start.as_dvec2().midpoint(target);
    let bounds = (middle, step * 0.5 * (1.0 + SLACK));
    let mut circle = Circle::in_memory(walkable, (from.cell, start), bounds, mem::take(&mut memory.circle));
    let entered = &mut memory.reached;
    entered.clear();
    let mut best = (step, None, start);
    while let Some((next, outline)) = circle.grow(&mut observer.map_events(WalkEvent::Circle)) {
        entered.push(next);
        let is_convex = outline.is_convex() && to.is_finite();
        let mut is_in = is_convex || outline.holds(to);
        // The point of a convex cell nearest to a target outside it lies on a side that faces the target.
        for side in outline.sides().filter(|side| turn(side.ends[0], side.ends[1], to) == Turn::Right) {
            if is_in && !is_convex {
                break;
            }
            is_in = false;
            let near = nearest(side.ends, target);
            let distance = near.offset.length();
            let is_nearest = distance < best.0;
            let (half_edge, at) = (side.half_edge, (target + near.offset).as_vec2());
            observer.observe(WalkEvent::Measured { half_edge, at, distance, is_nearest });
            if is_nearest {
                best = (distance, Some(next), at);
            }
        }
        if is_in {
            best = (0.0, Some(next), to);
            break;
        }
    }
    let nearest = best.1.map_or(from.cell, |reached| reached.cell);
    slide.end = walkable.stand(nearest, best.2, to);
    slide.has_arrived = best.0 == 0.0;
    slide.cells.clear();
    // In a cell too thin for f32 the nearest representable point may be worse than the start.
    if ground(slide.end.point).as_dvec2().distance(target) < step {
        match best.1 {
            Some(reached) => find_way_to(&circle, reached, entered, &mut slide.cells),
            None => slide.cells.push(from.cell),
        }
    } else {
        *slide = Slide {
            end: walkable.stand(from.cell, start, to),
            cells: mem::take(&mut slide.cells),
            has_arrived: false,
        };
        slide.cells.push(from.cell);
    }
    memory.circle = circle.into_memory();
}

/// Writes the cells from the first one entered to `end`, in walking order.
fn find_way_to(circle: &Circle<'_>, end: CircleCell, entered: &[CircleCell], cells: &mut Vec<CellId>) {
    cells.push(end.cell);
    let mut piece = (end.cell, end.piece);
    // The predecessor of a piece was entered before it, so one backward pass over the list finds all of them.
    for reached in entered.iter().rev() {
        if let Some(side) = reached.through.filter(|_| (reached.cell, reached.piece) == piece) {
            piece = circle.cut.piece_of(side);
            cells.push(piece.0);
        }
    }
    cells.dedup();
    cells.reverse();
}

impl WalkEvent {
    /// Describes the event and its reason in one or two sentences.
    pub fn caption(&self) -> String {
        match self {
            Self::Straight(RayEvent::Cast { cell, from, to }) => format!(
                "A step begins at ({:.2}, {:.2}) in cell {}. The agent's goal is ({:.2}, {:.2}). The straight line is \
                 tried first.",
                from.x, from.y, cell.0, to.x, to.y
            ),
            Self::Straight(event) => event.caption_of("line"),
            Self::Circle(event) => event.caption(),
            Self::Measured { half_edge, distance, is_nearest, .. } => format!(
                "{half_edge:#} comes within {distance:.2} m of the agent's goal{}.",
                if *is_nearest { ", nearer than any side before" } else { "" }
            ),
            Self::Ended { cell, at, distance } => format!(
                "The step ends at ({:.2}, {:.2}) in cell {}, {distance:.2} m from the agent's goal.",
                at.x, at.y, cell.0
            ),
        }
    }

    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Straight(RayEvent::Cast { from, to, .. }) => format!(
                "a step of {:.2} m on the ground; where the straight line is open, it is walked",
                from.distance(*to)
            ),
            Self::Straight(event @ RayEvent::Stopped(_)) => format!(
                "{}; so the agent slides: to the nearest place that can be walked to inside the circle around the step",
                event.rule()
            ),
            Self::Straight(event) => event.rule(),
            Self::Circle(CircleEvent::Entered(CircleCell { through: None, .. })) => {
                "the step is the circle's diameter: only cells that are walked to inside of it are looked at"
                    .into()
            }
            Self::Circle(CircleEvent::Entered(_)) => {
                "cells come in the order in which a growing circle first touches a portal into them".into()
            }
            Self::Circle(CircleEvent::Outside { distance, .. }) => {
                format!("{distance:.3} m from the middle of the step is more than half of the step")
            }
            Self::Measured { distance, is_nearest, .. } => format!(
                "{distance:.3} m, {}; only sides that have the place on their outside can hold the nearest place",
                if *is_nearest { "the least so far" } else { "not less than the least so far" }
            ),
            Self::Ended { distance: 0.0, .. } => "nothing is in the way".into(),
            Self::Ended { distance, .. } => {
                format!(
                    "the least distance of all that were measured, {distance:.3} m, and less than before the step, or the agent stays"
                )
            }
        }
    }
}
