//! What stops an agent at a side of a cell.

use std::fmt;

use super::{Shut, Walkable, Way};
use crate::navmesh::{CellId, HalfEdge};

/// Why a side of a cell cannot be walked through; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// The mesh ends there, or nobody can tell which cell is behind.
    Boundary,
    /// The cell behind it may not be entered, or not through this side.
    Shut(Shut),
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boundary => f.write_str("the mesh ends here"),
            Self::Shut(shut) => write!(f, "the cell behind is blocked: {shut}"),
        }
    }
}

impl Walkable<'_> {
    /// The cell that one walks into through a side; what stops the agent there as `Err`.
    pub fn behind(&self, side: HalfEdge) -> Result<CellId, Wall> {
        let next = self.derived.adjacency.twin(side).ok_or(Wall::Boundary)?.cell;
        self.shut_way(side.cell, Way::Side(side), next).map_or(Ok(next), |shut| Err(Wall::Shut(shut)))
    }
}
