//! Extruding boundary edges into new cells: selection of the edges, and the extrude tool.

use super::amount::Verb;
use super::gesture::dragged;
use super::transform::{By, Transform};
use super::{Cursor, ToolView, hint};
use crate::editor::{Editor, Element, Hit, Input, Mode, Pointer, Scene};
use crate::navmesh::{Edge, EdgeKind};

/// State of the extrude tool.
#[derive(Debug, Default)]
pub(in crate::editor) enum State {
    /// No drag.
    #[default]
    Idle,
    /// The button is held.
    Pulling(Box<Transform>),
}

impl Editor {
    /// Returns the boundary edges among the sides of the selected elements.
    pub(super) fn selected_boundary(&self) -> Vec<Edge> {
        let (mesh, adjacency) = (&self.document.mesh, &self.derived.adjacency);
        let edges = self.selection.converted(Mode::Edge, mesh, adjacency);
        let is_boundary = |edge: &Edge| adjacency.kind(mesh, *edge) == EdgeKind::Boundary;
        edges.edges().iter().copied().filter(is_boundary).collect()
    }
}

impl State {
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        match (self, input) {
            (Self::Idle, &Input::DragStart { from, to }) => begin(editor, from, to),
            (Self::Pulling(transform), input) => {
                transform.handle(editor, input).map_or(Self::Idle, Self::Pulling)
            }
            (Self::Idle, _) => Self::Idle,
        }
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        let Self::Pulling(transform) = self else {
            let drag = match editor.hover().map(|hit| hit.element) {
                Some(Element::Edge(edge)) if run_from(editor, edge).len() > 1 => {
                    "pull the selected edges into cells"
                }
                Some(_) => "pull this edge into a cell",
                None => "nothing: begin on a boundary edge",
            };
            return ToolView {
                hints: vec![
                    hint("Left drag", drag),
                    hint("Right click", "menu"),
                    hint("Esc", "back to the Select tool"),
                ],
                cursor: if editor.hover().is_some() { Cursor::Grab } else { Cursor::Crosshair },
                ..ToolView::default()
            };
        };
        transform.look(editor)
    }

    pub(super) fn overlay(&self, scene: &mut Scene) {
        if let Self::Pulling(transform) = self {
            transform.overlay(scene);
        }
    }
}

/// Returns the boundary edge that a drag would extrude.
pub(super) fn aim(editor: &Editor, pointer: Pointer) -> Option<Hit> {
    let (mesh, adjacency) = (&editor.document.mesh, &editor.derived.adjacency);
    let is_boundary = |hit: &Hit| match hit.element {
        Element::Edge(edge) => adjacency.kind(mesh, edge) == EdgeKind::Boundary,
        _ => false,
    };
    editor.pick_context().edges_near(pointer.ground, pointer.pick_radius).into_iter().find(is_boundary)
}

/// Returns all selected boundary edges if `edge` is one of them; otherwise `edge` alone.
fn run_from(editor: &Editor, edge: Edge) -> Vec<Edge> {
    let selected = editor.selected_boundary();
    if selected.contains(&edge) { selected } else { vec![edge] }
}

fn begin(editor: &mut Editor, from: Pointer, to: Pointer) -> State {
    let Some(Hit { element: Element::Edge(edge), .. }) = aim(editor, from) else { return State::Idle };
    let edges = run_from(editor, edge);
    Transform::begin(editor, Verb::Extrude(edges), By::Drag, from)
        .map_or(State::Idle, |transform| State::Pulling(Box::new(dragged(transform, editor, to))))
}
