//! The pointer over the views, and what it points at.

use crate::editor::session::pick::Hit;
use crate::editor::view::pointer::Pointer;

/// The pointer over the views, and what it points at.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Pointing {
    pub(in crate::editor) pointer: Option<Pointer>,
    /// Element that a click would take now.
    pub(in crate::editor) hover: Option<Hit>,
    /// Whether a gesture is running that Escape would cancel.
    pub(in crate::editor) is_gesture_running: bool,
}
