//! Targets that move during a run, and copies of a state.

use super::links::LinkUsers;
use super::sight::Sight;
use super::{AgentOverlap, SimulatedAgent, Simulation};
use crate::geometry::Vec2;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::move_with_radius::CircleSlide;
use crate::simulation::crowd::avoidance::MOST_WALLS;
use crate::simulation::scenario::{GroupTarget, Scenario};
use crate::simulation::target_tree::TargetTree;

impl Simulation {
    /// Moves the target of a group that has a point as its target, during the run.
    pub fn move_target(&mut self, group: usize, to: Endpoint) {
        if matches!(self.scenario.groups.get(group).map(|group| &group.target), Some(GroupTarget::Point(_))) {
            self.move_goal(group, 0, to);
            self.scenario.groups[group].target = GroupTarget::Point(to);
        }
    }

    /// Moves the targets of all groups to those of a scenario, during the run.
    ///
    /// Targets of another kind, and routes with another number of points, stay.
    pub fn set_targets(&mut self, scenario: &Scenario) {
        let groups = self.scenario.groups.len().min(scenario.groups.len());
        for (group, to) in scenario.groups[..groups].iter().map(|to| &to.target).enumerate() {
            match (&self.scenario.groups[group].target, to) {
                (from, to) if from == to => {}
                (GroupTarget::Point(_), GroupTarget::Point(at)) => self.move_target(group, *at),
                (GroupTarget::Route { points: old, .. }, GroupTarget::Route { points, .. })
                    if old.len() == points.len() =>
                {
                    points.iter().enumerate().for_each(|(leg, &at)| self.move_goal(group, leg, at));
                    self.scenario.groups[group].target = to.clone();
                }
                _ => {}
            }
        }
    }

    /// Moves a point of the route of a group.
    fn move_goal(&mut self, group: usize, leg: usize, to: Endpoint) {
        if !self.targets.move_goal((group, leg), to, &self.mesh, &self.scenario.groups[group]) {
            return;
        }
        // An agent that arrived in a loop was within reach of all points.
        let is_loop = self.scenario.groups[group].target.is_loop();
        let is_on_leg = |agent: &&mut SimulatedAgent| agent.group == group && (is_loop || agent.leg == leg);
        self.agents.iter_mut().filter(is_on_leg).for_each(SimulatedAgent::leave_place);
    }

    /// Returns the overlaps of all agents after the last step, in the order of the first agent.
    ///
    /// An overlap is in the list twice, unless one of its agents has many others that are nearer.
    pub(in crate::simulation) fn overlaps(&mut self) -> Vec<AgentOverlap> {
        self.crowd.overlaps(&self.agents, &self.scenario)
    }

    /// Returns a copy to continue from, without the memory of the last step.
    pub(in crate::simulation) fn keyframe(&self) -> Self {
        Self {
            mesh: self.mesh.clone(),
            scenario: self.scenario.clone(),
            targets: self.targets.clone(),
            agents: self.agents.clone(),
            planning: self.planning.without_memory(),
            links: LinkUsers::default(),
            crowd: self.crowd.without_memory(),
            sight: Sight::default(),
            moved: CircleSlide::default(),
            ..*self
        }
    }

    /// Returns the shared searches, each with its memory in bytes; copies of a state share them.
    pub(in crate::simulation) fn searches(&self) -> impl Iterator<Item = (*const TargetTree, usize)> {
        self.targets.searches()
    }

    /// Returns the approximate memory of the agents, in bytes.
    pub(in crate::simulation) fn bytes(&self) -> usize {
        let of_path = |agent: &SimulatedAgent| {
            let waypoints =
                agent.path().waypoints().len() * (size_of::<crate::geometry::Vec3>() + size_of::<f32>());
            let cells = agent.corridor().map_or(0, |corridor| corridor.corridor().cells.len() * 32);
            // Walls are stored for the agent, and for its avoidance.
            waypoints + cells + MOST_WALLS * size_of::<[Vec2; 2]>()
        };
        self.agents.iter().map(|agent| size_of::<SimulatedAgent>() + of_path(agent)).sum()
    }
}
