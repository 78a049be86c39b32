//! The half-edges of a triangulation, and the flip.

use super::{FlipReason, PointId, TriangleSide, TriangulationEvent};
use crate::geometry::{Turn, Vec2, in_circle, turn};
use crate::trace::Observer;

/// A constrained Delaunay triangulation; see the [module](super).
#[derive(Clone, Debug)]
pub struct Triangulation {
    /// Positions by point; the first four are the outer points.
    places: Vec<Vec2>,
    /// A side that begins at each point; `NONE` for a removed point.
    side_at: Vec<TriangleSide>,
    free_points: Vec<PointId>,
    /// By side: the point at which it begins.
    origins: Vec<PointId>,
    /// By side: the side of the other triangle at the same edge.
    twins: Vec<TriangleSide>,
    /// By side: how often its edge is a constraint; equal for both sides.
    uses: Vec<u16>,
    free_triangles: Vec<usize>,
    /// Side of a triangle from which the next search begins.
    pub(super) hint: TriangleSide,
}

/// Distance of the outer points from the axes, in metres; other coordinates are smaller.
const OUTER: f32 = 1e30;

impl Default for Triangulation {
    fn default() -> Self {
        Self::new()
    }
}

impl Triangulation {
    /// Creates a triangulation without points.
    pub fn new() -> Self {
        let mut triangulation = Self {
            places: [[-OUTER, -OUTER], [-OUTER, OUTER], [OUTER, OUTER], [OUTER, -OUTER]]
                .map(Vec2::from)
                .into(),
            side_at: vec![TriangleSide::NONE; PointId::OUTER as usize],
            free_points: Vec::new(),
            origins: Vec::new(),
            twins: Vec::new(),
            uses: Vec::new(),
            free_triangles: Vec::new(),
            hint: TriangleSide(0),
        };
        let one = triangulation.add_triangle();
        let other = triangulation.add_triangle();
        let none = Outer::NONE;
        triangulation.write(one, [0, 1, 2].map(PointId), [none; 3]);
        let across = Outer { twin: TriangleSide::of_triangle(one)[2], uses: 0 };
        triangulation.write(other, [0, 2, 3].map(PointId), [across, none, none]);
        triangulation
    }

    /// Whether positions with these coordinates can be inserted.
    pub fn is_possible(at: Vec2) -> bool {
        at.is_finite() && at.abs().max_element() < OUTER
    }

    /// Returns the position of a point.
    pub fn place(&self, point: PointId) -> Vec2 {
        self.places[point.0 as usize]
    }

