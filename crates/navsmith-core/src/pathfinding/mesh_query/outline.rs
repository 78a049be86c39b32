//! The outline of a cell on the ground, and the exact positions inside it.
//!
//! Cells with clockwise winding are reversed, so that the interior is to the left of every side. Cells that are not
//! convex are represented by their convex pieces. Cells that cannot be decomposed are kept unchanged.

use std::cell::RefCell;
use std::collections::BTreeMap;

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::locate::Located;
use crate::geometry::{Turn, at_height, covers, doubled_area, ground, ground_area, turn};
use crate::navmesh::{CellId, HalfEdge, NavMesh, Pieces, Surface, VertexId};
use crate::pathfinding::agent::walkable::{Walkable, Wall};

/// The sides of a cell on the ground, with the interior to their left.
pub(in crate::pathfinding) struct CellOutline {
    cell: CellId,
    ring: SmallVec<[Vec2; 8]>,
    /// The sides of a piece of the cell; `None` for the whole cell.
    sides: Option<SmallVec<[HalfEdge; 8]>>,
    is_inside_out: bool,
    is_convex: bool,
}

#[derive(Clone, Copy)]
pub(in crate::pathfinding) struct OutlineSide {
    pub(in crate::pathfinding) half_edge: HalfEdge,
    /// The ends of the side, with the interior of the cell to the left.
    pub(in crate::pathfinding) ends: [Vec2; 2],
}

impl CellOutline {
    /// Returns the outline of a cell; without sides if the cell does not exist.
    pub(in crate::pathfinding) fn of(mesh: &NavMesh, cell: CellId) -> Self {
        let ring = mesh.ground_ring(cell);
        let is_inside_out = ground_area(&ring) < 0.0;
        Self { cell, ring, sides: None, is_inside_out, is_convex: false }
    }

    /// Returns the outline of a cell whose winding is known; 0 if it is not convex.
    fn of_winding(mesh: &NavMesh, cell: CellId, winding: i8) -> Self {
        match winding {
            0 => Self::of(mesh, cell),
            _ => Self {
                cell,
                ring: mesh.ground_ring(cell),
                sides: None,
                is_inside_out: winding < 0,
                is_convex: true,
            },
        }
    }

    fn piece(&self, sides: &[HalfEdge]) -> Self {
        let count = self.ring.len() as u32;
        let corners = sides.iter().map(|side| self.ring[side.corners(count)[0] as usize]);
        Self { ring: corners.collect(), sides: Some(sides.into()), is_convex: true, ..*self }
    }

    /// Whether the outline is known to be convex.
    pub(super) fn is_convex(&self) -> bool {
        self.is_convex
    }

    /// Whether the corners of the cell are clockwise.
    pub(super) fn is_inside_out(&self) -> bool {
        self.is_inside_out
    }

    pub(in crate::pathfinding) fn sides(&self) -> impl Iterator<Item = OutlineSide> {
        let n = self.ring.len();
        (0..n).map(move |i| self.side([i, (i + 1) % n]))
    }

    /// Returns the sides with their ends in the order of the mesh, also if the cell is clockwise.
    pub(super) fn sides_of_mesh(&self) -> impl Iterator<Item = OutlineSide> {
        let is_inside_out = self.is_inside_out;
        self.sides().map(move |mut side| {
            if is_inside_out {
                side.ends.reverse();
            }
            side
        })
    }

    /// Returns the side between two consecutive corners.
    fn side(&self, corners: [usize; 2]) -> OutlineSide {
        let mut ends = corners.map(|corner| self.ring[corner]);
        if self.is_inside_out {
            ends.reverse();
        }
        let whole = HalfEdge { cell: self.cell, side: corners[0] as u32 };
        OutlineSide { half_edge: self.sides.as_ref().map_or(whole, |sides| sides[corners[0]]), ends }
    }

