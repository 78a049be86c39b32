//! The edits that a step tries for an issue, the best first.

mod ground;

use std::borrow::Cow;
use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use super::covered::island_area;
use super::dead_end::trim;
use super::{RepairOptions, RepairStep, cover};
use crate::check::{Fix, Issue, IssueKind, Issues, STOREY, SliverShape, apply_fixes, height_differences};
use navsmith_core::geometry::{Bounds, interiors_overlap};
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, Refusal, cut_hole, cut_out, join_at_contact, separate, untangle,
};
use navsmith_core::navmesh::{Cell, CellId, Derived, Draft, Edge, NavMesh, VertexId};

/// Height of a storey in which the ground of one cell is removed from another, as a factor.
///
/// It is higher than a storey, so that rounding leaves no overlap at the edge of the cut.
const CUT_BELOW: f32 = 1.02;

/// Largest height of a cut and of a join where the usual cut disconnects cells, as a factor.
///
/// Cells that are closer than a storey in one place can be farther apart in another one.
pub(super) const CROSSING: f32 = 2.0;

/// Heights in metres below which cells that are joined are apart in one place, and everywhere.
pub(super) const JOINED_BELOW: [f32; 2] = [STOREY * CUT_BELOW, MOST_RISE];

/// Largest height in metres by which ground is raised or lowered to join two cells.
pub const MOST_RISE: f32 = STOREY * CUT_BELOW * CROSSING;

/// An edit for an issue.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    /// Applies fixes of one kind.
    Fix(Vec<Fix>),
    /// Divides a cell that crosses itself.
    Untangle(CellId),
    /// Separates a cell from an edge.
    Separate(CellId, Edge),
    /// Cuts cells out of others, and joins them.
    CutOut { cells: Vec<CellId>, from: Vec<CellId> },
    /// Joins a cell to others in whose inside one of its sides lies.
    Join { cell: CellId, others: Vec<CellId>, cut_below: f32, headroom: f32 },
    /// Removes the ground inside of an outline from a cell.
    CutHole { outline: Vec<Vec2>, from: CellId },
    /// Removes ground from a cell, and the dead ends up to an area in m² that this cuts off.
    Trim { cut: Box<Self>, from: CellId, dead_end: f64 },
    /// An edit that is known to be refused.
    Refused(Refusal),
}

impl Action {
    pub(super) fn apply(&self, draft: &mut Draft, derived: &Derived) -> EditResult {
        match self {
            Self::Fix(fixes) => apply_fixes(draft, derived, fixes),
            Self::Untangle(cell) => untangle(draft, *cell),
            Self::Separate(cell, edge) => separate(draft, *edge, *cell),
            Self::CutOut { cells, from } => cut_out(draft, cells, from),
            Self::Join { cell, others, cut_below, headroom } => {
                join_at_contact(draft, *cell, others, [JOINED_BELOW[0], *cut_below, *headroom])
            }
            Self::CutHole { outline, from } => cut_hole(draft, outline, &[*from]),
            Self::Trim { cut, from, dead_end } => {
                trim(draft, derived, |draft| cut.apply(draft, derived), *from, *dead_end)
            }
            Self::Refused(refusal) => Err(*refusal),
        }
    }

    /// Returns the cells that the edit divides, if new cells are connected parts of them.
    ///
    /// The parts of a cell that crosses itself meet in a point only.
    pub(super) fn divided(&self) -> &[CellId] {
        match self {
            Self::CutOut { from: cells, .. } | Self::Join { others: cells, .. } => cells,
            Self::CutHole { from, .. } => std::slice::from_ref(from),
            Self::Fix(fixes) => match fixes.first() {
                Some(Fix::SplitConcave(cell) | Fix::Triangulate(cell)) => std::slice::from_ref(cell),
                _ => &[],
            },
            Self::Trim { cut, .. } => cut.divided(),
            Self::Untangle(_) | Self::Separate(..) | Self::Refused(_) => &[],
        }
    }

