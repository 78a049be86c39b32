//! Agents beside each other: their neighbours, the velocities that avoid collisions, and overlaps.

use std::mem;

use glam::{Vec2, Vec3};

use super::SimulatedAgent;
use super::class_mesh::ClassMesh;
use crate::geometry::{ground, ground_area};
use crate::pathfinding::mesh_query::distance_to_wall::local_walls;
use crate::simulation::crowd::avoidance::{Avoidance, HalfPlane, MOST_WALLS, Request, WallMemory};
use crate::simulation::crowd::neighbor_grid::NeighborGrid;
use crate::simulation::scenario::{AgentGroup, Scenario};

/// Overlap that needs no separation, as a part of the radius.
const NO_OVERLAP: f32 = 0.005;

/// Part of an overlap that a round of separation removes.
const SHARE: f32 = 0.8;

/// Maximum number of agents near another one that are tested for an overlap with it; the nearest ones.
const MOST_TESTED: usize = 32;

/// An overlap of two agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::simulation) struct AgentOverlap {
    pub(in crate::simulation) agents: [u32; 2],
    /// Overlap relative to the smaller radius.
    pub(in crate::simulation) share: f32,
}

/// A neighbour: its squared distance and its index.
pub(super) type Neighbor = (f32, u32);

/// The neighbours of each agent, and the velocities that avoid them.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd {
    grid: NeighborGrid,
    /// Positions before the step, except for agents that left.
    positions: Vec<Option<Vec3>>,
    neighbors: NeighborLists,
    /// Those of the step before.
    before: NeighborLists,
    found: Vec<Neighbor>,
    avoidance: Avoidance,
    walls: WallMemory,
    velocities: Vec<Vec2>,
}

/// Lists of neighbours, nearest first.
#[derive(Clone, Debug, Default)]
struct NeighborLists {
    /// By agent, the start of its neighbours; one more at the end.
    starts: Vec<u32>,
    all: Vec<Neighbor>,
}

impl NeighborLists {
    fn of(&self, agent: usize) -> &[Neighbor] {
        let ends = self.starts.get(agent).zip(self.starts.get(agent + 1));
        ends.map_or(&[], |(&from, &to)| &self.all[from as usize..to as usize])
    }
}

impl Crowd {
    /// Adds an agent at its start.
    ///
    /// Of two agents, each gives way in inverse proportion to its priority.
    pub(super) fn add(&mut self, agent: &SimulatedAgent) {
        self.avoidance.add(ground(agent.at.point), agent.own.radius, 1.0 / agent.own.priority);
    }

    /// Returns a copy without the memory of the last step.
    pub(super) fn without_memory(&self) -> Self {
        Self { avoidance: self.avoidance.clone(), ..Self::default() }
    }

    /// Finds the agents near each agent.
    pub(super) fn find_neighbors(&mut self, agents: &[SimulatedAgent], scenario: &Scenario) {
        let largest = largest_radius(scenario);
        let range_of = |agent: &SimulatedAgent| {
            let group = &scenario.groups[agent.group];
            agent.own.radius + largest + agent.own.speed * group.movement.horizon
        };
        self.fill(agents, 0.5 * agents.first().map_or(1.0, range_of));
        mem::swap(&mut self.neighbors, &mut self.before);
        let NeighborLists { starts, all } = &mut self.neighbors;
        starts.clear();
        all.clear();
        for (index, agent) in agents.iter().enumerate() {
            starts.push(all.len() as u32);
            let group = &scenario.groups[agent.group];
            if agent.is_on_mesh() && group.avoids {
                let most = group.movement.neighbors as usize;
                let (of, before) = ((index as u32, agent.at.point), self.before.of(index));
                self.grid.nearest(of, range_of(agent), most, before, &mut self.found);
                all.extend_from_slice(&self.found);
            }
        }
        starts.push(all.len() as u32);
    }

    /// Returns the number of comparisons of two agents so far.
    pub(super) fn comparisons(&self) -> usize {
        self.grid.comparisons
    }

    /// Counts comparisons of two agents outside of the grid.
    pub(super) fn count_comparisons(&mut self, count: usize) {
        self.grid.comparisons += count;
    }

    /// Fills the grid with the agents on the mesh.
    fn fill(&mut self, agents: &[SimulatedAgent], side: f32) {
        self.positions.clear();
        self.positions.extend(agents.iter().map(|agent| agent.is_on_mesh().then_some(agent.at.point)));
        self.grid.fill(&self.positions, side);
    }

    /// Returns the neighbours of an agent in the last step, nearest first.
    pub(super) fn neighbors(&self, agent: usize) -> &[Neighbor] {
        self.neighbors.of(agent)
    }

    /// Returns the positions before the step, except for agents that left.
    pub(super) fn positions(&self) -> &[Option<Vec3>] {
        &self.positions
    }

    /// Returns the velocities that avoid other agents and walls, as far as they were computed.
    pub(super) fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// Removes all velocities.
    pub(super) fn begin_step(&mut self) {
        self.velocities.clear();
    }

