//! What a fix must not make worse.
//!
//! The steps cannot undo each other forever: overlaps only shrink, except for cells that were broken, fixes of gaps add
//! no overlap, and fixes of slivers and of pinched vertices add no gap.

use std::borrow::Cow;

use super::{RepairOptions, cover};
use crate::check::{Issue, IssueKind, Issues};
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{Changes, Derived};

/// Ground in m² by which overlaps may grow when a gap is closed.
const ROUNDING: f64 = 1e-6;

/// Part of the ground of the changed cells that the fix of a sliver may remove.
const LOSS: f64 = 0.005;

/// The issues at changed cells that a fix must not cause, before or after it.
#[derive(Debug, PartialEq)]
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
    pub(super) fn of(derived: &Derived, issues: &Issues, changes: &Changes, options: &RepairOptions) -> Self {
        let mesh = derived.mesh();
        let found: Vec<Cow<'_, Issue>> = issues.of_cells(derived, &changes.cells).collect();
        let count =
            |is_counted: &dyn Fn(&Issue) -> bool| found.iter().filter(|issue| is_counted(issue)).count();
        let is_gap = |issue: &Issue| match issue.kind {
            IssueKind::BoundaryGap(_) => issue.distance.is_none_or(|width| options.allows(width)),
            kind => matches!(kind, IssueKind::TJunction(_) | IssueKind::PartialOverlap(_)),
        };
        Self {
            faults: count(&|issue| is_fault(issue.kind)),
            slivers: count(&|issue| matches!(issue.kind, IssueKind::Sliver(_) | IssueKind::Overlap)),
            gaps: count(&is_gap),
            ignored: count(&|issue| options.ignored.contains(issue)),
            overlapped: found.iter().map(|issue| cover::overlapped(mesh, issue)).sum(),
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