    /// Returns the cell of which the edit removes ground without joining the rest to another cell.
    ///
    /// Deletions are not among them, because cells of islands that are at least as large cover what they delete.
    pub(super) fn reduced(&self) -> Option<CellId> {
        match self {
            Self::CutHole { from, .. } | Self::Trim { from, .. } => Some(*from),
            _ => None,
        }
    }

    /// Whether the edit moves vertices onto others.
    pub(super) fn joins_vertices(&self) -> bool {
        let joins = |fix: &Fix| matches!(fix, Fix::Stitch(_) | Fix::StitchBoth(_) | Fix::Collapse(_));
        matches!(self, Self::Fix(fixes) if fixes.iter().any(joins))
    }

    /// Returns the places of the issues that the edit fixed, of which one is given.
    ///
    /// Several gaps are closed at once, except those that break a cell.
    pub(super) fn places(&self, mesh: &NavMesh, issue: &Issue, edited: &Edited) -> Vec<Vec3> {
        let at = |fix: &Fix| match *fix {
            Fix::Stitch(BoundaryGap::VertexEdge(vertex, _)) => {
                edited.vertices.contains(&vertex).then(|| mesh.position(vertex))
            }
            _ => None,
        };
        match self {
            Self::Fix(fixes) if matches!(fixes.as_slice(), [Fix::Stitch(_), _, ..]) => {
                fixes.iter().filter_map(at).collect()
            }
            _ => vec![issue.at],
        }
    }

    /// Returns the edit that removes ground from a cell, and the dead ends that this cuts off.
    pub(super) fn trim(cut: Self, from: CellId, dead_end: f64) -> Self {
        Self::Trim { cut: Box::new(cut), from, dead_end }
    }

    pub(super) fn fix(fix: Fix) -> Self {
        Self::Fix(vec![fix])
    }
}

/// The mesh and the settings that determine the edits for an issue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) derived: &'a Derived,
    pub(super) issues: &'a Issues,
    pub(super) options: &'a RepairOptions,
    /// Areas of a small and of the largest dead end that are removed, in m².
    pub(super) dead_ends: [f64; 2],
    /// Whether the step for overlaps also joins crossing cells.
    pub(super) with_crossings: bool,
}

/// Returns the edits of a step for an issue.
pub(super) fn actions(context: &Context<'_>, step: RepairStep, issue: &Issue) -> Vec<Action> {
    let &Context { derived, issues, options, .. } = context;
    let mesh = derived.mesh();
    let first = issue.cells.first().copied().unwrap_or_default();
    match issue.kind {
        IssueKind::BoundaryGap(gap) if options.allows_weld(mesh, gap, issue.distance) => of_gap(context, gap),
        IssueKind::TJunction(gap) => of_gap(context, gap),
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
            [larger, smaller] if step == RepairStep::Crossings => of_crossing(context, [larger, smaller]),
            [larger, smaller] => {
                let tolerance = options.tolerance.min(options.highest_step());
                of_overlap(derived, issues, larger, smaller, tolerance)
            }
            _ => Vec::new(),
        },
        IssueKind::Concave => vec![Action::fix(Fix::SplitConcave(first))],
        IssueKind::Sliver(SliverShape::Cap(edge)) if derived.adjacency.sides_of(mesh, edge).len() == 2 => {
            issue.fixes().into_iter().map(Action::fix).collect()
        }
        IssueKind::BoundaryGap(_) | IssueKind::Sliver(SliverShape::Cap(_) | SliverShape::Border) => {
            Vec::new()
        }
        IssueKind::Sliver(SliverShape::Needle(edge))
            if !can_collapse(derived, issues, edge, options.tolerance) =>
        {
            Vec::new()
        }
        // The tolerance limits how far they move vertices.
        _ => issue.fixes().into_iter().take(1).map(Action::fix).collect(),
    }
}

