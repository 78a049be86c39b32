//! Arrival of agents at the points of their route, at places and at targets.

use glam::{Vec2, Vec3};

use super::agent::AgentPlace;
use super::{AgentState, FirstArrival, SimulatedAgent, Simulation};
use crate::geometry::ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::simulation::agent_class::AgentClass;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::goal::{GoalKind, SearchCounts};
use crate::simulation::places;
use crate::simulation::scenario::{Arrival, Behavior};
use crate::simulation::steer::followed_path::{FollowedPath, ReplanCause};
use crate::simulation::steer::nav_actor::{PathPlanner, PlanPath as _};
use crate::trace::Observer;

/// Distance at which an agent reaches its place, in radii.
const AT_PLACE: f32 = 0.5;

/// Distance from its place at which an agent may give up, in radii.
const NEAR_PLACE: f32 = 6.0;

/// Distance over the surface at which an agent is near a target that it does not see, in radii.
const NEAR_TARGET: f32 = 4.0;

/// Maximum number of agents for which the space for a formation is tested.
const MOST_IN_FORMATION: u32 = 1000;

/// Time without progress after which an agent exchanges its place with another one, in seconds.
const EXCHANGE_AFTER: f32 = 1.0;

/// Least decrease of the sum of the squared distances by an exchange, in squares of the radius.
const LEAST_GAIN: f32 = 16.0;

/// Gap below which two agents exchange their places, in metres.
pub(super) const CONTACT: f32 = 0.1;

/// Returns the way of an agent to its target from where it began, as waypoints.
///
/// Its present path can begin shortly before the target. Without a path from there, returns the present one.
fn way_to(
    walkable: &Walkable<'_>,
    agent: &SimulatedAgent,
    target: &Located,
    counts: &mut SearchCounts,
) -> Vec<Vec3> {
    counts.own += 1;
    let settings = places::settings_of(walkable);
    let mut planner = PathPlanner::new(walkable.mesh, walkable.derived, &settings);
    let mut way = FollowedPath::default();
    let start = places::relocated(walkable.mesh, walkable.derived, agent.began_at);
    let planned = start.map(|start| planner.plan([&start, target], &mut way));
    counts.cells += planner.answer().total_expanded;
    let way = if planned.is_some_and(|planned| planned.is_ok()) { &way } else { agent.path() };
    way.waypoints_after_links().to_vec()
}

impl Simulation {
    /// Gives an agent a place at its target, or lets it arrive.
    pub(super) fn arrive(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let goal_index = self.targets.index_of(agent);
        let Some(target) = self.targets.goals[goal_index].at.filter(|_| agent.is_walking()) else {
            return;
        };
        if let Some(place) = agent.place() {
            // One that walks back keeps its place, so that a formation comes to rest.
            let is_new = agent.arrived.is_none();
            if is_new && self.held_up(index) >= EXCHANGE_AFTER && self.exchange_place(index, &place, observer)
            {
                return;
            }
            let gives_up = self.gives_up(index, &target);
            let is_there = self.distance_to(index, &place) <= self.reach(index);
            if is_there || gives_up {
                self.end_leg(index, self.agents[index].remaining());
                if gives_up {
                    self.stay(index);
                }
                self.finish(index, goal_index, AgentState::ARRIVED, observer);
            }
            return;
        }
        let reach = self.reach(index);
        let distance = self.distance_to(index, &target);
        if !self.is_last_leg(index) {
            let is_there = distance <= reach;
            if is_there || self.is_kept_from_point(index, &target) {
                self.end_leg(index, if is_there { distance } else { self.agents[index].remaining() });
                self.turn_to_next_point(index, observer);
            }
            return;
        }
        if self.takes_places(index) {
            if let Some(place) = self.take_place(index, &target) {
                let agent = &mut self.agents[index];
                agent.place = AgentPlace::Taken(place);
                agent.actor.request(ReplanCause::Place);
                self.end_leg(index, distance);
                return;
            }
            if self.gives_up(index, &target) {
                self.stay(index);
                self.end_leg(index, distance);
                self.finish(index, goal_index, AgentState::ARRIVED, observer);
                return;
            }
            let waits = self.waits_for_room(index);
            self.agents[index].place = if waits { AgentPlace::Awaited } else { AgentPlace::None };
        }
        let is_leaving = self.targets.goals[goal_index].arrival == Arrival::Leave;
        let state = if is_leaving { AgentState::Left } else { AgentState::ARRIVED };
        if distance <= reach {
            self.end_leg(index, distance);
            self.finish(index, goal_index, state, observer);
        }
    }

