//! Marks of the mesh itself: the element under the pointer, and numbers.

use crate::editor::Editor;
use crate::editor::elements::entity;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::view::scene::{self, Role, Scene};
use crate::navmesh::{CellId, VertexId};

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
        scene::draw_cell(editor, scene, Role::Neighbor, neighbor);
    }
    scene::draw_cell(editor, scene, Role::Hover, cell);
    for (side, _) in neighbors {
        scene::draw_side(editor, scene, Role::SharedEdge, side);
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
    for vertex in vertices.into_iter().filter(|&v| !entity::is_element_hidden(editor, Element::Vertex(v))) {
        scene.label(Role::VertexNumber, mesh.position(vertex), format!("v{}", vertex.0));
    }
}
