//! Gestures started by keys: transforms that follow the pointer, and nudges.

use glam::Vec3;

use super::amount::Verb;
use super::gesture::started;
use super::transform::{By, Transform};
use crate::editor::elements::{moving, selecting};
use crate::editor::interaction::tool::extrude;
use crate::editor::{Editor, Message, Modifiers, PICK_PIXELS, Pointer, Selection};
use crate::geometry::ground;

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

impl Editor {
    /// Starts to move the selection with the pointer, without a button held.
    pub fn start_move(&mut self) {
        start(self, Verb::Move);
    }

    /// Starts to rotate the selection with the pointer.
    pub fn start_rotate(&mut self) {
        start(self, Verb::Rotate);
    }

    /// Starts to scale the selection with the pointer.
    pub fn start_scale(&mut self) {
        start(self, Verb::Scale);
    }

    /// Starts to extrude the boundary edges of the selection into new cells that follow the pointer.
    pub fn start_extrude(&mut self) {
        let edges = extrude::selected_boundary(self);
        if edges.is_empty() {
            self.say(Message::warning("Only edges of the boundary can be extruded. Select some first."));
        } else {
            start(self, Verb::Extrude(edges));
        }
    }

    /// Moves the selection by grid steps: x is right, y up in height and z down in the view.
    ///
    /// Nudges in one direction form one undo step if each follows the previous one within a second.
    pub fn nudge(&mut self, steps: Vec3) {
        if self.is_gesture_running() || self.selection.is_empty() {
            return;
        }
        let direction = steps.normalize_or_zero();
        let mut delta = steps * self.grid_step();
        let last = self.interaction.nudges.take().filter(|last| continues(self, last, direction));
        if let Some(last) = &last {
            delta += last.delta;
            self.undo();
        }
        let moving = moving::moving(self);
        let before = self.begin(&format!("Nudge {}", self.selection.describe()));
        if let Err(refusal) = self.preview_keeping(&before, |draft| moving.shift(draft, delta)) {
            self.roll_back();
            if last.is_some() {
                self.redo();
            }
            return self.warn(&refusal.to_string());
        }
        self.commit();
        let (selection, revision, clock) = (self.selection.clone(), self.revision, self.interaction.clock);
        self.interaction.nudges = Some(Nudges { direction, delta, selection, revision, clock });
    }
}

fn start(editor: &mut Editor, verb: Verb) {
    editor.set_tool(editor.tool_kind());
    let pointer = editor.interaction.pointer.unwrap_or_else(|| pointer_at_selection(editor));
    let transform = Transform::begin(editor, verb, By::Key, pointer);
    editor.interaction.tool.gesture = transform.and_then(started);
}

fn pointer_at_selection(editor: &Editor) -> Pointer {
    let center = selecting::selected_bounds(editor).center();
    let pick_radius = editor.camera().meters(PICK_PIXELS);
    Pointer::above(ground(center), pick_radius, Modifiers::default())
}

fn continues(editor: &Editor, last: &Nudges, direction: Vec3) -> bool {
    last.direction == direction
        && last.revision == editor.revision
        && last.selection == editor.selection
        && editor.interaction.clock - last.clock <= NUDGE_PAUSE
}