    /// Takes a place for an agent near its target or near the next place.
    ///
    /// Returns `None` if it is too far from both, or if all are taken.
    fn take_place(&mut self, index: usize, target: &Located) -> Option<Located> {
        let goal = self.targets.index_of(&self.agents[index]);
        let (reach, next) = (self.targets.goals[goal].place_reach(), self.targets.goals[goal].next_place());
        if !self.is_near_target(index, target)
            && !next.is_some_and(|next| self.sees_within(index, &next, reach))
        {
            return None;
        }
        if !self.targets.goals[goal].knows_places() {
            let (approach, agent) = (self.approach(goal), &self.agents[index]);
            let walkable = self.mesh.walkable(agent.class);
            let way = || way_to(&walkable, agent, target, &mut self.planning.counts);
            self.targets.goals[goal].find_places(&walkable, approach, way);
        }
        self.targets.goals[goal].take_place()
    }

    /// Returns the mean direction in which agents come to a target.
    ///
    /// Its length is 1 if all come from one side, and 0 if they come from all sides.
    fn approach(&self, goal: usize) -> Vec2 {
        let agents = self.agents.iter().filter(|agent| self.targets.index_of(agent) == goal);
        let directions = agents.filter_map(|agent| match agent.path().waypoints() {
            [.., before, end] => (ground(*end) - ground(*before)).try_normalize(),
            _ => None,
        });
        let (sum, count) = directions.fold((Vec2::ZERO, 0_u32), |(sum, count), to| (sum + to, count + 1));
        sum / count.max(1) as f32
    }

    /// Returns the time for which an agent made no progress, in seconds.
    fn held_up(&self, index: usize) -> f32 {
        (self.step - self.agents[index].best.1) as f32 * self.scenario.time_step
    }

    /// Whether an agent stays where it is: others that arrived are in its way, or have all places.
    ///
    /// It is near its target or its place, or any place of its queue, or others pushed it away after it arrived.
    fn gives_up(&mut self, index: usize, target: &Located) -> bool {
        let agent = &self.agents[index];
        let (place, near) = (agent.place(), NEAR_PLACE * agent.own.radius);
        let is_full = self.targets.of(agent).is_full();
        let gets_place = place.is_none() && !is_full;
        if gets_place || !self.is_held_up(index) {
            return false;
        }
        let is_queued = place.is_some() && self.targets.of(agent).is_in_queue(agent.at.point, near);
        let is_near = (agent.arrived.is_some() && place.is_some() && is_full)
            || is_queued
            || place.is_some_and(|place| self.distance_to(index, &place) <= near)
            || self.is_near_target(index, target);
        is_near && self.is_beside(index, SimulatedAgent::has_arrived)
    }

    /// Whether an agent without a place waits, because others that arrived or wait are before it.
    fn waits_for_room(&mut self, index: usize) -> bool {
        self.taken_places(index).is_some()
            && self.is_held_up(index)
            && self.is_beside(index, |other| other.has_arrived() || other.waits_for_room())
    }

    /// Whether an agent made no progress for the time after which it stays where it is.
    pub(super) fn is_held_up(&self, index: usize) -> bool {
        self.held_up(index) > self.group_of(&self.agents[index]).movement.gives_up_after
    }

    /// Whether an agent sees its target where places are taken, or is a few radii before it.
    ///
    /// The distance over the surface leads through doors, before which others wait too.
    fn is_near_target(&mut self, index: usize, target: &Located) -> bool {
        let agent = &self.agents[index];
        let (reach, near) = (self.targets.of(agent).place_reach(), NEAR_TARGET * agent.own.radius);
        self.distance_to(index, target) <= near.min(reach) || self.sees_within(index, target, reach)
    }

    /// Whether an agent takes a place at the end of its route.
    ///
    /// A chasing agent stops at its stand-off, wherever that is.
    fn takes_places(&self, index: usize) -> bool {
        let agent = &self.agents[index];
        let is_chase = self.group_of(agent).behavior == Behavior::Chase;
        !is_chase && self.is_last_leg(index) && self.targets.of(agent).has_places()
    }

