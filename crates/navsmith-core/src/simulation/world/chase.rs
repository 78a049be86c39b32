//! Chases: agents that a force moves straight to their target.

use glam::{DVec2, Vec3};

use super::Simulation;
use crate::geometry::ground;
use crate::navmesh::HalfEdge;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::simulation::scenario::{Arrival, Behavior};
use crate::simulation::steer::steering::{Containment, SteeredBody, Steering, SteeringSettings, steer};

/// Speed below which an agent in front of a wall is stopped by it, relative to the desired one.
const STOPPED: f32 = 0.5;

/// Gap between an agent and a wall below which they touch, in metres.
const CONTACT: f32 = 0.02;

impl Simulation {
    /// Returns the velocity of a chasing agent without others: that of a body that [`steer`] moves.
    ///
    /// `is_resting` agents get no force, and their drag stops them.
    pub(super) fn chase(&mut self, index: usize, is_resting: bool) -> DVec2 {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        // On the ground plan, a speed along a slope is lower.
        let speed = agent.own.speed / (1.0 + agent.slope * agent.slope).sqrt();
        let body = SteeredBody {
            at: agent.at,
            velocity: agent.velocity.as_dvec2(),
            facing: agent.steering.map_or(DVec2::X, |last| last.facing),
            max_speed: speed.into(),
        };
        let seconds = f64::from(self.scenario.time_step);
        let settings = SteeringSettings { stand_off: self.stand_off(index), ..group.steering };
        let slope = agent.path().slope();
        let steering = match agent.waypoint().filter(|_| !is_resting) {
            Some(next) => {
                let wall = self.wall_ahead(index, &body, next);
                steer(&settings, &body, [next, next], slope, wall.as_ref(), seconds)
            }
            None => Steering::resting(&body),
        };
        self.agents[index].steering = Some(steering);
        body.accelerated(&settings, &steering, seconds)
    }

    /// Returns the wall from which a chasing agent turns away, if its group sets containment.
    fn wall_ahead(&mut self, index: usize, body: &SteeredBody, waypoint: Vec3) -> Option<Containment> {
        let agent = &self.agents[index];
        let horizon = self.scenario.groups[agent.group].steering.containment;
        if horizon <= 0.0 {
            return None;
        }
        self.sight.wall_ahead(horizon, &self.mesh.walkable(agent.class), body, waypoint)
    }

    /// Returns the wall at its radius against which the force of a chasing agent presses it.
    ///
    /// Avoidance stops the agent before the wall, so that its steps end without a contact.
    pub(super) fn wall_in_front(&self, index: usize) -> Option<HalfEdge> {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let is_stopped = self.crowd.velocities()[index].length() < STOPPED * agent.desired.length();
        if group.behavior != Behavior::Chase || !is_stopped {
            return None;
        }
        let walkable = self.mesh.walkable(agent.class);
        let nearest = distance_to_wall(&walkable, &agent.at, walkable.agent.radius + CONTACT)?;
        let towards = ground(nearest.point) - ground(agent.at.point);
        (towards.dot(agent.desired) > 0.0).then_some(nearest.wall)
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
    pub(in crate::simulation) fn close(&self, index: usize) -> f32 {
        let group = &self.scenario.groups[self.agents[index].group];
        if group.behavior != Behavior::Chase {
            return group.movement.close;
        }
        let without_force = self.stand_off(index).max(group.steering.turn_distance) as f32;
        group.movement.close.max(without_force)
    }
}
