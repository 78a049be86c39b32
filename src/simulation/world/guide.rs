//! Paths and desired velocities of agents.

use glam::Vec2;

use super::{AgentPhase, FirstArrival, Simulation};
use crate::geometry::ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::move_with_radius::move_with_radius_into;
use crate::pathfinding::mesh_query::raycast::raycast_into;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Outcome, Query, find_path, path_through};
use crate::simulation::events::{AgentEvent, AgentIncident, ReplanReason};
use crate::simulation::places::MAX_HEIGHT;
use crate::simulation::scenario::{Arrival, Behavior, GroupTarget};
use crate::trace::Observer;

/// Number of steps between two tests of what an agent sees.
pub(super) const STEPS_PER_LOOK: u32 = 8;

/// Least time between two replannings because of a hidden waypoint, in seconds.
const PATIENCE: f32 = 0.5;

/// Length that has to be free for the circle of an agent before it turns to another waypoint, in radii.
const TURN: f32 = 4.0;

/// Number of slow steps after which an agent keeps to the right.
const SLOW_STEPS: u32 = 20;

/// Cosine and sine of the angle by which a slow agent keeps to the right, 0.35 radians.
const TO_THE_RIGHT: Vec2 = Vec2::new(0.939_372_7, 0.342_897_8);

/// Time without progress after which an agent near the target stays where it is, in seconds.
const HELD_UP: f32 = 2.0;

/// Time in which an agent comes to rest at the end of its path, in seconds.
const BRAKING: f32 = 0.2;

impl Simulation {
    /// Gives every agent a path, advances it, and sets its desired velocity.
    pub(super) fn guide(&mut self, observer: &mut impl Observer<AgentEvent>) {
        for index in 0..self.agents.len() {
            if self.agents[index].phase == AgentPhase::Left {
                continue;
            }
            self.follow_target(index);
            if let Some(why) = self.agents[index].replan.take() {
                self.plan(index, why, observer);
            }
            self.advance(index, observer);
            self.desire(index);
        }
    }

    /// Requests another path if the target moved farther than the margin from the end of the path.
    fn follow_target(&mut self, index: usize) {
        let agent = &self.agents[index];
        let goal = &self.goals[self.goal_index(agent)];
        let margin = self.scenario.groups[agent.group].movement.margin;
        let end = agent.path.last().map(|&end| ground(end));
        let moved = match (goal.at, end) {
            _ if agent.place.is_some() => return,
            (Some(at), Some(end)) => ground(at.point).distance(end),
            (Some(_), None) if goal.is_moving() && agent.phase == AgentPhase::Lost => f32::INFINITY,
            _ => return,
        };
        let agent = &mut self.agents[index];
        if moved > margin {
            let is_first = agent.path.is_empty();
            let why = if is_first { ReplanReason::First } else { ReplanReason::TargetMoved(moved) };
            agent.replan.get_or_insert(why);
            agent.phase = AgentPhase::Walking;
        }
    }

