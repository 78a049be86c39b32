//! Why an agent is stuck: the cause, as a value with a sentence and a remedy.

mod parts;
mod remedy;

use std::fmt;

use crate::navmesh::{AreaId, CellId, HalfEdge, IslandId, LinkId};
use crate::pathfinding::agent::walkable::Blocked;

/// Maximum number of agents that a sentence names.
const MOST_NAMED: usize = 8;

/// Cause why an agent did not arrive.
#[derive(Clone, Debug, PartialEq)]
pub enum StuckCause {
    /// The scenario has no target for the agent.
    NoTarget,
    /// No path leads to the island of the target.
    OtherIsland {
        /// The island of the agent, and that of the target.
        islands: [IslandId; 2],
    },
    /// Every path leads through a forbidden area.
    ForbiddenArea {
        /// The area.
        area: AreaId,
        /// Its first cell on a path.
        cell: CellId,
    },
    /// A forbidden area is between the agent and where it walks straight to.
    AreaAhead {
        /// The area.
        area: AreaId,
        /// Its first cell on the way.
        cell: CellId,
        /// The side of the cell before it.
        wall: HalfEdge,
        /// Distance to the waypoint or target behind it, in metres.
        distance: f32,
        /// Whether the agent ignores paths.
        is_chase: bool,
    },
    /// Every path takes a link that the agent may not take in this direction.
    BlockedLink {
        /// The first such link on a path.
        link: LinkId,
        /// The reason.
        blocked: Blocked,
    },
    /// Links lead to the island of the target, and the group takes none.
    IgnoredLinks {
        /// The first link on a path.
        link: LinkId,
    },
    /// A portal on every path is narrower than the agent.
    NarrowPortal {
        /// The portal.
        portal: HalfEdge,
        /// Its clear width, in metres.
        width: f32,
        /// Diameter of the largest agent of its group, in metres; paths are those of this agent.
        diameter: f32,
    },
    /// A wall is between the agent and where it walks straight to.
    BehindWall {
        /// The wall.
        wall: HalfEdge,
        /// Distance to the waypoint or target behind it, in metres.
        distance: f32,
        /// Whether the agent ignores paths.
        is_chase: bool,
    },
    /// A chase is below or above its target.
    OtherFloor {
        /// Height of the target above the agent, in metres.
        height: f32,
    },
    /// The agent waits before a link for others.
    WaitsForLink {
        /// The link.
        link: LinkId,
        /// An agent that is on the link or came before.
        agents: Vec<u32>,
    },
    /// Walls on several sides are nearer than the radius, and hold the agent.
    BetweenWalls {
        /// The nearest wall.
        wall: HalfEdge,
        /// Distance from it, in metres.
        distance: f32,
        /// Radius of the agent, in metres.
        radius: f32,
    },
    /// A wall at the distance of the radius stops the agent before its waypoint.
    HeldByWall {
        /// The wall.
        wall: HalfEdge,
        /// Radius of the agent, in metres.
        radius: f32,
        /// Distance to the waypoint, in metres.
        distance: f32,
    },
    /// The target is so near to a wall that the agent comes no closer to it.
    TargetAtWall {
        /// The wall.
        wall: HalfEdge,
        /// Distance of the target from the wall, in metres.
        gap: f32,
        /// Distance of the agent from the target, in metres.
        distance: f32,
        /// Distance at which the target counts as reached, in metres.
        reach: f32,
    },
    /// All places of a formation or queue are taken, and the agent is not near the target.
    NoRoom {
        /// Number of places.
        places: u32,
        /// Distance of the agent from the target, in metres.
        distance: f32,
    },
    /// Agents that arrived at the target are in the way.
    Occupied {
        /// The agents in the way, the nearest first; the last one arrived.
        agents: Vec<u32>,
        /// Distance of the agent from its place or, without one, from its target along its path, in metres.
        distance: f32,
        /// Distance at which the place or target counts as reached, in metres.
        reach: f32,
        /// Whether the agent has a place at its target.
        has_place: bool,
        /// Whether the agents in the way take places in a formation.
        is_formation: bool,
        /// Whether no wall is between the agent and its place or target.
        is_in_sight: bool,
    },
    /// Agents that arrived at another target are in the way.
    InTheWay {
        /// The agents in the way, the nearest first; the last one arrived.
        agents: Vec<u32>,
    },
    /// An agent in front stopped for a reason of its own.
    Behind {
        /// The agents in front, the nearest first; the last one has none in front.
        agents: Vec<u32>,
    },
    /// Agents block each other.
    Deadlock {
        /// The agents, in ascending order, with the agent itself.
        agents: Vec<u32>,
        /// Width of the passage, in metres; `None` where two of them fit beside each other.
        width: Option<f32>,
        /// Sum of the diameters of the two widest agents, in metres.
        needed: f32,
    },
    /// The target moved after the last search, by less than the margin.
    OutdatedPath {
        /// Distance of the target from the end of the path, in metres.
        distance: f32,
        /// Distance that the target may move before the path is searched again, in metres.
        margin: f32,
    },
    /// The force of a chase hardly moves the agent.
    WeakForce {
        /// The force, in newtons.
        force: f64,
        /// Speed at which the drag equals the force, in metres per second.
        speed: f64,
    },
    /// The agent passes over its waypoint again and again.
    Overshoots {
        /// Longest step of the agent, in metres.
        step: f32,
        /// Distance to the waypoint, in metres.
        distance: f32,
    },
    /// Others pushed the agent away from its target, and it was closer before.
    PushedBack {
        /// Least remaining distance since the last search, in metres.
        best: f32,
        /// Time since then, in seconds.
        seconds: f32,
        /// Remaining distance, in metres.
        remaining: f32,
    },
    /// The agent is on its way, and the run is over.
    RunEnded {
        /// Remaining distance, in metres.
        remaining: f32,
        /// Time that it takes at the speed of the agent, in seconds.
        seconds: f32,
        /// Whether the run ended because its recording is full.
        is_recording_full: bool,
    },
    /// A path exists where the last search found none.
    ///
    /// Agents search again when the mesh or the cell of their target changes, so no known run leads to it.
    Unknown,
}

