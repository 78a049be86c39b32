//! Edges with three or more cells, or with two cells of the same direction.
//!
//! If only the inverted winding of one of two cells tangles the edge, the issue belongs to that cell instead.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::{Issue, IssueKind, Look, listed, overlap};
use navsmith_core::geometry::{Shape, ground_area, midpoint};
use navsmith_core::navmesh::{CellId, Edge, EdgeKind, HalfEdge};

/// Number of passes over the corners of the cells at an edge.
///
/// They find its sides, its kind, duplicates by their sorted corners, and the order of its cells.
pub(super) const STEPS_PER_CORNER: usize = 8;

pub(super) fn judge(look: &Look<'_>, edge: Edge) -> Option<Issue> {
    let sides = look.derived.adjacency.sides_of(look.mesh, edge);
    if sides.len() < 2 || look.derived.adjacency.kind(look.mesh, edge) != EdgeKind::Tangled {
        return None;
    }
    let mut cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
    cells.sort_unstable();
    if is_tangled_by_duplicates(look, edge, &cells) {
        return None;
    }
    let [from, to] = look.mesh.edge_positions(edge);
    let issue =
        |kind, cells| Some(Issue { edges: vec![edge], ..Issue::new(kind, cells, midpoint(from, to)) });
    if sides.len() > 2 {
        return issue(IssueKind::NonManifold, joined_first(look, &sides));
    }
    let inside_out = cells.iter().filter(|&&cell| look.shape(cell) == Shape::InsideOut).count();
    if inside_out == 1 { None } else { issue(IssueKind::Tangled, cells) }
}

/// Returns the cells of the sides, those that are joined first.
///
/// The others follow by area, the largest first.
fn joined_first(look: &Look<'_>, sides: &[HalfEdge]) -> Vec<CellId> {
    let rank = |side: &HalfEdge| {
        let is_joined = look.derived.adjacency.twin(*side).is_some();
        let area = if is_joined { 0.0 } else { ground_area(&look.mesh.ground_ring(side.cell)).abs() };
        // Positive numbers are ordered like their bits.
        (!is_joined, Reverse(area.to_bits()), side.cell)
    };
    let mut sides = sides.to_vec();
    sides.sort_by_cached_key(rank);
    sides.into_iter().map(|side| side.cell).collect()
}

pub(super) fn headline(issue: &Issue) -> String {
    let edge = issue.edges.first().map_or_else(String::new, Edge::to_string);
    match issue.kind {
        IssueKind::NonManifold => format!("Edge {edge} has {} cells", issue.cells.len()),
        _ => format!("Edge {edge} is tangled: cells {}", super::cells_of(issue)),
    }
}

/// Whether only cells that repeat another one tangle an edge; these are issues of their own.
fn is_tangled_by_duplicates(look: &Look<'_>, edge: Edge, cells: &[CellId]) -> bool {
    let mut kept: SmallVec<[CellId; 3]> = SmallVec::new();
    for &cell in cells {
        if !kept.iter().any(|&other| overlap::are_duplicates(look, other, cell)) {
            kept.push(cell);
            if kept.len() > 2 {
                return false;
            }
        }
    }
    let [from, to] = edge.ends();
    let goes_on =
        |cell: &CellId| look.mesh.cell(*cell).is_some_and(|cell| cell.sides().any(|side| side == [from, to]));
    let is_sound = match kept.as_slice() {
        [one, other] => goes_on(one) != goes_on(other),
        _ => true,
    };
    kept.len() < cells.len() && is_sound
}

pub(super) fn describe(issue: &Issue) -> String {
    let edge = issue.edges.first().map_or_else(String::new, Edge::to_string);
    format!(
        "Edge {edge} runs the same way around the cells {}, so neither can be crossed to from the other. \
         Reverse the cell with the wrong winding, or delete the superfluous one.",
        super::cells_of(issue),
    )
}

/// Number of cells that a description lists.
const MOST_NAMED: usize = 8;

pub(super) fn describe_non_manifold(issue: &Issue) -> String {
    let edge = issue.edges.first().map_or_else(String::new, Edge::to_string);
    let mut cells: Vec<u32> = issue.cells.iter().map(|cell| cell.0).collect();
    cells.sort_unstable();
    let last = issue.cells.last().map_or(0, |cell| cell.0);
    let named = if cells.len() > MOST_NAMED {
        format!("{} cells", cells.len())
    } else {
        format!("the cells {}", listed(cells))
    };
    format!(
        "Edge {edge} belongs to {named}. An agent crosses only between the two that continue each other, if any, and \
         other programs may connect others or none. Separate cell {last}, the smallest of the others, or delete it.",
    )
}
