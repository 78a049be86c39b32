//! A mesh as one agent sees it, laid out flat for search: what is asked a million times stands side by side.
//!
//! The document's mesh is made to be edited, this one to be read: sides in rings one after the other, walls, corners to
//! turn at and dead ends known beforehand. [`SearchMesh`] lays out everything at once, [`LazySearchMesh`] each cell as it is
//! entered. [`SearchMesh::with_merged_cells`], [`SearchMesh::with_blocks`] and [`SearchMesh::with_landmarks`], in this order, find out more
//! beforehand. This module knows no paths and no costs.

mod build;
mod blocks;
mod corners;
mod dead_ends;
mod merge;
mod landmarks;
mod starts;
mod lazy;

use blocks::Blocks;
pub(super) use landmarks::{LANDMARKS, Landmarks, Range};
pub use lazy::LazySearchMesh;
use merge::MergedCell;
use starts::{Start, Starts};

use std::collections::HashMap;
use std::sync::Arc;

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

/// One side of a cell, from its first corner to the next side's. Small, for a search is as fast as it gets at these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// Its first corner: X and Z.
    pub(super) at: Vec2,
    /// The number of that corner. Where several fans of cells touch in a vertex, each has one of its own.
    pub(super) spot: u32,
    /// The same side of the neighbour; or one of [`NONE`], [`SHUT`], [`UNKNOWN`].
    pub(super) twin: Side,
    /// What is behind it, for whoever walks through: a block, from [`OPEN`]; or [`WALL`] or [`DEAD_END`].
    pub(super) block: u32,
    /// Which side of its cell it is.
    pub(super) index: u16,
    /// How many sides its cell has.
    pub(super) len: u16,
    /// Whether ways may have to turn at its first corner.
    pub(super) kind: Kind,
    /// Which way its cell winds: 1 if it is convex, -1 if it is convex but inside out, 0 if it is neither.
    pub(super) winding: i8,
}

/// Whether ways may have to turn at a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Nobody looked yet.
    Unknown,
    /// The boundary leaves at most half a turn to walk in, or there is none.
    Flat,
    /// The boundary leaves more than half a turn to walk in.
    Corner,
}

/// What is told of a corner, and not searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) vertex: VertexId,
    pub(super) at: Vec3,
}

/// A mesh as one agent sees it, laid out flat: for many queries of a mesh that does not change.
///
/// A cell that is not convex is laid out as its convex [`crate::navmesh::Pieces`], which are rings like any other. Sides
/// between them are diagonals. A cell that cannot be cut is one ring without a winding. A cell of more than 65,535 corners
/// is taken for shut.
#[derive(Clone, Debug, Default)]
pub struct SearchMesh {
    pub(super) halves: Vec<Half>,
    /// By half: which side of the document's it is, or which diagonal.
    pub(super) sides: Vec<HalfEdge>,
    /// By the numbers of corners.
    pub(super) places: Vec<Place>,
    starts: Starts,
    /// By cell that is laid out in pieces: where its sides and diagonals are, sorted. Empty once cells are put together.
    cut_cells: HashMap<CellId, Vec<(HalfEdge, Side)>>,
    blocks: Blocks,
    /// By the document's cell: how it hangs together with those that it was put together with.
    joints: Vec<MergedCell>,
    pub(super) landmarks: Landmarks,
}

/// Instead of a block: nothing is behind the side, or nothing that the agent may enter, or nobody looked yet.
pub(super) const WALL: u32 = 0;
/// Instead of a block: the cell behind the side has no other way out. Where all is laid out, dead ends are told apart.
pub(super) const DEAD_END: u32 = 1;
/// The first block; the only one but for dead ends where blocks are not known.
pub(super) const OPEN: u32 = 2;

/// How a mesh is laid out for a search; not to be implemented elsewhere.
pub trait SearchMeshSource {
    /// What is laid out so far.
    fn floor(&self) -> &SearchMesh;

    /// Lays out a cell; its first side, `None` if there is no such cell or the agent may not enter it.
    fn enter(&mut self, cell: CellId) -> Option<u32> {
        self.floor().start_of(cell)
    }

    /// Finds out what is behind a side of which that is not known.
    fn expand_successors(&mut self, side: u32) -> u32 {
        self.floor().halves[side as usize].twin
    }

    /// Finds out whether ways may have to turn at the first corner of a side, where that is not known.
    fn judge_corner(&mut self, _side: u32) {}
}

impl SearchMeshSource for &SearchMesh {
    #[inline]
    fn floor(&self) -> &SearchMesh {
        self
    }
}

impl SearchMeshSource for Arc<SearchMesh> {
    #[inline]
    fn floor(&self) -> &SearchMesh {
        self
    }
}

impl SearchMesh {
    #[inline]
    pub(super) fn half(&self, side: Side) -> &Half {
        &self.halves[side as usize]
    }

    /// The side after another round their cell.
    #[inline]
    pub(super) fn after(&self, side: Side) -> Side {
        let Half { index, len, .. } = *self.half(side);
        if index + 1 == len { side - u32::from(index) } else { side + 1 }
    }

    /// The side before another round their cell.
    #[inline]
    pub(super) fn before(&self, side: Side) -> Side {
        let Half { index, len, .. } = *self.half(side);
        if index == 0 { side + u32::from(len) - 1 } else { side - 1 }
    }

    /// The first side of a cell of the document; `None` where it is not laid out or shut.
    pub(super) fn start_of(&self, cell: CellId) -> Option<Side> {
        if let Start::At(side) = self.starts.get(cell) { Some(side) } else { None }
    }

    /// The first sides of the pieces of a cell, which lie one after the other, by the first of them.
    pub(super) fn pieces(&self, start: Side) -> impl Iterator<Item = Side> {
        let cell = self.sides[start as usize].cell;
        let next = move |&start: &Side| {
            let next = start + u32::from(self.half(start).len);
            self.sides.get(next as usize).is_some_and(|side| side.cell == cell).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }

    /// All sides of a cell, by its first.
    pub(super) fn ring(&self, start: Side) -> std::ops::Range<Side> {
        start..start + u32::from(self.half(start).len)
    }

    /// The first side of the cell of a side.
    #[inline]
    pub(super) fn first(&self, side: Side) -> Side {
        side - u32::from(self.half(side).index)
    }

    /// Where the first corner of a side is.
    #[inline]
    pub(super) fn at(&self, side: Side) -> Vec2 {
        self.half(side).at
    }

    /// Which way the cell of a side winds: 1 if it is convex, -1 if it is convex but inside out, 0 if it is neither.
    #[inline]
    pub(super) fn winding(&self, side: Side) -> i32 {
        i32::from(self.half(side).winding)
    }

    /// Whether all cells are convex, or cut into convex pieces, and wind alike, so that what is the shortest way does not
    /// depend on how they are laid out.
    pub(super) fn is_sound(&self) -> bool {
        let mut windings = self.halves.iter().map(|half| half.winding);
        let first = windings.next().unwrap_or(1);
        first != 0 && windings.all(|winding| winding == first)
    }

    /// One more than the largest cell id of the document.
    pub(super) fn cell_slots(&self) -> usize {
        self.starts.cells()
    }

    /// The corners of all cells that are laid out, some of them more than once.
    pub(super) fn vertices(&self) -> impl Iterator<Item = VertexId> {
        self.places.iter().map(|place| place.vertex)
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
