//! Edits that fix an issue, as values with a label.

use super::{Issue, IssueKind, SliverShape};
use crate::document::NameList;
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{AreaId, CellId, Edge, HalfEdge, LinkId, VertexId};

/// An edit that fixes an issue; the editor turns it into one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Draws a cell between the two sides of a crack.
    BridgeCrack([HalfEdge; 2]),
    /// Places a link between the two sides of a crack.
    LinkCrack([HalfEdge; 2]),
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
}

impl Fix {
    /// Returns the label of a button for this fix, with ids.
    pub fn label(self) -> String {
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
            Self::BridgeCrack([one, other]) => {
                format!("Draw a cell between cells {} and {}", one.cell.0, other.cell.0)
            }
            Self::LinkCrack([one, other]) => format!("Link cells {} and {}", one.cell.0, other.cell.0),
            Self::LimitCorners { cell, most } => {
                format!("Split cell {} into cells of at most {most} corners", cell.0)
            }
            Self::Recenter => "Recentre the document".to_owned(),
            Self::Rename(list, index) => format!("Rename {} {}", list.noun(), index + 1),
            Self::AllowArea(area) => format!("Allow area {}", usize::from(area.0) + 1),
        }
    }

    /// Returns the label of a button and the name of the undo step for fixes of several issues of a kind.
    pub fn label_of_many(self, kind: IssueKind) -> &'static str {
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
            Self::BridgeCrack(_) => "Bridge cracks",
            Self::LinkCrack(_) => "Link over cracks",
            Self::LimitCorners { .. } => "Split cells",
            Self::Recenter => "Recentre the document",
            Self::Rename(..) => "Rename elements",
            Self::AllowArea(_) => "Allow areas",
        }
    }
}

impl Issue {
    /// Returns the edits that fix the issue, the best first.
    ///
    /// Those that are a choice of the user come last.
    pub fn fixes(&self) -> Vec<Fix> {
        let mut fixes = self.unordered_fixes();
        fixes.sort_by_key(|fix| self.is_choice(*fix));
        fixes
    }

    /// Whether an edit removes ground, or moves vertices farther than the weld distance.
    fn is_choice(&self, fix: Fix) -> bool {
        self.removes_ground(fix) || self.move_of(fix).is_some()
    }

    /// Whether an edit deletes ground that no other cell covers.
    fn removes_ground(&self, fix: Fix) -> bool {
        // A copy is covered, and a cell without area has no ground.
        let is_lossless = matches!(self.kind, IssueKind::Duplicate | IssueKind::Flat);
        let deletes = matches!(fix, Fix::Delete(_) | Fix::DeleteSmaller(_) | Fix::DeleteIsland(_));
        deletes && !is_lossless
    }

    /// Returns the distance by which an edit moves vertices; `None` up to the weld distance.
    pub(super) fn move_of(&self, fix: Fix) -> Option<f32> {
        let moves = matches!(
            fix,
            Fix::Stitch(_)
                | Fix::StitchBoth(_)
                | Fix::WeldCrack(_)
                | Fix::Collapse(_)
                | Fix::Widen(_)
                | Fix::TakeHeight(_)
                | Fix::MoveFromWall(_)
        );
        self.moves.filter(|_| moves)
    }

    fn unordered_fixes(&self) -> Vec<Fix> {
        let first = self.cells.first().copied().unwrap_or_default();
        match self.kind {
            IssueKind::Concave => vec![Fix::SplitConcave(first), Fix::Delete(first)],
            IssueKind::InsideOut => vec![Fix::Reverse(first), Fix::Delete(first)],
            IssueKind::SelfCrossing => vec![Fix::Untangle(first), Fix::Delete(first)],
            IssueKind::Flat | IssueKind::LoneCell | IssueKind::Steep => vec![Fix::Delete(first)],
            IssueKind::Overlap => fixes_of_overlap(self),
            IssueKind::Tangled => fixes_of_tangled(self),
            IssueKind::NonManifold => fixes_of_non_manifold(self),
            // The newer cell probably is the copy.
            IssueKind::Duplicate => self.cells.last().copied().map(Fix::Delete).into_iter().collect(),
            IssueKind::BoundaryGap(gap) | IssueKind::TJunction(gap) => vec![Fix::Stitch(gap)],
            IssueKind::PartialOverlap(gaps) => vec![Fix::StitchBoth(gaps)],
            IssueKind::ShortEdge(edge) => vec![Fix::Collapse(edge)],
            IssueKind::Sliver(shape) => self.fixes_of_sliver(shape, first),
            IssueKind::Uneven => vec![Fix::Triangulate(first)],
            IssueKind::StraightCorner(vertex) => vec![Fix::DissolveVertex(vertex)],
            IssueKind::Pinched(vertex) => vec![Fix::SeparateFans(vertex)],
            IssueKind::UnusedVertex(vertex) => vec![Fix::DeleteVertex(vertex)],
            IssueKind::Unattached(link, _) if self.distance.is_none() => {
                vec![Fix::AllowLink(link), Fix::DeleteLink(link)]
            }
            IssueKind::Unattached(link, _) => vec![Fix::Attach { link, to: first }, Fix::DeleteLink(link)],
            // The newer link probably is the copy.
            IssueKind::DuplicateLink(_, other) => vec![Fix::DeleteLink(other)],
            IssueKind::NoReturn(link) => vec![Fix::MakeTwoWay(link), Fix::DeleteLink(link)],
            IssueKind::TinyIsland => vec![Fix::DeleteIsland(first)],
            IssueKind::NarrowPortal(edge) => vec![Fix::Widen(edge)],
            IssueKind::SizeContrast(edge) => vec![Fix::Dissolve(edge)],
            IssueKind::OffLevel(vertex) => vertex.map(Fix::TakeHeight).into_iter().collect(),
            // A cell between sides that lie over each other would have no area.
            IssueKind::Crack { sides, is_step: true } => vec![Fix::LinkCrack(sides), Fix::WeldCrack(sides)],
            IssueKind::Crack { sides, is_step: false } => {
                vec![Fix::BridgeCrack(sides), Fix::LinkCrack(sides), Fix::WeldCrack(sides)]
            }
            IssueKind::SameName(list, _, again) => vec![Fix::Rename(list, again)],
            IssueKind::ForbiddenArea(area) => vec![Fix::AllowArea(area)],
            IssueKind::WallInside => vec![Fix::CutWalls(first)],
            IssueKind::NearWall(edge) => self.distance.map(|_| Fix::MoveFromWall(edge)).into_iter().collect(),
            // It is undetermined which cells are in excess, and deleting the link would remove its connection.
            IssueKind::Crowded(..) => Vec::new(),
            IssueKind::FarFromOrigin
            | IssueKind::ExportCoarse
            | IssueKind::ExportCorners(_)
            | IssueKind::ExportCollapse { .. }
            | IssueKind::ExportRefused
            | IssueKind::ExportMerge(_)
            | IssueKind::ExportMargin(_)
            | IssueKind::ExportError => self.fixes_of_export(first),
        }
    }

