//! The selection.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::sync::Arc;

use crate::editor::session::pick::{Element, OutlinePoint};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::{Adjacency, CellId, Changes, Edge, EdgeKind, LinkId, NavMesh, VertexId};
use navsmith_formats::document::{self, Document};

/// Kind of elements that clicks take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Vertices.
    Vertex,
    /// Edges.
    Edge,
    /// Cells.
    #[default]
    Cell,
}

/// Selected elements, ordered by id.
///
/// Objects, such as links, can be selected in every mode. `order` contains the vertices in the order of their selection, for merging at
/// the first or the last one. Clones share their data, so every step can store one at no cost. A comparison with a
/// clone takes constant time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    vertices: Arc<BTreeSet<VertexId>>,
    edges: Arc<BTreeSet<Edge>>,
    cells: Arc<BTreeSet<CellId>>,
    /// Elements that are neither vertices nor edges nor cells.
    objects: Arc<BTreeSet<Element>>,
    order: Arc<Vec<VertexId>>,
}

impl FromIterator<Element> for Selection {
    fn from_iter<I: IntoIterator<Item = Element>>(elements: I) -> Self {
        let (mut order, mut edges, mut cells, mut objects) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for element in elements {
            match element {
                Element::Vertex(id) => order.push(id),
                Element::Edge(edge) => edges.push(edge),
                Element::Cell(id) => cells.push(id),
                object => objects.extend(Some(object).filter(|object| object.is_object())),
            }
        }
        Self::of_vertices(order).and(edges, cells, objects)
    }
}

impl Selection {
    /// Returns the elements that an edit selects.
    pub fn of(edited: &Edited) -> Self {
        Self::of_vertices(edited.vertices.clone()).and(
            edited.edges.iter().copied(),
            edited.cells.iter().copied(),
            edited.links.iter().copied().map(Element::Link),
        )
    }

