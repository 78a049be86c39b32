//! The navigation mesh as a value, the structures derived from it, and all edits of it.
//!
//! A mesh may be invalid: cells may be concave, flipped or overlapping, and three cells may share an edge. The editor
//! must hold such a mesh to repair it. Ids decide the topology; positions are never compared for it. This module does
//! not depend on documents, selections, files or colours.

mod id;
mod paged_vec;
mod paged_lists;
mod link;
mod mesh;
mod closed_surface;
mod surface;
mod pieces;
mod adjacency;
mod islands;
mod locator;
mod links;
mod derived;
mod draft;
mod weld;
pub mod edit;
pub mod synthetic;
#[cfg(test)]
pub(crate) mod notation;

pub use adjacency::{Adjacency, EdgeKind};
pub use derived::{Changes, Derived};
pub use draft::Draft;
pub use id::{AreaId, CellId, Edge, HalfEdge, IdCounts, IslandId, LinkId, VertexId};
pub use islands::{Island, IslandLabel, Islands};
pub use link::{Link, LinkEnd};
pub use links::{Attachment, LinkAnchor, LinkStep, Links, MOST_ANCHORS, UnattachedReason};
pub use locator::Locator;
pub(crate) use locator::grid_around;
pub use mesh::repeated;
pub use mesh::{Cell, Corners, NavMesh};
use paged_vec::PagedVec;
pub use pieces::Pieces;
pub use surface::{Surface, ground_within};
pub use surface::{height_in, level, nearest_of_triangle, nearest_on_sides};
pub use weld::{Soup, WALL_SLOPE, WeldOptions, WeldReport, weld, weld_mesh};
