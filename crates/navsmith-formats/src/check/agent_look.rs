//! Context for the checks of issues of an agent.

use super::AgentLimits;
use crate::level::surface::LevelSurface;
use crate::level::walls::WallLimits;
use navsmith_core::navmesh::{CellId, Derived, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;

/// Height in metres up to which an agent without a stated climb steps over an obstacle.
///
/// It is the default of Unity, and above the risers of stairs, which a navigation mesh often covers by a ramp.
const STEP: f32 = 0.4;

/// Least height in metres up to which an agent with a stated climb steps over an obstacle.
const LEAST_STEP: f32 = 0.05;

impl AgentLimits {
    /// Returns the sizes that determine which triangles are walls to the agent.
    pub fn walls(&self) -> WallLimits {
        let Agent { height, max_slope, max_climb, .. } = self.agent;
        let metre = self.metre;
        let step = if max_climb.is_finite() { max_climb.max(LEAST_STEP * metre) } else { STEP * metre };
        WallLimits { radius: self.near_wall, step, height, max_slope, metre }
    }
}

/// Context for the checks.
#[derive(Clone, Copy)]
pub(in crate::check) struct AgentLook<'a> {
    pub(in crate::check) mesh: &'a NavMesh,
    pub(in crate::check) derived: &'a Derived,
    pub(in crate::check) surface: Option<&'a LevelSurface>,
    pub(in crate::check) limits: AgentLimits,
}

impl AgentLook<'_> {
    /// Whether a side without a neighbour begins or ends at a vertex.
    pub(super) fn has_wall(&self, vertex: VertexId) -> bool {
        self.derived.adjacency.star(vertex).iter().any(|&cell| {
            self.sides(cell).any(|side| {
                let is_at = self.mesh.half_edge(side).is_some_and(|ends| ends.contains(&vertex));
                is_at && self.derived.adjacency.twin(side).is_none()
            })
        })
    }

    /// Returns the sides of a cell.
    pub(super) fn sides(&self, cell: CellId) -> impl Iterator<Item = HalfEdge> + use<> {
        let count = self.mesh.corners(cell).len() as u32;
        (0..count).map(move |side| HalfEdge { cell, side })
    }
}
