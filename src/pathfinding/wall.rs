//! What stops an agent at a side of a cell.

use std::fmt;

use super::{Blocked, Traversal, Walkable};
use crate::navmesh::{CellId, HalfEdge};

/// Why a side of a cell cannot be walked through; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// The mesh ends there, or nobody can tell which cell is behind.
    Boundary,
    /// The cell behind it may not be entered, or not through this side.
    Blocked(Blocked),
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boundary => f.write_str("the mesh ends here"),
            Self::Blocked(blocked) => write!(f, "the cell behind is blocked: {blocked}"),
        }
    }
}

impl Walkable<'_> {
    /// The cell that one walks into through a side; what stops the agent there as `Err`.
    pub fn behind(&self, side: HalfEdge) -> Result<CellId, Wall> {
        let next = self.derived.adjacency.twin(side).ok_or(Wall::Boundary)?.cell;
        self.blocked_traversal(side.cell, Traversal::Side(side), next)
            .map_or(Ok(next), |blocked| Err(Wall::Blocked(blocked)))
    }
}
