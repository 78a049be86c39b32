//! Concave cells: a straight line between two points of the cell may leave it.
//!
//! Reflex corners within f32 rounding are accepted, because a vertex on a slanted edge rarely lies on it exactly.

use super::{Issue, IssueKind, listed};
use crate::document::noun;
use crate::geometry::{Turn, is_convex_but_for_rounding, turn};
use crate::navmesh::{CellId, NavMesh};

pub(super) fn judge(mesh: &NavMesh, cell: CellId) -> Option<Issue> {
    let (ring, corners) = (mesh.ground_ring(cell), mesh.corners(cell));
    if is_convex_but_for_rounding(&ring) {
        return None;
    }
    let n = ring.len();
    let sticks_in = |&i: &usize| turn(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) == Turn::Right;
    let vertices = (0..n).filter(sticks_in).map(|i| corners[i]).collect();
    Some(Issue { vertices, ..Issue::of_cell(IssueKind::Concave, mesh, cell) })
}

pub(super) fn describe(issue: &Issue) -> String {
    let corners = listed(issue.vertices.iter().map(|vertex| vertex.0));
    let noun = noun(issue.vertices.len(), "vertex", "vertices");
    format!(
        "Cell {} is concave at {noun} {corners}. Paths are searched through its convex pieces, but other programs may \
         expect convex cells. Split it into convex cells.",
        super::cells_of(issue),
    )
}
