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
//! It is exact for cells of any simple shape, and on islands that are inside out as a whole: which vertices a root sees is
//! judged by exact predicates on vertices alone. Cells that are not convex are searched as their convex pieces, and
//! corners on a straight line stay. Cells that wind against their island, have no area, or cross themselves so that they
//! cannot be cut are searched as they are. Through these it gives some way or none, after a number of steps in proportion
//! to the mesh.

mod ends;
mod event;
mod log;
mod node;
mod queue;
mod root_history;
mod vertex_upper_bounds;
mod sight;
mod expand;
mod sweep;
mod answer;
mod once;

pub use answer::Optimum;
pub use event::{Cone, IntervalEvent, Pruned};
pub use log::{Dropped, Interval, IntervalLog, Standing};
pub use once::optimum;
pub(super) use once::optimum_watched;

use std::ops::ControlFlow;

use glam::Vec2;
use smallvec::SmallVec;

use self::ends::Touched;
use self::node::{NONE, Node, Root};
use self::queue::{Open, Queue};
use self::root_history::RootHistory;
use self::vertex_upper_bounds::VertexUpperBounds;
use super::Located;
use super::footprint::PATIENCE;
use super::search_mesh::{Range, SearchMeshSource, UNKNOWN, is_side};
use crate::geometry::ground;
use crate::navmesh::VertexId;
use crate::trace::Observer;

/// Finds shortest ways over one mesh, keeping its memory between queries: once it is large enough, a query takes none.
///
/// The mesh is a [`super::SearchMesh`] for many queries of a mesh that does not change, which many threads may share; an
/// [`super::LazySearchMesh`] for one query or a few.
#[derive(Clone, Debug)]
pub struct Polyanya<L> {
    layout: L,
    roots: RootHistory,
    /// Known where the search is crowded.
    away: VertexUpperBounds,
    /// The nodes that are in the queue, and those that were.
    nodes: Vec<Node>,
    open: Queue,
    /// Every node that was expanded, in order.
    trail: Vec<Step>,
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
    /// How far it is from the landmarks, where there are any.
    range: Option<Range>,
    /// The cells that the start touches.
    first: Touched,
    /// The cells that the target touches.
    goals: Touched,
    /// The sides that lead into them where they are dead ends that are not told apart.
    into_goals: SmallVec<[u32; 8]>,
    /// The vertex that the start stands on.
    start: Option<VertexId>,
    /// The best of the nodes that were found last and are not in the queue yet.
    next: Option<Open>,
    best: Option<Best>,
    /// The step of the trail at which something is expanded now; [`NONE`] at the start.
    step: u32,
    expanded: usize,
    /// How many nodes may be expanded yet; infinite while all cells are convex.
    budget: Option<usize>,
}

/// That a node was expanded, so that the way there can be told.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The side that was walked in through.
    entry: u32,
    /// The corner that was its root; [`NONE`] for the start.
    corner: u32,
    /// The step before; [`NONE`] at the start.
    before: u32,
}

/// A whole path: straight to the target from the root of a node, or round one more corner.
#[derive(Clone, Copy, Debug)]
struct Best {
    length: f64,
    /// The step of the trail that led to the target.
    step: u32,
    corner: Option<Root>,
}

/// So many nodes are expanded for each cell of the mesh, at most, once a cell was met that is not convex.
const NODES_PER_CELL: usize = 16;

impl<L: SearchMeshSource> Polyanya<L> {
    /// For queries of what is laid out.
    pub fn new(layout: L) -> Self {
        Self {
            layout,
            roots: RootHistory::default(),
            away: VertexUpperBounds::default(),
            nodes: Vec::new(),
            open: Queue::default(),
            trail: Vec::new(),
            on_the_way: Vec::new(),
            run: Run::default(),
        }
    }

    /// What is laid out.
    pub(in crate::pathfinding) fn into_layout(self) -> L {
        self.layout
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
        let mut answer = Optimum::default();
        self.solve_into(start, target, observer, &mut answer).then_some(answer)
    }

    /// The same, told in the memory of an earlier answer; `false` where there is no way, and the answer stays as it was.
    pub fn solve_into(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
        answer: &mut Optimum,
    ) -> bool {
        self.length(start, target, observer).is_some() && self.tell(start, target, answer).is_some()
    }

