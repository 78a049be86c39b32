//! Agents of a run in lists: their names, and those that are stuck for the same cause.

use crate::editor::State;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::scenarios;
use navsmith_core::simulation::explain::stuck::StuckCause;

impl State {
    /// Returns the agent of the run that a click would select now; `None` with a tool for something else.
    pub fn hovered_agent(&self) -> Option<usize> {
        runs::agent_at(self, self.pointing.pointer.filter(|_| self.is_idle())?)
    }
}

/// Returns the names of agents of a run in their order, such as "agents 0, 3 of west; 9 of east".
pub fn names(state: &State, run: &Run, agents: &[usize]) -> String {
    let current = scenarios::active(state).filter(|_| runs::is_current(state));
    let agents: Vec<u32> = agents.iter().map(|&agent| agent as u32).collect();
    current.unwrap_or(&run.source.scenario).agent_names(&agents)
}

/// Returns a cause with the names of its agents, and what to do about it.
pub fn explained(state: &State, run: &Run, cause: &StuckCause) -> String {
    let all = |agents: &[u32]| agents.iter().map(|&agent| agent as usize).collect::<Vec<_>>();
    let area = |area| state.document().area_text(area);
    format!("{} {}", cause.caption(|agents| names(state, run, &all(agents)), area), cause.remedy())
}

/// Agents that are stuck for the same cause.
#[derive(Clone, Debug)]
pub struct StuckGroup<'a> {
    /// The cause of the first agent.
    pub cause: &'a StuckCause,
    /// The agents, in ascending order.
    pub agents: Vec<usize>,
}

/// Returns the agents that are stuck for causes with a name, by cause, at most `most` causes.
pub fn stuck_groups<'a>(run: &'a Run, name: &str, most: usize) -> Vec<StuckGroup<'a>> {
    let mut groups: Vec<StuckGroup<'_>> = Vec::new();
    for stuck in run.report.stuck.iter().filter(|stuck| stuck.cause.name() == name) {
        let (agent, cause) = (stuck.agent as usize, &stuck.cause);
        match groups.iter().position(|group| is_same(group.cause, cause)) {
            Some(index) => groups[index].agents.push(agent),
            None if groups.len() < most => groups.push(StuckGroup { cause, agents: vec![agent] }),
            None => {}
        }
    }
    groups
}

/// Whether two causes are the same; so are deadlocks with a common agent.
fn is_same(one: &StuckCause, two: &StuckCause) -> bool {
    match (one, two) {
        (StuckCause::Deadlock { agents: one, .. }, StuckCause::Deadlock { agents: two, .. }) => {
            one.iter().any(|agent| two.contains(agent))
        }
        _ => one == two,
    }
}
