//! The search for the cause why an agent did not arrive.
//!
//! An agent without a path is held by the mesh. One with a path makes no progress because of how it moves, because of
//! others in front, or because of walls, in this order. The state after the last step decides.

mod missing_path;

use super::super::agent_class::AgentClass;
use super::super::places::located;
use super::super::scenario::{AgentGroup, Arrival, Behavior};
use super::super::world::line::{BLOCKING, CONTACT, IN_FRONT, MOST_AGENTS};
use super::super::world::{AgentState, SAME_FLOOR, SimulatedAgent, Simulation};
use super::stuck::StuckCause;
use crate::geometry::{Vec2, Vec3, ground};
use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::walkable::{Blocked, Walkable, Wall};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::move_with_radius::move_with_radius;
use crate::pathfinding::mesh_query::raycast::{RayHit, raycast};

/// Distance by which an agent is nearer to a wall than its radius where walls hold it, in metres.
const SQUEEZED: f32 = 2e-3;

/// Distance in which the walls of a passage are searched, in diameters of an agent.
const PASSAGE: f32 = 4.0;

/// Parts of the way along which the width of a passage is measured.
const PASSAGE_SHARES: [f32; 3] = [0.0, 0.5, 1.0];

/// Speed of a chase, as a part of the maximum speed, below which its force is weak.
const WEAK: f64 = 0.1;

/// Returns the cause why an agent did not arrive.
pub fn why_stuck(simulation: &Simulation, index: u32) -> StuckCause {
    let agent = &simulation.agents()[index as usize];
    let group = simulation.group_of(agent);
    let Some(target) = simulation.target_of(agent) else { return StuckCause::NoTarget };
    let (mesh, derived) = simulation.mesh();
    let class = AgentClass::of(group);
    let walkable = class.on(mesh, derived);
    let case = Case { simulation, index, agent, group, walkable, target };
    if agent.state == AgentState::Lost {
        return case.missing_path();
    }
    if let Some(cause) = case.on_or_before_link().or_else(|| case.no_room()) {
        return cause;
    }
    // An agent that stopped shortly before the end has the same causes, and is not stuck yet.
    let is_slow = agent.velocity.length() < BLOCKING * agent.own.speed;
    if !agent.is_stuck && !is_slow {
        return case.run_ended();
    }
    let wall_first = group.behavior == Behavior::Chase;
    case.outdated_path()
        .or_else(|| case.weak_force())
        .or_else(|| case.between_walls())
        .or_else(|| case.wall_ahead().filter(|_| wall_first))
        .or_else(|| case.other_floor())
        .or_else(|| case.others())
        .or_else(|| case.target_at_wall())
        .or_else(|| case.wall_ahead())
        .or_else(|| case.wall_beside())
        .or_else(|| case.pushed_back())
        .or_else(|| case.crowd())
        .unwrap_or_else(|| if agent.is_stuck { case.overshoots() } else { case.run_ended() })
}

/// An agent that did not arrive.
struct Case<'a> {
    simulation: &'a Simulation,
    index: u32,
    agent: &'a SimulatedAgent,
    group: &'a AgentGroup,
    walkable: Walkable<'a>,
    /// Its place at the target or, without one, the target.
    target: Vec3,
}

