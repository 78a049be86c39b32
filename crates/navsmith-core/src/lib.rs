//! Navigation meshes for games: convex cells, shortest paths over them, and agents that follow them.
//!
//! This example builds a mesh of two cells and finds a path across them.
//!
//! ```
//! use navsmith_core::geometry::{Vec2, Vec3};
//! use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
//! use navsmith_core::pathfinding::query::{Query, find_path};
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
//! | Task | Where |
//! |---|---|
//! | build or edit a mesh | [`navmesh`] |
//! | find a path | [`pathfinding::query::find_path`] |
//! | move along the mesh, or look along it | [`pathfinding::mesh_query`] |
//! | step through an algorithm | [`pathfinding::timeline`] |
//! | find platforms and jumps in a side view | [`platformer`] |
//! | move many agents (feature `simulation`) | `simulation` |
//! | load a mesh that `navsmith bake` wrote | [`baked`] |
//!
//! A module uses only modules above it, in the order of this file.

pub mod budget; // limits on work and memory, in proportion to the input
pub mod progress; // progress and cancellation of long computations
pub mod graph; // priority queue, union-find, biconnected components
pub mod geometry; // points, segments, polygons, planes, boxes, exact predicates
pub mod trace; // observers of algorithms, and timelines of their events
pub mod triangulation; // constrained Delaunay triangulation of points and faces
pub mod navmesh; // the mesh as a value, data derived from it, and all edits
pub mod outlines; // convex cells of the ground inside of outlines, which follow moved points
pub mod pathfinding; // path queries: locate, search, corridor, portals, funnel
pub mod platformer; // side views: rest surfaces, throws and jumps under gravity
#[cfg(feature = "simulation")]
pub mod simulation; // agents that follow paths and avoid each other, at a fixed time step
pub mod baked; // the binary file of a mesh, for games
