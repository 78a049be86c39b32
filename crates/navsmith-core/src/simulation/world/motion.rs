//! Movement of agents: neighbours, avoidance, steps along the surface and separation.

use std::mem;

use glam::Vec2;

use super::{AgentPhase, SimulatedAgent, Simulation};
use crate::geometry::{ground, ground_area};
use crate::pathfinding::mesh_query::distance_to_wall::local_walls;
use crate::pathfinding::mesh_query::move_with_radius::move_in_clearance_into;
use crate::simulation::avoidance::{MOST_WALLS, Request};
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::followed_path::ReplanCause;
use crate::simulation::path_corridor::StartChange;
use crate::simulation::scenario::AgentGroup;
use crate::trace::Observer;

/// Number of rounds that separate overlapping agents.
const ROUNDS: usize = 4;

/// Overlap that needs no separation, as a part of the radius.
const NO_OVERLAP: f32 = 0.005;

/// Part of an overlap that a round removes.
const SHARE: f32 = 0.8;

/// Difference to the desired velocity above which an agent gives way, as a part of its speed.
const DEVIATION: f32 = 0.3;

/// Time for which an agent counts as giving way or as touching a wall after the last time, in seconds.
const MEMORY: f32 = 0.3;

/// Maximum time of slow walking that counts, in seconds.
const MOST_SLOW_TIME: f32 = 0.65;

impl Simulation {
    /// Finds the agents near each agent.
    pub(super) fn find_neighbors(&mut self) {
        let range_of = |agent: &SimulatedAgent, largest: f32| {
            let group = &self.scenario.groups[agent.group];
            agent.own.radius + largest + agent.own.speed * group.movement.horizon
        };
        let largest = self.scenario.groups.iter().map(AgentGroup::largest_radius).fold(0.0, f32::max);
        let memory = &mut self.memory;
        memory.positions.clear();
        memory.positions.extend(self.agents.iter().map(|agent| agent.is_on_mesh().then_some(agent.at.point)));
        let range = self.agents.first().map_or(1.0, |agent| range_of(agent, largest));
        memory.grid.fill(&memory.positions, 0.5 * range);
        mem::swap(&mut memory.starts, &mut memory.starts_before);
        mem::swap(&mut memory.neighbors, &mut memory.neighbors_before);
        memory.starts.clear();
        memory.neighbors.clear();
        for (index, agent) in self.agents.iter().enumerate() {
            memory.starts.push(memory.neighbors.len() as u32);
            let group = &self.scenario.groups[agent.group];
            if agent.is_on_mesh() && group.avoids {
                let most = group.movement.neighbors as usize;
                let ends = memory.starts_before.get(index).zip(memory.starts_before.get(index + 1));
                let before = ends.map_or(0..0, |(&from, &to)| from as usize..to as usize);
                let (of, before) = ((index as u32, agent.at.point), &memory.neighbors_before[before]);
                memory.grid.nearest(of, range_of(agent, largest), most, before, &mut memory.found);
                memory.neighbors.extend_from_slice(&memory.found);
            }
        }
        memory.starts.push(memory.neighbors.len() as u32);
    }

    pub(super) fn neighbor_range(&self, index: usize) -> std::ops::Range<usize> {
        self.memory.starts[index] as usize..self.memory.starts[index + 1] as usize
    }

    /// Computes the velocities that avoid other agents and walls, from the positions before the step.
    pub(super) fn avoid(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.memory.velocities.clear();
        for index in 0..self.agents.len() {
            let velocity = if self.agents[index].is_on_mesh() { self.avoided(index) } else { Vec2::ZERO };
            self.memory.velocities.push(velocity);
            self.note_deviation(index, observer);
        }
    }

