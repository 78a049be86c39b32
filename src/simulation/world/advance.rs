//! Progress of agents along the waypoints of their paths, and along path corridors.

use glam::{Vec2, Vec3};

use super::Simulation;
use super::guide::STEPS_PER_LOOK;
use crate::geometry::{Turn, ground, turn};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::move_with_radius::move_with_radius_into;
use crate::pathfinding::mesh_query::raycast::raycast_into;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::followed_path::{FollowedPath, ReplanCause};
use crate::simulation::scenario::{AgentGroup, Behavior};
use crate::trace::Observer;

/// Least time between two replannings because of a hidden waypoint, in seconds.
const PATIENCE: f32 = 0.5;

/// Time of walking for which an agent looks ahead for a wall before its waypoint, in seconds.
const LOOK_AHEAD: f32 = 4.0;

/// Length that has to be free for the circle of an agent before it turns to another waypoint, in radii.
const TURN: f32 = 4.0;

/// Distance up to which a corridor is shortened to a corner in sight, in metres.
const VISIBILITY_RANGE: f32 = 20.0;

/// Number of looks between two searches for a shorter first part of a corridor.
const LOOKS_PER_SEARCH: u32 = 8;

/// Maximum number of cells that such a search expands.
const MOST_CELLS: usize = 32;

impl Simulation {
    /// Whether an agent looks ahead in this step; the agents take turns.
    fn is_looking(&self, index: usize) -> bool {
        (self.step + index as u32).is_multiple_of(STEPS_PER_LOOK)
    }

    /// Moves the end of an agent's corridor with its target, and pulls its string again where that is due.
    ///
    /// A target that moved by more than the margin is left to the search for another path.
    pub(super) fn follow_corridor(&mut self, index: usize, target: &Located) {
        let is_due = self.is_looking(index);
        let is_search_due = (self.step + index as u32).is_multiple_of(STEPS_PER_LOOK * LOOKS_PER_SEARCH);
        let agent = &mut self.agents[index];
        let Some(corridor) = &mut agent.corridor else { return };
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[agent.class], &self.filter);
        let memory = &mut self.memory;
        let distance = target.point.distance(corridor.target().point);
        if distance > 0.0 && distance <= agent.actor.settings.target_margin {
            let cells = corridor.corridor().cells.len();
            let last = corridor.target().cell;
            corridor.move_target(&walkable, ground(target.point), &mut memory.surface);
            agent.actor.path_mut().move_end(corridor.target().point);
            agent.has_old_string |=
                cells != corridor.corridor().cells.len() || last != corridor.target().cell;
        }
        // On its way along an unchanged corridor, the string stays the same.
        let is_pushed = agent.gives_way || agent.is_at_wall;
        if !(agent.has_old_string || is_search_due || is_due && is_pushed) {
            return;
        }
        if let Some(corner) = agent.actor.path().waypoint().filter(|_| is_due) {
            let (surface, ray) = (&mut memory.surface, &mut memory.ray);
            corridor.optimize_visibility(&walkable, corner, VISIBILITY_RANGE, surface, ray);
        }
        if is_search_due {
            corridor.optimize_topology(&walkable, MOST_CELLS);
        }
        let string = corridor.string(&walkable);
        agent.actor.path_mut().pull(string.iter().map(|waypoint| waypoint.point));
        agent.has_old_string = false;
    }

    /// Advances an agent to the next waypoint that it sees, and requests another path if it sees none.
    pub(super) fn advance(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let AgentGroup { behavior, radius, movement, .. } = self.scenario.groups[agent.group];
        let Some((next, aim)) = agent.waypoint().map(ground).zip(agent.path().aim(radius)) else { return };
        let distance = ground(agent.at.point).distance(aim);
        let is_near = distance <= movement.close;
        let is_due = self.is_looking(index);
        if behavior == Behavior::Chase || !(is_near || is_due) {
            return;
        }
        if let Some(after) = agent.path().after().map(ground) {
            let is_close = distance <= movement.close.min(0.25 * radius);
            let is_past = is_near || is_past_corner(agent.path(), agent.at.point);
            if is_close || (is_past && self.can_turn_to(index, after)) {
                let path = self.agents[index].actor.path_mut();
                let reached = path.index() as u32;
                path.pass_waypoint();
                let what = AgentIncident::WaypointReached { index: reached, distance };
                observer.observe_with(|| self.event(index, what));
                return;
            }
        }
        let agent = &self.agents[index];
        let since = (self.step - agent.planned_at) as f32 * self.scenario.time_step;
        if is_due && since >= PATIENCE && agent.corridor.is_none() && self.is_blocked(index, next) {
            self.agents[index].actor.request(ReplanCause::WaypointHidden);
        }
    }

    /// Whether a wall is before an agent, on the first part of the way to its waypoint.
    fn is_blocked(&mut self, index: usize, next: Vec2) -> bool {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let (at, range) = (ground(agent.at.point), group.radius + group.speed * LOOK_AHEAD);
        let ahead = at + (next - at).clamp_length_max(range);
        !self.sees(index, ahead)
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
}

/// Whether an agent is where its path turns to the other side at the next waypoint, or not at all.
///
/// Only there, the straight line to the waypoint after that passes the corner on the side without the wall.
fn is_past_corner(path: &FollowedPath, at: Vec3) -> bool {
    let corner = path.waypoint().zip(path.after()).zip(path.before());
    let Some(((next, after), before)) = corner else { return true };
    let [at, before, next, after] = [at, before, next, after].map(ground);
    let side = turn(before, next, after);
    side == Turn::Straight || turn(at, next, after) != side
}
