//! Vertices and cells off the nearest level surface by more than the agent climbs.

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, cells_of, far};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{CellId, Surface, VertexId};

pub(super) fn judge_vertex(
    look: &AgentLook<'_>,
    vertex: VertexId,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let star = look.derived.adjacency.star(vertex);
    if star.is_empty() {
        return Ok(None);
    }
    let at = look.mesh.position(vertex);
    let Some(distance) = difference(look, at, budget)? else { return Ok(None) };
    let issue = Issue::new(IssueKind::OffLevel(Some(vertex)), star.to_vec(), at);
    let moves = far(distance.abs(), look.limits.weld);
    Ok(Some(Issue { vertices: vec![vertex], distance: Some(distance), moves, ..issue }))
}

/// Judges the middle of a cell whose corners are at the height of the level.
pub(super) fn judge_cell(
    look: &AgentLook<'_>,
    cell: CellId,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    if look.mesh.cell(cell).is_none() {
        return Ok(None);
    }
    let mut at = look.mesh.centroid(cell);
    if look.mesh.detail(cell).is_some() {
        at.y = Surface::of(look.mesh, cell).height_at(ground(at));
    }
    let distance = difference(look, at, budget)?;
    Ok(distance.map(|distance| Issue {
        distance: Some(distance),
        ..Issue::new(IssueKind::OffLevel(None), vec![cell], at)
    }))
}

/// Returns the height above the nearest level surface if it is more than the climb; negative below it.
fn difference(look: &AgentLook<'_>, at: Vec3, budget: &mut Budget) -> Result<Option<f32>, Exhausted> {
    let Some(surface) = look.surface else { return Ok(None) };
    budget.step(surface.entries_in([ground(at); 2]))?;
    let difference = surface.nearest_height(at, f32::INFINITY).map(|height| at.y - height);
    Ok(difference.filter(|difference| difference.abs() > look.limits.off_level))
}

/// Returns the height difference in words.
fn apart(issue: &Issue) -> String {
    let distance = issue.distance.unwrap_or_default();
    let side = if distance < 0.0 { "below" } else { "above" };
    format!("{:.2} m {side} the level", distance.abs())
}

pub(super) fn headline(issue: &Issue, vertex: Option<VertexId>) -> String {
    match vertex {
        Some(vertex) => format!("Vertex {} is {}", vertex.0, apart(issue)),
        None => format!("The middle of cell {} is {}", cells_of(issue), apart(issue)),
    }
}

pub(super) fn describe(issue: &Issue, vertex: Option<VertexId>) -> String {
    let remedy = match vertex {
        Some(_) => "Take its height from the level.",
        None => "Split the cell there, then take heights from the level.",
    };
    format!("{}, which is more than the agent steps over. {remedy}", headline(issue, vertex))
}
