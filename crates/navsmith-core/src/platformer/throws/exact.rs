//! The exact form of a flight: each arc is a parabola, intersected with the lines of sides.
//!
//! The distance from the line of a side is a quadratic function of time. It becomes positive at most once, and the body
//! leaves a convex piece where the first of them does. The function of the opposite side is exactly the negated one, so
//! the next piece finds the same time. No test compares a crossing with the ends of a side, so the body does not
//! pass between two sides.

use glam::DVec2;
use smallvec::SmallVec;

use super::flight::{FlightEnd, Throw, ThrowEvent, ThrowOutcome, cell_of, hit};
use crate::platformer::free_space::{Beyond, FreeSpace, SpaceSide};
use crate::platformer::gravity::Gravity;
use crate::trace::Observer;

/// Sine of the angle to a side below which a velocity or an acceleration is parallel to it.
const PARALLEL: f64 = 1e-13;

/// Share of its terms below which a discriminant is computed again without cancellation.
const CANCELLED: f64 = 1e-4;

/// A part of a flight between two reflections.
#[derive(Clone, Copy)]
struct ThrownArc {
    from: DVec2,
    velocity: DVec2,
    acceleration: DVec2,
    /// Distance within which a point is on a line.
    tolerance: f64,
}

impl ThrownArc {
    fn position(&self, time: f64) -> DVec2 {
        self.from + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    fn velocity(&self, time: f64) -> DVec2 {
        self.velocity + self.acceleration * time
    }

    /// Returns the first time from `now` on at which the body is outside of a side.
    ///
    /// Infinite if there is none. A body that is outside but comes back is inside.
    fn exit_time(&self, side: &SpaceSide, now: f64) -> f64 {
        let unless = |value: f64, least: f64| if value.abs() <= least { 0.0 } else { value };
        let c = unless(side.distance(self.from), self.tolerance);
        let b = unless(side.outward.dot(self.velocity), PARALLEL * self.velocity.length());
        let a = 0.5 * unless(side.outward.dot(self.acceleration), PARALLEL * self.acceleration.length());
        match roots(a, b, c) {
            Some([_, last]) if a >= 0.0 => last.max(now),
            Some([first, last]) if first < last && now < last => first.max(now),
            None if a > 0.0 || (a == 0.0 && c > 0.0) => now,
            _ => f64::INFINITY,
        }
    }

    /// Returns the side through which the body leaves a piece, and the time; `None` if it stays.
    fn exit(&self, space: &FreeSpace<'_>, piece: usize, now: f64) -> Option<(usize, f64)> {
        let ring = space.piece(piece);
        let sides = &space.sides()[ring.clone()];
        let times: SmallVec<[f64; 8]> = sides.iter().map(|side| self.exit_time(side, now)).collect();
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        if least == f64::INFINITY {
            return None;
        }
        let (at, velocity) = (self.position(least), self.velocity(least));
        // Sides on one line are left at one time. At a corner, the body passes the side that is open.
        let candidates = sides.iter().zip(&times).enumerate().filter_map(|(nth, (side, &time))| {
            let is_on = side.distance(at) >= -self.tolerance && side.outward.dot(velocity) > 0.0;
            let is_solid = !matches!(side.beyond, Beyond::Open(_));
            let beside = (side.segment_distance(at) - self.tolerance).max(0.0);
            (time <= least || is_on).then_some((beside, is_solid, nth, time))
        });
        let (.., nth, time) = candidates.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        Some((ring.start + nth, if time.is_finite() { time } else { least }))
    }
}

/// Returns the roots of a t² + b t + c in order, which may be infinite; `None` without roots.
///
/// Those of the negated function are equal to the last digit.
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let is_negated = a < 0.0 || (a == 0.0 && b < 0.0);
    let [a, b, c] = if is_negated { [-a, -b, -c] } else { [a, b, c] };
    // A negative zero would choose the other sign below.
    let b = b + 0.0;
    let (square, product) = (b * b, 4.0 * a * c);
    let mut discriminant = square - product;
    if discriminant.abs() <= CANCELLED * square {
        // Kahan's form: the rounding errors of both products are added again.
        let errors = b.mul_add(b, -square) - (4.0 * a).mul_add(c, -product);
        discriminant += errors;
    }
    if discriminant < 0.0 || (a == 0.0 && b == 0.0) {
        return None;
    }
    // The sum of two numbers of one sign, so nothing cancels.
    let sum = -0.5 * (b + discriminant.sqrt().copysign(b));
    let (one, other) = if sum == 0.0 { (0.0, 0.0) } else { (sum / a, c / sum) };
    Some([one.min(other), one.max(other)])
}

/// Moves a body from a point in a piece.
pub(in crate::platformer) fn fly(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    throw: &Throw,
    (mut piece, from): (usize, DVec2),
    observer: &mut impl Observer<ThrowEvent>,
) -> FlightEnd {
    let Throw { velocity, acceleration, most_reflections, .. } = *throw;
    let most_time = throw.most_time.max(0.0);
    let mut arc = ThrownArc { from, velocity, acceleration, tolerance: space.tolerance };
    let (mut begun, mut now, mut reflections, mut crossings) = (0.0, 0.0, 0, 0);
    observer.observe(ThrowEvent::Thrown { cell: cell_of(space, piece), at: from });
    let outcome = loop {
        let exit = arc.exit(space, piece, now).filter(|(_, time)| begun + time <= most_time);
        let Some((index, time)) = exit else {
            now = most_time - begun;
            break ThrowOutcome::TimeLimit;
        };
        now = time;
        let side = &space.sides()[index];
        let at = arc.position(now);
        if let Beyond::Open(twin) = side.beyond {
            observer.observe_with(|| ThrowEvent::Crossed { side: side.half_edge, time: begun + now, at });
            piece = space.sides()[twin].piece;
            crossings += 1;
            // An arc crosses each line at most twice.
            if crossings > 2 * space.sides().len() {
                break ThrowOutcome::StepLimit;
            }
            continue;
        }
        match hit(gravity, side, arc.velocity(now), reflections < most_reflections) {
            Ok(velocity) => {
                begun += now;
                arc = ThrownArc { from: at, velocity, ..arc };
                (now, reflections, crossings) = (0.0, reflections + 1, 0);
                let side = side.half_edge;
                observer.observe(ThrowEvent::Reflected { side, time: begun, at, velocity });
            }
            Err(outcome) => break outcome,
        }
    };
    let (at, velocity) = (arc.position(now), arc.velocity(now));
    let end = FlightEnd { outcome, cell: cell_of(space, piece), at, velocity, time: begun + now };
    observer.observe(ThrowEvent::Ended(end));
    end
}
