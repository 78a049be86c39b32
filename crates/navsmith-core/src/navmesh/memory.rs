//! Memory of a mesh.

use super::mesh::FEW;
use super::{Cell, NavMesh};

impl NavMesh {
    /// Returns the sizes of the vertices, the cells with their details, and the links, in bytes.
    pub fn bytes(&self) -> [usize; 3] {
        let on_heap = self.cells.iter().map(Cell::corners).filter(|corners| corners.len() > FEW);
        let corners: usize = on_heap.map(size_of_val).sum();
        [self.vertices.bytes(), self.cells.bytes() + corners + self.detail_bytes(), self.links.bytes()]
    }

    /// Returns the number of bytes not shared with `other`: the extra memory to keep both.
    pub fn bytes_not_shared_with(&self, other: &Self) -> usize {
        self.vertices.bytes_not_shared_with(&other.vertices)
            + self.cells.bytes_not_shared_with(&other.cells)
            + self.links.bytes_not_shared_with(&other.links)
            + self.details.bytes_not_shared_with(&other.details)
    }
}
