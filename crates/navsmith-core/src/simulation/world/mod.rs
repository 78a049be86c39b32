//! A running simulation: agents that move over a mesh in fixed steps.
//!
//! Each step sets the targets, gives every agent a desired velocity along its path, finds the velocity that avoids
//! others, and moves the agents along the surface. The order of agents is that of the scenario, so that a run is the
//! same on every machine.

mod agent;
mod guide;
mod links;
mod advance;
mod chase;
mod desire;
mod motion;
mod arrival;
mod route;
mod watch;
pub(super) mod overlap;
mod decision;
mod retarget;

use glam::{Vec2, Vec3};

pub(super) use self::advance::SAME_FLOOR;
pub use self::agent::{AgentPhase, FirstArrival, LinkWalk, SimulatedAgent};
pub use self::decision::AgentDecision;
use super::agent_class::AgentClass;
use super::avoidance::{Avoidance, WallMemory};
use super::events::AgentEvent;
use super::goal::{Goal, GoalKind, SearchCounts};
use super::neighbor_grid::NeighborGrid;
use super::places::{self, Placed};
use super::scenario::individual::Individual;
use super::scenario::{AgentGroup, Arrival, GroupTarget, Scenario};
use crate::geometry::{SplitMix64, ground};
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_with_radius::CircleSlide;
use crate::pathfinding::mesh_query::raycast::Ray;
use crate::pathfinding::query::StringPuller;
use crate::trace::Observer;

/// Maximum number of cells that the repair of a path corridor expands.
const MOST_REPAIR_CELLS: usize = 64;

/// A scenario in progress.
#[derive(Clone, Debug)]
pub struct Simulation {
    mesh: NavMesh,
    derived: Derived,
    scenario: Scenario,
    /// The classes of the groups, without duplicates.
    classes: Vec<AgentClass>,
    goals: Vec<Goal>,
    /// By group, the goals of its route; one for other targets.
    routes: Vec<Vec<usize>>,
    agents: Vec<SimulatedAgent>,
    /// Number of agents that started too close to others or to a wall.
    crowded_starts: u32,
    pointer: Option<Endpoint>,
    /// Number of completed steps.
    step: u32,
    /// The agent that plans its path first in the next step.
    first_to_plan: usize,
    counts: SearchCounts,
    avoidance: Avoidance,
    memory: Memory,
}

/// Memory that is kept between steps.
#[derive(Clone, Debug, Default)]
struct Memory {
    grid: NeighborGrid,
    /// Positions before the step, except for agents that left.
    positions: Vec<Option<Vec3>>,
    /// By agent, the start of its neighbours; one more at the end.
    starts: Vec<u32>,
    neighbors: Vec<(f32, u32)>,
    /// Those of the step before.
    starts_before: Vec<u32>,
    neighbors_before: Vec<(f32, u32)>,
    found: Vec<(f32, u32)>,
    walls: WallMemory,
    /// Agents that are on links or wait for one.
    on_links: Vec<u32>,
    velocities: Vec<Vec2>,
    /// Agents that overlap others, and the offsets that move them apart.
    pushes: Vec<(usize, Vec2)>,
    surface: SurfaceMemory,
    moved: CircleSlide,
    ray: Ray,
    /// By class of agents; valid for the present mesh.
    pullers: Vec<StringPuller>,
}

/// Reason why a scenario cannot start; a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// A value of the scenario is invalid.
    #[error("{0}")]
    Invalid(String),
    /// A group has no walkable position to start at.
    #[error("group {0} has no walkable cell to start on; move its spawn onto the mesh")]
    NoGround(String),
    /// The mesh is too large or too far from the origin.
    #[error("the mesh is more than {FARTHEST} m from the origin; check its unit, or recentre it")]
    TooFar,
}

/// Greatest coordinate of a mesh on which agents move, in metres.
///
/// The spacing of numbers there is a metre.
const FARTHEST: f32 = 1e7;

impl Simulation {
    /// Places the agents of a scenario at their starts.
    pub fn new(mesh: &NavMesh, derived: &Derived, scenario: &Scenario) -> Result<Self, StartError> {
        scenario.check().map_err(|fault| {
            let group = fault.group.and_then(|group| scenario.groups.get(group));
            let whose = group.map_or_else(
                || format!("scenario {}", scenario.name),
                |group| format!("group {} of scenario {}", group.name, scenario.name),
            );
            StartError::Invalid(format!("{whose}: {fault}"))
        })?;
        let bounds = mesh.bounds();
        if !bounds.is_empty() && bounds.min.abs().max(bounds.max.abs()).max_element() > FARTHEST {
            return Err(StartError::TooFar);
        }
        let mut simulation = Self {
            mesh: mesh.clone(),
            derived: derived.clone(),
            scenario: scenario.clone(),
            classes: Vec::new(),
            goals: Vec::new(),
            routes: Vec::new(),
            agents: Vec::new(),
            crowded_starts: 0,
            pointer: None,
            step: 0,
            first_to_plan: 0,
            counts: SearchCounts::default(),
            avoidance: Avoidance::default(),
            memory: Memory::default(),
        };
        let (mut placed, mut seeds) = (Placed::default(), SplitMix64(scenario.seed));
        for (index, group) in scenario.groups.iter().enumerate() {
            simulation.add_group(index, group, seeds.draw(), &mut placed)?;
        }
        simulation.crowded_starts = placed.crowded;
        simulation.locate_goals();
        Ok(simulation)
    }

