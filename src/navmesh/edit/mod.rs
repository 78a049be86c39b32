//! Every edit of a mesh, one file per family, all built of the few changes that [`Draft`] knows.
//!
//! An edit does all of what it says or refuses with a reason; after a refusal the draft may be half changed, and the
//! caller throws it away. No edit breaks [`super::NavMesh::check`]. Edits that construct cells make convex,
//! counter-clockwise ones, and those that join vertices leave sound cells sound; only moves may leave concave, inside-out or overlapping ones behind, to be marked and mended.
//! Vertices that lose their last cell to an edit go with it; vertices that were loose before stay.
//! This room does not know selections, tools or history.

mod refusal;
mod require;
#[cfg(test)]
mod text;
mod ring;
mod mend;
mod transform;
mod merge;
mod draw;
mod extrude;
mod split;
mod knife;
mod dissolve;
mod delete;
mod flip;
mod partition;
mod reverse;
mod fragment;
mod subtract;
mod paint;
mod stitch;
mod bridge;
mod link;

pub use bridge::bridge;
pub use delete::{delete_cells, delete_edges, delete_vertices};
pub use dissolve::{dissolve_edges, dissolve_vertices};
pub use draw::{Corner, add_vertex, draw_cell, fill};
pub use extrude::extrude_edges;
pub use flip::flip_edge;
pub use fragment::{Fragment, copy, copy_links, duplicate, paste, take_out};
pub use knife::cut;
pub use link::{add_link, delete_links, move_link_end, move_link_place, set_link, transform_links};
pub use merge::{MergeAt, drop_onto, merge_vertices, weld_by_distance};
pub use paint::paint;
pub use partition::{merge_convex, split_concave, triangulate};
pub use refusal::Refusal;
pub use reverse::reverse_winding;
pub use split::split_edge;
pub use stitch::{NearMiss, stitch};
pub(crate) use subtract::convex_parts;
pub use subtract::{cut_hole, cut_out};
pub use transform::{move_vertices, rotate, scale, set_height, transform_vertices, turned};

use super::{CellId, Draft, Edge, LinkId, VertexId};

/// What an edit made or changed: what to select after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// Vertices that it made, moved or kept.
    pub vertices: Vec<VertexId>,
    /// Edges that it made.
    pub edges: Vec<Edge>,
    /// Cells that it made or changed.
    pub cells: Vec<CellId>,
    /// Links that it made or changed.
    pub links: Vec<LinkId>,
}

impl Edited {
    fn of_vertices(vertices: Vec<VertexId>) -> Self {
        Self { vertices, ..Self::default() }
    }

    fn of_links(links: Vec<LinkId>) -> Self {
        Self { links, ..Self::default() }
    }

    fn of_cells(cells: Vec<CellId>) -> Self {
        Self { cells, ..Self::default() }
    }
}

/// What to select after an edit, or why it was refused.
pub type EditResult = Result<Edited, Refusal>;
