//! Forms in which the drag of a number becomes one undo step when it is released.

use egui::{Context, Response};

use super::number::is_cancelled;

/// Which controls of a form are in use.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app) struct HeldControls {
    is_held: bool,
    is_let_go: bool,
}

/// What a form does with its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum FormChange {
    /// They are set.
    Set,
    /// They are shown while a number is dragged.
    Drag,
}

impl HeldControls {
    /// Records whether a control is in use or was released.
    pub(in crate::app) fn record(&mut self, control: &Response) {
        self.is_held |= control.dragged() || control.has_focus();
        self.is_let_go |= control.drag_stopped() || control.lost_focus();
    }

    /// Returns what the form does with its values; `None` if nothing.
    pub(in crate::app) fn change(self, ctx: &Context, is_changed: bool) -> Option<FormChange> {
        // Escape undoes the drag in the editor, but in that frame a slider still takes the position of the pointer.
        if is_cancelled(ctx) {
            return None;
        }
        if self.is_let_go || (is_changed && !self.is_held) {
            Some(FormChange::Set)
        } else {
            is_changed.then_some(FormChange::Drag)
        }
    }
}
