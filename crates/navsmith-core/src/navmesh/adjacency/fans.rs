//! Joins each side with its twin: the side that arrives at its start from its end.
//!
//! Works vertex by vertex, after all cells have been added to the stars of their corners. Comparisons are branchless,
//! because their results are unpredictable.

use smallvec::SmallVec;
use wide::u32x8;

use super::super::paged_lists::{Counts, PagedLists, Room};
use super::super::{CellId, HalfEdge, NavMesh, VertexId};
use super::pairs;
use super::twins::{Code, SMALL, TwinWrite};

/// Number of sides that are compared with another side at once.
const LANES: usize = 8;

/// Maximum number of corners around a vertex that are compared pairwise.
const MANY: usize = 64;

/// The corners around all vertices, in the order of insertion.
pub(super) struct Fans<'a> {
    mesh: &'a NavMesh,
    /// Sides that leave each vertex.
    stars: Room<Code>,
    /// For each element of `stars`, the end of the side and the start of the preceding side.
    ends: Vec<[VertexId; 2]>,
    /// For each element of `stars`, the number of the side in its cell; empty without large cells.
    nths: Vec<u32>,
    /// Maximum number of corners of a cell.
    most: usize,
}

impl<'a> Fans<'a> {
    /// Creates empty fans with storage for `counts` corners per vertex.
    ///
    /// The cells have at most `most` corners.
    pub(super) fn of(mesh: &'a NavMesh, counts: Counts, most: usize) -> Self {
        let stars = counts.into_room();
        let ends = vec![[VertexId(0); 2]; stars.all.len() + LANES];
        let nths = if most > SMALL { vec![0; stars.all.len()] } else { Vec::new() };
        Self { mesh, stars, ends, nths, most }
    }

    #[inline]
    pub(super) fn add(&mut self, cell: CellId, corners: impl AsRef<[VertexId]>) {
        let corners = corners.as_ref();
        let mut before = corners.len().wrapping_sub(1);
        for (nth, &corner) in corners.iter().enumerate() {
            let after = if nth + 1 == corners.len() { 0 } else { nth + 1 };
            let at = self.stars.put(corner.0 as usize, Code::new(cell, nth as u32));
            self.ends[at] = [corners[after], corners[before]];
            if let Some(of_side) = self.nths.get_mut(at) {
                *of_side = nth as u32;
            }
            before = nth;
        }
    }

    /// Joins all sides, and returns whether an edge has more than two.
    pub(super) fn join(&self, write: &mut TwinWrite<'_, '_>) -> bool {
        let (mut start, mut is_crowded) = (0, false);
        for star in self.stars.lists() {
            let is_small = |side: &Code| self.mesh.corners(side.cell()).len() <= SMALL;
            if star.len() <= MANY && (self.most <= SMALL || star.iter().all(is_small)) {
                if self.join_small(star, &self.ends[start..], write) {
                    is_crowded |= self.join_any(start, star, write);
                }
            } else {
                is_crowded |= self.join_any(start, star, write);
            }
            start += star.len();
        }
        is_crowded
    }

    /// Sets the twins of the sides of small cells that leave a vertex, on edges of at most two sides.
    ///
    /// `ends` continues with the ends of other vertices' sides. Returns whether an edge has more than two sides.
    #[inline]
    fn join_small(&self, star: &[Code], ends: &[[VertexId; 2]], write: &mut TwinWrite<'_, '_>) -> bool {
        let (one, mut crowded) = (u32x8::splat(1), u32x8::ZERO);
        for (nth, sides) in star.chunks(LANES).enumerate() {
            let Some(lanes) = ends[nth * LANES..].first_chunk::<LANES>() else { break };
            let leads = u32x8::from(lanes.map(|[lead, _]| lead.0));
            let [mut twins, mut coming, mut leaving] = [u32x8::ZERO; 3];
            for (&side, [lead, from]) in star.iter().zip(ends) {
                // A lane has all bits set if its comparison holds.
                let is_twin = leads.simd_eq(u32x8::splat(from.0));
                twins |= is_twin & u32x8::splat(self.before(side).0);
                coming -= is_twin;
                leaving -= leads.simd_eq(u32x8::splat(lead.0));
            }
            crowded |= (coming + leaving).simd_gt(u32x8::splat(2));
            // Two sides in one direction have no twins. `Code::NONE` has all bits set.
            twins |= !(coming.simd_eq(one) & leaving.simd_eq(one));
            for (&side, twin) in sides.iter().zip(twins.to_array()) {
                write.join(side, Code(twin));
            }
        }
        crowded.any()
    }

    /// Returns the preceding side of the same small cell.
    #[inline]
    fn before(&self, side: Code) -> Code {
        let last = if self.most > 3 { self.mesh.corners(side.cell()).len() as u32 - 1 } else { 2 };
        if side.nth() == 0 { Code(side.0 | last) } else { Code(side.0 - 1) }
    }

    /// Returns the cells around each vertex.
    pub(super) fn into_stars(self) -> PagedLists<CellId> {
        self.stars.finish(self.mesh.vertex_slots(), Code::cell)
    }

    /// Joins the sides that meet at a vertex, by sorting. Returns whether an edge has more than two sides.
    ///
    /// `start` is the number of the first of these sides among all.
    #[inline(never)]
    fn join_any(&self, start: usize, star: &[Code], write: &mut TwinWrite<'_, '_>) -> bool {
        let mut is_crowded = false;
        let mut sides: SmallVec<[(VertexId, bool, HalfEdge); 16]> = SmallVec::new();
        for (number, leaving) in (start..).zip(star) {
            let cell = leaving.cell();
            let corners = self.mesh.corners(cell);
            let at = self.nths.get(number).map_or_else(|| leaving.nth(), |&nth| nth as usize);
            let before = if at == 0 { corners.len() } else { at } - 1;
            let after = if at + 1 == corners.len() { 0 } else { at + 1 };
            sides.push((corners[before], false, HalfEdge { cell, side: before as u32 }));
            sides.push((corners[after], true, HalfEdge { cell, side: at as u32 }));
        }
        sides.sort_unstable_by_key(|&(end, is_leaving, _)| (end, is_leaving));
        for on_edge in sides.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, false, coming), (_, true, leaving)] = *on_edge {
                write.set(coming, Some(leaving));
                write.set(leaving, Some(coming));
                continue;
            }
            is_crowded |= on_edge.len() > 2;
            let sides: SmallVec<[HalfEdge; 4]> = on_edge.iter().map(|&(_, _, side)| side).collect();
            sides.iter().for_each(|&side| write.set(side, None));
            if let Some([one, other]) = pairs::joined(self.mesh, &sides) {
                write.set(one, Some(other));
                write.set(other, Some(one));
            }
        }
        is_crowded
    }
}
