//! Views of the scene: cameras, the grid, the pointer, and the marks drawn over the mesh.
//!
//! A `Scene` is a list of `Mark`s at positions in space, drawn for the camera of one view. `Views` stores a camera for
//! each `ViewId`, and inputs that move a camera name their view. The 3D view has an `OrbitCamera`. It shows the same
//! scene, and its pointer is where the line of sight meets the mesh or a level, so all tools work in it. A `Pointer`
//! has a line of sight and the ground position that it meets, so picking does not depend on the view. From above, a
//! pointer meets all heights. In space it has a height: picking takes what the line of sight passes first, and new
//! points and path ends stay on that surface. A `MovePlane` of a transform is where its pointer moves: a level plane,
//! or the one that faces the view. A `SelectionBox` lies on the ground, or on the screen of the 3D view.

pub mod camera;
pub mod pointer;
pub mod orbit;
pub mod views;
pub mod grid;
pub mod scene;
