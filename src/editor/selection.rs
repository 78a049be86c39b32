//! What is selected.

use std::collections::BTreeSet;

use super::Element;
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    vertices: BTreeSet<VertexId>,
    edges: BTreeSet<Edge>,
    cells: BTreeSet<CellId>,
    links: BTreeSet<LinkId>,
    order: Vec<VertexId>,
}

impl Selection {
    /// What an edit left to be selected.
    pub fn of(edited: &Edited) -> Self {
        Self {
            vertices: edited.vertices.iter().copied().collect(),
            edges: edited.edges.iter().copied().collect(),
            cells: edited.cells.iter().copied().collect(),
            links: edited.links.iter().copied().collect(),
            order: edited.vertices.clone(),
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
        Self { links: BTreeSet::new(), ..self }
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
            Element::Vertex(id) if self.vertices.insert(id) => self.order.push(id),
            Element::Edge(edge) => {
                self.edges.insert(edge);
            }
            Element::Cell(id) => {
                self.cells.insert(id);
            }
            Element::Link(id) => {
                self.links.insert(id);
            }
            Element::Vertex(_) | Element::Start | Element::Target => {}
        }
    }

    /// Selects an element no more.
    pub fn remove(&mut self, element: Element) {
        match element {
            Element::Vertex(id) => {
                if self.vertices.remove(&id) {
                    self.order.retain(|&v| v != id);
                }
            }
            Element::Edge(edge) => {
                self.edges.remove(&edge);
            }
            Element::Cell(id) => {
                self.cells.remove(&id);
            }
            Element::Link(id) => {
                self.links.remove(&id);
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
    pub fn says(&self) -> String {
        let count = |n: usize, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
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
        let corners = self.all_vertices(mesh);
        let cells = || corners.iter().flat_map(|&v| adjacency.star(v)).copied();
        let has = |v: &VertexId| corners.binary_search(v).is_ok();
        let mut converted = Self { links: self.links.clone(), ..Self::default() };
        match mode {
            Mode::Vertex => {
                let added = corners.iter().copied().filter(|v| !self.vertices.contains(v));
                self.order.iter().copied().chain(added).for_each(|v| converted.insert(Element::Vertex(v)));
            }
            Mode::Edge if self.vertices.is_empty() && self.cells.is_empty() => {
                converted.edges.clone_from(&self.edges);
            }
            Mode::Edge => {
                let sides = cells().filter_map(|cell| mesh.cell(cell)).flat_map(crate::navmesh::Cell::sides);
                let within = sides.filter(|side| side.iter().all(has));
                converted.edges = within.map(|[from, to]| Edge::new(from, to)).collect();
            }
            Mode::Cell if self.vertices.is_empty() && self.edges.is_empty() => {
                converted.cells.clone_from(&self.cells);
            }
            Mode::Cell => {
                converted.cells = cells().filter(|&cell| mesh.corners(cell).iter().all(has)).collect();
            }
        }
        converted
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
            Mode::Vertex => Self { edges: BTreeSet::new(), cells: BTreeSet::new(), ..self },
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
        let all: BTreeSet<VertexId> = self.vertices.iter().copied().chain(of_edges).chain(of_cells).collect();
        all.into_iter().collect()
    }

    /// Forgets elements that a change has taken away; costs what changed, or where neighbours changed, what is selected.
    pub(super) fn follow(&mut self, changes: &Changes, mesh: &NavMesh, adjacency: &Adjacency) {
        if changes.is_topological {
            return self.retain_existing(mesh, adjacency);
        }
        for &id in changes.vertices.iter().filter(|&&id| mesh.vertex(id).is_none()) {
            self.remove(Element::Vertex(id));
        }
        for &id in changes.links.iter().filter(|&&id| mesh.link(id).is_none()) {
            self.remove(Element::Link(id));
        }
    }

    /// Forgets elements that are gone.
    pub fn retain_existing(&mut self, mesh: &NavMesh, adjacency: &Adjacency) {
        self.vertices.retain(|&v| mesh.vertex(v).is_some());
        self.order.retain(|&v| mesh.vertex(v).is_some());
        self.edges.retain(|&e| adjacency.kind(mesh, e) != EdgeKind::None);
        self.cells.retain(|&c| mesh.cell(c).is_some());
        self.links.retain(|&l| mesh.link(l).is_some());
    }
}
