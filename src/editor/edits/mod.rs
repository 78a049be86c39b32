//! Edits of the document by panels and commands.

pub(super) mod area;
pub(super) mod links;
pub(super) mod place;
pub(super) mod subtracting;
pub(super) mod problems;
