//! The parts of the GPU buffers that must be written again.

use super::upload::PAGE;
use crate::editor::session::selection::Selection;
use navsmith_core::navmesh::{CellId, Derived, NavMesh, VertexId};

/// A set of pages with fast insertion, because every changed element inserts its page.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    is_marked: Vec<bool>,
    count: usize,
    /// Lower bound of the first marked page.
    first: usize,
}

impl Pages {
    fn all(count: usize) -> Self {
        Self { is_marked: vec![true; count], count, first: 0 }
    }

    /// Inserts a page.
    pub fn insert(&mut self, page: usize) {
        if self.is_marked.len() <= page {
            self.is_marked.resize(page + 1, false);
        }
        if !std::mem::replace(&mut self.is_marked[page], true) {
            self.count += 1;
            self.first = self.first.min(page);
        }
    }

    /// Returns the number of pages in the set.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Removes and returns the first page.
    pub fn pop_first(&mut self) -> Option<usize> {
        let page = self.is_marked.iter().skip(self.first).position(|&is_marked| is_marked)? + self.first;
        self.is_marked[page] = false;
        (self.first, self.count) = (page + 1, self.count - 1);
        Some(page)
    }
}

/// Pages to write again, and cells whose fill may have changed.
#[derive(Debug, Default)]
pub(super) struct Dirty {
    /// Pages of cells whose fill is not computed yet.
    pub(super) paints: Pages,
    pub(super) fills: Pages,
    pub(super) edges: Pages,
    pub(super) dots: Pages,
    pub(super) cells: Vec<CellId>,
}

impl Dirty {
    pub(super) fn all(mesh: &NavMesh) -> Self {
        let cells = Pages::all(pages(mesh.cell_slots()));
        let dots = Pages::all(pages(mesh.vertex_slots()));
        Self { paints: cells.clone(), fills: cells.clone(), edges: cells, dots, cells: Vec::new() }
    }

    pub(super) fn repaint(&mut self, cells: usize) {
        self.paints = Pages::all(pages(cells));
    }

    /// Marks the differences between two meshes; `derived` belongs to the new one.
    pub(super) fn by_mesh(&mut self, old: &NavMesh, mesh: &NavMesh, derived: &Derived) {
        for vertex in mesh.vertices_changed_since(old) {
            self.vertex(vertex);
            for &cell in derived.adjacency.star(vertex) {
                self.cell(cell);
                // Their distances to the moved neighbour changed.
                mesh.corners(cell).iter().for_each(|&corner| self.vertex(corner));
            }
        }
        for cell in mesh.cells_changed_since(old) {
            self.cell(cell);
            self.cells.push(cell);
            // An edge to a neighbour may have become a boundary, or the reverse.
            for &corner in old.corners(cell).iter().chain(mesh.corners(cell)) {
                self.vertex(corner);
                derived.adjacency.star(corner).iter().for_each(|&neighbor| self.edges(neighbor));
            }
        }
    }

    pub(super) fn by_selection(
        &mut self,
        old: &Selection,
        new: &Selection,
        mesh: &NavMesh,
        derived: &Derived,
    ) {
        old.vertices().symmetric_difference(new.vertices()).for_each(|&vertex| self.vertex(vertex));
        for &edge in old.edges().symmetric_difference(new.edges()) {
            derived.adjacency.sides_of(mesh, edge).iter().for_each(|side| self.edges(side.cell));
        }
        for &cell in old.cells().symmetric_difference(new.cells()) {
            self.edges(cell);
            self.cells.push(cell);
            derived.adjacency.neighbors(cell).for_each(|(_, neighbor)| self.edges(neighbor));
        }
    }

    /// Marks the elements that depend on a cell that was hidden or shown.
    pub(super) fn by_visibility(&mut self, cell: CellId, mesh: &NavMesh, derived: &Derived) {
        self.edges(cell);
        derived.adjacency.neighbors(cell).for_each(|(_, neighbor)| self.edges(neighbor));
        mesh.corners(cell).iter().for_each(|&corner| self.vertex(corner));
    }

    pub(super) fn pages(&self) -> usize {
        self.paints.count() + self.fills.count() + self.edges.count() + self.dots.count()
    }

    fn vertex(&mut self, vertex: VertexId) {
        self.dots.insert(vertex.0 as usize / PAGE);
    }

    fn edges(&mut self, cell: CellId) {
        self.edges.insert(cell.0 as usize / PAGE);
    }

    fn cell(&mut self, cell: CellId) {
        self.fills.insert(cell.0 as usize / PAGE);
        self.edges(cell);
    }
}

/// Returns the number of pages of a number of slots.
pub fn pages(slots: usize) -> usize {
    slots.div_ceil(PAGE)
}
