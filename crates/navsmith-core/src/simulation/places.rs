//! Positions beside each other: where agents start, and the places of a formation or queue at a target.

use glam::{Vec2, Vec3};

use super::crowd::neighbor_grid::NeighborGrid;
use super::scenario::{AgentGroup, Spawn};
use crate::geometry::ground;
use crate::navmesh::{AreaId, CellId, Derived, NavMesh, Surface};
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_along_surface::{Slide, move_along_surface_into};
use crate::pathfinding::mesh_query::random_points::{random_points, random_points_in_circle};
use crate::pathfinding::mesh_query::raycast::raycast;
use crate::pathfinding::query::settings::Settings;

/// Maximum distance of an endpoint with a height above its floor, in metres.
pub(super) const MAX_HEIGHT: f32 = 2.0;

/// Distance of neighbouring places, in radii.
const SPACING: f32 = 2.2;

/// Distance to the next place that is tried where one of a queue is too close to a wall, in radii.
const STEP: f32 = 0.25;

/// Number of places before another one in a queue that can be near it, where the queue bends.
const NEAR_IN_QUEUE: usize = 4;

/// Distance of a place of a queue from walls, in radii; paths pass corners at about one.
const CLEAR: f32 = 0.99;

/// Number of random positions that are drawn for each agent.
const TRIES: usize = 8;

/// Number of places of a formation that are tried for each agent, and their least number.
const PLACES: [usize; 2] = [6, 64];

/// Least part of the positions around a target that are clear of walls where a formation has space.
const OPEN: f32 = 0.8;

/// Locates a position of a scenario; `None` on a mesh without cells.
pub fn located(mesh: &NavMesh, derived: &Derived, at: Endpoint) -> Option<Located> {
    locate(mesh, derived, at, MAX_HEIGHT)
}

/// Locates an agent on another mesh, on the floor nearest in height.
///
/// Without a floor within [`MAX_HEIGHT`], returns the result of [`located`].
pub(super) fn relocated(mesh: &NavMesh, derived: &Derived, at: Vec3) -> Option<Located> {
    let asked = Endpoint { ground: ground(at), height: Some(at.y) };
    let floors = derived.locator.near(asked.ground).filter_map(|cell| {
        let floor = Surface::floor(mesh, cell, asked.ground)?;
        Some(((floor - at.y).abs(), cell, floor)).filter(|(apart, ..)| *apart <= MAX_HEIGHT)
    });
    let nearest = floors.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let on_floor = nearest.map(|(_, cell, floor)| {
        let point = Vec3::new(at.x, floor, at.z);
        Located { asked, cell, point, off_mesh: None }
    });
    on_floor.or_else(|| located(mesh, derived, asked))
}

/// The positions of agents that were placed, with their radii.
#[derive(Debug, Default)]
pub(super) struct PlacedAgents {
    positions: Vec<Option<Vec3>>,
    radii: Vec<f32>,
    grid: NeighborGrid,
    /// Number of positions in the grid.
    filled: usize,
    largest: f32,
    /// Number of agents without space, which start too close to others or to a wall.
    pub(super) crowded: u32,
}

impl PlacedAgents {
    /// Returns the radius, up to `most`, of an agent at a position that touches none that was placed.
    fn room(&mut self, at: Vec3, most: f32) -> f32 {
        let range = most + self.largest;
        // The grid is filled again once the number of positions has doubled; the others are tested one by one.
        if self.positions.len() >= 2 * self.filled.max(16) {
            self.filled = self.positions.len();
            self.grid.fill(&self.positions, 2.0 * range);
        }
        let mut near = Vec::new();
        self.grid.nearest((u32::MAX, at), range, usize::MAX, &[], &mut near);
        let in_grid = near.iter().map(|&(_, other)| other as usize);
        let rooms = in_grid.chain(self.filled..self.positions.len()).filter_map(|other| {
            let place = self.positions[other].filter(|place| (place.y - at.y).abs() <= MAX_HEIGHT)?;
            Some(ground(place).distance(ground(at)) - self.radii[other])
        });
        rooms.fold(most, f32::min)
    }

    fn add(&mut self, at: Vec3, radius: f32) {
        self.positions.push(Some(at));
        self.radii.push(radius);
        self.largest = self.largest.max(radius);
    }
}

