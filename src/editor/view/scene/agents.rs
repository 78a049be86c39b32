//! Marks of agents and their groups.

/// Number of levels of a heat map.
pub const HEAT_LEVELS: u8 = 5;

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
    /// The chosen velocity of the selected agent: its way in the next second.
    Velocity,
    /// The velocity that the selected agent would have without others and walls.
    Desired,
    /// The force that moves the selected agent.
    Force,
    /// The direction of view of the selected agent.
    Facing,
    /// The waypoints ahead of the selected agent, and the next one.
    PathAhead,
    /// The line to an agent that the selected agent avoids.
    Neighbor,
    /// The edge of a half-plane of velocities without a collision, and a strip of those with one.
    HalfPlane,
    /// The circle that the target may not leave without another search.
    Margin,
    /// An agent of the compared run.
    Compared,
    /// A tile of a heat map, by its level from 0, the weakest.
    Heat(u8),
}
