//! The first wall that a circle touches while its centre moves along a segment.
//!
//! The distance from a point to a wall is a convex function along a straight line. A circle that touches a wall
//! therefore never gets nearer to it if it does not get nearer at first. (Ericson, *Real-Time Collision Detection*,
//! 2005, 5.5.)

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::entered::EnteredSet;
use super::outline::CellOutline;
use crate::geometry::ground;
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::{Walkable, Wall};

/// A contact of a moving circle with a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// Share of the movement before the contact, from 0 to 1.
    pub(super) t: f64,
    pub(super) wall: HalfEdge,
    pub(super) why: Wall,
    /// Unit vector on the ground from the wall to the centre.
    pub(super) normal: DVec2,
}

/// The result of a sweep.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// The first contact with a wall that the circle gets nearer to, then the least wall.
    pub(super) first: Option<Contact>,
    /// Distance of the nearest wall from the start, in metres; infinite if it is more than the radius.
    pub(super) clearance: f64,
    /// Displacement of the start away from all walls that are nearer than the radius.
    pub(super) push: DVec2,
}

/// Distance in metres at which a circle touches a wall, in addition to its radius.
///
/// Positions are rounded to f32 after each movement.
pub(super) const TOUCH: f64 = 1e-5;

/// Share of a movement towards a wall that is attributed to rounding.
const GRAZE: f64 = 1e-9;

/// Sweeps a circle from a position on a cell along a movement.
///
/// Of walls that are nearer than the radius at the start, the circle may not get nearer. Takes linear time in the
/// number of cells that the circle touches.
pub(super) fn sweep(
    walkable: &Walkable<'_>,
    (cell, at): (CellId, Vec2),
    movement: DVec2,
    radius: f64,
    entered: &mut EnteredSet<CellId>,
) -> Sweep {
    let mut sweep = Sweep { first: None, clearance: f64::INFINITY, push: DVec2::ZERO };
    let mut near: SmallVec<[DVec2; 16]> = SmallVec::new();
    let (mesh, origin, reach) = (walkable.mesh, at.as_dvec2(), radius + TOUCH);
    entered.clear();
    entered.insert(cell);
    let mut done = 0;
    while let Some(cell) = entered.get(done) {
        done += 1;
        let corners = mesh.corners(cell);
        let place = |corner: usize| ground(mesh.position(corners[corner])).as_dvec2() - origin;
        let Some(mut last) = corners.first().map(|_| place(0)) else { continue };
        for side in 0..corners.len() {
            let from = last;
            last = place(if side + 1 == corners.len() { 0 } else { side + 1 });
            let ends = [from, last];
            if is_farther(ends, movement, reach) {
                continue;
            }
            let side = HalfEdge { cell, side: side as u32 };
            if walkable.derived.adjacency.twin(side).is_some_and(|twin| entered.contains(twin.cell)) {
                continue;
            }
            let why = match walkable.behind(side) {
                Ok(next) => {
                    entered.insert(next);
                    continue;
                }
                Err(why) => why,
            };
            let meeting = Meeting { ends, movement, radius };
            let offset = nearest(ends, DVec2::ZERO);
            sweep.clearance = sweep.clearance.min(offset.length());
            let normal = || CellOutline::of(mesh, cell).inward(side);
            if offset.length() < radius {
                let push = away(offset, normal) * (radius - offset.length());
                // Two walls that meet at the nearest point push once.
                if !near.contains(&push) {
                    near.push(push);
                    sweep.push += push;
                }
            }
            let contact = meeting.first(normal).map(|(t, normal)| Contact { t, wall: side, why, normal });
            let is_first = |contact: &Contact| {
                let of = |contact: &Contact| (contact.t, contact.wall);
                sweep.first.as_ref().is_none_or(|first| of(contact) < of(first))
            };
            if let Some(contact) = contact.filter(is_first) {
                sweep.first = Some(contact);
            }
        }
    }
    sweep
}

