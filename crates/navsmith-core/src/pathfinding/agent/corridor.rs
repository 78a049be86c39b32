//! The result of a search: the cells crossed, and the traversals between them.

use crate::navmesh::{Adjacency, CellId, HalfEdge, LinkEnd, LinkId};

/// A traversal from a cell into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Traversal {
    /// Through one of its sides, into the cell that shares it.
    Side(HalfEdge),
    /// Over a link.
    Link {
        /// The link.
        link: LinkId,
        /// The end at which the path steps on the link; it gets off at the other end.
        end: LinkEnd,
    },
}

impl Traversal {
    /// Returns the side that it leads through; `None` for a link.
    pub fn side(self) -> Option<HalfEdge> {
        match self {
            Self::Side(half_edge) => Some(half_edge),
            Self::Link { .. } => None,
        }
    }

    /// Returns the link and the end at which the path steps on it; `None` for a side.
    pub fn link(self) -> Option<(LinkId, LinkEnd)> {
        match self {
            Self::Side(_) => None,
            Self::Link { link, end } => Some((link, end)),
        }
    }

    /// Returns the opposite traversal; `None` if a side has no twin.
    ///
    /// A link may be blocked in the opposite direction.
    pub fn back(self, adjacency: &Adjacency) -> Option<Self> {
        match self {
            Self::Side(half_edge) => adjacency.twin(half_edge).map(Self::Side),
            Self::Link { link, end } => Some(Self::Link { link, end: end.other() }),
        }
    }
}

/// The cells crossed, in order, and the traversals between them: one fewer than cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corridor {
    /// The cells crossed.
    pub cells: Vec<CellId>,
    /// For each cell but the last, the traversal into the next.
    pub exits: Vec<Traversal>,
}

impl Corridor {
    /// Copies another corridor into the memory of this one.
    pub(in crate::pathfinding) fn copy(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.exits.clone_from(&other.exits);
    }
}
