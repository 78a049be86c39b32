//! What a flight begins with, its events, and how it ends.

use glam::DVec2;

use crate::navmesh::{CellId, HalfEdge};
use crate::platformer::free_space::{Beyond, FreeSpace, SpaceSide};
use crate::platformer::gravity::Gravity;

/// Factor of the normal velocity that a reflection subtracts, as in the article.
const RESTITUTION: f64 = 1.01;

/// A body that starts with a velocity and has a constant acceleration.
///
/// Vectors are X and Z, in m, m/s and m/s². The acceleration includes that of gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The start.
    pub from: DVec2,
    /// The velocity at the start.
    pub velocity: DVec2,
    /// The acceleration.
    pub acceleration: DVec2,
    /// Time after which the flight ends, in seconds; a stepped flight ends with the step.
    pub most_time: f64,
    /// Number of reflections after which the flight ends at the next one.
    pub most_reflections: usize,
}

impl Throw {
    /// Creates a throw under gravity alone, of at most 60 s and 64 reflections.
    pub fn new(from: DVec2, velocity: DVec2, gravity: &Gravity) -> Self {
        let acceleration = gravity.pull.as_dvec2();
        Self { from, velocity, acceleration, most_time: 60.0, most_reflections: 64 }
    }
}

/// How a flight finds the side through which the body leaves a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ThrowMethod {
    /// By the roots of the parabola in the distances from the lines of the sides.
    #[default]
    Exact,
    /// By the smallest crossing time of a straight step, as in the article.
    ///
    /// Crossings at or before the last one are discarded. The last one is computed with the reversed side, with which
    /// the next piece computes it too.
    SmallestTime {
        /// Time of a step, in seconds.
        step: f64,
    },
    /// By the first side that has the end of the step outside, as in the first version of the article.
    ///
    /// It chooses a wrong side if the end is outside of two sides and the body crosses the other one.
    Signs {
        /// Time of a step, in seconds.
        step: f64,
    },
}

impl ThrowMethod {
    /// Returns the name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "Exact",
            Self::SmallestTime { .. } => "Smallest time",
            Self::Signs { .. } => "Signs",
        }
    }

    /// Returns how the method chooses the side that the body crosses, as a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Exact => "The parabola is intersected with the lines of the sides.",
            Self::SmallestTime { .. } => {
                "The body moves in straight steps and crosses the side with the smallest crossing time, as in the article."
            }
            Self::Signs { .. } => {
                "The body moves in straight steps and crosses a side that has the end of the step outside, as in the \
                 first version of the article. It can choose a side that the body does not cross."
            }
        }
    }
}

/// An event of a flight; times are in seconds since the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThrowEvent {
    /// The flight begins.
    Thrown {
        /// The cell of the start.
        cell: CellId,
        /// The start, on the cell.
        at: DVec2,
    },
    /// A step ends inside of a cell.
    Inside {
        /// The cell.
        cell: CellId,
        /// Time at the end of the step.
        time: f64,
        /// The end of the step.
        at: DVec2,
    },
    /// The body crosses a side.
    Crossed {
        /// The side, of the cell that it leaves.
        side: HalfEdge,
        /// Time of the crossing.
        time: f64,
        /// The crossing.
        at: DVec2,
    },
    /// A solid reflects the body.
    Reflected {
        /// The side of the solid.
        side: HalfEdge,
        /// Time of the reflection.
        time: f64,
        /// The point on the side.
        at: DVec2,
        /// The velocity afterwards, in m/s.
        velocity: DVec2,
    },
    /// The flight ends.
    Ended(FlightEnd),
}

/// Why a flight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrowOutcome {
    /// The body lands on a rest surface.
    Landed(HalfEdge),
    /// The body hits a side that faces up and is too steep to rest on, as in the article.
    Slope(HalfEdge),
    /// The body hits a constraint.
    Constraint(HalfEdge),
    /// The body hits a solid after the allowed reflections.
    ReflectionLimit(HalfEdge),
    /// The allowed time is over.
    TimeLimit,
    /// The flight has more crossings or steps than a mesh without overlaps needs.
    StepLimit,
}

