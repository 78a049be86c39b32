//! The shortest way found, put together.

use glam::Vec3;

use super::super::{Corridor, Located, Way};
use super::node::{NONE, Root};
use super::{Layout, Polyanya};
use crate::navmesh::{HalfEdge, VertexId};

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

impl<L: Layout> Polyanya<L> {
    /// The vertices that the way found last turns at and where they are, from the target back to the start.
    pub fn corners_back(&self) -> impl Iterator<Item = (VertexId, Vec3)> {
        let best = self.run.best.as_ref();
        let first = best.and_then(|best| self.nodes.get(best.node as usize));
        let nodes = std::iter::successors(first, |node| self.nodes.get(node.parent as usize));
        let roots =
            best.and_then(|best| best.corner.as_ref()).into_iter().chain(nodes.map(|node| &node.root));
        let mut last = NONE;
        let turns = roots
            .map(|root| root.corner)
            .filter(move |&corner| std::mem::replace(&mut last, corner) != corner);
        turns
            .filter_map(|corner| self.layout.floor().places.get(corner as usize))
            .map(|it| (it.vertex, it.at))
    }

    pub(super) fn answer(&self, start: &Located, target: &Located) -> Option<Optimum> {
        let best = self.run.best?;
        let mut corners: Vec<(VertexId, Vec3)> = self.corners_back().collect();
        corners.reverse();
        let turns = corners.iter().map(|&(_, at)| at);
        let points = [start.point].into_iter().chain(turns).chain([target.point]).collect();
        let corners = corners.iter().map(|&(vertex, _)| vertex).collect();
        let run = &self.run;
        Some(Optimum {
            length: best.length,
            corners,
            points,
            corridor: self.corridor(),
            expanded: run.expanded,
        })
    }

    /// The cells that the way found last crosses.
    fn corridor(&self) -> Corridor {
        let floor = self.layout.floor();
        let mut index = self.run.best.map_or(NONE, |best| best.node);
        let last = self
            .nodes
            .get(index as usize)
            .map(|node| node.behind.entry)
            .or_else(|| self.run.goals.first().copied());
        let mut corridor = Corridor::default();
        corridor.cells.extend(last.map(|last| self.own(last).cell));
        while let Some(node) = self.nodes.get(index as usize) {
            let exit = self.own(floor.half(node.behind.entry).twin);
            // Where a turn was put in before an interval, two nodes lead through one side.
            if corridor.exits.last() != Some(&Way::Side(exit)) {
                corridor.exits.push(Way::Side(exit));
                corridor.cells.push(exit.cell);
            }
            index = node.parent;
        }
        corridor.cells.reverse();
        corridor.exits.reverse();
        corridor
    }

    /// A side as the document has it.
    #[inline]
    pub(super) fn own(&self, side: u32) -> HalfEdge {
        self.layout.floor().sides[side as usize]
    }

    /// The side that an interval lies on, of the cell that is left through it.
    pub(super) fn exit(&self, entry: u32) -> HalfEdge {
        self.own(self.layout.floor().half(entry).twin)
    }

    /// The vertex of a root that is not the start.
    #[inline]
    pub(super) fn vertex(&self, root: &Root) -> VertexId {
        self.layout.floor().places.get(root.corner as usize).map_or_else(VertexId::default, |it| it.vertex)
    }
}
