//! The free space of a mesh in convex pieces, with what is behind each of their sides.

use std::collections::BTreeMap;
use std::ops::Range;

use glam::{DVec2, Vec3};

use crate::geometry::{convex_winding, ground, ground_area, rounding};
use crate::navmesh::{CellId, Derived, HalfEdge, NavMesh, Pieces};

/// Share of the largest coordinate within which a point is on a line.
const ON_LINE: f64 = 1e-14;

/// What is behind a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Free space: the side with this index, in the opposite direction.
    Open(usize),
    /// A solid.
    Solid,
    /// Free space that a constraint separates.
    Constraint,
}

/// A side of a convex piece of free space.
#[derive(Clone, Copy, Debug)]
pub struct SpaceSide {
    /// The side or diagonal of the mesh.
    pub half_edge: HalfEdge,
    /// The ends, in the direction of the half-edge.
    pub ends: [DVec2; 2],
    /// Unit normal out of the piece; zero for a side without length.
    pub outward: DVec2,
    /// What is behind the side.
    pub beyond: Beyond,
    /// Index of its piece.
    pub(super) piece: usize,
    /// The end from which distances are measured; the same one for both directions.
    at: DVec2,
}

impl SpaceSide {
    /// Returns how far a point is outside of the line of the side, in metres; negative inside.
    ///
    /// The opposite side returns exactly the negated number.
    pub(super) fn distance(&self, point: DVec2) -> f64 {
        self.outward.dot(point - self.at)
    }

    /// Returns the distance from a point to the nearest point of the side, in metres.
    pub(super) fn segment_distance(&self, point: DVec2) -> f64 {
        let [from, to] = self.ends;
        let t = (point - from).dot(to - from) / (to - from).length_squared();
        point.distance(from.lerp(to, if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }))
    }
}

/// The free space of a mesh: its cells in convex pieces.
///
/// Cells are free space, and sides without a neighbour are solid. A side is a constraint if another side without a
/// neighbour lies on the same two positions in the opposite direction, and one of its ends is
/// [apart](NavMesh::vertices_apart) on purpose, as cells of outlines are on both sides of a chain. A chain of one
/// edge whose ends are both inside of the ground leaves no such vertex, so bodies cross it. Cells that cannot be divided
/// into convex pieces are solid.
#[derive(Clone, Debug)]
pub struct FreeSpace<'a> {
    pub(super) mesh: &'a NavMesh,
    derived: &'a Derived,
    sides: Vec<SpaceSide>,
    /// Index of the first side of each piece, followed by the number of all sides.
    first_sides: Vec<usize>,
    /// Index of the first piece of the cell at each slot, followed by the number of all pieces.
    first_pieces: Vec<usize>,
    /// Distance within which a point is on a line, in metres.
    pub(super) tolerance: f64,
}

