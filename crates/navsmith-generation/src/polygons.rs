//! Polygons of the grid as cells of a mesh.

use glam::DVec3;
use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use rerecast::PolygonNavmesh;

/// Returns the position of a point of the grid; `voxel` is its width and height.
pub(crate) fn place_of(low: Vec3, voxel: [f32; 2], at: [u16; 3]) -> Vec3 {
    let [size, height] = voxel.map(f64::from);
    let [x, y, z] = at.map(f64::from);
    (low.as_dvec3() + DVec3::new(x * size, y * height, z * size)).as_vec3()
}

/// Returns the mesh of polygons in a grid with its lowest corner at `low`. Polygons without area are left out.
///
/// # Errors
/// If a polygon has a corner twice; the reason is a clause.
pub(crate) fn mesh_of(polygons: &PolygonNavmesh, low: Vec3) -> Result<NavMesh, String> {
    let voxel = [polygons.cell_size, polygons.cell_height];
    let places: Vec<Vec3> =
        polygons.vertices.iter().map(|at| place_of(low, voxel, [at.x, at.y, at.z])).collect();
    let (mut numbers, mut corners) = (vec![None; places.len()], Vec::new());
    let mut cells = Vec::new();
    for (polygon, area) in polygons.polygons().zip(&polygons.areas) {
        let mut ring: Vec<usize> =
            polygon.take_while(|&at| at != PolygonNavmesh::NO_INDEX).map(usize::from).collect();
        let area_of = ground_area(&ring.iter().map(|&at| ground(places[at])).collect::<Vec<_>>());
        if area_of == 0.0 {
            continue;
        }
        if area_of < 0.0 {
            ring.reverse();
        }
        let ring = ring.into_iter().map(|at| {
            *numbers[at].get_or_insert_with(|| {
                corners.push(places[at]);
                VertexId(corners.len() as u32 - 1)
            })
        });
        // The default area of a level is the highest one.
        let area = AreaId(if area.0 == u8::MAX { 0 } else { area.0 });
        cells.push(Cell::new(ring.collect::<Vec<_>>(), area));
    }
    NavMesh::from_parts(corners, cells)
}
