//! The order of the edits that a step tries for an issue.

use super::action::{Action, Context, actions, by_length, of_crossing, of_hole};
use super::contact::of_contact;
use super::covered::{covered_cells, island_area};
use super::{RepairStep, cover};
use crate::check::{Fix, HAIR, Issue, IssueKind, Issues};
use navsmith_core::geometry::{ground, ground_area};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};

/// An edit for an issue, with the step to which it belongs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) step: RepairStep,
    pub(super) action: Action,
    /// Whether the edit is kept only if it makes no cell too steep to walk on.
    pub(super) is_gentle: bool,
}

/// A part of the edits for an issue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// The deletion of a cell that others cover.
    Covered(CellId),
    /// The usual edits.
    Usual,
    /// The deletion of a cell as narrow as a hair at a T-junction.
    Hair,
}

/// Returns the parts of the edits for an issue, in order.
///
/// A part is computed only if the edits of those before fail, because a pile of cells has many edits.
pub(super) fn parts(step: RepairStep, issue: &Issue) -> Vec<Part> {
    match *issue.cells.as_slice() {
        [larger, smaller] if issue.kind == IssueKind::Overlap && step != RepairStep::Crossings => {
            vec![Part::Covered(smaller), Part::Covered(larger), Part::Usual]
        }
        _ if matches!(issue.kind, IssueKind::TJunction(_)) => vec![Part::Usual, Part::Hair],
        _ => vec![Part::Usual],
    }
}

/// Returns the edits of a part that a step tries for an issue, in order.
///
/// For an overlap, they include those of the step for crossings if the context says so. An end that lies on the other
/// cell is joined before ground is removed. Small dead ends are removed before a cell is made too steep to walk on, and
/// larger ones only if that is not possible either. Ground of the larger of two islands is removed last.
pub(super) fn plans(context: &Context<'_>, step: RepairStep, issue: &Issue, part: Part) -> Vec<Plan> {
    let &Context { derived, issues, dead_ends, with_crossings, .. } = context;
    let of = |step, is_gentle, actions: Vec<Action>| {
        actions.into_iter().map(move |action| Plan { step, action, is_gentle })
    };
    match (part, issue.kind) {
        (Part::Covered(cell), _) => {
            let cells = covered_cells(derived, issues, cell);
            let delete = |cells: Vec<CellId>| Action::Fix(cells.into_iter().map(Fix::Delete).collect());
            return of(step, false, cells.map(delete).into_iter().collect()).collect();
        }
        (Part::Hair, IssueKind::TJunction(gap)) => {
            return of(step, false, of_hair(derived, gap, dead_ends[0])).collect();
        }
        _ => {}
    }
    let own = of(step, step == RepairStep::Crossings, actions(context, step, issue));
    let &[larger, smaller] = issue.cells.as_slice() else { return own.collect() };
    if issue.kind != IssueKind::Overlap {
        return own.collect();
    }
    let cells = [larger, smaller];
    let joins = if with_crossings { of_crossing(context, cells) } else { Vec::new() };
    let steep = if step == RepairStep::Crossings { of_crossing(context, cells) } else { joins.clone() };
    let trims = dead_ends.map(|dead_end| match step {
        RepairStep::Overlaps => of_trim(derived.mesh(), issues, cells, dead_end),
        _ => Vec::new(),
    });
    let [small, large] = trims;
    // What is not connected yet is joined before ground is removed.
    let contacts = |at_end| of_contact(derived, issues, cells, context.options, at_end);
    let ends = if step == RepairStep::Overlaps { contacts(true) } else { Vec::new() };
    let crossing = if steep.is_empty() { Vec::new() } else { contacts(false) };
    let all = of(step, true, ends.clone())
        .chain(own)
        .chain(of(RepairStep::Crossings, true, joins))
        .chain(of(RepairStep::Crossings, true, crossing.clone()))
        .chain(of(step, false, small))
        .chain(of(step, false, ends))
        .chain(of(RepairStep::Crossings, false, steep))
        .chain(of(RepairStep::Crossings, false, crossing))
        .chain(of(step, false, large));
    let mut all: Vec<Plan> = all.collect();
    let area = |cell| island_area(derived, cell);
    let other = |cell| if cell == larger { smaller } else { larger };
    all.sort_by_key(|plan| plan.action.reduced().is_some_and(|cell| area(cell) > area(other(cell))));
    all
}

/// Returns the edits that delete a cell as narrow as a hair at a T-junction.
///
/// Such a cell cannot be split there.
fn of_hair(derived: &Derived, gap: BoundaryGap, dead_end: f64) -> Vec<Action> {
    let BoundaryGap::VertexEdge(vertex, edge) = gap else { return Vec::new() };
    let mesh = derived.mesh();
    let is_hair = |cell: &CellId| {
        let longest = by_length(mesh, *cell).first().map_or(0.0, |edge| {
            let [from, to] = mesh.edge_positions(*edge).map(ground);
            f64::from(from.distance(to))
        });
        ground_area(&mesh.ground_ring(*cell)).abs() < longest * HAIR
    };
    let at_edge = derived.adjacency.sides_of(mesh, edge).into_iter().map(|side| side.cell);
    let cells = at_edge.chain(derived.adjacency.star(vertex).iter().copied()).filter(is_hair);
    cells.map(|cell| Action::trim(Action::fix(Fix::Delete(cell)), cell, dead_end)).collect()
}

/// Returns the edits that also remove dead ends, the lower cell first, because it lacks headroom.
fn of_trim(mesh: &NavMesh, issues: &Issues, cells: [CellId; 2], dead_end: f64) -> Vec<Action> {
    let [lower, upper] = cover::by_height(mesh, cells);
    let holes = of_hole(mesh, issues, [(upper, lower), (lower, upper)]).into_iter();
    let small = [lower, upper].into_iter();
    let small = small.filter(|&cell| ground_area(&mesh.ground_ring(cell)).abs() <= dead_end);
    let whole = small.map(|cell| (Action::fix(Fix::Delete(cell)), cell));
    let of_hole = |hole: Action| match hole {
        Action::CutHole { from, .. } => Some((hole, from)),
        _ => None,
    };
    let all = holes.filter_map(of_hole).chain(whole);
    all.map(|(cut, from)| Action::trim(cut, from, dead_end)).collect()
}
