//! The optimum: the shortest way over the mesh, exactly, by Polyanya
//! (Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation Mesh*, IJCAI 2017).
//!
//! It searches intervals instead of points: an interval is a stretch of a side together with the root that sees all of
//! it, so a path is bent nowhere but at corners of the boundary, and no path is missed.
//!
//! Lengths are measured on the ground, in f64. Cells that the agent may not enter and portals too narrow for it
//! are walls; what a metre costs in an area is ignored, and so are links, the room that the agent keeps from walls, and
//! heights: it is the shortest length, and so the yardstick of every other way to search.
//!
//! It is exact for convex cells, corners on a straight line included, and on islands that are inside out as a whole:
//! which vertices a root sees is judged by exact predicates on vertices alone. Through cells that are not convex it
//! gives some way or none, after a number of steps in proportion to the mesh.

mod event;
mod cone;
mod floor;
mod roots;
mod expand;
mod answer;
mod log;

pub use answer::Optimum;
pub use event::{Cone, IntervalEvent, Pruned};
pub use log::{Dropped, Interval, IntervalLog, Standing};

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::Vec2;
use smallvec::SmallVec;

use self::cone::{NONE, Node, Root};
use self::expand::Push;
use self::floor::{Floor, Slot, is_beside};
use self::roots::Roots;
use super::{Located, Walkable};
use crate::geometry::{doubled_area, ground, rounding};
use crate::navmesh::CellId;
use crate::trace::Observer;

/// The shortest way from one place on the mesh to another; `None` where there is no way.
///
/// For many queries of one mesh keep a [`Polyanya`].
pub fn optimum(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
    observer: &mut impl Observer<IntervalEvent>,
) -> Option<Optimum> {
    Polyanya::new(walkable).solve(start, target, observer)
}

/// Finds shortest ways over one mesh, keeping its memory and what it learned of cells and vertices between queries.
#[derive(Clone, Debug)]
pub struct Polyanya<'a> {
    floor: Floor<'a>,
    roots: Roots,
    nodes: Vec<Node>,
    open: BinaryHeap<Open>,
    run: Run,
}

/// What one query is about.
#[derive(Clone, Debug, Default)]
struct Run {
    /// -1 where the mesh is inside out, else 1.
    winding: f64,
    target: Vec2,
    /// The cells that the target touches.
    goals: SmallVec<[Slot; 8]>,
    best: Option<Best>,
    expanded: usize,
    /// How many nodes may be expanded yet; infinite while all cells are convex.
    budget: Option<usize>,
}

/// A whole path: straight to the target from the root of a node, or round one more corner.
#[derive(Clone, Copy, Debug)]
struct Best {
    length: f64,
    node: u32,
    corner: Option<Root>,
}

/// A node in the queue.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Open {
    estimate: f64,
    node: u32,
}

impl Eq for Open {}