/// Returns the edits for a gap: all vertices on the same edge are joined at once, or this one.
///
/// One by one, each would divide the edge of the others. Refused if the cell would get more corners than files store.
fn of_gap(context: &Context<'_>, gap: BoundaryGap) -> Vec<Action> {
    let &Context { derived, issues, options, .. } = context;
    let BoundaryGap::VertexEdge(_, edge) = gap else { return vec![Action::fix(Fix::Stitch(gap))] };
    let sides = derived.adjacency.sides_of(derived.mesh(), edge);
    let at_edge: Vec<CellId> = sides.first().map(|side| side.cell).into_iter().collect();
    let is_full = |cell: &&CellId| {
        let room = Cell::MOST_CORNERS.saturating_sub(derived.mesh().corners(**cell).len());
        issues.gaps_of_cell(**cell).filter(|gap| gap.edge() == Some(edge)).take(room + 1).count() > room
    };
    if let Some(&full) = at_edge.iter().find(is_full) {
        return vec![Action::Refused(Refusal::TooManyCorners(full))];
    }
    let on_edge = |issue: Cow<'_, Issue>| match issue.kind {
        IssueKind::TJunction(gap @ BoundaryGap::VertexEdge(_, other))
        | IssueKind::BoundaryGap(gap @ BoundaryGap::VertexEdge(_, other)) => {
            let is_near = || options.allows_weld(derived.mesh(), gap, issue.distance);
            (other == edge && is_near()).then_some(Fix::Stitch(gap))
        }
        _ => None,
    };
    let all: Vec<Fix> = issues.of_cells(derived, &at_edge).filter_map(on_edge).collect();
    let all = (all.len() > 1).then_some(Action::Fix(all));
    all.into_iter().chain([Action::fix(Fix::Stitch(gap))]).collect()
}

/// Whether no chain of short edges longer than the tolerance contains the short edge of a sliver.
///
/// The edges of a longer chain would collapse up to the tolerance, and those that are left in the next repair.
fn can_collapse(derived: &Derived, issues: &Issues, edge: Edge, tolerance: f32) -> bool {
    let mesh = derived.mesh();
    let mut bounds = Bounds::EMPTY;
    let (mut seen, mut queue) = (BTreeSet::<VertexId>::new(), vec![edge]);
    while let Some(edge) = queue.pop() {
        for end in edge.ends() {
            if !seen.insert(end) {
                continue;
            }
            bounds = bounds.including(mesh.position(end));
            if seen.len() > 2 && bounds.min.distance(bounds.max) > tolerance {
                return false;
            }
            let around = issues.of_cells(derived, derived.adjacency.star(end));
            queue.extend(around.filter_map(|issue| match issue.kind {
                IssueKind::Sliver(SliverShape::Needle(next)) if next.ends().contains(&end) => Some(next),
                _ => None,
            }));
        }
    }
    true
}

/// Returns the edits for an overlap.
///
/// The ground of one cell is removed from the other, first from that of the smaller island, and both are joined where
/// their heights are equal up to the tolerance.
fn of_overlap(
    derived: &Derived,
    issues: &Issues,
    larger: CellId,
    smaller: CellId,
    tolerance: f32,
) -> Vec<Action> {
    let mesh = derived.mesh();
    let island = |cell| island_area(derived, cell);
    let [lower, upper] = cover::by_height(mesh, [larger, smaller]);
    let is_one_island = derived.islands.label_of(larger) == derived.islands.label_of(smaller);
    let mut pairs = [(larger, smaller), (smaller, larger)];
    if is_one_island && cover::step(mesh, larger, smaller) > tolerance {
        pairs = [(upper, lower), (lower, upper)];
    }
    pairs.sort_by(|a, b| island(a.1).total_cmp(&island(b.1)));
    if cover::step(mesh, larger, smaller) <= tolerance {
        let cuts = pairs.map(|(cell, from)| Action::CutOut { cells: vec![cell], from: vec![from] });
        let is_level = |cell, other| cover::step(mesh, cell, other) <= tolerance;
        return cuts.into_iter().chain(of_group(issues, [smaller, larger], is_level)).collect();
    }
    of_hole(mesh, issues, pairs)
}