/// Returns the positions at which agents with these radii start; none if no cell is walkable there.
///
/// They do not touch each other, and are the largest radius of the group away from walls, as far as there is space.
pub(super) fn starts(
    walkable: &Walkable<'_>,
    group: &AgentGroup,
    (radii, seed): (&[f32], u64),
    placed: &mut PlacedAgents,
) -> Vec<Located> {
    // The next agent is the last one. A position gets the largest agent that fits, and one of a line the next agent.
    let mut left: Vec<usize> = (0..radii.len()).rev().collect();
    let is_line = matches!(group.spawn, Spawn::Line { .. });
    if !is_line {
        left.sort_by(|&one, &two| radii[one].total_cmp(&radii[two]));
    }
    let mut starts: Vec<Option<Located>> = vec![None; radii.len()];
    let mut spare = Vec::new();
    for candidate in candidates(walkable, group, seed) {
        let Some(next) = left.last().map(|&agent| radii[agent]) else { break };
        let is_clear = distance_to_wall(walkable, &candidate, group.largest_radius()).is_none();
        let room = if is_clear { placed.room(candidate.point, next) } else { 0.0 };
        let fitting = if room >= next {
            left.len()
        } else if is_line {
            0
        } else {
            left.partition_point(|&agent| radii[agent] <= room)
        };
        if fitting == 0 {
            spare.push(candidate);
            continue;
        }
        let agent = left.remove(fitting - 1);
        placed.add(candidate.point, radii[agent]);
        starts[agent] = Some(candidate);
    }
    // Without space for all, the others start too close and separate in the first steps.
    let places = if spare.is_empty() { starts.iter().flatten().copied().collect() } else { spare };
    for (&agent, candidate) in left.iter().rev().zip(places.iter().cycle()) {
        placed.add(candidate.point, radii[agent]);
        placed.crowded += 1;
        starts[agent] = Some(*candidate);
    }
    starts.into_iter().flatten().collect()
}

/// Returns the cell at the start of a group if the group may not enter it, with the reason.
pub(super) fn blocked_start(walkable: &Walkable<'_>, group: &AgentGroup) -> Option<(CellId, Blocked)> {
    let at = match group.spawn {
        Spawn::Point(at) | Spawn::Disc { center: at, .. } | Spawn::Line { from: at, .. } => at,
        Spawn::Area(_) => return None,
    };
    let cell = located(walkable.mesh, walkable.derived, at)?.cell;
    Some((cell, walkable.blocked(cell)?))
}

fn candidates(walkable: &Walkable<'_>, group: &AgentGroup, seed: u64) -> Vec<Located> {
    let (count, spacing) = (group.count as usize, group.largest_radius());
    let at =
        |endpoint| located(walkable.mesh, walkable.derived, endpoint).filter(|it| walkable.allows(it.cell));
    match group.spawn {
        Spawn::Point(center) => at(center).map_or_else(Vec::new, |center| {
            let places = count * PLACES[0] + PLACES[1];
            around(walkable, &center, spacing, places).collect()
        }),
        Spawn::Disc { center, radius } => at(center).map_or_else(Vec::new, |center| {
            random_points_in_circle(walkable, &center, radius, seed, count * TRIES)
        }),
        Spawn::Line { from, to } => {
            let is_clear = |it: &Located| distance_to_wall(walkable, it, spacing).is_none();
            let all: Vec<Located> = on_line([from, to], count).filter_map(at).collect();
            if all.iter().all(is_clear) {
                return all;
            }
            // A part of the line is off the mesh or too close to a wall: the agents start on the rest.
            let tried = on_line([from, to], count * TRIES).filter_map(at);
            let clear: Vec<Located> = tried.filter(is_clear).collect();
            let (Some(first), Some(last)) = (clear.first(), clear.last()) else { return all };
            let ends = [first.asked, last.asked];
            on_line(ends, count).filter_map(at).filter(is_clear).chain(clear).collect()
        }
        Spawn::Area(area) => {
            let mut filter = walkable.filter.clone();
            let others = (0..=u8::MAX).map(AreaId).filter(|other| *other != area);
            others.for_each(|other| filter.set_cost(other, f32::INFINITY));
            random_points(&Walkable { filter: &filter, ..*walkable }, seed, count * TRIES)
        }
    }
}

/// Returns positions at equal distances on a line, from one end to the other.
fn on_line([from, to]: [Endpoint; 2], count: usize) -> impl Iterator<Item = Endpoint> {
    let last = (count.max(2) - 1) as f32;
    (0..count).map(move |index| {
        let t = index as f32 / last;
        let height = from.height.zip(to.height).map(|(from, to)| from + (to - from) * t);
        Endpoint { ground: from.ground.lerp(to.ground, t), height }
    })
}

/// Returns positions in a hexagonal pattern around a centre, nearest first.
///
/// They are reachable from it about in a straight line, along walls.
fn around<'a>(
    walkable: &'a Walkable<'_>,
    center: &'a Located,
    radius: f32,
    most: usize,
) -> impl Iterator<Item = Located> + 'a {
    let (mut memory, mut slide) = (SurfaceMemory::default(), Slide::default());
    hexagons(most).filter_map(move |offset| {
        let to = ground(center.point) + offset * (SPACING * radius);
        move_along_surface_into(walkable, center, to, &mut memory, &mut slide);
        slide.has_arrived.then_some(slide.end)
    })
}

