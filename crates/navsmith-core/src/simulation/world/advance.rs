//! Progress of agents along the waypoints of their paths, and along path corridors.

use glam::Vec2;

use super::Simulation;
use crate::geometry::ground;
use crate::pathfinding::mesh_query::locate::Located;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::scenario::Behavior;
use crate::simulation::steer::followed_path::ReplanCause;
use crate::simulation::steer::path_corridor::PathCorridor;
use crate::trace::Observer;

/// Distance from the circle around a corner up to which an agent looks past it in every step, in radii.
const NEAR: f32 = 0.25;

/// Number of looks between two searches for a shorter first part of a corridor.
const LOOKS_PER_SEARCH: u32 = 8;

/// Maximum number of cells that such a search expands.
const MOST_CELLS: usize = 32;

impl Simulation {
    /// Moves the end of an agent's corridor with its target, and pulls its string again where that is due.
    ///
    /// A target that moved by more than the margin is left to the search for another path.
    pub(super) fn follow_corridor(&mut self, index: usize, target: &Located) {
        let is_due = self.is_looking(index, 1);
        let is_search_due = self.is_looking(index, LOOKS_PER_SEARCH);
        let agent = &mut self.agents[index];
        let Some(corridor) = &mut agent.corridor else { return };
        let walkable = self.mesh.walkable(agent.class);
        let remaining = agent.actor.path().remaining(agent.at.point);
        let distance = target.point.distance(corridor.path.target().point);
        if distance > 0.0 && distance <= agent.actor.settings.target_margin {
            let ends_in = |path: &PathCorridor| (path.corridor().cells.len(), path.target().cell);
            let before = ends_in(&corridor.path);
            corridor.path.move_target(&walkable, ground(target.point), &mut self.sight.surface);
            agent.actor.path_mut().move_end(corridor.path.target().point);
            corridor.has_old_string |= before != ends_in(&corridor.path);
            corridor.has_moved_target = true;
        }
        // On its way along an unchanged corridor, the string stays the same.
        let is_pushed = agent.gives_way || agent.is_at_wall;
        if !(corridor.has_old_string || is_search_due || is_due && is_pushed) {
            agent.keep_progress(remaining);
            return;
        }
        let can_be_dear = corridor.path.can_be_dear();
        if can_be_dear || corridor.path.has_different_costs(&walkable) {
            // Only a search compares costs. An agent that is not pushed stays near the string of the last one.
            let has_moved = corridor.has_moved_target;
            if is_due && can_be_dear && is_pushed || is_search_due && (is_pushed || has_moved) {
                agent.actor.request(ReplanCause::OtherCosts);
            }
            if can_be_dear || !corridor.has_old_string {
                agent.keep_progress(remaining);
                return;
            }
        } else {
            if let Some(corner) = agent.actor.path().waypoint().filter(|_| is_due) {
                self.sight.shorten(&mut corridor.path, &walkable, corner);
            }
            if is_search_due {
                corridor.path.optimize_topology(&walkable, MOST_CELLS);
            }
        }
        let ends = [corridor.path.start(), corridor.path.target()];
        let bends = self.planning.pullers[agent.class].pull(&walkable, corridor.path.corridor(), ends);
        agent.actor.path_mut().pull(bends);
        corridor.has_old_string = false;
        agent.keep_progress(remaining);
    }

    /// Advances an agent to the next waypoint that it sees, and requests another path if it sees none.
    pub(super) fn advance(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let radius = agent.own.radius;
        if self.scenario.groups[agent.group].behavior == Behavior::Chase {
            return;
        }
        let (at, path, is_due) = (ground(agent.at.point), agent.path(), self.is_looking(index, 1));
        if path.link().is_some() || agent.waits_for_link() {
            self.approach_link(index, observer);
        } else if path.after().is_some() {
            let is_near = path.is_near_corner(at, NEAR * radius);
            let (is_at_point, is_past) = (path.is_at_point(), path.is_past_corner(at));
            let (next, can_turn) = (path.aim_after(at), (is_past && is_near) || is_due);
            let is_passed = is_at_point && is_near;
            let turns = (is_at_point || is_past) && can_turn;
            let link = path.next_link();
            let sees = |own: &mut Self| match link {
                Some(link) => own.sees_link(index, link, next),
                None => own.sees(index, next),
            } && !(is_at_point && own.is_dearer(index, next));
            if is_passed || (turns && sees(self)) {
                self.pass_waypoint(index, observer);
                return;
            }
        }
        let agent = &self.agents[index];
        if agent.is_on_link() || agent.waits_for_link() {
            return;
        }
        let since = (self.step - agent.planned_at) as f32 * self.scenario.time_step;
        let patience = self.scenario.groups[agent.group].movement.patience;
        if is_due && since >= patience && agent.corridor.is_none() && self.is_blocked(index) {
            self.agents[index].actor.request(ReplanCause::WaypointHidden);
        }
    }

    /// Whether the straight line to a visible position costs more than the way over the waypoint.
    ///
    /// A path can run along the border of expensive ground. The agent is then beside it, so the costs of the path count.
    fn is_dearer(&mut self, index: usize, to: Vec2) -> bool {
        let agent = &self.agents[index];
        let walkable = self.mesh.walkable(agent.class);
        let Some(waypoint) = agent.waypoint().filter(|_| walkable.filter.has_costs()) else { return false };
        let (places, planned) = ([ground(waypoint), to], agent.path().weights());
        self.sight.is_dearer(&walkable, &agent.at, places, planned)
    }

    fn pass_waypoint(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &mut self.agents[index];
        let (at, waypoint) = (agent.at.point, agent.waypoint());
        let path = agent.actor.path_mut();
        let reached = path.index() as u32;
        path.pass_waypoint();
        let distance = waypoint.map_or(0.0, |waypoint| ground(waypoint).distance(ground(at)));
        let what = AgentIncident::WaypointReached { index: reached, distance };
        observer.observe_with(|| self.event(index, what));
    }

    /// Whether a wall is before an agent, on the first part of the way to its waypoint.
    fn is_blocked(&mut self, index: usize) -> bool {
        let agent = &self.agents[index];
        let look_ahead = self.scenario.groups[agent.group].movement.look_ahead;
        let (at, range) = (ground(agent.at.point), agent.own.radius + agent.own.speed * look_ahead);
        let Some(aim) = agent.path().aim(at) else { return false };
        let to = at + (aim.to - at).clamp_length_max(range);
        match agent.path().link().filter(|_| to == aim.to) {
            Some(link) => !self.sees_link(index, link, to),
            None => !self.sees(index, to),
        }
    }

    /// Whether a position is within a distance of an agent, and no wall or floor is between them.
    pub(super) fn sees_within(&mut self, index: usize, target: &Located, reach: f32) -> bool {
        let agent = &self.agents[index];
        self.sight.sees_within(&self.mesh.walkable(agent.class), &agent.at, target, reach)
    }

    /// Whether no wall is between an agent and a position.
    fn sees(&mut self, index: usize, to: Vec2) -> bool {
        let agent = &self.agents[index];
        self.sight.sees(&self.mesh.walkable(agent.class), &agent.at, to)
    }
}
