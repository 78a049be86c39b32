//! The landing of a sample, or the reason why it has none.

use navsmith_core::geometry::{Vec2, Vec3, at_height};
use navsmith_core::navmesh::{Derived, NavMesh, Surface};

use super::curve::{JumpCurve, ahead};
use super::space::Space;
use super::{JumpKind, JumpObstacle, JumpSettings};

/// Where a sample lands, or why it does not.
pub(super) type JumpLanding = Result<Landed, JumpObstacle>;

/// The end of a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Landed {
    pub(super) at: Vec3,
    pub(super) kind: JumpKind,
    /// Whether the agent can jump back.
    pub(super) leads_back: bool,
}

/// What a sample is tried with.
pub(super) struct Tried<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) derived: &'a Derived,
    pub(super) space: &'a Space<'a>,
    pub(super) settings: &'a JumpSettings,
}

impl Tried<'_> {
    /// Returns the nearest landing of a jump in a direction; of floors over each other, the highest.
    pub(super) fn landing(&self, from: Vec3, direction: Vec2) -> JumpLanding {
        let (step, length) = (self.space.column(), self.settings.length);
        let first = 2.0 * self.space.radius();
        let steps = ((length - first) / step).floor();
        if steps < 0.0 {
            return Err(self.straight(from, direction));
        }
        let mut why = None;
        for nth in 0..=steps as usize {
            let place = ahead(from, direction, first + nth as f32 * step);
            for floor in self.floors(place) {
                let landing = self.try_floor(from, at_height(place, floor));
                let Err(obstacle) = landing else { return landing };
                why = Some(why.map_or(obstacle, |before| clearer(before, obstacle)));
            }
        }
        Err(why.unwrap_or_else(|| self.straight(from, direction)))
    }

    /// Returns the heights of the mesh at a place, from the highest.
    fn floors(&self, place: Vec2) -> Vec<f32> {
        let near = self.derived.locator.near(place);
        let mut floors: Vec<f32> = near.filter_map(|cell| Surface::floor(self.mesh, cell, place)).collect();
        floors.sort_unstable_by(|one, other| other.total_cmp(one));
        floors.dedup();
        floors
    }

    fn try_floor(&self, from: Vec3, to: Vec3) -> JumpLanding {
        let JumpSettings { peak, depth, tolerance, .. } = *self.settings;
        let rise = to.y - from.y;
        if rise > peak {
            return Err(JumpObstacle::TooHigh(rise));
        }
        if -rise > depth {
            return Err(JumpObstacle::TooDeep(-rise));
        }
        // The body leaves the edge when its whole width is beyond it.
        let fall = JumpCurve::drop(from, to, 2.0 * self.space.radius()).filter(|_| -rise > tolerance);
        let curves = fall.into_iter().chain(JumpCurve::jump(from, to, peak));
        let mut why = JumpObstacle::NoFloor;
        for curve in curves {
            if let Some(obstacle) = self.space.obstacle(&curve, tolerance) {
                why = obstacle;
                continue;
            }
            let back = JumpCurve::jump(to, from, peak);
            let leads_back = back.is_some_and(|back| self.space.obstacle(&back, tolerance).is_none());
            return Ok(Landed { at: to, kind: curve.kind(), leads_back });
        }
        Err(why)
    }

    /// Returns why a jump over level ground finds no floor: a wall, if it hits one.
    fn straight(&self, from: Vec3, direction: Vec2) -> JumpObstacle {
        let to = at_height(ahead(from, direction, self.settings.length), from.y);
        let curve = JumpCurve::jump(from, to, self.settings.peak);
        let obstacle = curve.and_then(|curve| self.space.obstacle(&curve, self.settings.tolerance));
        obstacle.unwrap_or(JumpObstacle::NoFloor)
    }
}

/// Returns the one of two reasons that is nearer to a jump.
fn clearer(before: JumpObstacle, now: JumpObstacle) -> JumpObstacle {
    let rank = |why: JumpObstacle| match why {
        JumpObstacle::Wall { share, .. } => (0, 1.0 - share),
        JumpObstacle::TooHigh(by) | JumpObstacle::TooDeep(by) => (1, by),
        JumpObstacle::NoFloor | JumpObstacle::ShortWalk(_) | JumpObstacle::OtherLink => (2, 0.0),
    };
    if rank(now) < rank(before) { now } else { before }
}
