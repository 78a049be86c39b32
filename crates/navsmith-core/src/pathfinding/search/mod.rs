//! Corridor search: Dijkstra and A* over cells or portals, according to a [`Method`].
//!
//! If nodes are portals, paths may enter a cell through different portals. Over midpoints, each portal is one node
//! for both directions. A path that reaches it second, from the other side, gains nothing: the path that came first
//! reaches everything ahead sooner through its own cell. A link is a traversal like a portal. It leads into the cell
//! of its far end, and costs its length times its own cost. Only [`Method::FunnelCost`] pulls strings across cells.

pub mod method;
pub mod footprint;
pub mod event;
mod funnel_cost;
pub(super) mod memory;
mod within;
mod reach;
mod goal;

use std::collections::HashMap;
use std::mem;

use glam::DVec3;

use self::event::{Rejection, SearchEvent};
use self::footprint::{EXPANSIONS_PER_REPORT, SearchFootprint};
use self::funnel_cost::{StringAnchor, StringMemory};
use self::memory::SearchMemory;
use self::method::Method;
use self::reach::SearchReach;
use super::agent::corridor::{Corridor, Traversal};
use super::agent::walkable::{Blocked, Walkable};
use super::mesh_query::locate::Located;
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, Pieces};
use crate::progress::{Progress, Stopped};
use crate::trace::{Observer, Silent};

/// State of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are open nodes.
    Searching,
    /// The search reached the target's cell.
    Found,
    /// Everything reachable was expanded.
    Exhausted,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    point: DVec3,
    cost: f64,
    estimate: f64,
    cell: CellId,
    /// Traversal out of the previous cell; `None` for the start.
    exit: Option<Traversal>,
    parent: u32,
    /// Next node in the list of the same owner cell.
    next: u32,
    is_closed: bool,
    /// Whether the path ends at the target, so that its estimate is its cost.
    is_goal: bool,
}

/// Search in progress, which can be stepped, paused or dropped.
pub struct Search<'a> {
    walkable: Walkable<'a>,
    method: Method,
    target: Option<Located>,
    /// Least cost of a metre anywhere.
    least: f64,
    /// Cost of a step into a blocked cell; `None` if the search may not enter any.
    blocked_step: Option<f64>,
    nodes: Vec<Node>,
    /// Anchor of each node's string; empty unless strings are pulled.
    anchors: Vec<StringAnchor>,
    /// For each owner cell, one more than the first node of its list; 0 for none.
    ///
    /// Zeroed memory costs nothing until it is touched.
    first_node: Vec<u32>,
    /// Convex pieces of the cells that are not convex, for expanded cells and the target's cell.
    pieces: HashMap<CellId, Pieces>,
    /// Open nodes: the smallest estimate first, then found first. Outdated entries stay and are skipped.
    open: PriorityQueue<(TotalF64, u32)>,
    /// Memory of the corridor.
    spare: Corridor,
    /// Memory of pulled strings.
    string: StringMemory,
    /// Whether a path that entered the target's cell may leave it again.
    can_leave_target: bool,
    /// Cost of the cheapest path to the target so far, if paths may leave its cell.
    least_goal: f64,
    found: Option<u32>,
    expanded: usize,
}

impl<'a> Search<'a> {
    /// Creates a search between two places on the mesh; without a target, for everything reachable.
    ///
    /// The start may lie in a blocked cell. The search enters no other blocked cell.
    pub fn new(walkable: &Walkable<'a>, method: Method, start: &Located, target: Option<&Located>) -> Self {
        Self::in_memory(walkable, method, start, target, &mut SearchMemory::default())
    }

    /// Like [`Self::new`], but uses the memory of an earlier search of the same mesh.
    pub(super) fn in_memory(
        walkable: &Walkable<'a>,
        method: Method,
        start: &Located,
        target: Option<&Located>,
        memory: &mut SearchMemory,
    ) -> Self {
        Self::begin(walkable, (method, None), start, target, mem::take(memory))
    }

    /// Creates a search for the path through the fewest blocked cells, then with the fewest steps.
    pub(super) fn ignoring_blocks(walkable: &Walkable<'a>, start: &Located, target: &Located) -> Self {
        let more_than_any_way = walkable.mesh.cell_count() as f64 + 1.0;
        let costs = (Method::Steps, Some(more_than_any_way));
        Self::begin(walkable, costs, start, Some(target), SearchMemory::default())
    }

    fn begin(
        walkable: &Walkable<'a>,
        (method, blocked_step): (Method, Option<f64>),
        start: &Located,
        target: Option<&Located>,
        mut memory: SearchMemory,
    ) -> Self {
        let first_node = memory.cleared(walkable.mesh.cell_slots());
        let mut search = Self {
            walkable: *walkable,
            method,
            target: target.copied(),
            least: walkable.least_cost(),
            blocked_step,
            nodes: memory.nodes,
            anchors: memory.anchors,
            first_node,
            pieces: memory.pieces,
            open: memory.open,
            spare: memory.corridor,
            string: memory.string,
            can_leave_target: false,
            least_goal: f64::INFINITY,
            found: None,
            expanded: 0,
        };
        if let Some(target) = target {
            search.cut(target.cell);
            search.can_leave_target = search.is_worth_leaving(target.cell);
        }
        let point = start.point.as_dvec3();
        let estimate = search.rest(point, start.cell);
        let anchor = StringAnchor { point: start.point, cost: 0.0, node: 0 };
        let reach = SearchReach { point, cost: 0.0, estimate, anchor: Some(anchor) };
        search.open_node(&reach, start.cell, None, NONE);
        search.open_goal(&reach, start.cell, None, NONE);
        search
    }