    /// Finds the path of an agent to its place or target.
    fn plan(&mut self, index: usize, why: ReplanReason, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let (group, class) = (agent.group, agent.class);
        let goal_index = self.goal_index(agent);
        let Some(target) = agent.place.or(self.goals[goal_index].at) else {
            let agent = &mut self.agents[index];
            agent.phase = AgentPhase::Lost;
            agent.path.clear();
            return;
        };
        let from = agent.at;
        let settings = &self.scenario.groups[group];
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[class], &self.filter);
        let is_shared = agent.place.is_none() && self.goals[goal_index].users > 1;
        let path = if settings.behavior == Behavior::Chase {
            Some(vec![from.point, target.point])
        } else if is_shared {
            let tree = self.goals[goal_index].tree(class, &walkable, &mut self.counts);
            let corridor = tree.and_then(|tree| tree.corridor(from.cell));
            corridor.map(|corridor| {
                let path = path_through(&walkable, &corridor, [&from, &target]);
                path.waypoints.iter().map(|waypoint| waypoint.point).collect()
            })
        } else {
            self.counts.own += 1;
            own_path(&walkable, &from, &target)
        };
        let step = self.step;
        let agent = &mut self.agents[index];
        let Some(path) = path else {
            agent.phase = AgentPhase::Lost;
            agent.path.clear();
            observer.observe(self.event(index, AgentIncident::NoPath));
            return;
        };
        agent.set_path(path, step);
        let length = agent.rest.first().copied().unwrap_or(0.0);
        if matches!(why, ReplanReason::First | ReplanReason::NextPoint) {
            agent.shortest += length;
        }
        if agent.phase == AgentPhase::Lost {
            agent.phase = AgentPhase::Walking;
        }
        observer.observe_with(|| self.event(index, AgentIncident::Replanned { why, length, is_shared }));
    }

    /// Advances an agent to the next waypoint that it sees, and requests another path if it sees none.
    fn advance(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let Some(next) = agent.waypoint().map(ground) else { return };
        if group.behavior == Behavior::Chase {
            return;
        }
        let at = ground(agent.at.point);
        let distance = at.distance(next);
        let is_last = agent.next + 1 >= agent.path.len();
        let is_due = (self.step + index as u32).is_multiple_of(STEPS_PER_LOOK);
        if distance > group.movement.close && !is_due {
            return;
        }
        if !is_last {
            let after = ground(agent.path[agent.next + 1]);
            let is_close = distance <= group.movement.close.min(0.25 * group.radius);
            if is_close || self.can_turn_to(index, after) {
                let reached = self.agents[index].next as u32;
                self.agents[index].next += 1;
                let what = AgentIncident::WaypointReached { index: reached, distance };
                observer.observe_with(|| self.event(index, what));
                return;
            }
        }
        let since = self.step - self.agents[index].planned_at;
        let is_patient = since as f32 * self.scenario.time_step < PATIENCE;
        if is_due && !is_patient && !self.sees(index, next) {
            self.agents[index].replan = Some(ReplanReason::WaypointHidden);
        }
    }

    /// Whether no wall is between an agent and a position.
    fn sees(&mut self, index: usize, to: Vec2) -> bool {
        let agent = &self.agents[index];
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[agent.class], &self.filter);
        let memory = &mut self.memory;
        raycast_into(&walkable, &agent.at, to, &mut memory.surface, &mut memory.ray);
        memory.ray.hit.is_none()
    }

    /// Whether an agent sees a position, and its circle is free on the first part of the way.
    fn can_turn_to(&mut self, index: usize, to: Vec2) -> bool {
        if !self.sees(index, to) {
            return false;
        }
        let agent = &self.agents[index];
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[agent.class], &self.filter);
        let at = ground(agent.at.point);
        let near = at + (to - at).clamp_length_max(TURN * walkable.agent.radius);
        let memory = &mut self.memory;
        move_with_radius_into(&walkable, &agent.at, near, &mut memory.surface, &mut memory.moved);
        memory.moved.contacts.is_empty()
    }

    /// Sets the velocity of an agent without others: towards its next waypoint.
    fn desire(&mut self, index: usize) {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let goal = &self.goals[self.goal_index(agent)];
        let is_near_target = goal.is_moving()
            && goal.at.is_some_and(|at| {
                ground(at.point).distance(ground(agent.at.point)) <= goal.reach(group.movement.close)
            });
        let is_resting = agent.phase == AgentPhase::Lost
            || (agent.phase == AgentPhase::Arrived && agent.place.is_none())
            || is_near_target;
        let desired = match agent.waypoint() {
            Some(next) if !is_resting => {
                let offset = ground(next) - ground(agent.at.point);
                let is_last = agent.next + 1 >= agent.path.len();
                let distance = offset.length();
                let speed = if is_last { group.speed.min(distance / BRAKING) } else { group.speed };
                offset.normalize_or_zero() * speed
            }
            _ => Vec2::ZERO,
        };
        let is_slow = agent.slow_steps > SLOW_STEPS && agent.phase == AgentPhase::Walking;
        self.agents[index].desired =
            if is_slow && group.avoids { TO_THE_RIGHT.rotate(desired) } else { desired };
    }

    /// Gives an agent a place at its target, or lets it arrive.
    pub(super) fn arrive(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let (goal_index, class) = (self.goal_index(agent), agent.class);
        let Some(target) = self.goals[goal_index].at.filter(|_| agent.phase == AgentPhase::Walking) else {
            return;
        };
        let (at, close) = (ground(agent.at.point), group.movement.close);
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
        if self.goals[goal_index].has_places() {
            let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[class], &self.filter);
            let agent = &mut self.agents[index];
            let goal = &mut self.goals[goal_index];
            if let Some(place) = goal.take_place(&walkable, agent.at.point, &agent.path) {
                (agent.place, agent.replan) = (Some(place), Some(ReplanReason::Place));
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

    fn is_last_leg(&self, index: usize) -> bool {
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
        agent.replan = Some(ReplanReason::NextPoint);
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

/// Returns the waypoints of the shortest path between two positions; `None` if there is none.
pub(super) fn own_path(walkable: &Walkable<'_>, from: &Located, target: &Located) -> Option<Vec<glam::Vec3>> {
    let end = |at: &Located| Endpoint { ground: ground(at.point), height: Some(at.point.y) };
    let settings = Settings {
        agent: *walkable.agent,
        filter: walkable.filter.clone(),
        max_height: MAX_HEIGHT,
        ..Settings::default()
    };
    let query = Query { start: end(from), target: end(target), settings };
    match find_path(walkable.mesh, walkable.derived, &query).outcome {
        Outcome::Path(path) | Outcome::Partial { path, .. } => {
            Some(path.waypoints.iter().map(|waypoint| waypoint.point).collect())
        }
        Outcome::NoPath { .. } => None,
    }
}
