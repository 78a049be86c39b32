//! The document with its history, selection and settings, and the engine of computed values.

pub(super) mod job;
pub(super) mod isolated;
pub(super) mod pick;
pub(super) mod selection;
pub(super) mod draft;
pub(super) mod command;
pub(super) mod options;
pub(super) mod scales;
pub(super) mod loaded;
pub(super) mod effect;
pub(super) mod memo;
pub(super) mod change;
