//! Which cells to cross: Dijkstra and A* over cells or portals, as a [`Method`] says.
//!
//! Where nodes are portals, a cell may be entered where that is best. Over midpoints each portal is one node for both
//! directions: whoever reaches it second, from the other side, could have gone everywhere sooner through the cell that
//! the first one came from. A link is a way like any other: it leads into the cell where one gets off, and costs its length
//! times its own cost. This module does not know strings and paths but for the method that asks for them.

mod event;
mod log;
mod reach;
mod funnel_cost;
mod within;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;

use glam::DVec3;

use super::{Blocked, Corridor, Located, Method, SearchFootprint, Traversal, Walkable};
use crate::navmesh::{CellId, Pieces};
use crate::trace::{Observer, Silent};
pub use event::{Rejection, SearchEvent};
use funnel_cost::Anchor;
pub use log::{SearchLog, Visit, sort_window};
use reach::Reach;

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is more to expand.
    Searching,
    /// The target's cell was reached.
    Found,
    /// Everything that can be reached was expanded.
    Exhausted,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A place that the search knows a way to.
#[derive(Clone, Copy, Debug)]
struct Node {
    point: DVec3,
    cost: f64,
    estimate: f64,
    /// The cell that it leads into.
    cell: CellId,
    /// The way out of the cell before; `None` for the start.
    exit: Option<Traversal>,
    parent: u32,
    /// The next node in the list of those named by the same cell.
    next: u32,
    is_closed: bool,
}

/// An open node in the queue; outdated ones stay there and are skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Open {
    estimate: f64,
    node: u32,
}

impl Eq for Open {}

impl Ord for Open {
    /// The best is the greatest: smallest estimate, then the one found first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.estimate.total_cmp(&self.estimate).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A search under way, to be stepped, paused or dropped.
pub struct Search<'a> {
    walkable: Walkable<'a>,
    method: Method,
    target: Option<Located>,
    /// The least that a metre costs anywhere.
    least: f64,
    /// What a step into a shut cell costs, where the search may take it all the same.
    blocked_step: Option<f64>,
    nodes: Vec<Node>,
    /// By node, where its string is held; empty unless strings are pulled.
    anchors: Vec<Anchor>,
    /// By cell: one more than the first node of its list; 0 for none, so that the untouched table costs nothing.
    first_node: Vec<u32>,
    /// The convex pieces of the cells that are not convex, of those expanded and the target's.
    pieces: HashMap<CellId, Pieces>,
    open: BinaryHeap<Open>,
    found: Option<u32>,
    expanded: usize,
}

impl<'a> Search<'a> {
    /// A search from one place on the mesh to another; without a target, for everything in reach.
    ///
    /// The start may be in a cell that is shut; no other cell is entered that is.
    pub fn new(walkable: &Walkable<'a>, method: Method, start: &Located, target: Option<&Located>) -> Self {
        Self::begin(walkable, method, start, target, None)
    }

    /// A search by steps for the way through the fewest cells that are shut, and of those for the shortest.
    pub(super) fn ignoring_blocks(walkable: &Walkable<'a>, start: &Located, target: &Located) -> Self {
        let more_than_any_way = walkable.mesh.cell_count() as f64 + 1.0;
        Self::begin(walkable, Method::Steps, start, Some(target), Some(more_than_any_way))
    }

    fn begin(
        walkable: &Walkable<'a>,
        method: Method,
        start: &Located,
        target: Option<&Located>,
        blocked_step: Option<f64>,
    ) -> Self {
        let mut search = Self {
            walkable: *walkable,
            method,
            target: target.copied(),
            least: walkable.least_cost(),
            blocked_step,
            nodes: Vec::new(),
            anchors: Vec::new(),
            first_node: vec![0; walkable.mesh.cell_slots()],
            pieces: HashMap::new(),
            open: BinaryHeap::new(),
            found: None,
            expanded: 0,
        };
        if let Some(target) = target {
            search.cut(target.cell);
        }
        let point = start.point.as_dvec3();
        let estimate = search.rest(point, start.cell);
        let anchor = Anchor { point: start.point, cost: 0.0, node: 0 };
        let reach = Reach { point, cost: 0.0, estimate, anchor: Some(anchor) };
        search.open_node(&reach, start.cell, None, NONE);
        search
    }

