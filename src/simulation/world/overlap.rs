//! Overlaps of agents, whether they avoid each other or not.

use super::Simulation;
use crate::geometry::ground;
use crate::simulation::scenario::AgentGroup;

/// An overlap of two agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::simulation) struct Overlap {
    pub(in crate::simulation) agents: [u32; 2],
    /// Overlap relative to the smaller radius.
    pub(in crate::simulation) share: f32,
}

impl Simulation {
    /// Returns the overlaps of all agents after the last step, each twice, in the order of the first agent.
    pub(in crate::simulation) fn overlaps(&mut self) -> Vec<Overlap> {
        let largest = self.scenario.groups.iter().map(AgentGroup::largest_radius).fold(0.0, f32::max);
        let memory = &mut self.memory;
        memory.positions.clear();
        memory.positions.extend(self.agents.iter().map(|agent| agent.is_present().then_some(agent.at.point)));
        memory.grid.fill(&memory.positions, 2.0 * largest);
        let mut overlaps = Vec::new();
        for (index, agent) in (0..).zip(&self.agents).filter(|(_, agent)| agent.is_present()) {
            let radius = agent.own.radius;
            memory.grid.nearest(
                (index, agent.at.point),
                radius + largest,
                usize::MAX,
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
