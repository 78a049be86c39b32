//! The shortest way found, put together.

use glam::Vec3;

use super::super::{Corridor, Located, Way};
use super::cone::Node;
use super::{Best, Polyanya};
use crate::geometry::ground;
use crate::navmesh::{CellId, VertexId};

/// The shortest way over the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// Its length on the ground, in metres.
    pub length: f64,
    /// The vertices that it turns at, in order.
    pub corners: Vec<VertexId>,
    /// The start, the corners, the target.
    pub points: Vec<Vec3>,
    /// The cells that it crosses, from one that the start touches to one that the target touches.
    pub corridor: Corridor,
    /// How many intervals were taken from the queue.
    pub expanded: usize,
}

impl Optimum {
    /// The way inside one cell.
    pub(super) fn straight(cell: CellId, start: &Located, target: &Located) -> Self {
        let [from, to] = [start, target].map(|end| ground(end.point).as_dvec2());
        Self {
            length: from.distance(to),
            corners: Vec::new(),
            points: vec![start.point, target.point],
            corridor: Corridor { cells: vec![cell], exits: Vec::new() },
            expanded: 0,
        }
    }
}

impl Polyanya<'_> {
    pub(super) fn answer(&self, best: &Best, start: &Located, target: &Located) -> Optimum {
        let mesh = self.floor.walkable.mesh;
        let nodes = self.chain(best.node);
        let mut corners: Vec<VertexId> = Vec::new();
        let mut last = super::NONE;
        for root in nodes.iter().map(|node| &node.root).chain(&best.corner) {
            if root.record != last {
                corners.extend(root.vertex);
                last = root.record;
            }
        }
        let mut corridor = Corridor { cells: vec![nodes[0].exit.cell], exits: Vec::new() };
        for node in &nodes {
            // Where a turn was put in before an interval, two nodes lead through one side.
            let exit = Way::Side(node.exit);
            if corridor.exits.last() != Some(&exit) {
                corridor.exits.push(exit);
                corridor.cells.push(node.into);
            }
        }
        let turns = corners.iter().map(|&vertex| mesh.position(vertex));
        let points = [start.point].into_iter().chain(turns).chain([target.point]).collect();
        Optimum { length: best.length, corners, points, corridor, expanded: self.run.expanded }
    }

    /// The nodes that lead to one, in order.
    fn chain(&self, last: u32) -> Vec<Node> {
        let mut chain = Vec::new();
        let mut index = last;
        while let Some(node) = self.nodes.get(index as usize) {
            chain.push(*node);
            index = node.parent;
        }
        chain.reverse();
        chain
    }
}
