//! Events of moving agents, with their numbers.

use super::steer::followed_path::ReplanCause;
use crate::navmesh::{HalfEdge, LinkId};

/// An event of an agent at a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentEvent {
    /// Number of the step, from 0.
    pub step: u32,
    /// Index of the agent among all agents.
    pub agent: u32,
    /// What happened.
    pub what: AgentIncident,
}

/// What happened to an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AgentIncident {
    /// The agent got a path.
    Replanned {
        /// The reason.
        why: ReplanCause,
        /// Length of the path on the ground, in metres.
        length: f32,
        /// Whether the path comes from a search that other agents use too.
        is_shared: bool,
    },
    /// No path leads to the target.
    NoPath,
    /// The agent has no target: its group goes to the pointer, which is nowhere, or the mesh has no cells.
    NoTarget,
    /// The agent reached a waypoint and turns to the next one.
    WaypointReached {
        /// Index of the waypoint in the path.
        index: u32,
        /// Distance from the waypoint, in metres.
        distance: f32,
    },
    /// The agent reached a point of its route.
    RoutePointReached {
        /// Index of the point in the route.
        index: u32,
    },
    /// The agent waits for others before it takes a link.
    WaitsForLink {
        /// The link.
        link: LinkId,
        /// Another agent, which is on the link or came before.
        agent: u32,
    },
    /// The agent stepped on a link.
    LinkEntered {
        /// The link.
        link: LinkId,
        /// Time that the link takes, in seconds.
        seconds: f32,
    },
    /// The agent got off a link.
    LinkLeft {
        /// The link.
        link: LinkId,
    },
    /// The agent came into contact with a wall.
    WallContact {
        /// The side that is a wall.
        wall: HalfEdge,
        /// Distance of the agent's centre from the wall, in metres.
        distance: f32,
    },
    /// The agent left its desired velocity because of others.
    GaveWay {
        /// The nearest other agent.
        to: u32,
        /// Distance to it, in metres.
        distance: f32,
        /// Difference to the desired velocity, in metres per second.
        deviation: f32,
    },
    /// The agent made no progress for some time.
    Stuck {
        /// Time since the last progress, in seconds.
        seconds: f32,
        /// Remaining distance to the target, in metres.
        remaining: f32,
    },
    /// The agent makes progress again.
    Freed,
    /// The agent climbs a slope.
    Climbing {
        /// Rise over run.
        slope: f32,
    },
    /// The agent arrived at its target.
    Arrived {
        /// Time since the start, in seconds.
        seconds: f32,
        /// Walked distance on the ground, in metres.
        walked: f32,
    },
}

/// Kinds of incidents, for breakpoints and filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IncidentKind {
    /// The agent got a path.
    Replanned,
    /// There is no path, or no target.
    NoPath,
    /// The agent reached a waypoint or a point of its route.
    WaypointReached,
    /// The agent waits for a link, stepped on one, or got off.
    Link,
    /// The agent came into contact with a wall.
    WallContact,
    /// The agent gave way.
    GaveWay,
    /// The agent is stuck, or no longer stuck.
    Stuck,
    /// The agent climbs.
    Climbing,
    /// The agent arrived.
    Arrived,
}

impl IncidentKind {
    /// All kinds, in the order of lists.
    pub const ALL: [Self; 9] = [
        Self::Replanned,
        Self::NoPath,
        Self::WaypointReached,
        Self::Link,
        Self::WallContact,
        Self::GaveWay,
        Self::Stuck,
        Self::Climbing,
        Self::Arrived,
    ];

    /// Returns the name, such as "gave way".
    pub fn name(self) -> &'static str {
        match self {
            Self::Replanned => "replanned",
            Self::NoPath => "no path",
            Self::WaypointReached => "waypoint reached",
            Self::Link => "link",
            Self::WallContact => "wall contact",
            Self::GaveWay => "gave way",
            Self::Stuck => "stuck",
            Self::Climbing => "climbing",
            Self::Arrived => "arrived",
        }
    }
}

