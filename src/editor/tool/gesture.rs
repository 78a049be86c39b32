//! Steps that the gestures of the tools share.

use crate::editor::{Editor, Input, Pointer};

/// Gesture of a tool, which previews its effect until it is completed or cancelled.
pub(super) trait Gesture {
    /// Moves its end to the pointer.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer);

    /// Completes it; returns whether it continues all the same, for example because its effect was refused.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        editor.commit();
        false
    }

    /// Handles Enter; returns whether it continues.
    fn accept(&mut self, editor: &mut Editor) -> bool {
        self.complete(editor)
    }

    /// Handles a double click; returns whether it continues.
    fn double_click(&mut self, _: &mut Editor, _: Pointer) -> bool {
        true
    }

    /// Handles a typed character.
    fn type_in(&mut self, _: &mut Editor, _: char) {}

    /// Handles Backspace; returns whether it continues.
    fn erase(&mut self, _: &mut Editor) -> bool {
        true
    }
}

/// Handles input while the button is held; returns the gesture unless it has ended.
pub(super) fn drag<G: Gesture>(mut gesture: Box<G>, editor: &mut Editor, input: &Input) -> Option<Box<G>> {
    let continues = match *input {
        Input::Drag(pointer) => {
            gesture.follow(editor, pointer);
            true
        }
        Input::DragEnd(pointer) => {
            gesture.follow(editor, pointer);
            gesture.complete(editor)
        }
        Input::Cancel => {
            editor.roll_back();
            false
        }
        _ => true,
    };
    continues.then_some(gesture)
}

/// Handles input of a gesture of several clicks or a drag; returns the gesture unless it has ended.
pub(super) fn draw<G: Gesture>(mut gesture: Box<G>, editor: &mut Editor, input: &Input) -> Option<Box<G>> {
    let continues = match *input {
        Input::Hover(pointer) | Input::DragStart { to: pointer, .. } => {
            gesture.follow(editor, pointer);
            true
        }
        Input::Click(pointer) => {
            gesture.follow(editor, pointer);
            gesture.complete(editor)
        }
        Input::DoubleClick(pointer) => gesture.double_click(editor, pointer),
        Input::Accept => gesture.accept(editor),
        Input::Text(typed) => {
            gesture.type_in(editor, typed);
            true
        }
        Input::Erase => gesture.erase(editor),
        _ => return drag(gesture, editor, input),
    };
    continues.then_some(gesture)
}

/// Returns a gesture that began with a drag to the pointer.
pub(super) fn dragged<G: Gesture>(mut gesture: G, editor: &mut Editor, to: Pointer) -> G {
    gesture.follow(editor, to);
    gesture
}
