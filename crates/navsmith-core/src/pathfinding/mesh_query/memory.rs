//! Memory of rays and walks, kept between queries.

use super::cells_in_circle::{CircleCell, CircleMemory};
use super::entered::EnteredSet;
use super::outline::SidePiece;
use crate::navmesh::CellId;

/// Memory of rays and walks.
///
/// Once it is large enough, a ray or a walk allocates none, if the cells that it passes are convex and have at most
/// eight corners. It stores nothing of a mesh, so one serves all meshes and agents of a thread.
#[derive(Clone, Debug, Default)]
pub struct SurfaceMemory {
    /// Pieces around a corner.
    pub(super) fan: Vec<SidePiece>,
    pub(super) circle: CircleMemory,
    /// Pieces that a circle reached, in order.
    pub(super) reached: Vec<CircleCell>,
    /// Cells that a sweep reached.
    pub(super) swept: EnteredSet<CellId>,
    /// Cells that a part of a movement crosses.
    pub(super) crossed: Vec<CellId>,
}
