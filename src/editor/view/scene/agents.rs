//! Marks of agents and their groups.

/// Mark of a group of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AgentMark {
    /// Where agents start.
    Spawn,
    /// Where agents go.
    Goal,
    /// The line from the start of agents to their target.
    Route,
    /// The highlight under a selected group.
    Selected,
}
