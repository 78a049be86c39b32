//! navsmith: author navigation meshes by hand, inspect them, and step through how a path is found.
//!
//! The rooms of the house, in reading order; a room uses only rooms above it.

pub mod budget; // limits on work and memory, in proportion to the input
pub mod geometry; // points, segments, polygons, planes, boxes, exact predicates
pub mod trace; // how an algorithm tells what it does, and the timeline that comes of it
pub mod navmesh; // the mesh as a value, what is derived from it, and every edit of it
pub mod pathfinding; // questions asked of a mesh: locate, search, corridor, portals, funnel
pub mod document; // what is saved and undone: Document, History, issues
pub mod io; // file formats: types of their own, converted both ways
pub mod editor; // the whole application without a window
pub mod cli; // the same verbs without a display
#[cfg(feature = "gui")]
pub mod app; // egui and nothing else