    /// Expands one node and tells what happens there.
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
        if self.target.is_some_and(|target| target.cell == node.cell) {
            self.found = Some(index);
            return Status::Found;
        }
        self.cut(node.cell);
        let walkable = self.walkable;
        for (way, cell) in walkable.ways(node.cell) {
            observer.observe(self.relax(index, &node, way, cell));
        }
        Status::Searching
    }

    /// Steps to the end.
    pub fn run(&mut self, observer: &mut impl Observer<SearchEvent>) -> Status {
        loop {
            match self.step(observer) {
                Status::Searching => {}
                end => return end,
            }
        }
    }

    /// How many nodes were expanded so far.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// What the way found costs, the last stretch to the target included; `None` until it is found.
    pub fn cost(&self) -> Option<f64> {
        self.found.map(|index| self.nodes[index as usize].estimate)
    }

    /// The way found; `None` until it is.
    pub fn corridor(&self) -> Option<Corridor> {
        let mut node = &self.nodes[self.found? as usize];
        let mut corridor = Corridor { cells: vec![node.cell], exits: Vec::new() };
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            corridor.exits.extend(node.exit);
            corridor.cells.push(parent.cell);
            node = parent;
        }
        corridor.cells.reverse();
        corridor.exits.reverse();
        Some(corridor)
    }

    /// Marks the cells out of which ways were tried; all that lie beside them share corners with them, but not those
    /// that links lead to.
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
            let Open { node, .. } = self.open.pop()?;
            if !self.nodes[node as usize].is_closed {
                return Some(node);
            }
        }
    }

    /// Tries the way from a node out of its cell into another.
    fn relax(&mut self, parent: u32, node: &Node, way: Traversal, cell: CellId) -> SearchEvent {
        let from = node.cell;
        let rejected = |cost, why| SearchEvent::Rejected { cell, from, way, cost, why };
        if let Some(blocked) = self.blocked(from, way, cell) {
            return rejected(f64::INFINITY, Rejection::Blocked(blocked));
        }
        if node.exit.is_some_and(|exit| self.is_same_portal(exit, way)) {
            return rejected(f64::INFINITY, Rejection::Closed);
        }
        let known = self.known(way, cell);
        let index = known.unwrap_or(self.nodes.len() as u32);
        let reach = match way {
            Traversal::Side(_) => self.reach(parent, node, way, cell),
            Traversal::Link { .. } => self.reach_over_link(index, parent, node, way, cell),
        };
        let Reach { cost, estimate, .. } = reach;
        let is_first = known.is_none();
        match known {
            None => self.open_node(&reach, cell, Some(way), parent),
            Some(known) if self.nodes[known as usize].is_closed => return rejected(cost, Rejection::Closed),
            Some(known) if self.is_better(&reach, &self.nodes[known as usize]) => {
                let slot = &mut self.nodes[known as usize];
                *slot = Node { point: reach.point, cost, estimate, cell, exit: Some(way), parent, ..*slot };
                if let Some((slot, anchor)) = self.anchors.get_mut(known as usize).zip(reach.anchor) {
                    *slot = anchor;
                }
                self.open.push(Open { estimate, node: known });
            }
            Some(_) => return rejected(cost, Rejection::NotShorter),
        }
        SearchEvent::Relaxed { cell, from, way, cost, estimate, is_first }
    }

    fn blocked(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        if self.blocked_step.is_some() { None } else { self.walkable.blocked_traversal(from, way, into) }
    }

    /// Where the string is pulled, places and with them costs so far differ, but whole ways compare.
    fn is_better(&self, reach: &Reach, known: &Node) -> bool {
        if self.method == Method::FunnelCost {
            reach.estimate < known.estimate
        } else {
            reach.cost < known.cost
        }
    }

    fn open_node(&mut self, reach: &Reach, cell: CellId, exit: Option<Traversal>, parent: u32) {
        let index = self.nodes.len() as u32;
        let owner = exit.map_or(cell, |exit| self.owner(exit, cell)).0 as usize;
        let first = std::mem::replace(&mut self.first_node[owner], index + 1);
        let &Reach { point, cost, estimate, anchor } = reach;
        let next = first.checked_sub(1).unwrap_or(NONE);
        self.nodes.push(Node { point, cost, estimate, cell, exit, parent, next, is_closed: false });
        if self.method == Method::FunnelCost {
            self.anchors.extend(anchor);
        }
        self.open.push(Open { estimate, node: index });
    }

    /// The cell whose list names a way into `cell`: the cell itself, but for the portals that are one node for both
    /// directions, the lesser of the two that share it.
    fn owner(&self, exit: Traversal, cell: CellId) -> CellId {
        match (self.method, exit) {
            (Method::Distance | Method::Midpoints, Traversal::Side(side)) => side.cell.min(cell),
            _ => cell,
        }
    }

    /// The node that already stands for a way into a cell.
    fn known(&self, exit: Traversal, cell: CellId) -> Option<u32> {
        let mut index = self.first_node[self.owner(exit, cell).0 as usize].checked_sub(1)?;
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

    /// Whether two ways are one, or lead through one portal there and back; a link is got off somewhere else than it was
    /// stepped on.
    fn is_same_portal(&self, one: Traversal, other: Traversal) -> bool {
        let is_side = one.side().is_some();
        one == other || is_side && one.back(&self.walkable.derived.adjacency) == Some(other)
    }
}

