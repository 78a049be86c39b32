//! Boundary edges that are nearer to a wall of the level than the radius of the agent.

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, cells_of, placing};
use crate::level::walls::wall_distance;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Plane, Vec2, midpoint};
use navsmith_core::navmesh::{Edge, EdgeKind, HalfEdge};

/// Distance in metres by which an edge may be too near, because positions are rounded.
const TOLERANCE: f32 = 0.001;

pub(super) fn judge(
    look: &AgentLook<'_>,
    side: HalfEdge,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let (mesh, adjacency) = (look.mesh, &look.derived.adjacency);
    let (Some(surface), Some([from, to])) = (look.surface, mesh.half_edge(side)) else { return Ok(None) };
    let edge = Edge::new(from, to);
    budget.step(adjacency.star(from).len().min(adjacency.star(to).len()))?;
    if adjacency.twin(side).is_some() || adjacency.kind(mesh, edge) != EdgeKind::Boundary {
        return Ok(None);
    }
    let (ends, limits) = ([from, to].map(|end| mesh.position(end)), look.limits.walls());
    let floor = Plane::of_ring(&mesh.ring(side.cell));
    let height_at = |at: Vec2| floor.map_or(ends[0].y, |floor| floor.height_at(at));
    let found = wall_distance(surface, ends, (&mesh.ground_ring(side.cell), height_at), &limits, budget)?;
    let distance = found.map(|distance| distance as f32);
    let Some(distance) = distance.filter(|distance| *distance < limits.radius - TOLERANCE) else {
        return Ok(None);
    };
    let issue = Issue::new(IssueKind::NearWall(edge), vec![side.cell], midpoint(ends[0], ends[1]));
    // At a greater depth, the wall crosses the cell, and it is undetermined where the edge belongs.
    let distance = Some(distance).filter(|distance| *distance > TOLERANCE - limits.radius);
    // At a sharp corner, an end moves farther than the edge. Each move is a choice of the user.
    let missing = distance.map(|distance| (edge, look.limits.near_wall - distance));
    let moved = placing::from_walls(look, &missing.into_iter().collect());
    let moves = distance.map(|_| placing::longest(look, &moved));
    Ok(Some(Issue { edges: vec![edge], distance, moves, ..issue }))
}

pub(super) fn headline(issue: &Issue, edge: Edge) -> String {
    match issue.distance {
        Some(distance) if distance < 0.0 => format!("Edge {edge} is {:.2} m behind a wall", -distance),
        Some(distance) => format!("Edge {edge} is {distance:.2} m from a wall"),
        None => format!("A wall crosses cell {} behind edge {edge}", cells_of(issue)),
    }
}

pub(super) fn describe(issue: &Issue, edge: Edge) -> String {
    let headline = headline(issue, edge);
    if issue.distance.is_none() {
        return format!(
            "{headline}, at more than the radius of the agent from the edge. Split the cell along the wall, and \
             delete the part behind it. If the agent steps over the obstacle, set its highest step."
        );
    }
    format!(
        "{headline}, which is too near for the body of the agent in cell {}. \
         Move the edge away from the wall.",
        cells_of(issue),
    )
}
