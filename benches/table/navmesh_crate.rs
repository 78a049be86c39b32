//! The `navmesh` crate, with the queries that navsmith gets.
//!
//! It supports triangles only. Its paths are not the shortest, because it measures a step by the square of its
//! length.

use navmesh::{NavPathMode, NavQuery, NavTriangle, NavVec3};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Cell, NavMesh};
use navsmith_core::pathfinding::mesh_query::locate::Located;

/// Maximum number of triangles for this crate, to limit the duration of the benchmark.
///
/// (On larger meshes its `find_triangle_islands` overflows the stack. This benchmark does not call it.)
const MOST: usize = 120_000;

/// Input from which the crate builds a mesh.
pub(crate) struct Parts(Vec<NavVec3>, Vec<NavTriangle>);

impl Parts {
    /// Converts a mesh; returns `None` if the mesh is too large or has cells other than triangles.
    pub(crate) fn of(mesh: &NavMesh) -> Option<Self> {
        if mesh.cell_count() > MOST {
            return None;
        }
        let mut vertices = vec![NavVec3::default(); mesh.vertex_slots()];
        mesh.vertices().for_each(|(id, at)| vertices[id.0 as usize] = vector(at));
        let triangles: Option<_> = mesh.cells().map(|(_, cell)| triangle(cell)).collect();
        Some(Self(vertices, triangles?))
    }

    pub(crate) fn copy(&self) -> Self {
        Self(self.0.clone(), self.1.clone())
    }

    /// Builds the mesh with all derived data.
    pub(crate) fn build(self) -> navmesh::NavMesh {
        navmesh::NavMesh::new(self.0, self.1).expect("it reads what it is given")
    }
}

/// Returns the triangle at a position.
pub(crate) fn find(mesh: &navmesh::NavMesh, at: &Located) -> Option<usize> {
    mesh.find_closest_triangle(vector(at.point), NavQuery::Accuracy)
}

/// Returns the ground length of its path between two located ends, or NaN without a path.
pub(crate) fn length(mesh: &navmesh::NavMesh, ends: &[Located; 2]) -> f64 {
    let [from, to] = ends.map(|end| vector(end.point));
    let points = mesh.find_path(from, to, NavQuery::Accuracy, NavPathMode::Accuracy);
    let leg = |leg: &[NavVec3]| f64::from(leg[1].x - leg[0].x).hypot(f64::from(leg[1].z - leg[0].z));
    points.map_or(f64::NAN, |points| points.windows(2).map(leg).sum())
}

fn triangle(cell: &Cell) -> Option<NavTriangle> {
    let &[a, b, c] = cell.corners() else { return None };
    Some((a.0, b.0, c.0).into())
}

fn vector(at: Vec3) -> NavVec3 {
    NavVec3::new(at.x, at.y, at.z)
}
