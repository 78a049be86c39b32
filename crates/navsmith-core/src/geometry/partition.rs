//! Triangulation and convex partition of simple rings.

use std::collections::BTreeSet;

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
    for diagonal in (ring.len()..cut.origin.len()).step_by(2) {
        cut.remove_if_convex(ring, diagonal, most);
    }
    Some(cut.rings())
}

/// A triangulated ring.
///
/// The sides of the ring are the first half-edges. Then follow the diagonals, two half-edges each.
struct Cut {
    triangles: Vec<[usize; 3]>,
    /// The corner at which each half-edge begins.
    origin: Vec<usize>,
    next: Vec<usize>,
    previous: Vec<usize>,
    is_removed: Vec<bool>,
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
        let mut cut = Self {
            triangles: Vec::with_capacity(n - 2),
            origin: (0..n).collect(),
            next: vec![0; n],
            previous: vec![0; n],
            is_removed: Vec::new(),
        };
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
        cut.is_removed = vec![false; cut.origin.len()];
        Some(cut)
    }

    fn clip(&mut self, rest: &mut Rest<'_>, ear: usize) {
        let [a, c] = [rest.before[ear], rest.after[ear]];
        let diagonal = self.origin.len();
        self.origin.extend([c, a]);
        self.next.extend([0; 2]);
        self.previous.extend([0; 2]);
        self.add_triangle([a, ear, c], [rest.edge[a], rest.edge[ear], diagonal]);
        rest.edge[a] = diagonal + 1;
        rest.after[a] = c;
        rest.before[c] = a;
        rest.is_clipped[ear] = true;
    }

    fn add_triangle(&mut self, corners: [usize; 3], edges: [usize; 3]) {
        self.triangles.push(corners);
        for (edge, next) in [(0, 1), (1, 2), (2, 0)] {
            self.next[edges[edge]] = edges[next];
            self.previous[edges[next]] = edges[edge];
        }
    }

    /// Removes a diagonal if the corners at its ends stay convex, and the piece has at most `most` corners.
    ///
    /// `diagonal` is the first of its two half-edges.
    fn remove_if_convex(&mut self, ring: &[Vec2], diagonal: usize, most: usize) {
        let pair = [diagonal, diagonal + 1];
        if most < ring.len() && pair.map(|edge| self.corners(edge)).iter().sum::<usize>() - 2 > most {
            return;
        }
        let is_convex_at = |[edge, twin]: [usize; 2]| {
            let [from, to] = [self.previous[edge], self.next[self.next[twin]]];
            let [a, b, c] = [from, edge, to].map(|edge| ring[self.origin[edge]]);
            turn(a, b, c) != Turn::Right
        };
        if !is_convex_at(pair) || !is_convex_at([pair[1], pair[0]]) {
            return;
        }
        for [edge, twin] in [pair, [pair[1], pair[0]]] {
            let (before, after) = (self.previous[edge], self.next[twin]);
            self.next[before] = after;
            self.previous[after] = before;
            self.is_removed[edge] = true;
        }
    }

    /// Returns the number of corners of the piece at a half-edge.
    fn corners(&self, edge: usize) -> usize {
        let following = std::iter::successors(Some(self.next[edge]), |&edge| Some(self.next[edge]));
        1 + following.take_while(|&next| next != edge).count()
    }

    /// Returns the remaining rings of half-edges as rings of corners.
    fn rings(&self) -> Vec<Vec<usize>> {
        let mut is_done = self.is_removed.clone();
        let mut rings = Vec::new();
        for first in 0..is_done.len() {
            let (mut ring, mut edge) = (Vec::new(), first);
            while !std::mem::replace(&mut is_done[edge], true) {
                ring.push(self.origin[edge]);
                edge = self.next[edge];
            }
            rings.extend(Some(ring).filter(|ring| !ring.is_empty()));
        }
        rings
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