    fn avoided(&mut self, index: usize) -> Vec2 {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        if !group.avoids {
            return agent.desired;
        }
        self.refresh_walls(index);
        let mut walls = mem::take(&mut self.memory.walls);
        let neighbors = &self.memory.neighbors[self.neighbor_range(index)];
        let velocity = self.avoidance.velocity(&self.request(index), neighbors, &mut walls);
        self.memory.walls = walls;
        velocity
    }

    pub(super) fn request(&self, index: usize) -> Request<'_> {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        Request {
            agent: index as u32,
            desired: agent.desired,
            max_speed: agent.own.speed,
            time_step: self.scenario.time_step,
            movement: &group.movement,
        }
    }

    /// Searches the walls near an agent again if it moved away from where they were searched.
    fn refresh_walls(&mut self, index: usize) {
        let agent = &self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let at = ground(agent.at.point);
        let slack = agent.own.radius;
        if agent.walls_at.is_some_and(|last| last.distance_squared(at) <= slack * slack) {
            return;
        }
        let walkable = self.classes[agent.class].on(&self.mesh, &self.derived);
        let range = agent.own.radius + agent.own.speed * group.movement.wall_horizon + slack;
        let near = local_walls(&walkable, &agent.at, range);
        let segments = near.iter().take(MOST_WALLS).filter_map(|wall| {
            let ends = self.mesh.half_edge(wall.wall)?.map(|end| ground(self.mesh.position(end)));
            let is_inside_out = ground_area(&self.mesh.ground_ring(wall.wall.cell)) < 0.0;
            Some(if is_inside_out { [ends[1], ends[0]] } else { ends })
        });
        self.avoidance.set_walls(index, segments);
        let nearest = near.first().map_or_else(|| range.into(), |wall| wall.distance);
        let agent = &mut self.agents[index];
        (agent.walls_at, agent.wall_distance) = (Some(at), nearest as f32);
    }

    /// Notes that an agent gives way, and reports the begin.
    fn note_deviation(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let velocity = self.memory.velocities[index];
        let nearest = self.memory.neighbors[self.neighbor_range(index)].first().copied();
        let (step, time_step) = (self.step, self.scenario.time_step);
        let agent = &mut self.agents[index];
        let speed = agent.own.speed;
        let deviation = velocity.distance(agent.desired);
        let is_deviating = deviation > DEVIATION * speed && nearest.is_some();
        let until = step + (MEMORY / time_step) as u32;
        let is_begin = is_deviating && !agent.gives_way && agent.phase == AgentPhase::Walking;
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
            self.shift(index, self.memory.velocities[index] * time_step);
            let agent = &mut self.agents[index];
            let moved = ground(agent.at.point) - ground(before);
            agent.velocity = moved / time_step;
            self.avoidance.set(index, ground(agent.at.point), agent.velocity);
            let length = moved.length();
            let slope = if length > 1e-4 { (agent.at.point.y - before.y) / length } else { 0.0 };
            agent.slope = slope;
            let is_climbing = slope > 0.1;
            let is_begin = is_climbing && !agent.is_climbing;
            agent.is_climbing = is_climbing;
            if is_begin {
                observer.observe_with(|| self.event(index, AgentIncident::Climbing { slope }));
            }
            self.note_contact(index, observer);
        }
    }

    /// Moves an agent along the surface, at its radius from walls.
    fn shift(&mut self, index: usize, offset: Vec2) {
        self.memory.moved.contacts.clear();
        if offset == Vec2::ZERO {
            return;
        }
        let agent = &mut self.agents[index];
        let walkable = self.classes[agent.class].on(&self.mesh, &self.derived);
        let at = ground(agent.at.point);
        // The walls that the search found, and those that it did not reach, are at least as far away as this.
        let clearance = agent.walls_at.map_or(0.0, |center| agent.wall_distance - center.distance(at));
        let (ends, memory) = ((&agent.at, at + offset), &mut self.memory);
        move_in_clearance_into(&walkable, ends, clearance, &mut memory.surface, &mut memory.moved);
        agent.at = memory.moved.slide.end;
        match agent.corridor.as_mut().map(|corridor| corridor.follow_start(&walkable, &memory.moved)) {
            Some(StartChange::OtherCells) => agent.has_old_string = true,
            Some(StartChange::Unconnected) => {
                agent.actor.request(ReplanCause::LeftCorridor { cell: agent.at.cell });
            }
            Some(StartChange::SameCells) | None => {}
        }
    }

    /// Notes that a wall stopped or deflected the last movement of an agent, and reports the begin.
    fn note_contact(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let step = self.step;
        let contact = self.memory.moved.contacts.first().map(|contact| contact.wall);
        let contact = contact.or_else(|| self.wall_in_front(index));
        let agent = &mut self.agents[index];
        agent.is_at_wall = contact.is_some();
        let Some(wall) = contact else { return };
        let is_begin = step >= agent.at_wall_until;
        agent.at_wall_until = step + (MEMORY / self.scenario.time_step) as u32;
        if agent.phase != AgentPhase::Walking {
            return;
        }
        agent.contact_steps += 1;
        if is_begin {
            let at = ground(agent.at.point);
            let ends = self.mesh.half_edge(wall).map(|ends| ends.map(|end| ground(self.mesh.position(end))));
            let distance = ends.map_or(0.0, |ends| offset_to(ends, at).length());
            let what = AgentIncident::WallContact { wall, distance };
            observer.observe_with(|| self.event(index, what));
        }
    }

    /// Adds the distances of a step to those of walking agents, with what separation moved them.
    pub(super) fn count_walked(&mut self) {
        for (agent, before) in self.agents.iter_mut().zip(&self.memory.positions) {
            if let Some(before) = before.filter(|_| agent.phase == AgentPhase::Walking) {
                agent.walked += ground(agent.at.point).distance(ground(before));
            }
        }
    }

    /// Moves overlapping agents apart.
    pub(super) fn separate(&mut self) {
        for _ in 0..ROUNDS {
            self.memory.pushes.clear();
            for index in 0..self.agents.len() {
                let push = self.push(index);
                if push != Vec2::ZERO {
                    self.memory.pushes.push((index, push));
                }
            }
            if self.memory.pushes.is_empty() {
                break;
            }
            for number in 0..self.memory.pushes.len() {
                let (index, push) = self.memory.pushes[number];
                self.shift(index, push);
                let agent = &self.agents[index];
                self.avoidance.set(index, ground(agent.at.point), agent.velocity);
            }
        }
    }

    /// Returns the offset that moves an agent out of others.
    ///
    /// An agent that left or does not avoid others has no neighbours, so it is not moved.
    fn push(&self, index: usize) -> Vec2 {
        let mut push = Vec2::ZERO;
        for &(_, other) in &self.memory.neighbors[self.neighbor_range(index)] {
            let other = other as usize;
            let overlap = self.avoidance.overlap(index, other);
            if overlap <= 0.0 {
                continue;
            }
            let [agent, beside] = [index, other].map(|index| &self.agents[index]);
            let [own, theirs] = [agent, beside].map(|agent| agent.own);
            if overlap <= NO_OVERLAP * own.radius {
                continue;
            }
            let offset = ground(agent.at.point) - ground(beside.at.point);
            let is_first = index < other;
            let fallback = if is_first { Vec2::X } else { Vec2::NEG_X };
            let away = offset.try_normalize().unwrap_or(fallback);
            let avoids = self.scenario.groups[beside.group].avoids;
            let part = if avoids { theirs.priority / (own.priority + theirs.priority) } else { 1.0 };
            push += away * (overlap * part * SHARE);
        }
        push
    }
}

/// Returns the offset from a position to the nearest point of a segment.
pub(super) fn offset_to([from, to]: [Vec2; 2], at: Vec2) -> Vec2 {
    let along = to - from;
    let t = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    from + along * t - at
}
