//! Marks of the mesh itself: the element under the pointer, and numbers.

use super::{Role, Scene};
use crate::editor::{Editor, Element, Hit};
use crate::navmesh::{CellId, Edge, HalfEdge, VertexId};

/// Largest number of elements in view for which numbers are drawn.
const MOST_NUMBERS: usize = 400;

impl Editor {
    /// Draws the element that a click would select.
    pub(super) fn draw_hover(&self, scene: &mut Scene) {
        if self.is_gesture_running() {
            return;
        }
        if let Some(Hit { element, .. }) = self.hover() {
            (element.kind().draw_hover)(self, scene, element);
        }
    }

    /// Draws a cell under the pointer, its neighbours, and the edges shared with them.
    pub(in crate::editor) fn draw_neighborhood(&self, scene: &mut Scene, cell: CellId) {
        let neighbors: Vec<_> = self.derived.adjacency.neighbors(cell).collect();
        for &(_, neighbor) in &neighbors {
            self.draw_cell(scene, Role::Neighbor, neighbor);
        }
        self.draw_cell(scene, Role::Hover, cell);
        for (side, _) in neighbors {
            self.draw_side(scene, Role::SharedEdge, side);
        }
    }

    pub(in crate::editor) fn draw_vertex(&self, scene: &mut Scene, role: Role, vertex: VertexId) {
        scene.point(role, self.document.mesh.position(vertex));
    }

    pub(in crate::editor) fn draw_edge(&self, scene: &mut Scene, role: Role, edge: Edge) {
        let [from, to] = self.document.mesh.edge_positions(edge);
        scene.line(role, from, to);
    }

    /// Draws a side of a cell, if it exists.
    pub(in crate::editor) fn draw_side(&self, scene: &mut Scene, role: Role, side: HalfEdge) {
        if let Some([from, to]) = self.document.mesh.half_edge(side) {
            self.draw_edge(scene, role, Edge::new(from, to));
        }
    }

    pub(in crate::editor) fn draw_cell(&self, scene: &mut Scene, role: Role, cell: CellId) {
        let ring = self.document.mesh.ring(cell).to_vec();
        if !ring.is_empty() {
            scene.fill(role, ring);
        }
    }

    /// Draws the numbers of the cells and vertices in view, unless there are more than [`MOST_NUMBERS`].
    pub(super) fn draw_numbers(&self, scene: &mut Scene) {
        if !self.options.shows_numbers {
            return;
        }
        let [min, max] = scene.camera.visible();
        let mesh = &self.document.mesh;
        let cells: Vec<CellId> = self.derived.locator.within(mesh, min, max);
        let vertices: std::collections::BTreeSet<VertexId> =
            cells.iter().take(MOST_NUMBERS).flat_map(|&cell| mesh.corners(cell)).copied().collect();
        if cells.len() + vertices.len() > MOST_NUMBERS {
            return;
        }
        for cell in cells.into_iter().filter(|&cell| !self.is_hidden(cell)) {
            scene.label(Role::CellNumber, mesh.centroid(cell), cell.0.to_string());
        }
        for vertex in vertices.into_iter().filter(|&v| !self.is_element_hidden(Element::Vertex(v))) {
            scene.label(Role::VertexNumber, mesh.position(vertex), format!("v{}", vertex.0));
        }
    }
}