    /// Returns the fixes of coordinates and cells that a format cannot store.
    fn fixes_of_export(&self, first: CellId) -> Vec<Fix> {
        match self.kind {
            IssueKind::ExportCorners(most) => vec![Fix::LimitCorners { cell: first, most }],
            IssueKind::ExportCollapse { vertices: [one, other], is_far } => {
                let recenter = is_far.then_some(Fix::Recenter);
                recenter.into_iter().chain([Fix::Stitch(BoundaryGap::Vertices(one, other))]).collect()
            }
            IssueKind::FarFromOrigin | IssueKind::ExportCoarse => vec![Fix::Recenter],
            // Only the user can choose how a file is exported.
            _ => Vec::new(),
        }
    }

    /// Returns the fixes of a sliver; at the boundary, it is joined to a neighbour if that is possible.
    fn fixes_of_sliver(&self, shape: SliverShape, cell: CellId) -> Vec<Fix> {
        match shape {
            // Without the sliver, its neighbours would form a gap.
            SliverShape::Needle(edge) => vec![Fix::Collapse(edge)],
            SliverShape::Cap(edge) => vec![Fix::Flip(edge), Fix::Dissolve(edge)],
            SliverShape::Border => {
                let dissolve = self.edges.first().copied().map(Fix::Dissolve);
                dissolve.into_iter().chain([Fix::Delete(cell)]).collect()
            }
        }
    }

    /// Returns the edit that fixes the issue best; `None` if only the user can choose.
    ///
    /// It removes no ground, except that of a copy, and moves no vertex farther than the weld distance.
    pub fn fix(&self) -> Option<Fix> {
        self.fixes().first().copied().filter(|fix| !self.is_choice(*fix))
    }

    /// Returns the first edit, even if it moves vertices far; `None` if it would remove ground.
    pub(super) fn fix_that_keeps_ground(&self) -> Option<Fix> {
        self.fixes().first().copied().filter(|fix| !self.removes_ground(*fix))
    }

    /// Returns the label of a button for one of its fixes, with the distance that it moves vertices.
    pub fn label_of(&self, fix: Fix) -> String {
        let label = fix.label();
        match self.move_of(fix) {
            Some(distance) => format!("{label}, which moves vertices by up to {distance:.2} m"),
            None => label,
        }
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

/// Returns the fixes of two cells, the larger first, that lie over each other.
fn fixes_of_overlap(issue: &Issue) -> Vec<Fix> {
    match *issue.cells.as_slice() {
        [larger, smaller] => vec![
            Fix::CutOut { cell: smaller, from: larger },
            Fix::CutOut { cell: larger, from: smaller },
            Fix::DeleteSmaller(smaller),
        ],
        _ => Vec::new(),
    }
}

/// Returns the fixes of edges that cross.
///
/// They concern the newest cell first, because it probably caused the issue.
fn fixes_of_tangled(issue: &Issue) -> Vec<Fix> {
    let newest = || issue.cells.iter().rev().copied();
    let edge = issue.edges.first().copied();
    let separate = edge.zip(newest().next()).map(|(edge, cell)| Fix::Separate { cell, edge });
    separate.into_iter().chain(newest().map(Fix::Delete)).collect()
}

/// Returns the fixes of an edge of three or more cells.
///
/// They concern the smallest cell that is not joined.
fn fixes_of_non_manifold(issue: &Issue) -> Vec<Fix> {
    match (issue.cells.last(), issue.edges.first()) {
        (Some(&cell), Some(&edge)) => vec![Fix::Separate { cell, edge }, Fix::Delete(cell)],
        _ => Vec::new(),
    }
}
