//! Why agents are stuck at the present time of the run, from the repetition of a part of it.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::playback;
use crate::editor::simulation::runs::{self, QUICK, RunSource};
use navsmith_core::progress::Stopped;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::why_stuck::why_stuck;
use navsmith_core::simulation::run::recorded_run;

/// Key of the cause why the selected agent is stuck at the present time.
#[derive(Clone, Debug)]
pub(in crate::editor) struct CauseKey {
    source: Arc<RunSource>,
    agent: usize,
    frame: usize,
}

impl PartialEq for CauseKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && (self.agent, self.frame) == (other.agent, other.frame)
    }
}

impl Analysis for CauseKey {
    type Value = StuckCause;

    const TITLE: &'static str = "finding why an agent is stuck";

    fn when(state: &State) -> When {
        // While the run plays, the cause would be outdated before it is read.
        let is_paused = playback::playback(state).is_shown() && !playback::playback(state).is_playing();
        match Self::key(state).filter(|_| is_paused) {
            None => When::Never,
            Some(Self { source, frame, .. }) => {
                let steps = frame - source.keyframes.before(frame).steps() as usize;
                let work = steps.saturating_mul(source.recording.agent_count());
                if work <= QUICK { When::FirstUse } else { When::AfterFirstUse }
            }
        }
    }

    fn key(state: &State) -> Option<Self> {
        let (run, agent) = (runs::run(state)?, state.simulation.agent?);
        let frame = run.frame_number(playback::playback(state).time());
        // The report contains the causes at the end.
        let is_before_end = frame + 1 < run.recording.len();
        let is_stuck = run.recording.agent(frame, agent).is_some_and(|it| run.is_stuck(agent, it.flags));
        (is_before_end && is_stuck).then(|| Self { source: Arc::clone(&run.source), agent, frame })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let RunSource { keyframes, changes, .. } = &*self.source;
        let state = recorded_run::state_at(keyframes, self.frame, changes, progress)?;
        Ok(why_stuck(&state, self.agent as u32))
    }
}

/// Returns the cause why the selected agent is stuck at the present time, before the end of the run.
///
/// Returns `None` for other agents, until it is computed, and while the run plays.
pub fn cause(state: &State) -> Option<&StuckCause> {
    state.value::<CauseKey>()
}

/// Whether the selected agent is stuck at the present time, before the end of the run.
pub fn is_stuck_now(state: &State) -> bool {
    playback::playback(state).is_shown() && CauseKey::key(state).is_some()
}

/// Agents that [`asked`] returns, and the time that their causes describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::editor) struct Asked {
    pub(in crate::editor) agents: Vec<usize>,
    /// Whether they are stuck at the present time, instead of at the end of the run.
    pub(in crate::editor) is_now: bool,
}

/// Returns the agents about which *Why is it stuck?* asks: those that are stuck at the present time.
///
/// Without one, these are the agents that are stuck or, if there is none, late at the end of the run.
pub(in crate::editor) fn asked(state: &State) -> Option<Asked> {
    let run = runs::run(state)?;
    let playback = playback::playback(state);
    let frame = run.frame_number(playback.time());
    let now: Vec<usize> = if playback.is_shown() { run.stuck_at(frame).collect() } else { Vec::new() };
    if !now.is_empty() {
        let is_now = frame + 1 < run.recording.len();
        return Some(Asked { agents: now, is_now });
    }
    let list = [&run.report.stuck, &run.report.late].into_iter().find(|list| !list.is_empty());
    let agents = list.into_iter().flatten().map(|it| it.agent as usize).collect();
    Some(Asked { agents, is_now: false })
}
