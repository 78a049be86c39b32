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
    /// The highlight under a selected group or agent.
    Selected,
    /// An agent on its way.
    Walking,
    /// An agent that gives way to others.
    GivingWay,
    /// An agent at its target.
    Arrived,
    /// An agent that makes no progress, or that has no path.
    Stuck,
    /// Where the selected agent walked.
    Trail,
    /// The velocity of the selected agent: its way in the next second.
    Velocity,
}
