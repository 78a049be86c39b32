//! The document with its history, selection and settings, and the engine of computed values.

pub mod job;
pub mod pick;
pub mod selection;
pub mod draft;
pub mod command;
pub mod options;
pub mod table;
pub mod scales;
pub(super) mod sight;
pub(super) mod boxes;
pub mod loaded;
pub mod picture;
pub mod effect;
pub(super) mod memo;
pub mod change;
