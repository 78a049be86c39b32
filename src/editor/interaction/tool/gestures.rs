//! Gestures started by keys: transforms that follow the pointer, and nudges.

use glam::Vec3;

use super::amount::AmountVerb;
use super::gesture::started;
use super::transform::{By, Transform};
use crate::editor::elements::{moving, selecting};
use crate::editor::interaction::tool::extrude;
use crate::editor::session::selection::Selection;
use crate::editor::view::grid;
use crate::editor::view::pointer::{Modifiers, PICK_PIXELS, Pointer};
use crate::editor::{Editor, State};
use navsmith_core::geometry::ground;

/// Longest pause between two nudges of one undo step, in seconds.
const NUDGE_PAUSE: f64 = 1.0;

/// Nudges of the last undo step.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Nudges {
    direction: Vec3,
    delta: Vec3,
    selection: Selection,
    /// Revision after the last nudge.
    revision: u64,
    clock: f64,
}

/// Starts to move the selection with the pointer, without a button held.
pub fn start_move(editor: &mut Editor) {
    start(editor, AmountVerb::Move);
}

/// Starts to rotate the selection with the pointer.
pub fn start_rotate(editor: &mut Editor) {
    start(editor, AmountVerb::Rotate);
}

/// Starts to scale the selection with the pointer.
pub fn start_scale(editor: &mut Editor) {
    start(editor, AmountVerb::Scale);
}

/// Starts to extrude the boundary edges of the selection into new cells that follow the pointer.
pub fn start_extrude(editor: &mut Editor) {
    let edges = extrude::selected_boundary(editor);
    if edges.is_empty() {
        editor.warn("Only edges of the boundary can be extruded. Select some first.");
    } else {
        start(editor, AmountVerb::Extrude(edges));
    }
}

/// Moves the selection by grid steps: x is right, y up in height and z down in the view.
///
/// Nudges in one direction form one undo step if each follows the previous one within a second.
pub fn nudge(editor: &mut Editor, steps: Vec3) {
    if editor.is_gesture_running() || editor.state.session.selection.is_empty() {
        return;
    }
    let direction = steps.normalize_or_zero();
    let mut delta = steps * grid::step(editor);
    let last = editor.interaction.nudges.take().filter(|last| continues(editor, last, direction));
    if let Some(last) = &last {
        delta += last.delta;
        editor.undo();
    }
    let moving = moving::moving(editor);
    let before = editor.begin(&format!("Nudge {}", editor.state.session.selection.describe()));
    if let Err(refusal) = editor.preview_keeping(&before, |draft| moving.transform(draft, |at| at + delta)) {
        editor.roll_back();
        if last.is_some() {
            editor.redo();
        }
        return editor.warn(&refusal.to_string());
    }
    editor.commit();
    let (selection, revision, clock) =
        (editor.state.session.selection.clone(), editor.revision(), editor.interaction.clock);
    editor.interaction.nudges = Some(Nudges { direction, delta, selection, revision, clock });
}

fn start(editor: &mut Editor, verb: AmountVerb) {
    editor.set_tool(editor.tool_kind());
    let pointer = editor.state.pointing.pointer.unwrap_or_else(|| pointer_at_selection(editor));
    let transform = Transform::begin(editor, verb, By::Key, pointer);
    editor.change_tool(|tool| tool.gesture = transform.and_then(started));
}

fn pointer_at_selection(state: &State) -> Pointer {
    let center = selecting::selected_bounds(state).center();
    let pick_radius = state.camera().meters(PICK_PIXELS);
    Pointer::above(ground(center), pick_radius, Modifiers::default())
}

fn continues(editor: &Editor, last: &Nudges, direction: Vec3) -> bool {
    last.direction == direction
        && last.revision == editor.revision()
        && last.selection == editor.state.session.selection
        && editor.interaction.clock - last.clock <= NUDGE_PAUSE
}
