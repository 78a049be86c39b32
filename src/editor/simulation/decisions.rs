//! The decisions of the selected agent, from the repetition of a part of the run.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::editor::State;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::playback;
use crate::editor::simulation::runs::{self, QUICK, Run, RunSource};
use navsmith_core::progress::Stopped;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::world::AgentDecision;
use navsmith_core::simulation::world::Simulation;

/// Part of the picture of the selected agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AgentOverlay {
    /// Where it walked.
    Trail,
    /// The waypoints ahead.
    Path,
    /// The desired and the chosen velocity.
    Velocities,
    /// The force of steering.
    Force,
    /// The direction of view.
    Facing,
    /// The agents that it avoids.
    Neighbors,
    /// The half-planes of velocities without a collision.
    HalfPlanes,
    /// The circle that its target may not leave without another search.
    Margin,
}

impl AgentOverlay {
    /// All parts, in the order of lists.
    pub const ALL: [Self; 8] = [
        Self::Trail,
        Self::Path,
        Self::Velocities,
        Self::Force,
        Self::Facing,
        Self::Neighbors,
        Self::HalfPlanes,
        Self::Margin,
    ];

    /// Returns the name, such as "half-planes".
    pub fn name(self) -> &'static str {
        match self {
            Self::Trail => "trail",
            Self::Path => "path",
            Self::Velocities => "velocities",
            Self::Force => "force",
            Self::Facing => "facing",
            Self::Neighbors => "neighbours",
            Self::HalfPlanes => "half-planes",
            Self::Margin => "replanning margin",
        }
    }

    /// Returns what the part shows, as a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Trail => "Where the agent walked.",
            Self::Path => "The waypoints ahead of the agent.",
            Self::Velocities => {
                "The desired velocity, and the one that avoids others: ways of the next second."
            }
            Self::Force => "The force of a straight chase: 0.1 m per newton. Other agents have none.",
            Self::Facing => {
                "The direction of view: it turns smoothly in a chase, and follows the velocity otherwise."
            }
            Self::Neighbors => "The agents that it avoids.",
            Self::HalfPlanes => {
                "ORCA: the tips of velocities on the hatched side of a line lead to a collision."
            }
            Self::Margin => "The path is searched again when the target leaves this circle.",
        }
    }
}

/// Key of the decisions of the selected agent around the present time.
#[derive(Clone, Debug)]
pub(in crate::editor) struct DecisionsKey {
    source: Arc<RunSource>,
    agent: usize,
    /// Steps between two states of the run.
    steps: [usize; 2],
}

impl PartialEq for DecisionsKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && (self.agent, self.steps) == (other.agent, other.steps)
    }
}

impl Analysis for DecisionsKey {
    type Value = AgentDecisions;

    const TITLE: &'static str = "recording the decisions of an agent";

    fn when(state: &State) -> When {
        if !playback::playback(state).is_shown() || state.simulation.agent.is_none() {
            return When::Never;
        }
        Self::key(state).map_or(When::Never, |key| key.when_computed())
    }

    fn key(state: &State) -> Option<Self> {
        Self::of(state, runs::run(state)?)
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let [from, to] = self.steps;
        let start = Simulation::clone(self.source.keyframes.before(from));
        AgentDecisions::repeated(start, &self.source.changes, [self.agent, to], progress)
    }
}

impl DecisionsKey {
    /// Returns the key of the decisions of the selected agent in a run; `None` if the run lacks it.
    pub(super) fn of(state: &State, run: &Run) -> Option<Self> {
        let agent = state.simulation.agent.filter(|&agent| agent < run.recording.agent_count())?;
        let end = run.recording.len().saturating_sub(1);
        let steps = run.source.keyframes.range(shown_step(state, run), end);
        Some(Self { source: Arc::clone(&run.source), agent, steps: [steps.start, steps.end] })
    }

    /// Returns when the decisions are computed, by the steps that are repeated.
    pub(super) fn when_computed(&self) -> When {
        let work = (self.steps[1] - self.steps[0]).saturating_mul(self.source.recording.agent_count());
        if work <= QUICK { When::FirstUse } else { When::AfterFirstUse }
    }
}

/// Returns the decisions of the selected agent around the present time; `None` until they are computed.
///
/// In a short run, these are all of them.
pub fn decisions(state: &State) -> Option<&AgentDecisions> {
    state.value::<DecisionsKey>()
}

/// Returns the decision of the selected agent at the present time of the run.
///
/// At the end of the run, it is the last one.
pub fn decision(state: &State) -> Option<AgentDecision> {
    decisions(state)?.at(shown_step(state, runs::run(state)?))
}

/// Returns the step that follows the present frame; at the end of the run, the last one.
fn shown_step(state: &State, run: &Run) -> usize {
    let frame = run.frame_number(playback::playback(state).time());
    frame.min(run.recording.len().saturating_sub(2))
}

/// Returns the number of the job while the decisions are being computed.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.decisions.running()
}

/// Whether a part of the picture of the selected agent is shown.
pub fn is_shown(state: &State, overlay: AgentOverlay) -> bool {
    !state.simulation.hidden.contains(&overlay)
}

/// Shows or hides a part of the picture of the selected agent.
pub(in crate::editor) fn show(hidden: &mut BTreeSet<AgentOverlay>, overlay: AgentOverlay, is_shown: bool) {
    if is_shown {
        hidden.remove(&overlay);
    } else {
        hidden.insert(overlay);
    }
}
