//! Edits of a document that the program proposes, as values with a label.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::IssueKind;
use crate::document::NameList;
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{AreaId, CellId, Edge, HalfEdge, Link, LinkId, VertexId};
use navsmith_core::pathfinding::query::relaxation::Relaxation;
use navsmith_core::simulation::scenario::Scenario;

/// An edit of a document that fixes an issue, connects cells, or opens or shortens a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Fix {
    /// Splits the cell into convex cells.
    SplitConcave(CellId),
    /// Divides the cell, which crosses itself, into convex cells.
    Untangle(CellId),
    /// Reverses the winding of the cell.
    Reverse(CellId),
    /// Deletes the cell.
    Delete(CellId),
    /// Deletes the cell, which is the smaller of two overlapping cells.
    DeleteSmaller(CellId),
    /// Cuts one cell out of another that it overlaps, and joins them along the cut.
    CutOut {
        /// The cell that stays unchanged.
        cell: CellId,
        /// The cell that is cut.
        from: CellId,
    },
    /// Gives the cell own vertices at the ends of an edge of three or more cells.
    Separate {
        /// The cell.
        cell: CellId,
        /// The edge.
        edge: Edge,
    },
    /// Welds the gap.
    Stitch(BoundaryGap),
    /// Welds an end of each of two edges into the other edge.
    StitchBoth([BoundaryGap; 2]),
    /// Merges the ends of the edge.
    Collapse(Edge),
    /// Rotates the edge within the union of its cells.
    Flip(Edge),
    /// Adds a vertex at the midpoint of the edge.
    SplitEdge(Edge),
    /// Joins the cells beside the edge.
    Dissolve(Edge),
    /// Divides the cell into triangles.
    Triangulate(CellId),
    /// Removes the vertex from its cells.
    DissolveVertex(VertexId),
    /// Gives each fan of cells around the vertex a vertex of its own.
    SeparateFans(VertexId),
    /// Deletes the vertex, which belongs to no cell.
    DeleteVertex(VertexId),
    /// Moves the unattached ends of the link onto the nearest cells.
    Attach {
        /// The link.
        link: LinkId,
        /// The cell nearest to the first unattached end.
        to: CellId,
    },
    /// Gives the forbidden link the cost of plain ground.
    AllowLink(LinkId),
    /// Deletes the link.
    DeleteLink(LinkId),
    /// Lets the link be used in both directions.
    MakeTwoWay(LinkId),
    /// Deletes the cells of the issue's island, the first of which is named.
    DeleteIsland(CellId),
    /// Moves the ends of the portal apart, to the diameter of the agent.
    Widen(Edge),
    /// Moves the vertex to the nearest height of a level.
    TakeHeight(VertexId),
    /// Moves the boundary edge away from a wall, to the radius of the agent.
    MoveFromWall(Edge),
    /// Cuts the walls on the cell out of the mesh, grown by the radius of the agent.
    CutWalls(CellId),
    /// Welds the two sides of a crack.
    WeldCrack([HalfEdge; 2]),
    /// Draws a cell between two sides.
    Bridge([HalfEdge; 2]),
    /// Places a link between the two sides of a crack.
    LinkCrack([HalfEdge; 2]),
    /// Adds a link.
    Link(Link),
    /// Splits cells where a side of another one lies in their inside, and joins them.
    SplitContact {
        /// The cell with the side.
        cell: CellId,
        /// The cells that are split; the side lies on the first one.
        others: Vec<CellId>,
    },
    /// Divides the cell into convex cells of at most this number of corners.
    LimitCorners {
        /// The cell.
        cell: CellId,
        /// Maximum number of corners, at least 3.
        most: usize,
    },
    /// Moves the whole document to the origin.
    Recenter,
    /// Gives the element of a list an unused name.
    Rename(NameList, usize),
    /// Lets all saved queries enter the area, at the cost of plain ground.
    AllowArea(AreaId),
    /// Changes the settings of a query, and makes links two-way.
    Unblock(Relaxation),
    /// Replaces the scenario at an index.
    Scenario(usize, Arc<Scenario>),
}

