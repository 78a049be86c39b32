//! Blocks of a mesh, which limit the cells that may lie on a path from one cell to another.
//!
//! A block is a part that the removal of a single cell does not disconnect. Blocks are the biconnected components of
//! the cell graph (Hopcroft and Tarjan, *Algorithm 447: Efficient Algorithms for Graph Manipulation*, 1973). Blocks
//! and the cells that join them form a tree. A path that enters no cell twice stays in the blocks on the tree's path
//! between its ends. A search therefore never enters dead ends, however large.

use super::{NONE, OPEN, SearchMesh, Side, is_side};

/// Block, with the cell that attaches it to the rest of the tree.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// First side of the cell nearest to the root of the tree.
    top: Side,
    /// Number of blocks on the path to the root, including this one.
    depth: u32,
}

/// Tree of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    all: Vec<Block>,
    /// For the first side of each cell, the block on its path to the root; [`NONE`] for the root.
    above: Vec<u32>,
    /// Number of dead ends with a number of their own, if blocks were not computed.
    pub(super) dead_ends: u32,
}

/// State of a cell in the depth-first search.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// Discovery number of the cell; 0 if it was not visited.
    order: u32,
    /// Least discovery number among the known neighbours of this cell and its descendants.
    low: u32,
}

/// Cell whose neighbours are being visited.
#[derive(Clone, Copy, Debug)]
struct Open {
    start: Side,
    /// Side through which the cell was entered; [`NONE`] where the search began.
    entry: Side,
    next: Side,
}

impl SearchMesh {
    /// Computes the blocks, so that a search skips cells that cannot lie on a path. Linear.
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
                // Of two neighbours, one is an ancestor of the other.
                let ends = [cell(&self, side), cell(&self, twin)];
                let lower = ends.into_iter().max_by_key(|&end| visits[end].order).unwrap_or_default();
                self.halves[side as usize].block = OPEN + blocks.above[lower];
            }
        }
        self.blocks = blocks;
        self
    }

    /// Visits all cells in depth-first order, with an explicit stack, so that depth is not limited.
    ///
    /// Returns the state of each cell by its first side, and the cells in order of discovery.
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
                // Another side that leads back to the same cell is a second connection.
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

    /// Whether blocks were computed.
    #[inline]
    pub(in crate::pathfinding) fn has_blocks(&self) -> bool {
        !self.blocks.above.is_empty()
    }

    /// Returns the number of blocks that can be marked.
    pub(in crate::pathfinding) fn block_count(&self) -> usize {
        OPEN as usize + self.blocks.all.len().max(1) + self.blocks.dead_ends as usize
    }

    /// Calls `tell` with every block that may lie on a path between two cells, given by first sides.
    ///
    /// Returns whether there is a path. If blocks were not computed, calls `tell` with [`OPEN`] only, which excludes
    /// dead ends.
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
