//! Tool that selects elements, and moves them by a drag.

use super::agents::GroupDrag;
use super::amount::AmountVerb;
use super::boxing::Boxing;
use super::endpoint::EndpointPlacement;
use super::gesture::{Started, dragged, started};
use super::gravity::GravityDrag;
use super::link::LinkDrag;
use super::transform::{By, Transform};
use super::{Cursor, Hint, Rest, ToolView, hint};
use crate::editor::edits::{links, outlines};
use crate::editor::elements::entity;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::Guides;
use crate::editor::interaction::tool::boxing::take;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::session::selection::Mode;
use crate::editor::simulation::{input as simulation_input, runs};
use crate::editor::view::pointer::{Modifiers, Pointer};
use crate::editor::{Editor, State};
use navsmith_core::geometry::at_height;
use navsmith_core::navmesh::Edge;
use navsmith_core::navmesh::edit::split_edge;
use navsmith_core::pathfinding::mesh_query::End;

/// Position and result of the last click; the next click there selects the element below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clicked {
    at: Pointer,
    taken: Element,
}

/// Handles input of the idle select tool; `rest` is the last click.
pub(super) fn begin(editor: &mut Editor, rest: &mut Rest, input: &Input) -> Started {
    match *input {
        Input::Click(pointer) => click(editor, pointer, rest),
        // A double click splits the edge under the pointer; without one, it acts as a single click.
        Input::DoubleClick(pointer) => {
            match (outlines::side_at(editor, pointer), place_on_edge(editor, pointer)) {
                (Some(side), _) => {
                    outlines::insert_point(editor, side);
                    *rest = Rest::Nothing;
                }
                (None, Some((edge, t))) => {
                    editor.edit("Split an edge", |draft| split_edge(draft, edge, t));
                    *rest = Rest::Nothing;
                }
                (None, None) => click(editor, pointer, rest),
            }
        }
        Input::DragStart { from, to } => {
            *rest = Rest::Nothing;
            return start_drag(editor, from, to);
        }
        _ => {}
    }
    None
}

/// Returns the element that a click would select.
///
/// This is the topmost one, or the one below the element that the last click here selected.
pub(super) fn aim(state: &State, pointer: Pointer, rest: &Rest) -> Option<Hit> {
    let clicked = if let Rest::Clicked(clicked) = rest { Some(clicked) } else { None };
    let hits = entity::pick(state, pointer);
    let is_same_place = |c: &&Clicked| {
        let (distance, radius) = match c.at.height {
            None => (c.at.ground.distance(pointer.ground), c.at.pick_radius),
            Some(height) => (pointer.distance(at_height(c.at.ground, height)), f32::INFINITY),
        };
        distance <= pointer.pick_radius.min(radius) * 0.5
    };
    let last = clicked
        .filter(is_same_place)
        .filter(|_| !pointer.modifiers.extends_selection())
        .and_then(|c| hits.iter().position(|hit| hit.element == c.taken));
    let next = last.map_or(0, |last| (last + 1) % hits.len());
    hits.get(next).copied()
}

fn click(editor: &mut Editor, pointer: Pointer, rest: &mut Rest) {
    if let Some(agent) = runs::agent_at(editor, pointer) {
        editor.state.simulation.agent = Some(agent);
        // A selected edge stays, because plots show the density at it.
        let is_kept = |element: &Element| !matches!(element, Element::Group(_));
        editor.state.session.selection = editor.state.session.selection.elements().filter(is_kept).collect();
        return;
    }
    let hit = aim(editor, pointer, rest);
    // In the mode for cells, the ground is a cell.
    let is_ground = matches!(hit, None | Some(Hit { element: Element::Cell(_), .. }));
    if is_ground && !pointer.modifiers.extends_selection() {
        editor.state.simulation.agent = None;
    }
    take(&mut editor.state.session, hit, pointer);
    *rest = hit.map_or(Rest::Nothing, |hit| Rest::Clicked(Clicked { at: pointer, taken: hit.element }));
}

/// Sets the target of a context menu.
///
/// Selects the element under the pointer unless one there is selected already.
pub(super) fn take_for_menu(editor: &mut Editor, pointer: Pointer) {
    let hits = entity::pick(editor, pointer);
    let selected = hits.iter().find(|hit| editor.state.session.selection.contains(hit.element));
    editor.interaction.menu = selected.or_else(|| hits.first()).map(|hit| hit.element);
    if selected.is_none() {
        let unmodified = Pointer { modifiers: Modifiers::default(), ..pointer };
        take(&mut editor.state.session, hits.first().copied(), unmodified);
    }
}

