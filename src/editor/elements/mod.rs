//! Elements of the document: kinds, visibility, islands and selection.

pub mod entity;
pub(super) mod moving;
pub mod islands;
pub(super) mod selecting;
