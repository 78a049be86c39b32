//! Tool that asks why there is no mesh at a point of the level.

use super::gesture::{Gesture, Started, dragged};
use super::{ToolView, dragging, hint, idle};
use crate::editor::generation::{jumps, reason};
use crate::editor::interaction::input::Input;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};

/// Point that is moved to ask at other places.
#[derive(Debug)]
struct Asking;

impl Gesture for Asking {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        reason::ask_at(&mut editor.state, pointer);
    }

    fn look(&self, state: &State) -> ToolView {
        dragging("move the point", readout(state))
    }

    fn complete(&mut self, _: &mut Editor) -> bool {
        false
    }
}

/// Handles input of the idle tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            reason::ask_at(&mut editor.state, pointer);
            None
        }
        Input::DragStart { from, to } => {
            reason::ask_at(&mut editor.state, from);
            dragged(Asking, editor, to)
        }
        _ => None,
    }
}

pub(super) fn look(state: &State) -> ToolView {
    let view = idle([hint("Click", "ask why there is no mesh here"), hint("Left drag", "ask along the way")]);
    ToolView { readout: readout(state), ..view }
}

/// Returns the reason under the pointer, and the jump link or the reason for none at a border near it.
fn readout(state: &State) -> String {
    let Some(pointer) = state.pointing.pointer else { return String::new() };
    let reason = reason::reason_under(state, pointer).map(|reason| reason.to_string());
    let jump = jumps::under(state, pointer).map(|nearest| format!("jump: {nearest}"));
    reason.into_iter().chain(jump).collect::<Vec<_>>().join("; ")
}
