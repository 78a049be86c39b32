//! Triangulation and convex partition of simple rings.

use std::collections::BTreeSet;

use super::convex_rings::ConvexRings;
use super::{Turn, Vec2, contains, turn};

/// Maximum number of point-in-triangle tests for one ring.
const MOST_TESTS: usize = 1 << 26;

/// Triangulates a simple counter-clockwise ring by ear clipping; returns indices into the ring.
///
/// `None` if the ring crosses itself or is clockwise, so that the algorithm runs out of ears. Also `None` if the
/// number of corners times the number of corners that do not turn left exceeds 2²⁶. This limit bounds the work.
pub fn triangulate(ring: &[Vec2]) -> Option<Vec<[usize; 3]>> {
    Some(Cut::of(ring)?.triangles)
}

/// Partitions a simple counter-clockwise ring into convex pieces, as rings of indices into it.
///
/// Triangulates the ring, then removes each diagonal that convexity does not need. The number of pieces is at most
/// four times the minimum (Hertel and Mehlhorn, *Fast Triangulation of Simple Polygons*, 1983). The pieces are convex
/// by exact predicate; corners may be straight. `None` as for [`triangulate`].
pub fn convex_partition(ring: &[Vec2]) -> Option<Vec<Vec<usize>>> {
    convex_partition_within(ring, usize::MAX)
}

/// Partitions a ring like [`convex_partition`], into pieces of at most `most` corners, at least 3.
///
/// A convex ring with more corners is partitioned as well. No piece is without area.
pub fn convex_partition_within(ring: &[Vec2], most: usize) -> Option<Vec<Vec<usize>>> {
    let mut cut = Cut::of(ring)?;
    let most = if most < ring.len() { most } else { usize::MAX };
    for diagonal in (ring.len()..cut.rings.len()).step_by(2) {
        cut.rings.remove_if_convex([diagonal, diagonal + 1], |corner| ring[corner], most);
    }
    let corners = |ring: Vec<usize>| ring.into_iter().map(|edge| cut.rings.origin(edge)).collect();
    Some(cut.rings.rings().into_iter().map(corners).collect())
}

/// A triangulated ring.
///
/// The sides of the ring are the first half-edges. Then follow the diagonals, two half-edges each.
struct Cut {
    triangles: Vec<[usize; 3]>,
    rings: ConvexRings,
}

/// The remaining ring during ear clipping.
struct Rest<'a> {
    ring: &'a [Vec2],
    before: Vec<usize>,
    after: Vec<usize>,
    /// Half-edge from each corner to the next remaining corner.
    edge: Vec<usize>,
    /// The corners that initially did not turn left, sorted by their X; only these can lie in an ear.
    blockers: Vec<usize>,
    is_clipped: Vec<bool>,
}

impl Cut {
    fn of(ring: &[Vec2]) -> Option<Self> {
        let n = ring.len();
        let mut rest = Rest::of(ring);
        if n < 3 || n.saturating_mul(rest.blockers.len()) > MOST_TESTS {
            return None;
        }
        let mut cut = Self { triangles: Vec::with_capacity(n - 2), rings: ConvexRings::new(0..n) };
        let mut ears: BTreeSet<usize> = (0..n).filter(|&corner| rest.is_ear(corner)).collect();
        for _ in 3..n {
            let ear = ears.pop_first()?;
            cut.clip(&mut rest, ear);
            for corner in [rest.before[ear], rest.after[ear]] {
                if rest.is_ear(corner) {
                    ears.insert(corner);
                } else {
                    ears.remove(&corner);
                }
            }
        }
        let last = (0..n).find(|&corner| !rest.is_clipped[corner])?;
        let corners = [last, rest.after[last], rest.before[last]];
        let [a, b, c] = corners.map(|corner| ring[corner]);
        if turn(a, b, c) != Turn::Left {
            return None;
        }
        cut.add_triangle(corners, corners.map(|corner| rest.edge[corner]));
        Some(cut)
    }

    fn clip(&mut self, rest: &mut Rest<'_>, ear: usize) {
        let [a, c] = [rest.before[ear], rest.after[ear]];
        let diagonal = self.rings.len();
        self.rings.add_pair([c, a]);
        self.add_triangle([a, ear, c], [rest.edge[a], rest.edge[ear], diagonal]);
        rest.edge[a] = diagonal + 1;
        rest.after[a] = c;
        rest.before[c] = a;
        rest.is_clipped[ear] = true;
    }

    fn add_triangle(&mut self, corners: [usize; 3], edges: [usize; 3]) {
        self.triangles.push(corners);
        self.rings.connect(&edges);
    }
}

impl<'a> Rest<'a> {
    fn of(ring: &'a [Vec2]) -> Self {
        let n = ring.len();
        let mut rest = Self {
            ring,
            before: (0..n).map(|i| (i + n - 1) % n).collect(),
            after: (0..n).map(|i| (i + 1) % n).collect(),
            edge: (0..n).collect(),
            blockers: Vec::new(),
            is_clipped: vec![false; n],
        };
        rest.blockers = (0..n).filter(|&corner| rest.turn_at(corner) != Turn::Left).collect();
        rest.blockers.sort_by(|&one, &other| ring[one].x.total_cmp(&ring[other].x));
        rest
    }

    fn turn_at(&self, corner: usize) -> Turn {
        let [a, c] = [self.before[corner], self.after[corner]];
        turn(self.ring[a], self.ring[corner], self.ring[c])
    }

    /// Whether a corner turns left and its triangle contains no other corner.
    fn is_ear(&self, corner: usize) -> bool {
        let corners = [self.before[corner], corner, self.after[corner]];
        let triangle = corners.map(|corner| self.ring[corner]);
        let [a, b, c] = triangle;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let is_in_box = |point: Vec2| point.cmpge(low).all() && point.cmple(high).all();
        let blocks = |&other: &usize| {
            let point = self.ring[other];
            is_in_box(point)
                && !self.is_clipped[other]
                && !corners.contains(&other)
                && contains(&triangle, point)
        };
        let first = self.blockers.partition_point(|&other| self.ring[other].x < low.x);
        let mut near = self.blockers[first..].iter().take_while(|&&other| self.ring[other].x <= high.x);
        self.turn_at(corner) == Turn::Left && !near.any(blocks)
    }
}
