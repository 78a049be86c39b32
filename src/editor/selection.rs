//! What is selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Element;
use crate::document;
use crate::navmesh::edit::Edited;
use crate::navmesh::{Adjacency, CellId, Changes, Edge, EdgeKind, LinkId, NavMesh, VertexId};

/// Which kind of element clicks take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Corners.
    Vertex,
    /// Edges.
    Edge,
    /// Cells.
    #[default]
    Cell,
}

/// Selected elements, ordered by id; links besides whatever else clicks take. `order` remembers in which order vertices came, for "merge at first, at last".
///
/// Clones share what they hold, so keeping one with every step costs nothing, and a clone is compared for nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    vertices: Arc<BTreeSet<VertexId>>,
    edges: Arc<BTreeSet<Edge>>,
    cells: Arc<BTreeSet<CellId>>,
    links: Arc<BTreeSet<LinkId>>,
    order: Arc<Vec<VertexId>>,
}

impl FromIterator<Element> for Selection {
    fn from_iter<I: IntoIterator<Item = Element>>(elements: I) -> Self {
        let (mut order, mut edges, mut cells, mut links) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for element in elements {
            match element {
                Element::Vertex(id) => order.push(id),
                Element::Edge(edge) => edges.push(edge),
                Element::Cell(id) => cells.push(id),
                Element::Link(id) => links.push(id),
                Element::Start | Element::Target => {}
            }
        }
        Self::of_vertices(order).and(edges, cells, links)
    }
}

impl Selection {
    /// What an edit left to be selected.
    pub fn of(edited: &Edited) -> Self {
        Self::of_vertices(edited.vertices.clone()).and(
            edited.edges.iter().copied(),
            edited.cells.iter().copied(),
            edited.links.iter().copied(),
        )
    }

    /// Vertices in this order, each as often as it likes.
    fn of_vertices(mut order: Vec<VertexId>) -> Self {
        let vertices: BTreeSet<VertexId> = order.iter().copied().collect();
        if vertices.len() < order.len() {
            let mut is_new = BTreeSet::new();
            order.retain(|&id| is_new.insert(id));
        }
        Self { vertices: Arc::new(vertices), order: Arc::new(order), ..Self::default() }
    }

    fn and(
        self,
        edges: impl IntoIterator<Item = Edge>,
        cells: impl IntoIterator<Item = CellId>,
        links: impl IntoIterator<Item = LinkId>,
    ) -> Self {
        Self {
            edges: Arc::new(edges.into_iter().collect()),
            cells: Arc::new(cells.into_iter().collect()),
            links: Arc::new(links.into_iter().collect()),
            ..self
        }
    }

    /// Selected vertices.
    pub fn vertices(&self) -> &BTreeSet<VertexId> {
        &self.vertices
    }

    /// Selected edges.
    pub fn edges(&self) -> &BTreeSet<Edge> {
        &self.edges
    }

    /// Selected cells.
    pub fn cells(&self) -> &BTreeSet<CellId> {
        &self.cells
    }

    /// Selected links.
    pub fn links(&self) -> &BTreeSet<LinkId> {
        &self.links
    }

    /// Selected vertices in the order in which they were selected.
    pub fn in_order(&self) -> &[VertexId] {
        &self.order
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.has_no_elements() && self.links.is_empty()
    }

    /// Whether neither vertices nor edges nor cells are selected.
    pub fn has_no_elements(&self) -> bool {
        self.vertices.is_empty() && self.edges.is_empty() && self.cells.is_empty()
    }

    /// The same without its links.
    #[must_use]
    pub fn without_links(self) -> Self {
        Self { links: Arc::default(), ..self }
    }

    /// Whether an element is selected; markers never are.
    pub fn contains(&self, element: Element) -> bool {
        match element {
            Element::Vertex(id) => self.vertices.contains(&id),
            Element::Edge(edge) => self.edges.contains(&edge),
            Element::Cell(id) => self.cells.contains(&id),
            Element::Link(id) => self.links.contains(&id),
            Element::Start | Element::Target => false,
        }
    }

