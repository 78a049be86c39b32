//! Vertices and triangles as they are made.

use glam::Vec3;

use crate::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// So many steps of a made place are a metre; every place is a whole number of them.
pub(super) const METRE: i64 = 64;

/// What has been made so far.
#[derive(Debug, Default)]
pub(super) struct Parts {
    vertices: Vec<Vec3>,
    cells: Vec<Cell>,
}

impl Parts {
    /// A vertex at a place in 64ths of a metre.
    pub(super) fn vertex(&mut self, place: [i64; 3]) -> VertexId {
        let [x, y, z] = place.map(|steps| steps as f32 / METRE as f32);
        self.vertices.push(Vec3::new(x, y, z));
        VertexId(self.vertices.len() as u32 - 1)
    }

    /// Its corners counter-clockwise seen from above.
    pub(super) fn triangle(&mut self, corners: [VertexId; 3]) {
        self.cells.push(Cell::new(corners, AreaId(0)));
    }

    /// Two triangles, cut from the first corner to the third.
    pub(super) fn quad(&mut self, [a, b, c, d]: [VertexId; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// What was made; nothing, should it break the invariants of a mesh.
    pub(super) fn mesh(self) -> NavMesh {
        NavMesh::from_parts(self.vertices, self.cells).unwrap_or_default()
    }
}
