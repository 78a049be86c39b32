//! Widgets that panels, dialogs and bars share.

pub mod axis;
pub(super) mod cached;
pub(super) mod choice;
pub mod number;
pub(super) mod form;
pub mod parts;
pub(super) mod table;
pub(super) mod coordinates;