impl Case<'_> {
    fn at(&self) -> Vec2 {
        ground(self.agent.at.point)
    }

    /// Returns the distance that the agent keeps from walls, in metres: the largest radius of its group.
    fn radius(&self) -> f32 {
        self.walkable.agent.radius
    }

    /// Returns the distance of the agent from its place or target, in metres.
    fn distance(&self) -> f32 {
        self.at().distance(ground(self.target))
    }

    /// Returns the distance at which the agent reaches its place or target, in metres.
    fn reach(&self) -> f32 {
        self.simulation.reach(self.index as usize)
    }

    /// Returns the next waypoint, or the target without a path.
    fn waypoint(&self) -> Vec2 {
        ground(self.agent.waypoint().unwrap_or(self.target))
    }

    /// Returns what an agent waits for before a link, or that it is on one.
    fn on_or_before_link(&self) -> Option<StuckCause> {
        if self.agent.is_on_link() {
            return Some(self.run_ended());
        }
        let agent = self.simulation.agent_before_link(self.index as usize)?;
        let link = self.agent.path().link().filter(|_| self.agent.waits_for_link())?;
        Some(StuckCause::WaitsForLink { link, agents: vec![agent] })
    }

    /// Returns the height of the target of a chase above the floor at its position.
    fn other_floor(&self) -> Option<StuckCause> {
        let ray = raycast(&self.walkable, &self.agent.at, ground(self.target));
        let height = self.target.y - ray.end.point.y;
        let is_chase = self.group.behavior == Behavior::Chase;
        let is_other = is_chase && ray.hit.is_none() && height.abs() > SAME_FLOOR;
        is_other.then_some(StuckCause::OtherFloor { height })
    }

    fn run_ended(&self) -> StuckCause {
        let path = self.agent.remaining();
        let remaining = if path.is_finite() { path } else { self.distance() };
        let seconds = (remaining + self.slower_on_links()) / self.agent.own.speed;
        StuckCause::RunEnded { remaining, seconds, is_recording_full: false }
    }

    /// Returns the distance that the agent would walk in the time that it loses on links, in metres.
    ///
    /// A link with a cost is walked more slowly by that factor.
    fn slower_on_links(&self) -> f32 {
        let on_it = self.agent.on_link().map_or(0.0, |walk| {
            let [before, length] = walk.lengths();
            let left = length - (walk.walked - before).max(0.0);
            left - left / walk.cost.max(f32::MIN_POSITIVE)
        });
        let (mesh, _) = self.simulation.mesh();
        let ahead = self.agent.path().links_ahead();
        let ahead = ahead.filter_map(|(link, length)| Some(length * (mesh.link(link)?.cost - 1.0)));
        on_it + ahead.sum::<f32>()
    }

    /// Returns whether the target moved, and the agent is at the end of the path to its earlier position.
    fn outdated_path(&self) -> Option<StuckCause> {
        let end = self.agent.path().end()?;
        let (distance, margin) = (end.distance(self.target), self.group.movement.margin);
        let is_at_end = self.agent.remaining() <= self.reach() + CONTACT;
        let has_path = self.group.behavior != Behavior::Chase && !self.agent.has_place();
        let is_outdated = has_path && is_at_end && distance > CONTACT && distance <= margin;
        is_outdated.then_some(StuckCause::OutdatedPath { distance, margin })
    }

    fn weak_force(&self) -> Option<StuckCause> {
        let steering = self.group.steering;
        let speed = steering.force / (steering.mass * steering.drag).max(f64::MIN_POSITIVE);
        let is_weak =
            self.group.behavior == Behavior::Chase && speed < WEAK * f64::from(self.agent.own.speed);
        is_weak.then_some(StuckCause::WeakForce { force: steering.force, speed })
    }

    fn between_walls(&self) -> Option<StuckCause> {
        let radius = self.radius();
        let nearest = distance_to_wall(&self.walkable, &self.agent.at, radius - SQUEEZED)?;
        Some(StuckCause::BetweenWalls { wall: nearest.wall, distance: nearest.distance as f32, radius })
    }

    /// Returns the wall or the forbidden area between the agent and its next waypoint.
    fn wall_ahead(&self) -> Option<StuckCause> {
        let next = self.waypoint();
        let RayHit { wall, why, .. } = raycast(&self.walkable, &self.agent.at, next).hit?;
        let is_chase = self.group.behavior == Behavior::Chase;
        let distance = self.at().distance(next);
        Some(match (why, self.walkable.derived.adjacency.twin(wall)) {
            (Wall::Blocked(Blocked::Area(area)), Some(HalfEdge { cell, .. })) => {
                StuckCause::AreaAhead { area, cell, wall, distance, is_chase }
            }
            _ => StuckCause::BehindWall { wall, distance, is_chase },
        })
    }

    /// Returns the wall that keeps the agent from a target near it.
    fn target_at_wall(&self) -> Option<StuckCause> {
        let (radius, distance, reach) = (self.radius(), self.distance(), self.reach());
        let is_near = distance <= reach + 2.0 * radius && !self.agent.has_place();
        let to = Endpoint { ground: ground(self.target), height: Some(self.target.y) };
        let target = located(self.walkable.mesh, self.walkable.derived, to)?;
        let nearest = distance_to_wall(&self.walkable, &target, radius)?;
        (is_near && distance > reach).then_some(StuckCause::TargetAtWall {
            wall: nearest.wall,
            gap: nearest.distance as f32,
            distance,
            reach,
        })
    }

    /// Returns the wall that stops the agent although it touches no other agent.
    fn wall_beside(&self) -> Option<StuckCause> {
        let radius = self.radius();
        let in_contact = |other: u32| self.simulation.gap(self.index, other) < CONTACT;
        if self.simulation.neighbors(self.index as usize).any(in_contact) || self.could_move() {
            return None;
        }
        let nearest = distance_to_wall(&self.walkable, &self.agent.at, radius + CONTACT)?;
        let distance = self.at().distance(self.waypoint());
        Some(StuckCause::HeldByWall { wall: nearest.wall, radius, distance })
    }

    /// Whether a step at the desired velocity makes progress where only walls are in the way.
    fn could_move(&self) -> bool {
        let step = self.agent.desired * self.simulation.scenario().time_step;
        let end = move_with_radius(&self.walkable, &self.agent.at, self.at() + step).slide.end;
        let moved = ground(end.point) - self.at();
        step != Vec2::ZERO && moved.dot(step) > BLOCKING * step.length_squared()
    }

    /// Returns the agents at rest in front of the agent.
    fn others(&self) -> Option<StuckCause> {
        self.line_behind(self.simulation.agent_in_front(self.index)?)
    }

    /// Returns the agents in front of the agent, at rest or not; without one, those that it touches.
    fn crowd(&self) -> Option<StuckCause> {
        let near = || self.simulation.neighbors(self.index as usize);
        let is_in_front = |&other: &u32| {
            let offset = ground(self.simulation.agents()[other as usize].at.point) - self.at();
            self.agent.desired.dot(offset) > IN_FRONT * self.agent.desired.length() * offset.length()
        };
        let touches = |&other: &u32| self.simulation.gap(self.index, other) < CONTACT;
        self.line_behind(near().find(is_in_front).or_else(|| near().find(touches))?)
    }

    /// Follows the agents in front of each other to the first one, or to some that block each other.
    fn line_behind(&self, other: u32) -> Option<StuckCause> {
        let mut line = vec![self.index, other];
        while let Some(next) =
            self.simulation.agent_in_front(*line.last()?).filter(|_| line.len() <= MOST_AGENTS)
        {
            if let Some(from) = line.iter().position(|&known| known == next) {
                return Some(if from == 0 {
                    self.deadlock(line)
                } else {
                    StuckCause::Behind { agents: line.split_off(1) }
                });
            }
            line.push(next);
        }
        let agents = line.split_off(1);
        let first = *agents.last()?;
        Some(match self.simulation.agents()[first as usize].state {
            AgentState::Arrived { .. } if self.simulation.has_same_target([self.index, first]) => {
                self.occupied(agents)
            }
            AgentState::Arrived { .. } => StuckCause::InTheWay { agents },
            _ => StuckCause::Behind { agents },
        })
    }

    /// Whether the group of an agent takes places in a formation.
    fn takes_formation(&self, agent: u32) -> bool {
        let group = self.simulation.group_of(&self.simulation.agents()[agent as usize]);
        group.arrival == Arrival::Formation && group.behavior != Behavior::Chase
    }

    fn occupied(&self, agents: Vec<u32>) -> StuckCause {
        let first = agents.last().copied().unwrap_or(self.index);
        let (has_place, is_chase) = (self.agent.has_place(), self.group.behavior == Behavior::Chase);
        // An agent arrives by the length of its path, which leads around walls.
        let end = self.agent.path().end().filter(|_| !has_place && !is_chase);
        let along = end.map(|end| self.agent.remaining() + ground(end).distance(ground(self.target)));
        StuckCause::Occupied {
            agents,
            distance: along.unwrap_or_else(|| self.distance()),
            reach: self.reach(),
            has_place,
            is_formation: self.takes_formation(first),
            is_in_sight: raycast(&self.walkable, &self.agent.at, ground(self.target)).hit.is_none(),
        }
    }

    /// Returns whether all places at the target are taken, and the agent has none.
    fn no_room(&self) -> Option<StuckCause> {
        let is_walking = self.agent.is_walking();
        let places = self.simulation.taken_places(self.index as usize).filter(|_| is_walking)?;
        Some(StuckCause::NoRoom { places, distance: self.distance() })
    }

    fn deadlock(&self, mut agents: Vec<u32>) -> StuckCause {
        agents.sort_unstable();
        let of = |agent: &u32| &self.simulation.agents()[*agent as usize];
        let mut diameters: Vec<f32> = agents.iter().map(|agent| 2.0 * of(agent).own.radius).collect();
        diameters.sort_by(|a, b| b.total_cmp(a));
        let needed: f32 = diameters.iter().take(2).sum();
        let width = agents.iter().filter_map(|agent| self.passage_ahead(of(agent), needed)).reduce(f32::min);
        // Where two of them fit beside each other, its width is not the cause.
        let width = width.filter(|width| *width < needed);
        StuckCause::Deadlock { agents, width, needed }
    }

    /// Returns the least width of a passage along the next part of the path of an agent.
    fn passage_ahead(&self, agent: &SimulatedAgent, length: f32) -> Option<f32> {
        let (mut from, mut left, mut narrowest) = (agent.at, length, None);
        for to in [agent.waypoint(), agent.path().after()].into_iter().flatten().map(ground) {
            let Some(along) = (to - ground(from.point)).try_normalize() else { continue };
            for share in PASSAGE_SHARES {
                let reached =
                    ground(from.point) + along * (share * left.min(ground(from.point).distance(to)));
                let place = raycast(&self.walkable, &from, reached).end;
                let width = self.width_across(&place, along.perp() * (PASSAGE * length));
                narrowest = narrowest.into_iter().chain(width).reduce(f32::min);
            }
            left -= ground(from.point).distance(to);
            if left <= 0.0 {
                break;
            }
            from = raycast(&self.walkable, &from, to).end;
        }
        narrowest
    }

    /// Returns the distance between the walls on both sides of a position, if both are within the offset.
    fn width_across(&self, place: &Located, across: Vec2) -> Option<f32> {
        let free = |across: Vec2| {
            let hit = raycast(&self.walkable, place, ground(place.point) + across).hit?;
            Some(hit.t as f32 * across.length())
        };
        Some(free(across)? + free(-across)?)
    }

    /// Returns whether others pushed the agent away from its target.
    fn pushed_back(&self) -> Option<StuckCause> {
        let (best, seconds) = self.agent.best_remaining(self.simulation);
        let remaining = self.agent.remaining();
        let is_pushed = self.agent.is_stuck && remaining > best + CONTACT;
        is_pushed.then_some(StuckCause::PushedBack { best, seconds, remaining })
    }

    fn overshoots(&self) -> StuckCause {
        let step = self.agent.own.speed * self.simulation.scenario().time_step;
        StuckCause::Overshoots { step, distance: self.at().distance(self.waypoint()) }
    }
}
