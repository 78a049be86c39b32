//! The stepped forms of a flight, as in the article: straight steps of equal time.

use glam::DVec2;

use super::flight::{FlightEnd, Throw, ThrowEvent, ThrowOutcome, cell_of, hit};
use crate::platformer::free_space::{Beyond, FreeSpace};
use crate::platformer::gravity::Gravity;
use crate::trace::Observer;

/// Share of a step by which a crossing is later than the last one, and a reflected body is inside.
const EPSILON: f64 = 1e-12;

/// Maximum number of crossings and steps of a flight.
const MOST_STEPS: usize = 1 << 22;

/// A straight step of a flight.
struct ThrowStep<'a> {
    space: &'a FreeSpace<'a>,
    is_by_signs: bool,
    piece: usize,
    start: DVec2,
    next: DVec2,
    /// Share of the step at the last crossing; the article's `currentGoal`.
    current_goal: f64,
}

impl ThrowStep<'_> {
    /// Returns the share of the step at which it crosses the line through two points.
    fn crossing_time(&self, [a, b]: [DVec2; 2]) -> f64 {
        (a - self.start).perp_dot(b - a) / (self.next - self.start).perp_dot(b - a)
    }

    /// Returns the side through which the body leaves the piece, and the share.
    ///
    /// `None` if the step ends inside.
    fn exit(&self) -> Option<(usize, f64)> {
        let ring = self.space.piece(self.piece);
        let time = |side: usize| (side, self.crossing_time(self.space.sides()[side].ends));
        if self.is_by_signs {
            let is_outside = |side: &usize| self.space.sides()[*side].distance(self.next) > 0.0;
            let found = ring.clone().find(is_outside).map(time);
            // A step that does not cross the line ends where it is.
            return found
                .map(|(side, time)| (side, if time.is_finite() { time.clamp(0.0, 1.0) } else { 0.0 }));
        }
        let later = ring.map(time).filter(|(_, time)| *time > self.current_goal && *time < 1.0);
        later.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Moves a body by straight steps; given where it starts, the time of a step, and whether signs decide.
pub(super) fn step(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    throw: &Throw,
    ((piece, from), dt, is_by_signs): ((usize, DVec2), f64, bool),
    observer: &mut impl Observer<ThrowEvent>,
) -> FlightEnd {
    let acceleration = throw.acceleration;
    let moved = |velocity: DVec2| velocity * dt + acceleration * (0.5 * dt * dt);
    let (mut velocity, mut begun, mut rest, mut reflections) = (throw.velocity, 0.0, dt, 0);
    let mut step =
        ThrowStep { space, is_by_signs, piece, start: from, next: from + moved(velocity), current_goal: 0.0 };
    observer.observe(ThrowEvent::Thrown { cell: cell_of(space, piece), at: from });
    let mut last = (ThrowOutcome::StepLimit, 0.0);
    for _ in 0..MOST_STEPS {
        let cell = cell_of(space, step.piece);
        let Some((index, share)) = step.exit() else {
            begun += rest;
            observer.observe(ThrowEvent::Inside { cell, time: begun, at: step.next });
            velocity += acceleration * dt;
            (step.start, step.next, step.current_goal, rest) =
                (step.next, step.next + moved(velocity), 0.0, dt);
            if begun >= throw.most_time {
                last = (ThrowOutcome::TimeLimit, 0.0);
                break;
            }
            continue;
        };
        let side = &space.sides()[index];
        let (at, time) = (step.start.lerp(step.next, share), begun + share * rest);
        if let Beyond::Open(twin) = side.beyond {
            observer.observe_with(|| ThrowEvent::Crossed { side: side.half_edge, time, at });
            step.piece = space.sides()[twin].piece;
            step.current_goal = step.crossing_time(space.sides()[twin].ends) + EPSILON;
            continue;
        }
        match hit(gravity, side, velocity, reflections < throw.most_reflections) {
            Ok(reflected) => {
                step.start = step.start.lerp(step.next, (share - EPSILON).max(0.0));
                (begun, rest, velocity, reflections) =
                    (time, rest * (1.0 - share), reflected, reflections + 1);
                (step.next, step.current_goal) = (step.start + velocity * rest, 0.0);
                observer.observe(ThrowEvent::Reflected { side: side.half_edge, time, at, velocity });
            }
            Err(outcome) => {
                last = (outcome, share);
                break;
            }
        }
    }
    let (outcome, share) = last;
    let at = step.start.lerp(step.next, share);
    let cell = cell_of(space, step.piece);
    let end = FlightEnd { outcome, cell, at, velocity, time: begun + share * rest };
    observer.observe(ThrowEvent::Ended(end));
    end
}
