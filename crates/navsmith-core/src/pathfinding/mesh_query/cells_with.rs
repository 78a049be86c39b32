//! All cells to which a located point belongs, not only the chosen one.

use glam::{Vec2, Vec3Swizzles as _};
use smallvec::SmallVec;

use super::locate::{Located, slack};
use crate::geometry::{Turn, ground, rounding, turn};
use crate::navmesh::{Cell, CellId, Derived, NavMesh, Surface, nearest_on_sides};

/// Cells by id, each with its height at a point.
pub type CellsWithFloor = SmallVec<[(CellId, f32); 8]>;

/// Returns the other cells to which a located point belongs, by id, each with its height there.
///
/// These are the cells that contain the point on the border of its cell, at the same height. Positions that differ by
/// rounding are equal. If the endpoint is above the floor of its cell, these are also the cells just above it, nearer
/// than this floor: of two floors at most a step away, either can be the ground of a game. Allocates no memory for a
/// point inside of its cell.
pub fn cells_with(mesh: &NavMesh, derived: &Derived, located: &Located) -> CellsWithFloor {
    let at = ground(located.point);
    let mut cells = CellsWithFloor::new();
    if !at.is_finite() {
        return cells;
    }
    if is_on_border(mesh, located.cell, at) {
        let slack_around = Vec2::splat(rounding(&[at]));
        derived.locator.for_each_within(mesh, at - slack_around, at + slack_around, |cell| {
            let floor = floor_but_for_rounding(mesh, cell, at).filter(|_| cell != located.cell);
            let is_level = |floor: &f32| (floor - located.point.y).abs() <= slack(*floor);
            cells.extend(floor.filter(is_level).map(|floor| (cell, floor)));
        });
    }
    cells.extend(nearer_above(mesh, derived, located));
    cells.sort_unstable_by_key(|&(cell, _)| cell);
    cells
}

/// Returns the cells above an endpoint that are nearer than the floor below on which it was put.
fn nearer_above(mesh: &NavMesh, derived: &Derived, located: &Located) -> CellsWithFloor {
    let (at, drop) = (ground(located.point), located.drop());
    let height = located.asked.height.filter(|height| drop > slack(*height));
    let Some(height) = height.filter(|_| located.off_mesh.is_none() && !mesh.is_closed_surface()) else {
        return CellsWithFloor::new();
    };
    let floors = derived.locator.near(at).filter_map(|cell| Some((cell, Surface::floor(mesh, cell, at)?)));
    floors.filter(|(_, floor)| (slack(*floor)..drop).contains(&(floor - height))).collect()
}

/// Returns the height of a cell at a position that it contains but for rounding.
fn floor_but_for_rounding(mesh: &NavMesh, cell: CellId, at: Vec2) -> Option<f32> {
    Surface::floor(mesh, cell, at).or_else(|| {
        let nearest = nearest_on_sides(&mesh.ring(cell), at);
        let beside = nearest.xz().distance(at.as_dvec2());
        (beside <= f64::from(rounding(&[at]))).then_some(nearest.y as f32)
    })
}

/// Whether a position on the ground is on a side of a cell but for rounding.
fn is_on_border(mesh: &NavMesh, cell: CellId, at: Vec2) -> bool {
    let slack = rounding(&[at]);
    let sides = mesh.cell(cell).into_iter().flat_map(Cell::sides);
    sides.map(|side| side.map(|corner| mesh.position(corner))).any(|side| {
        let [from, to] = side.map(ground);
        let is_near = (from.min(to) - slack).cmple(at).all() && at.cmple(from.max(to) + slack).all();
        let beside = || nearest_on_sides(&side, at).xz().distance(at.as_dvec2());
        is_near && (turn(from, to, at) == Turn::Straight || beside() <= f64::from(slack))
    })
}
