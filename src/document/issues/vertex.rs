//! Superfluous vertices.
//!
//! They belong to no cell, or lie on the straight line between their only two neighbours.

use super::{Issue, IssueKind, Look};
use crate::geometry::lies_between;
use crate::navmesh::{CellId, VertexId};

/// Number of cells at a vertex that can be a straight corner of all of them.
const MOST_CELLS: usize = 2;

pub(super) fn steps(look: &Look<'_>, vertex: VertexId) -> usize {
    if look.derived.adjacency.star(vertex).len() > MOST_CELLS { 1 } else { 1 + look.corners_around(vertex) }
}

pub(super) fn judge(look: &Look<'_>, vertex: VertexId) -> Option<Issue> {
    let (at, star) = (look.mesh.vertex(vertex)?, look.derived.adjacency.star(vertex));
    if star.is_empty() {
        let issue = Issue::new(IssueKind::UnusedVertex(vertex), Vec::new(), at);
        return Some(Issue { vertices: vec![vertex], ..issue });
    }
    if star.len() > MOST_CELLS {
        return None;
    }
    let mut beside = star.iter().filter_map(|&cell| neighbors(look, cell, vertex));
    let [from, to] = beside.next()?;
    let is_straight = beside.all(|other| other == [to, from])
        && lies_between(at, [from, to].map(|end| look.mesh.position(end)))
        && star.iter().all(|&cell| look.mesh.corners(cell).len() > 3);
    let mut cells = star.to_vec();
    cells.sort_unstable();
    is_straight
        .then(|| Issue { vertices: vec![vertex], ..Issue::new(IssueKind::StraightCorner(vertex), cells, at) })
}

/// Returns the corners before and after a corner of a cell.
fn neighbors(look: &Look<'_>, cell: CellId, corner: VertexId) -> Option<[VertexId; 2]> {
    let corners = look.mesh.corners(cell);
    let (at, n) = (corners.iter().position(|&other| other == corner)?, corners.len());
    Some([corners[(at + n - 1) % n], corners[(at + 1) % n]])
}

pub(super) fn describe_straight_corner(vertex: VertexId) -> String {
    format!(
        "Vertex {} lies on the straight line between its only two neighbours, so paths do not need it. Dissolve it.",
        vertex.0,
    )
}

pub(super) fn describe_unused(vertex: VertexId) -> String {
    format!(
        "Vertex {} is a corner of no cell, so paths do not need it. Delete it, or draw a cell with it.",
        vertex.0
    )
}
