//! What a search over intervals tells, and what it says to somebody who is learning it.

use std::fmt;

use glam::{DVec2, Vec2};

use crate::navmesh::{CellId, HalfEdge, VertexId};

/// A root and the stretch of a side that can be seen from it: the node of the search, to be drawn as a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Where the path bent last, or starts: X and Z in metres.
    pub root: Vec2,
    /// The vertex at the root; `None` at the start.
    pub root_vertex: Option<VertexId>,
    /// The left end of the interval as walked, X and Z.
    pub left: DVec2,
    /// The right end of the interval as walked, X and Z.
    pub right: DVec2,
    /// The side that the interval lies on, of the cell that is left through it.
    pub exit: HalfEdge,
    /// The cell behind it.
    pub into: CellId,
    /// The length of the way to the root, in metres on the ground.
    pub cost: f64,
    /// The least that a way to the target through this interval can measure, in metres on the ground.
    pub estimate: f64,
}

/// One event of the search for the optimum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IntervalEvent {
    /// The interval with the smallest estimate was taken from the queue, and what lies behind it is looked at.
    Popped(Cone),
    /// An interval was put into the queue.
    Pushed {
        /// The interval.
        cone: Cone,
        /// Whether the root of the interval before sees it; if not, the way to it turns at an end of that interval.
        is_observable: bool,
    },
    /// Nothing else lies behind the interval before, so this one was taken without waiting for its turn, and what lies
    /// behind it is looked at.
    Followed(Cone),
    /// The interval with the smallest estimate was taken from the queue and dropped: since it was kept, a shorter way to
    /// its root, or to all that lies behind it, was found.
    Outdated(Cone),
    /// An interval, or a turn, was dropped before it came into the queue.
    Pruned {
        /// The side that it lies on, of the cell that would be left through it; for a turn, the side before it.
        exit: HalfEdge,
        /// Why.
        why: Pruned,
    },
    /// Ways turn at an end of the interval that was popped: what follows has its root there.
    RootChanged {
        /// The vertex that they turn at.
        vertex: VertexId,
        /// The length of the way to it, in metres on the ground.
        cost: f64,
    },
    /// The interval that was popped leads into a cell that the target touches: a whole path.
    Reached {
        /// The vertex that it turns at before the target, if the root does not see the target.
        corner: Option<VertexId>,
        /// Its length in metres on the ground.
        length: f64,
    },
}

/// Why an interval, or a turn, was dropped; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruned {
    /// Another way to the same root is shorter, or as long and found before.
    Dominated(VertexId),
    /// All that lies behind it is nearer by way of a vertex.
    Nearer(VertexId),
    /// What is behind it has no other way out, and the target is not there.
    CulDeSac,
    /// The root lies on the line of the side, and the side's nearer end is nothing to turn at.
    Collinear,
    /// The agent may not enter the cell behind it.
    Blocked,
    /// Nothing of the side is left to see; only where a cell is not convex.
    Empty,
}

impl IntervalEvent {
    /// The interval, where one was taken to look at what lies behind it.
    pub fn taken(&self) -> Option<&Cone> {
        match self {
            Self::Popped(cone) | Self::Followed(cone) => Some(cone),
            _ => None,
        }
    }

    /// What happened and why, in plain words; one or two sentences.
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
}

impl fmt::Display for Pruned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dominated(vertex) => {
                return write!(f, "another path to vertex {} is as short or shorter", vertex.0);
            }
            Self::Nearer(vertex) => {
                return write!(f, "every point behind it is closer through vertex {}", vertex.0);
            }
            Self::CulDeSac => "the cells behind it have no other exit and do not contain the target",
            Self::Collinear => "the root sees it edge-on, and its nearer end is no corner to turn at",
            Self::Blocked => "the agent may not enter the cell behind it",
            Self::Empty => "nothing of it is left to see",
        })
    }
}
