//! Marks of the mesh itself: the element under the pointer, and numbers.

use super::{Role, Scene};
use crate::editor::visibility;
use crate::editor::{Editor, Element, Hit};
use crate::navmesh::{CellId, Edge, HalfEdge, VertexId};

/// Largest number of elements in view for which numbers are drawn.
const MOST_NUMBERS: usize = 400;

/// Draws the element that a click would select.
pub(super) fn draw_hover(editor: &Editor, scene: &mut Scene) {
    if editor.is_gesture_running() {
        return;
    }
    if let Some(Hit { element, .. }) = editor.hover() {
        (element.kind().draw_hover)(editor, scene, element);
    }
}

/// Draws a cell under the pointer, its neighbours, and the edges shared with them.
pub(in crate::editor) fn draw_neighborhood(editor: &Editor, scene: &mut Scene, cell: CellId) {
    let neighbors: Vec<_> = editor.derived.adjacency.neighbors(cell).collect();
    for &(_, neighbor) in &neighbors {
        draw_cell(editor, scene, Role::Neighbor, neighbor);
    }
    draw_cell(editor, scene, Role::Hover, cell);
    for (side, _) in neighbors {
        draw_side(editor, scene, Role::SharedEdge, side);
    }
}

pub(in crate::editor) fn draw_vertex(editor: &Editor, scene: &mut Scene, role: Role, vertex: VertexId) {
    scene.point(role, editor.document.mesh.position(vertex));
}

pub(in crate::editor) fn draw_edge(editor: &Editor, scene: &mut Scene, role: Role, edge: Edge) {
    let [from, to] = editor.document.mesh.edge_positions(edge);
    scene.line(role, from, to);
}

/// Draws a side of a cell, if it exists.
pub(in crate::editor) fn draw_side(editor: &Editor, scene: &mut Scene, role: Role, side: HalfEdge) {
    if let Some([from, to]) = editor.document.mesh.half_edge(side) {
        draw_edge(editor, scene, role, Edge::new(from, to));
    }
}

pub(in crate::editor) fn draw_cell(editor: &Editor, scene: &mut Scene, role: Role, cell: CellId) {
    let ring = editor.document.mesh.ring(cell).to_vec();
    if !ring.is_empty() {
        scene.fill(role, ring);
    }
}

/// Draws the numbers of the cells and vertices in view, unless there are more than [`MOST_NUMBERS`].
pub(super) fn draw_numbers(editor: &Editor, scene: &mut Scene) {
    if !editor.options.shows_numbers {
        return;
    }
    let [min, max] = scene.camera.visible();
    let mesh = &editor.document.mesh;
    let cells: Vec<CellId> = editor.derived.locator.within(mesh, min, max);
    let vertices: std::collections::BTreeSet<VertexId> =
        cells.iter().take(MOST_NUMBERS).flat_map(|&cell| mesh.corners(cell)).copied().collect();
    if cells.len() + vertices.len() > MOST_NUMBERS {
        return;
    }
    for cell in cells.into_iter().filter(|&cell| !editor.is_hidden(cell)) {
        scene.label(Role::CellNumber, mesh.centroid(cell), cell.0.to_string());
    }
    for vertex in vertices.into_iter().filter(|&v| !visibility::is_element_hidden(editor, Element::Vertex(v)))
    {
        scene.label(Role::VertexNumber, mesh.position(vertex), format!("v{}", vertex.0));
    }
}
