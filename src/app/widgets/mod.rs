//! Widgets that panels, dialogs and bars share.

pub(super) mod axis;
pub(super) mod cached;
pub(super) mod choice;
pub(super) mod number;
pub(super) mod parts;
pub(super) mod table;
pub(super) mod coordinates;
