//! Boxes of the cells of a mesh, for grids over them.

use glam::{DVec2, Vec2};

use super::ring_box;
use crate::geometry::{Grid, ground};
use crate::navmesh::{Cell, NavMesh};

/// Approximate number of boxes sampled to estimate the extent of a mesh.
const SAMPLES: usize = 1024;

/// Builds a grid of about `squares` squares over the region that contains most cells.
pub(crate) fn grid_around(mesh: &NavMesh, squares: usize) -> Grid {
    grid_within(mesh, box_of(mesh), squares)
}

/// Like [`grid_around`], but takes a box that contains all vertices.
pub(super) fn grid_within(mesh: &NavMesh, bounds: [DVec2; 2], squares: usize) -> Grid {
    Grid::around(&samples(mesh), bounds, squares)
}

pub(super) fn box_of(mesh: &NavMesh) -> [DVec2; 2] {
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    mesh.vertices().for_each(|(_, position)| {
        let place = ground(position);
        (low, high) = (low.min(place), high.max(place));
    });
    [low.as_dvec2(), high.as_dvec2()]
}

/// Returns the boxes of some cells, spread evenly over the ids.
fn samples(mesh: &NavMesh) -> Vec<[DVec2; 2]> {
    let stride = mesh.cell_count().div_ceil(SAMPLES).max(1);
    let cells: Vec<&Cell> = if mesh.cell_slots() < 2 * mesh.cell_count() {
        (0..mesh.cell_slots()).step_by(stride).filter_map(|slot| mesh.cells.get(slot)).collect()
    } else {
        mesh.cells().map(|(_, cell)| cell).step_by(stride).collect()
    };
    let cells = cells.into_iter().filter(|cell| !cell.is_empty());
    cells.map(|cell| ring_box(mesh, cell).map(Vec2::as_dvec2)).collect()
}