    /// Whether the route of an agent ends at a target that does not move.
    pub(in crate::simulation) fn ends_at_rest(&self, agent: &SimulatedAgent) -> bool {
        !self.group_of(agent).target.is_loop() && !self.targets.of(agent).is_moving()
    }

    /// Returns the number of places at the target of an agent that gets none, because all are taken.
    pub(in crate::simulation) fn taken_places(&self, index: usize) -> Option<u32> {
        let agent = &self.agents[index];
        let goal = self.targets.of(agent);
        let gets_none = agent.place().is_none() && self.takes_places(index) && goal.is_full();
        gets_none.then(|| goal.place_count())
    }

    /// Whether two agents go to the same target.
    pub(in crate::simulation) fn has_same_target(&self, agents: [u32; 2]) -> bool {
        let [one, other] = agents.map(|index| self.targets.of(&self.agents[index as usize]).kind);
        one == other
    }

    /// Whether the agents of a group have space for a formation around their target, which does not move.
    ///
    /// Returns `false` for a large number of agents, without a test.
    pub(in crate::simulation) fn has_space_for_formation(&self, group: usize) -> bool {
        let Some(&goal) = self.targets.route(group).last() else { return false };
        let (goal, radius) = (&self.targets.goals[goal], self.scenario.groups[group].largest_radius());
        let is_tested = !goal.is_moving() && (2..=MOST_IN_FORMATION).contains(&goal.users);
        let Some(at) = goal.at.filter(|_| is_tested) else { return false };
        let class = AgentClass::of(&self.scenario.groups[group]);
        let walkable = class.on(&self.mesh.mesh, &self.mesh.derived);
        places::is_open_around(&walkable, &at, radius, goal.users as usize)
    }

    /// Gives an agent its position as its place, with a path that ends there.
    fn stay(&mut self, index: usize) {
        let agent = &mut self.agents[index];
        let at = agent.at;
        agent.place = AgentPlace::Taken(at);
        agent.walk_straight_to(&at);
    }

    /// Whether an agent touches another one with the same target, for which a condition holds.
    fn is_beside(&mut self, index: usize, is_other: impl Fn(&SimulatedAgent) -> bool) -> bool {
        (0..self.crowd.neighbors(index).len()).any(|number| {
            let other = self.crowd.neighbors(index)[number].1 as usize;
            is_other(&self.agents[other]) && self.touches_companion(index, other)
        })
    }

    /// Whether an agent touches another one with the same target, and no wall is between them.
    fn touches_companion(&mut self, index: usize, other: usize) -> bool {
        let [agent, beside] = [index, other].map(|index| &self.agents[index]);
        let is_companion = self.targets.index_of(agent) == self.targets.index_of(beside);
        let (at, reach) = (beside.at, agent.own.radius + beside.own.radius + CONTACT);
        is_companion && self.sees_within(index, &at, reach)
    }

    /// Exchanges the place of an agent with that of another one in contact that is nearer to it.
    ///
    /// Returns whether it did. The sum of the squared distances from the places decreases, so exchanges end. Both see
    /// their new places, and walk straight to them.
    fn exchange_place(
        &mut self,
        index: usize,
        place: &Located,
        observer: &mut impl Observer<AgentEvent>,
    ) -> bool {
        let agent = &self.agents[index];
        let (at, least) = (agent.at, LEAST_GAIN * agent.own.radius * agent.own.radius);
        let squared = |at: &Located, place: &Located| ground(at.point).distance_squared(ground(place.point));
        let found = (0..self.crowd.neighbors(index).len()).find_map(|number| {
            let other = self.crowd.neighbors(index)[number].1 as usize;
            let beside = &self.agents[other];
            let theirs = beside.place()?;
            let gained = squared(&at, place) + squared(&beside.at, &theirs)
                - squared(&at, &theirs)
                - squared(&beside.at, place);
            let is_better = gained > least
                && self.touches_companion(index, other)
                && self.sees_within(index, &theirs, f32::INFINITY)
                && self.sees_within(other, place, f32::INFINITY);
            is_better.then_some((other, theirs))
        });
        let Some((other, theirs)) = found else { return false };
        for (index, place) in [(index, theirs), (other, *place)] {
            self.end_leg(index, self.agents[index].remaining());
            let agent = &mut self.agents[index];
            // Another place is no progress, but one that rested begins to walk.
            let since = if agent.is_walking() { agent.best.1 } else { self.step };
            agent.place = AgentPlace::Taken(place);
            agent.walk_straight_to(&place);
            agent.best = (agent.remaining(), since);
            self.begin_path(index, ReplanCause::Place, false, observer);
        }
        true
    }

