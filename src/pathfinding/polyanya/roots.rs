//! What a search knows about the vertices that ways may turn at.

use glam::Vec2;

use super::cone::NONE;
use super::floor::{Floor, Slot};
use crate::geometry::{Turn, turn};
use crate::navmesh::VertexId;

/// What is known of a vertex; where several fans of cells touch in it, of the vertex in one of them.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// Whether ways may have to turn here: the boundary leaves more than half a turn to walk in.
    is_corner: bool,
    /// The first cell of the fan, where there are several; else [`NONE`].
    fan: u32,
    /// The record of the next fan at the same vertex.
    next: u32,
    /// The run in which `cost` and `from` were set.
    run: u32,
    /// The length of the shortest way here so far.
    cost: f64,
    /// The root that it came from.
    from: u32,
}

/// The roots of a search, by vertex and not by coordinate.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    /// By vertex: one more than the first of its records; 0 for none, so that the untouched table costs nothing.
    first: Vec<u32>,
    records: Vec<Record>,
    run: u32,
}

/// The cells round a vertex that can be walked through without leaving it.
struct Fan {
    /// The first cell, seen counter-clockwise; the one with the smallest id where they close up to a disc.
    first: u32,
    cells: usize,
    /// Whether the boundary leaves more than half a turn to walk in.
    is_reflex: bool,
}

impl Roots {
    pub(super) fn new(floor: &Floor<'_>) -> Self {
        Self { first: vec![0; floor.walkable.mesh.vertex_slots()], records: Vec::new(), run: 0 }
    }

    /// Forgets all ways, but not what the vertices are.
    pub(super) fn start(&mut self) {
        self.run += 1;
    }

    /// The record of a corner of a cell.
    pub(super) fn record(&mut self, floor: &mut Floor<'_>, slot: Slot, corner: u32) -> u32 {
        let vertex = floor.corners(slot)[corner as usize].vertex;
        let first = self.first[vertex.0 as usize];
        if first > 0 && self.records[first as usize - 1].fan == NONE {
            return first - 1;
        }
        self.record_of_fan(floor, vertex, slot, corner)
    }

    #[cold]
    fn record_of_fan(&mut self, floor: &mut Floor<'_>, vertex: VertexId, slot: Slot, corner: u32) -> u32 {
        let fan = fan(floor, slot, corner);
        let first = self.first[vertex.0 as usize];
        let mut known = first.wrapping_sub(1);
        while let Some(record) = self.records.get(known as usize) {
            if record.fan == fan.first {
                return known;
            }
            known = record.next;
        }
        let is_only = fan.cells >= cells_at(floor, vertex);
        self.records.push(Record {
            is_corner: fan.is_reflex,
            fan: if is_only { NONE } else { fan.first },
            next: first.wrapping_sub(1),
            run: 0,
            cost: 0.0,
            from: NONE,
        });
        self.first[vertex.0 as usize] = self.records.len() as u32;
        self.records.len() as u32 - 1
    }

    /// Whether ways may have to turn there.
    pub(super) fn is_corner(&self, record: u32) -> bool {
        self.records[record as usize].is_corner
    }

    /// Takes note of a way to a root; whether it is worth following.
    ///
    /// Of ways that are equally long, only those from the root that came first are: their continuations are equally
    /// long too, and following all would double the work at every tie.
    pub(super) fn admit(&mut self, record: u32, cost: f64, from: u32) -> bool {
        let run = self.run;
        let known = &mut self.records[record as usize];
        if known.run != run || cost < known.cost {
            *known = Record { run, cost, from, ..*known };
            return true;
        }
        cost == known.cost && from == known.from
    }

    /// Whether a shorter way to a root was found since.
    pub(super) fn is_outdated(&self, record: u32, cost: f64) -> bool {
        self.records.get(record as usize).is_some_and(|known| known.cost < cost)
    }
}

/// How many cells at a vertex the agent may enter.
fn cells_at(floor: &mut Floor<'_>, vertex: VertexId) -> usize {
    let star = floor.walkable.derived.adjacency.star(vertex);
    star.iter().filter(|&&id| floor.enter(id).is_some_and(|slot| !floor.cell(slot).is_shut())).count()
}

/// Walks round a corner of a cell, first clockwise to the boundary and then counter-clockwise.
fn fan(floor: &mut Floor<'_>, slot: Slot, corner: u32) -> Fan {
    let most = floor.walkable.derived.adjacency.star(floor.corners(slot)[corner as usize].vertex).len();
    let mut begin = (slot, corner);
    for _ in 0..most {
        let twin = floor.corners(begin.0)[begin.1 as usize].twin;
        let Some((next, side)) = floor.across(twin) else { break };
        begin = (next, (side + 1) % floor.cell(next).len);
        if begin.0 == slot {
            break;
        }
    }
    let first_spoke = spoke(floor, begin.0, (begin.1 + 1) % floor.cell(begin.0).len);
    let outer = if floor.cell(begin.0).winding < 0 { Turn::Left } else { Turn::Right };
    let [mut cells, mut end, mut least] = [1, begin.1, floor.cell(begin.0).id.0];
    let (mut at, mut is_reflex) = (begin.0, false);
    while cells <= most as u32 {
        let side = (end + floor.cell(at).len - 1) % floor.cell(at).len;
        // Cells are convex, so of the spokes past half a turn the first is short of a whole one, and turns outwards.
        is_reflex |= turn(spoke(floor, at, end), first_spoke, spoke(floor, at, side)) == outer;
        let twin = floor.corners(at)[side as usize].twin;
        let Some((next, side)) = floor.across(twin) else {
            return Fan { first: floor.cell(begin.0).id.0, cells: cells as usize, is_reflex };
        };
        if next == begin.0 {
            break;
        }
        (at, end) = (next, side);
        least = least.min(floor.cell(next).id.0);
        cells += 1;
    }
    Fan { first: least, cells: cells as usize, is_reflex: false }
}

/// Where a corner of a cell is.
fn spoke(floor: &Floor<'_>, slot: Slot, corner: u32) -> Vec2 {
    floor.corners(slot)[corner as usize].at
}
