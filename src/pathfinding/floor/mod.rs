//! A mesh as one agent sees it, laid out flat for search: what is asked a million times stands side by side.
//!
//! The document's mesh is made to be edited, this one to be read: sides in rings one after the other, walls, corners to
//! turn at and dead ends known beforehand. [`Floor`] lays out everything at once, [`Unrolled`] each cell as it is
//! entered. This module knows no paths and no costs.

mod build;
mod corners;
mod unrolled;

pub use unrolled::Unrolled;

use glam::{Vec2, Vec3};

use crate::navmesh::{CellId, HalfEdge, VertexId};

/// A side of a cell by its place in the layout.
pub(super) type Side = u32;

/// No side, no corner, no block.
pub(super) const NONE: u32 = u32::MAX;
/// Instead of a twin: the agent may not enter the cell behind.
pub(super) const SHUT: u32 = u32::MAX - 1;
/// Instead of a twin or a corner: nobody looked yet. No place in the layout is as large.
pub(super) const UNKNOWN: u32 = u32::MAX - 2;

/// The block of sides that lead into a dead end, where blocks are not known.
pub(super) const DEAD_END: u32 = 1;

/// One side of a cell, from its first corner to the next side's.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Half {
    /// Where its first corner is: X and Z.
    pub(super) at: Vec2,
    /// The same side of the neighbour; or one of [`NONE`], [`SHUT`], [`UNKNOWN`].
    pub(super) twin: Side,
    /// The number of its first corner among those that ways may have to turn at; [`NONE`] for others; or [`UNKNOWN`].
    pub(super) corner: u32,
    /// The block that whoever walks through it is in; of use where there is a twin.
    pub(super) block: u32,
    /// The first side of its cell.
    pub(super) start: Side,
    /// How many sides its cell has.
    pub(super) len: u32,
    /// Which way its cell winds: 1 if it is convex, -1 if it is convex but inside out, 0 if it is neither.
    pub(super) winding: i32,
}

/// A vertex that ways may have to turn at; where several fans of cells touch in it, the vertex in one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) vertex: VertexId,
    pub(super) at: Vec3,
}

/// A mesh as one agent sees it, laid out flat.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    pub(super) halves: Vec<Half>,
    /// By half: which side of the document's it is.
    pub(super) sides: Vec<HalfEdge>,
    /// By half: which vertex its first corner is.
    pub(super) vertices: Vec<VertexId>,
    /// By the document's cell: one more than its first side; 0 where it is not laid out, so that the untouched table
    /// costs nothing; [`SHUT`] where the agent may not enter it.
    starts: Vec<u32>,
    pub(super) corners: Vec<Corner>,
    /// How many blocks there are.
    pub(super) block_count: u32,
}

/// How a mesh is laid out for a search; not to be implemented elsewhere.
pub trait Layout {
    /// What is laid out so far.
    fn floor(&self) -> &Floor;

    /// Lays out a cell; its first side, `None` if there is no such cell or the agent may not enter it.
    fn enter(&mut self, cell: CellId) -> Option<u32> {
        self.floor().start_of(cell)
    }

    /// Finds out what is behind a side of which that is not known.
    fn look_behind(&mut self, side: u32) -> u32 {
        self.floor().halves[side as usize].twin
    }

    /// Finds out whether ways may have to turn at the first corner of a side of which that is not known.
    fn judge_corner(&mut self, side: u32) -> u32 {
        self.floor().halves[side as usize].corner
    }
}

impl Layout for &Floor {
    #[inline]
    fn floor(&self) -> &Floor {
        self
    }
}

impl Floor {
    #[inline]
    pub(super) fn half(&self, side: Side) -> &Half {
        &self.halves[side as usize]
    }

    /// The side after another round their cell.
    #[inline]
    pub(super) fn after(&self, side: Side) -> Side {
        let half = self.half(side);
        if side + 1 == half.start + half.len { half.start } else { side + 1 }
    }

    /// The side before another round their cell.
    #[inline]
    pub(super) fn before(&self, side: Side) -> Side {
        let half = self.half(side);
        if side == half.start { side + half.len - 1 } else { side - 1 }
    }

    /// The first side of a cell of the document; `None` where it is not laid out or shut.
    pub(super) fn start_of(&self, cell: CellId) -> Option<Side> {
        let start = *self.starts.get(cell.0 as usize)?;
        (start != 0 && start != SHUT).then(|| start - 1)
    }

    /// All sides of a cell, by its first.
    pub(super) fn ring(&self, start: Side) -> std::ops::Range<Side> {
        start..start + self.half(start).len
    }

    /// One more than the largest cell id of the document.
    pub(super) fn cell_slots(&self) -> usize {
        self.starts.len()
    }

    /// How many corners of cells are laid out.
    pub fn len(&self) -> usize {
        self.halves.len()
    }

    /// Whether nothing is laid out.
    pub fn is_empty(&self) -> bool {
        self.halves.is_empty()
    }
}

/// The side beyond which another lies, where there is one.
#[inline]
pub(super) fn is_side(twin: u32) -> bool {
    twin < UNKNOWN
}