    /// Creates a selection of vertices in this order; duplicates are ignored.
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
        objects: impl IntoIterator<Item = Element>,
    ) -> Self {
        Self {
            edges: Arc::new(edges.into_iter().collect()),
            cells: Arc::new(cells.into_iter().collect()),
            objects: Arc::new(objects.into_iter().collect()),
            ..self
        }
    }

    /// Returns the selected vertices.
    pub fn vertices(&self) -> &BTreeSet<VertexId> {
        &self.vertices
    }

    /// Returns the selected edges.
    pub fn edges(&self) -> &BTreeSet<Edge> {
        &self.edges
    }

    /// Returns the selected cells.
    pub fn cells(&self) -> &BTreeSet<CellId> {
        &self.cells
    }

    /// Returns the selected elements that are neither vertices nor edges nor cells.
    pub fn objects(&self) -> &BTreeSet<Element> {
        &self.objects
    }

    /// Returns the selected links.
    pub fn links(&self) -> impl Iterator<Item = LinkId> {
        self.objects.iter().filter_map(|object| if let Element::Link(id) = *object { Some(id) } else { None })
    }

    /// Returns the selected points of outlines.
    pub fn outline_points(&self) -> impl Iterator<Item = OutlinePoint> {
        let point = |object: &Element| if let Element::Outline(point) = *object { Some(point) } else { None };
        self.objects.iter().filter_map(point)
    }

    /// Returns the selected vertices in the order of their selection.
    pub fn in_order(&self) -> &[VertexId] {
        &self.order
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.has_no_elements() && self.objects.is_empty()
    }

    /// Whether neither vertices nor edges nor cells are selected.
    pub fn has_no_elements(&self) -> bool {
        self.counts() == [0; 3]
    }

    /// Returns the numbers of vertices, edges and cells, in the order of [`Mode`].
    fn counts(&self) -> [usize; 3] {
        [self.vertices.len(), self.edges.len(), self.cells.len()]
    }

    /// Returns the number of selected elements.
    pub fn len(&self) -> usize {
        self.counts().iter().sum::<usize>() + self.objects.len()
    }

    /// Returns the selection without its objects.
    #[must_use]
    pub fn without_objects(self) -> Self {
        Self { objects: Arc::default(), ..self }
    }

    /// Whether an element is selected; markers never are.
    pub fn contains(&self, element: Element) -> bool {
        match element {
            Element::Vertex(id) => self.vertices.contains(&id),
            Element::Edge(edge) => self.edges.contains(&edge),
            Element::Cell(id) => self.cells.contains(&id),
            object => self.objects.contains(&object),
        }
    }

    /// Adds an element to the selection; ignores markers.
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
            object if object.is_object() => {
                Arc::make_mut(&mut self.objects).insert(object);
            }
            _ => {}
        }
    }

    /// Removes an element from the selection.
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
            object => {
                Arc::make_mut(&mut self.objects).remove(&object);
            }
        }
    }

    /// Adds an element if it is not selected, or else removes it.
    pub fn toggle(&mut self, element: Element) {
        if self.contains(element) {
            self.remove(element);
        } else {
            self.insert(element);
        }
    }

    /// Returns all selected elements.
    ///
    /// Vertices come in the order of their selection, followed by edges, cells and objects by id.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let vertices = self.order.iter().map(|&id| Element::Vertex(id));
        let edges = self.edges.iter().map(|&edge| Element::Edge(edge));
        let cells = self.cells.iter().map(|&id| Element::Cell(id));
        vertices.chain(edges).chain(cells).chain(self.objects.iter().copied())
    }

    /// Describes the numbers of elements, such as "2 cells"; "nothing" when empty.
    pub fn describe(&self) -> String {
        let nouns = [["vertex", "vertices"], ["edge", "edges"], ["cell", "cells"]];
        let elements = self.counts().into_iter().zip(nouns).filter(|(number, _)| *number > 0);
        let objects: Vec<Element> = self.objects.iter().copied().collect();
        let same_kind = objects.chunk_by(|a, b| discriminant(a) == discriminant(b));
        let objects = same_kind.map(|chunk| (chunk.len(), chunk[0].kind().nouns));
        let parts = elements.chain(objects).map(|(number, [one, many])| document::count(number, one, many));
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
    }

    /// Returns the selection converted to elements of one kind.
    ///
    /// Larger elements become their corners or sides. Smaller elements become those whose corners are all selected.
    /// Objects stay.
    #[must_use]
    pub fn converted(&self, mode: Mode, mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        if self.counts().iter().sum::<usize>() == self.counts()[mode as usize] {
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
                let sides =
                    cells().filter_map(|cell| mesh.cell(cell)).flat_map(navsmith_core::navmesh::Cell::sides);
                let within = sides.filter(|side| side.iter().all(has));
                Self::default().and(within.map(|[from, to]| Edge::new(from, to)), [], [])
            }
            Mode::Cell => {
                Self::default().and([], cells().filter(|&cell| mesh.corners(cell).iter().all(has)), [])
            }
        };
        Self { objects: Arc::clone(&self.objects), ..converted }
    }

    /// Returns the elements of one kind; converts the others only if there are none.
    #[must_use]
    pub fn in_mode(self, mode: Mode, mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        if self.counts()[mode as usize] == 0 {
            return self.converted(mode, mesh, adjacency);
        }
        match mode {
            Mode::Vertex => Self { edges: Arc::default(), cells: Arc::default(), ..self },
            Mode::Edge => Self { edges: self.edges, objects: self.objects, ..Self::default() },
            Mode::Cell => Self { cells: self.cells, objects: self.objects, ..Self::default() },
        }
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns all vertices that move with the selection: selected ones, ends of edges, corners of cells.
    pub fn all_vertices(&self, mesh: &NavMesh) -> Vec<VertexId> {
        let of_edges = self.edges.iter().flat_map(|edge| edge.ends());
        let of_cells = self.cells.iter().flat_map(|&cell| mesh.corners(cell).iter().copied());
        let all = self.vertices.iter().copied().chain(of_edges).chain(of_cells);
        distinct(all.map(|id| id.0).collect()).into_iter().map(VertexId).collect()
    }

    /// Removes elements that a change removed from the mesh.
    ///
    /// The cost depends on the changes and the selected objects; if the topology changed, also on the selected edges.
    pub(in crate::editor) fn follow(
        &mut self,
        changes: &Changes,
        document: &Document,
        adjacency: &Adjacency,
    ) {
        let mesh = &document.mesh;
        let is_gone = |id: &VertexId| mesh.vertex(*id).is_none() && self.vertices.contains(id);
        if changes.vertices.iter().any(is_gone) {
            self.retain_vertices(mesh);
        }
        if changes.cells.iter().any(|id| mesh.cell(*id).is_none() && self.cells.contains(id)) {
            retain(&mut self.cells, |&c| mesh.cell(c).is_some());
        }
        self.retain_objects(document);
        if changes.is_topological {
            retain(&mut self.edges, |&e| adjacency.kind(mesh, e) != EdgeKind::None);
        }
    }

    /// Removes elements that no longer exist.
    pub fn retain_existing(&mut self, document: &Document, adjacency: &Adjacency) {
        let mesh = &document.mesh;
        self.retain_vertices(mesh);
        retain(&mut self.edges, |&e| adjacency.kind(mesh, e) != EdgeKind::None);
        retain(&mut self.cells, |&c| mesh.cell(c).is_some());
        self.retain_objects(document);
    }

    fn retain_objects(&mut self, document: &Document) {
        retain(&mut self.objects, |object| !object.positions(document).is_empty());
    }

    fn retain_vertices(&mut self, mesh: &NavMesh) {
        retain(&mut self.vertices, |&v| mesh.vertex(v).is_some());
        if self.order.len() > self.vertices.len() {
            Arc::make_mut(&mut self.order).retain(|&v| mesh.vertex(v).is_some());
        }
    }
}

/// Keeps the elements that match; if all match, clones continue to share them.
fn retain<T: Clone + Ord>(elements: &mut Arc<BTreeSet<T>>, is_kept: impl Fn(&T) -> bool) {
    if !elements.iter().all(&is_kept) {
        Arc::make_mut(elements).retain(is_kept);
    }
}

/// Returns the distinct numbers in ascending order.
fn distinct(mut numbers: Vec<u32>) -> Vec<u32> {
    let slots = numbers.iter().max().map_or(0, |&most| most as usize + 1);
    // A few numbers are sorted; many use a table with an entry for each value.
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
