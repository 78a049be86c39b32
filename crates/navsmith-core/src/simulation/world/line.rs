//! Agents at rest in front of each other, and the line before a link.

use super::Simulation;
use crate::geometry::ground;
use crate::navmesh::LinkId;

/// Gap below which two agents block each other, and below which an agent is at a wall, in metres.
pub(in crate::simulation) const CONTACT: f32 = 0.1;

/// Speed below which an agent blocks others, as a part of its maximum speed.
pub(in crate::simulation) const BLOCKING: f32 = 0.2;

/// Least cosine of the angle between the direction of an agent and another one in front of it.
pub(in crate::simulation) const IN_FRONT: f32 = 0.1;

/// Maximum number of agents in a line.
pub(in crate::simulation) const MOST_AGENTS: usize = 32;

impl Simulation {
    /// Returns the distance between the circles of two agents, in metres; negative if they overlap.
    pub(in crate::simulation) fn gap(&self, index: u32, other: u32) -> f32 {
        let pair = [index, other].map(|index| &self.agents[index as usize]);
        let [radius, theirs] = pair.map(|agent| agent.own.radius);
        let [at, beside] = pair.map(|agent| ground(agent.at.point));
        at.distance(beside) - radius - theirs
    }

    /// Returns the agent that touches an agent and is nearest to its direction, if it does not move.
    pub(in crate::simulation) fn agent_in_front(&self, index: u32) -> Option<u32> {
        let own = &self.agents[index as usize];
        if !own.is_walking() {
            return None;
        }
        let towards = own.desired.try_normalize()?;
        let in_front = self.neighbors(index as usize).filter_map(|other| {
            let beside = &self.agents[other as usize];
            let offset = ground(beside.at.point) - ground(own.at.point);
            let is_slow = beside.velocity.length() < BLOCKING * beside.own.speed;
            let is_blocking = beside.is_present() && self.gap(index, other) < CONTACT && is_slow;
            let cosine = towards.dot(offset.normalize_or_zero());
            (is_blocking && cosine > IN_FRONT).then_some((other, cosine))
        });
        in_front.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(other, _)| other)
    }

    /// Returns the next link of an agent in a line before it, and the agent in front of it.
    ///
    /// The first agent of the line waits for the link.
    pub(super) fn line_before_link(&self, index: usize) -> Option<(LinkId, u32)> {
        let (own, _) = self.agents[index].path().link_ahead()?;
        let first = self.agent_in_front(index as u32)?;
        let mut last = first;
        for _ in 0..MOST_AGENTS {
            let agent = &self.agents[last as usize];
            if agent.waits_for_link() {
                return agent.path().link().filter(|&link| link == own).map(|link| (link, first));
            }
            last = self.agent_in_front(last)?;
        }
        None
    }
}
