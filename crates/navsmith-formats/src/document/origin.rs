//! Distance of the cells from the origin, and the offset that moves them there.

use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::Derived;

/// Distance from the origin up to which a mesh is near it, as a multiple of half of its size.
const NEAR: f32 = 4.0;

/// Unit of an offset in metres, unless the mesh is smaller or its coordinates are coarser.
const UNIT: f32 = 1.0;

/// Returns the box around all cells.
pub(crate) fn bounds_of_cells(derived: &Derived) -> Bounds {
    derived.islands.all().iter().fold(Bounds::EMPTY, |all, island| all.union(island.bounds))
}

/// Returns the distance between two neighbouring numbers at a coordinate, in metres.
pub(crate) fn spacing_at(coordinate: f32) -> f32 {
    coordinate.abs().next_up() - coordinate.abs()
}

/// Returns the offset that moves cells to the origin.
///
/// It is along the axes with a spacing of numbers above the limit.
///
/// `None` if there is no such axis along which the cells are far from the origin, compared with their size. A move by
/// the offset rounds no position of the cells, because the offset is a multiple of the spacing.
pub(crate) fn offset_to_origin(derived: &Derived, limit: f32) -> Option<Vec3> {
    let bounds = bounds_of_cells(derived);
    if bounds.is_empty() {
        return None;
    }
    let half = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
    let along = |axis: usize| {
        let (min, max) = (bounds.min[axis], bounds.max[axis]);
        let farthest = min.abs().max(max.abs());
        let spacing = spacing_at(farthest);
        if spacing <= limit || farthest <= half * NEAR {
            return 0.0;
        }
        let unit = f64::from(UNIT.min(power_of_two(half)).max(spacing));
        let middle = f64::midpoint(min.into(), max.into());
        (-(middle / unit).round() * unit) as f32
    };
    let offset = Vec3::new(along(0), along(1), along(2));
    (offset != Vec3::ZERO && offset.is_finite()).then_some(offset)
}

/// Returns the largest power of two that is not above a positive number.
fn power_of_two(number: f32) -> f32 {
    const EXPONENT: u32 = 0x7f80_0000;
    f32::from_bits(number.to_bits() & EXPONENT)
}
