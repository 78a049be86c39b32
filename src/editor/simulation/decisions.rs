//! The decisions of the selected agent, from a second run of its scenario.

use std::collections::BTreeSet;

use crate::editor::Editor;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When, memo_at};
use crate::editor::simulation::playback;
use crate::editor::simulation::runs::{self, RunKey};
use crate::progress::Stopped;
use crate::simulation::decisions::AgentDecisions;
use crate::simulation::world::AgentDecision;

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

/// Key of the decisions of the selected agent.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct DecisionsKey {
    run: RunKey,
    agent: usize,
}

impl Analysis for DecisionsKey {
    /// The decisions, or why the scenario cannot start.
    type Value = Result<AgentDecisions, String>;

    const TITLE: &'static str = "recording the decisions of an agent";

    memo_at!(simulation.decisions);

    fn when(editor: &Editor) -> When {
        if !playback::playback(editor).is_shown() || editor.simulation.agent.is_none() {
            return When::Never;
        }
        match RunKey::when(editor) {
            When::OnRequest => When::AfterFirstUse,
            when => when,
        }
    }

    fn key(editor: &Editor) -> Option<Self> {
        let (run, agent) = (RunKey::key(editor)?, editor.simulation.agent?);
        (agent < run.scenario().agent_count() as usize).then_some(Self { run, agent })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let ((mesh, derived), scenario) = (self.run.mesh(), self.run.scenario());
        let range = [self.agent, scenario.step_count()];
        let decisions = AgentDecisions::run(mesh, derived, scenario, range, progress)?;
        Ok(decisions.map_err(|why| why.to_string()))
    }
}

/// Returns the decisions of the selected agent; `None` until they are computed.
pub fn decisions(editor: &Editor) -> Option<&AgentDecisions> {
    editor.value::<DecisionsKey>()?.as_ref().ok()
}

/// Returns the decision of the selected agent at the present time of the run.
///
/// At the end of the run, it is the last one.
pub fn decision(editor: &Editor) -> Option<AgentDecision> {
    let run = runs::run(editor)?;
    let (frame, last) = (run.frame_number(playback::playback(editor).time()), run.recording.len());
    decisions(editor)?.at(frame.min(last.saturating_sub(2)))
}

/// Returns the number of the job while the decisions are being computed.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.simulation.decisions.running()
}

/// Whether a part of the picture of the selected agent is shown.
pub fn is_shown(editor: &Editor, overlay: AgentOverlay) -> bool {
    !editor.simulation.hidden.contains(&overlay)
}

/// Shows or hides a part of the picture of the selected agent.
pub(in crate::editor) fn show(hidden: &mut BTreeSet<AgentOverlay>, overlay: AgentOverlay, is_shown: bool) {
    if is_shown {
        hidden.remove(&overlay);
    } else {
        hidden.insert(overlay);
    }
}
