//! Tool that selects elements, and moves them by a drag.

use super::amount::Verb;
use super::boxing::Boxing;
use super::endpoint::Placement;
use super::gesture::{drag, dragged};
use super::link::LinkDrag;
use super::transform::{By, Transform};
use super::{Cursor, Hint, ToolView, hint};
use crate::editor::snap::Guides;
use crate::editor::tool::boxing::take;
use crate::editor::{Editor, Element, Hit, Input, Mode, Pointer, Scene};
use crate::navmesh::Edge;
use crate::navmesh::edit::split_edge;
use crate::pathfinding::mesh_query::End;

/// Position and result of the last click; the next click there selects the element below.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) struct Clicked {
    at: Pointer,
    taken: Element,
}

/// State of the select tool.
#[derive(Debug)]
pub(in crate::editor) enum State {
    /// No drag.
    Idle { clicked: Option<Clicked> },
    /// A drag that began on empty ground.
    Boxing(Box<Boxing>),
    /// A drag that began on an element.
    Moving(Box<Transform>),
    /// A drag that began on a marker.
    Placing(Box<Placement>),
    /// A drag that began on the end of a link.
    Linking(Box<LinkDrag>),
}

impl Default for State {
    fn default() -> Self {
        Self::Idle { clicked: None }
    }
}

impl State {
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        match (self, input) {
            (Self::Idle { clicked }, &Input::Click(pointer)) => click(editor, pointer, clicked),
            (Self::Idle { clicked }, &Input::DoubleClick(pointer)) => double_click(editor, pointer, clicked),
            (Self::Idle { .. }, &Input::DragStart { from, to }) => start_drag(editor, from, to),
            (Self::Boxing(boxing), input) => {
                drag(boxing, editor, input).map(Self::Boxing).unwrap_or_default()
            }
            (Self::Moving(transform), input) => {
                transform.handle(editor, input).map(Self::Moving).unwrap_or_default()
            }
            (Self::Placing(placement), input) => {
                drag(placement, editor, input).map(Self::Placing).unwrap_or_default()
            }
            (Self::Linking(held), input) => drag(held, editor, input).map(Self::Linking).unwrap_or_default(),
            (state @ Self::Idle { .. }, _) => state,
        }
    }

    /// Returns the element that a click would select.
    ///
    /// This is the topmost one, or the one below the element that the last click here selected.
    pub(super) fn aim(&self, editor: &Editor, pointer: Pointer) -> Option<Hit> {
        match self {
            Self::Idle { clicked } => aim(editor, pointer, *clicked),
            _ => None,
        }
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        match self {
            Self::Idle { .. } => idle_look(editor),
            Self::Boxing(boxing) => boxing.look(editor),
            Self::Moving(transform) => transform.look(editor),
            Self::Placing(placement) => placement.look(),
            Self::Linking(held) => held.look(editor),
        }
    }

    pub(super) fn overlay(&self, scene: &mut Scene) {
        match self {
            Self::Boxing(boxing) => boxing.overlay(scene),
            Self::Moving(transform) => transform.overlay(scene),
            Self::Idle { .. } | Self::Placing(_) | Self::Linking(_) => {}
        }
    }
}

fn aim(editor: &Editor, pointer: Pointer, clicked: Option<Clicked>) -> Option<Hit> {
    let hits = editor.pick(pointer);
    let is_same_place =
        |c: &Clicked| c.at.ground.distance(pointer.ground) <= pointer.pick_radius.min(c.at.pick_radius) * 0.5;
    let last = clicked
        .filter(is_same_place)
        .filter(|_| !pointer.modifiers.extends_selection())
        .and_then(|c| hits.iter().position(|hit| hit.element == c.taken));
    let next = last.map_or(0, |last| (last + 1) % hits.len());
    hits.get(next).copied()
}

fn click(editor: &mut Editor, pointer: Pointer, clicked: Option<Clicked>) -> State {
    let hit = aim(editor, pointer, clicked);
    take(editor, hit, pointer);
    State::Idle { clicked: hit.map(|hit| Clicked { at: pointer, taken: hit.element }) }
}

/// Sets the target of a context menu.
///
/// Selects the element under the pointer unless one there is selected already.
pub(super) fn take_for_menu(editor: &mut Editor, pointer: Pointer) {
    let hits = editor.pick(pointer);
    let selected = hits.iter().find(|hit| editor.selection.contains(hit.element));
    editor.interaction.menu = selected.or_else(|| hits.first()).map(|hit| hit.element);
    if selected.is_none() {
        let unmodified = Pointer { modifiers: crate::editor::Modifiers::default(), ..pointer };
        take(editor, hits.first().copied(), unmodified);
    }
}

