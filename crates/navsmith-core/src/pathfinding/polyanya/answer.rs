//! Conversion of a finished search into an [`Optimum`].

use glam::Vec3;

use super::node::{NONE, RootPoint};
use super::{Polyanya, Run, Step};
use crate::navmesh::{HalfEdge, VertexId};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search_mesh::SearchMeshSource;

/// Shortest path over the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Optimum {
    /// Length on the ground, in metres.
    pub length: f64,
    /// Vertices at which the path turns, in order.
    pub corners: Vec<VertexId>,
    /// Start, corners and target.
    pub points: Vec<Vec3>,
    /// Cells that the path crosses, from one that the start touches to one that the target touches.
    pub corridor: Corridor,
    /// Number of expanded intervals.
    pub expanded: usize,
}

impl<L: SearchMeshSource> Polyanya<L> {
    /// Writes the last path found into `answer` and reuses its memory; `None` if none was found.
    pub(super) fn write_answer(&self, start: &Located, target: &Located, answer: &mut Optimum) -> Option<()> {
        let Optimum { length, corners, points, corridor, expanded } = answer;
        let best = self.run.best?;
        *length = best.length;
        *expanded = self.run.expanded;
        corners.clear();
        points.clear();
        points.push(target.point);
        let last = best.corner.map(|root| root.corner);
        let turns = distinct(last.into_iter().chain(self.steps_back().map(|step| step.corner)));
        for place in turns.filter_map(|corner| self.layout.floor().places.get(corner as usize)) {
            corners.push(place.vertex);
            points.push(place.at);
        }
        points.push(start.point);
        corners.reverse();
        points.reverse();
        self.emit_corridor(corridor);
        Some(())
    }

    /// Returns the steps of the last path found, from the target back to the start.
    fn steps_back(&self) -> impl Iterator<Item = &Step> {
        let last = self.run.best.and_then(|best| self.trail.get(best.step as usize));
        std::iter::successors(last, |step| self.trail.get(step.before as usize))
    }

    /// Returns the sides through which the last path found enters cells, the last first.
    fn entries_back(&self) -> impl Iterator<Item = u32> {
        // If a turn was inserted before an interval, two steps lead through the same side.
        distinct(self.steps_back().map(|step| step.entry))
    }

    fn emit_corridor(&self, corridor: &mut Corridor) {
        let floor = self.layout.floor();
        let Run { first, goals, .. } = &self.run;
        let last = self.entries_back().next().map(|entry| floor.first(entry));
        let in_both = || goals.cells.iter().find(|cell| first.cells.contains(cell)).copied();
        let last = last.or_else(in_both).unwrap_or(NONE);
        let (mut cell, mut begin) = (goals.own_of(last), last);
        let Corridor { cells, exits } = corridor;
        cells.clear();
        exits.clear();
        cells.push(cell);
        let mut walk_back = |exit: HalfEdge| {
            exits.push(Traversal::Side(exit));
            cells.push(exit.cell);
        };
        for entry in self.entries_back() {
            floor.emit_inside(self.own(entry).cell, cell, &mut walk_back);
            let twin = floor.half(entry).twin;
            let exit = self.own(twin);
            if !exit.is_diagonal() {
                walk_back(exit);
            }
            (cell, begin) = (exit.cell, floor.first(twin));
        }
        floor.emit_inside(first.own_of(begin), cell, walk_back);
        cells.reverse();
        exits.reverse();
    }

    #[inline]
    pub(super) fn own(&self, side: u32) -> HalfEdge {
        self.layout.floor().sides[side as usize]
    }

    #[inline]
    pub(super) fn vertex(&self, root: &RootPoint) -> VertexId {
        self.layout.floor().places.get(root.corner as usize).map_or_else(VertexId::default, |it| it.vertex)
    }
}

/// Removes numbers that are equal to the one before, and leading [`NONE`].
fn distinct(numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
    let mut before = NONE;
    numbers.filter(move |&number| std::mem::replace(&mut before, number) != number)
}