    fn add_group(
        &mut self,
        index: usize,
        group: &AgentGroup,
        seed: u64,
        placed: &mut Placed,
    ) -> Result<(), StartError> {
        let own = AgentClass::of(group);
        let class = self.classes.iter().position(|known| *known == own).unwrap_or_else(|| {
            self.classes.push(own);
            self.classes.len() - 1
        });
        let walkable = self.classes[class].on(&self.mesh, &self.derived);
        let individuals: Vec<Individual> = group.individuals(seed).collect();
        let radii: Vec<f32> = individuals.iter().map(|own| own.radius).collect();
        let starts = places::starts(&walkable, group, (&radii, seed), placed);
        if starts.len() < group.count as usize {
            return Err(StartError::NoGround(group.name.clone()));
        }
        for (start, own) in starts.into_iter().zip(individuals) {
            self.avoidance.add(ground(start.point), own.radius, 1.0 / own.priority);
            self.agents.push(SimulatedAgent::new([index, class], start, own, &group.movement));
        }
        let route = self.goals_of(group);
        for &goal in &route {
            let goal = &mut self.goals[goal];
            goal.users += group.count;
            goal.radius = goal.radius.max(group.largest_radius());
        }
        self.routes.push(route);
        Ok(())
    }

    /// Returns the goals of a group; groups with one target and one arrival share its goal.
    fn goals_of(&mut self, group: &AgentGroup) -> Vec<usize> {
        let last = group.arrival;
        let targets: Vec<(GoalKind, Arrival)> = match &group.target {
            GroupTarget::Point(at) => vec![(GoalKind::Fixed(*at), last)],
            GroupTarget::Route { points, is_loop } => {
                let arrival = |index: usize| {
                    if *is_loop || index + 1 < points.len() { Arrival::Stop } else { last }
                };
                points.iter().enumerate().map(|(i, at)| (GoalKind::Fixed(*at), arrival(i))).collect()
            }
            GroupTarget::Agent { group, index } => {
                // An agent that does not exist is nowhere.
                let agent = self.scenario.agent_index(*group, *index).unwrap_or(usize::MAX);
                vec![(GoalKind::Agent(agent as u32), last)]
            }
            GroupTarget::Pointer => vec![(GoalKind::Pointer, last)],
        };
        let goals = &mut self.goals;
        let goal_of = |(kind, arrival)| {
            let known = goals.iter().position(|goal: &Goal| (goal.kind, goal.arrival) == (kind, arrival));
            known.unwrap_or_else(|| {
                goals.push(Goal::new(kind, arrival));
                goals.len() - 1
            })
        };
        targets.into_iter().map(goal_of).collect()
    }

