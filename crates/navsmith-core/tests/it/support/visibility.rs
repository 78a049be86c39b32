//! Shortest paths over a mesh by a slow, simple method.

use std::collections::BTreeSet;

use glam::Vec2;
use navsmith_core::geometry::{self, Segment, segments_touch};
use navsmith_core::navmesh::{CellId, Derived, NavMesh};

/// A brute-force visibility graph of a mesh of convex cells.
pub(crate) struct Visibility<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
}

/// A point and one of the cells that touch it.
pub(crate) type Node = (Vec2, CellId);

impl<'a> Visibility<'a> {
    pub(crate) fn of(mesh: &'a NavMesh, derived: &'a Derived) -> Self {
        Self { mesh, derived }
    }

    fn sides(&self, cell: CellId) -> impl Iterator<Item = (Segment, CellId)> {
        self.derived.adjacency.neighbors(cell).map(|(side, next)| {
            let ends = self.mesh.half_edge(side).expect("a side of the mesh");
            let [from, to] = ends.map(|v| geometry::ground(self.mesh.position(v)));
            (Segment::new(from, to), next)
        })
    }

    /// Returns the cells reachable from a cell through sides that a line touches.
    fn along(&self, cell: CellId, line: Segment) -> BTreeSet<CellId> {
        let (mut found, mut queue) = (BTreeSet::from([cell]), vec![cell]);
        while let Some(cell) = queue.pop() {
            for (side, next) in self.sides(cell) {
                if segments_touch(&side, &line) && found.insert(next) {
                    queue.push(next);
                }
            }
        }
        found
    }

    /// Returns the point with the least cell that it touches, so that each position has one node.
    fn node(&self, point: Vec2, cell: CellId) -> Node {
        let touching = self.along(cell, Segment::new(point, point));
        (point, touching.first().copied().unwrap_or(cell))
    }

    /// Returns the length of the shortest path; infinite if there is none.
    pub(crate) fn shortest(&self, start: Node, target: Node) -> f64 {
        let corners = self.mesh.cells().flat_map(|(id, cell)| {
            cell.corners().iter().map(move |&v| (geometry::ground(self.mesh.position(v)), id))
        });
        let mut nodes: Vec<Node> = vec![self.node(start.0, start.1), self.node(target.0, target.1)];
        for (point, cell) in corners {
            let node = self.node(point, cell);
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        let mut best = vec![f64::INFINITY; nodes.len()];
        best[0] = 0.0;
        let mut open: BTreeSet<usize> = (0..nodes.len()).collect();
        while let Some(&nearest) = open.iter().min_by(|a, b| best[**a].total_cmp(&best[**b])) {
            open.remove(&nearest);
            if nearest == 1 || best[nearest].is_infinite() {
                break;
            }
            for &other in &open {
                let [from, to] = [nodes[nearest].0, nodes[other].0].map(Vec2::as_dvec2);
                let length = best[nearest] + from.distance(to);
                if length < best[other] && self.sees(nodes[nearest], nodes[other]) {
                    best[other] = length;
                }
            }
        }
        best[1]
    }

    fn sees(&self, (from, cell): Node, (to, goal): Node) -> bool {
        self.along(cell, Segment::new(from, to)).contains(&goal)
    }
}
