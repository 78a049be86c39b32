//! A thrown body: a point that crosses piece after piece of the free space until it lands.
//!
//! The exact form intersects the parabola with the lines of the sides. The other two move in steps of equal time, as the
//! article does, to compare with it.

mod flight;
mod exact;
mod stepped;

use super::free_space::FreeSpace;
use super::gravity::Gravity;
use crate::trace::{Observer, Silent};
pub(super) use exact::fly;
pub use flight::{FlightEnd, Throw, ThrowEvent, ThrowMethod, ThrowOutcome};

/// Moves a thrown body until it lands or stops.
///
/// `None` if the start is in a solid, a number is not finite, or a time step is not positive.
pub fn throw(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    throw: &Throw,
    method: ThrowMethod,
) -> Option<FlightEnd> {
    throw_observed(space, gravity, throw, method, &mut Silent)
}

/// Like [`throw()`], but reports every event to an observer.
pub fn throw_observed(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    throw: &Throw,
    method: ThrowMethod,
    observer: &mut impl Observer<ThrowEvent>,
) -> Option<FlightEnd> {
    let is_finite =
        throw.velocity.is_finite() && throw.acceleration.is_finite() && throw.most_time.is_finite();
    let start = space.locate(throw.from).filter(|_| is_finite)?;
    match method {
        ThrowMethod::Exact => Some(fly(space, gravity, throw, start, observer)),
        ThrowMethod::SmallestTime { step } | ThrowMethod::Signs { step } => {
            let is_by_signs = matches!(method, ThrowMethod::Signs { .. });
            let is_positive = step.is_finite() && step > 0.0;
            is_positive.then(|| stepped::step(space, gravity, throw, (start, step, is_by_signs), observer))
        }
    }
}
