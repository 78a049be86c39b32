//! Agents that search and move alike: those of one size and one filter.

use super::scenario::AgentGroup;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};

/// Size and filter of agents, which share their searches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AgentClass {
    pub(super) agent: Agent,
    filter: Filter,
}

impl AgentClass {
    /// Returns the class of a group: that of its largest agent.
    pub(super) fn of(group: &AgentGroup) -> Self {
        let agent = Agent { radius: group.largest_radius(), ..Agent::default() };
        Self { agent, filter: group.filter.clone() }
    }

    /// Returns a mesh with the constraints of the class.
    pub(super) fn on<'a>(&'a self, mesh: &'a NavMesh, derived: &'a Derived) -> Walkable<'a> {
        Walkable::new(mesh, derived, &self.agent, &self.filter)
    }
}
