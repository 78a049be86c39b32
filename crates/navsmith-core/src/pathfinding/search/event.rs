//! Events of a corridor search, with captions and rules for learners.

use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::agent::walkable::Blocked;

/// Event of a corridor search.
///
/// Costs are metres times the cost of a metre, or steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent {
    /// The open node with the least estimate was closed, and its cell was expanded.
    Expanded {
        /// Cell that the node leads into.
        cell: CellId,
        /// Previous cell on the path and the traversal out of it; `None` for the start.
        from: Option<(CellId, Traversal)>,
        /// Cost of the path to the node.
        cost: f64,
        /// Estimated cost of the whole path to the target; equals the cost without a heuristic.
        estimate: f64,
    },
    /// A path into a cell was found, or a better one than before.
    Relaxed {
        /// Cell that the path leads into.
        cell: CellId,
        /// Expanded cell that it comes from.
        from: CellId,
        /// Traversal out of that cell.
        way: Traversal,
        /// Cost of the path to the cell.
        cost: f64,
        /// Estimated cost of the whole path to the target.
        estimate: f64,
        /// Whether this is the first path to the node, so that there is one more open node.
        is_first: bool,
    },
    /// A path into a cell was rejected.
    Rejected {
        /// Cell that the path would lead into.
        cell: CellId,
        /// Expanded cell that it would come from.
        from: CellId,
        /// Traversal out of that cell.
        way: Traversal,
        /// Cost of the path to the cell; infinite if it is blocked or leads straight back.
        cost: f64,
        /// Reason.
        why: Rejection,
    },
}

/// Reason why a path into a cell was rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rejection {
    /// The node is closed, or the path leads straight back.
    Closed,
    /// Another path to the node costs as much or less.
    NotShorter,
    /// The agent may not enter.
    Blocked(Blocked),
}

impl SearchEvent {
    /// Returns the cell that the event concerns: the one entered.
    pub fn cell(&self) -> CellId {
        match *self {
            Self::Expanded { cell, .. } | Self::Relaxed { cell, .. } | Self::Rejected { cell, .. } => cell,
        }
    }

    /// Returns the cell that the path comes from; `None` for the start.
    pub fn parent(&self) -> Option<CellId> {
        match *self {
            Self::Expanded { from, .. } => from.map(|(cell, _)| cell),
            Self::Relaxed { from, .. } | Self::Rejected { from, .. } => Some(from),
        }
    }

    /// Returns the traversal out of that cell; `None` for the start.
    pub fn way(&self) -> Option<Traversal> {
        match *self {
            Self::Expanded { from, .. } => from.map(|(_, way)| way),
            Self::Relaxed { way, .. } | Self::Rejected { way, .. } => Some(way),
        }
    }

    /// Returns the cost of the path to the cell.
    pub fn cost(&self) -> f64 {
        match *self {
            Self::Expanded { cost, .. } | Self::Relaxed { cost, .. } | Self::Rejected { cost, .. } => cost,
        }
    }

    /// Returns the estimated cost of the whole path to the target; `None` for a rejected path.
    pub fn estimate(&self) -> Option<f64> {
        match *self {
            Self::Expanded { estimate, .. } | Self::Relaxed { estimate, .. } => Some(estimate),
            Self::Rejected { .. } => None,
        }
    }

    /// Describes the step and its reason in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        match *self {
            Self::Expanded { cell, from: None, .. } => {
                format!(
                    "The search begins in cell {}, which contains the start. It expands that cell.",
                    cell.0
                )
            }
            Self::Expanded { cell, from: Some((from, _)), .. } => format!(
                "Of all open nodes, the one from cell {} into cell {} has the least total. The search closes it and \
                 expands cell {1}.",
                from.0, cell.0
            ),
            Self::Relaxed { cell, from, is_first: true, .. } => {
                format!("From cell {}, cell {} is opened.", from.0, cell.0)
            }
            Self::Relaxed { cell, from, .. } => {
                format!("From cell {}, a cheaper path leads into cell {}.", from.0, cell.0)
            }
            Self::Rejected { cell, from, why, cost, .. } => {
                let why = match why {
                    Rejection::Closed if cost.is_finite() => "its best path is known already".into(),
                    Rejection::Closed => "it is the cell that the search came from".into(),
                    Rejection::NotShorter => "the known path costs the same or less".into(),
                    Rejection::Blocked(blocked) => format!("the agent may not enter: {blocked}"),
                };
                format!("From cell {}, cell {} is rejected: {why}.", from.0, cell.0)
            }
        }
    }

    /// Returns the numbers behind the step: cost so far, estimate of the rest, total.
    pub fn rule(&self) -> String {
        match *self {
            Self::Expanded { cost, estimate, .. } => {
                format!("{}; the least total of all open nodes", sum(cost, estimate))
            }
            Self::Relaxed { cost, estimate, .. } => sum(cost, estimate),
            Self::Rejected { cost, .. } if cost.is_finite() => {
                format!("its cost would be {cost:.2}")
            }
            Self::Rejected { .. } => "blocked cells and U-turns count as infinite cost".into(),
        }
    }
}

fn sum(cost: f64, estimate: f64) -> String {
    format!("cost so far {cost:.2} + estimate of the rest {:.2} = total {estimate:.2}", estimate - cost)
}
