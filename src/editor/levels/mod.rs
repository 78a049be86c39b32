//! Level geometry: the files of the levels, and what is computed from their triangles.

pub mod files;
pub mod surface;
pub mod sight;
pub mod targets;
pub mod images;
pub mod outdated;
pub mod cut;
pub(in crate::editor) mod heights;
pub mod input;