/// The end of a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightEnd {
    /// Why it ends.
    pub outcome: ThrowOutcome,
    /// The last cell.
    pub cell: CellId,
    /// The last point, as X and Z in metres.
    pub at: DVec2,
    /// The velocity there, before any reflection, in m/s.
    pub velocity: DVec2,
    /// Time since the start, in seconds.
    pub time: f64,
}

impl ThrowEvent {
    /// Returns what happened, as a sentence.
    pub fn caption(&self) -> String {
        match *self {
            Self::Thrown { cell, .. } => format!("The body is thrown in cell {}.", cell.0),
            Self::Inside { cell, .. } => format!("The step ends inside of cell {}.", cell.0),
            Self::Crossed { side, .. } => format!("The body crosses {side}."),
            Self::Reflected { side, .. } => format!("The body is reflected by {side}."),
            Self::Ended(FlightEnd { outcome, .. }) => match outcome {
                ThrowOutcome::Landed(side) => format!("The body lands on {side}."),
                ThrowOutcome::Slope(side) => {
                    format!("The body hits {side}, which is too steep to rest on.")
                }
                ThrowOutcome::Constraint(side) => {
                    format!("The body stops at {side}, a constraint.")
                }
                ThrowOutcome::ReflectionLimit(side) => {
                    format!("The body hits {side} after the last allowed reflection.")
                }
                ThrowOutcome::TimeLimit => "The time of the flight is over.".into(),
                ThrowOutcome::StepLimit => "The flight has too many crossings or steps.".into(),
            },
        }
    }

    /// Returns the side that is crossed or hit; `None` for others.
    pub fn side(&self) -> Option<HalfEdge> {
        match *self {
            Self::Thrown { .. } | Self::Inside { .. } => None,
            Self::Crossed { side, .. } | Self::Reflected { side, .. } => Some(side),
            Self::Ended(end) => end.outcome.side(),
        }
    }

    /// Returns the time of the event, in seconds since the start.
    pub fn time(&self) -> f64 {
        match *self {
            Self::Thrown { .. } => 0.0,
            Self::Inside { time, .. } | Self::Crossed { time, .. } | Self::Reflected { time, .. } => time,
            Self::Ended(end) => end.time,
        }
    }

    /// Returns the place of the event, as X and Z in metres.
    pub fn at(&self) -> DVec2 {
        match *self {
            Self::Thrown { at, .. }
            | Self::Inside { at, .. }
            | Self::Crossed { at, .. }
            | Self::Reflected { at, .. } => at,
            Self::Ended(end) => end.at,
        }
    }
}

impl ThrowOutcome {
    /// Returns the name in JSON, such as `landed`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Landed(_) => "landed",
            Self::Slope(_) => "slope",
            Self::Constraint(_) => "constraint",
            Self::ReflectionLimit(_) => "reflection_limit",
            Self::TimeLimit => "time_limit",
            Self::StepLimit => "step_limit",
        }
    }

    /// Returns the side at which the flight ends; `None` at a limit.
    pub fn side(self) -> Option<HalfEdge> {
        match self {
            Self::Landed(side) | Self::Slope(side) | Self::Constraint(side) | Self::ReflectionLimit(side) => {
                Some(side)
            }
            Self::TimeLimit | Self::StepLimit => None,
        }
    }
}

/// Returns the velocity after a reflection at a side, or the outcome if the flight ends there.
pub(super) fn hit(
    gravity: &Gravity,
    side: &SpaceSide,
    velocity: DVec2,
    may_reflect: bool,
) -> Result<DVec2, ThrowOutcome> {
    let test = gravity.test(side.ends, -side.outward);
    let reflected = velocity - side.outward * (RESTITUTION * velocity.dot(side.outward));
    match side.beyond {
        Beyond::Constraint => Err(ThrowOutcome::Constraint(side.half_edge)),
        _ if test.is_rest => Err(ThrowOutcome::Landed(side.half_edge)),
        _ if test.is_facing_up => Err(ThrowOutcome::Slope(side.half_edge)),
        _ if !may_reflect => Err(ThrowOutcome::ReflectionLimit(side.half_edge)),
        _ => Ok(reflected),
    }
}

/// Returns the cell of a piece.
pub(super) fn cell_of(space: &FreeSpace<'_>, piece: usize) -> CellId {
    space.sides()[space.piece(piece).start].half_edge.cell
}
