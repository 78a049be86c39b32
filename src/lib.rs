//! navsmith: author navigation meshes by hand, inspect them, and step through how a path is found.
//!
//! This example builds a mesh of two cells and finds a path across them. `io::open` reads a mesh from a file instead.
//!
//! ```
//! use navsmith::geometry::{Vec2, Vec3};
//! use navsmith::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
//! use navsmith::pathfinding::query::{Query, find_path};
//!
//! let corners = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [4.0, 2.0], [4.0, 0.0]];
//! let corners = corners.map(|[x, z]| Vec3::new(x, 0.0, z));
//! let cells = [[0, 1, 2, 3], [3, 2, 4, 5]].map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
//! let mesh = NavMesh::from_parts(corners, cells)?;
//! let derived = Derived::build(&mesh);
//!
//! let query = Query::new(Vec2::new(0.5, 0.5), Vec2::new(3.5, 1.5));
//! let answer = find_path(&mesh, &derived, &query);
//! for waypoint in answer.path().into_iter().flat_map(|path| &path.waypoints) {
//!     println!("{}", waypoint.point);
//! }
//! # Ok::<(), String>(())
//! ```
//!
//! The modules are listed in reading order; a module uses only modules above it. Feature `simulation` adds agents that
//! move, `files` documents and file formats, `cli` the program without a window, and `gui` the window.

pub mod budget; // limits on work and memory, in proportion to the input
pub mod progress; // progress and cancellation of long computations
pub mod graph; // priority queue, union-find, biconnected components
pub mod geometry; // points, segments, polygons, planes, boxes, exact predicates
pub mod trace; // observers of algorithms, and timelines of their events
pub mod navmesh; // the mesh as a value, data derived from it, and all edits
pub mod pathfinding; // path queries: locate, search, corridor, portals, funnel
#[cfg(feature = "simulation")]
pub mod simulation; // agents that follow paths and avoid each other, at a fixed time step
pub mod baked; // the binary file of a mesh, for games
#[cfg(feature = "files")]
pub mod level; // triangles of the level that a mesh belongs to
#[cfg(feature = "files")]
pub mod document; // data that is saved and undone: Document, History, issues
#[cfg(feature = "files")]
pub mod io; // file formats: separate types, converted in both directions
#[cfg(feature = "cli")]
pub mod editor; // the application logic without a window
#[cfg(feature = "cli")]
pub mod theme; // the look of marks and cells: colours, widths, dashes, shapes, sizes
#[cfg(feature = "cli")]
pub mod picture; // pictures of the view, as SVG and PNG
#[cfg(feature = "cli")]
pub mod cli; // the command line, without a display
#[cfg(feature = "gui")]
pub mod app; // the egui frontend
