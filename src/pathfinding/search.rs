//! Which cells to cross: Dijkstra counted in steps, or A* over the midpoints of portals.
//!
//! The nodes of A* are portals, not cells, so a cell may be entered where that is best, and the corridor is the best
//! of the midpoint graph. Each portal is one node for both directions: whoever reaches it second, from the other side,
//! could have gone everywhere sooner through the cell that the first one came from.
//! (Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968.)

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::Located;
use crate::navmesh::{Adjacency, CellId, Derived, HalfEdge, NavMesh};
use crate::trace::{Observer, Silent};

/// How the corridor is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Dijkstra, every cell one step: the fewest cells.
    Steps,
    /// A* over the midpoints of portals, with the straight line to the target as the heuristic.
    #[default]
    Midpoints,
}

/// What happens in a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent {
    /// The cheapest open node was closed, and its cell looked around in.
    Expanded {
        /// The cell that it leads into.
        cell: CellId,
        /// What it cost to get there: metres, or steps.
        cost: f64,
    },
    /// A way through a portal was found, or a shorter one than before.
    Relaxed {
        /// The side of the expanded cell that it goes out through.
        half_edge: HalfEdge,
        /// What it costs to get there.
        cost: f64,
    },
    /// A way through a portal was not taken.
    Rejected {
        /// The side of the expanded cell that it would go out through.
        half_edge: HalfEdge,
        /// Why not.
        why: Rejection,
    },
}

/// Why a way through a portal was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The best way there is already settled.
    Closed,
    /// Another way there is as short or shorter.
    NotShorter,
}

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

/// The cells crossed, in order, and the sides gone out through: one side fewer than cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corridor {
    /// The cells crossed.
    pub cells: Vec<CellId>,
    /// For each cell but the last, the side that leads into the next.
    pub exits: Vec<HalfEdge>,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A place that the search knows a way to: the start, or the midpoint of a portal.
#[derive(Clone, Copy, Debug)]
struct Node {
    point: DVec3,
    cost: f64,
    /// The cell that it leads into.
    cell: CellId,
    /// The side of the cell before that it goes out through; unused for the start.
    exit: HalfEdge,
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
    mesh: &'a NavMesh,
    adjacency: &'a Adjacency,
    method: Method,
    target: Option<(CellId, DVec3)>,
    nodes: Vec<Node>,
    /// By cell: one more than the first node of its list; 0 for none, so that the untouched table costs nothing.
    first_node: Vec<u32>,
    open: BinaryHeap<Open>,
    found: Option<u32>,
    expanded: usize,
}