impl StuckCause {
    /// Returns the name of the cause in a machine-readable result.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoTarget => "no target",
            Self::OtherIsland { .. } => "other island",
            Self::ForbiddenArea { .. } => "forbidden area",
            Self::AreaAhead { .. } => "before a forbidden area",
            Self::BlockedLink { .. } => "blocked link",
            Self::IgnoredLinks { .. } => "links not taken",
            Self::NarrowPortal { .. } => "narrow portal",
            Self::BehindWall { .. } => "behind a wall",
            Self::OtherFloor { .. } => "on another floor",
            Self::WaitsForLink { .. } => "waits for a link",
            Self::BetweenWalls { .. } => "between walls",
            Self::HeldByWall { .. } => "held by a wall",
            Self::TargetAtWall { .. } => "target at a wall",
            Self::NoRoom { .. } => "no room at the target",
            Self::Occupied { .. } => "target occupied",
            Self::InTheWay { .. } => "behind arrived agents",
            Self::Behind { .. } => "behind another agent",
            Self::Deadlock { .. } => "deadlock",
            Self::OutdatedPath { .. } => "outdated path",
            Self::WeakForce { .. } => "weak force",
            Self::Overshoots { .. } => "overshoots",
            Self::PushedBack { .. } => "pushed back",
            Self::RunEnded { .. } => "run ended",
            Self::Unknown => "unknown",
        }
    }

    fn fmt_wall(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NarrowPortal { portal, width, diameter } => {
                write!(
                    f,
                    "{portal:#} is {width:.2} m wide, and the largest agent of the group {diameter:.2} m."
                )
            }
            Self::BehindWall { wall, distance, is_chase } => {
                let what = if *is_chase {
                    "The agent walks straight to its target"
                } else {
                    "The agent walks to its next waypoint"
                };
                write!(f, "{what}, {distance:.2} m away, and {wall} is in between.")
            }
            Self::BetweenWalls { wall, distance, radius } => write!(
                f,
                "Walls hold the agent: {wall} is {distance:.2} m from its centre, and its radius is {radius:.2} m."
            ),
            Self::HeldByWall { wall, radius, distance } => write!(
                f,
                "The agent touches {wall} with its radius of {radius:.2} m, {distance:.2} m before its waypoint."
            ),
            Self::TargetAtWall { wall, gap, distance, reach } => write!(
                f,
                "The target is {gap:.2} m from {wall}. The agent comes within {distance:.2} m of it, and has to come within {reach:.2} m."
            ),
            _ => Ok(()),
        }
    }

    /// Returns the cause as a sentence with `names` of several agents and of an `area`.
    ///
    /// Such names are "agents 0, 3 of west". Without names, a cause is formatted with the indices of agents and areas.
    pub fn caption(&self, names: impl Fn(&[u32]) -> String, area: impl Fn(AreaId) -> String) -> String {
        match self {
            Self::ForbiddenArea { area: id, cell } => {
                let area = area(*id);
                format!("Every path leads through {area}, which the group forbids, first on cell {}.", cell.0)
            }
            Self::AreaAhead { area: id, cell, distance, is_chase, .. } => {
                let to = if *is_chase { "straight to its target" } else { "to its next waypoint" };
                let area = area(*id);
                format!(
                    "The agent walks {to}, {distance:.2} m away, and the forbidden {area} is in between, first on cell {}.",
                    cell.0
                )
            }
            Self::WaitsForLink { link, agents } => {
                format!("The agent waits before link {} for {}.", link.0, names(agents))
            }
            Self::Occupied { agents, distance, reach, has_place, is_in_sight, .. } => format!(
                "The agent is behind {}, and the last of them arrived. {} is {distance:.2} m away{}, and is reached within {reach:.2} m.{}",
                names(agents),
                if *has_place { "Its place" } else { "The target" },
                if *has_place || *is_in_sight { "" } else { " along the path" },
                if *is_in_sight { "" } else { " A wall is between." },
            ),
            Self::InTheWay { agents } => format!(
                "The agent is behind {}, and the last of them arrived at another target.",
                names(agents)
            ),
            Self::Behind { agents } => {
                format!("The agent is behind {}, and nothing else stops it.", names(agents))
            }
            Self::Deadlock { agents, width, needed } => {
                let passage = width.map_or_else(String::new, |width| {
                    format!(" The passage is {width:.2} m wide, and two of them need {needed:.2} m.")
                });
                format!("These block each other: {}.{passage}", names(agents))
            }
            _ => self.to_string(),
        }
    }
}

