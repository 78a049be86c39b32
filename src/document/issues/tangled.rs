//! Edges with three or more cells, or with two cells of the same direction.
//!
//! If only the inverted winding of one of two cells tangles the edge, the issue belongs to that cell instead.

use smallvec::SmallVec;

use super::{Issue, IssueKind, Look, overlap};
use crate::geometry::Shape;
use crate::navmesh::{CellId, Edge, EdgeKind};

pub(super) fn judge(look: &Look<'_>, edge: Edge) -> Option<Issue> {
    let sides = look.derived.adjacency.sides_of(look.mesh, edge);
    if sides.len() < 2 || look.derived.adjacency.kind(look.mesh, edge) != EdgeKind::Tangled {
        return None;
    }
    let mut cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
    cells.sort_unstable();
    let inside_out = cells.iter().filter(|&&cell| look.shape(cell) == Shape::InsideOut).count();
    if cells.len() == 2 && inside_out == 1 {
        return None;
    }
    if is_tangled_by_duplicates(look, edge, &cells) {
        return None;
    }
    let [from, to] = look.mesh.edge_positions(edge);
    Some(Issue { edges: vec![edge], ..Issue::new(IssueKind::Tangled, cells, from.midpoint(to)) })
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
    let cells = super::cells_of(issue);
    if issue.cells.len() == 2 {
        format!(
            "Edge {edge} runs the same way around the cells {cells}, so neither can be crossed to from the other. \
             Reverse the cell with the wrong winding, or delete the superfluous one."
        )
    } else {
        format!(
            "Edge {edge} belongs to the cells {cells}. It joins only the two that continue each other, if any, so no \
             agent can cross to the others. Delete the superfluous cell."
        )
    }
}