/// Returns the edge under the pointer and the position on it; `None` if the pointer snaps to a vertex.
fn place_on_edge(state: &State, pointer: Pointer) -> Option<(Edge, f32)> {
    state.pick_context().snap_to_mesh(pointer, Guides::default())?.to.on_edge()
}

fn start_drag(editor: &mut Editor, from: Pointer, to: Pointer) -> Started {
    let hits = entity::pick(editor, from);
    let Some(first) = hits.first() else { return started(Boxing::begin(from, to)) };
    match first.element {
        Element::Start => return EndpointPlacement::grab(editor, End::Start, from, to),
        Element::Target => return EndpointPlacement::grab(editor, End::Target, from, to),
        Element::Gravity => return GravityDrag::grab(editor, from, to),
        Element::Group(_) => {
            let held = GroupDrag::grab(editor, &Input::DragStart { from, to });
            if held.is_some() {
                return held;
            }
        }
        Element::Link(_) => {
            let held = LinkDrag::grab(editor, &Input::DragStart { from, to });
            if held.is_some() {
                return held;
            }
        }
        _ => {}
    }
    if !hits.iter().any(|hit| editor.state.session.selection.contains(hit.element)) {
        editor.state.session.selection = [first.element].into_iter().collect();
    }
    let transform = Transform::begin(editor, AmountVerb::Move, By::Drag, from)?;
    dragged(transform, editor, to)
}

pub(super) fn look(state: &State) -> ToolView {
    let cursor = if state.hover().is_some() { Cursor::Grab } else { Cursor::Arrow };
    ToolView { cursor, ..ToolView::default() }
}

/// Returns the hints of the idle tool.
///
/// They are not part of [`look`], which runs several times a frame, because they pick elements.
pub(super) fn idle_hints(state: &State) -> Vec<Hint> {
    let hover = state.hover().map(|hit| hit.element);
    let selected = state.selection().describe();
    let has_agent = simulation_input::selected_agent(state).is_some();
    let is_deselected = state.selection().is_empty() && !has_agent;
    let link_end = state.pointing.pointer.and_then(|pointer| links::link_grip_at(state, pointer));
    let mut hints = match (hover, link_end) {
        (Some(Element::Link(_)), Some(grip)) => vec![
            hint("Left drag", format!("move the link's {}", grip.describe())),
            hint("Alt+drag", "widen it into a span"),
            hint("Click", "select this link"),
            hint("Shift/Ctrl+click", "add or remove it"),
        ],
        (Some(Element::Start), _) => vec![hint("Left drag", "move the start")],
        (Some(Element::Target), _) => vec![hint("Left drag", "move the target")],
        (Some(Element::Gravity), _) => vec![hint("Left drag", "turn gravity")],
        (Some(element), _) if state.selection().contains(element) => vec![
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
            hint("Click", if is_deselected { "nothing is here" } else { "deselect" }),
        ],
    };
    let pointer = state.pointing.pointer;
    if state.hovered_agent().is_some() {
        hints.retain(|hint| hint.input == "Left drag");
        hints.push(hint("Click", "select this agent"));
    } else if let Some(stacked) =
        pointer.map(|pointer| entity::pick(state, pointer).len()).filter(|&stacked| stacked > 1)
    {
        hints.push(hint("Click again", format!("select the next of {stacked} elements here")));
    }
    if pointer.is_some_and(|pointer| outlines::side_at(state, pointer).is_some()) {
        hints.push(hint("Double click", "put a point on this outline"));
    } else if pointer.is_some_and(|pointer| place_on_edge(state, pointer).is_some()) {
        hints.push(hint("Double click", "put a vertex on this edge"));
    }
    hints.push(hint("Right click", "menu"));
    if !state.selection().is_empty() {
        hints.push(hint("Esc", format!("deselect {selected}")));
    } else if has_agent {
        hints.push(hint("Esc", "deselect the agent"));
    } else if state.mode() != Mode::Vertex {
        hints.push(hint("1/2/3", "vertices / edges / cells"));
    }
    hints
}