    /// How long that way is, in metres on the ground. Takes no memory but what earlier queries took.
    pub fn length(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Option<f64> {
        self.length_while(start, target, observer, &mut |_| ControlFlow::Continue(()))
    }

    /// The same; `goes_on` hears from time to time how many intervals are expanded, and may break it off, which gives
    /// `None`.
    fn length_while(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
        goes_on: &mut impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<f64> {
        self.begin(start, target)?;
        if self.run.first.cells.iter().any(|cell| self.run.goals.cells.contains(cell)) {
            let length = ground(start.point).as_dvec2().distance(ground(target.point).as_dvec2());
            observer.observe(IntervalEvent::Reached { corner: None, length });
            self.run.best = Some(Best { length, step: NONE, corner: None });
            return Some(length);
        }
        let is_inside = self.run.first.is_inside;
        let root = Root { cost: 0.0, at: self.mirrored(ground(start.point)), corner: NONE };
        if is_inside && let Some(best) = self.in_sight(&root) {
            observer.observe(IntervalEvent::Reached { corner: None, length: best.length });
            self.run.best = Some(best);
            return Some(best.length);
        }
        self.trail.clear();
        if !is_inside {
            self.run.start = self.vertex_at(&root, &self.run.first.cells);
        }
        self.run.range = self.layout.floor().range_of(self.run.goals.cells[0], ground(target.point));
        for nth in 0..self.run.first.cells.len() {
            self.look_around(&root, self.run.first.cells[nth], is_inside, observer);
        }
        self.put(0, observer);
        let mut told = 0;
        while let Some(node) = self.next(observer) {
            observer.observe_with(|| IntervalEvent::Popped(self.cone(&node)));
            self.follow(node, observer);
            if self.run.expanded - told >= PATIENCE {
                told = self.run.expanded;
                goes_on(told).continue_value()?;
            }
        }
        Some(self.run.best?.length)
    }

    /// Expands a node, then what it leads to as long as that is one node only, and puts into the queue what comes then.
    fn follow(&mut self, mut node: Node, observer: &mut impl Observer<IntervalEvent>) {
        loop {
            self.run.expanded += 1;
            self.run.step = self.trail.len() as u32;
            self.trail.push(Step { entry: node.behind.entry, corner: node.root.corner, before: node.from });
            if self.is_crowded() {
                self.reach_corners(&node);
            }
            if self.run.goals.cells.contains(&node.behind.first()) {
                self.reach(&node, observer);
                return;
            }
            let kept = self.nodes.len();
            let seen = self.seen(&node);
            match self.push_through(&mut node, &seen, observer) {
                Some(true) if self.leads_nowhere(&node, observer) => return,
                Some(true) => {}
                Some(false) => return,
                None => {
                    self.expand(&node, &seen, observer);
                    match self.nodes[kept..] {
                        [only] if !self.is_over_budget() => node = only,
                        _ => return self.put(kept, observer),
                    }
                    self.nodes.truncate(kept);
                }
            }
            self.emit_kept(&node, observer);
            observer.observe_with(|| IntervalEvent::Followed(self.cone(&node)));
        }
    }

    /// Puts the nodes from one on into the queue.
    fn put(&mut self, first: usize, observer: &mut impl Observer<IntervalEvent>) {
        for index in first..self.nodes.len() {
            let estimate = self.least(&self.nodes[index]);
            self.nodes[index].estimate = estimate;
            let open = Open::new(estimate, index as u32);
            match self.run.next {
                Some(next) if next < open => self.open.push(open),
                Some(next) => {
                    self.open.push(next);
                    self.run.next = Some(open);
                }
                None => self.run.next = Some(open),
            }
            self.emit_kept(&self.nodes[index], observer);
        }
    }

    #[inline]
    fn emit_kept(&self, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        let is_observable = node.is_observable;
        observer.observe_with(|| IntervalEvent::Pushed { cone: self.cone(node), is_observable });
    }

    /// Whether intervals are so many that to look for nearer ways saves more than it costs: sides are looked through
    /// more than once on average.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.run.expanded > self.layout.floor().len() && self.run.budget.is_none()
    }

    fn is_over_budget(&self) -> bool {
        self.run.budget.is_some_and(|budget| self.run.expanded >= budget)
    }

    /// Forgets the query before. `None` if either end is in no cell that the agent may enter, or there is plainly no
    /// way.
    fn begin(&mut self, start: &Located, target: &Located) -> Option<()> {
        self.nodes.clear();
        self.trail.clear();
        self.open.clear();
        self.roots.start();
        self.away.clear();
        let number = self.run.number.checked_add(1).unwrap_or_else(|| {
            self.on_the_way.clear();
            1
        });
        self.run = Run { number, step: NONE, ..Run::default() };
        let own = self.layout.enter(start.cell)?;
        self.run.winding = if self.layout.floor().winding(own) < 0 { -1 } else { 1 };
        self.run.mirror = self.run.winding as f32;
        self.run.target = self.mirrored(ground(target.point));
        self.run.goals = self.touching(target)?;
        self.run.first = self.touching(start)?;
        self.mark_blocks().then_some(())
    }

    /// Pushes the sides of a cell that the start touches, but for those that it stands on.
    fn look_around(
        &mut self,
        root: &Root,
        cell: u32,
        is_inside: bool,
        observer: &mut impl Observer<IntervalEvent>,
    ) {
        for side in self.layout.floor().ring(cell) {
            if self.may_lead_on(side, observer) && (is_inside || !self.is_on(root.at, side)) {
                self.keep(self.whole(side, root, true), is_inside, observer);
            }
        }
    }

    /// The open node with the smallest estimate; `None` where no open node can lead to a shorter path than the best.
    fn next(&mut self, observer: &mut impl Observer<IntervalEvent>) -> Option<Node> {
        if self.is_over_budget() {
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
            let node = self.nodes[open.node() as usize];
            if let Some(best) = self.run.best {
                if open.is_past(best.length) {
                    return None;
                }
                if node.estimate >= best.length {
                    continue;
                }
            }
            let is_outdated = self.roots.is_outdated(node.root.corner, node.root.cost)
                || self.is_crowded() && self.nearer_by(&node).is_some();
            if !is_outdated {
                return Some(node);
            }
            observer.observe_with(|| IntervalEvent::Outdated(self.cone(&node)));
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
        if twin == UNKNOWN { self.layout.expand_successors(side) } else { twin }
    }
}