    /// Computes the velocity of the next agent, which avoids others and walls if its group does.
    pub(super) fn avoid(&mut self, agent: &mut SimulatedAgent, mesh: &ClassMesh, scenario: &Scenario) {
        let index = self.velocities.len();
        let velocity = if !agent.is_on_mesh() {
            Vec2::ZERO
        } else if scenario.groups[agent.group].avoids {
            self.refresh_walls(index, agent, mesh, scenario);
            let request = request(index, agent, scenario);
            self.avoidance.velocity(&request, self.neighbors.of(index), &mut self.walls)
        } else {
            agent.desired
        };
        self.velocities.push(velocity);
    }

    /// Returns the half-planes of the velocities of an agent without a collision.
    pub(super) fn half_planes(
        &self,
        index: usize,
        agent: &SimulatedAgent,
        scenario: &Scenario,
    ) -> Vec<HalfPlane> {
        self.avoidance.half_planes(&request(index, agent, scenario), self.neighbors.of(index))
    }

    /// Searches the walls near an agent again if it moved away from where they were searched.
    fn refresh_walls(
        &mut self,
        index: usize,
        agent: &mut SimulatedAgent,
        mesh: &ClassMesh,
        scenario: &Scenario,
    ) {
        let at = ground(agent.at.point);
        let slack = agent.own.radius;
        if agent.walls_at.is_some_and(|last| last.distance_squared(at) <= slack * slack) {
            return;
        }
        let horizon = scenario.groups[agent.group].movement.wall_horizon;
        let range = agent.own.radius + agent.own.speed * horizon + slack;
        let walkable = mesh.walkable(agent.class);
        let near = local_walls(&walkable, &agent.at, range);
        let segments = near.iter().take(MOST_WALLS).filter_map(|wall| {
            let ends = walkable.mesh.half_edge(wall.wall)?.map(|end| ground(walkable.mesh.position(end)));
            let is_inside_out = ground_area(&walkable.mesh.ground_ring(wall.wall.cell)) < 0.0;
            Some(if is_inside_out { [ends[1], ends[0]] } else { ends })
        });
        self.avoidance.set_walls(index, segments);
        let nearest = near.first().map_or_else(|| range.into(), |wall| wall.distance);
        (agent.walls_at, agent.wall_distance) = (Some(at), nearest as f32);
    }

    /// Sets the position and the velocity of an agent after its movement.
    pub(super) fn set(&mut self, index: usize, agent: &SimulatedAgent) {
        self.avoidance.set(index, ground(agent.at.point), agent.velocity);
    }

    /// Returns the offset that moves an agent out of others.
    ///
    /// An agent that left or does not avoid others has no neighbours, so it is not moved.
    pub(super) fn push(&self, index: usize, agents: &[SimulatedAgent], scenario: &Scenario) -> Vec2 {
        let mut push = Vec2::ZERO;
        for &(_, other) in self.neighbors.of(index) {
            let other = other as usize;
            let overlap = self.avoidance.overlap(index, other);
            if overlap <= 0.0 {
                continue;
            }
            let [agent, beside] = [index, other].map(|index| &agents[index]);
            let [own, theirs] = [agent, beside].map(|agent| agent.own);
            if overlap <= NO_OVERLAP * own.radius {
                continue;
            }
            let offset = ground(agent.at.point) - ground(beside.at.point);
            let is_first = index < other;
            let fallback = if is_first { Vec2::X } else { Vec2::NEG_X };
            let away = offset.try_normalize().unwrap_or(fallback);
            let avoids = scenario.groups[beside.group].avoids;
            let part = if avoids { theirs.priority / (own.priority + theirs.priority) } else { 1.0 };
            push += away * (overlap * part * SHARE);
        }
        push
    }

    /// Returns the overlaps of all agents, in the order of the first agent.
    ///
    /// An overlap is in the list twice, unless one of its agents has many others that are nearer.
    pub(super) fn overlaps(&mut self, agents: &[SimulatedAgent], scenario: &Scenario) -> Vec<AgentOverlap> {
        let largest = largest_radius(scenario);
        self.fill(agents, 2.0 * largest);
        let mut overlaps = Vec::new();
        for (index, agent) in (0..).zip(agents).filter(|(_, agent)| agent.is_on_mesh()) {
            let radius = agent.own.radius;
            let of = (index, agent.at.point);
            self.grid.nearest(of, radius + largest, MOST_TESTED, &[], &mut self.found);
            for &(_, other) in &self.found {
                let beside = &agents[other as usize];
                let other_radius = beside.own.radius;
                let distance = ground(agent.at.point).distance(ground(beside.at.point));
                let share = (radius + other_radius - distance) / radius.min(other_radius);
                if share > 0.0 {
                    overlaps.push(AgentOverlap { agents: [index, other], share });
                }
            }
        }
        overlaps
    }
}

fn largest_radius(scenario: &Scenario) -> f32 {
    scenario.groups.iter().map(AgentGroup::largest_radius).fold(0.0, f32::max)
}

fn request<'a>(index: usize, agent: &SimulatedAgent, scenario: &'a Scenario) -> Request<'a> {
    Request {
        agent: index as u32,
        desired: agent.desired,
        max_speed: agent.own.speed,
        time_step: scenario.time_step,
        movement: &scenario.groups[agent.group].movement,
    }
}
