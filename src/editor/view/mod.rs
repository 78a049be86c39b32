//! Views of the scene: cameras, the grid, the pointer, and the marks drawn over the mesh.

pub(super) mod camera;
pub(super) mod views;
pub(super) mod grid;
pub(super) mod pointer;
pub(super) mod scene;
