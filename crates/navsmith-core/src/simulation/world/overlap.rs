//! Overlaps of agents, whether they avoid each other or not.

use super::Simulation;
use crate::geometry::ground;
use crate::simulation::scenario::AgentGroup;

/// Maximum number of agents near another one that are tested for an overlap with it; the nearest ones.
const MOST_TESTED: usize = 32;

/// An overlap of two agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::simulation) struct Overlap {
    pub(in crate::simulation) agents: [u32; 2],
    /// Overlap relative to the smaller radius.
    pub(in crate::simulation) share: f32,
}

impl Simulation {
    /// Returns the overlaps of all agents after the last step, in the order of the first agent.
    ///
    /// An overlap is in the list twice, unless one of its agents has many others that are nearer.
    pub(in crate::simulation) fn overlaps(&mut self) -> Vec<Overlap> {
        let largest = self.scenario.groups.iter().map(AgentGroup::largest_radius).fold(0.0, f32::max);
        let memory = &mut self.memory;
        memory.positions.clear();
        memory.positions.extend(self.agents.iter().map(|agent| agent.is_on_mesh().then_some(agent.at.point)));
        memory.grid.fill(&memory.positions, 2.0 * largest);
        let mut overlaps = Vec::new();
        for (index, agent) in (0..).zip(&self.agents).filter(|(_, agent)| agent.is_on_mesh()) {
            let radius = agent.own.radius;
            memory.grid.nearest(
                (index, agent.at.point),
                radius + largest,
                MOST_TESTED,
                &[],
                &mut memory.found,
            );
            for &(_, other) in &memory.found {
                let beside = &self.agents[other as usize];
                let other_radius = beside.own.radius;
                let distance = ground(agent.at.point).distance(ground(beside.at.point));
                let share = (radius + other_radius - distance) / radius.min(other_radius);
                if share > 0.0 {
                    overlaps.push(Overlap { agents: [index, other], share });
                }
            }
        }
        overlaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec2;
    use crate::navmesh::Derived;
    use crate::navmesh::notation::squares;
    use crate::simulation::scenario::{GroupTarget, Scenario, Spawn};

    #[test]
    fn a_pile_of_agents_has_a_limited_number_of_overlaps() {
        let mesh = squares(&["00000"; 5]);
        let at = Vec2::splat(2.5).into();
        let spawn = Spawn::Disc { center: at, radius: 1e-3 };
        let group = AgentGroup { count: 100, ..AgentGroup::new("pile", spawn, GroupTarget::Point(at)) };
        let scenario = Scenario { groups: vec![group], ..Scenario::default() };
        let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("valid");
        let overlaps = simulation.overlaps();
        assert_eq!(overlaps.len(), 100 * MOST_TESTED, "not those of all pairs");
        assert!(overlaps.iter().all(|overlap| overlap.share > 1.9), "all in one place");
    }
}
