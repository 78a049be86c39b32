//! Compact copy of a mesh as one agent sees it, laid out for fast search.
//!
//! It stores sides in contiguous rings. Walls, corners at which paths turn, and blocks are computed in advance.
//! [`SearchMesh::with_merged_cells`] and [`SearchMesh::with_landmarks`], in this order, add further preprocessing.

mod blocks;
mod corners;
mod merge;
pub(super) mod landmarks;
mod starts;
mod build;
pub mod lazy;

use std::collections::HashMap;
use std::ops::Deref;

use glam::{Vec2, Vec3};

use self::blocks::Blocks;
use self::landmarks::Landmarks;
use self::merge::MergedCell;
use self::starts::{Start, Starts};
use crate::navmesh::{CellId, HalfEdge, VertexId};

/// Index of a side in the search mesh.
pub(super) type HalfSide = u32;

/// Index for no side, no corner or no block.
pub(super) const NONE: u32 = u32::MAX;
/// Twin of a side behind which the agent may not enter.
pub(super) const BLOCKED: u32 = u32::MAX - 1;
/// Twin or corner that is not computed yet. No index in the search mesh is as large.
pub(super) const UNKNOWN: u32 = u32::MAX - 2;

/// Side of a cell, from its first corner to that of the next side.
///
/// The type is small, because access to sides dominates the time of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// First corner: X and Z.
    pub(super) at: Vec2,
    /// Number of the first corner. Each fan of cells that touches a vertex has its own number.
    pub(super) spot: u32,
    /// Same side in the neighbour; or one of [`NONE`], [`BLOCKED`], [`UNKNOWN`].
    pub(super) twin: HalfSide,
    /// Block behind the side, from [`OPEN`] on; or [`WALL`] or [`DEAD_END`].
    pub(super) block: u32,
    /// Index of the side in its cell.
    pub(super) index: u16,
    /// Number of sides of the cell.
    pub(super) len: u16,
    /// Whether paths may have to turn at the first corner.
    pub(super) kind: HalfKind,
    /// Winding of the cell: 1 if it is convex, -1 if convex with reversed winding, 0 if neither.
    pub(super) winding: i8,
}

/// Whether paths may have to turn at a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum HalfKind {
    /// Not computed yet.
    Unknown,
    /// The boundary leaves at most half a turn of walkable ground, or there is no boundary.
    Flat,
    /// The boundary leaves more than half a turn of walkable ground.
    Corner,
}

/// Vertex and position of a corner, which results contain but the search does not use.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexPlace {
    pub(super) vertex: VertexId,
    pub(super) at: Vec3,
}

/// Compact copy of a mesh as one agent sees it, for many queries of a mesh that does not change.
///
/// A cell that is not convex is stored as its convex [`crate::navmesh::Pieces`], each a ring like any other. The
/// sides between them are diagonals. A cell that cannot be cut is one ring without a winding. A cell of more than
/// 65,535 corners counts as blocked.
#[derive(Clone, Debug, Default)]
pub struct SearchMesh {
    pub(super) halves: Vec<Half>,
    /// Side or diagonal of the document for each half.
    pub(super) sides: Vec<HalfEdge>,
    /// Corners by number.
    pub(super) places: Vec<VertexPlace>,
    starts: Starts,
    /// Sides and diagonals of each cell stored in pieces, sorted, with their indices.
    ///
    /// Empty once cells are merged.
    cut_cells: HashMap<CellId, Vec<(HalfEdge, HalfSide)>>,
    blocks: Blocks,
    /// Position of each cell of the document in its merged cell.
    joints: Vec<MergedCell>,
    pub(super) landmarks: Landmarks,
}

/// Block number for a side with no cell behind it, a blocked cell or an unknown one.
pub(super) const WALL: u32 = 0;
/// Block number for a side whose cell behind has no other exit, in a mesh that is built cell by cell.
pub(super) const DEAD_END: u32 = 1;
/// First block number; the only other one in a mesh that is built cell by cell.
pub(super) const OPEN: u32 = 2;

