//! Avoidance of other agents and of walls by optimal reciprocal collision avoidance (ORCA).
//!
//! Source: van den Berg, Guy, Lin and Manocha, *Reciprocal n-Body Collision Avoidance*, 2011. The crate `dodgy_2d`
//! computes the velocities. Only this file uses its types, because it has another version of `glam`.

use std::borrow::Cow;

use dodgy_2d::debug::DebugData;
use dodgy_2d::{Agent as Disc, AvoidanceOptions, Obstacle};
use glam::Vec2;
use smallvec::SmallVec;

use super::super::scenario::MovementSettings;

/// Smallest square of a relative velocity that has a direction, in m²/s².
const NO_DIRECTION: f32 = 1e-9;

/// Part of a radius by which two agents at the same position are separated.
const SEPARATION: f32 = 1e-2;

/// Maximum number of walls that an agent avoids; the nearest ones.
pub(in crate::simulation) const MOST_WALLS: usize = 12;

/// The discs of all agents, and the walls near each of them.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct Avoidance {
    discs: Vec<Disc>,
    /// By agent, the walls near it, without pointers to other memory.
    walls: Vec<SmallVec<[[dodgy_2d::Vec2; 2]; MOST_WALLS]>>,
}

/// Walls in the form of the crate, kept between calls.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct WallMemory(Vec<Obstacle>);

/// Velocities of an agent that lead to no collision with one neighbour or wall within the horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// A velocity at the edge, in metres per second.
    pub point: Vec2,
    /// Direction from the edge to the velocities without a collision; of length 1.
    pub normal: Vec2,
}

/// What an agent wants, and how far it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(in crate::simulation) struct Request<'a> {
    pub(in crate::simulation) agent: u32,
    /// Velocity without other agents.
    pub(in crate::simulation) desired: Vec2,
    pub(in crate::simulation) max_speed: f32,
    pub(in crate::simulation) time_step: f32,
    pub(in crate::simulation) movement: &'a MovementSettings,
}

impl Avoidance {
    /// Adds an agent; `share` is its part of an evasion relative to that of others.
    pub(in crate::simulation) fn add(&mut self, at: Vec2, radius: f32, share: f32) {
        let (position, velocity) = (theirs(at), theirs(Vec2::ZERO));
        self.discs.push(Disc { position, velocity, radius, avoidance_responsibility: share });
        self.walls.push(SmallVec::new());
    }

    /// Sets the position and the velocity of an agent.
    pub(in crate::simulation) fn set(&mut self, agent: usize, at: Vec2, velocity: Vec2) {
        let disc = &mut self.discs[agent];
        (disc.position, disc.velocity) = (theirs(at), theirs(velocity));
    }

    /// Returns the overlap of the discs of two agents, in metres; negative if they do not touch.
    pub(in crate::simulation) fn overlap(&self, agent: usize, other: usize) -> f32 {
        let [one, other] = [agent, other].map(|index| &self.discs[index]);
        one.radius + other.radius - one.position.distance(other.position)
    }

    /// Sets the walls near an agent, as segments with the ground to the left as seen from above.
    pub(in crate::simulation) fn set_walls(&mut self, agent: usize, walls: impl Iterator<Item = [Vec2; 2]>) {
        let own = &mut self.walls[agent];
        own.clear();
        // Coordinates (x, z) are left-handed where the crate expects (x, y), so left and right are exchanged.
        let walls = walls.filter(|[from, to]| from.distance_squared(*to) > f32::EPSILON);
        own.extend(walls.map(|wall| wall.map(theirs)));
    }

    /// Returns the velocity nearest to the desired one that avoids these neighbours and the walls.
    pub(in crate::simulation) fn velocity(
        &self,
        request: &Request<'_>,
        neighbors: &[(f32, u32)],
        memory: &mut WallMemory,
    ) -> Vec2 {
        self.solve(request, neighbors, memory).0
    }

    /// Returns the half-planes of which [`Self::velocity`] is in as many as possible.
    pub(in crate::simulation) fn half_planes(
        &self,
        request: &Request<'_>,
        neighbors: &[(f32, u32)],
    ) -> Vec<HalfPlane> {
        let lines = match self.solve(request, neighbors, &mut WallMemory::default()).1 {
            DebugData::Satisfied { constraints } => constraints,
            DebugData::Fallback { fallback_constraints, .. } => fallback_constraints,
        };
        let plane = |line: dodgy_2d::debug::Line| {
            let direction = Vec2::new(line.direction.x, line.direction.y);
            HalfPlane { point: Vec2::new(line.point.x, line.point.y), normal: direction.perp() }
        };
        lines.into_iter().map(plane).collect()
    }

    fn solve(
        &self,
        request: &Request<'_>,
        neighbors: &[(f32, u32)],
        memory: &mut WallMemory,
    ) -> (Vec2, DebugData) {
        let Request { agent, desired, max_speed, time_step, movement } = *request;
        let own = &self.discs[agent as usize];
        let others: SmallVec<[Cow<'_, Disc>; 16]> =
            neighbors.iter().map(|&(_, other)| self.beside(agent, other, time_step)).collect();
        let walls: SmallVec<[Cow<'_, Obstacle>; 16]> =
            memory.fill(&self.walls[agent as usize]).iter().map(Cow::Borrowed).collect();
        let options = AvoidanceOptions {
            obstacle_margin: own.radius,
            time_horizon: movement.horizon,
            obstacle_time_horizon: movement.wall_horizon,
        };
        let desired = theirs(desired);
        let (velocity, lines) = own
            .compute_avoiding_velocity_with_debug(&others, &walls, desired, max_speed, time_step, &options);
        let velocity = Vec2::new(velocity.x, velocity.y);
        (if velocity.is_finite() { velocity } else { Vec2::ZERO }, lines)
    }

    /// Returns a neighbour, moved slightly if it is exactly where the agent is.
    ///
    /// The crate would draw a random direction for such a pair, which is different in every run.
    fn beside(&self, agent: u32, other: u32, time_step: f32) -> Cow<'_, Disc> {
        let (own, disc) = (&self.discs[agent as usize], &self.discs[other as usize]);
        let offset = disc.position - own.position;
        let reach = own.radius + disc.radius;
        let relative = own.velocity - disc.velocity - offset / time_step;
        if offset.length_squared() > reach * reach || relative.length_squared() > NO_DIRECTION {
            return Cow::Borrowed(disc);
        }
        let is_first = agent < other;
        let nudge = if is_first { reach * SEPARATION } else { -reach * SEPARATION };
        let across = theirs(Vec2::new(nudge, nudge * 0.5));
        Cow::Owned(Disc { position: disc.position + across, ..disc.clone() })
    }
}

impl WallMemory {
    /// Returns walls in the form of the crate.
    fn fill(&mut self, walls: &[[dodgy_2d::Vec2; 2]]) -> &[Obstacle] {
        let missing = walls.len().saturating_sub(self.0.len());
        self.0.extend((0..missing).map(|_| Obstacle::Open { vertices: Vec::new() }));
        for (obstacle, wall) in self.0.iter_mut().zip(walls) {
            let (Obstacle::Open { vertices } | Obstacle::Closed { vertices }) = obstacle;
            vertices.clear();
            vertices.extend_from_slice(wall);
        }
        &self.0[..walls.len()]
    }
}

fn theirs(vector: Vec2) -> dodgy_2d::Vec2 {
    dodgy_2d::Vec2::new(vector.x, vector.y)
}
