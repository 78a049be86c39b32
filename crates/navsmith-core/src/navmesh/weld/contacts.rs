//! Steep polygons that touch kept cells without a common edge.
//!
//! An example is a ramp whose foot lies inside a floor cell.

use super::risers::STEP;
use crate::budget::Budget;
use crate::geometry::{Segment, Vec2, Vec3, area_vector, covers, ground};
use crate::graph::union_find::join;
use crate::navmesh::{CellId, Locator, NavMesh};

/// Least distance on the ground within which a place touches a cell, in metres.
const CONTACT: f32 = 0.01;

/// A side of a steep polygon: the number of the polygon, and the numbers of the ends.
pub(super) type SlopeSide = (u32, [u32; 2]);

/// Joins steep polygons with the kept cells that their sides touch or lead through.
///
/// Both ends of a side must touch cells, and all of these are joined. An end touches a cell that is at most a step above or below it. `is_kept`
/// gets the number of a cell, in the order of the mesh. Ends early at a number of comparisons in proportion to the cells.
pub(super) fn join_contacts(
    sets: &mut [u32],
    (mesh, positions): (&NavMesh, &[Vec3]),
    is_kept: &impl Fn(u32) -> bool,
    sides: &[SlopeSide],
    distance: f32,
) {
    let mut numbers = vec![None; mesh.cell_slots()];
    for (number, (cell, _)) in (0..).zip(mesh.cells()) {
        numbers[cell.0 as usize] = is_kept(number).then_some(number);
    }
    let (locator, mut budget) = (Locator::build(mesh), Budget::of_elements(mesh.cell_count() + sides.len()));
    let mut crossing_budget = budget;
    let mut join_crossing = |sets: &mut [u32], (polygon, ends): SlopeSide| {
        let [from, to] = in_order(ends.map(|end| positions[end as usize]));
        let visit = |cell: CellId, budget: &mut Budget| {
            budget.step(mesh.corners(cell).len())?;
            if let Some(number) = numbers[cell.0 as usize].filter(|_| leads_through(mesh, cell, [from, to])) {
                join(sets, polygon, number);
            }
            Ok(())
        };
        let around = [ground(from).min(ground(to)), ground(from).max(ground(to))];
        locator.try_each_within(mesh, around, &mut crossing_budget, visit)
    };
    // A side can be over many cells, so it has a budget of its own.
    let _is_whole = sides.iter().try_for_each(|&side| join_crossing(sets, side));
    let distance = distance.max(CONTACT);
    for &(polygon, ends) in sides {
        let mut touched: [Vec<u32>; 2] = Default::default();
        for (end, touched) in ends.into_iter().zip(&mut touched) {
            let at = positions[end as usize];
            let around = [ground(at) - distance, ground(at) + distance];
            let visit = |cell: CellId, budget: &mut Budget| {
                budget.step(mesh.corners(cell).len())?;
                if touches(mesh, cell, at, distance) {
                    touched.extend(numbers[cell.0 as usize]);
                }
                Ok(())
            };
            if locator.try_each_within(mesh, around, &mut budget, visit).is_err() {
                return;
            }
        }
        if touched.iter().all(|cells| !cells.is_empty()) {
            touched.iter().flatten().for_each(|&cell| {
                join(sets, polygon, cell);
            });
        }
    }
}

/// Returns the ends of a side in the order of their coordinates.
///
/// Rounding then does not depend on their numbers.
fn in_order([one, other]: [Vec3; 2]) -> [Vec3; 2] {
    let is_after = one.to_array() > other.to_array();
    if is_after { [other, one] } else { [one, other] }
}

/// Returns the height of a place above the plane of a ring, in metres.
fn rise(ring: &[Vec3], at: Vec3) -> f64 {
    let (normal, along) = (area_vector(ring), at.as_dvec3() - ring[0].as_dvec3());
    along.y + (normal.x * along.x + normal.z * along.z) / normal.y
}

/// Whether a side leads from above a cell to below it, through its ground.
fn leads_through(mesh: &NavMesh, cell: CellId, side: [Vec3; 2]) -> bool {
    let ring = mesh.ring(cell);
    let [from, to] = side.map(|end| rise(&ring, end));
    let covers_crossing = || {
        let plan: Vec<Vec2> = ring.iter().copied().map(ground).collect();
        covers(&plan, ground(side[0].lerp(side[1], (from / (from - to)) as f32)))
    };
    from * to < 0.0 && covers_crossing()
}

/// Whether a place lies on a cell, or at most a step above or below it.
fn touches(mesh: &NavMesh, cell: CellId, at: Vec3, distance: f32) -> bool {
    let ring = mesh.ring(cell);
    if rise(&ring, at).abs() > f64::from(STEP) {
        return false;
    }
    let plan: Vec<Vec2> = ring.into_iter().map(ground).collect();
    let is_near = |(i, &from): (usize, &Vec2)| {
        Segment::new(from, plan[(i + 1) % plan.len()]).distance(ground(at)) <= distance
    };
    covers(&plan, ground(at)) || plan.iter().enumerate().any(is_near)
}
