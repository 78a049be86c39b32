//! Removal of points.

use std::collections::BTreeMap;

use super::structure::Outer;
use super::{PointId, TriangleSide, Triangulation, TriangulationEvent};
use crate::geometry::triangulate;
use crate::trace::Observer;

impl Triangulation {
    /// Removes a point at which no constraint ends; returns whether it was removed.
    pub fn remove(&mut self, point: PointId, observer: &mut impl Observer<TriangulationEvent>) -> bool {
        // Counter-clockwise, as the ring around the point.
        let mut sides: Vec<TriangleSide> = self.sides_at(point).collect();
        sides.reverse();
        if point.is_outer() || sides.iter().any(|&side| self.is_constraint(side)) {
            return false;
        }
        let ring: Vec<PointId> = sides.iter().map(|&side| self.end(side)).collect();
        let places: Vec<_> = ring.iter().map(|&corner| self.place(corner)).collect();
        let Some(triangles) = triangulate(&places) else { return false };
        let outer: Vec<Outer> = sides.iter().map(|&side| self.outer(side.next())).collect();
        for side in sides {
            self.free_triangle(side.triangle());
        }
        self.free_point(point);
        observer.observe_with(|| TriangulationEvent::Removed { point });
        let edges = self.fill(&ring, &outer, &triangles);
        self.restore(edges, observer);
        true
    }

    /// Writes triangles of indices into a ring, and returns their sides.
    fn fill(&mut self, ring: &[PointId], outer: &[Outer], triangles: &[[usize; 3]]) -> Vec<TriangleSide> {
        let around = (0..ring.len()).map(|nth| ([nth, (nth + 1) % ring.len()], outer[nth]));
        let mut across: BTreeMap<[usize; 2], Outer> = around.collect();
        let mut sides = Vec::new();
        for &[a, b, c] in triangles {
            let triangle = self.add_triangle();
            let new = TriangleSide::of_triangle(triangle);
            let outer =
                [[a, b], [b, c], [c, a]].map(|ends| across.get(&ends).copied().unwrap_or(Outer::NONE));
            self.write(triangle, [a, b, c].map(|nth| ring[nth]), outer);
            for (side, [from, to]) in new.into_iter().zip([[a, b], [b, c], [c, a]]) {
                across.insert([to, from], Outer { twin: side, uses: 0 });
            }
            sides.extend(new);
        }
        sides
    }
}