    /// Returns the unit normal of a side of the whole cell, on the ground and towards the interior.
    pub(super) fn inward(&self, side: HalfEdge) -> DVec2 {
        let of_side = self.sides().find(|of| of.half_edge == side).map(|of| of.ends.map(Vec2::as_dvec2));
        // Z points down, so left is the direction of the negative perpendicular.
        of_side.map_or(DVec2::ZERO, |[a, b]| -(b - a).perp().normalize_or_zero())
    }

    /// Whether a position lies in the cell, its boundary included; exact.
    pub(in crate::pathfinding) fn holds(&self, at: Vec2) -> bool {
        // A piece may have no area, and then has no inside.
        if self.is_convex && self.sides.is_none() && at.is_finite() {
            self.sides().all(|side| turn(side.ends[0], side.ends[1], at) != Turn::Right)
        } else {
            covers(&self.ring, at)
        }
    }

    /// Returns an f32 position in a convex outline, next to one that lies outside only because of rounding.
    ///
    /// The result lies in the outline by exact predicate. If the outline is too thin to contain an f32 position
    /// nearby, returns its nearest corner. Returns NaN if the cell does not exist.
    fn settle(&self, at: Vec2) -> Vec2 {
        if self.holds(at) {
            return at;
        }
        let to = at.as_dvec2();
        let offsets = self.sides().map(|side| nearest(side.ends, to).offset);
        let on_side = offsets.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        let Some(on_side) = on_side.map(|offset| to + offset) else { return Vec2::NAN };
        let middle = self.ring.iter().map(|p| p.as_dvec2()).sum::<DVec2>() / self.ring.len() as f64;
        let shares = std::iter::once(0.0).chain((2..25).rev().map(|halvings| 0.5f64.powi(halvings)));
        let places = shares.map(|share| on_side.lerp(middle, share).as_vec2());
        let corners = self.ring.iter().copied();
        let corner = || corners.min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
        places.into_iter().find(|&place| self.holds(place)).or_else(corner).unwrap_or(Vec2::NAN)
    }
}

/// A convex piece of a cell: the cell and the number of the piece.
///
/// The number is 0 for a cell that is a single piece.
pub(in crate::pathfinding) type SidePiece = (CellId, usize);

/// A mesh decomposed into the convex pieces of its cells.
pub(in crate::pathfinding) struct SideCut<'a> {
    walkable: Walkable<'a>,
    /// The cells used so far that are not convex; `None` for cells that cannot be decomposed.
    cut: RefCell<BTreeMap<CellId, Option<&'a Pieces>>>,
}

impl<'a> SideCut<'a> {
    pub(in crate::pathfinding) fn new(walkable: &Walkable<'a>) -> Self {
        Self { walkable: *walkable, cut: RefCell::default() }
    }

