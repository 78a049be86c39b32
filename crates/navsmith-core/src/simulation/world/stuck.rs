//! Progress of agents: decides when they are stuck, after those that arrive.

use super::Simulation;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::scenario::MovementSettings;
use crate::trace::Observer;

/// Progress of slow agents, as a part of what they walk until they are stuck.
const SHARE: f32 = 0.25;

impl Simulation {
    /// Lets agents arrive, and notes whether they make progress.
    pub(super) fn note_arrivals_and_progress(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.targets.count_arrived(&self.agents);
        for index in 0..self.agents.len() {
            let agent = &mut self.agents[index];
            if agent.is_on_link() {
                continue;
            }
            // An agent that waits for a path or a link makes no progress because of that.
            if agent.actor.waits_for_path() || agent.waits_for_link() {
                agent.best.1 = self.step;
            } else {
                self.arrive(index, observer);
            }
            self.return_to_place(index);
            if self.is_looking(index, 1) {
                self.note_progress(index, observer);
            }
        }
    }

    fn note_progress(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let (step, time_step) = (self.step, self.scenario.time_step);
        let agent = &mut self.agents[index];
        if !agent.is_walking() {
            return;
        }
        let remaining = agent.remaining();
        let (best, at) = agent.best;
        let MovementSettings { progress, stuck_after, .. } = self.scenario.groups[agent.group].movement;
        let speed = agent.own.speed;
        if remaining < best - progress.min(SHARE * stuck_after * speed) {
            agent.best = (remaining, step);
            self.free(index, observer);
            return;
        }
        let seconds = (step - at) as f32 * time_step;
        if seconds >= stuck_after {
            // Nor does one in the line behind it.
            if self.line_before_link(index).is_some() {
                self.agents[index].best.1 = step;
                self.free(index, observer);
                return;
            }
            if std::mem::replace(&mut self.agents[index].is_stuck, true) {
                return;
            }
            observer.observe_with(|| self.event(index, AgentIncident::Stuck { seconds, remaining }));
        }
    }

    /// Notes that an agent is no longer stuck.
    pub(super) fn free(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        if std::mem::take(&mut self.agents[index].is_stuck) {
            observer.observe_with(|| self.event(index, AgentIncident::Freed));
        }
    }
}
