//! Widgets that panels, dialogs and bars share.

pub(super) mod parts;
pub(super) mod number;