/// A wall and a moving circle, relative to the start of its centre.
struct Meeting {
    ends: [DVec2; 2],
    movement: DVec2,
    radius: f64,
}

impl Meeting {
    /// Returns the share of the movement before the circle touches the wall, and the normal there.
    ///
    /// `None` if the circle does not get nearer than its radius, or no nearer than at the start.
    fn first(&self, inward: impl Fn() -> DVec2) -> Option<(f64, DVec2)> {
        let offset = nearest(self.ends, DVec2::ZERO);
        if offset.length() <= self.radius + TOUCH {
            let normal = away(offset, inward);
            let is_nearing = self.movement.dot(normal) < -GRAZE * self.movement.length();
            return is_nearing.then_some((0.0, normal));
        }
        let ends = self.ends.map(|end| self.share_to_end(end));
        let t = [self.share_to_line(), ends[0], ends[1]].into_iter().flatten().min_by(f64::total_cmp)?;
        let at = self.movement * t;
        let normal = (at - nearest(self.ends, at)).normalize_or_zero();
        (self.movement.dot(normal) < 0.0).then_some((t, normal))
    }

    /// Returns the share of the movement before the circle touches the wall between its ends.
    fn share_to_line(&self) -> Option<f64> {
        let [a, b] = self.ends;
        let along = b - a;
        let mut normal = along.perp().normalize_or_zero();
        if a.dot(normal) > 0.0 {
            normal = -normal;
        }
        let (away, speed) = (-a.dot(normal) - self.radius, -self.movement.dot(normal));
        let t = away / speed;
        let place = (self.movement * t - a).dot(along) / along.length_squared();
        let is_met = away >= 0.0 && speed > 0.0 && t <= 1.0 && (0.0..=1.0).contains(&place);
        is_met.then_some(t)
    }

    /// Returns the share of the movement before the circle touches an end of the wall.
    fn share_to_end(&self, end: DVec2) -> Option<f64> {
        let (squared, towards) = (self.movement.length_squared(), self.movement.dot(end));
        let discriminant = towards * towards - squared * (end.length_squared() - self.radius * self.radius);
        let t = (towards - discriminant.sqrt()) / squared;
        (towards > 0.0 && discriminant >= 0.0 && (0.0..=1.0).contains(&t)).then_some(t)
    }
}

/// Returns the unit vector away from a wall, given the offset to its nearest point.
///
/// `inward` is the normal of the wall, for a position on it.
fn away(offset: DVec2, inward: impl Fn() -> DVec2) -> DVec2 {
    let length = offset.length();
    if length > TOUCH { -offset / length } else { inward() }
}

/// Whether a segment is farther than `reach` from all points of a movement that starts at the origin.
fn is_farther([a, b]: [DVec2; 2], movement: DVec2, reach: f64) -> bool {
    let (low, high) = (a.min(b) - movement.max(DVec2::ZERO), movement.min(DVec2::ZERO) - a.max(b));
    if low.max(high).max_element() > reach {
        return true;
    }
    let side = |from: DVec2, to: DVec2, of: DVec2| (to - from).perp_dot(of - from);
    let sides = [side(DVec2::ZERO, movement, a), side(DVec2::ZERO, movement, b)];
    if sides[0] * sides[1] <= 0.0 && side(a, b, DVec2::ZERO) * side(a, b, movement) <= 0.0 {
        return false;
    }
    let path = [DVec2::ZERO, movement];
    let squared = |ends: [DVec2; 2], to: DVec2| nearest(ends, to).distance_squared(to);
    let least =
        squared([a, b], path[0]).min(squared([a, b], path[1])).min(squared(path, a)).min(squared(path, b));
    least > reach * reach
}

/// Returns the point of a segment nearest to a position.
fn nearest([a, b]: [DVec2; 2], to: DVec2) -> DVec2 {
    let along = b - a;
    let t = (to - a).dot(along) / along.length_squared();
    if t >= 1.0 {
        b
    } else if t > 0.0 {
        a + along * t
    } else {
        a
    }
}
