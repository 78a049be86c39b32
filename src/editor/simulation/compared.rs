//! A second run beside that of the active scenario.

use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::decisions::DecisionsKey;
use crate::editor::simulation::playback;
use crate::editor::simulation::runs::{Run, RunKey};
use navsmith_core::progress::Stopped;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::scenario::Scenario;

/// Key of the run of the scenario that the active one is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ComparedKey(RunKey);

impl Analysis for ComparedKey {
    type Value = Result<Run, String>;

    const TITLE: &'static str = "simulating the other scenario";

    fn when(state: &State) -> When {
        match scenario(state).filter(|_| playback::playback(state).is_shown()) {
            None => When::Never,
            Some(scenario) => match RunKey::when_for(scenario, 0) {
                // The choice of the scenario is the request.
                When::OnRequest => When::AfterFirstUse,
                when => when,
            },
        }
    }

    fn key(state: &State) -> Option<Self> {
        scenario(state).map(|scenario| Self(RunKey::of(state, scenario)))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.0.run(progress)
    }
}

/// Key of the decisions of the selected agent in the other run.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ComparedDecisionsKey(DecisionsKey);

impl Analysis for ComparedDecisionsKey {
    type Value = AgentDecisions;

    const TITLE: &'static str = "recording the decisions of an agent in the other run";

    fn when(state: &State) -> When {
        Self::key(state).map_or(When::Never, |key| key.0.when_computed())
    }

    fn key(state: &State) -> Option<Self> {
        DecisionsKey::of(state, run(state)?.ok()?).map(Self)
    }

    fn compute(&self, context: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.0.compute(context)
    }
}

/// Returns the decisions of the selected agent in the other run; `None` until they are computed.
pub fn decisions(state: &State) -> Option<&AgentDecisions> {
    state.value::<ComparedDecisionsKey>()
}

/// Returns the index of the scenario that the active one is compared with; `None` without one.
pub fn index(session: &Session) -> Option<usize> {
    let count = session.document().scenarios.len();
    session.compared.filter(|&index| index != session.scenario && index < count)
}

/// Returns the scenario that the active one is compared with.
pub fn scenario(session: &Session) -> Option<&Scenario> {
    session.document().scenarios.get(index(session)?)
}

/// Returns the run of that scenario, or why it cannot start; `None` until it is computed.
pub fn run(state: &State) -> Option<Result<&Run, &str>> {
    scenario(state)?;
    Some(state.value::<ComparedKey>()?.as_ref().map_err(String::as_str))
}

/// Keeps the scenario that is compared with, after the removal of another one.
pub(in crate::editor) fn follow_removal(session: &mut Session, removed: usize) {
    let other = session.compared.filter(|&index| index != removed);
    session.compared = other.map(|index| if index > removed { index - 1 } else { index });
}

/// Compares with the next scenario, and with none after the last.
pub(in crate::editor) fn next(session: &mut Session) {
    let active = session.scenario;
    let from = index(session).map_or(0, |index| index + 1);
    let next = (from..session.document().scenarios.len()).find(|&index| index != active);
    session.compared = next;
}