    /// Selects an element as well; nothing happens for a marker.
    pub fn insert(&mut self, element: Element) {
        match element {
            Element::Vertex(id) if !self.vertices.contains(&id) => {
                Arc::make_mut(&mut self.vertices).insert(id);
                Arc::make_mut(&mut self.order).push(id);
            }
            Element::Edge(edge) => {
                Arc::make_mut(&mut self.edges).insert(edge);
            }
            Element::Cell(id) => {
                Arc::make_mut(&mut self.cells).insert(id);
            }
            Element::Link(id) => {
                Arc::make_mut(&mut self.links).insert(id);
            }
            Element::Vertex(_) | Element::Start | Element::Target => {}
        }
    }

    /// Selects an element no more.
    pub fn remove(&mut self, element: Element) {
        match element {
            Element::Vertex(id) => {
                if self.vertices.contains(&id) {
                    Arc::make_mut(&mut self.vertices).remove(&id);
                    Arc::make_mut(&mut self.order).retain(|&v| v != id);
                }
            }
            Element::Edge(edge) => {
                Arc::make_mut(&mut self.edges).remove(&edge);
            }
            Element::Cell(id) => {
                Arc::make_mut(&mut self.cells).remove(&id);
            }
            Element::Link(id) => {
                Arc::make_mut(&mut self.links).remove(&id);
            }
            Element::Start | Element::Target => {}
        }
    }

    /// Selects an element if it is not selected, else no more.
    pub fn toggle(&mut self, element: Element) {
        if self.contains(element) {
            self.remove(element);
        } else {
            self.insert(element);
        }
    }

