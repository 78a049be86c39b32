//! A scenario of many agents for benchmarks.

use super::{AgentGroup, GroupTarget, Scenario, Spawn};
use crate::geometry::ground;
use crate::navmesh::{AreaId, Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::random_points::random_points;

/// Number of groups, each with a target of its own.
const GROUPS: usize = 20;

/// Radius of the circle that is free around a target, in metres.
const TARGET_RADIUS: f32 = 0.5;

/// Returns a scenario of 20 groups that start anywhere on the first area, and walk to 20 targets.
///
/// Each group has a twentieth of `agents`, rounded down. The targets are the same in every call for a mesh.
pub fn crowd(mesh: &NavMesh, derived: &Derived, agents: u32) -> Scenario {
    let (agent, filter) = (Agent { radius: TARGET_RADIUS, ..Agent::default() }, Filter::default());
    let targets = random_points(&Walkable::new(mesh, derived, &agent, &filter), 5, GROUPS);
    let ends = targets.iter().map(|at| Endpoint { ground: ground(at.point), height: Some(at.point.y) });
    let groups = ends.map(|target| AgentGroup {
        count: agents / GROUPS as u32,
        ..AgentGroup::new("group", Spawn::Area(AreaId(0)), GroupTarget::Point(target))
    });
    Scenario { groups: groups.collect(), ..Scenario::default() }
}
