//! Edits that repair an issue, as values with a label.

use super::{Issue, IssueKind, named};
use crate::navmesh::edit::NearMiss;
use crate::navmesh::{CellId, LinkId};

/// An edit that repairs an issue; the editor makes one undo step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fix {
    /// Cut the cell into convex ones.
    SplitConcave(CellId),
    /// Turn the cell's corners around.
    Reverse(CellId),
    /// Delete the cell.
    Delete(CellId),
    /// Delete the cell, which is the smaller of two that overlap.
    DeleteSmaller(CellId),
    /// Cut one cell out of another that it overlaps, and join them along the cut.
    CutOut {
        /// The cell that stays as it is.
        cell: CellId,
        /// The cell that is cut.
        from: CellId,
    },
    /// Join what almost meets.
    Stitch(NearMiss),
    /// Move the unattached ends of the link onto the nearest cells.
    Attach {
        /// The link.
        link: LinkId,
        /// The cell nearest to the first end that is unattached.
        to: CellId,
    },
    /// Delete the link.
    DeleteLink(LinkId),
}

impl Fix {
    /// What it does, with ids: the label of a button.
    pub fn label(self) -> String {
        match self {
            Self::SplitConcave(cell) => format!("Split cell {} into convex cells", cell.0),
            Self::Reverse(cell) => format!("Reverse the winding of cell {}", cell.0),
            Self::Delete(cell) => format!("Delete cell {}", cell.0),
            Self::DeleteSmaller(cell) => format!("Delete the smaller cell ({})", cell.0),
            Self::CutOut { cell, from } => format!("Cut cell {} out of cell {}", cell.0, from.0),
            Self::Stitch(NearMiss::Vertices(one, other)) => {
                format!("Weld vertices {} and {}", one.0, other.0)
            }
            Self::Stitch(NearMiss::VertexEdge(vertex, edge)) => {
                format!("Weld vertex {} onto edge {}", vertex.0, named(edge))
            }
            Self::Attach { link, to } => format!("Move link {} onto cell {}", link.0, to.0),
            Self::DeleteLink(link) => format!("Delete link {}", link.0),
        }
    }

    /// What it does to many: the label of a button and the name of an undo step.
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
        }
    }
}

impl Issue {
    /// The edits that repair it, the best first.
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
            // The newest cell first: it came into the way of the others.
            IssueKind::Tangled => self.cells.iter().rev().copied().map(Fix::Delete).collect(),
            IssueKind::NearMiss(miss) => vec![Fix::Stitch(miss)],
            IssueKind::Unattached(link, _) => vec![Fix::Attach { link, to: first }, Fix::DeleteLink(link)],
            // Which cells are in excess is not known, and deleting the link loses what it joins.
            IssueKind::Crowded(..) => Vec::new(),
        }
    }

    /// The edit that repairs it best; `None` where only the user can know what was meant.
    pub fn fix(&self) -> Option<Fix> {
        self.fixes().first().copied()
    }
}
