//! Changes of a scenario that let a stuck agent continue.

use std::collections::BTreeSet;
use std::fmt;

use super::places::{MAX_HEIGHT, search_agent};
use super::report::StuckAgent;
use super::scenario::{Behavior, GroupTarget, MOST_SECONDS, Scenario};
use super::stuck::StuckCause;
use super::world::Simulation;
use crate::geometry::ground;
use crate::pathfinding::agent::Filter;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::analysis::closest_reachable::closest_reachable;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::locate;
use crate::progress::Progress;

/// Smallest radius that a fix sets, in metres.
const LEAST_RADIUS: f32 = 0.01;

/// Radius that a fix sets, relative to half the width of the portal.
const FITTING: f32 = 0.9;

/// Factor of the priority of a group, relative to those that block it.
const PRIORITY: f32 = 4.0;

/// Factor of the radius of agents that block each other.
const SMALLER: f32 = 0.75;

/// Largest distance at which an occupied target may be reached, relative to that of the group.
const NEAR_TARGET: f32 = 4.0;

/// Time that a fix adds to a run, relative to that which an agent needs at its speed.
const LONGER: f32 = 1.5;

/// A change of the scenario for an agent that is stuck or late; prints as the label of a button.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StuckFix {
    /// Lets the group follow the waypoints of a path.
    FollowWaypoints,
    /// Sets the largest radius of the group, in metres.
    SetRadius(f32),
    /// Moves the target of the group to the nearest point that the agent can reach.
    MoveTarget,
    /// Sets the distance that the target may move before the path is searched again, in metres.
    SetMargin(f32),
    /// Sets the priority of the group.
    SetPriority(f32),
    /// Sets the distance at which the target is reached, in metres.
    SetClose(f32),
    /// Sets the force of the group, in newtons.
    SetForce(f64),
    /// Sets the duration of the scenario, in seconds.
    SetDuration(f32),
}

/// Returns the change that lets a stuck agent continue; `None` if there is none for its cause.
pub fn fix_of(simulation: &Simulation, stuck: &StuckAgent) -> Option<StuckFix> {
    let group_of = |agent: u32| simulation.agents().get(agent as usize).map(|agent| agent.group);
    let own = group_of(stuck.agent)?;
    let groups = &simulation.scenario().groups;
    let group = &groups[own];
    match &stuck.cause {
        StuckCause::NoTarget
        | StuckCause::Unknown
        | StuckCause::Behind { .. }
        | StuckCause::RunEnded { is_recording_full: true, .. } => None,
        StuckCause::OtherIsland { .. } => {
            matches!(group.target, GroupTarget::Point(_) | GroupTarget::Route { .. })
                .then_some(StuckFix::MoveTarget)
        }
        StuckCause::NarrowPortal { width, .. } => radius_below(width * 0.5 * FITTING),
        StuckCause::BehindWall { is_chase: true, .. } => Some(StuckFix::FollowWaypoints),
        StuckCause::BehindWall { is_chase: false, .. } => {
            let margin = group.movement.margin * 0.5;
            (margin > 0.01).then_some(StuckFix::SetMargin(margin))
        }
        StuckCause::BetweenWalls { distance, .. } => radius_below(*distance),
        StuckCause::HeldByWall { radius, .. } => radius_below(radius * SMALLER),
        StuckCause::TargetAtWall { distance, .. } => Some(close_above(*distance)),
        StuckCause::Occupied { distance, reach, .. } if *distance <= NEAR_TARGET * reach => {
            Some(close_above(*distance))
        }
        StuckCause::Occupied { agents, .. } | StuckCause::Deadlock { agents, .. } => {
            let others: BTreeSet<usize> =
                agents.iter().filter_map(|&agent| group_of(agent)).filter(|&other| other != own).collect();
            let most = others
                .iter()
                .map(|&other| groups[other].priority + groups[other].spread.priority)
                .reduce(f32::max);
            match most {
                Some(most) if group.priority < most * PRIORITY => {
                    Some(StuckFix::SetPriority(most * PRIORITY))
                }
                _ => radius_below(group.largest_radius() * SMALLER),
            }
        }
        // An agent at a distance below the margin from the target then has reached it.
        StuckCause::OutdatedPath { .. } => Some(StuckFix::SetMargin(group.movement.close * 0.5)),
        StuckCause::WeakForce { .. } => {
            let force = f64::from(group.speed) * group.steering.mass * group.steering.drag.max(1.0);
            Some(StuckFix::SetForce(force.ceil()))
        }
        StuckCause::Overshoots { step, distance } => Some(close_above(step.max(*distance))),
        StuckCause::PushedBack { .. } => Some(StuckFix::SetPriority(group.priority * PRIORITY)),
        StuckCause::RunEnded { seconds, .. } => {
            let duration = (simulation.scenario().duration + seconds * LONGER).ceil();
            (duration <= MOST_SECONDS).then_some(StuckFix::SetDuration(duration))
        }
    }
}

