//! Exact shortest paths over the mesh by Polyanya.
//!
//! See Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation Mesh*, IJCAI 2017. The search expands
//! intervals instead of points. An interval is a part of a side together with a root that sees all of it. Paths
//! therefore turn only at corners of the boundary, and the search misses no path.
//!
//! Lengths are measured on the ground, in f64. Cells that the agent may not enter and portals too narrow for it are
//! walls. The search ignores area costs, links, the clearance that the agent keeps from walls, and heights. Its
//! result is the shortest length, which serves as the reference for all other algorithms.
//!
//! The result is exact for cells of any simple shape, and on islands whose winding is reversed as a whole. Exact
//! predicates on vertices decide which vertices a root sees. Cells that are not convex are searched as their convex
//! pieces; corners on a straight line stay. Some cells are searched as they are: cells that wind against their
//! island, cells without area, and self-intersecting cells that cannot be cut. Through these cells the search returns
//! some path or none. Its number of steps is then at most proportional to the size of the mesh.

pub mod event;
mod node;
mod ends;
mod open;
mod root_history;
mod vertex_upper_bounds;
mod sight;
mod expand;
mod sweep;
pub mod answer;
pub mod once;

use std::collections::BTreeSet;

use glam::Vec2;
use smallvec::SmallVec;

use self::answer::Optimum;
use self::ends::TouchedNodes;
use self::event::IntervalEvent;
use self::node::{NONE, Node, NodeKey, RootPoint};
use self::open::OpenEntry;
use self::root_history::RootHistory;
use self::vertex_upper_bounds::VertexUpperBounds;
use super::mesh_query::locate::Located;
use super::search::footprint::EXPANSIONS_PER_REPORT;
use super::search_mesh::landmarks::Range;
use super::search_mesh::{SearchMeshSource, UNKNOWN};
use crate::geometry::ground;
use crate::graph::PriorityQueue;
use crate::navmesh::VertexId;
use crate::progress::{Progress, Stopped};
use crate::trace::Observer;

/// Shortest path search over one mesh.
///
/// Memory is kept between queries: once it is large enough, a query allocates none.
///
/// The source is a [`SearchMesh`] for many queries of a mesh that does not change; many threads may share it.
/// It is a [`LazySearchMesh`] for one query or a few.
///
/// [`SearchMesh`]: super::search_mesh::SearchMesh
/// [`LazySearchMesh`]: super::search_mesh::lazy::LazySearchMesh
#[derive(Clone, Debug)]
pub struct Polyanya<L> {
    layout: L,
    roots: RootHistory,
    /// Upper bounds for distances to vertices; maintained only while the search is crowded.
    away: VertexUpperBounds,
    /// Nodes in the queue, and those that left it.
    nodes: Vec<Node>,
    open: PriorityQueue<OpenEntry>,
    /// Expanded nodes, in order.
    trail: Vec<Step>,
    /// For each block, the number of the last query whose paths may lead through it.
    on_the_way: Vec<u32>,
    run: Run,
}

#[derive(Clone, Debug, Default)]
struct Run {
    /// Number of the query, counted from 1.
    number: u32,
    /// -1 if the winding of the mesh is reversed, else 1.
    winding: i32,
    mirror: f32,
    target: Vec2,
    /// Distances from the target to the landmarks, if there are any.
    range: Option<Range>,
    first: TouchedNodes,
    goals: TouchedNodes,
    /// Sides that lead into goal cells that are dead ends without a number.
    into_goals: SmallVec<[u32; 8]>,
    /// Vertex at the position of the start.
    start: Option<VertexId>,
    /// Best of the nodes found last, which is not in the queue yet.
    next: Option<OpenEntry>,
    best: Option<Best>,
    /// Step of the trail that is being expanded; [`NONE`] at the start.
    step: u32,
    expanded: usize,
    /// Number of expanded nodes at which the search ends; `None` while all cells are convex.
    budget: Option<usize>,
    /// Whether an interval may be generated again with the same root.
    may_repeat: bool,
    /// Intervals generated while [`Self::may_repeat`].
    generated: BTreeSet<(u32, NodeKey)>,
}

/// Expanded node, as stored for the reconstruction of the path.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Side through which the path entered the cell.
    entry: u32,
    /// Corner at the root of the node; [`NONE`] for the start.
    corner: u32,
    /// Previous step; [`NONE`] at the start.
    before: u32,
}

/// Complete path: straight from the root of a node to the target, or with one more corner.
#[derive(Clone, Copy, Debug)]
struct Best {
    length: f64,
    step: u32,
    corner: Option<RootPoint>,
}

/// Number of expansions for each side above which [`NODES_PER_CELL`] applies: sound meshes take fewer.
const EXPANSIONS_PER_SIDE: usize = 64;

/// Maximum number of nodes expanded for each cell of the mesh, once a cell is not convex.
const NODES_PER_CELL: usize = 16;

impl<L: SearchMeshSource> Polyanya<L> {
    /// Creates a search over a search mesh.
    pub fn new(layout: L) -> Self {
        Self {
            layout,
            roots: RootHistory::default(),
            away: VertexUpperBounds::default(),
            nodes: Vec::new(),
            open: PriorityQueue::default(),
            trail: Vec::new(),
            on_the_way: Vec::new(),
            run: Run::default(),
        }
    }

