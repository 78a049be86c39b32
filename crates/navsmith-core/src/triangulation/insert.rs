//! Location and insertion of points.

use super::order::insertion_order;
use super::structure::Outer;
use super::{PointId, TriangleSide, Triangulation, TriangulationEvent};
use crate::geometry::{Turn, Vec2, turn};
use crate::trace::Observer;

/// Position of a point in a triangulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// Inside of the triangle of this side.
    InTriangle(TriangleSide),
    /// On this side, between its ends.
    OnEdge(TriangleSide),
    /// At this point.
    AtPoint(PointId),
}

impl Triangulation {
    /// Inserts a point; returns the existing one at the same position, if there is one.
    ///
    /// `None` if a coordinate is not finite or farther from the origin than 10³⁰ m. An insertion on a constraint
    /// divides it. Takes O(√n) on average, and constant time near the last change.
    pub fn insert(&mut self, at: Vec2, observer: &mut impl Observer<TriangulationEvent>) -> Option<PointId> {
        if !Self::is_possible(at) {
            return None;
        }
        let (point, edges) = match self.position(at) {
            Position::AtPoint(point) => return Some(point),
            Position::InTriangle(side) => self.divide_triangle(side, at, observer),
            Position::OnEdge(side) => self.divide_edge(side, at, observer),
        };
        self.restore(edges, observer);
        Some(point)
    }

    /// Inserts many points in `n log n` on average; returns a point for each.
    ///
    /// The results are those of [`Self::insert`] in another order.
    pub fn insert_all(
        &mut self,
        places: &[Vec2],
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Vec<Option<PointId>> {
        self.reserve(places.len());
        let mut points = vec![None; places.len()];
        for index in insertion_order(places) {
            points[index] = self.insert(places[index], observer);
        }
        points
    }

    /// Returns the triangle that contains a position, by walking from the last change.
    fn position(&self, at: Vec2) -> Position {
        let mut side = self.hint;
        // The walk always ends in a Delaunay triangulation; constraints could make it run in a circle.
        for _ in 0..self.triangle_slots() {
            match self.position_in(side, at) {
                Ok(position) => return position,
                Err(across) => side = across,
            }
        }
        let sides = (0..self.triangle_slots()).filter(|&triangle| self.triangle(triangle).is_some());
        let mut found =
            sides.filter_map(|triangle| self.position_in(TriangleSide::of_triangle(triangle)[0], at).ok());
        found.next().unwrap_or(Position::InTriangle(side))
    }

    /// Returns the position in the triangle of a side, or the side of the next triangle towards it.
    fn position_in(&self, side: TriangleSide, at: Vec2) -> Result<Position, TriangleSide> {
        let mut on_edges = [None; 2];
        for side in [side, side.next(), side.previous()] {
            match turn(self.place(self.origin(side)), self.place(self.end(side)), at) {
                Turn::Left => {}
                Turn::Straight => on_edges = [Some(side), on_edges[0]],
                Turn::Right => {
                    return self.twin(side).map_or(Ok(Position::InTriangle(side)), |twin| Err(twin.next()));
                }
            }
        }
        Ok(match on_edges {
            [None, _] => Position::InTriangle(side),
            [Some(side), None] => Position::OnEdge(side),
            // The corner at which one side ends and the other begins.
            [Some(later), Some(earlier)] => Position::AtPoint(if self.end(earlier) == self.origin(later) {
                self.origin(later)
            } else {
                self.origin(earlier)
            }),
        })
    }

    fn divide_triangle(
        &mut self,
        side: TriangleSide,
        at: Vec2,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> (PointId, Vec<TriangleSide>) {
        let sides = [side, side.next(), side.previous()];
        let corners = sides.map(|side| self.origin(side));
        let outer = sides.map(|side| self.outer(side));
        let point = self.add_point(at);
        let triangles = [side.triangle(), self.add_triangle(), self.add_triangle()];
        self.write_fan(point, corners, outer, triangles);
        observer.observe_with(|| TriangulationEvent::InTriangle { point, at, corners });
        (point, triangles.map(|triangle| TriangleSide::of_triangle(triangle)[0]).into())
    }

    fn divide_edge(
        &mut self,
        side: TriangleSide,
        at: Vec2,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> (PointId, Vec<TriangleSide>) {
        let Some(twin) = self.twin(side) else { return self.divide_triangle(side, at, observer) };
        let [a, b] = [self.origin(side), self.end(side)];
        let [c, d] = [side, twin].map(|side| self.origin(side.previous()));
        let outer = [twin.next(), twin.previous(), side.next(), side.previous()].map(|side| self.outer(side));
        let uses = self.outer(side).uses;
        let point = self.add_point(at);
        let triangles = [twin.triangle(), self.add_triangle(), side.triangle(), self.add_triangle()];
        self.write_fan(point, [a, d, b, c], outer, triangles);
        for end in [a, b] {
            if let Some(part) = self.side_between(point, end) {
                self.change_uses(part, |_| uses);
            }
        }
        let (edge, opposite) = ([a, b], [c, d]);
        observer.observe_with(|| TriangulationEvent::OnEdge { point, at, edge, opposite });
        (point, triangles.map(|triangle| TriangleSide::of_triangle(triangle)[0]).into())
    }

    /// Writes triangles from a ring of corners to a point inside of it.
    fn write_fan<const N: usize>(
        &mut self,
        point: PointId,
        corners: [PointId; N],
        outer: [Outer; N],
        triangles: [usize; N],
    ) {
        for nth in 0..N {
            let [from, to] = [corners[nth], corners[(nth + 1) % N]];
            // The first side is at the ring, the second leads to the point, the third begins there.
            let next = TriangleSide::of_triangle(triangles[(nth + 1) % N])[2];
            let before = TriangleSide::of_triangle(triangles[(nth + N - 1) % N])[1];
            let [next, before] = [next, before].map(|twin| Outer { twin, uses: 0 });
            self.write(triangles[nth], [from, to, point], [outer[nth], next, before]);
        }
    }
}
