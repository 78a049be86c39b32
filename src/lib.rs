//! navsmith: author navigation meshes by hand, inspect them, and step through how a path is found.
//!
//! The modules are listed in reading order; a module uses only modules above it.

pub mod budget; // limits on work and memory, in proportion to the input
pub mod progress; // progress and cancellation of long computations
pub mod graph; // priority queue, union-find, biconnected components
pub mod geometry; // points, segments, polygons, planes, boxes, exact predicates
pub mod trace; // observers of algorithms, and timelines of their events
pub mod navmesh; // the mesh as a value, data derived from it, and all edits
pub mod pathfinding; // path queries: locate, search, corridor, portals, funnel
pub mod document; // data that is saved and undone: Document, History, issues
pub mod io; // file formats: separate types, converted in both directions
pub mod editor; // the application logic without a window
pub mod cli; // the command line, without a display
#[cfg(feature = "gui")]
pub mod app; // the egui frontend
