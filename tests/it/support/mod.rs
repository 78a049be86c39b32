//! Generators of random meshes and edits, shared by the tests.

pub(crate) mod command_line;
pub(crate) mod modules;
pub(crate) mod edits;
pub(crate) mod concave;
pub(crate) mod grounds;
pub(crate) mod visibility;
pub(crate) mod history;
pub(crate) mod data;
pub(crate) mod jobs;
pub(crate) mod progress;
pub(crate) mod survive;
pub(crate) mod triangle_files;