/// Source of a search mesh. Not intended for implementation elsewhere.
pub trait SearchMeshSource {
    /// Returns the search mesh built so far.
    fn floor(&self) -> &SearchMesh;

    /// Adds a cell and returns its first side; `None` if it does not exist or the agent may not enter it.
    fn enter(&mut self, cell: CellId) -> Option<u32> {
        self.floor().start_of(cell)
    }

    /// Determines the twin of a side whose twin is unknown.
    fn expand_successors(&mut self, side: u32) -> u32 {
        self.floor().halves[side as usize].twin
    }

    /// Determines whether paths may have to turn at the first corner of a side, if that is unknown.
    fn judge_corner(&mut self, _side: u32) {}
}

impl<T: Deref<Target = SearchMesh>> SearchMeshSource for T {
    #[inline]
    fn floor(&self) -> &SearchMesh {
        self
    }
}

impl SearchMesh {
    #[inline]
    pub(super) fn half(&self, side: HalfSide) -> &Half {
        &self.halves[side as usize]
    }

    #[inline]
    pub(super) fn after(&self, side: HalfSide) -> HalfSide {
        let Half { index, len, .. } = *self.half(side);
        if index + 1 == len { side - u32::from(index) } else { side + 1 }
    }

    #[inline]
    pub(super) fn before(&self, side: HalfSide) -> HalfSide {
        let Half { index, len, .. } = *self.half(side);
        if index == 0 { side + u32::from(len) - 1 } else { side - 1 }
    }

    /// Returns the first side of a cell of the document; `None` if the cell is not stored or blocked.
    pub(super) fn start_of(&self, cell: CellId) -> Option<HalfSide> {
        if let Start::At(side) = self.starts.get(cell) { Some(side) } else { None }
    }

    /// Returns the first sides of the pieces of a cell, which are contiguous, given the first of them.
    pub(super) fn pieces(&self, start: HalfSide) -> impl Iterator<Item = HalfSide> {
        let cell = self.sides[start as usize].cell;
        let next = move |&start: &HalfSide| {
            let next = start + u32::from(self.half(start).len);
            self.sides.get(next as usize).is_some_and(|side| side.cell == cell).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }

    /// Returns all sides of a cell, given its first side.
    pub(super) fn ring(&self, start: HalfSide) -> std::ops::Range<HalfSide> {
        start..start + u32::from(self.half(start).len)
    }

    #[inline]
    pub(super) fn first(&self, side: HalfSide) -> HalfSide {
        side - u32::from(self.half(side).index)
    }

    #[inline]
    pub(super) fn at(&self, side: HalfSide) -> Vec2 {
        self.half(side).at
    }

    /// Returns the winding of a side's cell: 1 if convex, -1 if convex but reversed, 0 if neither.
    #[inline]
    pub(super) fn winding(&self, side: HalfSide) -> i32 {
        i32::from(self.half(side).winding)
    }

    /// Whether all cells are convex or cut into convex pieces, and wind alike.
    ///
    /// The shortest path then does not depend on the layout of the cells.
    pub(super) fn is_sound(&self) -> bool {
        let mut windings = self.halves.iter().map(|half| half.winding);
        let first = windings.next().unwrap_or(1);
        first != 0 && windings.all(|winding| winding == first)
    }

    pub(super) fn cell_slots(&self) -> usize {
        self.starts.cells
    }

    /// Returns the vertices of all stored cells, some of them more than once.
    pub(super) fn vertices(&self) -> impl Iterator<Item = VertexId> {
        self.places.iter().map(|place| place.vertex)
    }

    /// Returns the number of stored sides.
    pub fn len(&self) -> usize {
        self.halves.len()
    }

    /// Whether no side is stored.
    pub fn is_empty(&self) -> bool {
        self.halves.is_empty()
    }
}

#[inline]
pub(super) fn is_side(twin: u32) -> bool {
    twin < UNKNOWN
}