/// Formats the cause as a sentence.
impl fmt::Display for StuckCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTarget => f.write_str("The agent has no target."),
            Self::OtherIsland { islands: [own, target] } => {
                write!(
                    f,
                    "The agent is on island {own}, its target on island {target}, and no link that is allowed leads there."
                )
            }
            Self::BlockedLink { blocked, .. } => {
                write!(f, "Every path takes a link that is blocked for the agent: {blocked}.")
            }
            Self::IgnoredLinks { link } => {
                write!(f, "Every path takes links, at first link {}, and the group takes none.", link.0)
            }
            Self::OtherFloor { height } => write!(
                f,
                "The agent walks straight to its target, which is on another floor, {:.2} m {} it.",
                height.abs(),
                if *height < 0.0 { "below" } else { "above" }
            ),
            Self::NarrowPortal { .. }
            | Self::BehindWall { .. }
            | Self::BetweenWalls { .. }
            | Self::HeldByWall { .. }
            | Self::TargetAtWall { .. } => self.fmt_wall(f),
            Self::NoRoom { places, distance } => {
                let all = if *places == 1 { "1 place, which is taken" } else { "places, all taken" };
                let count = if *places == 1 { String::new() } else { format!("{places} ") };
                write!(f, "There is no room at the target, {distance:.2} m away: {count}{all}.")
            }
            Self::ForbiddenArea { .. }
            | Self::AreaAhead { .. }
            | Self::Occupied { .. }
            | Self::InTheWay { .. }
            | Self::Behind { .. }
            | Self::WaitsForLink { .. }
            | Self::Deadlock { .. } => f.write_str(&self.caption(indices, |area| format!("area {}", area.0))),
            Self::OutdatedPath { distance, margin } => write!(
                f,
                "The path ends {distance:.2} m from the target, and is searched again beyond {margin:.2} m."
            ),
            Self::WeakForce { force, speed } => {
                write!(f, "A force of {force:.2} N moves the agent at {speed:.2} m/s at most.")
            }
            Self::PushedBack { best, seconds, remaining } => {
                write!(f, "The agent was {best:.2} m from its target {seconds:.1} s ago. ")?;
                write!(f, "Others pushed it back, and it is {remaining:.2} m from it now.")
            }
            Self::Overshoots { step, distance } => write!(
                f,
                "A step of {step:.2} m is too long: the agent passes over its waypoint, {distance:.2} m away."
            ),
            Self::RunEnded { remaining, seconds, .. } => write!(
                f,
                "The run ended {remaining:.2} m before the target, which takes about {seconds:.1} s."
            ),
            Self::Unknown => f.write_str("A path leads to the target now, and none did before."),
        }
    }
}

/// Returns the names of agents by their indices among all agents.
fn indices(agents: &[u32]) -> String {
    let names: Vec<String> = agents.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = if agents.len() > names.len() { ", …" } else { "" };
    let noun = if agents.len() == 1 { "agent" } else { "agents" };
    format!("{noun} {}{more}", names.join(", "))
}
