//! What a fix must not make worse.
//!
//! The steps cannot undo each other forever: overlaps only shrink, except for cells that were broken, fixes of gaps add
//! no overlap, and fixes of slivers and of pinched vertices add no gap.

use std::collections::BTreeSet;

use super::{RepairOptions, cover};
use crate::document::issues::{Issue, IssueKind, Issues};
use crate::geometry::ground_area;
use crate::navmesh::{Changes, NavMesh};

/// Ground in m² by which overlaps may grow when a gap is closed.
const ROUNDING: f64 = 1e-6;

/// Part of the ground of the changed cells that the fix of a sliver may remove.
const LOSS: f64 = 0.005;

/// The issues at changed cells that a fix must not cause, before or after it.
#[derive(Debug)]
pub(super) struct Harm {
    /// Number of broken cells and edges.
    faults: usize,
    /// Number of slivers and overlaps.
    slivers: usize,
    /// Number of gaps up to the tolerance.
    gaps: usize,
    /// Number of ignored issues.
    ignored: usize,
    /// Ground of overlaps, in m².
    overlapped: f64,
    /// Ground of the cells, in m²; overlaps count twice.
    ground: f64,
}

impl Harm {
    pub(super) fn of(mesh: &NavMesh, issues: &Issues, changes: &Changes, options: &RepairOptions) -> Self {
        let count = |is_counted: &dyn Fn(&Issue) -> bool| {
            let found = changes.cells.iter().flat_map(|&cell| issues.of_cell(cell));
            let found = found.filter(|issue| is_counted(issue));
            found.map(|issue| (issue.kind, &issue.cells, &issue.edges)).collect::<BTreeSet<_>>().len()
        };
        let is_gap = |issue: &Issue| match issue.kind {
            IssueKind::BoundaryGap(_) => issue.distance.is_none_or(|width| width <= options.tolerance),
            kind => matches!(kind, IssueKind::TJunction(_) | IssueKind::PartialOverlap(_)),
        };
        Self {
            faults: count(&|issue| is_fault(issue.kind)),
            slivers: count(&|issue| matches!(issue.kind, IssueKind::Sliver(_) | IssueKind::Overlap)),
            gaps: count(&is_gap),
            ignored: count(&|issue| options.ignored.contains(issue)),
            overlapped: cover::overlapped(mesh, issues, &changes.cells),
            ground: changes.cells.iter().map(|&cell| ground_area(&mesh.ground_ring(cell)).abs()).sum(),
        }
    }

    /// Whether this is acceptable after the fix of an issue; `before` is the harm before it.
    pub(super) fn is_acceptable(&self, before: &Self, issue: Option<&Issue>) -> bool {
        let is_better = match issue.map(|issue| issue.kind) {
            Some(IssueKind::Overlap) => self.overlapped < before.overlapped,
            Some(IssueKind::BoundaryGap(_) | IssueKind::ShortEdge(_)) => {
                self.overlapped <= before.overlapped + ROUNDING
            }
            Some(IssueKind::Sliver(_)) => {
                self.slivers < before.slivers
                    && self.ground >= before.ground * (1.0 - LOSS)
                    && self.gaps <= before.gaps
                    && self.overlapped <= before.overlapped + ROUNDING
            }
            Some(IssueKind::Pinched(_)) => self.gaps <= before.gaps,
            _ => true,
        };
        is_better && self.faults <= before.faults && self.ignored >= before.ignored
    }
}

fn is_fault(kind: IssueKind) -> bool {
    matches!(
        kind,
        IssueKind::Concave
            | IssueKind::InsideOut
            | IssueKind::SelfCrossing
            | IssueKind::Flat
            | IssueKind::ShortEdge(_)
            | IssueKind::Tangled
            | IssueKind::NonManifold
    )
}
