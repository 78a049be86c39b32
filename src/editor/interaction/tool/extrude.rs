//! Extruding boundary edges into new cells: selection of the edges, and the extrude tool.

use super::amount::AmountVerb;
use super::gesture::{Started, dragged};
use super::transform::{By, Transform};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::elements::selecting;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{Edge, EdgeKind};

/// Returns the boundary edges among the sides of the selected elements.
pub(super) fn selected_boundary(session: &Session) -> Vec<Edge> {
    let (mesh, adjacency) = (session.mesh(), &session.derived().adjacency);
    let is_boundary = |edge: &Edge| adjacency.kind(mesh, *edge) == EdgeKind::Boundary;
    selecting::edges_meant(session).into_iter().filter(is_boundary).collect()
}

/// Handles input of the idle extrude tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    let &Input::DragStart { from, to } = input else { return None };
    let Hit { element: Element::Edge(edge), .. } = aim(editor, from)? else { return None };
    let edges = run_from(editor, edge);
    let transform = Transform::begin(editor, AmountVerb::Extrude(edges), By::Drag, from)?;
    dragged(transform, editor, to)
}

pub(super) fn look(state: &State) -> ToolView {
    let drag = match state.hover().map(|hit| hit.element) {
        Some(Element::Edge(edge)) if run_from(state, edge).len() > 1 => "pull the selected edges into cells",
        Some(_) => "pull this edge into a cell",
        None => "nothing: begin on a boundary edge",
    };
    let cursor = if state.hover().is_some() { Cursor::Grab } else { Cursor::Crosshair };
    ToolView { cursor, ..idle([hint("Left drag", drag)]) }
}

/// Returns the boundary edge that a drag would extrude.
pub(super) fn aim(state: &State, pointer: Pointer) -> Option<Hit> {
    let (mesh, adjacency) = (state.mesh(), &state.derived().adjacency);
    let is_boundary = |hit: &Hit| match hit.element {
        Element::Edge(edge) => adjacency.kind(mesh, edge) == EdgeKind::Boundary,
        _ => false,
    };
    state.pick_context().edges_at(&pointer).into_iter().find(is_boundary)
}

/// Returns all selected boundary edges if `edge` is one of them; otherwise `edge` alone.
fn run_from(session: &Session, edge: Edge) -> Vec<Edge> {
    let selected = selected_boundary(session);
    if selected.contains(&edge) { selected } else { vec![edge] }
}