    /// Expands one node and reports the events to `observer`.
    pub fn step(&mut self, observer: &mut impl Observer<SearchEvent>) -> Status {
        if self.found.is_some() {
            return Status::Found;
        }
        let Some(index) = self.pop() else { return Status::Exhausted };
        let node = &mut self.nodes[index as usize];
        node.is_closed = true;
        let node = *node;
        self.expanded += 1;
        let Node { cell, cost, estimate, .. } = node;
        let from = self.nodes.get(node.parent as usize).map(|parent| parent.cell).zip(node.exit);
        observer.observe(SearchEvent::Expanded { cell, from, cost, estimate });
        if node.is_goal || !self.can_leave_target && self.is_at_target(node.cell) {
            self.found = Some(index);
            return Status::Found;
        }
        self.cut(node.cell);
        let walkable = self.walkable;
        // The traversal back through the portal by which the node was reached.
        let back = node.exit.and_then(|exit| match exit {
            Traversal::Side(_) => exit.back(&walkable.derived.adjacency),
            Traversal::Link { .. } => Some(exit),
        });
        for (way, cell) in walkable.ways(node.cell) {
            let (from, cost, why) = (node.cell, f64::INFINITY, Rejection::Closed);
            let is_back = back == Some(way);
            let rejected = SearchEvent::Rejected { cell, from, way, cost, why };
            observer.observe(if is_back { rejected } else { self.relax(index, &node, way, cell) });
        }
        Status::Searching
    }

    /// Steps until the search ends.
    pub fn run(&mut self, observer: &mut impl Observer<SearchEvent>) -> Status {
        loop {
            match self.step(observer) {
                Status::Searching => {}
                end => return end,
            }
        }
    }

    /// Returns the number of expanded nodes.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Returns the cost of the path found, including its last stretch to the target; `None` before that.
    pub fn cost(&self) -> Option<f64> {
        self.found.map(|index| self.nodes[index as usize].estimate)
    }

    /// Returns the corridor of the path found; `None` before that.
    pub fn corridor(&self) -> Option<Corridor> {
        let mut corridor = Corridor::default();
        self.write_corridor(&mut corridor).then_some(corridor)
    }

    /// Ends the search; returns its corridor, and its memory for [`Self::in_memory`].
    pub(super) fn finish(mut self, memory: &mut SearchMemory) -> Option<Corridor> {
        let mut corridor = mem::take(&mut self.spare);
        let is_found = self.write_corridor(&mut corridor);
        let Self { method, nodes, anchors, first_node, pieces, open, string, .. } = self;
        let (method, spare) = (Some(method), Corridor::default());
        *memory = SearchMemory { corridor: spare, method, nodes, anchors, first_node, pieces, open, string };
        if is_found {
            return Some(corridor);
        }
        memory.corridor = corridor;
        None
    }

