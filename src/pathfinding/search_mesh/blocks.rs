//! Blocks: which parts of a mesh may lie on the way from one cell to another.
//!
//! A block is a part that no single cell takes apart (a biconnected component of the cells; Hopcroft and Tarjan,
//! *Algorithm 447: Efficient Algorithms for Graph Manipulation*, 1973). Blocks and the cells that join them are a tree,
//! so whoever goes from one cell to another and enters none twice stays in the blocks on the tree's way between them:
//! dead ends, however large, are never looked into.

use super::{NONE, OPEN, SearchMesh, Side, is_side};

/// A block, and the cell that it hangs on.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The cell nearest to the root of the tree, by its first side.
    top: Side,
    /// How many blocks lie on the way up, itself included.
    depth: u32,
}

/// The tree of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    all: Vec<Block>,
    /// By the first side of a cell: the block on its way up; [`NONE`] for the root.
    above: Vec<u32>,
    /// How many dead ends are told apart where blocks are not known.
    pub(super) dead_ends: u32,
}

/// What a walk knows about a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// As which cell it was walked to; 0 for not yet.
    order: u32,
    /// The earliest cell that is known to be next to this one or to one walked to from here.
    low: u32,
}

/// A cell whose neighbours are being walked to.
#[derive(Clone, Copy, Debug)]
struct Open {
    start: Side,
    /// The side that it was entered through; [`NONE`] where the walk began.
    entry: Side,
    next: Side,
}

impl SearchMesh {
    /// The same, with the blocks known, so that a search leaves out what cannot lie on the way. Linear.
    #[must_use]
    pub fn with_blocks(mut self) -> Self {
        let (visits, order) = self.walk();
        let cell = |floor: &Self, side: Side| floor.first(side) as usize;
        let mut blocks = Blocks { above: vec![NONE; self.halves.len()], ..Blocks::default() };
        for Open { start, entry, .. } in order {
            if entry == NONE {
                continue;
            }
            let (own, before) = (cell(&self, start), cell(&self, self.half(entry).twin));
            blocks.above[own] = if visits[own].low < visits[before].order {
                blocks.above[before]
            } else {
                let top = self.first(self.half(entry).twin);
                let depth = blocks.depth(blocks.above[before]) + 1;
                blocks.all.push(Block { top, depth });
                blocks.all.len() as u32 - 1
            };
        }
        for side in 0..self.halves.len() as u32 {
            let twin = self.half(side).twin;
            if is_side(twin) {
                // Of two neighbours one lies on the other's way up.
                let ends = [cell(&self, side), cell(&self, twin)];
                let lower = ends.into_iter().max_by_key(|&end| visits[end].order).unwrap_or_default();
                self.halves[side as usize].block = OPEN + blocks.above[lower];
            }
        }
        self.blocks = blocks;
        self
    }

    /// Walks over all cells, depth first, with a stack of its own, so that no mesh is too deep for it; what it found
    /// out of each, by its first side, and the cells in order.
    fn walk(&self) -> (Vec<Visit>, Vec<Open>) {
        let mut visits = vec![Visit::default(); self.halves.len()];
        let (mut order, mut open): (Vec<Open>, Vec<Open>) = (Vec::new(), Vec::new());
        let mut start = 0;
        while (start as usize) < self.halves.len() {
            if visits[start as usize].order == 0 {
                enter(start, NONE, &mut visits, &mut order, &mut open);
            }
            while let Some(&Open { start, entry, next }) = open.last() {
                let own = start as usize;
                if next == start + u32::from(self.half(start).len) {
                    open.pop();
                    if let Some(before) = open.last() {
                        let low = visits[own].low;
                        let before = &mut visits[before.start as usize];
                        before.low = before.low.min(low);
                    }
                    continue;
                }
                if let Some(open) = open.last_mut() {
                    open.next += 1;
                }
                let twin = self.half(next).twin;
                // Another side that leads back to the same cell is a second way.
                if next == entry || !is_side(twin) {
                    continue;
                }
                match visits[self.first(twin) as usize].order {
                    0 => enter(self.first(twin), twin, &mut visits, &mut order, &mut open),
                    known => visits[own].low = visits[own].low.min(known),
                }
            }
            start += u32::from(self.half(start).len);
        }
        (visits, order)
    }

    /// Whether blocks are known.
    #[inline]
    pub(in crate::pathfinding) fn has_blocks(&self) -> bool {
        !self.blocks.above.is_empty()
    }

    /// How many blocks there are to be marked.
    pub(in crate::pathfinding) fn block_count(&self) -> usize {
        OPEN as usize + self.blocks.all.len().max(1) + self.blocks.dead_ends as usize
    }

    /// Tells every block that may lie on the way from one cell to another, by their first sides; whether there is a
    /// way. Where blocks are not known, all but the dead ends.
    pub(in crate::pathfinding) fn blocks_between(
        &self,
        from: Side,
        to: Side,
        mut tell: impl FnMut(u32),
    ) -> bool {
        if !self.has_blocks() {
            tell(OPEN);
            return true;
        }
        let (mut from, mut to) = (from, to);
        while from != to {
            let [here, there] = [from, to].map(|cell| self.blocks.above[cell as usize]);
            if here == there {
                if here != NONE {
                    tell(OPEN + here);
                }
                return here != NONE;
            }
            let [depth_here, depth_there] = [here, there].map(|block| self.blocks.depth(block));
            for (cell, block, is_due) in
                [(&mut from, here, depth_here >= depth_there), (&mut to, there, depth_there >= depth_here)]
            {
                if let Some(block_above) = self.blocks.all.get(block as usize).filter(|_| is_due) {
                    tell(OPEN + block);
                    *cell = block_above.top;
                }
            }
        }
        true
    }
}

impl Blocks {
    fn depth(&self, block: u32) -> u32 {
        self.all.get(block as usize).map_or(0, |block| block.depth)
    }
}

fn enter(start: Side, entry: Side, visits: &mut [Visit], order: &mut Vec<Open>, open: &mut Vec<Open>) {
    let cell = Open { start, entry, next: start };
    order.push(cell);
    open.push(cell);
    let number = order.len() as u32;
    visits[start as usize] = Visit { order: number, low: number };
}
