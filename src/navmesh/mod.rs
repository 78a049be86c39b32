//! The mesh as a value, what is derived from it, and every edit of it.
//!
//! A mesh may be broken (concave, flipped, overlapping cells, three cells on one edge): an editor must hold it to mend
//! it. Topology is decided by ids, never by comparing positions.
//! This room does not know documents, selections, files or colours.

mod id;
mod paged_vec;
mod paged_lists;
mod link;
mod mesh;
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

pub use adjacency::{Adjacency, EdgeKind};
pub use derived::{Changes, Derived};
pub use draft::Draft;
pub use id::{AreaId, CellId, Edge, HalfEdge, IdCounts, IslandId, LinkId, VertexId};
pub use islands::{Island, Islands};
pub use link::{Link, LinkEnd};
pub use links::{Attachment, LinkAnchor, LinkStep, Links, MOST_ANCHORS, UnattachedReason};
pub use locator::Locator;
pub(crate) use locator::{Grid, Span, distance_squared};
pub use mesh::{Cell, Corners, NavMesh};
pub use paged_vec::PagedVec;
pub use pieces::Pieces;
pub use surface::Surface;
pub(crate) use surface::{height_in, level, nearest_of_triangle, nearest_on_sides};
pub use weld::{Soup, WeldOptions, WeldReport, weld};