impl AgentIncident {
    /// Returns the kind of the incident.
    pub fn kind(&self) -> IncidentKind {
        match self {
            Self::Replanned { .. } => IncidentKind::Replanned,
            Self::NoPath | Self::NoTarget => IncidentKind::NoPath,
            Self::WaypointReached { .. } | Self::RoutePointReached { .. } => IncidentKind::WaypointReached,
            Self::WaitsForLink { .. } | Self::LinkEntered { .. } | Self::LinkLeft { .. } => {
                IncidentKind::Link
            }
            Self::WallContact { .. } => IncidentKind::WallContact,
            Self::GaveWay { .. } => IncidentKind::GaveWay,
            Self::Stuck { .. } | Self::Freed => IncidentKind::Stuck,
            Self::Climbing { .. } => IncidentKind::Climbing,
            Self::Arrived { .. } => IncidentKind::Arrived,
        }
    }

    /// Describes the incident in a sentence; `name` returns the name of another agent, such as "agent 5".
    pub fn caption(&self, name: impl Fn(usize) -> String) -> String {
        match self {
            Self::Replanned { why, length, is_shared } => {
                let search = if *is_shared { "the shared search" } else { "a search of its own" };
                format!("The agent got a path of {length:.2} m from {search}, because {why}.")
            }
            Self::NoPath => "No path leads to the target.".into(),
            Self::NoTarget => "The agent has no target.".into(),
            Self::WaypointReached { index, distance } => {
                format!("Waypoint {index} is {distance:.2} m away: the agent turns to the next one.")
            }
            Self::RoutePointReached { index } => format!("The agent reached point {index} of its route."),
            Self::WaitsForLink { link, agent } => {
                format!("The agent waits before link {} for {}.", link.0, name(*agent as usize))
            }
            Self::LinkEntered { link, seconds } => {
                format!("The agent stepped on link {}, which takes {seconds:.2} s.", link.0)
            }
            Self::LinkLeft { link } => format!("The agent got off link {}.", link.0),
            Self::WallContact { wall, distance } => {
                format!("{wall:#} is {distance:.2} m from the agent's centre.")
            }
            Self::GaveWay { to, distance, deviation } => {
                let other = name(*to as usize);
                format!("The agent gave way to {other}, {distance:.2} m away, by {deviation:.2} m/s.")
            }
            Self::Stuck { seconds, remaining } => {
                format!("The agent made no progress for {seconds:.1} s, {remaining:.2} m from its target.")
            }
            Self::Freed => "The agent makes progress again.".into(),
            Self::Climbing { slope } => format!("The ground rises by {:.0} cm per metre.", slope * 100.0),
            Self::Arrived { seconds, walked } => {
                format!("The agent arrived after {seconds:.2} s and {walked:.2} m.")
            }
        }
    }

    /// Returns the rule behind the incident.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NoPath | Self::NoTarget => {
                "an agent without a path stays where it is, until the cell of its target or the mesh changes"
            }
            Self::Replanned { .. } => {
                "an agent keeps its path until the target is farther than the margin from its end, a wall hides its waypoint, or it leaves a corridor that its group checks"
            }
            Self::WaypointReached { .. } | Self::RoutePointReached { .. } => {
                "a waypoint is passed where it is close, or where the one behind it is in sight"
            }
            Self::WaitsForLink { .. } => {
                "agents that would touch on a link take it one after the other, in one direction at a time; who came first goes first"
            }
            Self::LinkEntered { .. } | Self::LinkLeft { .. } => {
                "the time on a link is its length times its cost, divided by the speed of the agent"
            }
            Self::WallContact { .. } => "a step ends at the radius from a wall, and slides along it",
            Self::GaveWay { .. } => {
                "ORCA: of all velocities without a collision within the horizon, the one nearest to the desired one"
            }
            Self::Stuck { .. } | Self::Freed => {
                "progress is a remaining distance that is less than the least one so far"
            }
            Self::Climbing { .. } => "a slope of more than 0.1 counts as climbing",
            Self::Arrived { .. } => "a target is reached where it, or a place around it, is close",
        }
    }
}
