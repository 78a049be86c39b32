//! Polygons of the grid as cells of a mesh.

use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use rerecast::PolygonNavmesh;

/// Returns the mesh of polygons. Polygons without area are left out.
///
/// # Errors
/// If a polygon has a corner twice; the reason is a clause.
pub(crate) fn mesh_of(polygons: &PolygonNavmesh) -> Result<NavMesh, String> {
    let (low, size, height) = (polygons.aabb.min, polygons.cell_size, polygons.cell_height);
    let place = |at: [u16; 3]| {
        let [x, y, z] = at.map(f32::from);
        Vec3::new(low.x + x * size, low.y + y * height, low.z + z * size)
    };
    let places: Vec<Vec3> = polygons.vertices.iter().map(|at| place([at.x, at.y, at.z])).collect();
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