/// How far every cell is from a place, in metres along the midpoints of portals to the nearest way in (weighed by what
/// they cost), by cell slot; 0 for the place's own cell, infinite where there is no way. `n log n` in the cells of the
/// island.
pub fn distances(walkable: &Walkable<'_>, from: &Located) -> Vec<f32> {
    distances_while(walkable, from, &mut |_, _| ControlFlow::Continue(())).unwrap_or_default()
}

/// The same; `goes_on` hears now and then how many portals of about how many have been looked at, and may break it off,
/// which gives `None`.
pub fn distances_while(
    walkable: &Walkable<'_>,
    from: &Located,
    goes_on: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Vec<f32>> {
    const TOLD: usize = 1 << 12;
    let mut distances = vec![f32::INFINITY; walkable.mesh.cell_slots()];
    let mut search = Search::new(walkable, Method::Midpoints, from, None);
    // Two cells share most sides, and a portal is looked at once.
    let portals = walkable.mesh.cells().map(|(_, cell)| cell.len()).sum::<usize>() / 2;
    while search.step(&mut Silent) == Status::Searching {
        if search.expanded().is_multiple_of(TOLD) {
            goes_on(search.expanded(), portals).continue_value()?;
        }
    }
    for node in &search.nodes {
        let distance = &mut distances[node.cell.0 as usize];
        *distance = distance.min(node.cost as f32);
    }
    Some(distances)
}

#[cfg(test)]
mod tests {
    use super::funnel_cost::MOST_GATES;
    use super::*;
    use crate::geometry::{Vec2, Vec3};
    use crate::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
    use crate::pathfinding::{Agent, Endpoint, Filter, locate};

    /// Triangles around the origin that reach half around it, and a bit.
    fn fan(triangles: u32) -> NavMesh {
        let angle = |i: u32| 3.3 * i as f32 / triangles as f32;
        let rim = (0..=triangles).map(|i| Vec3::new(angle(i).cos(), 0.0, -angle(i).sin()) * 10.0);
        let vertices = std::iter::once(Vec3::ZERO).chain(rim);
        let cells =
            (1..=triangles).map(|i| Cell::new([VertexId(0), VertexId(i), VertexId(i + 1)], AreaId(0)));
        NavMesh::from_parts(vertices, cells).unwrap()
    }

    #[test]
    fn the_string_is_pulled_through_a_bounded_number_of_portals() {
        let mesh = fan(4 * MOST_GATES as u32);
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let at = |x: f32, z: f32| {
            let endpoint = Endpoint { ground: Vec2::new(x, z), height: None };
            locate(&mesh, &derived, endpoint, f32::INFINITY).unwrap()
        };
        let mut search = Search::new(&walkable, Method::FunnelCost, &at(5.0, -0.003), Some(&at(-5.0, 0.5)));
        assert_eq!(search.run(&mut Silent), Status::Found);
        for (index, anchor) in (0..).zip(&search.anchors) {
            let parent = |node: &u32| Some(search.nodes[*node as usize].parent).filter(|node| *node != NONE);
            let behind = std::iter::successors(Some(index), parent).take_while(|node| *node != anchor.node);
            assert!(behind.count() <= MOST_GATES + 1, "node {index}");
        }
    }
}
