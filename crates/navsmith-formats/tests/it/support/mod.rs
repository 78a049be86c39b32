//! Data and generators that the tests share.

#[path = "../../../../navsmith-core/tests/it/support/edits.rs"]
pub(crate) mod edits;
#[path = "../../../../navsmith-core/tests/it/support/grounds.rs"]
pub(crate) mod grounds;
pub(crate) mod data;
pub(crate) mod formats;
pub(crate) mod memory;
#[path = "../../../../navsmith-core/tests/it/support/notation.rs"]
#[expect(dead_code, reason = "the core has tests of soups")]
pub(crate) mod notation;
pub(crate) mod random_meshes;
pub(crate) mod rings;
pub(crate) mod tiles;
