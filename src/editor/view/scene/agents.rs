//! Marks of agents and their groups.

/// Number of levels of a heat map.
pub const HEAT_LEVELS: u8 = 5;

/// Number of colours of groups; further groups have the colours of the first ones again.
pub const GROUP_COLORS: usize = 7;

/// Mark of a group of agents.
///
/// The number of a mark is the index of the group, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AgentMark {
    /// Where agents start.
    Spawn(u8),
    /// Where agents go.
    Goal(u8),
    /// The line from the start of agents to their target.
    Route(u8),
    /// The highlight under a selected group or agent.
    Selected,
    /// An agent.
    Body(u8),
    /// The outline of an agent that gives way to others.
    GivingWay,
    /// The outline of an agent at its target.
    Arrived,
    /// The outline of an agent that makes no progress, or that has no path.
    Stuck,
    /// Where the selected agent walked.
    Trail(u8),
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

impl AgentMark {
    /// Returns the mark of the first group instead of that of another one, to describe it.
    pub(super) fn of_first_group(self) -> Self {
        match self {
            Self::Spawn(_) => Self::Spawn(0),
            Self::Goal(_) => Self::Goal(0),
            Self::Route(_) => Self::Route(0),
            Self::Body(_) => Self::Body(0),
            Self::Trail(_) => Self::Trail(0),
            mark => mark,
        }
    }
}
