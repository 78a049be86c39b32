//! Vertices and cells off the nearest level surface by more than the agent climbs.

use super::{Issue, IssueKind, cells_of};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Vec3, ground};
use crate::level::surface::LevelSurface;
use crate::navmesh::{CellId, Derived, NavMesh, VertexId};

/// Search for heights off the level; it visits all vertices, then all cells.
pub(super) struct Heights<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    surface: &'a LevelSurface,
    max_climb: f32,
    /// Whether the vertex at each slot is off the level.
    is_off: Vec<bool>,
}

impl<'a> Heights<'a> {
    pub(super) fn new(
        mesh: &'a NavMesh,
        derived: &'a Derived,
        surface: &'a LevelSurface,
        max_climb: f32,
    ) -> Self {
        let is_off = vec![false; mesh.vertex_slots()];
        Self { mesh, derived, surface, max_climb, is_off }
    }

    pub(super) fn vertex(
        &mut self,
        vertex: VertexId,
        budget: &mut Budget,
    ) -> Result<Option<Issue>, Exhausted> {
        let star = self.derived.adjacency.star(vertex);
        let at = self.mesh.position(vertex);
        let Some(distance) = self.difference(at, budget)?.filter(|_| !star.is_empty()) else {
            return Ok(None);
        };
        if let Some(is_off) = self.is_off.get_mut(vertex.0 as usize) {
            *is_off = true;
        }
        budget.keep(size_of_val(star))?;
        let issue = Issue::new(IssueKind::OffLevel(Some(vertex)), star.to_vec(), at);
        Ok(Some(Issue { vertices: vec![vertex], distance: Some(distance), ..issue }))
    }

    /// Judges the middle of a cell whose corners are at the height of the level.
    pub(super) fn cell(&self, cell: CellId, budget: &mut Budget) -> Result<Option<Issue>, Exhausted> {
        let corners = self.mesh.corners(cell);
        budget.step(corners.len())?;
        if corners.iter().any(|corner| self.is_off.get(corner.0 as usize) == Some(&true)) {
            return Ok(None);
        }
        let at = self.mesh.centroid(cell);
        let distance = self.difference(at, budget)?;
        Ok(distance.map(|distance| Issue {
            distance: Some(distance),
            ..Issue::new(IssueKind::OffLevel(None), vec![cell], at)
        }))
    }

    /// Returns the height above the nearest level surface if it is more than the climb; negative below it.
    fn difference(&self, at: Vec3, budget: &mut Budget) -> Result<Option<f32>, Exhausted> {
        budget.step(self.surface.entries_in([ground(at); 2]))?;
        let difference = self.surface.nearest_height(at, f32::INFINITY).map(|height| at.y - height);
        Ok(difference.filter(|difference| difference.abs() > self.max_climb))
    }
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
