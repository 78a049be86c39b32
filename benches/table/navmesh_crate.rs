//! The `navmesh` crate, asked the same: triangles only, and ways that are not the shortest, for it measures a step by the
//! square of its length.

use navmesh::{NavPathMode, NavQuery, NavTriangle, NavVec3};
use navsmith::geometry::Vec3;
use navsmith::navmesh::{Cell, NavMesh};
use navsmith::pathfinding::Located;

/// Larger meshes are not given to it, so that the table does not take long. (Its `find_triangle_islands`, which nobody
/// calls here, ends in a stack overflow there.)
const MOST: usize = 120_000;

/// What it makes a mesh of.
pub(crate) struct Parts(Vec<NavVec3>, Vec<NavTriangle>);

impl Parts {
    /// `None` of what it cannot hold, or should not.
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

    /// The mesh with all that it derives.
    pub(crate) fn build(self) -> navmesh::NavMesh {
        navmesh::NavMesh::new(self.0, self.1).expect("it reads what it is given")
    }
}

/// The triangle at a place.
pub(crate) fn find(mesh: &navmesh::NavMesh, at: &Located) -> Option<usize> {
    mesh.find_closest_triangle(vector(at.point), NavQuery::Accuracy)
}

/// How long its way is on the ground, its two ends located; NaN where it finds none.
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
