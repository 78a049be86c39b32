//! Path queries on a mesh: locate, search, corridor, portals, funnel and surface, with a timeline.
//!
//! This module never changes a mesh. It does not depend on documents, files or rendering.
//!
//! The modules are listed in reading order; a module uses only modules above it. Every name has one path.

pub mod agent; // agents, filters, and the parts of a mesh that an agent may use
pub mod mesh_query; // positions on the mesh without a path: location, rays, walls, walks
pub mod search_mesh; // a compact copy of a mesh for searches
pub mod string_pulling; // from a corridor to a path: portals, funnel, rounding
pub mod search; // Dijkstra and A* over cells and portals
pub mod polyanya; // exact shortest paths on the ground plan
pub mod timeline; // the recorded events of a query, stage by stage, and their captions
pub mod query; // the answer to a query: selection of the algorithm, path, reasons
pub mod prepared; // many queries of one mesh: point locator, solver, batches, kept answers
pub mod analysis; // analyses of a whole mesh and comparisons of algorithms
