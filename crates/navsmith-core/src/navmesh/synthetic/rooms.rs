//! Rooms and corridors: a room in every block of a lattice, and bent corridors between neighbours.
//!
//! A room covers at least the core of its block, and doors lie in front of the core. No two corridors therefore
//! intersect.

use std::array::from_fn;

use super::maze::{Joint, grow};
use super::{METRE, Parts};
use crate::geometry::SplitMix64;
use crate::navmesh::VertexId;

/// Distance between the centres of adjacent blocks.
const PITCH: i64 = 16 * METRE;

/// Half the width of a block's core.
const CORE: i64 = 4 * METRE;

/// Maximum distance that a room extends beyond the core.
const PAST: i64 = 2 * METRE;

/// Half the width of the pillar in the centre of some rooms.
const PILLAR: i64 = METRE;

/// Unit of random lengths.
const QUARTER: i64 = METRE / 4;

/// Average number of triangles of a room with its share of the corridors.
///
/// Includes some corridors beyond those that connect all rooms.
const PER_ROOM: usize = 15;

/// Creates rooms of about `triangles` triangles; adds corridors that form loops until there are enough.
pub(super) fn make(triangles: usize, seed: u64) -> Parts {
    let mut chance = SplitMix64(seed);
    let count = (triangles / PER_ROOM).max(1);
    let width = count.isqrt();
    let height = count / width;
    let blocks = (0..width * height).map(|at| [at % width, at / width]);
    let mut rooms: Vec<Room> = blocks.map(|at| Room::new(at.map(|n| n as i64), &mut chance)).collect();
    let mut made: usize = rooms.iter().map(Room::triangles).sum();
    let (tree, rest) = grow(width, height, &mut chance);
    let (needed, mut corridors) = (tree.len(), Vec::new());
    for joint in tree.into_iter().chain(rest) {
        if corridors.len() >= needed && made >= triangles {
            break;
        }
        let corridor = Corridor::new(joint, &mut chance);
        let [from, to] = corridor.walls();
        rooms[joint.from].doors[from] = Some(corridor.first);
        rooms[joint.to].doors[to] = Some(corridor.last);
        made += corridor.triangles();
        corridors.push(corridor);
    }
    let mut parts = Parts::default();
    let doors: Vec<[Option<Doorway>; 4]> = rooms.iter().map(|room| room.build(&mut parts)).collect();
    for corridor in corridors {
        let Joint { from, to, .. } = corridor.joint;
        let walls = corridor.walls();
        if let [Some(first), Some(last)] = [doors[from][walls[0]], doors[to][walls[1]]] {
            corridor.build([&rooms[from], &rooms[to]], [first, last], &mut parts);
        }
    }
    parts
}

/// Start and end of a door along its wall, relative to the centre of the block.
type Door = [i64; 2];

type Doorway = [VertexId; 2];

/// Walls in the order of a room's ring: counter-clockwise from above, each from its corner to the next.
const WEST: usize = 0;
const SOUTH: usize = 1;
const EAST: usize = 2;
const NORTH: usize = 3;

struct Room {
    middle: [i64; 2],
    low: [i64; 2],
    high: [i64; 2],
    floor: i64,
    has_pillar: bool,
    doors: [Option<Door>; 4],
}

impl Room {
    fn new(block: [i64; 2], chance: &mut SplitMix64) -> Self {
        let middle = block.map(|n| n * PITCH);
        let mut reach = |middle: i64, way: i64| {
            middle + way * (CORE + QUARTER * chance.below((PAST / QUARTER) as u64 + 1) as i64)
        };
        let (low, high) = (middle.map(|at| reach(at, -1)), middle.map(|at| reach(at, 1)));
        let floor = QUARTER * chance.below(5) as i64;
        Self { middle, low, high, floor, has_pillar: chance.below(4) == 0, doors: [None; 4] }
    }

    /// Returns the number of triangles without doors.
    fn triangles(&self) -> usize {
        if self.has_pillar { 8 } else { 4 }
    }

