//! Cells put together where the whole is still convex: a search enters fewer and larger ones, and finds the same ways.
//!
//! Sides are left out greedily, the longest first (after Hertel and Mehlhorn, *Fast triangulation of simple polygons*,
//! 1983, who leave them out in any order). What is told of a way is told in the document's cells all the same: those
//! that were put together are a tree, so between two of them there is one way.

use smallvec::SmallVec;

use super::{SearchMesh, Side, is_side};
use crate::geometry::{Turn, turn};
use crate::navmesh::{CellId, HalfEdge};

/// Past so many sides a cell costs more to look at than it saves.
const MOST_SIDES: u32 = 16;

/// How a cell of the document hangs together with others that it was put together with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MergedCell {
    /// How many cells lie on the way up to the top of the tree; 0 at the top.
    depth: u32,
    /// Which of its sides leads up.
    side: u32,
    /// The same side of the cell above; `None` at the top.
    above: Option<HalfEdge>,
}

/// The rings of sides while they are put together.
struct Rings<'a> {
    floor: &'a SearchMesh,
    after: Vec<Side>,
    before: Vec<Side>,
    /// By side: a side of the same ring that stands for it, and at last for itself.
    ring: Vec<Side>,
    /// By the side that stands for a ring.
    len: Vec<u32>,
    is_left_out: Vec<bool>,
}

impl SearchMesh {
    /// The same with cells put together, for a search that looks for lengths more often than for steps. `n log n`.
    #[must_use]
    pub fn with_merged_cells(&self) -> Self {
        let mut rings = Rings::new(self);
        for side in rings.longest_first() {
            rings.leave_out(side);
        }
        let mut floor = rings.written_down();
        floor.find_dead_ends();
        floor
    }

    /// Tells the sides from one cell of the document to another that it was put together with, as they are walked
    /// out through, the last first.
    pub(in crate::pathfinding) fn emit_inside(
        &self,
        from: CellId,
        to: CellId,
        mut tell: impl FnMut(HalfEdge),
    ) {
        let joint = |cell: CellId| self.joints.get(cell.0 as usize).copied().unwrap_or_default();
        let (mut here, mut there) = (from, to);
        // Of cells with at least three sides no more are put together.
        let mut way_up: SmallVec<[HalfEdge; MOST_SIDES as usize]> = SmallVec::new();
        while here != there {
            let [low, high] = [here, there].map(joint);
            if let Some(above) = low.above.filter(|_| low.depth > high.depth) {
                way_up.push(HalfEdge { cell: here, side: low.side });
                here = above.cell;
            } else if let Some(above) = high.above {
                tell(above);
                there = above.cell;
            } else {
                break;
            }
        }
        way_up.into_iter().rev().for_each(tell);
    }
}

impl<'a> Rings<'a> {
    fn new(floor: &'a SearchMesh) -> Self {
        let sides = || 0..floor.halves.len() as Side;
        Self {
            floor,
            after: sides().map(|side| floor.after(side)).collect(),
            before: sides().map(|side| floor.before(side)).collect(),
            ring: sides().map(|side| floor.first(side)).collect(),
            len: sides().map(|side| u32::from(floor.half(side).len)).collect(),
            is_left_out: vec![false; floor.halves.len()],
        }
    }

