//! Chases: agents that a force moves straight to their target.

use glam::DVec2;

use super::Simulation;
use crate::simulation::scenario::{Arrival, Behavior};
use crate::simulation::steering::{SteeredBody, Steering, SteeringSettings, steer};

impl Simulation {
    /// Returns the velocity of a chasing agent without others: that of a body that [`steer`] moves.
    ///
    /// `is_resting` agents get no force, and their drag stops them.
    pub(super) fn chase(&mut self, index: usize, is_resting: bool) -> DVec2 {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        // On the ground plan, a speed along a slope is lower.
        let speed = group.speed / (1.0 + agent.slope * agent.slope).sqrt();
        let body = SteeredBody {
            at: agent.at,
            velocity: agent.velocity.as_dvec2(),
            facing: agent.steering.map_or(DVec2::X, |last| last.facing),
            max_speed: speed.into(),
        };
        let seconds = f64::from(self.scenario.time_step);
        let settings = SteeringSettings { stand_off: self.stand_off(index), ..group.steering };
        let steering = match agent.waypoint().filter(|_| !is_resting) {
            Some(next) => steer(&settings, &body, [next, next], agent.path().slope(), None, seconds),
            None => Steering::resting(&body),
        };
        self.agents[index].steering = Some(steering);
        body.accelerated(&settings, &steering, seconds)
    }

    /// Returns the distance from its target at which a chasing agent stops; 0 where it passes or leaves.
    fn stand_off(&self, index: usize) -> f64 {
        let group = &self.scenario.groups[self.agents[index].group];
        let stops = self.is_last_leg(index) && group.arrival != Arrival::Leave;
        if stops { group.steering.stand_off } else { 0.0 }
    }

    /// Returns the distance from a point at which an agent reaches it.
    ///
    /// A chasing agent stops at its stand-off, and gets no force near a waypoint.
    pub(super) fn close(&self, index: usize) -> f32 {
        let group = &self.scenario.groups[self.agents[index].group];
        if group.behavior != Behavior::Chase {
            return group.movement.close;
        }
        let without_force = self.stand_off(index).max(group.steering.turn_distance) as f32;
        group.movement.close.max(without_force)
    }
}
