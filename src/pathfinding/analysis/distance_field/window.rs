//! Windows: the parts of cells that are visible from a root.

use super::Root;
use crate::geometry::{Vec2, ground};
use crate::navmesh::{CellId, NavMesh, VertexId};

/// The bound of a window on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bound {
    /// No bound within the cell.
    Open,
    /// The line from the root through a vertex.
    At(VertexId),
    /// The line from the previous root through the root; that root sees the region behind the line.
    Beyond,
}

impl Bound {
    /// Returns the line that bounds the windows of a root; `None` if it is unbounded.
    pub(super) fn ray(self, root: &Root, roots: &[Root], mesh: &NavMesh) -> Option<[Vec2; 2]> {
        match self {
            Self::Open => None,
            Self::At(vertex) => Some([root.point, ground(mesh.position(vertex))]),
            Self::Beyond => Some([roots[root.before?].point, root.point]),
        }
    }
}

/// The part of a cell that is visible from a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Window {
    pub(super) root: u32,
    pub(super) cell: CellId,
    pub(super) entry: Entry,
    /// The left and the right bound, as seen from the root.
    pub(super) bounds: [Bound; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    /// The cell contains the source.
    Source,
    /// The root is this corner of the cell.
    Corner(u32),
    /// The window enters through this side.
    Side(u32),
}
