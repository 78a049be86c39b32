//! Hills with lakes, of any size, to measure with; the same for the same size.

use navsmith::navmesh::generate::{Landscape, Recipe, loosen};
use navsmith::navmesh::{NavMesh, Soup};

/// About so many triangles that share nothing yet.
pub(crate) fn soup(triangles: usize) -> Soup {
    loosen(&mesh(triangles))
}

/// The same as a mesh.
pub(crate) fn mesh(triangles: usize) -> NavMesh {
    Recipe { landscape: Landscape::Terrain, triangles, seed: 1 }.mesh()
}
