//! Events of a Polyanya search, with captions and rules for learners.

use glam::{DVec2, Vec2};

use crate::navmesh::{CellId, HalfEdge, VertexId};

/// Search node of Polyanya: a root and the interval of a side that the root sees.
///
/// The interface draws it as a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Last turning point of the path, or the start: X and Z in metres.
    pub root: Vec2,
    /// Vertex at the root; `None` at the start.
    pub root_vertex: Option<VertexId>,
    /// Left end of the interval in walking direction, X and Z.
    pub left: DVec2,
    /// Right end of the interval in walking direction, X and Z.
    pub right: DVec2,
    /// Side that contains the interval, in the cell that the path leaves through it.
    pub exit: HalfEdge,
    /// Cell behind the interval.
    pub into: CellId,
    /// Length of the path to the root, in metres on the ground.
    pub cost: f64,
    /// Lower bound for the length of a path to the target through this interval, in metres on the ground.
    pub estimate: f64,
}

/// Event of a Polyanya search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IntervalEvent {
    /// The interval with the smallest estimate was taken from the queue and is expanded.
    Popped(Cone),
    /// An interval was put into the queue.
    Pushed {
        /// Interval that was put into the queue.
        cone: Cone,
        /// Whether the root of the previous interval sees it; if not, the path turns at an end of that one.
        is_observable: bool,
    },
    /// The interval is the only successor of the previous one and is expanded at once, without the queue.
    Followed(Cone),
    /// The interval with the smallest estimate was taken from the queue and dropped.
    ///
    /// Since it was pushed, the search found a shorter path to its root or to everything behind it.
    Outdated(Cone),
    /// An interval or a turn was dropped before it entered the queue.
    Pruned {
        /// Side that contains the interval, in the cell that a path would leave through it.
        ///
        /// For a turn, the side before it.
        exit: HalfEdge,
        /// Reason.
        why: Pruned,
    },
    /// Paths turn at an end of the expanded interval, which becomes the root of successors.
    RootChanged {
        /// Vertex at which the paths turn.
        vertex: VertexId,
        /// Length of the path to the vertex, in metres on the ground.
        cost: f64,
    },
    /// The expanded interval leads into a cell that the target touches, which completes a path.
    Reached {
        /// Vertex of the last turn before the target, if the root does not see the target.
        corner: Option<VertexId>,
        /// Length of the path in metres on the ground.
        length: f64,
    },
}

/// Reason why an interval or a turn was dropped; prints as a clause without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Pruned {
    /// Another path to the same root is shorter, or equally long and found earlier.
    #[error("another path to vertex {} is as short or shorter", .0 .0)]
    Dominated(VertexId),
    /// Paths through a vertex reach everything behind the interval sooner.
    #[error("every point behind it is closer through vertex {}", .0 .0)]
    Nearer(VertexId),
    /// The cells behind it have no other exit and do not contain the target.
    #[error("the cells behind it have no other exit and do not contain the target")]
    CulDeSac,
    /// The root lies on the line of the side, and the side's nearer end is not a corner to turn at.
    #[error("the root sees it edge-on, and its nearer end is no corner to turn at")]
    Collinear,
    /// The agent may not enter the cell behind it.
    #[error("the agent may not enter the cell behind it")]
    Blocked,
    /// The root sees nothing of the side; occurs only if a cell is not convex.
    #[error("nothing of it is left to see")]
    Empty,
}

impl IntervalEvent {
    /// Returns the interval that this event expands, if any.
    pub fn taken(&self) -> Option<&Cone> {
        match self {
            Self::Popped(cone) | Self::Followed(cone) => Some(cone),
            _ => None,
        }
    }

    /// Describes what happened and why, in one or two sentences.
    pub fn caption(&self) -> String {
        match self {
            Self::Popped(cone) => format!(
                "The interval on {} has the smallest estimate, {:.3} m, so what lies behind it, cell {}, is next.",
                cone.exit, cone.estimate, cone.into.0
            ),
            Self::Pushed { cone, is_observable } => format!(
                "{} through {} into cell {} joins the queue: {:.3} m to its root, and {:.3} m at least to the target.",
                if *is_observable { "What the root sees" } else { "What is seen after the turn" },
                cone.exit,
                cone.into.0,
                cone.cost,
                cone.estimate
            ),
            Self::Followed(cone) => format!(
                "The interval on {} is the only successor, so it is expanded at once. Cell {} is next.",
                cone.exit, cone.into.0
            ),
            Self::Outdated(cone) => format!(
                "The interval on {}, into cell {}, is taken and dropped: since it was kept, a shorter way to its root, or to \
                 all that lies behind it, was found.",
                cone.exit, cone.into.0
            ),
            Self::Pruned { exit, why } => {
                format!("{exit:#} is dropped: {why}.")
            }
            Self::RootChanged { vertex, cost } => format!(
                "The interval ends at vertex {}, a corner of the boundary, {cost:.3} m from the start. Ways can turn there, so it becomes a root.",
                vertex.0
            ),
            Self::Reached { corner: None, length } => {
                format!("The root sees the target: a path of {length:.3} m.")
            }
            Self::Reached { corner: Some(vertex), length } => {
                format!("The target lies round the corner at vertex {}: a path of {length:.3} m.", vertex.0)
            }
        }
    }

    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Popped(cone) => format!("{}; the least of all intervals in the queue", sum(cone)),
            Self::Followed(cone) => {
                format!("{}; whatever its estimate, nothing else lies behind the one before", sum(cone))
            }
            Self::Pushed { cone, is_observable: true } => sum(cone),
            Self::Pushed { cone, .. } => {
                format!("{}; what the root does not see is reached by a turn", sum(cone))
            }
            Self::Outdated(cone) => format!(
                "{:.3} m to its root this way; of two paths to one point, the longer one is part of no shortest path",
                cone.cost
            ),
            Self::Pruned { why, .. } => match why {
                Pruned::Dominated(_) => {
                    "of two paths to one corner, the longer one is part of no shortest path"
                }
                Pruned::Nearer(_) => {
                    "a path through it would be shorter if it went to that vertex first and on from there"
                }
                Pruned::CulDeSac => "a shortest path enters no cell that it could only leave again",
                Pruned::Collinear => "through a side seen edge-on, nothing behind it is seen",
                Pruned::Blocked => "cells that the agent may not enter are walls",
                Pruned::Empty => "an interval without width shows nothing",
            }
            .into(),
            Self::RootChanged { cost, .. } => {
                format!("a shortest path bends only at corners of the boundary; {cost:.3} m to this one")
            }
            Self::Reached { length, .. } => {
                format!(
                    "the path is the shortest in the ground plan once no interval in the queue has an estimate below {length:.3} m"
                )
            }
        }
    }
}

fn sum(cone: &Cone) -> String {
    let rest = cone.estimate - cone.cost;
    format!(
        "{:.3} m to the root + at least {rest:.3} m through the interval = {:.3} m",
        cone.cost, cone.estimate
    )
}
