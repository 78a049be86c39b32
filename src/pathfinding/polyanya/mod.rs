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
mod log;
mod node;
mod queue;
mod roots;
mod expand;
mod answer;

pub use answer::Optimum;
pub use event::{Cone, IntervalEvent, Pruned};
pub use log::{Dropped, Interval, IntervalLog, Standing};

use glam::Vec2;
use smallvec::SmallVec;

use self::expand::Push;
use self::node::{NONE, Node, Root};
use self::queue::{Open, Queue};
use self::roots::Roots;
use super::floor::{DEAD_END, Layout, UNKNOWN, is_side};
use super::{Located, Unrolled, Walkable};
use crate::geometry::{doubled_area, ground, rounding};
use crate::navmesh::VertexId;
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
    Polyanya::new(Unrolled::new(walkable)).solve(start, target, observer)
}

/// Finds shortest ways over one mesh, keeping its memory between queries: once it is large enough, a query takes none.
///
/// The mesh is a [`super::Floor`] for many queries of a mesh that does not change, which many threads may share; an
/// [`Unrolled`] for one query or a few.
#[derive(Clone, Debug)]
pub struct Polyanya<L> {
    layout: L,
    roots: Roots,
    nodes: Vec<Node>,
    open: Queue,
    /// By block: the last run that the block was on the way in.
    on_the_way: Vec<u32>,
    run: Run,
}

/// What one query is about.
#[derive(Clone, Debug, Default)]
struct Run {
    /// How many came before.
    number: u32,
    /// -1 where the mesh is inside out, else 1.
    winding: i32,
    /// The same, to multiply by.
    mirror: f32,
    target: Vec2,
    /// The cells that the target touches, by their first sides.
    goals: SmallVec<[u32; 8]>,
    /// The sides that lead into them where they are dead ends.
    into_goals: SmallVec<[u32; 8]>,
    /// The vertex that the start stands on.
    start: Option<VertexId>,
    /// The best of the nodes that were found last and are not in the queue yet.
    next: Option<Open>,
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

/// So many nodes are expanded for each cell of the mesh, at most, once a cell was met that is not convex.
const NODES_PER_CELL: usize = 16;

impl<L: Layout> Polyanya<L> {
    /// For queries of what is laid out.
    pub fn new(layout: L) -> Self {
        Self {
            layout,
            roots: Roots::default(),
            nodes: Vec::new(),
            open: Queue::default(),
            on_the_way: Vec::new(),
            run: Run::default(),
        }
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
        self.length(start, target, observer)?;
        self.answer(start, target)
    }