/// Returns the fix with which an agent at a distance has reached its target, rounded up to centimetres.
fn close_above(distance: f32) -> StuckFix {
    StuckFix::SetClose((distance * 100.0).ceil() / 100.0 + 0.01)
}

/// Returns the fix that sets a radius, rounded down to millimetres.
fn radius_below(radius: f32) -> Option<StuckFix> {
    let radius = (radius * 1000.0).floor() / 1000.0;
    (radius >= LEAST_RADIUS).then_some(StuckFix::SetRadius(radius))
}

impl StuckFix {
    /// Changes a scenario for an agent; returns `false` if that is not possible.
    pub fn apply(self, simulation: &Simulation, agent: u32, scenario: &mut Scenario) -> bool {
        let Some(index) = simulation.agents().get(agent as usize).map(|agent| agent.group) else {
            return false;
        };
        let to = if self == Self::MoveTarget { nearest_target(simulation, agent) } else { None };
        let Some(group) = scenario.groups.get_mut(index) else { return false };
        match self {
            Self::SetClose(close) => group.movement.close = close,
            Self::SetForce(force) => group.steering.force = force,
            Self::SetDuration(duration) => scenario.duration = duration,
            Self::FollowWaypoints => group.behavior = Behavior::Waypoints,
            Self::SetRadius(largest) => {
                let before = group.largest_radius();
                group.radius = largest * (group.radius / before);
                group.spread.radius = largest * (group.spread.radius / before);
            }
            Self::SetMargin(margin) => group.movement.margin = margin,
            Self::SetPriority(priority) => group.priority = priority,
            Self::MoveTarget => {
                let Some((leg, to)) = to else { return false };
                match &mut group.target {
                    GroupTarget::Point(at) => *at = to,
                    GroupTarget::Route { points, .. } if leg < points.len() => points[leg] = to,
                    _ => return false,
                }
            }
        }
        true
    }
}

/// Returns the reachable point nearest to the target of an agent, with the index in its route.
fn nearest_target(simulation: &Simulation, agent: u32) -> Option<(usize, Endpoint)> {
    let agent = simulation.agents().get(agent as usize)?;
    let group = simulation.group_of(agent);
    let target = simulation.target_of(agent)?;
    let (mesh, derived) = simulation.mesh();
    let mut filter = Filter::default();
    filter.ignores_links = true;
    let sized = search_agent(group.largest_radius());
    let walkable = Walkable::new(mesh, derived, &sized, &filter);
    let to = Endpoint { ground: ground(target), height: Some(target.y) };
    let found = closest_reachable(&walkable, &agent.at, to, &Progress::none()).ok().flatten()?;
    let place = Endpoint::from(ground(found.point));
    // The height is stored only where another floor lies above.
    let is_topmost = locate(mesh, derived, place, MAX_HEIGHT).is_some_and(|above| above.cell == found.cell);
    let height = (!is_topmost).then_some(found.point.y);
    Some((agent.leg(), Endpoint { height, ..place }))
}

/// Formats the fix as the label of a button.
impl fmt::Display for StuckFix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FollowWaypoints => f.write_str("Follow waypoints"),
            Self::SetRadius(radius) => write!(f, "Radius {radius:.3} m"),
            Self::MoveTarget => f.write_str("Move the target"),
            Self::SetMargin(margin) => write!(f, "Margin {margin:.2} m"),
            Self::SetPriority(priority) => write!(f, "Priority {priority:.1}"),
            Self::SetClose(close) => write!(f, "Reached within {close:.2} m"),
            Self::SetForce(force) => write!(f, "Force {force:.0} N"),
            Self::SetDuration(duration) => write!(f, "Duration {duration:.0} s"),
        }
    }
}
