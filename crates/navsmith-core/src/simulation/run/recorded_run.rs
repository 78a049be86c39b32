//! Runs that continue after a change of their targets or of the mesh.
//!
//! A change is stored with its step, so that a run with changes can be repeated like any other.

use std::sync::Arc;

use super::super::scenario::Scenario;
use super::super::world::{Simulation, StartError};
use super::keyframes::Keyframes;
use super::recording::Recording;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::mesh_query::Endpoint;
use crate::progress::{Progress, Stopped};

/// Number of steps between two progress reports.
const STEPS_PER_REPORT: usize = 8;

/// State of the mesh and of the targets from a step of a run on.
#[derive(Clone, Debug)]
pub struct RunChange {
    /// Number of steps before the change.
    pub step: u32,
    /// The mesh.
    pub mesh: NavMesh,
    /// The derived data of the mesh.
    pub derived: Arc<Derived>,
    /// The scenario with the targets.
    pub scenario: Arc<Scenario>,
    /// Position of the pointer, which is the target of some groups.
    pub pointer: Option<Endpoint>,
}

impl PartialEq for RunChange {
    /// Compares everything but the derived data, which follow from the mesh.
    fn eq(&self, other: &Self) -> bool {
        (self.step, self.pointer) == (other.step, other.pointer)
            && self.scenario == other.scenario
            && (Arc::ptr_eq(&self.derived, &other.derived) || self.mesh == other.mesh)
    }
}

/// A run with its recording, and states to repeat a part of it.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// Positions, states and events of all agents.
    pub recording: Recording,
    /// States of the run.
    pub keyframes: Keyframes,
    /// The simulation at the end.
    pub end: Simulation,
}

impl RecordedRun {
    /// Runs a scenario for its duration, with changes in the order of their steps.
    pub fn run(
        mesh: &NavMesh,
        derived: &Derived,
        scenario: &Scenario,
        changes: &[RunChange],
        progress: &Progress,
    ) -> Result<Result<Self, StartError>, Stopped> {
        let mut end = match Simulation::new(mesh, derived, scenario) {
            Ok(simulation) => simulation,
            Err(error) => return Ok(Err(error)),
        };
        let recording = Recording::of(&mut end);
        let run = Self { recording, keyframes: Keyframes::of(&end), end };
        run.advanced(changes, progress).map(Ok)
    }

    /// Continues a run from a step, with changes of which those before the step are the same.
    ///
    /// The result is that of [`Self::run`] with these changes.
    pub fn continued(
        (recording, keyframes): (&Recording, &Keyframes),
        step: usize,
        changes: &[RunChange],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let end = state_at(keyframes, step, changes, progress)?;
        let run = Self { recording: recording.until(step), keyframes: keyframes.until(step), end };
        run.advanced(changes, progress)
    }

    /// Runs the rest of the duration.
    fn advanced(mut self, changes: &[RunChange], progress: &Progress) -> Result<Self, Stopped> {
        let left = self.end.scenario().step_count().saturating_sub(self.end.steps() as usize);
        let mut units = progress.units(left, STEPS_PER_REPORT);
        for _ in 0..left {
            units.step()?;
            apply(&mut self.end, changes);
            let has_room = self.recording.step(&mut self.end);
            self.keyframes.note(&self.end);
            if !has_room {
                break;
            }
        }
        Ok(self)
    }
}

/// Returns the simulation after a number of steps of a run, from the last state before.
pub fn state_at(
    keyframes: &Keyframes,
    step: usize,
    changes: &[RunChange],
    progress: &Progress,
) -> Result<Simulation, Stopped> {
    let mut state = Simulation::clone(keyframes.before(step));
    let mut units = progress.units(step.saturating_sub(state.steps() as usize), STEPS_PER_REPORT);
    while (state.steps() as usize) < step {
        units.step()?;
        apply(&mut state, changes);
        state.step(&mut crate::trace::Silent);
    }
    Ok(state)
}

/// Applies the changes that belong to the next step of a simulation.
pub(in crate::simulation) fn apply(simulation: &mut Simulation, changes: &[RunChange]) {
    let step = simulation.steps();
    let first = changes.partition_point(|change| change.step < step);
    for change in changes[first..].iter().take_while(|change| change.step == step) {
        if simulation.mesh().0 != &change.mesh {
            simulation.set_mesh(&change.mesh, &change.derived);
        }
        simulation.set_targets(&change.scenario);
        simulation.set_pointer(change.pointer);
    }
}