    /// Returns the position on a wall at an offset from the centre.
    fn on_wall(&self, wall: usize, at: i64) -> [i64; 3] {
        let [x, z] = self.middle.map(|middle| middle + at);
        match wall {
            WEST => [self.low[0], self.floor, z],
            SOUTH => [x, self.floor, self.high[1]],
            EAST => [self.high[0], self.floor, z],
            _ => [x, self.floor, self.low[1]],
        }
    }

    /// Adds triangle fans from the walls to the centre, or to the pillar's corners.
    ///
    /// Returns the vertices of the door in each wall.
    fn build(&self, parts: &mut Parts) -> [Option<Doorway>; 4] {
        let ring = |[low_x, low_z]: [i64; 2], [high_x, high_z]: [i64; 2]| {
            [[low_x, low_z], [low_x, high_z], [high_x, high_z], [high_x, low_z]]
        };
        let mut vertex = |[x, z]: [i64; 2]| parts.vertex([x, self.floor, z]);
        let corners = ring(self.low, self.high).map(&mut vertex);
        let inner = if self.has_pillar {
            ring(self.middle.map(|at| at - PILLAR), self.middle.map(|at| at + PILLAR)).map(&mut vertex)
        } else {
            [vertex(self.middle); 4]
        };
        let doors: [Option<Doorway>; 4] =
            from_fn(|wall| self.doors[wall].map(|door| door.map(|at| parts.vertex(self.on_wall(wall, at)))));
        for wall in 0..4 {
            let [corner, next] = [corners[wall], corners[(wall + 1) % 4]];
            let [near, far] = [inner[wall], inner[(wall + 1) % 4]];
            let mut last = corner;
            let along = doors[wall].map(|[low, high]| if wall <= SOUTH { [low, high] } else { [high, low] });
            for at in along.into_iter().flatten().chain([next]) {
                parts.triangle([last, at, near]);
                last = at;
            }
            if self.has_pillar {
                parts.triangle([next, far, near]);
            }
        }
        doors
    }
}

/// A corridor of constant width between adjacent rooms.
struct Corridor {
    joint: Joint,
    first: Door,
    /// Cross sections at which the corridor bends.
    between: Vec<Door>,
    last: Door,
}

impl Corridor {
    fn new(joint: Joint, chance: &mut SplitMix64) -> Self {
        let width = QUARTER * (4 + chance.below(9) as i64);
        let mut door = || {
            let room = 2 * (CORE - QUARTER) - width;
            let low = QUARTER - CORE + QUARTER * chance.below((room / QUARTER) as u64 + 1) as i64;
            [low, low + width]
        };
        let (first, last) = (door(), door());
        let spare = [door(), door()];
        let bends = chance.below(3) as usize;
        Self { joint, first, between: spare[..bends].to_vec(), last }
    }

    fn walls(&self) -> [usize; 2] {
        if self.joint.is_east { [EAST, WEST] } else { [SOUTH, NORTH] }
    }

    /// Returns the number of triangles, including those that its doors add to the rooms.
    fn triangles(&self) -> usize {
        4 + 2 * (self.between.len() + 1)
    }

    fn build(&self, [from, to]: [&Room; 2], [first, last]: [Doorway; 2], parts: &mut Parts) {
        let is_east = self.joint.is_east;
        let [along, across] = if is_east { [0, 1] } else { [1, 0] };
        let stretches = self.between.len() as i64 + 1;
        let mut before = first;
        for step in 1..=stretches {
            let after = if let Some(door) = self.between.get(step as usize - 1) {
                let part_way = |[from, to]: [i64; 2]| from + (to - from) * step / stretches;
                let at = part_way([from.high[along], to.low[along]]);
                let floor = part_way([from.floor, to.floor]);
                door.map(|aside| from.middle[across] + aside)
                    .map(|aside| parts.vertex(if is_east { [at, floor, aside] } else { [aside, floor, at] }))
            } else {
                last
            };
            let ([a, b], [d, c]) = (before, after);
            parts.quad(if is_east { [a, b, c, d] } else { [a, d, c, b] });
            before = after;
        }
    }
}