/// Returns the points of a hexagonal pattern with distance 1, ring by ring around the origin.
fn hexagons(most: usize) -> impl Iterator<Item = Vec2> {
    let half = 0.5;
    let height = 3.0_f32.sqrt() * half;
    let corners =
        [(1.0, 0.0), (half, height), (-half, height), (-1.0, 0.0), (-half, -height), (half, -height)]
            .map(Vec2::from);
    let ring = move |ring: usize| {
        let sides = (0..6).flat_map(move |side| {
            let (from, to) = (corners[side], corners[(side + 1) % 6]);
            (0..ring).map(move |step| (from * (ring - step) as f32) + to * step as f32)
        });
        (ring == 0).then_some(Vec2::ZERO).into_iter().chain(sides)
    };
    (0..).flat_map(ring).take(most)
}

/// Whether a number of agents fit into a formation around a target without many walls.
pub(super) fn is_open_around(walkable: &Walkable<'_>, target: &Located, radius: f32, count: usize) -> bool {
    let most = (count as f32 / OPEN).floor() as usize;
    clear_around(walkable, target, radius, most).take(count).count() == count
}

/// Returns the positions around a target that are in sight of it and clear of walls, nearest first.
fn clear_around<'a>(
    walkable: &'a Walkable<'_>,
    target: &'a Located,
    radius: f32,
    most: usize,
) -> impl Iterator<Item = Located> + 'a {
    let is_in_sight = move |place: &Located| raycast(walkable, target, ground(place.point)).hit.is_none();
    let is_clear = move |place: &Located| distance_to_wall(walkable, place, radius).is_none();
    around(walkable, target, radius, most).filter(is_clear).filter(is_in_sight)
}

/// Returns at most `count` places of a formation, in the order in which they are taken.
///
/// They are in sight of the target, and clear of walls. `approach` is the mean direction of the agents that come. Where
/// all come from one side, the farthest places are the first ones, so that no agent at its place is in the way of
/// others. Where they come from all sides, the first ones are nearest to the target. With too little space around the
/// target, as in a passage, the last places are those of a queue behind the others.
pub(super) fn formation(
    walkable: &Walkable<'_>,
    target: &Located,
    (approach, path): (Vec2, impl FnOnce() -> Vec<Vec3>),
    radius: f32,
    count: usize,
) -> Vec<Located> {
    let places = count * PLACES[0] + PLACES[1];
    let mut found: Vec<Located> = clear_around(walkable, target, radius, places).take(count).collect();
    let order = |place: &Located| {
        let offset = ground(place.point) - ground(target.point);
        offset.length() * (1.0 - approach.length()) - offset.dot(approach)
    };
    found.sort_by(|a, b| order(a).total_cmp(&order(b)));
    if found.len() < count {
        let distance = |place: &Located| ground(place.point).distance(ground(target.point));
        let farthest = found.iter().map(distance).fold(0.0, f32::max);
        let skipped = (farthest / (SPACING * radius)).ceil() as usize + 2;
        let behind = queue(walkable, target, &path(), radius, count + skipped).into_iter();
        let missing = count - found.len();
        found.extend(behind.filter(|place| distance(place) >= farthest + 2.0 * radius).take(missing));
    }
    found
}

/// Returns places of a queue, from the target back along a path: at most `count`, and at least one.
///
/// They are clear of walls and of the places before. Where a wall hides a corner of the path, the corner before follows.
pub(super) fn queue(
    walkable: &Walkable<'_>,
    target: &Located,
    path: &[Vec3],
    radius: f32,
    count: usize,
) -> Vec<Located> {
    let (spacing, step) = (SPACING * radius, STEP * radius);
    let is_clear = |at: &Located| distance_to_wall(walkable, at, CLEAR * radius).is_none();
    let mut places = Vec::new();
    let (mut memory, mut slide) = (SurfaceMemory::default(), Slide::default());
    // Distance to walk until the next place.
    let (mut at, mut left) = (*target, 0.0);
    for corner in path.iter().rev().map(|&corner| ground(corner)) {
        loop {
            if left <= f32::EPSILON * spacing {
                let is_apart = |last: &Located| ground(last.point).distance(ground(at.point)) >= 2.0 * radius;
                let is_place = is_clear(&at) && places.iter().rev().take(NEAR_IN_QUEUE).all(is_apart);
                places.extend(is_place.then_some(at));
                left = if is_place { spacing } else { step };
            }
            let from = ground(at.point);
            let distance = from.distance(corner);
            if places.len() >= count || distance < f32::EPSILON {
                break;
            }
            let to = from + (corner - from) * (left.min(distance) / distance);
            move_along_surface_into(walkable, &at, to, &mut memory, &mut slide);
            at = slide.end;
            if !slide.has_arrived {
                break;
            }
            left -= left.min(distance);
        }
    }
    if places.is_empty() {
        places.push(*target);
    }
    places.truncate(count);
    places
}

/// Returns the settings of a search for one agent.
pub(super) fn settings_of(walkable: &Walkable<'_>) -> Settings {
    Settings {
        agent: *walkable.agent,
        filter: walkable.filter.clone(),
        max_height: MAX_HEIGHT,
        ..Settings::default()
    }
}
