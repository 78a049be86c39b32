//! Walls: sides of cells that block an agent.

use std::fmt;

use super::corridor::Traversal;
use super::walkable::{Blocked, Walkable};
use crate::navmesh::{CellId, HalfEdge};

/// Reason why an agent cannot pass a side of a cell; prints as a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// The mesh ends there, or the cell behind the side is ambiguous.
    Boundary,
    /// The agent may not enter the cell behind it, or not through this side.
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
    /// Returns the cell behind a side.
    ///
    /// # Errors
    ///
    /// Returns the wall that blocks the agent there.
    pub fn behind(&self, side: HalfEdge) -> Result<CellId, Wall> {
        let next = self.derived.adjacency.twin(side).ok_or(Wall::Boundary)?.cell;
        self.blocked_traversal(side.cell, Traversal::Side(side), next)
            .map_or(Ok(next), |blocked| Err(Wall::Blocked(blocked)))
    }
}
