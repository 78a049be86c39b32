//! Meshes that are the worst cases of the searches for issues.

use std::f64::consts::TAU;

use glam::Vec3;

use super::super::{AreaId, Cell, NavMesh, VertexId};

/// A mesh on which a search without a bound takes quadratic time or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorstCase {
    /// Triangles in one place, each with vertices of its own.
    Stacked,
    /// Parallel slivers of 100 m, 1 mm wide and 1 mm apart.
    Slivers,
    /// A row of triangles that are not welded, and one triangle 1e30 m away.
    Distant,
    /// Triangles around one vertex.
    Fan,
    /// Squares with the same vertices.
    Same,
}

impl WorstCase {
    /// All worst cases.
    pub const ALL: [Self; 5] = [Self::Stacked, Self::Slivers, Self::Distant, Self::Fan, Self::Same];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stacked => "cells in one place",
            Self::Slivers => "parallel slivers",
            Self::Distant => "one distant cell",
            Self::Fan => "a fan",
            Self::Same => "cells of the same vertices",
        }
    }

    /// Creates the mesh with this number of cells.
    ///
    /// # Panics
    ///
    /// Panics if `count` is less than 3.
    pub fn mesh(self, count: u32) -> NavMesh {
        assert!(count >= 3, "a fan has at least three cells");
        let each = |corners: &dyn Fn(f32) -> [[f32; 3]; 3]| {
            let vertices = (0..count).flat_map(|i| corners(i as f32)).map(Vec3::from).collect();
            (
                vertices,
                (0..count).map(|i| Cell::new([3 * i, 3 * i + 1, 3 * i + 2].map(VertexId), AREA)).collect(),
            )
        };
        let (vertices, cells): (Vec<Vec3>, Vec<Cell>) = match self {
            Self::Stacked => each(&|_| [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]]),
            Self::Slivers => each(&|i| {
                let z = i * 0.002;
                [[0.0, 0.0, z], [0.0, 0.0, z + 0.001], [100.0, 0.0, z]]
            }),
            Self::Distant => each(&|i| match (i, i % 2.0) {
                (0.0, _) => [[1e30, 0.0, 0.0], [1e30, 0.0, 1e30], [2e30, 0.0, 0.0]],
                (i, 0.0) => [[i, 0.0, 0.0], [i, 0.0, 2.0], [i + 2.0, 0.0, 0.0]],
                (i, _) => [[i + 1.0, 0.0, 0.0], [i - 1.0, 0.0, 2.0], [i + 1.0, 0.0, 2.0]],
            }),
            Self::Fan => {
                let corner = |i| [0, 1 + i, 1 + (i + 1) % count];
                let cells = (0..count).map(|i| Cell::new(corner(i).map(VertexId), AREA)).collect();
                (std::iter::once(Vec3::ZERO).chain((0..count).map(|i| on_circle(i, count))).collect(), cells)
            }
            Self::Same => {
                let square = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]];
                let cells = (0..count).map(|_| Cell::new((0..4).map(VertexId), AREA)).collect();
                (square.map(|[x, z]| Vec3::new(x, 0.0, z)).into(), cells)
            }
        };
        NavMesh::from_parts(vertices, cells).expect("it breaks no invariant")
    }
}

const AREA: AreaId = AreaId(0);

/// Returns one of `count` points on a circle of 100 m, counter-clockwise seen from above.
fn on_circle(i: u32, count: u32) -> Vec3 {
    let angle = f64::from(i) / f64::from(count) * TAU;
    Vec3::new((angle.cos() * 100.0) as f32, 0.0, (-angle.sin() * 100.0) as f32)
}
