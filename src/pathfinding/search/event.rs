//! What happens in a search.

use crate::navmesh::CellId;
use crate::pathfinding::{Blocked, Traversal};

/// What happens in a search. Costs are metres times what a metre costs, or steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent {
    /// The open node with the least estimate was closed, and its cell looked around in.
    Expanded {
        /// The cell that it leads into.
        cell: CellId,
        /// The cell that the way there comes from, and how it is left; `None` for the start.
        from: Option<(CellId, Traversal)>,
        /// What it cost to get there.
        cost: f64,
        /// What the whole way to the target is expected to cost; the cost without a heuristic.
        estimate: f64,
    },
    /// A way into a cell was found, or a better one than before.
    Relaxed {
        /// The cell that it leads into.
        cell: CellId,
        /// The expanded cell that it comes from.
        from: CellId,
        /// How that cell is left.
        way: Traversal,
        /// What it costs to get there.
        cost: f64,
        /// What the whole way to the target is expected to cost.
        estimate: f64,
        /// Whether no way there was known, so that there is one more open node now.
        is_first: bool,
    },
    /// A way into a cell was not taken.
    Rejected {
        /// The cell that it would lead into.
        cell: CellId,
        /// The expanded cell that it would come from.
        from: CellId,
        /// How that cell would be left.
        way: Traversal,
        /// What it would cost to get there; infinite where it is shut or leads straight back.
        cost: f64,
        /// Why not.
        why: Rejection,
    },
}

/// Why a way into a cell was not taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rejection {
    /// The best way there is already settled; that is so straight back as well.
    Closed,
    /// Another way there costs as little or less.
    NotShorter,
    /// The agent may not enter.
    Blocked(Blocked),
}

impl SearchEvent {
    /// The cell that it is about: the one entered.
    pub fn cell(&self) -> CellId {
        match *self {
            Self::Expanded { cell, .. } | Self::Relaxed { cell, .. } | Self::Rejected { cell, .. } => cell,
        }
    }

    /// The cell that the way comes from; `None` for the start.
    pub fn parent(&self) -> Option<CellId> {
        match *self {
            Self::Expanded { from, .. } => from.map(|(cell, _)| cell),
            Self::Relaxed { from, .. } | Self::Rejected { from, .. } => Some(from),
        }
    }

    /// How that cell is left; `None` for the start.
    pub fn way(&self) -> Option<Traversal> {
        match *self {
            Self::Expanded { from, .. } => from.map(|(_, way)| way),
            Self::Relaxed { way, .. } | Self::Rejected { way, .. } => Some(way),
        }
    }

    /// What it costs to get there.
    pub fn cost(&self) -> f64 {
        match *self {
            Self::Expanded { cost, .. } | Self::Relaxed { cost, .. } | Self::Rejected { cost, .. } => cost,
        }
    }

    /// What the whole way to the target is expected to cost; `None` for a way that was not taken.
    pub fn estimate(&self) -> Option<f64> {
        match *self {
            Self::Expanded { estimate, .. } | Self::Relaxed { estimate, .. } => Some(estimate),
            Self::Rejected { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_small() {
        assert!(size_of::<SearchEvent>() <= 48, "{} bytes", size_of::<SearchEvent>());
    }
}
