//! Styles of the edges and vertices of the mesh in the current state.

use crate::editor::session::selection::Selection;
use crate::editor::view::scene::style::MeshStyle;
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{CellId, Derived, Edge, EdgeKind, HalfEdge, NavMesh, VertexId};

/// The mesh and the selection, which decide on the styles of its elements.
#[derive(Clone, Copy, Debug)]
pub struct StyledMesh<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Its derived data.
    pub derived: &'a Derived,
    /// The selection.
    pub selection: &'a Selection,
}

impl StyledMesh<'_> {
    /// Returns the style of an edge, given by a side and its twin; hidden if all its cells are.
    pub fn edge(
        &self,
        side: HalfEdge,
        twin: Option<HalfEdge>,
        is_hidden: impl Fn(CellId) -> bool,
    ) -> MeshStyle {
        let Some([from, to]) = self.mesh.half_edge(side) else { return MeshStyle::Hidden };
        let edge = Edge::new(from, to);
        let is_selected = |cell| self.selection.cells().contains(&cell);
        if is_hidden(side.cell) && twin.is_none_or(|twin| is_hidden(twin.cell)) {
            MeshStyle::Hidden
        } else if self.selection.edges().contains(&edge) {
            MeshStyle::SelectedEdge
        } else if is_selected(side.cell) != twin.is_some_and(|twin| is_selected(twin.cell)) {
            MeshStyle::SelectedCell
        } else if twin.is_some() && is_selected(side.cell) {
            MeshStyle::SelectedInner
        } else if twin.is_some() {
            MeshStyle::Inner
        } else if self.derived.adjacency.kind(self.mesh, edge) == EdgeKind::Tangled {
            MeshStyle::Tangled
        } else {
            MeshStyle::Boundary
        }
    }

    /// Returns the style of a vertex; hidden if all its cells are.
    pub fn vertex(&self, vertex: VertexId, is_hidden: impl Fn(CellId) -> bool) -> MeshStyle {
        let star = self.derived.adjacency.star(vertex);
        if self.selection.vertices().contains(&vertex) {
            MeshStyle::SelectedVertex
        } else if star.is_empty() {
            MeshStyle::LoudVertex
        } else if star.iter().all(|&cell| is_hidden(cell)) {
            MeshStyle::Hidden
        } else {
            MeshStyle::Vertex
        }
    }

    /// Returns the distance of a vertex to its nearest neighbour; infinite for an isolated vertex.
    pub fn room(&self, vertex: VertexId) -> f32 {
        let at = ground(self.mesh.position(vertex));
        let mut room = f32::INFINITY;
        for &cell in self.derived.adjacency.star(vertex) {
            let corners = self.mesh.corners(cell);
            for (i, _) in corners.iter().enumerate().filter(|&(_, &corner)| corner == vertex) {
                for beside in
                    [corners[(i + 1) % corners.len()], corners[(i + corners.len() - 1) % corners.len()]]
                {
                    room = room.min(ground(self.mesh.position(beside)).distance_squared(at));
                }
            }
        }
        room.sqrt()
    }
}
