//! The convex pieces of a cell that is not convex.
//!
//! Searches are exact in convex polygons only, so they treat such a cell as several pieces joined by diagonals.
//! Pieces are convex by an exact predicate; corners may be straight. They depend only on the positions of the cell's
//! corners.

use super::{Cell, CellId, HalfEdge, NavMesh};
use crate::geometry::{Turn, Vec2, convex_partition, convex_winding, ground, ground_area, turn};

/// The convex pieces of a cell and the diagonals between them, which form a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    /// Sides of all pieces, piece by piece, in the order of the cell's corners.
    sides: Vec<HalfEdge>,
    /// Index of the first side of each piece, followed by the number of all sides.
    first: Vec<usize>,
    /// All sides with the number of their piece, sorted.
    piece_of: Vec<(HalfEdge, usize)>,
    /// For each piece, the side towards the first piece and the piece's depth in the tree.
    up: Vec<Option<(HalfEdge, usize)>>,
}

impl Pieces {
    /// Computes the pieces of a cell; `None` for a cell that is searched as a whole.
    ///
    /// Such a cell is convex, with either winding. It may also have no area, intersect itself so that it cannot be
    /// partitioned, or have more than [`Cell::MOST_CORNERS`] corners.
    pub fn of(mesh: &NavMesh, cell: CellId) -> Option<Self> {
        let ring = mesh.ground_ring(cell);
        if convex_winding(&ring) == 0 { Self::of_ring(cell, &ring) } else { None }
    }

    /// Computes the pieces of a cell that is not convex from its ring on the ground.
    pub(crate) fn of_ring(cell: CellId, ring: &[Vec2]) -> Option<Self> {
        if ring.len() > Cell::MOST_CORNERS {
            return None;
        }
        let rings = if ground_area(ring) < 0.0 {
            let turned: Vec<Vec2> = ring.iter().rev().copied().collect();
            let last = ring.len() - 1;
            let turn_back = |piece: Vec<usize>| piece.into_iter().rev().map(|corner| last - corner).collect();
            convex_partition(&turned)?.into_iter().map(turn_back).collect()
        } else {
            convex_partition(ring)?
        };
        Some(Self::new(cell, ring.len() as u32, &rings))
    }

    fn new(cell: CellId, count: u32, rings: &[Vec<usize>]) -> Self {
        let (mut sides, mut first) = (Vec::new(), vec![0]);
        for ring in rings {
            let next = ring.iter().skip(1).chain(ring.first());
            let ends = ring.iter().zip(next).map(|(&from, &to)| [from as u32, to as u32]);
            sides.extend(ends.map(|ends| HalfEdge::between(cell, ends, count)));
            first.push(sides.len());
        }
        let mut pieces = Self { sides, first, piece_of: Vec::new(), up: vec![None; rings.len()] };
        for piece in 0..rings.len() {
            let of_piece = pieces.sides(piece).iter().map(|&side| (side, piece)).collect::<Vec<_>>();
            pieces.piece_of.extend(of_piece);
        }
        pieces.piece_of.sort_unstable();
        pieces.find_ways_up();
        pieces
    }

    fn find_ways_up(&mut self) {
        let mut open = vec![(0, 0)];
        while let Some((piece, depth)) = open.pop() {
            let way_up = self.up[piece].map(|(side, _)| side);
            let ways = self.sides(piece).iter().filter(|&&side| Some(side) != way_up);
            let ways: Vec<HalfEdge> = ways.filter_map(|side| side.reversed()).collect();
            for way in ways {
                let next = self.piece(way);
                self.up[next] = Some((way, depth + 1));
                open.push((next, depth + 1));
            }
        }
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.up.len()
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let lists =
            size_of_val(&self.sides[..]) + size_of_val(&self.first[..]) + size_of_val(&self.piece_of[..]);
        size_of::<Self>() + lists + size_of_val(&self.up[..])
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.up.is_empty()
    }

    /// Returns the sides of a piece, in the order of the cell's corners.
    pub fn sides(&self, piece: usize) -> &[HalfEdge] {
        &self.sides[self.first[piece]..self.first[piece + 1]]
    }

    /// Returns the piece of a side or a diagonal; 0 for a half-edge of another cell.
    pub fn piece(&self, side: HalfEdge) -> usize {
        let found = self.piece_of.binary_search_by_key(&side, |&(side, _)| side);
        found.map_or(0, |at| self.piece_of[at].1)
    }

    /// Returns the first piece that covers a position on the ground, boundary included. Exact.
    ///
    /// If rounding leaves the position uncovered, returns the piece with the nearest boundary.
    pub fn piece_at(&self, mesh: &NavMesh, at: Vec2) -> usize {
        let ends = |side: &HalfEdge| {
            mesh.half_edge(*side).map_or([Vec2::NAN; 2], |ends| ends.map(|end| ground(mesh.position(end))))
        };
        let covers = |&piece: &usize| {
            let turns = |side: &HalfEdge| {
                let [from, to] = ends(side);
                turn(from, to, at)
            };
            let is_beside = |outside: Turn| self.sides(piece).iter().map(turns).any(|turn| turn == outside);
            !is_beside(Turn::Right) || !is_beside(Turn::Left)
        };
        let distance = |side: HalfEdge| {
            let [from, to] = ends(&side).map(|end| end.as_dvec2() - at.as_dvec2());
            let along = to - from;
            let share = -from.dot(along) / along.length_squared();
            (from + along * if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }).length_squared()
        };
        (0..self.len()).find(covers).unwrap_or_else(|| {
            let nearest = self.sides.iter().min_by(|&&a, &&b| distance(a).total_cmp(&distance(b)));
            nearest.map_or(0, |&side| self.piece(side))
        })
    }

    /// Returns the diagonals on the way from one piece to another, in order and in walking direction.
    pub fn way(&self, from: usize, to: usize) -> Vec<HalfEdge> {
        let (mut here, mut there) = (from, to);
        let (mut ahead, mut behind) = (Vec::new(), Vec::new());
        while here != there {
            match (self.up[here], self.up[there]) {
                (Some((side, depth)), other) if other.is_none_or(|(_, other)| other <= depth) => {
                    ahead.push(side);
                    here = side.reversed().map_or(0, |side| self.piece(side));
                }
                (_, Some((side, _))) => {
                    behind.extend(side.reversed());
                    there = side.reversed().map_or(0, |side| self.piece(side));
                }
                _ => break,
            }
        }
        ahead.into_iter().chain(behind.into_iter().rev()).collect()
    }
}
