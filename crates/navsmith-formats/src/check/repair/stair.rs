//! Lowest steps of stairs over the ground at their foot.
//!
//! A step that is lower than a storey above a floor overlaps with it. The agent walks on the step, and the floor has no
//! headroom there, so the floor loses its ground.

use std::ops::RangeInclusive;

use glam::Vec2;

use super::action::{Action, CROSSING, Context, MOST_RISE, cut_below};
use super::cover;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{CellId, Derived, Surface};

/// Distance in metres from the sides of a step at which the next one lies.
const BESIDE: f32 = 0.05;

/// Least height of a step of a stair in metres; lower ones are uneven ground.
const LEAST_RISE: f32 = 0.05;

/// Maximum number of sides of a cell that are examined.
const MOST_SIDES: usize = 16;

/// Returns the upper one of two cells if it is the lowest step of a stair on the other one.
///
/// A step is at least 5 cm and more than the tolerance above the other cell. Two more islands continue it upwards, each
/// by at most the height that the agent climbs.
pub(super) fn stair_step(context: &Context<'_>, cells: [CellId; 2]) -> Option<CellId> {
    let &Context { derived, options, .. } = context;
    let mesh = derived.mesh();
    let label = |cell| derived.islands.label_of(cell);
    let [lower, upper] = cover::by_height(mesh, cells);
    let least = options.tolerance.max(LEAST_RISE * options.thresholds.metre());
    if label(lower) == label(upper) || cover::step(mesh, lower, upper) <= least {
        return None;
    }
    let rises = least..=options.highest_step().min(MOST_RISE);
    let second = next_step(derived, [lower, upper], &rises)?;
    next_step(derived, [upper, second], &rises).map(|_| upper)
}

/// Returns the cell of another island that continues the upper one of two steps.
fn next_step(derived: &Derived, [lower, upper]: [CellId; 2], rises: &RangeInclusive<f32>) -> Option<CellId> {
    let mesh = derived.mesh();
    let labels = [lower, upper].map(|cell| derived.islands.label_of(cell));
    let center = ground(mesh.centroid(upper));
    let continues = |at: Vec3, beside: Vec2| {
        derived.locator.near(beside).find(|&other| {
            let floor = || Surface::floor(mesh, other, beside);
            // In a pile of cells, others also cover the middle.
            !labels.contains(&derived.islands.label_of(other))
                && floor().is_some_and(|floor| rises.contains(&(floor - at.y)))
                && Surface::floor(mesh, other, center).is_none()
        })
    };
    let ring = mesh.ring(upper);
    let mut sides = ring.iter().zip(ring.iter().skip(1).chain(ring.first())).take(MOST_SIDES);
    sides.find_map(|(&from, &to)| {
        let middle = from.midpoint(to);
        let across = ground(to - from).perp().normalize_or_zero() * BESIDE;
        [across, -across].into_iter().find_map(|away| continues(middle, ground(middle) + away))
    })
}

/// Returns the edits that remove the ground below a step of a stair.
///
/// The ground beside it must stay connected.
pub(super) fn of_stair_step(context: &Context<'_>, cells: [CellId; 2], step: CellId) -> Vec<Action> {
    let mesh = context.derived.mesh();
    let [from, _] = cover::by_height(mesh, cells);
    let heights = [cut_below(context.issues), cut_below(context.issues) * CROSSING];
    let outlines = heights.map(|height| cover::outline(mesh, step, from, height));
    let cuts = outlines.into_iter().filter(|outline| outline.len() >= 3);
    cuts.map(|outline| Action::CutStep { outline, from, step }).collect()
}
