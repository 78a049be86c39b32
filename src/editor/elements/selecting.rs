//! Selection by rules (all, inverse, islands, neighbours), and the elements that commands apply to.

use std::collections::BTreeSet;

use crate::editor::Editor;
use crate::editor::elements::{entity, islands, moving};
use crate::editor::session::pick::Element;
use crate::editor::session::selection::{Mode, Selection};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Edge, IslandId, VertexId};
use navsmith_core::pathfinding::mesh_query::End;

/// Selects all visible elements of the current mode, and all visible objects.
pub(in crate::editor) fn select_all(editor: &mut Editor) {
    let all = entity::all_elements(editor);
    editor.state.select(all);
}

/// Inverts the selection of visible elements.
pub(in crate::editor) fn select_inverse(editor: &mut Editor) {
    let mut rest = entity::all_elements(editor);
    rest.retain(|&element| !editor.state.session.selection.contains(element));
    editor.state.select(rest);
}

/// Selects the islands of the selection and the island under the pointer, in the current mode.
pub(in crate::editor) fn select_linked(editor: &mut Editor) {
    let mut islands = islands::selected_islands(editor);
    islands.extend(hovered_island(editor));
    let mode = editor.mode();
    islands::select_islands(editor, &islands);
    editor.state.set_mode(mode);
}

fn hovered_island(editor: &Editor) -> Option<IslandId> {
    let cells = entity::cells_of(editor, editor.hover()?.element);
    editor.derived().islands.of(*cells.first()?)
}

/// Returns the islands of the selection; without a selection, the island under the pointer.
pub(in crate::editor) fn islands_meant(editor: &Editor) -> BTreeSet<IslandId> {
    if editor.state.session.selection.is_empty() {
        hovered_island(editor).into_iter().collect()
    } else {
        islands::selected_islands(editor)
    }
}

/// Adds neighbours to the selection: cells that share a corner, and edges and vertices of cells around.
pub(in crate::editor) fn grow_selection(editor: &mut Editor) {
    let vertices = editor.state.session.selection.all_vertices(&editor.document().mesh);
    let around: BTreeSet<CellId> =
        vertices.iter().flat_map(|&vertex| editor.derived().adjacency.star(vertex)).copied().collect();
    let cells: Selection = around.into_iter().map(Element::Cell).collect();
    let grown = converted(editor, &cells, editor.mode());
    editor.state.session.selection = editor.state.session.selection.elements().chain(grown.elements()).collect();
}

/// Deselects elements that touch a cell which is not wholly selected.
pub(in crate::editor) fn shrink_selection(editor: &mut Editor) {
    let mesh = &editor.document().mesh;
    let vertices: BTreeSet<VertexId> = editor.state.session.selection.all_vertices(mesh).into_iter().collect();
    let is_selected = |cell: &CellId| match editor.mode() {
        Mode::Cell => editor.state.session.selection.cells().contains(cell),
        Mode::Vertex | Mode::Edge => mesh.corners(*cell).iter().all(|corner| vertices.contains(corner)),
    };
    let is_kept = |vertex: &VertexId| editor.derived().adjacency.star(*vertex).iter().all(is_selected);
    let is_inside = |element: &Element| match *element {
        Element::Vertex(vertex) => is_kept(&vertex),
        Element::Edge(edge) => edge.ends().iter().all(is_kept),
        Element::Cell(cell) => mesh.corners(cell).iter().all(is_kept),
        // Objects have no neighbours.
        _ => true,
    };
    editor.state.session.selection = editor.state.session.selection.elements().filter(is_inside).collect();
}

fn converted(editor: &Editor, selection: &Selection, mode: Mode) -> Selection {
    selection.converted(mode, &editor.document().mesh, &editor.derived().adjacency)
}

/// Returns the cells that a command applies to: selected ones, else those with all corners selected.
pub(in crate::editor) fn cells_meant(editor: &Editor) -> Vec<CellId> {
    converted(editor, &editor.state.session.selection, Mode::Cell).cells().iter().copied().collect()
}

/// Returns the edges that a command applies to: selected ones, else those between selected vertices.
pub(in crate::editor) fn edges_meant(editor: &Editor) -> Vec<Edge> {
    converted(editor, &editor.state.session.selection, Mode::Edge).edges().iter().copied().collect()
}

/// Returns the bounding box of the selection; empty if nothing is selected.
pub(in crate::editor) fn selected_bounds(editor: &Editor) -> Bounds {
    Bounds::of(moving::moving(editor).places(editor.document()).map(|(_, at)| at))
}

/// Returns the bounding box of everything visible.
///
/// It contains the islands that are not hidden, isolated vertices, objects, and the ends of the path.
pub(in crate::editor) fn visible_bounds(editor: &Editor) -> Bounds {
    let mesh = &editor.document().mesh;
    let ends = [End::Start, End::Target].into_iter();
    let located = ends.filter_map(|end| editor.located(end)).map(|end| end.point);
    let rows = islands::rows(editor).into_iter().filter(|row| !row.is_hidden);
    let islands = rows.fold(Bounds::of(located), |bounds, row| bounds.union(row.bounds));
    let isolated = editor.isolated().iter().map(|id| mesh.position(id));
    let objects =
        Element::objects(editor.document()).filter(|&object| !entity::is_element_hidden(editor, object));
    let objects = objects.flat_map(|object| object.positions(editor.document()));
    isolated.chain(objects).fold(islands, Bounds::including)
}