    /// How long that way is, in metres on the ground. Takes no memory but what earlier queries took.
    pub fn length(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Option<f64> {
        let first = self.begin(start, target)?;
        if let Some(&cell) = first.iter().find(|cell| self.run.goals.contains(cell)) {
            let length = ground(start.point).as_dvec2().distance(ground(target.point).as_dvec2());
            observer.observe(IntervalEvent::Reached { corner: None, length });
            self.run.best = Some(Best { length, node: NONE, corner: None });
            self.run.goals = SmallVec::from_slice(&[cell]);
            return Some(length);
        }
        let root = Root { cost: 0.0, at: self.mirrored(ground(start.point)), corner: NONE };
        self.run.start = self.vertex_at(&root, &first);
        for cell in first {
            self.look_around(&root, cell, observer);
        }
        while let Some(index) = self.next(observer) {
            self.run.expanded += 1;
            let node = self.nodes[index as usize];
            observer.observe_with(|| IntervalEvent::Popped(self.cone(&node)));
            if self.run.goals.contains(&node.behind.first()) {
                self.reach(index, &node, observer);
            } else {
                self.expand(index, &node, observer);
            }
        }
        Some(self.run.best?.length)
    }

    /// Forgets the query before; the cells that the start touches, by their first sides. `None` if either end is in no
    /// cell that the agent may enter.
    fn begin(&mut self, start: &Located, target: &Located) -> Option<SmallVec<[u32; 8]>> {
        self.nodes.clear();
        self.open.clear();
        self.roots.start();
        let number = self.run.number.checked_add(1).unwrap_or_else(|| {
            self.on_the_way.clear();
            1
        });
        self.run = Run { number, ..Run::default() };
        let own = self.layout.enter(start.cell)?;
        self.run.winding = if self.layout.floor().winding(own) < 0 { -1 } else { 1 };
        self.run.mirror = self.run.winding as f32;
        self.run.target = self.mirrored(ground(target.point));
        self.run.goals = self.touching(target)?;
        let first = self.touching(start)?;
        self.mark_blocks(&first).then_some(first)
    }

    /// Marks all blocks on the ways from where the start is to where the target is; whether there are any.
    fn mark_blocks(&mut self, first: &[u32]) -> bool {
        let floor = self.layout.floor();
        self.on_the_way.resize(floor.block_count(), 0);
        let Some((&from, also_from)) = first.split_first() else { return false };
        let mut is_joined = true;
        for &to in self.run.goals.iter().chain(also_from) {
            is_joined &=
                floor.blocks_between(from, to, |block| self.on_the_way[block as usize] = self.run.number);
        }
        for goal in self.run.goals.clone() {
            for side in self.layout.floor().ring(goal) {
                let into = self.twin(side);
                if is_side(into) && self.layout.floor().half(into).block == DEAD_END {
                    self.run.into_goals.push(into);
                }
            }
        }
        is_joined
    }

    /// The cells that a point of a cell touches, itself first: those across the sides that it lies on, and so on.
    fn touching(&mut self, end: &Located) -> Option<SmallVec<[u32; 8]>> {
        let point = self.mirrored(ground(end.point));
        let mut touching = SmallVec::from_slice(&[self.layout.enter(end.cell)?]);
        let mut next = 0;
        while let Some(&start) = touching.get(next) {
            next += 1;
            for side in self.layout.floor().ring(start) {
                if !self.is_on(point, side) {
                    continue;
                }
                let twin = self.twin(side);
                if is_side(twin) && !touching.contains(&self.layout.floor().first(twin)) {
                    touching.push(self.layout.floor().first(twin));
                }
            }
        }
        Some(touching)
    }

    /// Whether a point lies on a side, or, being put on the mesh by rounding, beyond it.
    fn is_on(&self, point: Vec2, side: u32) -> bool {
        let [from, to] = self.line(side);
        let area = doubled_area(from, to, point);
        if area > 0.0 {
            return false;
        }
        let slack = if area < 0.0 { rounding(&[point, from, to]) } else { 0.0 };
        is_beside(point, from, to, slack)
    }

    /// The vertex that the start stands on.
    fn vertex_at(&self, root: &Root, first: &[u32]) -> Option<VertexId> {
        let floor = self.layout.floor();
        let mut sides = first.iter().flat_map(|&cell| floor.ring(cell));
        sides
            .find(|&side| self.at(side) == root.at)
            .map(|side| floor.places[floor.half(side).spot as usize].vertex)
    }

    /// Pushes the sides of a cell that the start touches, but for those that it stands on.
    fn look_around(&mut self, root: &Root, cell: u32, observer: &mut impl Observer<IntervalEvent>) {
        for side in self.layout.floor().ring(cell) {
            if self.is_on(root.at, side) {
                continue;
            }
            let push = Push { is_observable: true, ..self.whole(side, *root, NONE) };
            self.push(&push, observer);
        }
    }

    /// The open node with the smallest estimate; `None` where no open node can lead to a shorter path than the best.
    fn next(&mut self, observer: &mut impl Observer<IntervalEvent>) -> Option<u32> {
        if self.run.budget.is_some_and(|budget| self.run.expanded >= budget) {
            return None;
        }
        let mut next = self.run.next.take();
        loop {
            let open = match next.take() {
                // What was found last is likely to be the best of all, and then never enters the queue.
                Some(open) if self.open.first().is_none_or(|first| open < first) => open,
                Some(open) => self.open.replace_first(open)?,
                None => self.open.pop()?,
            };
            if let Some(best) = self.run.best {
                if open.is_past(best.length) {
                    return None;
                }
                if self.nodes[open.node() as usize].estimate >= best.length {
                    continue;
                }
            }
            let Root { corner, cost, .. } = self.nodes[open.node() as usize].root;
            if !self.roots.is_outdated(corner, cost) {
                return Some(open.node());
            }
            observer.observe_with(|| IntervalEvent::Outdated(self.cone(&self.nodes[open.node() as usize])));
        }
    }

    /// Where the first corner of a side is.
    #[inline]
    fn at(&self, side: u32) -> Vec2 {
        self.mirrored(self.layout.floor().at(side))
    }

    /// The ends of a side as seen when walking out through it: right, then left.
    #[inline]
    fn line(&self, side: u32) -> [Vec2; 2] {
        [self.at(side), self.at(self.layout.floor().after(side))]
    }

    /// A place as if the mesh were the right way out; and back.
    #[inline]
    fn mirrored(&self, place: Vec2) -> Vec2 {
        Vec2::new(place.x, place.y * self.run.mirror)
    }

    /// What is behind a side.
    #[inline]
    fn twin(&mut self, side: u32) -> u32 {
        let twin = self.layout.floor().half(side).twin;
        if twin == UNKNOWN { self.layout.look_behind(side) } else { twin }
    }

    /// Whether a way to the target may lead through a side behind which there is a cell.
    #[inline]
    fn is_on_the_way(&self, side: u32) -> bool {
        let block = self.layout.floor().half(side).block;
        self.on_the_way[block as usize] == self.run.number
            || block == DEAD_END && self.run.into_goals.contains(&side)
    }
}

/// Whether the foot of a point on the line through a side lies on the side, or at most `slack` metres past an end.
fn is_beside(point: Vec2, from: Vec2, to: Vec2, slack: f32) -> bool {
    let [along, off] = [to - from, point - from].map(Vec2::as_dvec2);
    let slack = f64::from(slack) * along.length();
    (-slack..=along.length_squared() + slack).contains(&along.dot(off))
}
