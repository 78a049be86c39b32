//! A running simulation: agents that move over a mesh in fixed steps.
//!
//! Each step sets the targets, gives every agent a desired velocity along its path, finds the velocity that avoids
//! others, and moves the agents along the surface. The order of agents is that of the scenario, so that a run is the
//! same on every machine.
//!
//! Each part owns its data: `ClassMesh` the mesh, `Targets` the goals, `Planning` the searches, `LinkUsers` the order at
//! links, `Crowd` neighbours and velocities, and `Sight` the last ray. What an agent does is one `AgentState`.

mod agent;
mod class_mesh;
mod targets;
mod crowd;
mod sight;
pub(in crate::simulation) mod line;
mod links;
mod guide;
mod advance;
mod chase;
mod desire;
mod motion;
mod arrival;
mod route;
mod stuck;
mod decision;
mod retarget;

use glam::Vec3;

pub use self::agent::{AgentState, FirstArrival, LinkWalk, SimulatedAgent};
use self::class_mesh::ClassMesh;
pub(in crate::simulation) use self::crowd::AgentOverlap;
use self::crowd::Crowd;
pub use self::decision::AgentDecision;
use self::guide::Planning;
pub use self::links::LinkUse;
use self::links::LinkUsers;
pub(super) use self::sight::SAME_FLOOR;
use self::sight::Sight;
use self::targets::Targets;
use super::events::AgentEvent;
use super::goal::SearchCounts;
use super::places::{self, PlacedAgents};
use super::scenario::individual::Individual;
use super::scenario::{AgentGroup, Scenario};
use crate::geometry::SplitMix64;
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::move_with_radius::CircleSlide;
use crate::trace::Observer;

/// Maximum number of cells that the repair of a path corridor expands.
const MOST_REPAIR_CELLS: usize = 64;

/// A scenario in progress.
#[derive(Clone, Debug)]
pub struct Simulation {
    mesh: ClassMesh,
    scenario: Scenario,
    targets: Targets,
    agents: Vec<SimulatedAgent>,
    /// Number of agents that started too close to others or to a wall.
    crowded_starts: u32,
    /// Number of completed steps.
    step: u32,
    planning: Planning,
    links: LinkUsers,
    crowd: Crowd,
    sight: Sight,
    /// The last movement of an agent.
    moved: CircleSlide,
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
    /// A group starts on a cell that it may not enter.
    #[error(
        "group {group} starts on cell {cell}, which is blocked: {why}; move its start, or allow the area"
    )]
    Blocked {
        /// Name of the group.
        group: String,
        /// Number of the cell.
        cell: u32,
        /// Reason, as a clause.
        why: String,
    },
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
            mesh: ClassMesh::new(mesh, derived),
            scenario: scenario.clone(),
            targets: Targets::default(),
            agents: Vec::new(),
            crowded_starts: 0,
            step: 0,
            planning: Planning::default(),
            links: LinkUsers::default(),
            crowd: Crowd::default(),
            sight: Sight::default(),
            moved: CircleSlide::default(),
        };
        let (mut placed, mut seeds) = (PlacedAgents::default(), SplitMix64(scenario.seed));
        for (index, group) in scenario.groups.iter().enumerate() {
            simulation.add_group(index, group, seeds.draw(), &mut placed)?;
        }
        simulation.crowded_starts = placed.crowded;
        simulation.targets.locate(&simulation.mesh, &simulation.agents);
        Ok(simulation)
    }

    fn add_group(
        &mut self,
        index: usize,
        group: &AgentGroup,
        seed: u64,
        placed: &mut PlacedAgents,
    ) -> Result<(), StartError> {
        let class = self.mesh.add_class(group);
        let walkable = self.mesh.walkable(class);
        let individuals: Vec<Individual> = group.individuals(seed).collect();
        let radii: Vec<f32> = individuals.iter().map(|own| own.radius).collect();
        let starts = places::starts(&walkable, group, (&radii, seed), placed);
        if starts.len() < group.count as usize {
            let group_name = group.name.clone();
            return Err(match places::blocked_start(&walkable, group) {
                Some((cell, why)) => {
                    StartError::Blocked { group: group_name, cell: cell.0, why: why.to_string() }
                }
                None => StartError::NoGround(group_name),
            });
        }
        for (start, own) in starts.into_iter().zip(individuals) {
            let agent = SimulatedAgent::new([index, class], start, own, &group.movement);
            self.crowd.add(&agent);
            self.agents.push(agent);
        }
        self.targets.add(group, &self.scenario);
        Ok(())
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the mesh on which the agents move, with its derived data.
    pub fn mesh(&self) -> (&NavMesh, &Derived) {
        (&self.mesh.mesh, &self.mesh.derived)
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
        self.planning.counts
    }

    /// Returns the number of comparisons of two agents so far, most of which find those near each other.
    pub fn comparison_count(&self) -> usize {
        self.crowd.comparisons()
    }

    /// Returns the neighbours that an agent avoided in the last step, nearest first.
    pub fn neighbors(&self, agent: usize) -> impl Iterator<Item = u32> {
        self.crowd.neighbors(agent).iter().map(|&(_, other)| other)
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
        agent.place().or_else(|| self.targets.of(agent).at)
    }

    /// Moves the pointer, which is the target of some groups.
    pub fn set_pointer(&mut self, pointer: Option<Endpoint>) {
        self.targets.pointer = pointer;
    }

    /// Replaces the mesh during the run; agents beside the new mesh move to the nearest point on it.
    ///
    /// Path corridors are repaired where that is possible; other agents get another path.
    pub fn set_mesh(&mut self, mesh: &NavMesh, derived: &Derived) {
        self.planning.forget();
        self.targets.forget();
        let before = std::mem::replace(&mut self.mesh.mesh, mesh.clone());
        self.mesh.derived = derived.clone();
        for agent in self.agents.iter_mut().filter(|agent| agent.is_present()) {
            // An agent stays on a link that did not change.
            if let Some(walk) = agent.on_link() {
                if mesh.link(walk.link) == before.link(walk.link) {
                    continue;
                }
                agent.state = AgentState::WALKING;
            }
            match places::relocated(mesh, derived, agent.at.point) {
                Some(located) => agent.at = located,
                None => agent.state = AgentState::Lost,
            }
            agent.leave_place();
        }
        self.targets.locate(&self.mesh, &self.agents);
        for agent in self.agents.iter_mut().filter(|agent| agent.is_present()) {
            let target = self.targets.of(agent).at;
            let walkable = self.mesh.walkable(agent.class);
            let is_on_mesh = agent.is_on_mesh();
            let corridor = agent.corridor.as_mut().zip(target).filter(|_| is_on_mesh);
            let is_repaired = corridor.is_some_and(|(corridor, target)| {
                corridor.path.relocate(&walkable, [&agent.at, &target], MOST_REPAIR_CELLS)
            });
            agent.walls_at = None;
            agent.outdate_string();
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
        self.targets.locate(&self.mesh, &self.agents);
        self.guide(observer);
        self.crowd.find_neighbors(&self.agents, &self.scenario);
        self.avoid(observer);
    }

    /// Moves the agents by their velocities.
    fn carry_out(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.walk(observer);
        self.separate();
        self.count_walked();
        self.note_arrivals_and_progress(observer);
        self.step += 1;
    }

    fn event(&self, agent: usize, what: super::events::AgentIncident) -> AgentEvent {
        AgentEvent { step: self.step, agent: agent as u32, what }
    }
}
