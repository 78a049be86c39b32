//! Generators of random meshes and edits, shared by the tests.

pub(crate) mod edits;
pub(crate) mod grounds;
pub(crate) mod survive;
