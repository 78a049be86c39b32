//! Conversion of meshes to landmass.
//!
//! landmass has no file format. Its mesh is made from the cells: vertices with Z up, convex polygons that are
//! counter-clockwise seen from above, and a number for each area.

use std::collections::HashMap;

use landmass::{NavigationMesh, ValidNavigationMesh, Vec3, XYZ};
use navsmith_core::navmesh::{NavMesh, VertexId};

/// Converts a position: Y is up in navsmith, and Z in landmass.
pub fn position([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, -z, y)
}

/// Converts a mesh; `Err` if it has a concave cell, or more than two cells at a side.
pub fn to_landmass(mesh: &NavMesh) -> Result<ValidNavigationMesh<XYZ>, String> {
    let mut number_of: HashMap<VertexId, usize> = HashMap::new();
    let mut converted = NavigationMesh::<XYZ> {
        vertices: Vec::new(),
        polygons: Vec::new(),
        polygon_type_indices: Vec::new(),
        height_mesh: None,
    };
    for (id, at) in mesh.vertices() {
        number_of.insert(id, converted.vertices.len());
        converted.vertices.push(position(at.to_array()));
    }
    for (_, cell) in mesh.cells() {
        converted.polygons.push(cell.corners().iter().map(|corner| number_of[corner]).collect());
        converted.polygon_type_indices.push(cell.area().0.into());
    }
    converted.validate().map_err(|error| error.to_string())
}