    /// Everything that is selected: vertices in the order of selection, then edges, cells and links by id.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let vertices = self.order.iter().map(|&id| Element::Vertex(id));
        let edges = self.edges.iter().map(|&edge| Element::Edge(edge));
        let cells = self.cells.iter().map(|&id| Element::Cell(id));
        vertices.chain(edges).chain(cells).chain(self.links.iter().map(|&id| Element::Link(id)))
    }

    /// How many of what, as "2 cells"; "nothing" when empty.
    pub fn describe(&self) -> String {
        let count = |n: usize, one: &str, many: &str| (n > 0).then(|| document::count(n, one, many));
        let parts = [
            count(self.vertices.len(), "vertex", "vertices"),
            count(self.edges.len(), "edge", "edges"),
            count(self.cells.len(), "cell", "cells"),
            count(self.links.len(), "link", "links"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
    }

    /// The same, as elements of one kind: larger ones become their corners or sides, smaller ones become those of which
    /// they are every corner. Links stay.
    #[must_use]
    pub fn converted(&self, mode: Mode, mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let is_there_already = match mode {
            Mode::Vertex => self.edges.is_empty() && self.cells.is_empty(),
            Mode::Edge => self.vertices.is_empty() && self.cells.is_empty(),
            Mode::Cell => self.vertices.is_empty() && self.edges.is_empty(),
        };
        if is_there_already {
            return self.clone();
        }
        let corners = self.all_vertices(mesh);
        let cells = || {
            let around = corners.iter().flat_map(|&v| adjacency.star(v)).map(|cell| cell.0);
            distinct(around.collect()).into_iter().map(CellId)
        };
        let has = |v: &VertexId| corners.binary_search(v).is_ok();
        let converted = match mode {
            Mode::Vertex => {
                let added = corners.iter().copied().filter(|v| !self.vertices.contains(v));
                Self::of_vertices(self.order.iter().copied().chain(added).collect())
            }
            Mode::Edge => {
                let sides = cells().filter_map(|cell| mesh.cell(cell)).flat_map(crate::navmesh::Cell::sides);
                let within = sides.filter(|side| side.iter().all(has));
                Self::default().and(within.map(|[from, to]| Edge::new(from, to)), [], [])
            }
            Mode::Cell => {
                Self::default().and([], cells().filter(|&cell| mesh.corners(cell).iter().all(has)), [])
            }
        };
        Self { links: Arc::clone(&self.links), ..converted }
    }

    /// The elements of one kind; converted to that kind only if there are none.
    #[must_use]
    pub fn in_mode(self, mode: Mode, mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let has_any = match mode {
            Mode::Vertex => !self.vertices.is_empty(),
            Mode::Edge => !self.edges.is_empty(),
            Mode::Cell => !self.cells.is_empty(),
        };
        if !has_any {
            return self.converted(mode, mesh, adjacency);
        }
        match mode {
            Mode::Vertex => Self { edges: Arc::default(), cells: Arc::default(), ..self },
            Mode::Edge => Self { edges: self.edges, links: self.links, ..Self::default() },
            Mode::Cell => Self { cells: self.cells, links: self.links, ..Self::default() },
        }
    }

    /// Selects nothing.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Every vertex that moves when the selection moves: selected ones, ends of edges, corners of cells.
    pub fn all_vertices(&self, mesh: &NavMesh) -> Vec<VertexId> {
        let of_edges = self.edges.iter().flat_map(|edge| edge.ends());
        let of_cells = self.cells.iter().flat_map(|&cell| mesh.corners(cell).iter().copied());
        let all = self.vertices.iter().copied().chain(of_edges).chain(of_cells);
        distinct(all.map(|id| id.0).collect()).into_iter().map(VertexId).collect()
    }

    /// Forgets elements that a change has taken away; costs what changed, or where neighbours changed, the edges selected.
    pub(super) fn follow(&mut self, changes: &Changes, mesh: &NavMesh, adjacency: &Adjacency) {
        let is_gone = |id: &VertexId| mesh.vertex(*id).is_none() && self.vertices.contains(id);
        if changes.vertices.iter().any(is_gone) {
            self.retain_vertices(mesh);
        }
        if changes.cells.iter().any(|id| mesh.cell(*id).is_none() && self.cells.contains(id)) {
            retain(&mut self.cells, |&c| mesh.cell(c).is_some());
        }
        if changes.links.iter().any(|id| mesh.link(*id).is_none() && self.links.contains(id)) {
            retain(&mut self.links, |&l| mesh.link(l).is_some());
        }
        if changes.is_topological {
            retain(&mut self.edges, |&e| adjacency.kind(mesh, e) != EdgeKind::None);
        }
    }

    /// Forgets elements that are gone.
    pub fn retain_existing(&mut self, mesh: &NavMesh, adjacency: &Adjacency) {
        self.retain_vertices(mesh);
        retain(&mut self.edges, |&e| adjacency.kind(mesh, e) != EdgeKind::None);
        retain(&mut self.cells, |&c| mesh.cell(c).is_some());
        retain(&mut self.links, |&l| mesh.link(l).is_some());
    }

    fn retain_vertices(&mut self, mesh: &NavMesh) {
        retain(&mut self.vertices, |&v| mesh.vertex(v).is_some());
        if self.order.len() > self.vertices.len() {
            Arc::make_mut(&mut self.order).retain(|&v| mesh.vertex(v).is_some());
        }
    }
}

/// Keeps some elements; where that is all, clones go on sharing them.
fn retain<T: Clone + Ord>(elements: &mut Arc<BTreeSet<T>>, is_kept: impl Fn(&T) -> bool) {
    if !elements.iter().all(&is_kept) {
        Arc::make_mut(elements).retain(is_kept);
    }
}

/// Numbers in rising order, each once.
fn distinct(mut numbers: Vec<u32>) -> Vec<u32> {
    let slots = numbers.iter().max().map_or(0, |&most| most as usize + 1);
    // Few are sorted; of many, each has its place in a table.
    if numbers.len() < slots / 16 {
        numbers.sort_unstable();
        numbers.dedup();
        return numbers;
    }
    let mut is_there = vec![false; slots];
    for number in numbers {
        is_there[number as usize] = true;
    }
    (0..).zip(is_there).filter(|(_, is_there)| *is_there).map(|(number, _)| number).collect()
}
