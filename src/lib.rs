//! navsmith: author navigation meshes by hand, inspect them, and step through how a path is found.
//!
//! This crate is the program. Games use `navsmith-core` for meshes, path queries and agents; tools use
//! `navsmith-formats` for documents and files.
//!
//! The modules are listed in reading order; a module uses only modules above it. Feature `gui` adds the window.

pub mod samples; // sample meshes that come with the program
pub mod editor; // the application logic without a window
pub mod theme; // the look of marks and cells: colours, widths, dashes, shapes, sizes
pub mod picture; // pictures of the view, as SVG and PNG
pub mod cli; // the command line, without a display
#[cfg(feature = "gui")]
pub mod app; // the egui frontend
