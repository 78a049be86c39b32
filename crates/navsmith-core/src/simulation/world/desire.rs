//! Velocities of agents without others: towards their waypoints.

use glam::Vec2;

use super::{AgentState, Simulation};
use crate::geometry::ground;
use crate::simulation::scenario::Behavior;

/// Time of slow walking after which an agent keeps to the right, in seconds.
const SLOW_TIME: f32 = 1.0 / 6.0;

/// Cosine and sine of the angle by which a slow agent keeps to the right, 0.35 radians.
const TO_THE_RIGHT: Vec2 = Vec2::new(0.939_372_7, 0.342_897_8);

impl Simulation {
    /// Sets the velocity of an agent without others: towards its next waypoint, or by the force of a chase.
    pub(super) fn desire(&mut self, index: usize) {
        let agent = &self.agents[index];
        let goal = self.targets.of(agent);
        let moving = goal.at.filter(|_| goal.is_moving());
        let is_near_target =
            moving.is_some_and(|target| self.distance_to(index, &target) <= self.reach(index));
        let (step, agent) = (self.step, &mut self.agents[index]);
        if agent.has_arrived() && !agent.has_place() && moving.is_some() && !is_near_target {
            // The target moved away, which needs no other path if a corridor follows it.
            (agent.state, agent.best) = (AgentState::WALKING, (f32::INFINITY, step));
        }
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let rests_by_itself = match agent.state {
            AgentState::Walking { waits_for_link } => waits_for_link.is_some(),
            AgentState::Arrived { makes_room } => !makes_room && !agent.has_place(),
            AgentState::Lost => true,
            AgentState::OnLink(_) | AgentState::Left => false,
        };
        let is_resting = rests_by_itself || agent.waits_for_room() || is_near_target;
        if group.behavior == Behavior::Chase {
            self.agents[index].desired = self.chase(index, is_resting).as_vec2();
            return;
        }
        let at = ground(agent.at.point);
        let desired = match agent.path().aim(at) {
            Some(aim) if !is_resting => {
                let is_last = agent.path().after().is_none();
                // On the ground plan, a speed along a slope is lower.
                let speed = agent.own.speed / (1.0 + agent.slope * agent.slope).sqrt();
                let rest = agent.remaining() / group.movement.braking;
                let speed = if is_last { speed.min(rest) } else { speed };
                aim.direction * speed
            }
            _ => Vec2::ZERO,
        };
        let is_slow = agent.slow_time > SLOW_TIME && agent.is_walking();
        self.agents[index].desired =
            if is_slow && group.avoids { TO_THE_RIGHT.rotate(desired) } else { desired };
    }
}
