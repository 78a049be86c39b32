//! Movement of agents: neighbours, avoidance, steps along the surface and separation.

use glam::Vec2;

use super::Simulation;
use crate::geometry::ground;
use crate::pathfinding::mesh_query::move_with_radius::move_in_clearance_into;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::steer::followed_path::ReplanCause;
use crate::simulation::steer::path_corridor::StartChange;
use crate::trace::Observer;

/// Number of rounds that separate overlapping agents.
const ROUNDS: usize = 4;

/// Difference to the desired velocity above which an agent gives way, as a part of its speed.
const DEVIATION: f32 = 0.3;

/// Time for which an agent counts as giving way or as touching a wall after the last time, in seconds.
const MEMORY: f32 = 0.3;

/// Rise over run from which an agent climbs.
const CLIMBING: f32 = 0.1;

/// Maximum time of slow walking that counts, in seconds.
const MOST_SLOW_TIME: f32 = 0.65;

impl Simulation {
    /// Computes the velocities that avoid other agents and walls, from the positions before the step.
    pub(super) fn avoid(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.crowd.begin_step();
        for index in 0..self.agents.len() {
            self.crowd.avoid(&mut self.agents[index], &self.mesh, &self.scenario);
            self.report_giving_way(index, observer);
        }
    }

    /// Reports that an agent begins to give way.
    ///
    /// [`Crowd::avoid`](super::crowd::Crowd::avoid) decides which agents do.
    fn report_giving_way(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let velocity = self.crowd.velocities()[index];
        let nearest = self.crowd.neighbors(index).first().copied();
        let (step, time_step) = (self.step, self.scenario.time_step);
        let agent = &mut self.agents[index];
        let speed = agent.own.speed;
        let deviation = velocity.distance(agent.desired);
        let is_deviating = deviation > DEVIATION * speed && nearest.is_some();
        let until = step + (MEMORY / time_step) as u32;
        let is_begin = is_deviating && !agent.gives_way && agent.is_walking();
        if is_deviating {
            agent.gives_way_until = until;
        }
        agent.gives_way = step < agent.gives_way_until;
        let is_slow = velocity.length() < 0.25 * agent.desired.length();
        let changed = if is_slow { time_step } else { -0.5 * time_step };
        agent.slow_time = (agent.slow_time + changed).clamp(0.0, MOST_SLOW_TIME);
        if let Some((squared, to)) = nearest.filter(|_| is_begin) {
            let what = AgentIncident::GaveWay { to, distance: squared.sqrt(), deviation };
            observer.observe_with(|| self.event(index, what));
        }
    }

    /// Moves all agents along the surface by their velocities.
    pub(super) fn walk(&mut self, observer: &mut impl Observer<AgentEvent>) {
        let time_step = self.scenario.time_step;
        for index in 0..self.agents.len() {
            let agent = &self.agents[index];
            if !agent.is_on_mesh() {
                self.walk_on_link(index, observer);
                continue;
            }
            let before = agent.at.point;
            self.shift(index, self.crowd.velocities()[index] * time_step);
            let agent = &mut self.agents[index];
            let moved = ground(agent.at.point) - ground(before);
            agent.velocity = moved / time_step;
            self.crowd.set(index, agent);
            let length = moved.length();
            let slope = if length > 1e-4 { (agent.at.point.y - before.y) / length } else { 0.0 };
            let was_climbing = std::mem::replace(&mut agent.slope, slope) > CLIMBING;
            if slope > CLIMBING && !was_climbing {
                observer.observe_with(|| self.event(index, AgentIncident::Climbing { slope }));
            }
            self.note_contact(index, observer);
        }
    }

    /// Moves an agent along the surface, at its radius from walls.
    fn shift(&mut self, index: usize, offset: Vec2) {
        self.moved.contacts.clear();
        if offset == Vec2::ZERO {
            return;
        }
        let agent = &mut self.agents[index];
        let walkable = self.mesh.walkable(agent.class);
        let at = ground(agent.at.point);
        // The walls that the search found, and those that it did not reach, are at least as far away as this.
        let clearance = agent.walls_at.map_or(0.0, |center| agent.wall_distance - center.distance(at));
        let (ends, surface) = ((&agent.at, at + offset), &mut self.sight.surface);
        move_in_clearance_into(&walkable, ends, clearance, surface, &mut self.moved);
        agent.at = self.moved.slide.end;
        match agent.corridor.as_mut().map(|corridor| corridor.path.follow_start(&walkable, &self.moved)) {
            Some(StartChange::OtherCells) => agent.outdate_string(),
            Some(StartChange::Unconnected) => {
                agent.actor.request(ReplanCause::LeftCorridor { cell: agent.at.cell });
            }
            Some(StartChange::SameCells) | None => {}
        }
    }

    /// Notes that a wall stopped or deflected the last movement of an agent, and reports the begin.
    fn note_contact(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let step = self.step;
        let contact = self.moved.contacts.first().map(|contact| contact.wall);
        let contact = contact.or_else(|| self.wall_in_front(index));
        let agent = &mut self.agents[index];
        agent.is_at_wall = contact.is_some();
        let Some(wall) = contact else { return };
        let is_begin = step >= agent.at_wall_until;
        agent.at_wall_until = step + (MEMORY / self.scenario.time_step) as u32;
        if !agent.is_walking() {
            return;
        }
        agent.contact_steps += 1;
        if is_begin {
            let at = ground(agent.at.point);
            let mesh = &self.mesh.mesh;
            let ends = mesh.half_edge(wall).map(|ends| ends.map(|end| ground(mesh.position(end))));
            let distance = ends.map_or(0.0, |ends| offset_to(ends, at).length());
            let what = AgentIncident::WallContact { wall, distance };
            observer.observe_with(|| self.event(index, what));
        }
    }

    /// Adds the distances of a step to those of walking agents, with what separation moved them.
    pub(super) fn count_walked(&mut self) {
        for (agent, before) in self.agents.iter_mut().zip(self.crowd.positions()) {
            if let Some(before) = before.filter(|_| agent.is_walking()) {
                agent.walked += ground(agent.at.point).distance(ground(before));
            }
        }
    }

    /// Moves overlapping agents apart.
    pub(super) fn separate(&mut self) {
        for _ in 0..ROUNDS {
            let of_agent = |index| (index, self.crowd.push(index, &self.agents, &self.scenario));
            let pushes: Vec<(usize, Vec2)> =
                (0..self.agents.len()).map(of_agent).filter(|&(_, push)| push != Vec2::ZERO).collect();
            if pushes.is_empty() {
                break;
            }
            for (index, push) in pushes {
                self.shift(index, push);
                self.crowd.set(index, &self.agents[index]);
            }
        }
    }
}

/// Returns the offset from a position to the nearest point of a segment.
pub(super) fn offset_to([from, to]: [Vec2; 2], at: Vec2) -> Vec2 {
    let along = to - from;
    let t = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    from + along * t - at
}
