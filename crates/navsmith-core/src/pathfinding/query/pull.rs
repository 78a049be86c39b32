//! Turns a corridor into a path: narrows portals by the radius, pulls the string and rounds corners.

use std::mem;

use glam::{Vec2, Vec3};

use super::algorithm::Algorithm;
use super::settings::Settings;
use crate::geometry::ground;
use crate::navmesh::VertexId;
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::ground::Ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::string_pulling::crossings::{is_cost_border, place_crossings};
use crate::pathfinding::string_pulling::detailed_cells::DetailedCells;
use crate::pathfinding::string_pulling::funnel::string_pull_into;
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::plane::{FunnelPlane, Pulling, seen_from_outside};
use crate::pathfinding::string_pulling::portal::{Portal, emit_portals, portals_into};
use crate::pathfinding::string_pulling::round::bends::Bend;
use crate::pathfinding::string_pulling::round::{RoundMemory, Rounding};
use crate::pathfinding::string_pulling::sections::{bends_of_legs, round_legs};
use crate::pathfinding::string_pulling::surface_length::{Measured, measured};
use crate::pathfinding::string_pulling::waypoint::WaypointKind;
use crate::pathfinding::timeline::QueryEvent;
use crate::pathfinding::timeline::corridor::emit_corridor;
use crate::trace::{Observer, Silent};

/// How a string is pulled.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pathfinding) struct Pull {
    pulling: Pulling,
    has_slope_waypoints: bool,
    /// Whether the string is the cheapest, not the shortest.
    counts_costs: bool,
}

impl Pull {
    /// Returns how the string of an algorithm is pulled. Polyanya ignores costs.
    pub(super) fn of(
        algorithm: Algorithm,
        &Settings { pulling, has_slope_waypoints, .. }: &Settings,
    ) -> Self {
        Self { has_slope_waypoints, ..Self::bare(algorithm, pulling) }
    }

    /// Like [`Self::of`], but without slope waypoints.
    pub(in crate::pathfinding) fn bare(algorithm: Algorithm, pulling: Pulling) -> Self {
        Self { pulling, has_slope_waypoints: false, counts_costs: algorithm != Algorithm::Polyanya }
    }
}

/// Memory of string pulling, kept between queries of one mesh, agent and filter.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct PullMemory {
    /// Corridor over the pieces of cells.
    pieces: Corridor,
    /// Cells that the agent may enter.
    is_open: Vec<Option<bool>>,
    round: RoundMemory,
}

/// Pulls a path through a corridor and emits the events of the corridor, portals, funnel and surface.
///
/// The path respects the radius only in the ground plan. On the surface of planets and loops the agent is a point. A
/// path over links is pulled in the ground plan. Wide links then act as portals, and corners are rounded in each
/// section.
///
/// Writes into the memory of an earlier path.
pub(in crate::pathfinding) fn pull_into(
    walkable: &Walkable<'_>,
    how: Pull,
    original: &Corridor,
    ends: [&Located; 2],
    observer: &mut impl Observer<QueryEvent>,
    memory: &mut PullMemory,
    path: &mut Path,
) {
    let is_wide = pull_string_into(walkable, how, original, ends, observer, &mut memory.pieces, path);
    path.rounding = is_wide.then(|| {
        let mut rounding = path.rounding.take().unwrap_or_default();
        let ground = Ground::in_memory(walkable, mem::take(&mut memory.is_open));
        let (string, radius) = ((&*path.portals, &*path.waypoints), walkable.agent.radius);
        round_legs(&ground, &memory.pieces, string, radius, &mut memory.round, &mut rounding);
        memory.is_open = ground.into_memory();
        rounding
    });
    let Measured { length, cost } = path.rounding.as_ref().map_or_else(
        || path.measured_on_surface(walkable.mesh),
        |&Rounding { length, cost, .. }| Measured { length, cost },
    );
    (path.length, path.cost) = (length, walkable.has_costs().then_some(cost));
    if observer.is_enabled() {
        path.passings_observed(&mut observer.map_events(QueryEvent::from));
    }
}

/// Writes the bends of the cheapest path in the ground plan through a corridor.
pub(super) fn bends_through(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    ends: [&Located; 2],
    memory: &mut PullMemory,
    path: &mut Path,
    bends: &mut Vec<Bend>,
) {
    let how = Pull { counts_costs: true, ..Pull::default() };
    pull_string_into(walkable, how, corridor, ends, &mut Silent, &mut memory.pieces, path);
    let ground = Ground::in_memory(walkable, mem::take(&mut memory.is_open));
    let Path { portals, waypoints, .. } = path;
    let (string, radius) = ((&**portals, &**waypoints), walkable.agent.radius);
    bends_of_legs(&ground, &memory.pieces, string, radius, &mut memory.round, bends);
    memory.is_open = ground.into_memory();
}

