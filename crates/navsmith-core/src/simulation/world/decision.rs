//! What one agent decides in a step, to show it.

use glam::{Vec2, Vec3};

use super::Simulation;
use super::links::LinkUse;
use crate::geometry::ground;
use crate::simulation::crowd::avoidance::HalfPlane;
use crate::simulation::events::AgentEvent;
use crate::trace::Observer;

/// Decision of an agent in a step, from the state before its movement.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentDecision {
    /// Velocity without other agents and walls, in metres per second.
    pub desired: Vec2,
    /// Velocity that avoids others and walls, in metres per second.
    pub chosen: Vec2,
    /// Direction of view, a unit vector: that of steering, or that of the velocity; zero at rest.
    pub facing: Vec2,
    /// Force of steering, in newtons; `None` without steering.
    pub force: Option<Vec2>,
    /// Whether gravity acts; not while steering climbs.
    pub has_gravity: bool,
    /// Remaining distance along the path, in metres; infinite without a path.
    pub remaining: f32,
    /// Rest of the path: the next waypoint and those behind it, or the points of its curve.
    pub path: Vec<Vec3>,
    /// The agents that it avoids, nearest first.
    pub neighbors: Vec<u32>,
    /// The velocities without a collision: those in all half-planes, as far as there are any.
    pub half_planes: Vec<HalfPlane>,
    /// What it does with a link; `None` if no link is on its way.
    pub link: Option<LinkUse>,
}

impl Simulation {
    /// Runs one step as [`Self::step`] does, and returns the decision of an agent; `None` if it left.
    pub fn step_with_decision(
        &mut self,
        agent: usize,
        observer: &mut impl Observer<AgentEvent>,
    ) -> Option<AgentDecision> {
        self.decide(observer);
        let decision = self.decision(agent);
        self.carry_out(observer);
        decision
    }

    fn decision(&self, index: usize) -> Option<AgentDecision> {
        let agent = self.agents.get(index).filter(|agent| agent.is_present())?;
        let avoids = self.scenario.groups[agent.group].avoids && agent.is_on_mesh();
        let half_planes = || self.crowd.half_planes(index, agent, &self.scenario);
        Some(AgentDecision {
            desired: agent.desired,
            chosen: *self.crowd.velocities().get(index)?,
            facing: agent
                .steering
                .map_or_else(|| agent.velocity.normalize_or_zero(), |steering| steering.facing.as_vec2()),
            force: agent.steering.map(|steering| steering.force.as_vec2()),
            has_gravity: agent.steering.is_none_or(|steering| steering.has_gravity),
            remaining: agent.remaining(),
            path: agent.path().rest_from(ground(agent.at.point)),
            neighbors: self.neighbors(index).collect(),
            half_planes: if avoids { half_planes() } else { Vec::new() },
            link: self.link_use(index),
        })
    }
}