impl Fix {
    /// Returns the label of a button for this fix, with ids.
    pub fn label(&self) -> String {
        match self {
            Self::SplitConcave(cell) => format!("Split cell {} into convex cells", cell.0),
            Self::Untangle(cell) => format!("Divide cell {} where it crosses itself", cell.0),
            Self::Reverse(cell) => format!("Reverse the winding of cell {}", cell.0),
            Self::Delete(cell) | Self::DeleteSmaller(cell) => format!("Delete cell {}", cell.0),
            Self::CutOut { cell, from } => format!("Cut cell {} out of cell {}", cell.0, from.0),
            Self::Separate { cell, edge } => format!("Separate cell {} from edge {edge}", cell.0),
            Self::Stitch(BoundaryGap::Vertices(one, other)) => {
                format!("Weld vertices {} and {}", one.0, other.0)
            }
            Self::Stitch(BoundaryGap::VertexEdge(vertex, edge)) => {
                format!("Weld vertex {} onto edge {edge}", vertex.0)
            }
            Self::StitchBoth(_) => "Weld both ends".to_owned(),
            Self::Collapse(edge) => format!("Merge the ends of edge {edge}"),
            Self::Flip(edge) => format!("Flip edge {edge}"),
            Self::SplitEdge(edge) => format!("Split edge {edge}"),
            Self::Dissolve(edge) => format!("Dissolve edge {edge}"),
            Self::Triangulate(cell) => format!("Divide cell {} into triangles", cell.0),
            Self::DissolveVertex(vertex) => format!("Dissolve vertex {}", vertex.0),
            Self::SeparateFans(vertex) => format!("Separate the fans at vertex {}", vertex.0),
            Self::DeleteVertex(vertex) => format!("Delete vertex {}", vertex.0),
            Self::Attach { link, to } => format!("Move link {} onto cell {}", link.0, to.0),
            Self::AllowLink(link) => format!("Allow link {}", link.0),
            Self::DeleteLink(link) => format!("Delete link {}", link.0),
            Self::MakeTwoWay(link) => format!("Make link {} two-way", link.0),
            Self::DeleteIsland(cell) => format!("Delete the island of cell {}", cell.0),
            Self::Widen(edge) => format!("Widen portal {edge}"),
            Self::TakeHeight(vertex) => format!("Move vertex {} to the level", vertex.0),
            Self::MoveFromWall(edge) => format!("Move edge {edge} away from the wall"),
            Self::CutWalls(cell) => format!("Cut the walls out of cell {}", cell.0),
            Self::WeldCrack([one, other]) => format!("Weld cells {} and {}", one.cell.0, other.cell.0),
            Self::Bridge([one, other]) => {
                format!("Draw a cell between cells {} and {}", one.cell.0, other.cell.0)
            }
            Self::LinkCrack([one, other]) => format!("Link cells {} and {}", one.cell.0, other.cell.0),
            Self::Link(_) => "Place a link".to_owned(),
            Self::SplitContact { .. } => label_of_contacts(std::slice::from_ref(self)),
            Self::LimitCorners { cell, most } => {
                format!("Split cell {} into cells of at most {most} corners", cell.0)
            }
            Self::Recenter => "Recentre the document".to_owned(),
            Self::Rename(list, index) => format!("Rename {} {}", list.noun(), index + 1),
            Self::AllowArea(area) => format!("Allow area {}", area.0),
            Self::Unblock(relaxation) => relaxation.title(),
            Self::Scenario(index, _) => format!("Change scenario {}", index + 1),
        }
    }

    /// Returns the label of a button and the name of the undo step for fixes of several issues of a kind.
    pub fn label_of_many(&self, kind: IssueKind) -> &'static str {
        match self {
            Self::SplitConcave(_) => "Split concave cells",
            Self::Untangle(_) => "Divide crossing cells",
            Self::Reverse(_) => "Reverse windings",
            Self::Delete(_) => label_of_deleting(kind),
            Self::DeleteSmaller(_) => "Delete the smaller cells",
            Self::CutOut { .. } => "Cut out cells",
            Self::Separate { .. } => "Separate cells",
            Self::Stitch(_) | Self::StitchBoth(_) => "Weld gaps",
            Self::Collapse(_) => "Merge ends of edges",
            Self::Flip(_) => "Flip edges",
            Self::Dissolve(_) => "Dissolve edges",
            Self::Triangulate(_) => "Divide into triangles",
            Self::DissolveVertex(_) => "Dissolve vertices",
            Self::SeparateFans(_) => "Separate fans",
            Self::DeleteVertex(_) => "Delete vertices",
            Self::Attach { .. } => "Move links onto cells",
            Self::AllowLink(_) => "Allow links",
            Self::DeleteLink(_) => "Delete links",
            Self::MakeTwoWay(_) => "Make links two-way",
            Self::DeleteIsland(_) => "Delete islands",
            Self::Widen(_) => "Widen portals",
            Self::TakeHeight(_) => "Take heights",
            Self::MoveFromWall(_) => "Move edges away from walls",
            Self::CutWalls(_) => "Cut out walls",
            Self::WeldCrack(_) => "Weld cracks",
            Self::Bridge(_) => "Bridge cracks",
            Self::LinkCrack(_) => "Link over cracks",
            Self::LimitCorners { .. } => "Split cells",
            Self::Recenter => "Recentre the document",
            Self::Rename(..) => "Rename elements",
            Self::AllowArea(_) => "Allow areas",
            // Issues have none of these fixes.
            Self::SplitEdge(_)
            | Self::Link(_)
            | Self::SplitContact { .. }
            | Self::Unblock(_)
            | Self::Scenario(..) => "Apply fixes",
        }
    }
}

/// Returns the label of splits of cells at contacts.
pub(super) fn label_of_contacts(fixes: &[Fix]) -> String {
    let split =
        |fix: &Fix| if let Fix::SplitContact { others, .. } = fix { others.clone() } else { Vec::new() };
    let others: BTreeSet<CellId> = fixes.iter().flat_map(split).collect();
    let contact = if fixes.len() > 1 { "contacts" } else { "contact" };
    match Vec::from_iter(others).as_slice() {
        [other] => format!("Split cell {} at the {contact} and join", other.0),
        [one, other] => format!("Split cells {} and {} at the {contact} and join", one.0, other.0),
        others => format!("Split {} cells at the {contact} and join", others.len()),
    }
}

/// Returns the label of a button that deletes a cell of each of several issues of a kind.
fn label_of_deleting(kind: IssueKind) -> &'static str {
    match kind {
        IssueKind::Concave => "Delete the concave cells",
        IssueKind::InsideOut => "Delete the cells inside out",
        IssueKind::SelfCrossing => "Delete the crossing cells",
        IssueKind::Flat => "Delete the cells without area",
        IssueKind::Duplicate => "Delete the copies",
        IssueKind::Tangled => "Delete the newest cells",
        IssueKind::NonManifold => "Delete the smallest cells",
        IssueKind::Sliver(_) => "Delete the slivers",
        IssueKind::LoneCell => "Delete the lone cells",
        IssueKind::Steep => "Delete the steep cells",
        _ => "Delete the cells",
    }
}
