//! Snapshot of the data that widths depend on.

use crate::editor::work::Shared;
use crate::navmesh::NavMesh;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};

/// Snapshot that the widths depend on: mesh, agent and filter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ground {
    pub(super) mesh: NavMesh,
    pub(super) derived: Shared,
    pub(super) agent: Agent,
    pub(super) filter: Filter,
}

impl Ground {
    pub(super) fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }
}
