//! Superfluous vertices, and vertices where cells only touch.
//!
//! The former belong to no cell, or lie on the straight line between their only two neighbours.

use glam::Vec3;
use smallvec::SmallVec;

use super::boundary_gap::{contact, distance_to};
use super::{Issue, IssueKind, Look, listed};
use navsmith_core::geometry::lies_between;
use navsmith_core::navmesh::{Cell, CellId, HalfEdge, VertexId};

/// Number of cells at a vertex that can be a straight corner of all of them.
const MOST_CELLS: usize = 2;

/// Number of boundary edges at a vertex up to which they are compared.
const MOST_ENDS: usize = 64;

/// Number of cells that a description lists.
const MOST_NAMED: usize = 8;

pub(super) fn steps(look: &Look<'_>, vertex: VertexId) -> usize {
    1 + 2 * look.corners_around(vertex)
}

pub(super) fn judge(look: &Look<'_>, vertex: VertexId) -> Option<Issue> {
    let (at, star) = (look.mesh.vertex(vertex)?, look.derived.adjacency.star(vertex));
    if star.is_empty() {
        let issue = Issue::new(IssueKind::UnusedVertex(vertex), Vec::new(), at);
        return Some(Issue { vertices: vec![vertex], ..issue });
    }
    if star.len() > MOST_CELLS {
        return judge_fans(look, vertex);
    }
    let mut beside = star.iter().filter_map(|&cell| neighbors(look, cell, vertex));
    let [from, to] = beside.next()?;
    // A corner beside a chain separates the cells on its sides.
    let is_apart = look.mesh.vertices_apart().contains(&vertex);
    let is_straight = !is_apart
        && beside.all(|other| other == [to, from])
        && lies_between(at, [from, to].map(|end| look.mesh.position(end)))
        && star.iter().all(|&cell| look.mesh.corners(cell).len() > 3);
    let mut cells = star.to_vec();
    cells.sort_unstable();
    let issue = Issue { vertices: vec![vertex], ..Issue::new(IssueKind::StraightCorner(vertex), cells, at) };
    if is_straight { Some(issue) } else { judge_fans(look, vertex) }
}

/// Finds a vertex whose cells form two or more fans.
///
/// A fan has two boundary edges at the vertex. Where an edge has more cells, that edge is the issue, and where two
/// boundary edges lie on one line, the T-junction.
fn judge_fans(look: &Look<'_>, vertex: VertexId) -> Option<Issue> {
    let (at, star) = (look.mesh.vertex(vertex)?, look.derived.adjacency.star(vertex));
    // The other ends of the sides at the vertex, and whether each side is free.
    let mut sides: SmallVec<[(VertexId, bool); 16]> = SmallVec::new();
    for &cell in star {
        let of_cell = (0..).zip(look.mesh.cell(cell).into_iter().flat_map(Cell::sides));
        for (side, [from, to]) in of_cell.filter(|(_, side)| side.contains(&vertex)) {
            let is_free = look.derived.adjacency.twin(HalfEdge { cell, side }).is_none();
            sides.push((if from == vertex { to } else { from }, is_free));
        }
    }
    sides.sort_unstable();
    let mut ends: SmallVec<[Vec3; 8]> = SmallVec::new();
    for on_edge in sides.chunk_by(|one, other| one.0 == other.0) {
        match on_edge {
            [(end, true)] => ends.push(look.mesh.position(*end)),
            _ if on_edge.iter().any(|(_, is_free)| *is_free) => return None,
            _ => {}
        }
    }
    let is_along = |one: Vec3, other: Vec3| {
        let near = distance_to(one, [at, other]).min(distance_to(other, [at, one]));
        near < look.limits.gap.max(contact(look))
    };
    let are_apart = || {
        let rest = |index: usize| ends[index + 1..].iter();
        (0..ends.len()).all(|index| !rest(index).any(|&other| is_along(ends[index], other)))
    };
    let mut cells = star.to_vec();
    cells.sort_unstable();
    let issue = Issue { vertices: vec![vertex], ..Issue::new(IssueKind::Pinched(vertex), cells, at) };
    (ends.len() > 2 && ends.len() <= MOST_ENDS && are_apart()).then_some(issue)
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

pub(super) fn describe_pinched(issue: &Issue, vertex: VertexId) -> String {
    let cells = if issue.cells.len() > MOST_NAMED {
        format!("{} cells", issue.cells.len())
    } else {
        format!("cells {}", listed(issue.cells.iter().map(|cell| cell.0)))
    };
    format!(
        "Vertex {} is a corner of {cells}, some of which only touch there, so no agent can cross between them. \
         Separate them, or draw cells between them.",
        vertex.0,
    )
}
