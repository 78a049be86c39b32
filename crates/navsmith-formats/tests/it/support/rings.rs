//! Meshes of cells that are given as rings of corners.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// Builds a mesh of rings of corners; corners in one place are one vertex.
pub(crate) fn mesh(rings: &[Vec<[f32; 3]>]) -> NavMesh {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let mut id = |at: &[f32; 3]| {
        let known = corners.iter().position(|corner| corner == at);
        VertexId(known.unwrap_or_else(|| {
            corners.push(*at);
            corners.len() - 1
        }) as u32)
    };
    let cells: Vec<Vec<VertexId>> = rings.iter().map(|ring| ring.iter().map(&mut id).collect()).collect();
    let cells = cells.into_iter().map(|ring| Cell::new(ring, AreaId(0)));
    NavMesh::from_parts(corners.into_iter().map(Vec3::from), cells).expect("a sound mesh")
}
