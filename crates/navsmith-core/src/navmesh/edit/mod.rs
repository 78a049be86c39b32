//! All edits of a mesh, one file per family, built on the primitive changes of [`Draft`].
//!
//! An edit succeeds completely or is refused with a reason. After a refusal the draft may be partly changed, and the
//! caller discards it. No edit breaks [`super::NavMesh::check`]. Edits that construct cells make convex,
//! counter-clockwise ones. Edits that join vertices keep sound cells sound. Only moves may leave concave, flipped or
//! overlapping cells, for the user to repair. An edit removes vertices that lose their last cell; vertices that were
//! isolated before stay. This module does not depend on selections, tools or history.

mod refusal;
mod require;
mod ring;
mod cells;
mod substitute;
mod transform;
mod merge;
mod draw;
mod extrude;
mod edge;
mod separate;
mod untangle;
mod knife;
mod remove;
mod subtract;
mod link;
mod fragment;

pub use cells::{merge_convex, paint, reverse_winding, split_concave, split_within, triangulate};
pub use draw::{Corner, add_vertex, bridge, draw_cell, fill};
pub use edge::{flip_edge, split_edge};
pub use extrude::extrude_edges;
pub use fragment::{Fragment, copy, paste, take_out};
pub use knife::cut;
pub use link::{
    add_link, allow_links, delete_links, make_two_way, move_link_end, move_link_place, set_link,
    transform_links, with_links_on_cells,
};
pub use merge::{BoundaryGap, MergeAt, drop_onto, merge_vertices, stitch, weld_by_distance};
pub use refusal::Refusal;
pub use remove::{delete_cells, delete_edges, delete_vertices, dissolve_edges, dissolve_vertices};
pub use require::storable;
pub use separate::{separate, separate_fans};
pub use subtract::{convex_parts, cut_hole, cut_out, cut_out_unchecked, join_at_contact};
pub use transform::{move_vertices, place_soundly, rotate, scale, transform_vertices, turned};
pub use untangle::untangle;

use super::{CellId, Draft, Edge, LinkId, VertexId};

/// The elements that an edit made or changed, to be selected after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// Vertices that the edit made, moved or kept.
    pub vertices: Vec<VertexId>,
    /// Edges that the edit made.
    pub edges: Vec<Edge>,
    /// Cells that the edit made or changed.
    pub cells: Vec<CellId>,
    /// Links that the edit made or changed.
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

/// The elements to select after an edit, or the reason for its refusal.
pub type EditResult = Result<Edited, Refusal>;
