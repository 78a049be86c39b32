//! The shortest way found, put together.

use glam::Vec3;

use super::super::{Corridor, Located, Way};
use super::node::{NONE, Root};
use super::{Layout, Polyanya, Run, Step};
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
        let last = best.and_then(|best| best.corner).map(|root| root.corner);
        let mut before = NONE;
        let turns = last
            .into_iter()
            .chain(self.steps_back().map(|step| step.corner))
            .filter(move |&corner| std::mem::replace(&mut before, corner) != corner);
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

    /// The steps to the target, the last first.
    fn steps_back(&self) -> impl Iterator<Item = &Step> {
        let last = self.run.best.and_then(|best| self.trail.get(best.step as usize));
        std::iter::successors(last, |step| self.trail.get(step.before as usize))
    }

    /// The cells that the way found last crosses.
    fn corridor(&self) -> Corridor {
        let floor = self.layout.floor();
        let mut sides: Vec<u32> = self.steps_back().map(|step| step.entry).collect();
        // Where a turn was put in before an interval, two steps lead through one side.
        sides.dedup();
        let Run { first, goals, .. } = &self.run;
        let is_same = |&&cell: &&u32| sides.is_empty() && first.cells.contains(&cell);
        let last = sides.first().map(|&entry| floor.first(entry));
        let last = last.or_else(|| goals.cells.iter().find(is_same).copied()).unwrap_or(NONE);
        let mut cell = goals.own_of(last);
        let mut corridor = Corridor { cells: vec![cell], exits: Vec::new() };
        let mut walk_back = |exit: HalfEdge| {
            corridor.exits.push(Way::Side(exit));
            corridor.cells.push(exit.cell);
        };
        for &entry in &sides {
            floor.tell_inside(self.own(entry).cell, cell, &mut walk_back);
            let exit = floor.half(entry).twin;
            walk_back(self.own(exit));
            cell = self.own(exit).cell;
        }
        let begin = sides.last().map_or(last, |&entry| floor.first(floor.half(entry).twin));
        floor.tell_inside(first.own_of(begin), cell, walk_back);
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