impl<'a> FreeSpace<'a> {
    /// Divides a mesh into convex pieces; linear.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived) -> Self {
        let bounds = mesh.bounds();
        let largest = ground(bounds.min).abs().max(ground(bounds.max).abs()).max_element();
        let tolerance = if largest.is_finite() { ON_LINE * f64::from(largest) } else { 0.0 };
        let (sides, first_sides, first_pieces) = (Vec::new(), vec![0], vec![0]);
        let mut space = Self { mesh, derived, sides, first_sides, first_pieces, tolerance };
        for cell in (0..mesh.cell_slots() as u32).map(CellId) {
            space.add(cell);
            space.first_pieces.push(space.first_sides.len() - 1);
        }
        space.connect();
        space
    }

    fn add(&mut self, cell: CellId) {
        let ring = self.mesh.ground_ring(cell);
        if ring.is_empty() {
            return;
        }
        let winding = convex_winding(&ring);
        let pieces = if winding == 0 { Pieces::of(self.mesh, cell) } else { None };
        if let Some(pieces) = pieces {
            let is_clockwise = ground_area(&ring) < 0.0;
            for piece in 0..pieces.len() {
                self.add_piece(pieces.sides(piece).iter().copied(), is_clockwise);
            }
        } else if winding != 0 {
            self.add_piece((0..ring.len() as u32).map(|side| HalfEdge { cell, side }), winding < 0);
        }
    }

    fn add_piece(&mut self, half_edges: impl Iterator<Item = HalfEdge>, is_clockwise: bool) {
        let piece = self.first_sides.len() - 1;
        for half_edge in half_edges {
            let Some(corners) = self.mesh.half_edge(half_edge) else { continue };
            let place = |corner| ground(self.mesh.position(corner)).as_dvec2();
            let ends = corners.map(place);
            let (least, largest) = (corners[0].min(corners[1]), corners[0].max(corners[1]));
            let at = place(least);
            // Z points down in the view, so the perpendicular of a counter-clockwise side points out.
            let normal = (place(largest) - at).perp().normalize_or_zero();
            let is_along = corners[0] == least;
            let outward = if is_along == is_clockwise { -normal } else { normal };
            let beyond = Beyond::Solid;
            self.sides.push(SpaceSide { half_edge, ends, outward, beyond, piece, at });
        }
        self.first_sides.push(self.sides.len());
    }

    /// Finds what is behind each side.
    fn connect(&mut self) {
        let apart = self.mesh.vertices_apart();
        let mut separate: BTreeMap<[[u32; 3]; 2], usize> = BTreeMap::new();
        let mut constraints = Vec::new();
        for index in 0..self.sides.len() {
            let half_edge = self.sides[index].half_edge;
            if let Some(twin) = self.derived.adjacency.twin(half_edge) {
                self.sides[index].beyond = self.index(twin).map_or(Beyond::Solid, Beyond::Open);
                continue;
            }
            let Some([from, to]) = self.mesh.half_edge(half_edge) else { continue };
            if apart.contains(&from) || apart.contains(&to) {
                let [from, to] = [from, to].map(|end| bits(self.mesh.position(end)));
                if let Some(&other) = separate.get(&[to, from]) {
                    constraints.extend([index, other]);
                }
                separate.insert([from, to], index);
            }
        }
        for side in constraints {
            self.sides[side].beyond = Beyond::Constraint;
        }
    }

    /// Returns the sides of all pieces, by cell.
    pub fn sides(&self) -> &[SpaceSide] {
        &self.sides
    }

    /// Returns the sides of all pieces of a cell.
    pub fn sides_of(&self, cell: CellId) -> &[SpaceSide] {
        &self.sides[self.range(cell)]
    }

    /// Returns the index of a side or diagonal; `None` in a solid.
    pub fn index(&self, half_edge: HalfEdge) -> Option<usize> {
        let range = self.range(half_edge.cell);
        let direct = range.start + half_edge.side as usize;
        let is_at = |index: &usize| self.sides[*index].half_edge == half_edge;
        Some(direct)
            .filter(|direct| range.contains(direct))
            .filter(is_at)
            .or_else(|| range.clone().find(is_at))
    }

    fn range(&self, cell: CellId) -> Range<usize> {
        let piece = |slot: usize| {
            self.first_pieces.get(slot).map_or(self.sides.len(), |&piece| self.first_sides[piece])
        };
        piece(cell.0 as usize)..piece(cell.0 as usize + 1)
    }

    /// Returns the indices of the sides of a piece.
    pub(super) fn piece(&self, piece: usize) -> Range<usize> {
        self.first_sides[piece]..self.first_sides[piece + 1]
    }

    /// Returns the next side in the ring of a piece.
    fn next(&self, side: usize) -> usize {
        let ring = self.piece(self.sides[side].piece);
        if side + 1 == ring.end { ring.start } else { side + 1 }
    }

    /// Returns the next side of the boundary, in the direction of the half-edges around its end.
    pub(super) fn next_on_boundary(&self, side: usize) -> usize {
        let mut next = self.next(side);
        // Each side of the fan has one predecessor, so the walk around the vertex ends.
        while let Beyond::Open(twin) = self.sides[next].beyond {
            next = self.next(twin);
        }
        next
    }

    /// Returns the piece that contains a point, and the point without its distance from the piece.
    ///
    /// The point may be outside by the rounding of positions. `None` in a solid.
    pub(super) fn locate(&self, point: DVec2) -> Option<(usize, DVec2)> {
        if !point.as_vec2().is_finite() {
            return None;
        }
        let slack = f64::from(rounding(&[point.as_vec2()])).max(self.tolerance);
        let near = [-slack, slack].map(|slack| (point + slack).as_vec2());
        let cells = self.derived.locator.within(self.mesh, near[0].min(near[1]), near[1]);
        let pieces = cells.into_iter().flat_map(|cell| {
            let slot = cell.0 as usize;
            self.first_pieces[slot]..self.first_pieces[slot + 1]
        });
        let outside = |piece: usize| {
            let sides = self.sides[self.piece(piece)].iter();
            sides.map(|side| side.distance(point)).fold(f64::NEG_INFINITY, f64::max)
        };
        let nearest = pieces.map(|piece| (outside(piece), piece)).min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, piece) = nearest.filter(|(outside, _)| *outside <= slack)?;
        let sides = &self.sides[self.piece(piece)];
        let inside = |at: DVec2, side: &SpaceSide| at - side.outward * side.distance(at).max(0.0);
        Some((piece, sides.iter().fold(point, inside)))
    }
}

/// Returns the bits of a position, equal for equal positions.
fn bits(position: Vec3) -> [u32; 3] {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}
