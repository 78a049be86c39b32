//! Portals that are too narrow and cells that are too steep for an agent.

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, cells_of, placing};
use navsmith_core::geometry::{ground, midpoint, normal};
use navsmith_core::navmesh::{CellId, Edge, HalfEdge, VertexId};
use navsmith_core::pathfinding::analysis::clearance::portals::width_between;
use navsmith_core::progress::{Progress, Stopped};

/// Number of cells between two progress reports.
const CELLS_PER_REPORT: usize = 1 << 12;

/// Returns for each vertex slot whether a side without a neighbour begins or ends there.
pub(super) fn walls(look: &AgentLook<'_>, progress: &Progress) -> Result<Vec<bool>, Stopped> {
    let mut has_wall = vec![false; look.mesh.vertex_slots()];
    let mut units = progress.units(look.mesh.cell_count(), CELLS_PER_REPORT);
    for (cell, _) in look.mesh.cells() {
        units.step()?;
        for side in look.sides(cell).filter(|&side| look.derived.adjacency.twin(side).is_none()) {
            for end in look.mesh.half_edge(side).into_iter().flatten() {
                has_wall[end.0 as usize] = true;
            }
        }
    }
    Ok(has_wall)
}

/// Returns the issue of a portal, as the lesser of its two sides.
///
/// Cells that the agent cannot enter are walls beside others, but not for this search.
pub(super) fn judge_portal(
    look: &AgentLook<'_>,
    portal: HalfEdge,
    has_wall: impl Fn(VertexId) -> bool,
) -> Option<Issue> {
    let twin = look.derived.adjacency.twin(portal).filter(|twin| portal < *twin)?;
    let ends = look.mesh.half_edge(portal)?;
    let [from, to] = ends.map(|end| look.mesh.position(end));
    let on_ground = [from, to].map(ground);
    let most = look.limits.narrow_portal;
    // Walls at its ends do not narrow a portal that is longer.
    if width_between(on_ground, ends.len()) >= most {
        return None;
    }
    let width = width_between(on_ground, ends.iter().filter(|end| has_wall(**end)).count());
    let edge = Edge::new(ends[0], ends[1]);
    let issue =
        || Issue::new(IssueKind::NarrowPortal(edge), vec![portal.cell, twin.cell], midpoint(from, to));
    let moved = placing::widened(look, edge, has_wall);
    let moves = placing::farthest(look, &moved);
    (width < most).then(|| Issue { edges: vec![edge], distance: Some(width), moves, ..issue() })
}

pub(super) fn judge_slope(look: &AgentLook<'_>, cell: CellId) -> Option<Issue> {
    // No direction is up everywhere on a closed surface.
    let is_closed = look.mesh.is_closed_surface();
    let slope = normal(&look.mesh.ring(cell))?.y.abs().min(1.0).acos();
    (slope > look.limits.steep && !is_closed).then(|| Issue {
        distance: Some(slope.to_degrees()),
        ..Issue::new(IssueKind::Steep, vec![cell], look.mesh.centroid(cell))
    })
}

pub(super) fn headline_steep(issue: &Issue) -> String {
    format!("Cell {} slopes by {:.1}°", cells_of(issue), issue.distance.unwrap_or_default())
}

pub(super) fn describe_steep(issue: &Issue) -> String {
    format!(
        "{}, which is too steep for the agent, so paths may avoid it. Move its corners, delete it, or assign an area that \
         other agents use.",
        headline_steep(issue),
    )
}

pub(super) fn headline_narrow(issue: &Issue, edge: Edge) -> String {
    format!("Portal {edge} is {:.3} m wide", issue.distance.unwrap_or_default())
}

pub(super) fn describe_narrow(issue: &Issue, edge: Edge) -> String {
    format!(
        "{} between walls, which is too narrow for the agent between the cells {}. Move \
         its ends apart.",
        headline_narrow(issue, edge),
        cells_of(issue),
    )
}
