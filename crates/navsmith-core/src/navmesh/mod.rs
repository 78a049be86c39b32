//! The navigation mesh as a value, the structures derived from it, and all edits of it.
//!
//! A mesh may be invalid: cells may be concave, flipped or overlapping, and three cells may share an edge. The editor
//! must hold such a mesh to repair it. Ids decide the topology; positions are never compared for it. This module does
//! not depend on documents, selections, files or colours.
//!
//! `NavMesh` is a value: `PagedVec`s of vertices, cells and links, and of the detail heights that cells may have. A `PagedVec` is a copy-on-write array in
//! pages of 512 elements. A clone costs almost nothing, so a snapshot for undo or for a worker is a clone. Two
//! revisions are compared page by page, by pointer first. `PagedLists` stores many short lists in the same way, such as
//! the cells around each vertex. Derived data uses both, so its clones are cheap too.
//!
//! A `Cell` is a loop of `VertexId`s, counter-clockwise from above, with an `AreaId`. A `Link` joins two spans of the
//! surface that share no edge. It stores positions, not cells, so edits of cells do not change it. `Links` contains the
//! cells at its ends; an end without a cell reports the distance to the nearest one. A mesh may be geometrically broken
//! (concave, flipped or overlapping cells, three cells at an edge), so that the editor can repair it. It is never
//! structurally broken; `NavMesh::check` lists what always holds.
//!
//! A `Draft` is a mesh that is being edited, with its `Adjacency`; each of its primitives updates both. `navmesh::edit`
//! has one file per family of edits. An edit is a function on a `Draft`; it returns `Edited` (the elements to select
//! next) or a `Refusal` (a sentence for the user).
//!
//! `navmesh::synthetic` creates meshes from a seed for tests and measurements, with the same result on every machine.
//!
//! `Derived` contains `Adjacency` (cells at a vertex, twin of a side), `Islands` (connected components), `Locator` (a
//! grid over the ground) and `Links` (cells and islands that links join). `Derived::update` compares the mesh with the
//! one that it was derived from, and updates what differs. Edits, drags, undo and redo all use it. Islands are updated
//! by alternating floods from the changed cells, so a cut costs as much as its smaller part. The measures of an island
//! are stored as a tree of sums, and updated along one path to its root. The first access after an update computes the
//! numbers and the measures, so edits that need neither take no time for them.
//!
//! An edge of three or more cells joins the two that continue each other; only there, positions decide which cells are
//! neighbours.
//!
//! On a closed surface (`NavMesh::is_closed_surface`), points are located by the nearest ground, and windings are
//! compared between neighbours.
//!
//! Invariant: everywhere else, ids decide topology, never positions. Positions are compared only in welding, in
//! snapping and in attaching links, with a stated tolerance.
//!
//! Invariant: `Derived::update` and `Derived::build` give equal values, unless the search for cells at links used up
//! its budget (`Links::is_cut_short`); a property test compares them after random edits.
//!
//! Invariant: no id is given to a second element while a document is open. Removed elements leave empty slots, and
//! files are written without them. The editor counts the ids given (`IdCounts`), so an undo does not release them.
//!
//! Invariant: this module does not depend on documents, selections, files or colours.

mod id;
mod paged_vec;
mod paged_lists;
mod link;
mod detail;
mod mesh;
mod memory;
mod closed_surface;
mod surface;
mod detail_pieces;
mod pieces;
mod adjacency;
mod islands;
mod locator;
mod links;
mod headroom;
mod cell_facts;
mod derived;
mod draft;
mod detailed;
mod apart;
mod weld;
pub mod edit;
pub mod synthetic;

pub use adjacency::{Adjacency, EdgeKind};
pub use derived::{Changes, Derived};
pub use detail::CellDetail;
pub use draft::Draft;
pub use id::{AreaId, CellId, Edge, HalfEdge, IdCounts, IslandId, LinkId, VertexId};
pub use islands::{Island, IslandLabel, Islands};
pub use link::{Link, LinkEnd};
pub use links::{Attachment, LinkAnchor, LinkStep, Links, MOST_ANCHORS, UnattachedReason};
pub use locator::Locator;
pub(crate) use locator::grid_around;
pub use mesh::{Cell, Corners, NavMesh, repeated};
use paged_vec::PagedVec;
pub use pieces::Pieces;
pub use surface::{
    Surface, SurfaceBends, ground_within, height_in, level, nearest_of_triangle, nearest_on_sides,
};
pub use weld::{Soup, WALL_SLOPE, WeldOptions, WeldReport, divide_repeated, weld, weld_mesh};
