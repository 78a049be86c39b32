//! What of the buffers is to be written again.

use std::collections::BTreeSet;

use super::upload::PAGE;
use crate::editor::Selection;
use crate::navmesh::{CellId, Derived, NavMesh, VertexId};

/// Pages to be written again, and cells that may look otherwise.
#[derive(Debug, Default)]
pub(super) struct Dirty {
    pub(super) fills: BTreeSet<usize>,
    pub(super) edges: BTreeSet<usize>,
    pub(super) dots: BTreeSet<usize>,
    pub(super) cells: Vec<CellId>,
}

impl Dirty {
    /// Every page.
    pub(super) fn all(mesh: &NavMesh) -> Self {
        let cells: BTreeSet<usize> = (0..pages(mesh.cell_slots())).collect();
        let dots = (0..pages(mesh.vertex_slots())).collect();
        Self { fills: cells.clone(), edges: cells, dots, cells: Vec::new() }
    }

    /// Marks what differs between two meshes; what was derived is of the new one.
    pub(super) fn by_mesh(&mut self, old: &NavMesh, mesh: &NavMesh, derived: &Derived) {
        for vertex in mesh.vertices_changed_since(old) {
            self.vertex(vertex);
            for &cell in derived.adjacency.star(vertex) {
                self.cell(cell);
                // They have another distance to their neighbour.
                mesh.corners(cell).iter().for_each(|&corner| self.vertex(corner));
            }
        }
        for cell in mesh.cells_changed_since(old) {
            self.cell(cell);
            self.cells.push(cell);
            // What was between it and its neighbours may be a boundary now, and the other way round.
            for &corner in old.corners(cell).iter().chain(mesh.corners(cell)) {
                self.vertex(corner);
                derived.adjacency.star(corner).iter().for_each(|&neighbor| self.edges(neighbor));
            }
        }
    }

    /// Marks what differs between two selections.
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

    /// Marks what goes with a cell that was hidden or shown.
    pub(super) fn by_visibility(&mut self, cell: CellId, mesh: &NavMesh, derived: &Derived) {
        self.edges(cell);
        derived.adjacency.neighbors(cell).for_each(|(_, neighbor)| self.edges(neighbor));
        mesh.corners(cell).iter().for_each(|&corner| self.vertex(corner));
    }

    /// How many pages are marked.
    pub(super) fn pages(&self) -> usize {
        self.fills.len() + self.edges.len() + self.dots.len()
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

/// How many pages so many slots fill.
pub(super) fn pages(slots: usize) -> usize {
    slots.div_ceil(PAGE)
}
