//! Progress of agents from one point of their route to the next.

use super::arrival::CONTACT;
use super::{AgentState, SAME_FLOOR, SimulatedAgent, Simulation};
use crate::geometry::ground;
use crate::pathfinding::mesh_query::locate::Located;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::steer::followed_path::ReplanCause;
use crate::trace::Observer;

impl Simulation {
    /// Whether an agent makes no progress to a point of its route, because agents at rest cover the point.
    pub(super) fn is_kept_from_point(&mut self, index: usize, point: &Located) -> bool {
        if !self.is_looking(index, 1) || !self.is_held_up(index) {
            return false;
        }
        let radius = self.agents[index].own.radius;
        let covers = |at: &SimulatedAgent| {
            let apart = ground(at.at.point).distance(ground(point.point));
            at.has_arrived()
                && apart < radius + at.own.radius
                && (at.at.point.y - point.point.y).abs() <= SAME_FLOOR
        };
        let touches_one = (0..self.crowd.neighbors(index).len()).any(|number| {
            let beside = &self.agents[self.crowd.neighbors(index)[number].1 as usize];
            let (at, reach) = (beside.at, radius + beside.own.radius + CONTACT);
            beside.has_arrived() && self.sees_within(index, &at, reach)
        });
        if touches_one {
            self.crowd.count_comparisons(self.agents.len());
        }
        touches_one && self.agents.iter().any(covers)
    }

    pub(super) fn is_last_leg(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        !self.group_of(agent).target.is_loop() && agent.leg + 1 == self.targets.route(agent.group).len()
    }

    /// Lets an agent turn to the next point of its route.
    ///
    /// Where all points of a loop are within reach, it would turn in every step, and arrives instead.
    pub(super) fn turn_to_next_point(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let reached = self.agents[index].leg;
        observer
            .observe_with(|| self.event(index, AgentIncident::RoutePointReached { index: reached as u32 }));
        if self.has_reached_all_points(index) {
            let goal = self.targets.index_of(&self.agents[index]);
            return self.finish(index, goal, AgentState::ARRIVED, observer);
        }
        let points = self.targets.route(self.agents[index].group).len();
        let agent = &mut self.agents[index];
        agent.leg = (agent.leg + 1) % points;
        agent.began_at = agent.at.point;
        agent.actor.request(ReplanCause::NextPoint);
        // A round of a loop counts as an arrival.
        if self.agents[index].leg == 0 {
            self.note_arrival(index, observer);
        }
    }

    /// Whether an agent goes along a loop, all points of which are within its reach.
    fn has_reached_all_points(&self, index: usize) -> bool {
        let (agent, reach) = (&self.agents[index], self.reach(index));
        let is_near = |&goal: &usize| {
            let at = self.targets.goals[goal].at;
            at.is_some_and(|at| at.point.distance(agent.at.point) <= reach)
        };
        self.group_of(agent).target.is_loop() && self.targets.route(agent.group).iter().all(is_near)
    }
}