impl Ord for Open {
    /// The best is the greatest: smallest estimate, then the one found last, which is likely to be nearer the target.
    fn cmp(&self, other: &Self) -> Ordering {
        other.estimate.total_cmp(&self.estimate).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// So many nodes are expanded for each cell of the mesh, at most, once a cell was met that is not convex.
const NODES_PER_CELL: usize = 16;

impl<'a> Polyanya<'a> {
    /// For queries of this mesh, agent and filter.
    pub fn new(walkable: &Walkable<'a>) -> Self {
        let floor = Floor::new(*walkable);
        let roots = Roots::new(&floor);
        Self { floor, roots, nodes: Vec::new(), open: BinaryHeap::new(), run: Run::default() }
    }

    /// The shortest way from one place on the mesh to another; `None` where there is no way.
    ///
    /// A place on a side or a vertex touches all cells that meet there and are joined there; the way may begin and end
    /// in any of them.
    pub fn solve(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Option<Optimum> {
        let first = self.begin(start, target)?;
        if let Some(&cell) = first.iter().find(|cell| self.run.goals.contains(cell)) {
            let cell = self.floor.cell(cell).id;
            let straight = Optimum::straight(cell, start, target);
            observer.observe(IntervalEvent::Reached { corner: None, length: straight.length });
            return Some(straight);
        }
        let root = self.root_at_start(ground(start.point), &first);
        for cell in first {
            self.look_around(&root, cell, observer);
        }
        while let Some(index) = self.next(observer) {
            self.run.expanded += 1;
            let node = self.nodes[index as usize];
            observer.observe(IntervalEvent::Popped(node.cone()));
            if self.run.goals.contains(&node.slot) {
                self.reach(index, &node, observer);
            } else {
                self.expand(index, &node, observer);
            }
        }
        let best = self.run.best?;
        Some(self.answer(&best, start, target))
    }

    /// Forgets the query before; the cells that the start touches. `None` if either end is in no cell that the agent
    /// may enter.
    fn begin(&mut self, start: &Located, target: &Located) -> Option<SmallVec<[Slot; 8]>> {
        self.nodes.clear();
        self.open.clear();
        self.roots.start();
        let slot = self.floor.enter(start.cell)?;
        let winding = if self.floor.cell(slot).winding < 0 { -1.0 } else { 1.0 };
        self.run = Run { winding, target: ground(target.point), ..Run::default() };
        self.run.goals = self.touching(ground(target.point), target.cell);
        let first = self.touching(ground(start.point), start.cell);
        (!first.is_empty() && !self.run.goals.is_empty()).then_some(first)
    }

    /// The cells that a point of a cell touches, itself first: those across the sides that it lies on, and so on.
    fn touching(&mut self, point: Vec2, cell: CellId) -> SmallVec<[Slot; 8]> {
        let own = self.floor.enter(cell).filter(|&slot| !self.floor.cell(slot).is_shut());
        let mut touching: SmallVec<[Slot; 8]> = own.into_iter().collect();
        let mut next = 0;
        while let Some(&slot) = touching.get(next) {
            next += 1;
            for side in 0..self.floor.cell(slot).len {
                let twin = self.floor.corners(slot)[side as usize].twin;
                if self.is_on(point, slot, side)
                    && let Some((across, _)) = self.floor.across(twin)
                    && !touching.contains(&across)
                {
                    touching.push(across);
                }
            }
        }
        touching
    }

    /// Whether a point lies on a side, or, being put on the mesh by rounding, beyond it.
    fn is_on(&self, point: Vec2, slot: Slot, side: u32) -> bool {
        let corners = self.floor.corners(slot);
        let from = corners[side as usize].at;
        let to = corners[(side as usize + 1) % corners.len()].at;
        let area = self.run.winding * doubled_area(from, to, point);
        let slack = if area < 0.0 { rounding(&[point, from, to]) } else { 0.0 };
        area <= 0.0 && is_beside(point, from, to, slack)
    }

    /// The start as a root: the very vertex, if it stands on one.
    fn root_at_start(&self, at: Vec2, first: &[Slot]) -> Root {
        let mut corners = first.iter().flat_map(|&slot| self.floor.corners(slot));
        let vertex = corners.find(|corner| corner.at == at).map(|corner| corner.vertex);
        Root { at, vertex, record: NONE, cost: 0.0 }
    }

    /// Pushes the sides of a cell that the start touches, but for those that it stands on.
    fn look_around(&mut self, root: &Root, slot: Slot, observer: &mut impl Observer<IntervalEvent>) {
        for side in 0..self.floor.cell(slot).len {
            if self.is_on(root.at, slot, side) {
                continue;
            }
            let push = Push { is_observable: true, ..self.whole(slot, side, *root, NONE) };
            self.push(&push, observer);
        }
    }

    /// The open node with the smallest estimate; `None` where no open node can lead to a shorter path than the best.
    fn next(&mut self, observer: &mut impl Observer<IntervalEvent>) -> Option<u32> {
        if self.run.budget.is_some_and(|budget| self.run.expanded >= budget) {
            return None;
        }
        loop {
            let Open { estimate, node } = self.open.pop()?;
            if self.run.best.is_some_and(|best| estimate >= best.length) {
                return None;
            }
            let Root { record, cost, .. } = self.nodes[node as usize].root;
            if !self.roots.is_outdated(record, cost) {
                return Some(node);
            }
            observer.observe(IntervalEvent::Outdated(self.nodes[node as usize].cone()));
        }
    }
}
