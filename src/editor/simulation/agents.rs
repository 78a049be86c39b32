//! Agents of a run in lists: their names, and those that are stuck for the same cause.

use std::cmp::Reverse;

use crate::document::noun;
use crate::editor::Editor;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::scenarios;
use crate::simulation::stuck::StuckCause;

/// Maximum number of agents that [`names`] lists.
const MOST_NAMED: usize = 12;

/// Returns the names of agents of a run in their order, such as "agents 0, 3 of west; 9 of east".
///
/// An index counts from 0 in the group, as in files. After a number of agents, the others are counted.
pub fn names(editor: &Editor, run: &Run, agents: &[usize]) -> String {
    let current = scenarios::active(editor).filter(|_| runs::is_current(editor));
    let scenario = current.unwrap_or(&run.source.scenario);
    let all = run.end.agents();
    let group_of = |agent: usize| all.get(agent).map_or(0, |agent| agent.group);
    let (listed, rest) = agents.split_at(agents.len().min(MOST_NAMED));
    let by_group = listed.chunk_by(|&one, &two| group_of(one) == group_of(two)).map(|agents| {
        let group = group_of(agents[0]);
        let first = all.partition_point(|agent| agent.group < group);
        let numbers: Vec<String> = agents.iter().map(|agent| (agent - first).to_string()).collect();
        let name = scenario.groups.get(group).map_or("", |group| &*group.name);
        format!("{} of {name}", numbers.join(", "))
    });
    let names = by_group.collect::<Vec<_>>().join("; ");
    let more = if rest.is_empty() { String::new() } else { format!("; {} more", rest.len()) };
    format!("{} {names}{more}", noun(agents.len(), "agent", "agents"))
}

/// Returns a cause with the names of its agents, and what to do about it.
pub fn explained(editor: &Editor, run: &Run, cause: &StuckCause) -> String {
    let all = |agents: &[u32]| agents.iter().map(|&agent| agent as usize).collect::<Vec<_>>();
    format!("{} {}", cause.caption(|agents| names(editor, run, &all(agents))), cause.remedy())
}

/// Agents that are stuck for the same cause.
#[derive(Clone, Debug)]
pub struct StuckGroup<'a> {
    /// The cause of the first agent.
    pub cause: &'a StuckCause,
    /// The agents, in ascending order.
    pub agents: Vec<usize>,
}

/// Returns the names of the causes why agents are stuck at the end, with the numbers of their agents.
///
/// They are in descending order of these numbers.
pub fn stuck_kinds(run: &Run) -> Vec<(&'static str, usize)> {
    let mut kinds: Vec<(&'static str, usize)> = Vec::new();
    for stuck in &run.report.stuck {
        let name = stuck.cause.name();
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    kinds.sort_by_key(|&(_, count)| Reverse(count));
    kinds
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
