//! Why an agent is stuck: the cause, as a value with a sentence and a remedy.

use std::collections::BTreeSet;
use std::fmt;

use super::places::search_agent;
use super::scenario::Behavior;
use super::world::{AgentPhase, Simulation};
use crate::geometry::ground;
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::Filter;
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::pathfinding::mesh_query::raycast::raycast;

/// Gap below which two agents block each other, in metres.
const CONTACT: f32 = 0.1;

/// Speed below which an agent blocks others, as a part of its maximum speed.
const BLOCKING: f32 = 0.2;

/// Maximum number of agents of a deadlock that are listed.
const MOST_LISTED: usize = 32;

/// Cause why an agent is stuck.
#[derive(Clone, Debug, PartialEq)]
pub enum StuckCause {
    /// The scenario has no target for the agent.
    NoTarget,
    /// No path leads to the island of the target.
    OtherIsland,
    /// A portal on every path is narrower than the agent.
    NarrowPortal {
        /// The portal.
        portal: HalfEdge,
        /// Its clear width, in metres.
        width: f32,
        /// Diameter of the agent, in metres.
        diameter: f32,
    },
    /// A wall is between the agent and where it walks straight to.
    BehindWall {
        /// The wall.
        wall: HalfEdge,
        /// Whether the agent ignores paths.
        is_chase: bool,
    },
    /// Agents block each other.
    Deadlock {
        /// The agents, in ascending order, with the agent itself.
        agents: Vec<u32>,
    },
    /// None of the known causes.
    Unknown,
}

/// Returns the cause why an agent does not come to its target.
pub fn why_stuck(simulation: &Simulation, index: u32) -> StuckCause {
    let agent = &simulation.agents()[index as usize];
    let group = simulation.group_of(agent);
    let Some(target) = simulation.target_of(agent) else { return StuckCause::NoTarget };
    let (mesh, derived) = simulation.mesh();
    let mut filter = Filter::default();
    filter.ignores_links = true;
    let sized = search_agent(group.radius);
    let walkable = Walkable::new(mesh, derived, &sized, &filter);
    if agent.phase == AgentPhase::Lost {
        let cell = simulation.target_cell(agent).unwrap_or_default();
        return blocking_portal(&walkable, agent.at.cell, cell);
    }
    let blocking = blocking(simulation, index);
    if blocking.len() > 1 && group.behavior != Behavior::Chase {
        return StuckCause::Deadlock { agents: blocking };
    }
    let is_chase = group.behavior == Behavior::Chase;
    let ahead = agent.waypoint().unwrap_or(target);
    let hit = raycast(&walkable, &agent.at, ground(ahead)).hit;
    match hit {
        Some(hit) => StuckCause::BehindWall { wall: hit.wall, is_chase },
        None if blocking.len() > 1 => StuckCause::Deadlock { agents: blocking },
        None => StuckCause::Unknown,
    }
}

/// Returns the narrowest portal on the path of an agent without a path; the path is the widest one.
fn blocking_portal(walkable: &Walkable<'_>, start: CellId, target: CellId) -> StuckCause {
    let width_of = |portal| match walkable.blocked_portal(portal) {
        Some(Blocked::Narrow(width)) => width,
        _ => f32::INFINITY,
    };
    let mut open = PriorityQueue::default();
    let mut closed = BTreeSet::new();
    open.push((TotalF64::from(f64::NEG_INFINITY), start, None));
    while let Some((width, cell, narrowest)) = open.pop() {
        if !closed.insert(cell) {
            continue;
        }
        let width = -f64::from(width) as f32;
        if cell == target {
            let diameter = 2.0 * walkable.agent.radius;
            let cause = |portal| StuckCause::NarrowPortal { portal, width, diameter };
            return narrowest.map_or(StuckCause::Unknown, cause);
        }
        for (portal, next) in walkable.derived.adjacency.neighbors(cell) {
            let own = width_of(portal);
            let (width, narrowest) = if own < width { (own, Some(portal)) } else { (width, narrowest) };
            open.push((TotalF64::from(-f64::from(width)), next, narrowest));
        }
    }
    StuckCause::OtherIsland
}

/// Returns the agents that touch each other around an agent and do not move, with the agent itself.
fn blocking(simulation: &Simulation, index: u32) -> Vec<u32> {
    let agents = simulation.agents();
    let mut found = BTreeSet::from([index]);
    let mut open = vec![index];
    while let Some(next) = open.pop() {
        let own = &agents[next as usize];
        for other in simulation.neighbors(next as usize) {
            let beside = &agents[other as usize];
            let radii = simulation.group_of(own).radius + simulation.group_of(beside).radius;
            let gap = ground(own.at.point).distance(ground(beside.at.point)) - radii;
            let is_slow = beside.velocity.length() < BLOCKING * simulation.group_of(beside).speed;
            if gap < CONTACT
                && is_slow
                && beside.is_present()
                && found.len() < MOST_LISTED
                && found.insert(other)
            {
                open.push(other);
            }
        }
    }
    found.into_iter().collect()
}

impl StuckCause {
    /// Returns the name of the cause in a machine-readable result.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoTarget => "no target",
            Self::OtherIsland => "other island",
            Self::NarrowPortal { .. } => "narrow portal",
            Self::BehindWall { .. } => "behind a wall",
            Self::Deadlock { .. } => "deadlock",
            Self::Unknown => "unknown",
        }
    }

    /// Returns what to do about the cause, as a sentence.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoTarget => "Give the group a target on the mesh.",
            Self::OtherIsland => "Join the islands, or move the target.",
            Self::NarrowPortal { .. } => "Widen the portal, or reduce the radius of the group.",
            Self::BehindWall { is_chase: true, .. } => "Let the group follow waypoints or a corridor.",
            Self::BehindWall { is_chase: false, .. } => "Move the target, or reduce its margin.",
            Self::Deadlock { .. } => "Widen the passage, or give the groups different priorities.",
            Self::Unknown => "Step through the run before the agent stops.",
        }
    }
}

/// Formats the cause as a sentence.
impl fmt::Display for StuckCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTarget => f.write_str("The agent has no target."),
            Self::OtherIsland => {
                f.write_str("The target is on another island; agents of a scenario take no links.")
            }
            Self::NarrowPortal { portal, width, diameter } => {
                write!(f, "{portal:#} is {width:.2} m wide, and the agent {diameter:.2} m.")
            }
            Self::BehindWall { wall, is_chase: true } => {
                write!(f, "The agent walks straight to its target, and {wall} is in between.")
            }
            Self::BehindWall { wall, is_chase: false } => {
                write!(f, "The next waypoint is behind a wall, {wall:#}.")
            }
            Self::Deadlock { agents } => {
                let names: Vec<String> = agents.iter().take(8).map(ToString::to_string).collect();
                let more = if agents.len() > names.len() { ", …" } else { "" };
                write!(f, "Agents {}{more} block each other.", names.join(", "))
            }
            Self::Unknown => f.write_str("No known cause was found."),
        }
    }
}