impl<'a> Search<'a> {
    /// A search from one place on the mesh to another; without a target, for everything in reach.
    pub fn new(
        mesh: &'a NavMesh,
        derived: &'a Derived,
        method: Method,
        start: &Located,
        target: Option<&Located>,
    ) -> Self {
        let mut search = Self {
            mesh,
            adjacency: &derived.adjacency,
            method,
            target: target.map(|t| (t.cell, t.point.as_dvec3())),
            nodes: Vec::new(),
            first_node: vec![0; mesh.cell_slots()],
            open: BinaryHeap::new(),
            found: None,
            expanded: 0,
        };
        let no_exit = HalfEdge { cell: start.cell, side: 0 };
        search.open_node(start.point.as_dvec3(), 0.0, start.cell, no_exit, NONE);
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
        observer.observe(SearchEvent::Expanded { cell: node.cell, cost: node.cost });
        if self.target.is_some_and(|(cell, _)| cell == node.cell) {
            self.found = Some(index);
            return Status::Found;
        }
        for (half_edge, cell) in self.adjacency.neighbors(node.cell) {
            observer.observe(self.relax(index, &node, half_edge, cell));
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

    /// What the way found costs: metres along midpoints, the last stretch to the target included, or steps; `None`
    /// until it is found.
    pub fn cost(&self) -> Option<f64> {
        self.found.map(|index| self.estimate(&self.nodes[index as usize]))
    }

    /// The way found; `None` until it is.
    pub fn corridor(&self) -> Option<Corridor> {
        let mut node = &self.nodes[self.found? as usize];
        let mut corridor = Corridor { cells: vec![node.cell], exits: Vec::new() };
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            corridor.exits.push(node.exit);
            corridor.cells.push(parent.cell);
            node = parent;
        }
        corridor.cells.reverse();
        corridor.exits.reverse();
        Some(corridor)
    }

    fn pop(&mut self) -> Option<u32> {
        loop {
            let Open { node, .. } = self.open.pop()?;
            if !self.nodes[node as usize].is_closed {
                return Some(node);
            }
        }
    }

    /// Tries the way from a node through one side of its cell.
    fn relax(&mut self, from: u32, node: &Node, half_edge: HalfEdge, cell: CellId) -> SearchEvent {
        let known = self.known(half_edge, cell);
        if known.is_some_and(|known| self.nodes[known as usize].is_closed) {
            return SearchEvent::Rejected { half_edge, why: Rejection::Closed };
        }
        let point = self.midpoint(half_edge);
        let cost = node.cost
            + match self.method {
                Method::Steps => 1.0,
                Method::Midpoints => node.point.distance(point),
            };
        match known {
            None => self.open_node(point, cost, cell, half_edge, from),
            Some(known) if cost < self.nodes[known as usize].cost => {
                let better = Node { cost, cell, exit: half_edge, parent: from, ..self.nodes[known as usize] };
                self.nodes[known as usize] = better;
                self.open.push(Open { estimate: self.estimate(&better), node: known });
            }
            Some(_) => return SearchEvent::Rejected { half_edge, why: Rejection::NotShorter },
        }
        SearchEvent::Relaxed { half_edge, cost }
    }

    fn open_node(&mut self, point: DVec3, cost: f64, cell: CellId, exit: HalfEdge, parent: u32) {
        let index = self.nodes.len() as u32;
        let owner = self.owner(exit, cell).0 as usize;
        let first = std::mem::replace(&mut self.first_node[owner], index + 1);
        let node = Node {
            point,
            cost,
            cell,
            exit,
            parent,
            next: first.checked_sub(1).unwrap_or(NONE),
            is_closed: false,
        };
        self.nodes.push(node);
        self.open.push(Open { estimate: self.estimate(&node), node: index });
    }

    /// The cell whose list names a way into `cell`: counting steps, the cell itself, for one way into it is as good as
    /// another; over midpoints, the lesser of the two that share the portal.
    fn owner(&self, exit: HalfEdge, cell: CellId) -> CellId {
        match self.method {
            Method::Steps => cell,
            Method::Midpoints => exit.cell.min(cell),
        }
    }

    /// The node that already stands for the way through a side into a cell.
    fn known(&self, exit: HalfEdge, cell: CellId) -> Option<u32> {
        let mut index = self.first_node[self.owner(exit, cell).0 as usize].checked_sub(1)?;
        let twin = self.adjacency.twin(exit);
        while let Some(node) = self.nodes.get(index as usize) {
            let is_portal = node.parent != NONE && (node.exit == exit || Some(node.exit) == twin);
            if is_portal || self.method == Method::Steps {
                return Some(index);
            }
            index = node.next;
        }
        None
    }

    fn midpoint(&self, half_edge: HalfEdge) -> DVec3 {
        let ends = self.mesh.half_edge(half_edge).map(|ends| ends.map(|v| self.mesh.position(v).as_dvec3()));
        ends.map_or(DVec3::NAN, |[from, to]| (from + to) * 0.5)
    }

    /// Cost so far, and at least so much more.
    fn estimate(&self, node: &Node) -> f64 {
        match (self.method, self.target) {
            (Method::Midpoints, Some((_, target))) => node.cost + node.point.distance(target),
            _ => node.cost,
        }
    }
}

/// How far every cell is from a place, in metres along the midpoints of portals to the nearest way in, by cell slot;
/// 0 for the place's own cell, infinite where there is no way. `n log n` in the cells of the island.
pub fn distances(mesh: &NavMesh, derived: &Derived, from: &Located) -> Vec<f32> {
    let mut distances = vec![f32::INFINITY; mesh.cell_slots()];
    let mut search = Search::new(mesh, derived, Method::Midpoints, from, None);
    search.run(&mut Silent);
    for node in &search.nodes {
        let distance = &mut distances[node.cell.0 as usize];
        *distance = distance.min(node.cost as f32);
    }
    distances
}
