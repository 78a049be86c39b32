//! What a search finds: the cells crossed, and the ways from each to the next.

use crate::navmesh::{Adjacency, CellId, HalfEdge, LinkEnd, LinkId};

/// A way out of a cell into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Traversal {
    /// Through one of its sides, into the cell that shares it.
    Side(HalfEdge),
    /// Over a link.
    Link {
        /// Which link.
        link: LinkId,
        /// The end that one steps on at; one gets off at the other.
        end: LinkEnd,
    },
}

impl Traversal {
    /// The side that it leads through; `None` where it leads through none.
    pub fn side(self) -> Option<HalfEdge> {
        match self {
            Self::Side(half_edge) => Some(half_edge),
            Self::Link { .. } => None,
        }
    }

    /// The link that it leads over, and the end that one steps on at; `None` where it leads over none.
    pub fn link(self) -> Option<(LinkId, LinkEnd)> {
        match self {
            Self::Side(_) => None,
            Self::Link { link, end } => Some((link, end)),
        }
    }

    /// The same way walked back; `None` where there is no other side. A link may be shut on the way back.
    pub fn back(self, adjacency: &Adjacency) -> Option<Self> {
        match self {
            Self::Side(half_edge) => adjacency.twin(half_edge).map(Self::Side),
            Self::Link { link, end } => Some(Self::Link { link, end: end.other() }),
        }
    }
}

/// The cells crossed, in order, and the ways from each to the next: one fewer than cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corridor {
    /// The cells crossed.
    pub cells: Vec<CellId>,
    /// For each cell but the last, the way into the next.
    pub exits: Vec<Traversal>,
}
