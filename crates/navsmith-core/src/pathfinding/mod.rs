//! Path queries on a mesh: locate, search, corridor, portals, funnel and surface, with a timeline.
//!
//! This module never changes a mesh. It does not depend on documents, files or rendering.
//!
//! The modules are listed in reading order; a module uses only modules above it. Every name has one path.
//!
//! The submodules are ordered as `pathfinding/mod.rs` lists them: agents, queries without a path, the search mesh,
//! string pulling, the two kinds of searches, the timeline, the query, prepared data, analyses. Each is a directory
//! whose `mod.rs` defines its main type, such as `query::{Query, Answer, find_path}` or `search::Search`. The other
//! items are in files named after them, such as `mesh_query::raycast::raycast` or `agent::walkable::Walkable`. No name
//! is exported a second time, so every name has one path; `tests/it/architecture.rs` checks this, and the order.
//!
//! `find_path` locates both ends, searches a corridor, lists its portals and pulls the string. Each algorithm exists
//! once, generic over an observer; `find_path_traced` is the same run with a recorder. The recording is a `QueryTrace`:
//! a list of events per `Stage`, and one index over all of them. Captions, keys (`StepKey`, which survives an edit),
//! breakpoints and pictures are functions of an event. A `FunnelStep` contains the whole state of the funnel before a
//! decision, the two signed areas, and the decision; a step back is an index into a `Vec`. Orientation is decided on a
//! `Plane`: the ground, or the corridor's cells unfolded one after the other, so the same funnel works on curved
//! surfaces. `WallClearances` are the line segments between walls that limit an agent's width; `widest` finds the path
//! with the largest minimum clearance. An agent's radius narrows the portals of the funnel; `Rounding` then adds arcs
//! around the corners of walls.
//!
//! `SearchMesh` is a compact copy of a mesh for searches: sides in rings, walls, turning corners, and the blocks
//! (biconnected components) between two cells. `SearchMesh::with_merged_cells` merges cells whose union is convex;
//! answers still name the document's cells. Searches are exact in convex polygons only, so a cell that is not convex by
//! exact predicate is searched as its convex `Pieces`. Pieces are cut along diagonals, and the pieces of a cell form a
//! tree. `SearchMesh` and `LazySearchMesh` copy pieces instead of the cell, `portals_of` lists the diagonals that a
//! corridor crosses, and walks on the surface go from piece to piece. Corridors name cells only. Corners exactly on a
//! straight line stay, because every algorithm handles them exactly. A cell without area, or one that crosses itself,
//! cannot be cut and is searched as it is: paths through it are valid but not proven shortest.
//! `SearchMesh::with_landmarks` stores the distance of every corner to sixteen far corners of its island (ALT, Goldberg
//! and Harrelson, 2005), which improves the heuristic from about a thousand queries on. The search for the optimum runs
//! on a `SearchMesh`, or on a `LazySearchMesh` that copies each cell when it is entered: for a single query, or while
//! the mesh is dragged. After more expansions than there are sides, the search stores upper bounds of the distances of
//! corners (`VertexUpperBounds`) and prunes intervals that they exclude.
//!
//! A `PointLocator` is to `locate` what a `SearchMesh` is to the search: it is sorted for many points, and returns bit
//! for bit the same answers. It does not depend on the agent, so one serves all queries; `find_paths` builds it when
//! there are enough of them. A `SearchFootprint` lists the vertices that the search for an answer visited. Until a cell
//! at one of them changes, the editor keeps the answer and its recorded steps (`Editor::searched_at`);
//! `tests/it/answers_stay.rs` compares them with those of a new search. A `Solver` is a `SearchMesh` with the memory of
//! a search, for one agent and one filter; `find_paths` gives each of its threads one.
//!
//! An `AlgorithmChoice` is the user's setting: an `Algorithm`, or automatic selection. `SelectedAlgorithm` is the
//! algorithm that answered, with the reason. Automatic selection runs Polyanya first, and all other algorithms unless
//! its path is proven optimal. The path with the least `Path::measure` is the answer: its cost, or its length if every
//! metre costs 1. A `Search` of a target's cell that a path may leave again opens the target as a node of its own.
//! Observers receive the events of the search that answers, and of no other. Lengths are measured along the surface
//! (`Path::length_on_surface`), and each `Portal` contains the cost of a metre behind it, while Polyanya and the funnel
//! work on the ground plan. `optimality` derives a lower bound of all paths from the ground-plan optimum; a path is
//! called the shortest, or the cheapest, only if it is equal to that bound. `crossings` places the crossings of wide
//! links, and of portals where the cost of a metre changes, where the string is cheapest, before the funnel runs. The
//! `Method` of a `Search` defines its nodes, their costs and the heuristic. `compare` runs all algorithms, reports a
//! `Defect` if two results contradict each other, and tries edits that would remove a detour on copies of the mesh.
//!
//! `raycast`, `move_along_surface`, `move_with_radius`, `distance_to_wall`, `local_walls`, `closest_reachable`,
//! `cells_in_circle` and `random_points` need no path; each has a file of its own, and uses `Walkable` alone.
//! `move_with_radius` sweeps a circle: it computes the first contact with a wall, moves to it, and goes on along the
//! tangent. Narrow portals need no test of their own, because their ends are walls. `constrained_walks` contains two
//! older methods for a step, to compare with `move_along_surface`. The points that they return lie in their cells by
//! exact predicate.
//!
//! `chokepoints` finds in linear time, with `LowLinks`, the cells and portals without which an island falls apart.
//! `all_pairs` computes the distances between all cells (cubic, with a stated limit). `distance_field` computes the
//! distance from a point to all others, in windows: cones from a root that enter a cell.
//!
//! An answer is not an error: `Outcome` is a `Path`, a `Partial` path with a `Why`, or no path with a `Why`.
//!
//! Invariant: this module never changes a mesh, and the same input gives the same path on every machine (no hash order,
//! ties by id).
//!
//! Invariant: stepping to the end equals running, and observing changes nothing; `tests/it/trace_laws.rs`.

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