/// Splits the edge under the pointer; without one, acts as a single click.
fn double_click(editor: &mut Editor, pointer: Pointer, clicked: Option<Clicked>) -> State {
    let Some((edge, t)) = place_on_edge(editor, pointer) else { return click(editor, pointer, clicked) };
    editor.edit("Split an edge", |draft| split_edge(draft, edge, t));
    State::default()
}

/// Returns the edge under the pointer and the position on it; `None` if the pointer snaps to a vertex.
fn place_on_edge(editor: &Editor, pointer: Pointer) -> Option<(Edge, f32)> {
    editor.pick_context().snap_to_mesh(pointer, Guides::default())?.to.on_edge()
}

fn start_drag(editor: &mut Editor, from: Pointer, to: Pointer) -> State {
    let hits = editor.pick(from);
    let Some(first) = hits.first() else { return State::Boxing(Box::new(Boxing::begin(from, to))) };
    let end = match first.element {
        Element::Start => Some(End::Start),
        Element::Target => Some(End::Target),
        _ => None,
    };
    if let Some(end) = end {
        return State::Placing(Box::new(Placement::grab(editor, end, from, to)));
    }
    if let Element::Link(_) = first.element
        && let Some(end) = editor.link_grip_at(from)
        && let Some(held) = LinkDrag::grab(editor, end, from, to)
    {
        return State::Linking(Box::new(held));
    }
    if !hits.iter().any(|hit| editor.selection.contains(hit.element)) {
        editor.selection.clear();
        editor.selection.insert(first.element);
    }
    Transform::begin(editor, Verb::Move, By::Drag, from)
        .map(|transform| State::Moving(Box::new(dragged(transform, editor, to))))
        .unwrap_or_default()
}

fn idle_look(editor: &Editor) -> ToolView {
    let cursor = if editor.hover().is_some() { Cursor::Grab } else { Cursor::Arrow };
    ToolView { cursor, ..ToolView::default() }
}

/// Returns the hints of the idle tool.
///
/// They are not part of [`idle_look`], which runs several times a frame, because they pick elements.
pub(super) fn idle_hints(editor: &Editor) -> Vec<Hint> {
    let hover = editor.hover().map(|hit| hit.element);
    let selected = editor.selection.describe();
    let link_end = editor.interaction.pointer.and_then(|pointer| editor.link_grip_at(pointer));
    let mut hints = match (hover, link_end) {
        (Some(Element::Link(_)), Some(grip)) => vec![
            hint("Left drag", format!("move the link's {}", grip.describe())),
            hint("Alt+drag", "widen it into a span"),
            hint("Click", "select this link"),
            hint("Shift/Ctrl+click", "add or remove it"),
        ],
        (Some(Element::Start), _) => vec![hint("Left drag", "move the start")],
        (Some(Element::Target), _) => vec![hint("Left drag", "move the target")],
        (Some(element), _) if editor.selection.contains(element) => vec![
            hint("Left drag", format!("move {selected}")),
            hint("Click", format!("select this {} alone", element.kind().nouns[0])),
            hint("Shift/Ctrl+click", "deselect it"),
        ],
        (Some(element), _) => vec![
            hint("Left drag", format!("move this {}", element.kind().nouns[0])),
            hint("Click", format!("select this {}", element.kind().nouns[0])),
            hint("Shift/Ctrl+click", "add it"),
        ],
        (None, _) => vec![
            hint("Left drag", "select what is in a box"),
            hint("Click", if editor.selection.is_empty() { "nothing is here" } else { "deselect" }),
        ],
    };
    let pointer = editor.interaction.pointer;
    if let Some(stacked) = pointer.map(|pointer| editor.pick(pointer).len()).filter(|&stacked| stacked > 1) {
        hints.push(hint("Click again", format!("select the next of {stacked} elements here")));
    }
    if pointer.is_some_and(|pointer| place_on_edge(editor, pointer).is_some()) {
        hints.push(hint("Double click", "put a vertex on this edge"));
    }
    hints.push(hint("Right click", "menu"));
    if !editor.selection.is_empty() {
        hints.push(hint("Esc", format!("deselect {selected}")));
    } else if editor.mode() != Mode::Vertex {
        hints.push(hint("1/2/3", "vertices / edges / cells"));
    }
    hints
}
