//! Upper bounds for the distances to corners of cells, whether paths turn there or not.
//!
//! A path through a corner of the interval's own side may be shorter to everything behind the interval. The search
//! then drops the interval (Xin and Wang, *Improving Chen and Han's Algorithm on the Discrete Geodesic Problem*,
//! 2009).

use glam::Vec2;

use super::Polyanya;
use super::node::{NONE, Node, RootPoint};
use crate::navmesh::VertexId;
use crate::pathfinding::search_mesh::{HalfKind, SearchMeshSource};
use crate::pathfinding::string_pulling::portal::Side;

/// Factor by which one length must be smaller to count as shorter, because lengths are rounded.
const SHORTER: f64 = 1.0 - 1e-12;

/// Upper bounds for the distances of corners from the start of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct VertexUpperBounds {
    /// Bound for each corner number; infinite for corners not reached yet.
    by_corner: Vec<f64>,
    pub(super) reached: Vec<u32>,
}

impl VertexUpperBounds {
    pub(super) fn clear(&mut self) {
        for corner in self.reached.drain(..) {
            self.by_corner[corner as usize] = f64::INFINITY;
        }
    }

    #[inline]
    pub(super) fn of(&self, corner: u32) -> f64 {
        self.by_corner.get(corner as usize).copied().unwrap_or(f64::INFINITY)
    }

    #[inline]
    fn reach(&mut self, corner: u32, cost: f64) {
        if corner as usize >= self.by_corner.len() {
            self.by_corner.resize(corner as usize + 1, f64::INFINITY);
        }
        let away = &mut self.by_corner[corner as usize];
        if away.is_infinite() {
            self.reached.push(corner);
        }
        *away = away.min(cost);
    }
}

impl<L: SearchMeshSource> Polyanya<L> {
    /// Updates the bounds of the corners of the cell behind an interval.
    pub(super) fn reach_corners(&mut self, node: &Node) {
        let corners = self.layout.floor().ring(node.behind.first());
        let edges = [Side::Left, Side::Right].map(|side| node.edge(side));
        for corner in corners.clone() {
            let at = self.at(corner);
            if edges.iter().all(|edge| edge.inward(at) >= 0.0) {
                self.reach_corner(corner, &node.root);
            }
        }
        for side in [Side::Left, Side::Right].into_iter().filter(|&side| node.ray(side).is_to_end()) {
            let there = self.at(node.behind.end(side));
            let RootPoint { cost, at, .. } = node.root;
            let cost = cost + at.as_dvec2().distance(there.as_dvec2());
            let root = RootPoint { cost, at: there, corner: NONE };
            corners.clone().for_each(|corner| self.reach_corner(corner, &root));
        }
    }

    /// Updates the bound of the first corner of a side, which a root sees.
    pub(super) fn reach_corner(&mut self, side: u32, root: &RootPoint) {
        let cost = root.cost + root.at.as_dvec2().distance(self.at(side).as_dvec2());
        let corner = self.corner(side);
        self.away.reach(corner, cost);
    }

    #[inline]
    fn corner(&mut self, side: u32) -> u32 {
        if self.layout.floor().half(side).kind == HalfKind::Unknown {
            self.layout.judge_corner(side);
        }
        self.layout.floor().half(side).spot
    }

    /// Returns a vertex through which paths to everything behind an interval are shorter, if one is known.
    ///
    /// This is an end of the side that contains the interval, or its root, reached by another path.
    pub(super) fn nearer_by(&mut self, node: &Node) -> Option<VertexId> {
        if self.away.of(node.root.corner) < node.root.cost * SHORTER {
            return Some(self.vertex(&node.root));
        }
        let exit = self.exit_of(node);
        let line = self.line(exit).map(Vec2::as_dvec2);
        let root = node.root.at.as_dvec2();
        let ends = [(exit, Side::Left), (self.layout.floor().after(exit), Side::Right)];
        let nearer = ends.into_iter().find(|&(end, far)| {
            let far = node.end(far, line);
            let corner = self.corner(end);
            let by_end = self.away.of(corner) + self.at(end).as_dvec2().distance(far);
            by_end < (node.root.cost + root.distance(far)) * SHORTER
        });
        nearer.map(|(end, _)| self.layout.floor().places[self.layout.floor().half(end).spot as usize].vertex)
    }
}
