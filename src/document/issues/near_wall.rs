//! Boundary edges that are nearer to a wall of the level than the radius of the agent.

use super::{Issue, IssueKind, cells_of};
use crate::budget::{Budget, Exhausted};
use crate::level::surface::LevelSurface;
use crate::level::walls::{WallLimits, wall_distance};
use crate::navmesh::{Derived, Edge, EdgeKind, HalfEdge, NavMesh};

/// Distance in metres by which an edge may be too near, because positions are rounded.
const TOLERANCE: f32 = 0.001;

pub(super) fn judge(
    mesh: &NavMesh,
    derived: &Derived,
    surface: &LevelSurface,
    side: HalfEdge,
    limits: &WallLimits,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let Some([from, to]) = mesh.half_edge(side) else { return Ok(None) };
    let edge = Edge::new(from, to);
    budget.step(derived.adjacency.star(from).len().min(derived.adjacency.star(to).len()) + 1)?;
    if derived.adjacency.kind(mesh, edge) != EdgeKind::Boundary {
        return Ok(None);
    }
    let ends = [from, to].map(|end| mesh.position(end));
    let found = wall_distance(surface, ends, &mesh.ground_ring(side.cell), limits, budget)?;
    let distance = found.map(|distance| distance as f32);
    Ok(distance.filter(|distance| *distance < limits.radius - TOLERANCE).map(|distance| {
        let issue = Issue::new(IssueKind::NearWall(edge), vec![side.cell], ends[0].midpoint(ends[1]));
        Issue { edges: vec![edge], distance: Some(distance), ..issue }
    }))
}

pub(super) fn headline(issue: &Issue, edge: Edge) -> String {
    let distance = issue.distance.unwrap_or_default();
    if distance < 0.0 {
        format!("Edge {edge} is {:.2} m behind a wall", -distance)
    } else {
        format!("Edge {edge} is {distance:.2} m from a wall")
    }
}

pub(super) fn describe(issue: &Issue, edge: Edge) -> String {
    format!(
        "{}, which is less than the radius of the agent, so its body would touch the wall beside cell {}. Move the \
         edge away from the wall.",
        headline(issue, edge),
        cells_of(issue),
    )
}
