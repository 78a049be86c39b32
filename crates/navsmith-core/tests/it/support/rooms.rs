//! Meshes of rectangles.

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// Returns a mesh of rectangles, from one corner to the other.
///
/// Two of them are joined where they share a whole side.
pub(crate) fn rooms(rectangles: &[[[f32; 2]; 2]]) -> NavMesh {
    let mut corners: Vec<Vec3> = Vec::new();
    let mut corner = |x: f32, z: f32| {
        let at = Vec3::new(x, 0.0, z);
        let known = corners.iter().position(|&known| known == at);
        VertexId(known.unwrap_or_else(|| {
            corners.push(at);
            corners.len() - 1
        }) as u32)
    };
    let ring = |&[[x0, z0], [x1, z1]]: &[[f32; 2]; 2]| {
        Cell::new([(x0, z0), (x0, z1), (x1, z1), (x1, z0)].map(|(x, z)| corner(x, z)), AreaId(0))
    };
    let cells: Vec<Cell> = rectangles.iter().map(ring).collect();
    NavMesh::from_parts(corners, cells).expect("rectangles")
}
