//! Selection by rules (all, inverse, islands, neighbours), and the elements that commands apply to.

use std::collections::BTreeSet;

use crate::editor::State;
use crate::editor::elements::{entity, islands, moving};
use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::session::selection::{Mode, Selection};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Edge, IslandId, VertexId};
use navsmith_core::pathfinding::mesh_query::End;

/// Selects all visible elements of the current mode, and all visible objects.
pub(in crate::editor) fn select_all(state: &mut State) {
    let all = entity::all_elements(state);
    state.select(all);
}

/// Inverts the selection of visible elements.
pub(in crate::editor) fn select_inverse(state: &mut State) {
    let mut rest = entity::all_elements(state);
    rest.retain(|&element| !state.session.selection.contains(element));
    state.select(rest);
}

/// Selects the islands of the selection and the island under the pointer, in the current mode.
pub(in crate::editor) fn select_linked(state: &mut State) {
    let mut islands = islands::selected_islands(state);
    islands.extend(hovered_island(state));
    let mode = state.mode();
    islands::select_islands(state, &islands);
    state.set_mode(mode);
}

fn hovered_island(state: &State) -> Option<IslandId> {
    let cells = entity::cells_of(state, state.hover()?.element);
    state.derived().islands.of(*cells.first()?)
}

/// Returns the islands of the selection; without a selection, the island under the pointer.
pub(in crate::editor) fn islands_meant(state: &State) -> BTreeSet<IslandId> {
    if state.selection().is_empty() {
        hovered_island(state).into_iter().collect()
    } else {
        islands::selected_islands(state)
    }
}

/// Adds neighbours to the selection: cells that share a corner, and edges and vertices of cells around.
pub(in crate::editor) fn grow_selection(session: &mut Session) {
    let vertices = session.selection.all_vertices(session.mesh());
    let around: BTreeSet<CellId> =
        vertices.iter().flat_map(|&vertex| session.derived().adjacency.star(vertex)).copied().collect();
    let cells: Selection = around.into_iter().map(Element::Cell).collect();
    let grown = converted(session, &cells, session.mode());
    session.selection = session.selection.elements().chain(grown.elements()).collect();
}

/// Deselects elements that touch a cell which is not wholly selected.
pub(in crate::editor) fn shrink_selection(session: &mut Session) {
    let mesh = session.mesh();
    let vertices: BTreeSet<VertexId> = session.selection.all_vertices(mesh).into_iter().collect();
    let is_selected = |cell: &CellId| match session.mode() {
        Mode::Cell => session.selection.cells().contains(cell),
        Mode::Vertex | Mode::Edge => mesh.corners(*cell).iter().all(|corner| vertices.contains(corner)),
    };
    let is_kept = |vertex: &VertexId| session.derived().adjacency.star(*vertex).iter().all(is_selected);
    let is_inside = |element: &Element| match *element {
        Element::Vertex(vertex) => is_kept(&vertex),
        Element::Edge(edge) => edge.ends().iter().all(is_kept),
        Element::Cell(cell) => mesh.corners(cell).iter().all(is_kept),
        // Objects have no neighbours.
        _ => true,
    };
    session.selection = session.selection.elements().filter(is_inside).collect();
}

fn converted(session: &Session, selection: &Selection, mode: Mode) -> Selection {
    selection.converted(mode, session.mesh(), &session.derived().adjacency)
}

/// Returns the cells that a command applies to: selected ones, else those with all corners selected.
pub(in crate::editor) fn cells_meant(session: &Session) -> Vec<CellId> {
    converted(session, &session.selection, Mode::Cell).cells().iter().copied().collect()
}

/// Returns the edges that a command applies to: selected ones, else those between selected vertices.
pub(in crate::editor) fn edges_meant(session: &Session) -> Vec<Edge> {
    converted(session, &session.selection, Mode::Edge).edges().iter().copied().collect()
}

/// Returns the bounding box of the selection; empty if nothing is selected.
pub(in crate::editor) fn selected_bounds(session: &Session) -> Bounds {
    Bounds::of(moving::moving(session).places(session.document()).map(|(_, at)| at))
}

/// Returns the bounding box of everything visible.
///
/// It contains the islands that are not hidden, isolated vertices, objects, and the ends of the path.
pub(in crate::editor) fn visible_bounds(state: &State) -> Bounds {
    let mesh = state.mesh();
    let ends = [End::Start, End::Target].into_iter();
    let located = ends.filter_map(|end| state.located(end)).map(|end| end.point);
    let rows = islands::rows(state).into_iter().filter(|row| !row.is_hidden);
    let islands = rows.fold(Bounds::of(located), |bounds, row| bounds.union(row.bounds));
    let isolated = state.isolated().iter().map(|id| mesh.position(id));
    let objects =
        Element::objects(state.document()).filter(|&object| !entity::is_element_hidden(state, object));
    let objects = objects.flat_map(|object| object.positions(state.document()));
    isolated.chain(objects).fold(islands, Bounds::including)
}
