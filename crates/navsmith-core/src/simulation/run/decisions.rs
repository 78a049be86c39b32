//! The decisions of one agent in the steps of a run, a part of which is repeated for them.
//!
//! A recording stores positions only. A run is deterministic, so its repetition gives the rest for one agent.

use std::ops::Range;

use glam::{Vec2, Vec3};

use super::super::crowd::avoidance::HalfPlane;
use super::super::scenario::Scenario;
use super::super::world::{AgentDecision, LinkUse, Simulation, StartError};
use super::recorded_run::{self, RunChange};
use crate::navmesh::{Derived, NavMesh};
use crate::progress::{Progress, Stopped};

/// Maximum memory of the decisions of an agent, in bytes; later steps are left out.
pub const MOST_DECISION_BYTES: usize = 64 << 20;

/// Number of steps between two progress reports.
const STEPS_PER_REPORT: usize = 8;

/// Decisions of an agent, step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentDecisions {
    /// Number of steps before the first one.
    first: usize,
    steps: Vec<Step>,
    neighbors: Vec<u32>,
    half_planes: Vec<HalfPlane>,
    /// The paths, each stored once.
    paths: Vec<Vec<Vec3>>,
    path_points: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    desired: Vec2,
    chosen: Vec2,
    facing: Vec2,
    force: Option<Vec2>,
    has_gravity: bool,
    remaining: f32,
    link: Option<LinkUse>,
    /// Index of the path, and of its next waypoint.
    path: u32,
    next: u32,
    neighbors: u32,
    half_planes: u32,
}

impl AgentDecisions {
    /// Runs a scenario for a number of steps, and stores the decisions of an agent until it leaves.
    pub fn run(
        mesh: &NavMesh,
        derived: &Derived,
        scenario: &Scenario,
        [agent, steps]: [usize; 2],
        progress: &Progress,
    ) -> Result<Result<Self, StartError>, Stopped> {
        match Simulation::new(mesh, derived, scenario) {
            Ok(simulation) => Self::repeated(simulation, &[], [agent, steps], progress).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Repeats a run from a state of it up to a step, and stores the decisions of an agent until it leaves.
    ///
    /// `changes` are those of the run.
    pub fn repeated(
        mut simulation: Simulation,
        changes: &[RunChange],
        [agent, end]: [usize; 2],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut decisions = Self { first: simulation.steps() as usize, ..Self::default() };
        let left = end.saturating_sub(decisions.first);
        let mut units = progress.units(left, STEPS_PER_REPORT);
        for _ in 0..left {
            units.step()?;
            recorded_run::apply(&mut simulation, changes);
            let Some(decision) = simulation.step_with_decision(agent, &mut crate::trace::Silent) else {
                break;
            };
            decisions.push(decision);
            if decisions.bytes() > MOST_DECISION_BYTES {
                break;
            }
        }
        Ok(decisions)
    }

    fn push(&mut self, decision: AgentDecision) {
        let AgentDecision { desired, chosen, facing, force, has_gravity, remaining, .. } = decision;
        let AgentDecision { path, neighbors, half_planes, link, .. } = decision;
        let is_rest = |known: &&Vec<Vec3>| known.ends_with(&path);
        let known = self.paths.last().filter(is_rest).map(Vec::len);
        let next = known.map_or(0, |known| known - path.len());
        if known.is_none() {
            self.path_points += path.len();
            self.paths.push(path);
        }
        self.neighbors.extend(neighbors);
        self.half_planes.extend(half_planes);
        self.steps.push(Step {
            desired,
            chosen,
            facing,
            force,
            has_gravity,
            remaining,
            link,
            path: self.paths.len() as u32 - 1,
            next: next as u32,
            neighbors: self.neighbors.len() as u32,
            half_planes: self.half_planes.len() as u32,
        });
    }

    /// Returns the decision in a step, which begins at the frame with the same number; `None` past the end.
    pub fn at(&self, step: usize) -> Option<AgentDecision> {
        let step = step.checked_sub(self.first)?;
        let Step { desired, chosen, facing, force, has_gravity, remaining, link, path, next, .. } =
            *self.steps.get(step)?;
        let range = |end: fn(&Step) -> u32| -> Range<usize> {
            let from = step.checked_sub(1).map_or(0, |before| end(&self.steps[before]));
            from as usize..end(&self.steps[step]) as usize
        };
        Some(AgentDecision {
            desired,
            chosen,
            facing,
            force,
            has_gravity,
            remaining,
            link,
            path: self.paths[path as usize][next as usize..].to_vec(),
            neighbors: self.neighbors[range(|step| step.neighbors)].to_vec(),
            half_planes: self.half_planes[range(|step| step.half_planes)].to_vec(),
        })
    }

    /// Returns the remaining distance along the path in a step, in metres; infinite without a path.
    pub fn remaining(&self, step: usize) -> Option<f32> {
        self.steps.get(step.checked_sub(self.first)?).map(|step| step.remaining)
    }

    /// Returns the steps of the run with a decision.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.steps.len()
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the memory of the decisions, in bytes.
    pub fn bytes(&self) -> usize {
        self.steps.len() * size_of::<Step>()
            + self.neighbors.len() * size_of::<u32>()
            + self.half_planes.len() * size_of::<HalfPlane>()
            + self.path_points * size_of::<Vec3>()
            + self.paths.len() * size_of::<Vec<Vec3>>()
    }
}
