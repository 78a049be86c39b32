//! The look of everything drawn: colours, widths, dashes, point shapes and sizes, in dark and in light.
//!
//! A mark gets its look from its [`Role`](crate::editor::view::scene::Role), an edge or a vertex of the mesh from its
//! [`MeshStyle`](crate::editor::view::scene::style::MeshStyle), and a cell from its
//! [`Tint`](crate::editor::view::scene::Tint). The window and pictures both use this module, so both look the same.

pub mod color;
pub mod size;
pub mod palette;
pub mod role;
pub mod mesh;
pub mod tint;
