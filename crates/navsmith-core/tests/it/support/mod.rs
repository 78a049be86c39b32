//! Generators of random meshes and edits, shared by the tests.

pub(crate) mod edits;
pub(crate) mod concave;
pub(crate) mod grounds;
pub(crate) mod notation;
#[cfg(feature = "simulation")]
pub(crate) mod rooms;
pub(crate) mod visibility;