    pub(in crate::pathfinding) fn into_layout(self) -> L {
        self.layout
    }

    /// Returns the shortest path between two places on the mesh; `None` if there is none.
    ///
    /// A place on a side or a vertex touches all cells that meet and are connected there. The path may begin and end
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

    /// Like [`Self::solve`], but writes into the memory of an earlier answer.
    ///
    /// Returns `false` if there is no path; `answer` is then unchanged.
    pub fn solve_into(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
        answer: &mut Optimum,
    ) -> bool {
        self.length(start, target, observer).is_some() && self.write_answer(start, target, answer).is_some()
    }

    /// Returns the length of the shortest path, in metres on the ground.
    ///
    /// Reuses the memory of earlier queries.
    pub fn length(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Option<f64> {
        // The token never stops the search.
        self.search(start, target, observer, &Progress::none()).ok().flatten()
    }

    /// Like [`Self::length`], but reports the number of expanded intervals to `progress`.
    fn search(
        &mut self,
        start: &Located,
        target: &Located,
        observer: &mut impl Observer<IntervalEvent>,
        progress: &Progress,
    ) -> Result<Option<f64>, Stopped> {
        if self.begin(start, target).is_none() {
            return Ok(None);
        }
        if self.run.first.cells.iter().any(|cell| self.run.goals.cells.contains(cell)) {
            let length = ground(start.point).as_dvec2().distance(ground(target.point).as_dvec2());
            observer.observe(IntervalEvent::Reached { corner: None, length });
            self.run.best = Some(Best { length, step: NONE, corner: None });
            return Ok(Some(length));
        }
        let is_inside = self.run.first.is_inside;
        let root = RootPoint { cost: 0.0, at: self.mirrored(ground(start.point)), corner: NONE };
        if is_inside && let Some(best) = self.in_sight(&root) {
            observer.observe(IntervalEvent::Reached { corner: None, length: best.length });
            self.run.best = Some(best);
            return Ok(Some(best.length));
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
        let mut reported = 0;
        while let Some(node) = self.next(observer) {
            observer.observe_with(|| IntervalEvent::Popped(self.cone(&node)));
            self.follow(node, observer);
            if self.run.expanded - reported >= EXPANSIONS_PER_REPORT {
                reported = self.run.expanded;
                progress.report_units(reported)?;
            }
        }
        Ok(self.run.best.map(|best| best.length))
    }

    fn follow(&mut self, mut node: Node, observer: &mut impl Observer<IntervalEvent>) {
        loop {
            self.run.expanded += 1;
            self.run.step = self.trail.len() as u32;
            self.trail.push(Step { entry: node.behind.entry, corner: node.root.corner, before: node.from });
            if self.is_crowded() {
                if self.run.expanded > self.layout.floor().len() * EXPANSIONS_PER_SIDE {
                    self.limit();
                }
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

    /// Puts the nodes from index `first` on into the queue.
    fn put(&mut self, first: usize, observer: &mut impl Observer<IntervalEvent>) {
        for index in first..self.nodes.len() {
            let estimate = self.least(&self.nodes[index]);
            self.nodes[index].estimate = estimate;
            let open = OpenEntry::new(estimate, index as u32);
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

    /// Whether there are enough intervals for pruning by vertex distances to save time.
    ///
    /// This holds once sides were expanded more than once on average.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.run.expanded > self.layout.floor().len() && self.run.budget.is_none()
    }

    fn is_over_budget(&self) -> bool {
        self.run.budget.is_some_and(|budget| self.run.expanded >= budget)
    }

    /// Resets the state for a new query.
    ///
    /// Returns `None` if the agent may not enter the cell of either end, or if there certainly is no path.
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

    /// Adds the sides of a cell that the start touches, except those that contain the start.
    fn look_around(
        &mut self,
        root: &RootPoint,
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

    /// Returns the open node with the smallest estimate; `None` if no open node can improve the best path.
    fn next(&mut self, observer: &mut impl Observer<IntervalEvent>) -> Option<Node> {
        if self.is_over_budget() {
            return None;
        }
        let mut next = self.run.next.take();
        loop {
            let open = match next.take() {
                // The node found last is often the best of all; it then never enters the queue.
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

    /// Returns the position of the first corner of a side.
    #[inline]
    fn at(&self, side: u32) -> Vec2 {
        self.mirrored(self.layout.floor().at(side))
    }

    /// Returns the right and the left end of a side, as seen when leaving through it.
    #[inline]
    fn line(&self, side: u32) -> [Vec2; 2] {
        [self.at(side), self.at(self.layout.floor().after(side))]
    }

    /// Mirrors a place if the winding of the mesh is reversed; its own inverse.
    #[inline]
    fn mirrored(&self, place: Vec2) -> Vec2 {
        Vec2::new(place.x, place.y * self.run.mirror)
    }

    /// Returns the twin of a side, which is expanded if it is unknown.
    #[inline]
    fn twin(&mut self, side: u32) -> u32 {
        let twin = self.layout.floor().half(side).twin;
        if twin == UNKNOWN { self.layout.expand_successors(side) } else { twin }
    }
}