    /// Returns the points that were inserted and not removed.
    pub fn points(&self) -> impl Iterator<Item = PointId> + '_ {
        let all = (PointId::OUTER..self.places.len() as u32).map(PointId);
        all.filter(|&point| self.side_of(point) != TriangleSide::NONE)
    }

    /// Returns the number of slots of triangles; [`Self::triangle`] is `None` for those not in use.
    pub fn triangle_slots(&self) -> usize {
        self.origins.len() / 3
    }

    /// Returns the corners of a triangle, counter-clockwise; `None` if the slot is not in use.
    pub fn triangle(&self, triangle: usize) -> Option<[PointId; 3]> {
        let sides = TriangleSide::of_triangle(triangle);
        (self.origins[sides[0].slot()] != self.origins[sides[1].slot()])
            .then(|| sides.map(|side| self.origin(side)))
    }

    /// Whether a triangle has an outer point as a corner.
    pub fn is_outer(&self, triangle: usize) -> bool {
        self.triangle(triangle).is_some_and(|corners| corners.iter().any(|&corner| corner.is_outer()))
    }

    /// Returns a triangle with an outer point as a corner.
    pub fn outer_triangle(&self) -> usize {
        self.side_of(PointId(0)).triangle()
    }

    /// Returns the point at which a side begins.
    pub fn origin(&self, side: TriangleSide) -> PointId {
        self.origins[side.slot()]
    }

    /// Returns the point at which a side ends.
    pub fn end(&self, side: TriangleSide) -> PointId {
        self.origin(side.next())
    }

    /// Returns the side of the other triangle at the same edge; `None` at the outermost boundary.
    pub fn twin(&self, side: TriangleSide) -> Option<TriangleSide> {
        Some(self.twins[side.slot()]).filter(|&twin| twin != TriangleSide::NONE)
    }

    /// Whether the edge of a side is a constraint.
    pub fn is_constraint(&self, side: TriangleSide) -> bool {
        self.uses[side.slot()] > 0
    }

    /// Returns the side from one point to another; `None` if no edge connects them.
    pub fn side_between(&self, from: PointId, to: PointId) -> Option<TriangleSide> {
        if from.is_outer() {
            // Triangles are not all around an outer point.
            let mut reversed = self.sides_at(to).filter(|&side| self.end(side) == from);
            return reversed.find_map(|side| self.twin(side));
        }
        self.sides_at(from).find(|&side| self.end(side) == to)
    }

    /// Returns the sides that begin at a point, clockwise.
    pub fn sides_at(&self, point: PointId) -> SidesAt<'_> {
        let first = self.side_of(point);
        SidesAt { of: self, first, next: Some(first).filter(|&side| side != TriangleSide::NONE) }
    }

    pub(super) fn side_of(&self, point: PointId) -> TriangleSide {
        self.side_at[point.0 as usize]
    }

    pub(super) fn turn(&self, corners: [PointId; 3]) -> Turn {
        let [a, b, c] = corners.map(|point| self.place(point));
        turn(a, b, c)
    }

    pub(super) fn add_point(&mut self, at: Vec2) -> PointId {
        if let Some(point) = self.free_points.pop() {
            self.places[point.0 as usize] = at;
            return point;
        }
        self.places.push(at);
        self.side_at.push(TriangleSide::NONE);
        PointId(self.places.len() as u32 - 1)
    }

    /// Reserves memory for new points, each with two new triangles.
    pub(super) fn reserve(&mut self, points: usize) {
        self.places.reserve_exact(points);
        self.side_at.reserve_exact(points);
        let sides = 6 * points;
        self.origins.reserve_exact(sides);
        self.twins.reserve_exact(sides);
        self.uses.reserve_exact(sides);
    }

    pub(super) fn free_point(&mut self, point: PointId) {
        self.side_at[point.0 as usize] = TriangleSide::NONE;
        self.free_points.push(point);
    }

    pub(super) fn add_triangle(&mut self) -> usize {
        self.free_triangles.pop().unwrap_or_else(|| {
            self.origins.extend([PointId(0); 3]);
            self.twins.extend([TriangleSide::NONE; 3]);
            self.uses.extend([0; 3]);
            self.triangle_slots() - 1
        })
    }

    pub(super) fn free_triangle(&mut self, triangle: usize) {
        for side in TriangleSide::of_triangle(triangle) {
            self.origins[side.slot()] = PointId(0);
        }
        self.free_triangles.push(triangle);
    }

    /// Returns what is across a side.
    pub(super) fn outer(&self, side: TriangleSide) -> Outer {
        Outer { twin: self.twins[side.slot()], uses: self.uses[side.slot()] }
    }

    /// Sets the corners of a triangle, and what is across the side from each corner to the next.
    pub(super) fn write(&mut self, triangle: usize, corners: [PointId; 3], outer: [Outer; 3]) {
        for ((side, corner), across) in
            TriangleSide::of_triangle(triangle).into_iter().zip(corners).zip(outer)
        {
            self.origins[side.slot()] = corner;
            self.side_at[corner.0 as usize] = side;
            self.twins[side.slot()] = across.twin;
            self.uses[side.slot()] = across.uses;
            if across.twin != TriangleSide::NONE {
                self.twins[across.twin.slot()] = side;
                self.uses[across.twin.slot()] = across.uses;
            }
        }
        self.hint = TriangleSide::of_triangle(triangle)[0];
    }

    pub(super) fn change_uses(&mut self, side: TriangleSide, change: impl Fn(u16) -> u16) {
        let uses = change(self.uses[side.slot()]);
        self.uses[side.slot()] = uses;
        if let Some(twin) = self.twin(side) {
            self.uses[twin.slot()] = uses;
        }
    }

    /// Whether the edge of a side can be replaced by the other diagonal of its two triangles.
    pub(super) fn can_flip(&self, side: TriangleSide) -> bool {
        let Some(twin) = self.twin(side) else { return false };
        let [a, b] = [self.origin(side), self.end(side)];
        let [c, d] = [side, twin].map(|side| self.origin(side.previous()));
        self.turn([a, d, c]) == Turn::Left && self.turn([d, b, c]) == Turn::Left
    }

    /// Replaces the edge of a side by the other diagonal; returns the new side.
    ///
    /// The triangle of `side` remains on its left. The edge is no constraint, and both new triangles have an area.
    pub(super) fn flip(
        &mut self,
        side: TriangleSide,
        reason: FlipReason,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> TriangleSide {
        let Some(twin) = self.twin(side) else { return side };
        let [a, b] = [self.origin(side), self.end(side)];
        let [c, d] = [side, twin].map(|side| self.origin(side.previous()));
        let [b_c, c_a, a_d, d_b] =
            [side.next(), side.previous(), twin.next(), twin.previous()].map(|side| self.outer(side));
        let (one, other) = (side.triangle(), twin.triangle());
        self.write(one, [a, d, c], [a_d, Outer::NONE, c_a]);
        let diagonal = TriangleSide::of_triangle(one)[1];
        self.write(other, [d, b, c], [d_b, b_c, Outer { twin: diagonal, uses: 0 }]);
        observer.observe_with(|| TriangulationEvent::Flipped { before: [a, b], after: [d, c], reason });
        diagonal
    }

    /// Flips edges until those given, and all that this affects, are Delaunay edges or constraints.
    pub(super) fn restore(
        &mut self,
        mut edges: Vec<TriangleSide>,
        observer: &mut impl Observer<TriangulationEvent>,
    ) {
        while let Some(side) = edges.pop() {
            let Some(twin) = self.twin(side).filter(|_| !self.is_constraint(side)) else { continue };
            let [a, b] = [self.origin(side), self.end(side)];
            let [c, d] = [side, twin].map(|side| self.origin(side.previous()));
            let [at_a, at_b, at_c, at_d] = [a, b, c, d].map(|point| self.place(point));
            let determinant = in_circle(at_a, at_b, at_c, at_d);
            if determinant > 0.0 {
                let diagonal = self.flip(side, FlipReason::InCircle { determinant }, observer);
                let other = self.outer(diagonal).twin;
                edges.extend([diagonal, other].into_iter().flat_map(|side| [side.next(), side.previous()]));
            }
        }
    }
}

/// What is across a side of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outer {
    pub(super) twin: TriangleSide,
    pub(super) uses: u16,
}

impl Outer {
    /// No triangle.
    pub(super) const NONE: Self = Self { twin: TriangleSide::NONE, uses: 0 };
}

/// Iterator over the sides that begin at a point.
#[derive(Clone, Debug)]
pub struct SidesAt<'a> {
    of: &'a Triangulation,
    first: TriangleSide,
    next: Option<TriangleSide>,
}

impl Iterator for SidesAt<'_> {
    type Item = TriangleSide;

    fn next(&mut self) -> Option<TriangleSide> {
        let side = self.next?;
        // Outer points are the only ones without triangles all around, and nothing needs their sides.
        self.next = self.of.twin(side).map(TriangleSide::next).filter(|&next| next != self.first);
        Some(side)
    }
}
