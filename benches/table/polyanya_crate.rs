//! The `polyanya` crate, with the queries that navsmith gets.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::NavMesh;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use polyanya::{Mesh, PolyanyaFile, Polygon, Vertex};

/// Input from which the crate builds a mesh: polygons, and vertices with their cells in order.
pub(crate) struct Parts(Vec<Vertex>, Vec<Polygon>);

impl Parts {
    pub(crate) fn of(mesh: &NavMesh) -> Self {
        Self::read(navsmith_formats::io::polyanya::write(mesh).as_bytes())
    }

    pub(crate) fn read(bytes: &[u8]) -> Self {
        let file = PolyanyaFile::from_bytes(bytes);
        Self(file.vertices, file.polygons)
    }

    pub(crate) fn copy(&self) -> Self {
        Self(self.0.clone(), self.1.clone())
    }

    /// Builds the mesh with all derived data.
    pub(crate) fn build(self) -> Mesh {
        Mesh::new(self.0, self.1).expect("it reads what it is given")
    }
}

/// Returns whether the crate finds a cell at a position.
pub(crate) fn finds(mesh: &Mesh, at: &Located) -> bool {
    // The crate uses another version of glam. An existing vector provides its type.
    let Vec2 { x, y: z } = at.asked.ground;
    mesh.point_in_mesh(mesh.layers[0].vertices[0].coords.with_x(x).with_y(0.0 - z))
}

/// Returns the length of its shortest path between two located ends, or NaN without a path.
pub(crate) fn length(mesh: &Mesh, ends: &[Located; 2]) -> f64 {
    let any = mesh.layers[0].vertices[0].coords;
    let [from, to] = ends.map(|end| any.with_x(end.asked.ground.x).with_y(0.0 - end.asked.ground.y));
    mesh.path(from, to).map_or(f64::NAN, |path| f64::from(path.length))
}
