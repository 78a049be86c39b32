//! States of a run from which a part of it is repeated.
//!
//! A recording stores positions only. What one agent decided, or how a run continues after a change, is computed from
//! the last state before.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::super::world::Simulation;

/// Maximum memory of the states of a run, in bytes; the start is stored in any case.
pub const MOST_KEYFRAME_BYTES: usize = 64 << 20;

/// Number of steps of all agents together between two states.
const MOST_WORK: usize = 200_000;

/// States of a run at regular steps.
#[derive(Clone, Debug)]
pub struct Keyframes {
    /// Number of steps between two states.
    every: usize,
    states: Vec<Arc<Simulation>>,
    /// Memory of the states, in bytes.
    bytes: Vec<usize>,
}

impl Keyframes {
    /// Stores the start of a run.
    pub(in crate::simulation) fn of(start: &Simulation) -> Self {
        let every = (MOST_WORK / start.agents().len().max(1)).max(1);
        Self { every, states: vec![Arc::new(start.keyframe())], bytes: vec![start.bytes()] }
    }

    /// Stores the present state of the run if that is due.
    pub(in crate::simulation) fn note(&mut self, simulation: &Simulation) {
        if !(simulation.steps() as usize).is_multiple_of(self.every) {
            return;
        }
        self.states.push(Arc::new(simulation.keyframe()));
        self.bytes.push(simulation.bytes());
        while self.bytes() > MOST_KEYFRAME_BYTES && self.states.len() > 1 {
            self.every *= 2;
            let every = self.every;
            let mut states = self.states.iter();
            self.bytes.retain(|_| {
                states.next().is_some_and(|state| (state.steps() as usize).is_multiple_of(every))
            });
            self.states.retain(|state| (state.steps() as usize).is_multiple_of(every));
        }
    }

    /// Returns the last state with at most this number of steps.
    pub fn before(&self, step: usize) -> &Arc<Simulation> {
        let after = self.states.partition_point(|state| state.steps() as usize <= step);
        &self.states[after.saturating_sub(1)]
    }

    /// Returns the steps from the state before a step up to the next state, or up to the end.
    pub fn range(&self, step: usize, end: usize) -> Range<usize> {
        let after = self.states.partition_point(|state| state.steps() as usize <= step);
        let next = self.states.get(after).map_or(end, |state| state.steps() as usize);
        self.before(step).steps() as usize..next
    }

    /// Returns the states with at most this number of steps.
    pub(in crate::simulation) fn until(&self, step: usize) -> Self {
        let mut first = self.clone();
        first.states.truncate(first.states.partition_point(|state| state.steps() as usize <= step));
        first.bytes.truncate(first.states.len());
        first
    }

    /// Returns the approximate memory of the states, in bytes.
    pub fn bytes(&self) -> usize {
        let searches: BTreeMap<_, usize> = self.states.iter().flat_map(|state| state.searches()).collect();
        self.bytes.iter().sum::<usize>() + searches.values().sum::<usize>()
    }
}