/// Pulls the string of a path without rounding its corners; returns whether they have to be rounded.
///
/// Sets all fields of the path but its rounding and its length.
pub(super) fn pull_string_into(
    walkable: &Walkable<'_>,
    how: Pull,
    original: &Corridor,
    ends: [&Located; 2],
    observer: &mut impl Observer<QueryEvent>,
    corridor: &mut Corridor,
    path: &mut Path,
) -> bool {
    emit_corridor(original, &mut observer.map_events(QueryEvent::from));
    path.corridor.clone_from(&original.cells);
    let portals = &mut path.portals;
    portals_into(walkable, original, ends, corridor, portals);
    let has_links = portals.iter().any(|portal| portal.link.is_some());
    let pulling = if has_links { Pulling::Ground } else { how.pulling.on(walkable.derived) };
    path.plane = match pulling {
        Pulling::Ground => FunnelPlane::default(),
        Pulling::Curved => {
            seen_from_outside(walkable.mesh, &corridor.cells, portals);
            FunnelPlane::of(walkable.mesh, &corridor.cells, portals)
        }
        Pulling::Sphere => walkable.derived.sphere().map_or_else(FunnelPlane::default, |sphere| {
            seen_from_outside(walkable.mesh, &corridor.cells, portals);
            FunnelPlane::around(sphere, walkable.mesh, &corridor.cells, portals)
        }),
    };
    let radius = walkable.agent.radius;
    let is_wide = radius > 0.0 && pulling == Pulling::Ground;
    if is_wide {
        for index in 0..portals.len() {
            let is_border = how.counts_costs && is_cost_border(portals, index);
            narrow(walkable, &mut portals[index], radius, is_border);
        }
    }
    if has_links {
        place_crossings(walkable, corridor, portals, &[]);
    }
    if how.counts_costs && pulling == Pulling::Ground {
        cross_cost_borders(walkable, how, corridor, path);
    }
    let portals = &path.portals;
    if observer.is_enabled() {
        let mut emit = observer.map_events(QueryEvent::from);
        emit_portals(walkable.mesh, corridor, portals, &mut emit);
    }
    let mut emit = observer.map_events(QueryEvent::from);
    let Path { plane, waypoints, corridor: cells, .. } = path;
    string_pull_into(plane, portals, how.has_slope_waypoints, &mut emit, waypoints);
    if walkable.mesh.has_details() {
        let cells = DetailedCells::of_path(walkable.mesh, cells, portals);
        for waypoint in waypoints {
            if matches!(waypoint.kind, WaypointKind::Slope | WaypointKind::Cost) {
                let height = cells.height(waypoint.portal, waypoint.point);
                waypoint.point.y = height.unwrap_or(waypoint.point.y);
            }
        }
    }
    is_wide
}

/// Makes the path cross borders of costs at the cheapest points, if that makes it cheaper.
fn cross_cost_borders(walkable: &Walkable<'_>, how: Pull, corridor: &Corridor, path: &mut Path) {
    if !(0..path.portals.len()).any(|portal| is_cost_border(&path.portals, portal)) {
        return;
    }
    let cost = |path: &mut Path| {
        let Path { plane, portals, waypoints, corridor, .. } = path;
        string_pull_into(plane, portals, how.has_slope_waypoints, &mut Silent, waypoints);
        measured(&DetailedCells::of_path(walkable.mesh, corridor, portals), waypoints, portals).cost
    };
    let shortest = cost(path);
    let passed: Vec<Vec3> = path.passings().iter().map(|passing| passing.point).collect();
    let uncrossed = path.portals.clone();
    place_crossings(walkable, corridor, &mut path.portals, &passed);
    if cost(path) >= shortest {
        path.portals = uncrossed;
    }
}

/// Pulls the path of an answer through a corridor.
pub(in crate::pathfinding) fn path_through(
    walkable: &Walkable<'_>,
    how: Pull,
    corridor: &Corridor,
    ends: [&Located; 2],
) -> Path {
    let (mut memory, mut path) = (PullMemory::default(), Path::default());
    pull_into(walkable, how, corridor, ends, &mut Silent, &mut memory, &mut path);
    path
}

/// Pulls a path for an agent without a radius.
pub(in crate::pathfinding) fn string_through(
    walkable: &Walkable<'_>,
    how: Pull,
    corridor: &Corridor,
    ends: [&Located; 2],
) -> Path {
    let point = Agent::default();
    path_through(&Walkable { agent: &point, ..*walkable }, how, corridor, ends)
}

/// Moves those ends of a portal that lie on walls inwards by the radius.
///
/// The path may turn anywhere on a border of costs. Its ends so move until they are a radius away from the walls that
/// begin there. If the portal is too narrow, moves both ends to one point between the walls.
fn narrow(walkable: &Walkable<'_>, portal: &mut Portal, radius: f32, is_border: bool) {
    let Some(ids) = portal.ids else { return };
    let ends = [portal.left, portal.right];
    let across = ground(ends[1]) - ground(ends[0]);
    let inset = radius / across.length();
    let inset_at = |id, along: Vec2| match is_border {
        _ if !walkable.has_wall(id) => 0.0,
        true => inset / least_sine(walkable, id, along),
        false => inset,
    };
    let [left, right] = [inset_at(ids[0], across), inset_at(ids[1], -across)];
    let [from, to] = match (left > 0.0, right > 0.0) {
        (true, true) if left + right >= 1.0 => [left / (left + right); 2],
        _ => [left.min(1.0), (1.0 - right).max(0.0)],
    };
    // `lerp` would round an end that does not move.
    let at = |t: f32| {
        if t == 0.0 {
            ends[0]
        } else if t == 1.0 {
            ends[1]
        } else {
            ends[0].lerp(ends[1], t)
        }
    };
    (portal.left, portal.right) = (at(from), at(to));
}

/// Returns the sine of the least angle between a direction and the walls at a vertex.
///
/// It is 1 if all angles are at least right ones.
fn least_sine(walkable: &Walkable<'_>, vertex: VertexId, along: Vec2) -> f32 {
    let mesh = walkable.mesh;
    let (at, along) = (ground(mesh.position(vertex)), along.normalize_or_zero());
    let ends = walkable.walls_at(vertex).filter_map(|side| mesh.half_edge(side)).flatten();
    let walls =
        ends.filter(|&end| end != vertex).map(|end| (ground(mesh.position(end)) - at).normalize_or_zero());
    let sharp = walls.filter(|wall| wall.dot(along) > 0.0).map(|wall| wall.perp_dot(along).abs());
    sharp.fold(1.0, f32::min).max(f32::EPSILON)
}
