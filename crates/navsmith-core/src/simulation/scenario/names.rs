//! Names of agents: the index in their group, and the name of the group.

use super::Scenario;

/// Maximum number of agents that are named; others are counted.
const MOST_NAMED: usize = 12;

impl Scenario {
    /// Returns the index of the group of an agent, and that of the agent in it.
    pub fn group_of_agent(&self, agent: u32) -> Option<(usize, u32)> {
        let mut index = agent;
        for (group, of) in self.groups.iter().enumerate() {
            if index < of.count {
                return Some((group, index));
            }
            index -= of.count;
        }
        None
    }

    /// Returns the names of agents in their order, such as "agents 0, 3 of west; 9 of east".
    ///
    /// An index counts from 0 in the group, as in files. After a number of agents, the others are counted.
    pub fn agent_names(&self, agents: &[u32]) -> String {
        let (listed, rest) = agents.split_at(agents.len().min(MOST_NAMED));
        let parts = self
            .by_group(listed, |indices| indices.iter().map(u32::to_string).collect::<Vec<_>>().join(", "));
        let more = if rest.is_empty() { String::new() } else { format!("; {} more", rest.len()) };
        format!("{} {parts}{more}", if agents.len() == 1 { "agent" } else { "agents" })
    }

    /// Returns the number of agents by group, such as "84 agents of west; 2 of east".
    pub fn agent_counts(&self, agents: &[u32]) -> String {
        let parts = self.by_group(agents, |indices| indices.len().to_string());
        let (count, groups) = parts.split_once(' ').unwrap_or((&parts, ""));
        format!("{count} {} {groups}", if count == "1" { "agent" } else { "agents" })
    }

    /// Joins what a function returns for successive agents of each group, with the name of the group.
    fn by_group(&self, agents: &[u32], text: impl Fn(&[u32]) -> String) -> String {
        let known: Vec<(usize, u32)> =
            agents.iter().filter_map(|&agent| self.group_of_agent(agent)).collect();
        let parts = known.chunk_by(|one, two| one.0 == two.0).map(|of| {
            let indices: Vec<u32> = of.iter().map(|&(_, index)| index).collect();
            format!("{} of {}", text(&indices), self.groups[of[0].0].name)
        });
        parts.collect::<Vec<_>>().join("; ")
    }
}
