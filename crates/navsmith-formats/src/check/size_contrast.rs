//! Neighbours of very different sizes.

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, cells_of};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{Cell, CellId, Edge, HalfEdge, NavMesh};

/// Returns the length of the longest side of a cell, in metres.
pub(super) fn length(mesh: &NavMesh, cell: CellId) -> f32 {
    let sides = mesh.cell(cell).into_iter().flat_map(Cell::sides);
    let ends = sides.map(|ends| ends.map(|end| ground(mesh.position(end))));
    ends.map(|[from, to]| from.distance(to)).fold(0.0, f32::max)
}

/// Returns the issue of a side of a cell if the neighbour there is much smaller.
pub(super) fn judge(look: &AgentLook<'_>, side: HalfEdge, length: impl Fn(CellId) -> f32) -> Option<Issue> {
    let (cell, other) = (side.cell, look.derived.adjacency.twin(side)?.cell);
    let [long, short] = [cell, other].map(length);
    // A cell without length has no size to compare, and is an error itself.
    if short <= 0.0 || long <= short * look.limits.size_contrast {
        return None;
    }
    let [from, to] = look.mesh.half_edge(side)?;
    let edge = Edge::new(from, to);
    Some(Issue {
        edges: vec![edge],
        distance: Some(long / short),
        ..Issue::new(IssueKind::SizeContrast(edge), vec![cell, other], look.mesh.centroid(other))
    })
}

pub(super) fn headline(issue: &Issue) -> String {
    format!(
        "Cells {} differ in size by a factor of {:.0}",
        cells_of(issue),
        issue.distance.unwrap_or_default()
    )
}

pub(super) fn describe(issue: &Issue) -> String {
    format!(
        "{}: searches take more steps at the small one, and rounding moves its corners visibly. Join them, or split \
         the large one.",
        headline(issue),
    )
}