    fn locate_goals(&mut self) {
        for goal in &mut self.goals {
            let endpoint = match goal.kind {
                GoalKind::Fixed(at) => Some(at),
                GoalKind::Pointer => self.pointer,
                GoalKind::Agent(agent) => self.agents.get(agent as usize).map(|agent| {
                    let at = agent.at.point;
                    Endpoint { ground: ground(at), height: Some(at.y) }
                }),
            };
            if goal.is_moving() || goal.at.is_none() {
                goal.locate(&self.mesh, &self.derived, endpoint);
            }
        }
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the mesh on which the agents move, with its derived data.
    pub fn mesh(&self) -> (&NavMesh, &Derived) {
        (&self.mesh, &self.derived)
    }

    /// Returns the agents, group by group.
    pub fn agents(&self) -> &[SimulatedAgent] {
        &self.agents
    }

    /// Returns the group of an agent.
    pub fn group_of(&self, agent: &SimulatedAgent) -> &AgentGroup {
        &self.scenario.groups[agent.group]
    }

    /// Returns the number of agents that started too close to others or to a wall, without space.
    pub fn crowded_starts(&self) -> u32 {
        self.crowded_starts
    }

    /// Returns the number of completed steps.
    pub fn steps(&self) -> u32 {
        self.step
    }

    /// Returns the time since the start, in seconds.
    pub fn seconds(&self) -> f32 {
        (f64::from(self.step) * f64::from(self.scenario.time_step)) as f32
    }

    /// Returns the numbers of path searches.
    pub fn search_counts(&self) -> SearchCounts {
        self.counts
    }

    /// Returns the neighbours that an agent avoided in the last step, nearest first.
    pub fn neighbors(&self, agent: usize) -> impl Iterator<Item = u32> {
        let range = self.memory.starts.get(agent).copied().zip(self.memory.starts.get(agent + 1).copied());
        let (from, to) = range.unwrap_or_default();
        self.memory.neighbors[from as usize..to as usize].iter().map(|&(_, other)| other)
    }

    /// Returns the place of an agent, or its target without a place; `None` without both.
    pub fn target_of(&self, agent: &SimulatedAgent) -> Option<Vec3> {
        self.located_target(agent).map(|at| at.point)
    }

    /// Returns the cell of the place or target of an agent; `None` without one.
    pub(super) fn target_cell(&self, agent: &SimulatedAgent) -> Option<CellId> {
        self.located_target(agent).map(|at| at.cell)
    }

    fn located_target(&self, agent: &SimulatedAgent) -> Option<Located> {
        agent.place.or_else(|| self.goals[self.goal_index(agent)].at)
    }

    /// Moves the pointer, which is the target of some groups.
    pub fn set_pointer(&mut self, pointer: Option<Endpoint>) {
        self.pointer = pointer;
    }

    /// Replaces the mesh during the run; agents beside the new mesh move to the nearest point on it.
    ///
    /// Path corridors are repaired where that is possible; other agents get another path.
    pub fn set_mesh(&mut self, mesh: &NavMesh, derived: &Derived) {
        self.memory.pullers.clear();
        for goal in &mut self.goals {
            goal.forget();
            goal.at = None;
        }
        let before = std::mem::replace(&mut self.mesh, mesh.clone());
        self.derived = derived.clone();
        for agent in self.agents.iter_mut().filter(|agent| agent.is_present()) {
            // An agent stays on a link that did not change.
            agent.on_link = agent.on_link.filter(|walk| mesh.link(walk.link) == before.link(walk.link));
            if agent.on_link.is_some() {
                continue;
            }
            match places::relocated(mesh, derived, agent.at.point) {
                Some(located) => agent.at = located,
                None => agent.phase = AgentPhase::Lost,
            }
            agent.leave_place();
        }
        self.locate_goals();
        for index in 0..self.agents.len() {
            if !self.agents[index].is_present() {
                continue;
            }
            let target = self.goals[self.goal_index(&self.agents[index])].at;
            let agent = &mut self.agents[index];
            let walkable = self.classes[agent.class].on(&self.mesh, &self.derived);
            let corridor = agent.corridor.as_mut().zip(target).filter(|_| agent.on_link.is_none());
            let is_repaired = corridor.is_some_and(|(corridor, target)| {
                corridor.relocate(&walkable, [&agent.at, &target], MOST_REPAIR_CELLS)
            });
            (agent.walls_at, agent.has_old_string) = (None, true);
            if !is_repaired {
                agent.corridor = None;
                agent.needs_plan_for_mesh();
            }
        }
    }

    /// Runs one step and reports the events of the agents, in their order.
    pub fn step(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.decide(observer);
        self.carry_out(observer);
    }

    /// Finds the velocities of a step.
    fn decide(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.locate_goals();
        self.guide(observer);
        self.find_neighbors();
        self.avoid(observer);
    }

    /// Moves the agents by their velocities.
    fn carry_out(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.walk(observer);
        self.separate();
        self.count_walked();
        self.watch(observer);
        self.step += 1;
    }

    fn goal_index(&self, agent: &SimulatedAgent) -> usize {
        let route = &self.routes[agent.group];
        route[agent.leg.min(route.len() - 1)]
    }

    fn event(&self, agent: usize, what: super::events::AgentIncident) -> AgentEvent {
        AgentEvent { step: self.step, agent: agent as u32, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navmesh::notation::mesh;
    use crate::simulation::scenario::Spawn;

    #[test]
    fn an_agent_that_does_not_exist_is_no_target() {
        let mesh = mesh("v 0 0, 0 10, 10 10, 10 0; c 0 1 2 3");
        let at = |x: f32| Vec2::new(x, 5.0).into();
        let group = AgentGroup::new("one", Spawn::Point(at(2.0)), GroupTarget::Point(at(8.0)));
        let scenario = Scenario { groups: vec![group.clone()], ..Scenario::default() };
        let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
        let missing = AgentGroup { target: GroupTarget::Agent { group: 7, index: 3 }, ..group };
        let goals = simulation.goals_of(&missing);
        simulation.locate_goals();
        assert!(goals.iter().all(|&goal| simulation.goals[goal].at.is_none()));
    }
}
