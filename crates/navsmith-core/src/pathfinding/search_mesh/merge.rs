//! Merged cells: cells are joined while the result is convex, so a search enters fewer and larger ones.
//!
//! It finds the same paths. Sides are removed greedily, the longest first. Hertel and Mehlhorn (*Fast triangulation
//! of simple polygons*, 1983) remove them in any order. Paths are still reported in the document's cells: the parts
//! of a merged cell form a tree with one path between any two of them.

use smallvec::SmallVec;

use super::{HalfSide, SearchMesh, is_side};
use crate::geometry::{Turn, turn};
use crate::graph::union_find;
use crate::navmesh::{CellId, HalfEdge};

/// Maximum number of sides of a merged cell; larger cells cost more to expand than they save.
const MOST_SIDES: u32 = 16;

/// Position of a cell of the document in the tree of its merged cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MergedCell {
    /// Number of cells on the path to the root of the tree; 0 at the root.
    depth: u32,
    /// Index of the side that leads to the parent.
    side: u32,
    /// Twin of that side, in the parent; `None` at the root.
    above: Option<HalfEdge>,
}

/// Rings of sides during merging.
struct Rings<'a> {
    floor: &'a SearchMesh,
    after: Vec<HalfSide>,
    before: Vec<HalfSide>,
    /// Parents of the sides for union-find; the root represents the ring.
    ring: Vec<HalfSide>,
    /// Number of sides of a ring, by its representative.
    len: Vec<u32>,
    is_left_out: Vec<bool>,
}

impl SearchMesh {
    /// Returns the mesh with merged cells, for searches that need lengths more often than steps. `n log n`.
    #[must_use]
    pub fn with_merged_cells(&self) -> Self {
        let mut rings = Rings::new(self);
        for side in rings.longest_first() {
            rings.leave_out(side);
        }
        let mut floor = rings.written_down();
        floor.find_blocks();
        floor
    }

    /// Calls `visit` with the exits on the path between two cells of the document in one merged cell.
    ///
    /// The last exit comes first.
    pub(in crate::pathfinding) fn emit_inside(
        &self,
        from: CellId,
        to: CellId,
        mut visit: impl FnMut(HalfEdge),
    ) {
        let joint = |cell: CellId| self.joints.get(cell.0 as usize).copied().unwrap_or_default();
        let (mut here, mut there) = (from, to);
        // Cells have at least three sides, so no more of them are merged.
        let mut way_up: SmallVec<[HalfEdge; MOST_SIDES as usize]> = SmallVec::new();
        while here != there {
            let [low, high] = [here, there].map(joint);
            if let Some(above) = low.above.filter(|_| low.depth > high.depth) {
                way_up.push(HalfEdge { cell: here, side: low.side });
                here = above.cell;
            } else if let Some(above) = high.above {
                visit(above);
                there = above.cell;
            } else {
                break;
            }
        }
        way_up.into_iter().rev().for_each(visit);
    }
}

impl<'a> Rings<'a> {
    fn new(floor: &'a SearchMesh) -> Self {
        let sides = || 0..floor.halves.len() as HalfSide;
        Self {
            floor,
            after: sides().map(|side| floor.after(side)).collect(),
            before: sides().map(|side| floor.before(side)).collect(),
            ring: sides().map(|side| floor.first(side)).collect(),
            len: sides().map(|side| u32::from(floor.half(side).len)).collect(),
            is_left_out: vec![false; floor.halves.len()],
        }
    }

    /// Returns one of the two sides between every two adjacent convex cells, the longest first.
    ///
    /// Omits pieces of cells: paths are reported as a tree of whole cells.
    fn longest_first(&self) -> Vec<HalfSide> {
        let floor = self.floor;
        let is_between = |&side: &HalfSide| {
            let twin = floor.half(side).twin;
            is_side(twin)
                && side < twin
                && [side, twin].iter().all(|&side| floor.winding(side) == 1 && !floor.is_piece(side))
        };
        let length = |side| floor.at(side).distance_squared(floor.at(floor.after(side)));
        let mut all: Vec<(u32, HalfSide)> = (0..self.ring.len() as HalfSide)
            .filter(is_between)
            // The bits of non-negative lengths have the same order. Their complement puts the longest first.
            .map(|side| (!length(side).to_bits(), side))
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, side)| side).collect()
    }

    fn ring_of(&mut self, side: HalfSide) -> HalfSide {
        union_find::root(&mut self.ring, side)
    }

    /// Removes a side and its twin if the remaining cell is convex.
    fn leave_out(&mut self, side: HalfSide) {
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
        self.len[union_find::join(&mut self.ring, one, other) as usize] = len;
    }

    fn is_convex_at(&self, side: HalfSide, twin: HalfSide) -> bool {
        let (before, after) = (self.before[side as usize], self.after[twin as usize]);
        let [from, middle, to] = [before, side, self.after[after as usize]].map(|side| self.floor.at(side));
        // If both cells share the next side too, that side would dangle.
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
        for side in 0..old.halves.len() as HalfSide {
            if self.is_left_out[side as usize] || new_side[side as usize] != super::NONE {
                continue;
            }
            let ring = self.ring_of(side);
            first_of[ring as usize] = floor.halves.len() as HalfSide;
            let len = self.len[ring as usize] as u16;
            let mut at = side;
            for index in 0..len {
                new_side[at as usize] = floor.halves.len() as HalfSide;
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

    /// Builds the tree of each merged cell, rooted at its first cell.
    fn joints(&self) -> Vec<MergedCell> {
        let floor = self.floor;
        let mut joints = vec![MergedCell::default(); floor.cell_slots()];
        let mut is_known = vec![false; floor.cell_slots()];
        let mut open = Vec::new();
        for start in 0..floor.halves.len() as HalfSide {
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