    /// One of the two sides of every two convex cells that are next to each other.
    ///
    /// Pieces of cells are left as they are: what was put together is told as a tree of whole cells.
    fn longest_first(&self) -> Vec<Side> {
        let floor = self.floor;
        let is_between = |&side: &Side| {
            let twin = floor.half(side).twin;
            is_side(twin)
                && side < twin
                && [side, twin].iter().all(|&side| floor.winding(side) == 1 && !floor.is_piece(side))
        };
        let length = |side| floor.at(side).distance_squared(floor.at(floor.after(side)));
        let mut all: Vec<(u32, Side)> = (0..self.ring.len() as Side)
            .filter(is_between)
            // As bits, lengths are in the same order; the other way round, the longest come first.
            .map(|side| (!length(side).to_bits(), side))
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, side)| side).collect()
    }

    fn ring_of(&mut self, mut side: Side) -> Side {
        while self.ring[side as usize] != side {
            let next = self.ring[self.ring[side as usize] as usize];
            self.ring[side as usize] = next;
            side = next;
        }
        side
    }

    /// Leaves out a side and the same side of the neighbour, if what remains is convex.
    fn leave_out(&mut self, side: Side) {
        let twin = self.floor.half(side).twin;
        let (one, other) = (self.ring_of(side), self.ring_of(twin));
        let len = self.len[one as usize] + self.len[other as usize] - 2;
        if one == other
            || len > MOST_SIDES
            || !self.is_convex_at(side, twin)
            || !self.is_convex_at(twin, side)
        {
            return;
        }
        for (side, twin) in [(side, twin), (twin, side)] {
            let (before, after) = (self.before[side as usize], self.after[twin as usize]);
            self.after[before as usize] = after;
            self.before[after as usize] = before;
            self.is_left_out[side as usize] = true;
        }
        self.ring[other as usize] = one;
        self.len[one as usize] = len;
    }

    /// Whether the first corner of a side is still convex without it.
    fn is_convex_at(&self, side: Side, twin: Side) -> bool {
        let (before, after) = (self.before[side as usize], self.after[twin as usize]);
        let [from, middle, to] = [before, side, self.after[after as usize]].map(|side| self.floor.at(side));
        // Where both share the next side too, it would be left dangling.
        self.floor.half(before).twin != after && turn(from, middle, to) != Turn::Right
    }

    fn written_down(mut self) -> SearchMesh {
        let old = self.floor;
        let mut floor = SearchMesh {
            places: old.places.clone(),
            starts: old.starts.clone(),
            joints: self.joints(),
            ..SearchMesh::default()
        };
        let mut new_side = vec![super::NONE; old.halves.len()];
        let mut first_of = vec![super::NONE; old.halves.len()];
        for side in 0..old.halves.len() as Side {
            if self.is_left_out[side as usize] || new_side[side as usize] != super::NONE {
                continue;
            }
            let ring = self.ring_of(side);
            first_of[ring as usize] = floor.halves.len() as Side;
            let len = self.len[ring as usize] as u16;
            let mut at = side;
            for index in 0..len {
                new_side[at as usize] = floor.halves.len() as Side;
                floor.halves.push(super::Half { index, len, ..*old.half(at) });
                floor.sides.push(old.sides[at as usize]);
                at = self.after[at as usize];
            }
        }
        for half in &mut floor.halves {
            if is_side(half.twin) {
                half.twin = new_side[half.twin as usize];
            }
        }
        floor.starts.move_all(|side| first_of[self.ring_of(side) as usize]);
        floor
    }

    /// Hangs each cell on the one of its neighbours through which it is reached first from the first of them all.
    fn joints(&self) -> Vec<MergedCell> {
        let floor = self.floor;
        let mut joints = vec![MergedCell::default(); floor.cell_slots()];
        let mut is_known = vec![false; floor.cell_slots()];
        let mut open = Vec::new();
        for start in 0..floor.halves.len() as Side {
            let cell = floor.sides[start as usize].cell.0 as usize;
            if !self.is_left_out[start as usize] || is_known[cell] {
                continue;
            }
            is_known[cell] = true;
            open.push(floor.first(start));
            while let Some(first) = open.pop() {
                let above = floor.sides[first as usize].cell.0 as usize;
                for side in floor.ring(first).filter(|&side| self.is_left_out[side as usize]) {
                    let twin = floor.half(side).twin;
                    let HalfEdge { cell, side: up } = floor.sides[twin as usize];
                    if !std::mem::replace(&mut is_known[cell.0 as usize], true) {
                        let depth = joints[above].depth + 1;
                        joints[cell.0 as usize] =
                            MergedCell { depth, side: up, above: Some(floor.sides[side as usize]) };
                        open.push(floor.first(twin));
                    }
                }
            }
        }
        joints
    }
}
