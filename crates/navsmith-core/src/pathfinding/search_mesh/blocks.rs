//! Blocks of a mesh, which limit the cells that may lie on a path from one cell to another.
//!
//! A block is a part that the removal of a single cell does not disconnect. Blocks are the biconnected components of
//! the cell graph (Hopcroft and Tarjan, *Algorithm 447: Efficient Algorithms for Graph Manipulation*, 1973). Blocks
//! and the cells that join them form a tree. A path that enters no cell twice stays in the blocks on the tree's path
//! between its ends. A search therefore never enters dead ends, however large.

use std::convert::Infallible;

use super::{HalfSide, NONE, OPEN, SearchMesh, is_side};
use crate::graph::LowLinks;

/// Block, with the cell that attaches it to the rest of the tree.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// First side of the cell nearest to the root of the tree.
    top: HalfSide,
    /// Number of blocks on the path to the root, including this one.
    depth: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    all: Vec<Block>,
    /// For the first side of each cell, the block on its path to the root; [`NONE`] for the root.
    above: Vec<u32>,
}

impl SearchMesh {
    /// Computes the blocks, so that a search skips cells that cannot lie on a path. Linear.
    pub(super) fn find_blocks(&mut self) {
        let links = self.low_links();
        let mut blocks = Blocks { above: vec![NONE; self.halves.len()], ..Blocks::default() };
        for visit in &links.visits {
            let Some((before, ())) = visit.entry else { continue };
            let top = links.visits[before as usize].node;
            blocks.above[visit.node as usize] = if visit.low < before {
                blocks.above[top as usize]
            } else {
                let depth = blocks.depth(blocks.above[top as usize]) + 1;
                blocks.all.push(Block { top, depth });
                blocks.all.len() as u32 - 1
            };
        }
        for side in 0..self.halves.len() as u32 {
            let twin = self.half(side).twin;
            if is_side(twin) {
                // Of two neighbours, one is an ancestor of the other.
                let [one, other] = [side, twin].map(|side| self.first(side));
                let lower = if links.visit(one) > links.visit(other) { one } else { other };
                self.halves[side as usize].block = OPEN + blocks.above[lower as usize];
            }
        }
        self.blocks = blocks;
    }

    fn low_links(&self) -> LowLinks<()> {
        let sides = self.halves.len();
        let firsts = (0..sides as HalfSide).filter(|&side| self.first(side) == side);
        let neighbors = |first: HalfSide| {
            let twins = self.ring(first).map(|side| self.half(side).twin);
            twins.filter(|&twin| is_side(twin)).map(|twin| (self.first(twin), ()))
        };
        let Ok(links) = LowLinks::find(sides, firsts, neighbors, |_| Ok::<(), Infallible>(()));
        links
    }

    #[inline]
    pub(in crate::pathfinding) fn has_blocks(&self) -> bool {
        !self.blocks.above.is_empty()
    }

    pub(in crate::pathfinding) fn block_count(&self) -> usize {
        OPEN as usize + self.blocks.all.len().max(1)
    }

    /// Calls `visit` with every block that may lie on a path between two cells, given by first sides.
    ///
    /// Returns whether there is a path. In a mesh that is built cell by cell, calls `visit` with [`OPEN`] only.
    pub(in crate::pathfinding) fn blocks_between(
        &self,
        from: HalfSide,
        to: HalfSide,
        mut visit: impl FnMut(u32),
    ) -> bool {
        if !self.has_blocks() {
            visit(OPEN);
            return true;
        }
        let (mut from, mut to) = (from, to);
        while from != to {
            let [here, there] = [from, to].map(|cell| self.blocks.above[cell as usize]);
            if here == there {
                if here != NONE {
                    visit(OPEN + here);
                }
                return here != NONE;
            }
            let [depth_here, depth_there] = [here, there].map(|block| self.blocks.depth(block));
            for (cell, block, is_due) in
                [(&mut from, here, depth_here >= depth_there), (&mut to, there, depth_there >= depth_here)]
            {
                if let Some(block_above) = self.blocks.all.get(block as usize).filter(|_| is_due) {
                    visit(OPEN + block);
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
