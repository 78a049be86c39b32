//! Edits that fix an issue, as values with a label.

use super::{Issue, IssueKind};
use crate::navmesh::edit::BoundaryGap;
use crate::navmesh::{CellId, Edge, LinkId, VertexId};

/// An edit that fixes an issue; the editor turns it into one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fix {
    /// Splits the cell into convex cells.
    SplitConcave(CellId),
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
    /// Welds the gap.
    Stitch(BoundaryGap),
    /// Moves the unattached ends of the link onto the nearest cells.
    Attach {
        /// The link.
        link: LinkId,
        /// The cell nearest to the first unattached end.
        to: CellId,
    },
    /// Deletes the link.
    DeleteLink(LinkId),
    /// Moves the vertex to the nearest height of a level.
    TakeHeight(VertexId),
    /// Moves the boundary edge away from a wall, to the radius of the agent.
    MoveFromWall(Edge),
}

impl Fix {
    /// Returns the label of a button for this fix, with ids.
    pub fn label(self) -> String {
        match self {
            Self::SplitConcave(cell) => format!("Split cell {} into convex cells", cell.0),
            Self::Reverse(cell) => format!("Reverse the winding of cell {}", cell.0),
            Self::Delete(cell) => format!("Delete cell {}", cell.0),
            Self::DeleteSmaller(cell) => format!("Delete the smaller cell ({})", cell.0),
            Self::CutOut { cell, from } => format!("Cut cell {} out of cell {}", cell.0, from.0),
            Self::Stitch(BoundaryGap::Vertices(one, other)) => {
                format!("Weld vertices {} and {}", one.0, other.0)
            }
            Self::Stitch(BoundaryGap::VertexEdge(vertex, edge)) => {
                format!("Weld vertex {} onto edge {edge}", vertex.0)
            }
            Self::Attach { link, to } => format!("Move link {} onto cell {}", link.0, to.0),
            Self::DeleteLink(link) => format!("Delete link {}", link.0),
            Self::TakeHeight(vertex) => format!("Move vertex {} to the level", vertex.0),
            Self::MoveFromWall(edge) => format!("Move edge {edge} away from the wall"),
        }
    }

    /// Returns the label of a button and the name of the undo step for fixes of several issues.
    pub fn label_of_many(self) -> &'static str {
        match self {
            Self::SplitConcave(_) => "Split concave cells",
            Self::Reverse(_) => "Reverse windings",
            Self::Delete(_) => "Delete broken cells",
            Self::DeleteSmaller(_) => "Delete the smaller cells",
            Self::CutOut { .. } => "Cut out cells",
            Self::Stitch(_) => "Weld gaps",
            Self::Attach { .. } => "Move links onto cells",
            Self::DeleteLink(_) => "Delete links",
            Self::TakeHeight(_) => "Take heights",
            Self::MoveFromWall(_) => "Move edges away from walls",
        }
    }
}

impl Issue {
    /// Returns the edits that fix the issue, the best first.
    pub fn fixes(&self) -> Vec<Fix> {
        let first = self.cells.first().copied().unwrap_or_default();
        match self.kind {
            IssueKind::Concave => vec![Fix::SplitConcave(first), Fix::Delete(first)],
            IssueKind::InsideOut => vec![Fix::Reverse(first), Fix::Delete(first)],
            IssueKind::SelfCrossing | IssueKind::Flat => vec![Fix::Delete(first)],
            IssueKind::Overlap => match *self.cells.as_slice() {
                [larger, smaller] => vec![
                    Fix::DeleteSmaller(smaller),
                    Fix::CutOut { cell: smaller, from: larger },
                    Fix::CutOut { cell: larger, from: smaller },
                ],
                _ => Vec::new(),
            },
            // The newest cell first, because it probably caused the issue.
            IssueKind::Tangled => self.cells.iter().rev().copied().map(Fix::Delete).collect(),
            IssueKind::BoundaryGap(miss) => vec![Fix::Stitch(miss)],
            IssueKind::Unattached(link, _) => vec![Fix::Attach { link, to: first }, Fix::DeleteLink(link)],
            // It is undetermined which cells are in excess, and deleting the link would remove its connection.
            IssueKind::Crowded(..) => Vec::new(),
            IssueKind::OffLevel(vertex) => vertex.map(Fix::TakeHeight).into_iter().collect(),
            IssueKind::NearWall(edge) => self.distance.map(|_| Fix::MoveFromWall(edge)).into_iter().collect(),
        }
    }

    /// Returns the edit that fixes the issue best; `None` if only the user can choose.
    pub fn fix(&self) -> Option<Fix> {
        self.fixes().first().copied()
    }
}
