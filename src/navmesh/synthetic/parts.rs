//! Vertices and triangles under construction.

use glam::Vec3;

use crate::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// Number of coordinate steps per metre; every coordinate is a whole number of steps.
pub(super) const METRE: i64 = 64;

#[derive(Debug, Default)]
pub(super) struct Parts {
    vertices: Vec<Vec3>,
    cells: Vec<Cell>,
}

impl Parts {
    /// Adds a vertex, with coordinates in 64ths of a metre.
    pub(super) fn vertex(&mut self, place: [i64; 3]) -> VertexId {
        let [x, y, z] = place.map(|steps| steps as f32 / METRE as f32);
        self.vertices.push(Vec3::new(x, y, z));
        VertexId(self.vertices.len() as u32 - 1)
    }

    /// Adds a triangle with corners in counter-clockwise order, seen from above.
    pub(super) fn triangle(&mut self, corners: [VertexId; 3]) {
        self.cells.push(Cell::new(corners, AreaId(0)));
    }

    /// Adds two triangles, separated by the diagonal from the first corner to the third.
    pub(super) fn quad(&mut self, [a, b, c, d]: [VertexId; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    pub(super) fn mesh(self) -> NavMesh {
        NavMesh::from_parts(self.vertices, self.cells).unwrap_or_default()
    }
}
