//! Rings of half-edges, from which edges are removed while the rings stay convex.

use super::{Turn, Vec2, turn};

/// Result of an attempt to remove an edge between rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeRemoval {
    /// The rings became one.
    Removed,
    /// The ring would have too many corners.
    TooManyCorners,
    /// The ring would not be convex at this corner.
    Concave(usize),
}

/// Rings of half-edges around convex faces.
///
/// Removing edges between them results in at most four times the minimum number of convex faces (Hertel and Mehlhorn,
/// *Fast Triangulation of Simple Polygons*, 1983).
#[derive(Clone, Debug, Default)]
pub(crate) struct ConvexRings {
    /// The corner at which each half-edge begins.
    origin: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    is_removed: Vec<bool>,
}

impl ConvexRings {
    /// Creates half-edges that begin at the given corners and belong to no ring.
    pub(crate) fn new(origin: impl Iterator<Item = usize>) -> Self {
        let origin: Vec<u32> = origin.map(|corner| corner as u32).collect();
        let count = origin.len();
        Self { origin, next: vec![0; count], previous: vec![0; count], is_removed: vec![true; count] }
    }

    /// Adds two half-edges that begin at the given corners and belong to no ring.
    pub(crate) fn add_pair(&mut self, corners: [usize; 2]) {
        self.origin.extend(corners.map(|corner| corner as u32));
        self.next.extend([0; 2]);
        self.previous.extend([0; 2]);
        self.is_removed.extend([true; 2]);
    }

    /// Adds half-edges that belong to no ring, up to a number.
    pub(crate) fn grow(&mut self, count: usize) {
        self.origin.resize(count, 0);
        self.next.resize(count, 0);
        self.previous.resize(count, 0);
        self.is_removed.resize(count, true);
    }

    /// Returns the number of half-edges.
    pub(crate) fn len(&self) -> usize {
        self.origin.len()
    }

    /// Returns the corner at which a half-edge begins.
    pub(crate) fn origin(&self, edge: usize) -> usize {
        self.origin[edge] as usize
    }

    /// Sets the corner at which a half-edge begins.
    pub(crate) fn set_origin(&mut self, edge: usize, corner: usize) {
        self.origin[edge] = corner as u32;
    }

    fn next(&self, edge: usize) -> usize {
        self.next[edge] as usize
    }

    /// Takes a half-edge out of all rings; the others of its ring must be taken out too.
    pub(crate) fn release(&mut self, edge: usize) {
        self.is_removed[edge] = true;
    }

    /// Whether a half-edge belongs to no ring.
    pub(crate) fn is_removed(&self, edge: usize) -> bool {
        self.is_removed[edge]
    }

    /// Returns the half-edges of a ring, from one of them.
    pub(crate) fn ring(&self, first: usize) -> Vec<usize> {
        let following = std::iter::successors(Some(self.next(first)), |&edge| Some(self.next(edge)));
        std::iter::once(first).chain(following.take_while(|&edge| edge != first)).collect()
    }

    /// Makes half-edges one ring.
    pub(crate) fn connect(&mut self, edges: &[usize]) {
        for (nth, &edge) in edges.iter().enumerate() {
            let next = edges[(nth + 1) % edges.len()];
            self.next[edge] = next as u32;
            self.previous[next] = edge as u32;
            self.is_removed[edge] = false;
        }
    }

    /// Removes an edge, given by its half-edges, if its rings differ and the one that remains is convex.
    ///
    /// It has at most `most` corners.
    pub(crate) fn remove_if_convex(
        &mut self,
        pair: [usize; 2],
        place: impl Fn(usize) -> Vec2,
        most: usize,
    ) -> EdgeRemoval {
        if most < self.origin.len() && pair.map(|edge| self.corners(edge)).iter().sum::<usize>() - 2 > most {
            return EdgeRemoval::TooManyCorners;
        }
        let is_convex_at = |[edge, twin]: [usize; 2]| {
            let [before, after] = [self.previous[edge] as usize, self.next(twin)];
            let corners = [before, edge, self.next(after)].map(|edge| self.origin(edge));
            let [a, b, c] = corners.map(&place);
            // With only one edge left at a corner, it would dangle.
            corners[0] != corners[2] && turn(a, b, c) != Turn::Right
        };
        let [edge, twin] = pair;
        for [edge, twin] in [[edge, twin], [twin, edge]] {
            if !is_convex_at([edge, twin]) {
                return EdgeRemoval::Concave(self.origin(edge));
            }
        }
        for [edge, twin] in [[edge, twin], [twin, edge]] {
            let (before, after) = (self.previous[edge], self.next[twin]);
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
            self.is_removed[edge] = true;
        }
        EdgeRemoval::Removed
    }

    /// Returns the number of corners of the ring of a half-edge.
    fn corners(&self, edge: usize) -> usize {
        let following = std::iter::successors(Some(self.next(edge)), |&edge| Some(self.next(edge)));
        1 + following.take_while(|&next| next != edge).count()
    }

    /// Returns the rings, as half-edges from the first one of each.
    pub(crate) fn rings(&self) -> Vec<Vec<usize>> {
        let mut rings = Vec::new();
        each_ring(&self.next, self.is_removed.clone(), |ring| rings.push(ring.to_vec()));
        rings
    }

    /// Calls `visit` with the half-edges of each ring, from the first one; frees other memory first.
    pub(crate) fn each_ring(self, visit: impl FnMut(&[usize])) {
        let Self { origin, next, previous, is_removed } = self;
        drop((origin, previous));
        each_ring(&next, is_removed, visit);
    }
}

/// Calls `visit` with the half-edges of each ring, given the next one of each.
fn each_ring(next: &[u32], mut is_done: Vec<bool>, mut visit: impl FnMut(&[usize])) {
    let mut ring = Vec::new();
    for first in 0..is_done.len() {
        ring.clear();
        let mut edge = first;
        while !std::mem::replace(&mut is_done[edge], true) {
            ring.push(edge);
            edge = next[edge] as usize;
        }
        if !ring.is_empty() {
            visit(&ring);
        }
    }
}