    /// Returns the pieces of a cell that is not convex; `None` for other cells.
    #[inline]
    fn pieces(&self, cell: CellId) -> Option<&'a Pieces> {
        let is_convex = self.walkable.derived.convex_winding(cell) != 0;
        if is_convex { None } else { self.pieces_of_other(cell) }
    }

    #[inline(never)]
    fn pieces_of_other(&self, cell: CellId) -> Option<&'a Pieces> {
        *self.cut.borrow_mut().entry(cell).or_insert_with(|| self.walkable.derived.pieces(cell))
    }

    /// Returns the number of pieces of the cells used so far.
    pub(in crate::pathfinding) fn len(&self) -> usize {
        self.cut.borrow().values().flatten().map(|pieces| pieces.len()).sum()
    }

    pub(in crate::pathfinding) fn outline(&self, (cell, piece): SidePiece) -> CellOutline {
        let winding = self.walkable.derived.convex_winding(cell);
        let outline = CellOutline::of_winding(self.walkable.mesh, cell, winding);
        if winding != 0 {
            return outline;
        }
        match self.pieces(cell) {
            Some(pieces) => outline.piece(pieces.sides(piece)),
            None => outline,
        }
    }

    /// Returns the piece of a cell that contains a position, or the nearest piece.
    pub(in crate::pathfinding) fn piece_at(&self, cell: CellId, at: Vec2) -> SidePiece {
        (cell, self.pieces(cell).map_or(0, |pieces| pieces.piece_at(self.walkable.mesh, at)))
    }

    #[inline]
    pub(super) fn piece_of(&self, side: HalfEdge) -> SidePiece {
        (side.cell, self.pieces(side.cell).map_or(0, |pieces| pieces.piece(side)))
    }

    /// Returns the piece that a side or a diagonal leads into, or the wall that blocks the agent there.
    pub(in crate::pathfinding) fn behind(&self, side: HalfEdge) -> Result<SidePiece, Wall> {
        self.walkable.twin_behind(side).map(|twin| self.piece_of(twin))
    }

    /// Returns an f32 position in a cell, next to one that lies outside only because of rounding.
    ///
    /// The result lies in the cell by exact predicate.
    pub(in crate::pathfinding) fn settle(&self, cell: CellId, at: Vec2) -> Vec2 {
        let is_in = match self.walkable.depth(cell, at) {
            Some(depth) => depth >= 0.0,
            None => CellOutline::of(self.walkable.mesh, cell).holds(at),
        };
        if is_in { at } else { self.outline(self.piece_at(cell, at)).settle(at) }
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::pathfinding) struct NearestBorder {
    /// Vector from the position to the point.
    ///
    /// Its length keeps its digits where the mesh is far from the origin.
    pub(in crate::pathfinding) offset: DVec2,
    /// Parameter of the point along the segment, from 0 to 1.
    pub(in crate::pathfinding) t: f64,
}

pub(in crate::pathfinding) fn nearest(ends: [Vec2; 2], to: DVec2) -> NearestBorder {
    let [from, end] = ends.map(|end| end.as_dvec2() - to);
    let along = end - from;
    let squared = along.length_squared();
    let t = if squared > 0.0 { (-from.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    let offset = if t == 1.0 { end } else { from + along * t };
    NearestBorder { offset, t }
}

impl Walkable<'_> {
    /// Returns the least of the doubled areas between a position and the sides of a convex cell, in m².
    ///
    /// It is positive inside of the cell, 0 on its boundary and negative outside; exact. `None` for a cell that is not
    /// convex or does not exist.
    #[inline]
    pub(super) fn depth(&self, cell: CellId, at: Vec2) -> Option<f64> {
        let winding = self.derived.convex_winding(cell);
        if winding == 0 || !at.is_finite() {
            return None;
        }
        let corners = self.mesh.corners(cell);
        let place = |vertex: VertexId| ground(self.mesh.position(vertex));
        let mut last = place(*corners.last()?);
        let mut least = f64::INFINITY;
        for &corner in corners {
            let next = place(corner);
            least = least.min(doubled_area(last, next, at) * f64::from(winding));
            last = next;
        }
        Some(least)
    }

    /// Returns a position on a cell for the requested position `asked`.
    ///
    /// Its ground position is in the cell by exact predicate.
    pub(super) fn stand(&self, cell: CellId, at: Vec2, asked: Vec2) -> Located {
        self.stand_in(cell, SideCut::new(self).settle(cell, at), asked)
    }

    /// Like [`Self::stand`], for a position that is in the cell.
    pub(super) fn stand_in(&self, cell: CellId, place: Vec2, asked: Vec2) -> Located {
        let is_convex = self.derived.convex_winding(cell) > 0;
        let point = at_height(place, Surface::height_over(self.mesh, (cell, is_convex), place));
        let off_mesh = (place != asked).then(|| place.distance(asked));
        Located { asked: super::Endpoint { ground: asked, height: None }, cell, point, off_mesh }
    }

    pub(in crate::pathfinding) fn anchor(&self, located: &Located) -> Vec2 {
        SideCut::new(self).settle(located.cell, ground(located.point))
    }
}
