//! Arrival of agents at the points of their route, at places and at targets.

use super::{AgentPhase, FirstArrival, Simulation};
use crate::geometry::ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::followed_path::ReplanCause;
use crate::simulation::scenario::{Arrival, Behavior, GroupTarget};
use crate::trace::Observer;

/// Time without progress after which an agent near the target stays where it is, in seconds.
const HELD_UP: f32 = 2.0;

impl Simulation {
    /// Gives an agent a place at its target, or lets it arrive.
    pub(super) fn arrive(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let (goal_index, class) = (self.goal_index(agent), agent.class);
        let Some(target) = self.goals[goal_index].at.filter(|_| agent.phase == AgentPhase::Walking) else {
            return;
        };
        let (at, close) = (ground(agent.at.point), self.close(index));
        let distance = at.distance(ground(target.point));
        if let Some(place) = agent.place {
            let is_there = at.distance(ground(place.point)) <= 0.5 * group.radius;
            let held_up = (self.step - agent.best.1) as f32 * self.scenario.time_step;
            // Others are in the way to its place, so it stays in front of them.
            let gives_up = held_up > HELD_UP && distance <= self.goals[goal_index].place_reach();
            if gives_up {
                self.agents[index].place = Some(self.agents[index].at);
            }
            if is_there || gives_up {
                self.finish(index, goal_index, AgentPhase::Arrived, observer);
            }
            return;
        }
        if !self.is_last_leg(index) {
            if distance <= close.max(group.radius) {
                self.turn_to_next_point(index, observer);
            }
            return;
        }
        // A chasing agent stops at its stand-off, wherever that is.
        if group.behavior != Behavior::Chase && self.goals[goal_index].has_places() {
            let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[class], &self.filter);
            let agent = &mut self.agents[index];
            let goal = &mut self.goals[goal_index];
            if let Some(place) = goal.take_place(&walkable, agent.at.point, agent.actor.path().waypoints()) {
                agent.place = Some(place);
                agent.actor.request(ReplanCause::Place);
                return;
            }
        }
        let goal = &self.goals[goal_index];
        let phase = if goal.arrival == Arrival::Leave { AgentPhase::Left } else { AgentPhase::Arrived };
        let reach = if phase == AgentPhase::Left { close } else { goal.reach(close) };
        if distance <= reach {
            self.finish(index, goal_index, phase, observer);
        }
    }

    pub(super) fn is_last_leg(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let is_loop =
            matches!(self.scenario.groups[agent.group].target, GroupTarget::Route { is_loop: true, .. });
        !is_loop && agent.leg + 1 == self.routes[agent.group].len()
    }

    fn turn_to_next_point(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let points = self.routes[self.agents[index].group].len();
        let agent = &mut self.agents[index];
        let reached = agent.leg;
        agent.leg = (agent.leg + 1) % points;
        agent.actor.request(ReplanCause::NextPoint);
        observer
            .observe_with(|| self.event(index, AgentIncident::RoutePointReached { index: reached as u32 }));
        // A round of a loop counts as an arrival.
        if self.agents[index].leg == 0 {
            self.note_arrival(index, observer);
        }
    }

    fn finish(
        &mut self,
        index: usize,
        goal: usize,
        phase: AgentPhase,
        observer: &mut impl Observer<AgentEvent>,
    ) {
        self.agents[index].phase = phase;
        self.goals[goal].arrived += 1;
        self.note_arrival(index, observer);
    }

    fn note_arrival(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let (step, seconds) = (self.step + 1, self.seconds() + self.scenario.time_step);
        let agent = &mut self.agents[index];
        agent.is_stuck = false;
        if agent.arrived.is_none() {
            let (walked, shortest) = (agent.walked, agent.shortest);
            agent.arrived = Some(FirstArrival { steps: step, walked, shortest });
            observer.observe_with(|| self.event(index, AgentIncident::Arrived { seconds, walked }));
        }
    }
}
