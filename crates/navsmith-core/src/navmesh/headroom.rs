//! The headroom of a cell: the clearance above it up to the next floor.

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::{CellId, Locator, NavMesh};
use crate::geometry::{Bounds, Plane, area, ground_area, intersection};

/// Returns the least height from a cell up to a cell above it; infinite if there is none.
///
/// Of two cells that intersect, the one that is higher in the middle of their shared ground is above. The headroom
/// between them is 0.
pub(super) fn headroom(mesh: &NavMesh, locator: &Locator, cell: CellId) -> f32 {
    let ring = mesh.ring(cell);
    let Some(floor) = Plane::of_ring(&ring) else { return f32::INFINITY };
    let own = counter_clockwise(mesh, cell);
    let bounds = Bounds::of(ring.iter().copied());
    let [min, max] = [bounds.min, bounds.max].map(|corner| Vec2::new(corner.x, corner.z));
    let mut least = f32::INFINITY;
    locator.for_each_within(mesh, min, max, |other| {
        let ceiling = (other != cell).then(|| Plane::of_ring(&mesh.ring(other))).flatten();
        let Some(ceiling) = ceiling else { return };
        let shared = intersection(&own, &counter_clockwise(mesh, other));
        let room = |at: &DVec2| ceiling.height_at(at.as_vec2()) - floor.height_at(at.as_vec2());
        let middle = shared.iter().sum::<DVec2>() / shared.len() as f64;
        // Neighbours share a line, not an area.
        if area(&shared) > SLIVER * f64::from((max - min).length_squared()) && room(&middle) > 0.0 {
            least = shared.iter().map(room).fold(least, f32::min).max(0.0);
        }
    });
    least
}

/// Least shared area, as a share of the cell's box; smaller areas are rounding errors.
const SLIVER: f64 = 1e-6;

fn counter_clockwise(mesh: &NavMesh, cell: CellId) -> SmallVec<[Vec2; 8]> {
    let mut ring = mesh.ground_ring(cell);
    if ground_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}
