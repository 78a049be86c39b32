//! Portals that are too narrow and cells that are too steep for an agent.

use std::f32::consts::FRAC_PI_2;

use super::{AgentLimits, Issue, IssueKind, cells_of};
use crate::geometry::normal;
use crate::navmesh::{CellId, Derived, Edge, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::analysis::clearance::portals::clear_widths;
use crate::progress::{Progress, Stopped};

/// Calls `visit` with the issue of each portal that is too narrow, the narrowest first.
pub(super) fn each_portal(
    mesh: &NavMesh,
    derived: &Derived,
    limits: &AgentLimits,
    progress: &Progress,
    mut visit: impl FnMut(Issue),
) -> Result<(), Stopped> {
    if limits.narrow_portal <= 0.0 {
        return Ok(());
    }
    // Cells that the agent cannot enter are walls beside others, but not for this search.
    let radius = limits.narrow_portal / 2.0;
    let (agent, filter) = (Agent { radius, ..Agent::default() }, Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    for portal in clear_widths(&walkable, progress)? {
        if portal.width >= limits.narrow_portal {
            break;
        }
        let Some([from, to]) = mesh.half_edge(portal.portal) else { continue };
        let beside = derived.adjacency.twin(portal.portal).map(|twin| twin.cell);
        let cells = std::iter::once(portal.portal.cell).chain(beside).collect();
        let edge = Edge::new(from, to);
        let at = mesh.position(from).midpoint(mesh.position(to));
        visit(Issue {
            edges: vec![edge],
            distance: Some(portal.width),
            ..Issue::new(IssueKind::NarrowPortal(edge), cells, at)
        });
    }
    Ok(())
}

pub(super) fn steep(mesh: &NavMesh, cell: CellId, limits: &AgentLimits) -> Option<Issue> {
    if limits.steep >= FRAC_PI_2 {
        return None;
    }
    let slope = normal(&mesh.ring(cell))?.y.abs().min(1.0).acos();
    (slope > limits.steep).then(|| Issue {
        distance: Some(slope.to_degrees()),
        ..Issue::new(IssueKind::Steep, vec![cell], mesh.centroid(cell))
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
