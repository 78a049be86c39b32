//! Kinds of starts and targets of agents, and their exchange for one of another kind.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::session::pick::{Element, GroupId, Hit, ONE_FLOOR};
use crate::editor::simulation::groups;
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::Cell;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast};
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, MOST_POINTS, Scenario, Spawn};

/// Distance of a new target from the position before it, in metres.
const BESIDE: f32 = 4.0;

/// Kind of the start of a group of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpawnKind {
    /// Around a point.
    Point,
    /// In a disc.
    Disc,
    /// On a line.
    Line,
    /// In an area.
    Area,
}

/// Kind of the target of a group of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A point.
    Point,
    /// A route.
    Route,
    /// Another agent.
    Agent,
    /// The pointer.
    Pointer,
}

impl SpawnKind {
    /// All kinds, in the order of lists.
    pub const ALL: [Self; 4] = [Self::Point, Self::Disc, Self::Line, Self::Area];

    /// Returns the kind of a start.
    pub fn of(spawn: &Spawn) -> Self {
        match spawn {
            Spawn::Point(_) => Self::Point,
            Spawn::Disc { .. } => Self::Disc,
            Spawn::Line { .. } => Self::Line,
            Spawn::Area(_) => Self::Area,
        }
    }
}

impl TargetKind {
    /// Returns the kind of a target.
    pub fn of(target: &GroupTarget) -> Self {
        match target {
            GroupTarget::Point(_) => Self::Point,
            GroupTarget::Route { .. } => Self::Route,
            GroupTarget::Agent { .. } => Self::Agent,
            GroupTarget::Pointer => Self::Pointer,
        }
    }

    /// Returns the kinds that the target of a group can have: an agent only if there is another one.
    pub fn possible(scenario: &Scenario, group: usize) -> Vec<Self> {
        let agent = other_agent(scenario, group).map(|_| Self::Agent);
        [Self::Point, Self::Route].into_iter().chain(agent).chain([Self::Pointer]).collect()
    }
}

/// Returns a start of another kind, about where the agents of a group start now.
pub fn spawn_of_kind(state: &State, group: &AgentGroup, kind: SpawnKind) -> Spawn {
    let middle = start(state, group);
    let width = 2.0 * group.radius * group.count as f32;
    match kind {
        SpawnKind::Point => Spawn::Point(groups::endpoint_at(state, middle)),
        SpawnKind::Disc => {
            let radius = (2.0 * group.radius * (group.count as f32).sqrt()).max(1.0);
            Spawn::Disc { center: groups::endpoint_at(state, middle), radius }
        }
        SpawnKind::Line => {
            let half = Vec3::X * (0.75 * width).clamp(1.0, 10.0);
            let ends = [-half, half].map(|half| clear_end(state, middle, middle + half, group));
            let [from, to] = ends.map(|at| groups::endpoint_at(state, at));
            Spawn::Line { from, to }
        }
        SpawnKind::Area => {
            let far = |hit: &Hit| (hit.at.y - middle.y).abs();
            let cells = state.pick_context().cells_at(ground(middle)).into_iter();
            let nearest = cells.min_by(|a, b| far(a).total_cmp(&far(b)));
            let Some(Element::Cell(cell)) = nearest.map(|hit| hit.element) else {
                return Spawn::Area(state.options().area);
            };
            let area = state.mesh().cell(cell).map(Cell::area);
            Spawn::Area(area.unwrap_or_default())
        }
    }
}

/// Returns a target of another kind, about where the agents of a group go now.
///
/// Returns the pointer for an agent where there is no other one.
pub fn target_of_kind(state: &State, id: GroupId, group: &AgentGroup, kind: TargetKind) -> GroupTarget {
    let from = start(state, group);
    let first = group.positions().nth(group.start_count());
    let first = first.unwrap_or_else(|| groups::endpoint_at(state, beside(state, from)));
    match kind {
        TargetKind::Point => GroupTarget::Point(first),
        TargetKind::Route => {
            let back = groups::endpoint_at(state, from);
            GroupTarget::Route { points: vec![first, back], is_loop: true }
        }
        TargetKind::Agent => {
            let scenario = state.document().scenarios.get(id.scenario);
            let other = scenario.and_then(|scenario| other_agent(scenario, id.group));
            other.map_or(GroupTarget::Pointer, |(group, index)| GroupTarget::Agent { group, index })
        }
        TargetKind::Pointer => GroupTarget::Pointer,
    }
}

/// Adds a point to the end of a route, beside the last one.
///
/// Does nothing for other targets and full routes.
pub fn add_route_point(state: &State, group: &mut AgentGroup) {
    let last = groups::places(state, group).last().copied();
    if let (GroupTarget::Route { points, .. }, Some(last)) = (&mut group.target, last)
        && points.len() < MOST_POINTS
    {
        points.push(groups::endpoint_at(state, beside(state, last)));
    }
}

/// Returns the middle of where a group starts; for an area, of one of its cells.
fn start(state: &State, group: &AgentGroup) -> Vec3 {
    let places = groups::places(state, group);
    if let Spawn::Area(area) = group.spawn {
        let mesh = state.mesh();
        let of_area = mesh.cells().find(|(_, cell)| cell.area() == area);
        return of_area
            .map(|(id, _)| mesh.centroid(id))
            .or_else(|| places.first().copied())
            .unwrap_or_default();
    }
    let starts = &places[..group.start_count().min(places.len())];
    starts.iter().sum::<Vec3>() / starts.len().max(1) as f32
}

/// Returns the end of a line on the mesh from a position towards another one, at the radius from walls.
///
/// Returns the position itself if it is off the mesh.
fn clear_end(state: &State, from: Vec3, to: Vec3, group: &AgentGroup) -> Vec3 {
    let (mesh, derived) = (state.mesh(), state.derived());
    let agent = Agent { radius: group.largest_radius(), ..Agent::default() };
    let asked = groups::endpoint_at(state, from);
    let walkable = Walkable::new(mesh, derived, &agent, &group.filter);
    let Some(start) = locate(mesh, derived, asked, ONE_FLOOR).filter(|start| start.off_mesh.is_none()) else {
        return from;
    };
    let Ray { end, hit, .. } = raycast(&walkable, &start, ground(to));
    let length = ground(end.point).distance(ground(from));
    let clear = if hit.is_some() { (length - agent.radius).max(0.0) / length.max(f32::EPSILON) } else { 1.0 };
    from.lerp(end.point, clear)
}

/// Returns a position on the mesh near another one; that one if there is none.
fn beside(state: &State, at: Vec3) -> Vec3 {
    let context = state.pick_context();
    let around = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|to| ground(at) + to * BESIDE);
    let on_mesh = around.into_iter().find_map(|to| {
        let floors = context.floors_at(to).into_iter();
        let nearest = floors.min_by(|a, b| (a - at.y).abs().total_cmp(&(b - at.y).abs()))?;
        Some(at_height(to, nearest))
    });
    on_mesh.unwrap_or(at)
}

/// Returns the group and the index of an agent that those of a group can go to.
fn other_agent(scenario: &Scenario, group: usize) -> Option<(usize, u32)> {
    (0..scenario.groups.len()).find(|&other| other != group).map(|other| (other, 0))
}
