//! Edits of the document by panels and commands.

pub mod area;
pub mod links;
pub mod outlines;
pub mod place;
pub(super) mod subtracting;
pub(super) mod fixing;
pub mod proposals;
pub(super) mod welding;
pub mod ignoring;
pub mod issue_list;
pub mod problems;