/// Returns the edits that remove the ground of one cell from the other, for each pair.
pub(super) fn of_hole(mesh: &NavMesh, issues: &Issues, pairs: [(CellId, CellId); 2]) -> Vec<Action> {
    let mut actions = Vec::new();
    // Where a narrow cut disconnects cells, removing more ground without headroom often does not.
    for height in [cut_below(issues), cut_below(issues) * CROSSING] {
        for (cell, from) in pairs {
            let outline = cover::outline(mesh, cell, from, height);
            if outline.len() >= 3 {
                actions.push(Action::CutHole { outline, from });
            }
        }
    }
    actions
}

/// Returns the edits for an overlap of which no ground can be removed without disconnecting cells.
///
/// One cell is cut out of the other, and both are joined although their heights differ. The upper one stays, because no
/// agent fits under it.
pub(super) fn of_crossing(context: &Context<'_>, cells: [CellId; 2]) -> Vec<Action> {
    let &Context { derived, issues, options, .. } = context;
    let (mesh, most_step) = (derived.mesh(), JOINED_BELOW[0].min(options.highest_step()));
    let can_join = |cell, other| {
        let [least, most] = height_differences(mesh, [cell, other]);
        least <= most_step && most <= JOINED_BELOW[1]
    };
    if !can_join(cells[0], cells[1]) {
        return Vec::new();
    }
    let [lower, upper] = cover::by_height(mesh, cells);
    let cuts = [(upper, lower), (lower, upper)];
    let cuts = cuts.map(|(cell, from)| Action::CutOut { cells: vec![cell], from: vec![from] });
    let wide = [[upper, lower], [lower, upper]].into_iter().filter_map(|cells| wide_cut(derived, cells));
    cuts.into_iter().chain(of_group(issues, [lower, upper], can_join)).chain(wide).collect()
}

/// Returns the edit that cuts a cell and its neighbours out of another one and its neighbours.
///
/// It resolves overlaps along an edge of one cell that crosses an edge of the other one.
fn wide_cut(derived: &Derived, [cell, from]: [CellId; 2]) -> Option<Action> {
    let mesh = derived.mesh();
    let around = |cell: CellId| -> BTreeSet<CellId> {
        let neighbors = derived.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
        std::iter::once(cell).chain(neighbors).collect()
    };
    let (cells, from) = (around(cell), around(from));
    if !cells.is_disjoint(&from) {
        return None;
    }
    let overlaps = |cell: CellId, other: CellId| {
        interiors_overlap(&mesh.ground_ring(cell), &mesh.ground_ring(other))
            && cover::step(mesh, cell, other) <= JOINED_BELOW[1]
    };
    let cells: Vec<CellId> =
        cells.into_iter().filter(|&cell| from.iter().any(|&other| overlaps(cell, other))).collect();
    let from: Vec<CellId> =
        from.into_iter().filter(|&other| cells.iter().any(|&cell| overlaps(cell, other))).collect();
    Some(Action::CutOut { cells, from })
}

/// Returns edits that cut all cells that overlap one of two out of it, or it out of all of them.
///
/// Several cells that share edges can often only be cut out together.
fn of_group(issues: &Issues, cells: [CellId; 2], can_join: impl Fn(CellId, CellId) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    for cell in cells {
        let mut others: Vec<CellId> =
            issues.overlaps_of(cell).filter(|&other| can_join(cell, other)).collect();
        others.sort_unstable();
        others.dedup();
        if others.len() > 1 {
            actions.push(Action::CutOut { cells: others.clone(), from: vec![cell] });
            actions.push(Action::CutOut { cells: vec![cell], from: others });
        }
    }
    actions
}

/// Returns the height difference in metres below which the ground of one cell is removed from another.
pub(super) fn cut_below(issues: &Issues) -> f32 {
    issues.limits().overlap * CUT_BELOW
}

/// Returns the edges of a cell, the longest first.
pub(super) fn by_length(mesh: &NavMesh, cell: CellId) -> Vec<Edge> {
    let length = |edge: &Edge| {
        let [from, to] = mesh.edge_positions(*edge);
        from.distance(to)
    };
    let mut edges: Vec<Edge> = Edge::around(mesh.corners(cell)).collect();
    edges.sort_by(|a, b| length(b).total_cmp(&length(a)));
    edges
}
