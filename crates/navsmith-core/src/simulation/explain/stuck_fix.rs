//! Changes of a scenario that let a stuck agent continue.

use std::fmt;

use super::super::agent_class::AgentClass;
use super::super::places::MAX_HEIGHT;
use super::super::scenario::check::NUMBERS;
use super::super::scenario::{AgentGroup, Arrival, Behavior, GroupTarget, MOST_SECONDS, Scenario};
use super::super::world::Simulation;
use super::report::StuckAgent;
use super::stuck::StuckCause;
use crate::geometry::ground;
use crate::navmesh::AreaId;
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

/// Largest distance at which a fix lets an agent reach an occupied target, relative to the present one.
const NEAR_TARGET: f32 = 2.0;

/// Time that a fix adds to a run, relative to that which an agent needs at its speed.
const LONGER: f32 = 1.5;

/// A change of the scenario for an agent that is stuck or late; prints as the label of a button.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StuckFix {
    /// Lets the group follow the waypoints of a path.
    FollowWaypoints,
    /// Allows an area for the group, at the cost of plain ground.
    AllowArea(AreaId),
    /// Lets the group take links.
    TakeLinks,
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
    /// Sets what the agents of a group do at their target.
    SetArrival {
        /// Index of the group, which can be another one than that of the agent.
        group: usize,
        /// What they do.
        arrival: Arrival,
    },
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
        | StuckCause::WaitsForLink { .. }
        | StuckCause::BlockedLink { .. }
        | StuckCause::Behind { .. }
        | StuckCause::RunEnded { is_recording_full: true, .. } => None,
        StuckCause::OtherIsland { .. } => {
            matches!(group.target, GroupTarget::Point(_) | GroupTarget::Route { .. })
                .then_some(StuckFix::MoveTarget)
        }
        StuckCause::NarrowPortal { width, .. } => radius_below(group, width * 0.5 * FITTING),
        StuckCause::ForbiddenArea { area, .. } | StuckCause::AreaAhead { area, is_chase: false, .. } => {
            Some(StuckFix::AllowArea(*area))
        }
        StuckCause::IgnoredLinks { .. } => Some(StuckFix::TakeLinks),
        StuckCause::BehindWall { is_chase: true, .. }
        | StuckCause::AreaAhead { is_chase: true, .. }
        | StuckCause::OtherFloor { .. } => Some(StuckFix::FollowWaypoints),
        StuckCause::BehindWall { is_chase: false, .. } => smaller_margin(group),
        StuckCause::BetweenWalls { distance, .. } => radius_below(group, *distance),
        StuckCause::HeldByWall { radius, .. } => radius_below(group, radius * SMALLER),
        StuckCause::TargetAtWall { distance, .. } => Some(close_above(*distance)),
        StuckCause::Occupied { distance, reach, has_place: false, is_in_sight: true, .. }
            if *distance <= NEAR_TARGET * reach =>
        {
            // The distance grows with the number of agents that arrived.
            Some(close_above(simulation.close(stuck.agent as usize) + distance - reach))
        }
        StuckCause::NoRoom { .. } => arrival_of(simulation, own),
        StuckCause::Occupied { agents, .. } | StuckCause::InTheWay { agents } => {
            arrival_of(simulation, agents.last().and_then(|&agent| group_of(agent))?)
                .or_else(|| radius_below(group, group.largest_radius() * SMALLER))
        }
        StuckCause::Deadlock { agents, .. } => {
            let others = agents.iter().filter_map(|&agent| group_of(agent)).filter(|&other| other != own);
            priority_above_all(group, others.map(|other| &groups[other]))
                .or_else(|| radius_below(group, group.largest_radius() * SMALLER))
        }
        // An agent at a distance below the margin from the target then has reached it.
        StuckCause::OutdatedPath { .. } => {
            Some(StuckFix::SetMargin((group.movement.close * 0.5).max(*NUMBERS.start())))
        }
        StuckCause::WeakForce { .. } => {
            let force = f64::from(group.speed) * group.steering.mass * group.steering.drag.max(1.0);
            Some(StuckFix::SetForce(force.ceil()))
        }
        StuckCause::Overshoots { step, distance } => Some(close_above(step.max(*distance))),
        StuckCause::PushedBack { .. } => priority_above(group, group.priority),
        StuckCause::RunEnded { seconds, .. } => {
            let duration = (simulation.scenario().duration + seconds * LONGER).ceil();
            (duration <= MOST_SECONDS).then_some(StuckFix::SetDuration(duration))
        }
    }
}

/// Returns the fix with half of the margin of a group; `None` if it is small already.
fn smaller_margin(group: &AgentGroup) -> Option<StuckFix> {
    let margin = group.movement.margin * 0.5;
    (margin > 0.01).then_some(StuckFix::SetMargin(margin))
}

/// Returns the fix with which an agent at a distance has reached its target, rounded up to centimetres.
fn close_above(distance: f32) -> StuckFix {
    StuckFix::SetClose((distance * 100.0).ceil() / 100.0 + 0.01)
}

