//! Cells whose sides cross or touch each other, so their interior is undefined.

use super::{Issue, IssueKind};
use crate::geometry::crossing_sides;
use crate::navmesh::{CellId, Edge, NavMesh};

pub(super) fn issue(mesh: &NavMesh, cell: CellId) -> Issue {
    let sides = crossing_sides(&mesh.ground_ring(cell)).into_iter().flatten();
    let of_side = |side: usize| mesh.cell(cell).map(|cell| cell.side(side as u32));
    let edges = sides.filter_map(of_side).map(|[from, to]| Edge::new(from, to)).collect();
    Issue { edges, ..Issue::of_cell(IssueKind::SelfCrossing, mesh, cell) }
}

pub(super) fn describe(issue: &Issue) -> String {
    let cell = super::cells_of(issue);
    let who = match issue.edges.as_slice() {
        &[one, other] => format!("Sides {one} and {other} of cell {cell} cross or touch"),
        _ => format!("The sides of cell {cell} cross or touch"),
    };
    format!("{who}, so it has no clear inside. Move its corners apart, or delete it and draw it again.")
}
