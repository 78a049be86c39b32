//! Steps that the gestures of the tools share.

use std::fmt::Debug;

use super::{Rest, ToolView};
use crate::editor::interaction::input::Input;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::Scene;
use crate::editor::{Editor, State};

/// Gesture of a tool, which previews its effect until it is completed or cancelled.
pub(super) trait Gesture: Debug + Send + Sync {
    /// Moves its end to the pointer.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer);

    /// Returns the visible state.
    fn look(&self, state: &State) -> ToolView;

    /// Draws a preview of its effect.
    fn overlay(&self, _: &State, _: &mut Scene) {}

    /// Whether it consists of clicks and keys, or of a drag; otherwise it is a drag only.
    fn takes_clicks(&self) -> bool {
        false
    }

    /// Whether it is a transform started by a key.
    fn is_by_key(&self) -> bool {
        false
    }

    /// Completes it; returns whether it continues all the same, for example because its effect was refused.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        editor.commit();
        false
    }

    /// Returns what the tool keeps after it is completed; `None` if that stays the same.
    fn rest(&self) -> Option<Rest> {
        None
    }

    /// Undoes its effect.
    fn cancel(&mut self, editor: &mut Editor) {
        editor.roll_back();
    }

    /// Handles Enter; returns whether it continues.
    fn accept(&mut self, editor: &mut Editor) -> bool {
        self.complete(editor)
    }

    /// Handles a double click, by default like Enter; returns whether it continues.
    fn double_click(&mut self, editor: &mut Editor, _: Pointer) -> bool {
        self.accept(editor)
    }

    /// Handles a typed character.
    fn type_in(&mut self, _: &mut Editor, _: char) {}

    /// Handles Backspace; returns whether it continues.
    fn erase(&mut self, _: &mut Editor) -> bool {
        true
    }
}

/// Gesture that an input started, if any.
pub(super) type Started = Option<Box<dyn Gesture>>;

#[expect(clippy::unnecessary_wraps, reason = "tools return it as the gesture that an input started")]
pub(super) fn started(gesture: impl Gesture + 'static) -> Started {
    Some(Box::new(gesture))
}

/// Returns a gesture that began with a drag to the pointer.
pub(super) fn dragged(mut gesture: impl Gesture + 'static, editor: &mut Editor, to: Pointer) -> Started {
    gesture.follow(editor, to);
    started(gesture)
}

/// Starts a gesture from one point to another, by a click at the first point or by a drag.
pub(super) fn between_points<G: Gesture + 'static>(
    editor: &mut Editor,
    input: &Input,
    begin: impl FnOnce(&mut Editor, Pointer) -> Option<G>,
) -> Started {
    match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => begin(editor, pointer).and_then(started),
        Input::DragStart { from, to } => begin(editor, from).and_then(|gesture| dragged(gesture, editor, to)),
        _ => None,
    }
}

/// Handles input of a running gesture; returns whether it continues.
pub(super) fn handle(gesture: &mut dyn Gesture, editor: &mut Editor, input: &Input) -> bool {
    let takes_clicks = gesture.takes_clicks();
    match *input {
        Input::Drag(pointer) => gesture.follow(editor, pointer),
        Input::DragEnd(pointer) => {
            gesture.follow(editor, pointer);
            return gesture.complete(editor);
        }
        Input::Cancel => {
            gesture.cancel(editor);
            return false;
        }
        _ if !takes_clicks => {}
        Input::Hover(pointer) | Input::DragStart { to: pointer, .. } => gesture.follow(editor, pointer),
        Input::Click(pointer) => {
            gesture.follow(editor, pointer);
            return gesture.complete(editor);
        }
        Input::DoubleClick(pointer) => return gesture.double_click(editor, pointer),
        Input::Accept => return gesture.accept(editor),
        Input::Text(typed) => gesture.type_in(editor, typed),
        Input::Erase => return gesture.erase(editor),
        _ => {}
    }
    true
}
