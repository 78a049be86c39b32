//! Views of the scene: cameras, the grid, the pointer, and the marks drawn over the mesh.

pub mod camera;
pub mod pointer;
pub mod orbit;
pub mod views;
pub mod grid;
pub mod scene;
pub(super) mod box_tree;
