//! The edits that a step tries for an issue, the best first.

use glam::Vec2;

use super::{RepairOptions, cover};
use crate::document::apply_fixes;
use crate::document::issues::{Fix, Issue, IssueKind, Issues, STOREY, SliverShape};
use crate::geometry::ground_area;
use crate::navmesh::edit::{EditResult, cut_hole, cut_out, separate, untangle};
use crate::navmesh::{CellId, Derived, Draft, Edge, NavMesh};

/// Part of a cell that may be uncovered if the others replace it.
const UNCOVERED: f64 = 1e-3;

/// Height difference in metres below which the ground of one cell is removed from another.
///
/// It is higher than a storey, so that rounding leaves no overlap at the edge of the cut.
const CUT_BELOW: f32 = STOREY * 1.02;

/// An edit for an issue.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    /// Applies fixes of one kind.
    Fix(Vec<Fix>),
    /// Divides a cell that crosses itself.
    Untangle(CellId),
    /// Separates a cell from an edge.
    Separate(CellId, Edge),
    /// Cuts a cell out of another one, and joins them.
    CutOut { cell: CellId, from: CellId },
    /// Removes the ground inside of an outline from a cell.
    CutHole { outline: Vec<Vec2>, from: CellId },
}

impl Action {
    pub(super) fn apply(&self, draft: &mut Draft, derived: &Derived) -> EditResult {
        match self {
            Self::Fix(fixes) => apply_fixes(draft, derived, fixes),
            Self::Untangle(cell) => untangle(draft, *cell),
            Self::Separate(cell, edge) => separate(draft, *edge, *cell),
            Self::CutOut { cell, from } => cut_out(draft, &[*cell], &[*from]),
            Self::CutHole { outline, from } => cut_hole(draft, outline, &[*from]),
        }
    }

    /// Returns the cell that the edit divides, if new cells are connected parts of it.
    ///
    /// The parts of a cell that crosses itself meet in a point only.
    pub(super) fn divided(&self) -> Option<CellId> {
        match self {
            Self::CutOut { from: cell, .. } | Self::CutHole { from: cell, .. } => Some(*cell),
            Self::Fix(fixes) => match fixes.first() {
                Some(Fix::SplitConcave(cell) | Fix::Triangulate(cell)) => Some(*cell),
                _ => None,
            },
            Self::Untangle(_) | Self::Separate(..) => None,
        }
    }

    /// Whether the edit moves vertices onto others.
    pub(super) fn joins_vertices(&self) -> bool {
        let joins = |fix: &Fix| matches!(fix, Fix::Stitch(_) | Fix::StitchBoth(_) | Fix::Collapse(_));
        matches!(self, Self::Fix(fixes) if fixes.iter().any(joins))
    }

    fn fix(fix: Fix) -> Self {
        Self::Fix(vec![fix])
    }
}

/// Returns the edits for an issue.
pub(super) fn actions(
    mesh: &NavMesh,
    derived: &Derived,
    issues: &Issues,
    issue: &Issue,
    options: &RepairOptions,
) -> Vec<Action> {
    let first = issue.cells.first().copied().unwrap_or_default();
    match issue.kind {
        IssueKind::BoundaryGap(gap) if issue.distance.is_none_or(|width| width <= options.tolerance) => {
            vec![Action::fix(Fix::Stitch(gap))]
        }
        IssueKind::SelfCrossing => vec![Action::Untangle(first)],
        IssueKind::Flat => {
            let flips = by_length(mesh, first).into_iter().take(1).map(|edge| Action::fix(Fix::Flip(edge)));
            flips.chain([Action::fix(Fix::Delete(first))]).collect()
        }
        // A cell that rounding turned over fits to its neighbours as it is, but not reversed.
        IssueKind::InsideOut => {
            let edges = by_length(mesh, first);
            let flips = edges.iter().map(|&edge| Action::fix(Fix::Flip(edge)));
            let joins = edges.iter().map(|&edge| Action::fix(Fix::Dissolve(edge)));
            std::iter::once(Action::fix(Fix::Reverse(first))).chain(flips).chain(joins).collect()
        }
        IssueKind::NonManifold | IssueKind::Tangled => {
            let Some(&edge) = issue.edges.first() else { return Vec::new() };
            issue.cells.iter().rev().map(|&cell| Action::Separate(cell, edge)).collect()
        }
        IssueKind::Overlap => match *issue.cells.as_slice() {
            [larger, smaller] => of_overlap(mesh, issues, larger, smaller, options.tolerance),
            _ => Vec::new(),
        },
        IssueKind::Concave => vec![Action::fix(Fix::SplitConcave(first))],
        IssueKind::Sliver(SliverShape::Cap(edge)) if derived.adjacency.sides_of(mesh, edge).len() == 2 => {
            issue.fixes().into_iter().map(Action::fix).collect()
        }
        IssueKind::BoundaryGap(_) | IssueKind::Sliver(SliverShape::Cap(_) | SliverShape::Border) => {
            Vec::new()
        }
        _ => issue.fix().map(Action::fix).into_iter().collect(),
    }
}

/// Returns the edits for an overlap.
///
/// A cell that others cover is deleted. Otherwise the ground of one cell is removed from the other, and both are joined
/// where their heights are equal up to the tolerance.
fn of_overlap(
    mesh: &NavMesh,
    issues: &Issues,
    larger: CellId,
    smaller: CellId,
    tolerance: f32,
) -> Vec<Action> {
    let mut actions = Vec::new();
    for cell in [smaller, larger] {
        let others: Vec<CellId> =
            issues.of_cell(cell).filter_map(|issue| cover::other(issue, cell)).collect();
        let area = ground_area(&mesh.ground_ring(cell)).abs();
        if cover::uncovered(mesh, cell, &others) <= area * UNCOVERED {
            actions.push(Action::fix(Fix::Delete(cell)));
        }
    }
    let can_join = cover::step(mesh, larger, smaller) <= tolerance;
    for (cell, from) in [(larger, smaller), (smaller, larger)] {
        if can_join {
            actions.push(Action::CutOut { cell, from });
        }
        let outline = cover::rounded(&cover::near(mesh, cell, from, CUT_BELOW));
        if !can_join && outline.len() >= 3 {
            actions.push(Action::CutHole { outline, from });
        }
    }
    actions
}

/// Returns the edges of a cell, the longest first.
fn by_length(mesh: &NavMesh, cell: CellId) -> Vec<Edge> {
    let length = |edge: &Edge| {
        let [from, to] = mesh.edge_positions(*edge);
        from.distance(to)
    };
    let mut edges: Vec<Edge> = Edge::around(mesh.corners(cell)).collect();
    edges.sort_by(|a, b| length(b).total_cmp(&length(a)));
    edges
}