/// Returns the fix with which the agents of a group at their target are not in the way of others.
///
/// Returns `None` if they leave already, or go along a loop.
fn arrival_of(simulation: &Simulation, index: usize) -> Option<StuckFix> {
    let group = &simulation.scenario().groups[index];
    let is_dense = matches!(group.arrival, Arrival::Stop | Arrival::Queue);
    let has_space =
        is_dense && group.behavior != Behavior::Chase && simulation.has_space_for_formation(index);
    let arrival = if has_space { Arrival::Formation } else { Arrival::Leave };
    let has_effect = group.arrival != Arrival::Leave && !group.target.is_loop();
    has_effect.then_some(StuckFix::SetArrival { group: index, arrival })
}

/// Returns a priority above those of all agents of other groups; `None` without others.
fn priority_above_all<'a>(
    group: &AgentGroup,
    others: impl Iterator<Item = &'a AgentGroup>,
) -> Option<StuckFix> {
    let most = others.map(|other| other.priority + other.spread.priority).reduce(f32::max)?;
    priority_above(group, most)
}

/// Returns the fix that sets the priority of a group far above another one, as far as priorities go.
fn priority_above(group: &AgentGroup, other: f32) -> Option<StuckFix> {
    let priority = (other * PRIORITY).min(NUMBERS.end() - group.spread.priority);
    (priority > other && priority > group.priority).then_some(StuckFix::SetPriority(priority))
}

/// Returns the fix that sets the largest radius of a group, rounded down to millimetres.
///
/// Returns `None` if an agent of the group would be too small.
fn radius_below(group: &AgentGroup, radius: f32) -> Option<StuckFix> {
    let radius = (radius * 1000.0).floor() / 1000.0;
    let least = radius * (group.radius - group.spread.radius) / group.largest_radius();
    (radius >= LEAST_RADIUS && least > *NUMBERS.start()).then_some(StuckFix::SetRadius(radius))
}

impl StuckFix {
    /// Changes a scenario for an agent; returns `false` if that is not possible.
    pub fn apply(self, simulation: &Simulation, agent: u32, scenario: &mut Scenario) -> bool {
        let Some(index) = simulation.agents().get(agent as usize).map(|agent| agent.group) else {
            return false;
        };
        let index = if let Self::SetArrival { group, .. } = self { group } else { index };
        let to = if self == Self::MoveTarget { nearest_target(simulation, agent) } else { None };
        let Some(group) = scenario.groups.get_mut(index) else { return false };
        match self {
            Self::SetClose(close) => group.movement.close = close,
            Self::SetArrival { arrival, .. } => group.arrival = arrival,
            Self::SetForce(force) => group.steering.force = force,
            Self::SetDuration(duration) => scenario.duration = duration,
            Self::FollowWaypoints => group.behavior = Behavior::Waypoints,
            Self::AllowArea(area) => group.filter.set_cost(area, 1.0),
            Self::TakeLinks => group.filter.ignores_links = false,
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

impl StuckFix {
    /// Returns the label of a button, which names the group whose arrival changes.
    pub fn label(&self, scenario: &Scenario) -> String {
        let Self::SetArrival { group, arrival } = *self else { return self.to_string() };
        let name = scenario.groups.get(group).map_or("", |group| &*group.name);
        match arrival {
            Arrival::Leave => format!("Let agents of {name} leave when they arrive"),
            _ => format!("Let agents of {name} take places in a formation"),
        }
    }
}

/// Returns the reachable point nearest to the target of an agent, with the index in its route.
fn nearest_target(simulation: &Simulation, agent: u32) -> Option<(usize, Endpoint)> {
    let agent = simulation.agents().get(agent as usize)?;
    let group = simulation.group_of(agent);
    let target = simulation.target_of(agent)?;
    let (mesh, derived) = simulation.mesh();
    let class = AgentClass::of(group);
    let walkable = class.on(mesh, derived);
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
            Self::AllowArea(area) => write!(f, "Allow area {}", area.0),
            Self::TakeLinks => f.write_str("Take links"),
            Self::SetRadius(radius) => write!(f, "Set largest radius to {radius:.3} m"),
            Self::MoveTarget => f.write_str("Move the target"),
            Self::SetMargin(margin) => write!(f, "Set margin to {margin:.2} m"),
            Self::SetPriority(priority) => write!(f, "Set priority to {priority:.1}"),
            Self::SetClose(close) => write!(f, "Set arrival distance to {close:.2} m"),
            Self::SetArrival { arrival: Arrival::Leave, .. } => {
                f.write_str("Let agents leave when they arrive")
            }
            Self::SetArrival { .. } => f.write_str("Let agents take places in a formation"),
            Self::SetForce(force) => write!(f, "Set force to {force:.0} N"),
            Self::SetDuration(duration) => write!(f, "Set duration to {duration:.0} s"),
        }
    }
}