    /// Returns the distance of an agent from its target or place over the surface, in metres.
    ///
    /// Infinite before a link of the path. A chase walks straight on. Within its reach, the distance is infinite if a
    /// wall or a floor is between them.
    pub(super) fn distance_to(&mut self, index: usize, target: &Located) -> f32 {
        let agent = &self.agents[index];
        if self.scenario.groups[agent.group].behavior != Behavior::Chase {
            let end = agent.path().end().filter(|_| !agent.path().has_link_ahead());
            let rest = end.map(|end| ground(end).distance(ground(target.point)));
            return rest.map_or(f32::INFINITY, |rest| agent.remaining() + rest);
        }
        let (distance, reach) = (ground(agent.at.point).distance(ground(target.point)), self.reach(index));
        if distance > reach || self.sees_within(index, target, reach) { distance } else { f32::INFINITY }
    }

    /// Returns the distance at which an agent reaches its place or its target, in metres.
    pub fn reach(&self, index: usize) -> f32 {
        let agent = &self.agents[index];
        let (goal, radius) = (self.targets.of(agent), agent.own.radius);
        if agent.has_place() {
            return AT_PLACE * radius;
        }
        let close = self.close(index);
        if !self.is_last_leg(index) {
            return close.max(radius);
        }
        // Two agents cannot come closer than their radii.
        let touching = match goal.kind {
            GoalKind::Agent(other) => {
                radius + self.agents.get(other as usize).map_or(0.0, |other| other.own.radius)
            }
            GoalKind::Fixed(_) | GoalKind::Pointer => 0.0,
        };
        let is_fixed = goal.arrival == Arrival::Leave || self.takes_places(index);
        touching + if is_fixed { close } else { goal.reach(close) }
    }

    /// Subtracts the distance that an agent does not walk from the length of its paths.
    fn end_leg(&mut self, index: usize, distance: f32) {
        let agent = &mut self.agents[index];
        agent.planned = (agent.planned - distance).max(0.0);
    }

    pub(super) fn finish(
        &mut self,
        index: usize,
        goal: usize,
        state: AgentState,
        observer: &mut impl Observer<AgentEvent>,
    ) {
        self.agents[index].state = state;
        self.targets.goals[goal].arrived += 1;
        self.note_arrival(index, observer);
    }

    /// Lets an agent walk back that others pushed away from its place or its target.
    ///
    /// Without a place, it makes room for those behind it instead.
    pub(super) fn return_to_place(&mut self, index: usize) {
        let agent = &self.agents[index];
        let goal = self.targets.of(agent);
        let is_resting = agent.has_arrived() && !goal.is_moving();
        let Some(target) = goal.at.filter(|_| is_resting) else { return };
        let group = self.group_of(agent);
        let (close, is_chase) = (group.movement.close, group.behavior == Behavior::Chase);
        let distance = if let Some(place) = agent.place() {
            ground(agent.at.point).distance(ground(place.point))
        } else {
            let makes_room = !is_chase && self.is_beside(index, SimulatedAgent::is_walking);
            self.agents[index].state = AgentState::Arrived { makes_room };
            self.distance_to(index, &target) - self.reach(index)
        };
        if distance <= close {
            return;
        }
        let (step, agent) = (self.step, &mut self.agents[index]);
        (agent.state, agent.best) = (AgentState::WALKING, (f32::INFINITY, step));
        agent.actor.request(ReplanCause::PushedAway { distance });
    }

    pub(super) fn note_arrival(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let (step, seconds) = (self.step + 1, self.seconds() + self.scenario.time_step);
        let agent = &mut self.agents[index];
        agent.is_stuck = false;
        if agent.arrived.is_none() {
            let (walked, planned) = (agent.walked, agent.planned);
            agent.arrived = Some(FirstArrival { steps: step, walked, planned });
            observer.observe_with(|| self.event(index, AgentIncident::Arrived { seconds, walked }));
        }
    }
}
