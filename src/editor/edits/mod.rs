//! Edits of the document by panels and commands.

pub mod area;
pub mod links;
pub mod place;
pub(super) mod subtracting;
mod level_fixes;
pub(super) mod fixing;
pub mod ignoring;
pub mod issue_list;
pub mod problems;
