//! Elements of the document: kinds, visibility, islands and selection.

pub(super) mod entity;
pub(super) mod visibility;
pub(super) mod moving;
pub(super) mod islands;
pub(super) mod selecting;
