//! Data and generators that the tests share.

#[path = "../../../../navsmith-core/tests/it/support/edits.rs"]
pub(crate) mod edits;
#[path = "../../../../navsmith-core/tests/it/support/grounds.rs"]
pub(crate) mod grounds;
pub(crate) mod data;
pub(crate) mod memory;
pub(crate) mod random_meshes;
pub(crate) mod rings;
