//! A mesh of convex cells only: every other cell is replaced by its convex pieces.

use std::collections::BTreeMap;

use crate::geometry::Vec2;
use crate::navmesh::{Cell, CellId, Draft, NavMesh, Pieces, Surface, VertexId};
use crate::pathfinding::agent::walkable::Walkable;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CutCells(BTreeMap<CellId, Vec<CellId>>);

impl CutCells {
    /// Builds a mesh of convex cells from the cells that an agent may enter; `None` if none needs cutting.
    ///
    /// Vertices and most cells keep their ids. Linear in the mesh, apart from the cutting.
    pub(super) fn of(walkable: &Walkable<'_>) -> Option<(NavMesh, Self)> {
        let mesh = walkable.mesh;
        let open = mesh.cells().filter(|&(id, _)| walkable.allows(id));
        let all: Vec<(CellId, Pieces)> =
            open.filter_map(|(id, _)| Some((id, Pieces::of(mesh, id)?))).collect();
        if all.is_empty() {
            return None;
        }
        let mut draft = Draft::of(mesh.clone());
        for (id, _) in mesh.cells().filter(|&(id, _)| !walkable.allows(id)) {
            draft.remove_cell(id);
        }
        let mut cut = Self::default();
        for (id, pieces) in all {
            let Some(area) = mesh.cell(id).map(Cell::area) else { continue };
            let corners = |piece: usize| -> Vec<VertexId> {
                let sides = pieces.sides(piece).iter();
                sides.filter_map(|&side| mesh.half_edge(side)).map(|[from, _]| from).collect()
            };
            draft.set_corners(id, corners(0));
            let others = (1..pieces.len()).map(|piece| draft.add_cell(corners(piece), area));
            cut.0.insert(id, [id].into_iter().chain(others).collect());
        }
        Some((draft.into_mesh(), cut))
    }

    /// Returns the piece of a cell that contains a position, as a cell of the cut mesh.
    pub(super) fn piece_at(&self, mesh: &NavMesh, cell: CellId, at: Vec2) -> CellId {
        let pieces = self.0.get(&cell).map_or(&[][..], |pieces| pieces);
        pieces.iter().copied().find(|&piece| Surface::of(mesh, piece).covers(at)).unwrap_or(cell)
    }
}
