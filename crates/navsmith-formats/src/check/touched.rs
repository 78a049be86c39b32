//! Elements of a mesh that an edit touches.

use std::collections::BTreeSet;

use navsmith_core::navmesh::{Adjacency, CellId, Changes, Edge, NavMesh, VertexId};

/// Elements that an edit touches: changed cells, and their corners and edges before and after it.
pub(super) struct Touched<'a> {
    /// The changed elements.
    pub(super) changes: &'a Changes,
    /// Corners of changed cells.
    pub(super) vertices: BTreeSet<VertexId>,
    /// Edges of changed cells. Those beside a deleted cell may be boundary edges now.
    pub(super) edges: BTreeSet<Edge>,
}

impl<'a> Touched<'a> {
    /// Returns the elements that the changes from one mesh to another touch.
    pub(super) fn of(before: &NavMesh, mesh: &NavMesh, changes: &'a Changes) -> Self {
        let corners = changes.cells.iter().flat_map(|&cell| [before.corners(cell), mesh.corners(cell)]);
        let vertices = corners.clone().flatten().copied().collect();
        let edges = corners.flat_map(Edge::around).collect();
        Self { changes, vertices, edges }
    }

    /// Returns the changed cells and those at touched edges.
    pub(super) fn cells_at_edges(&self, mesh: &NavMesh, adjacency: &Adjacency) -> BTreeSet<CellId> {
        let at_edges = self.edges.iter().flat_map(|&edge| adjacency.sides_of(mesh, edge));
        self.changes.cells.iter().copied().chain(at_edges.map(|side| side.cell)).collect()
    }

    /// Returns the cells at touched vertices.
    pub(super) fn cells_at_vertices(&self, adjacency: &Adjacency) -> BTreeSet<CellId> {
        self.vertices.iter().flat_map(|&vertex| adjacency.star(vertex)).copied().collect()
    }
}

/// Whether changes are few enough to follow; more take longer than a new search.
pub(super) fn are_few(changes: &Changes, mesh: &NavMesh) -> bool {
    is_small_part(changes.cells.len(), mesh)
}

/// Whether a number of cells is a small part of a mesh.
pub(super) fn is_small_part(cells: usize, mesh: &NavMesh) -> bool {
    cells * 4 <= mesh.cell_count() + 64
}
