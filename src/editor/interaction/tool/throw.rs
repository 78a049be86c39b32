//! Throwing a body in a side view.

use super::gesture::{Gesture, Started, dragged};
use super::{ToolView, dragging, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::platforms::flight::{self, ThrownBody};
use crate::editor::platforms::input::{self, PlatformInput};
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec2;

/// Drag from the start of a body along its velocity.
#[derive(Debug)]
struct Throwing {
    from: Vec2,
    /// The body that was thrown before.
    before: Option<ThrownBody>,
}

impl Gesture for Throwing {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        input::handle(editor, PlatformInput::Throw(flight::aimed(self.from, pointer.ground)));
    }

    fn look(&self, state: &State) -> ToolView {
        dragging("set the velocity", flight::readout(state))
    }

    fn complete(&mut self, _: &mut Editor) -> bool {
        false
    }

    fn cancel(&mut self, editor: &mut Editor) {
        let before = self.before.map_or(PlatformInput::ForgetThrow, PlatformInput::Throw);
        input::handle(editor, before);
    }
}

/// Handles input of the idle tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            let body = flight::from_here(editor, pointer.ground);
            input::handle(editor, PlatformInput::Throw(body));
            None
        }
        Input::DragStart { from, to } => {
            let throwing = Throwing { from: from.ground, before: flight::thrown(editor) };
            dragged(throwing, editor, to)
        }
        _ => None,
    }
}

pub(super) fn look(state: &State) -> ToolView {
    let hints = [hint("Left drag", "throw a body from here"), hint("Click", "throw it from here as before")];
    ToolView { readout: flight::readout(state), ..idle(hints) }
}