    /// Writes the corridor of the path found; returns `false` before that.
    fn write_corridor(&self, corridor: &mut Corridor) -> bool {
        corridor.cells.clear();
        corridor.exits.clear();
        let Some(found) = self.found else { return false };
        let mut node = &self.nodes[found as usize];
        corridor.cells.push(node.cell);
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            corridor.exits.extend(node.exit);
            corridor.cells.push(parent.cell);
            node = parent;
        }
        corridor.cells.reverse();
        corridor.exits.reverse();
        true
    }

    /// Adds the expanded cells to a footprint.
    ///
    /// Adjacent cells share corners with them. The cells that links lead to do not, and are added too.
    pub(super) fn mark(&self, footprint: &mut SearchFootprint) {
        let Walkable { mesh, derived, .. } = self.walkable;
        for node in self.nodes.iter().filter(|node| node.is_closed) {
            footprint.add(mesh.corners(node.cell).iter().copied());
            for step in derived.links.steps(node.cell) {
                footprint.add(mesh.corners(step.cell).iter().copied());
            }
        }
    }

    fn pop(&mut self) -> Option<u32> {
        loop {
            let (_, node) = self.open.pop()?;
            if !self.nodes[node as usize].is_closed {
                return Some(node);
            }
        }
    }

    fn relax(&mut self, parent: u32, node: &Node, way: Traversal, cell: CellId) -> SearchEvent {
        let from = node.cell;
        let rejected = |cost, why| SearchEvent::Rejected { cell, from, way, cost, why };
        if let Some(blocked) = self.blocked(from, way, cell) {
            return rejected(f64::INFINITY, Rejection::Blocked(blocked));
        }
        let known = self.known(way, cell);
        let index = known.unwrap_or(self.nodes.len() as u32);
        let reach = match way {
            Traversal::Side(_) => self.reach(parent, node, way, cell),
            Traversal::Link { .. } => self.reach_over_link(index, parent, node, way, cell),
        };
        let SearchReach { cost, estimate, .. } = reach;
        let relaxed = SearchEvent::Relaxed { cell, from, way, cost, estimate, is_first: known.is_none() };
        let event = match known {
            None => {
                self.open_node(&reach, cell, Some(way), parent);
                relaxed
            }
            Some(known) if self.nodes[known as usize].is_closed => rejected(cost, Rejection::Closed),
            Some(known) if self.is_better(&reach, &self.nodes[known as usize]) => {
                let slot = &mut self.nodes[known as usize];
                *slot = Node { point: reach.point, cost, estimate, cell, exit: Some(way), parent, ..*slot };
                if let Some((slot, anchor)) = self.anchors.get_mut(known as usize).zip(reach.anchor) {
                    *slot = anchor;
                }
                self.open.push((estimate.into(), known));
                relaxed
            }
            Some(_) => rejected(cost, Rejection::NotShorter),
        };
        self.open_goal(&reach, cell, Some(way), parent);
        event
    }

    fn blocked(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        if self.blocked_step.is_some() { None } else { self.walkable.blocked_traversal(from, way, into) }
    }

    /// Whether a path improves a known node.
    ///
    /// With funnel cost, the points of the two differ. Only the estimates of whole paths are then comparable.
    fn is_better(&self, reach: &SearchReach, known: &Node) -> bool {
        if self.method == Method::FunnelCost {
            reach.estimate < known.estimate
        } else {
            reach.cost < known.cost
        }
    }

    fn open_node(&mut self, reach: &SearchReach, cell: CellId, exit: Option<Traversal>, parent: u32) {
        let index = self.nodes.len() as u32;
        let owner = owner(self.method, exit, cell).0 as usize;
        let first = mem::replace(&mut self.first_node[owner], index + 1);
        let &SearchReach { point, cost, estimate, anchor } = reach;
        let next = first.checked_sub(1).unwrap_or(NONE);
        let (is_closed, is_goal) = (false, false);
        self.push(Node { point, cost, estimate, cell, exit, parent, next, is_closed, is_goal }, anchor);
    }

    fn push(&mut self, node: Node, anchor: Option<StringAnchor>) {
        self.open.push((node.estimate.into(), self.nodes.len() as u32));
        self.nodes.push(node);
        if self.method == Method::FunnelCost {
            self.anchors.extend(anchor);
        }
    }

    /// Returns the existing node for a traversal into a cell.
    fn known(&self, exit: Traversal, cell: CellId) -> Option<u32> {
        let mut index = self.first_node[owner(self.method, Some(exit), cell).0 as usize].checked_sub(1)?;
        while let Some(node) = self.nodes.get(index as usize) {
            let is_known = match self.method {
                Method::Steps | Method::Centers | Method::Entries => true,
                Method::FunnelCost => node.exit == Some(exit),
                Method::Distance | Method::Midpoints => {
                    node.exit.is_some_and(|other| self.is_same_portal(other, exit))
                }
            };
            if is_known {
                return Some(index);
            }
            index = node.next;
        }
        None
    }

    /// Whether two traversals are equal or cross the same portal in opposite directions.
    ///
    /// A link is never the latter, because it ends elsewhere than it begins.
    fn is_same_portal(&self, one: Traversal, other: Traversal) -> bool {
        let is_side = one.side().is_some();
        one == other || is_side && one.back(&self.walkable.derived.adjacency) == Some(other)
    }
}

/// Returns the cell whose list contains the nodes of a traversal into `cell`.
///
/// This is the cell itself. If a portal is one node for both directions, it is the lesser of its two cells by id.
fn owner(method: Method, exit: Option<Traversal>, cell: CellId) -> CellId {
    match (method, exit) {
        (Method::Distance | Method::Midpoints, Some(Traversal::Side(side))) => side.cell.min(cell),
        _ => cell,
    }
}

/// Returns the distance from a place to every cell, by cell slot.
///
/// The distance is measured in metres along the midpoints of portals to the nearest entry, weighted by area costs. It
/// is 0 for the place's own cell and infinite for unreachable cells. `n log n` in the cells of the island.
pub fn distances(walkable: &Walkable<'_>, from: &Located, progress: &Progress) -> Result<Vec<f32>, Stopped> {
    let mut distances = vec![f32::INFINITY; walkable.mesh.cell_slots()];
    let mut search = Search::new(walkable, Method::Midpoints, from, None);
    // Two cells share most sides, and each portal is expanded once.
    let portals = walkable.mesh.cells().map(|(_, cell)| cell.len()).sum::<usize>() / 2;
    let mut units = progress.units(portals, EXPANSIONS_PER_REPORT);
    while search.step(&mut Silent) == Status::Searching {
        units.step()?;
    }
    for node in &search.nodes {
        let distance = &mut distances[node.cell.0 as usize];
        *distance = distance.min(node.cost as f32);
    }
    Ok(distances)
}
