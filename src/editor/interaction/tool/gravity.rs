//! Dragging the tip of the arrow of gravity.

use super::gesture::{Gesture, Started, dragged};
use super::{Cursor, ToolView, hint};
use crate::editor::platforms::gravity;
use crate::editor::session::change::Snapshot;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Vec2, ground};

/// Drag of the tip.
#[derive(Debug)]
pub(super) struct GravityDrag {
    before: Snapshot,
    /// Vector from the pointer to the tip.
    offset: Vec2,
}

impl GravityDrag {
    /// Starts to drag the tip.
    pub(super) fn grab(editor: &mut Editor, from: Pointer, to: Pointer) -> Started {
        let [_, tip] = gravity::arrow(editor)?;
        let before = editor.begin("Turn gravity");
        dragged(Self { before, offset: ground(tip) - from.ground }, editor, to)
    }
}

impl Gesture for GravityDrag {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let document = gravity::with_tip(editor, &self.before.document, pointer.ground + self.offset);
        editor.replace_document(document);
    }

    fn look(&self, state: &State) -> ToolView {
        ToolView {
            hints: vec![hint("Let go", "keep this gravity"), hint("Esc", "cancel")],
            readout: gravity::readout(state),
            cursor: Cursor::Grabbing,
            ..ToolView::default()
        }
    }
}
