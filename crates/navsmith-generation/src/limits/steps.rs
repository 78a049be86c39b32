//! Steps whose height is near the climb.

use std::collections::{BTreeMap, HashMap};

use navsmith_core::graph::union_find::{join, root};

use super::{LimitVerdict, StepLimit};
use crate::field::{ColumnRange, GridLevel};
use crate::settings::GenerationSettings;
use crate::spans::{SolidSpan, SolidSpans, SpanState};

/// Maximum number of sides of columns at steps in a field.
const MOST_SIDES: usize = 1 << 18;

/// Share of the climb by which a higher step is near it.
const BEYOND: f32 = 1.5;

/// Share of the climb by which a step can differ and equal it.
const EQUAL: f32 = 0.01;

/// Directions to neighbours along X and Z.
const DIRECTIONS: [[i32; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// A side of a column at a step.
#[derive(Clone, Copy)]
struct StepSide {
    column: [usize; 2],
    direction: [i32; 2],
    /// Height of the upper ground, in voxels.
    top: u16,
    /// Height of the step.
    rise: u16,
}

/// The spans of a field, with the settings in voxels.
struct Steps<'a> {
    solid: &'a SolidSpans,
    size: [usize; 2],
    height: u16,
    /// Least and largest height of a step near the climb.
    rises: [u16; 2],
    /// Highest rise between two columns of a walkable slope.
    slope_rise: f32,
}

/// Returns the steps of a field: connected sides of columns with equal heights.
pub(super) fn find(
    level: &GridLevel,
    range: ColumnRange,
    solid: &SolidSpans,
    settings: &GenerationSettings,
) -> Vec<StepLimit> {
    let (climb, voxel) = (settings.climb_voxels(), settings.cell_height());
    let highest = (settings.agent.max_climb * BEYOND / voxel).ceil().max(f32::from(climb) + 1.0);
    if settings.agent.max_climb <= 0.0 || !highest.is_finite() || highest > 60_000.0 {
        return Vec::new();
    }
    let slope_rise = settings.cell_size() * settings.agent.max_slope.tan().clamp(0.0, 100.0) / voxel;
    let steps = Steps {
        solid,
        size: range.size,
        height: settings.height_voxels(),
        rises: [climb.saturating_sub(1).max(1), highest as u16],
        slope_rise,
    };
    let border = usize::from(range.border);
    let [width, depth] = range.size;
    let mut sides = Vec::new();
    for z in border..depth - border {
        for x in border..width - border {
            steps.add_sides([x, z], &mut sides);
        }
    }
    sides.truncate(MOST_SIDES);
    let least = usize::from(settings.radius_voxels()).max(2);
    let groups = groups_of(&sides).into_iter().filter(|group| group.len() >= least);
    groups.filter_map(|group| step_of(level, range, settings, &group)).collect()
}

fn is_ground(span: &SolidSpan) -> bool {
    matches!(span.state, SpanState::Walkable | SpanState::LowObstacle | SpanState::Ledge)
}

impl Steps<'_> {
    fn column(&self, [x, z]: [usize; 2], [dx, dz]: [i32; 2]) -> &[SolidSpan] {
        let at = [x as i32 + dx, z as i32 + dz];
        let is_inside = (0..2).all(|axis| at[axis] >= 0 && (at[axis] as usize) < self.size[axis]);
        if is_inside { self.solid.column(at.map(|along| along as usize)) } else { &[] }
    }

    /// Adds the sides of a column at which its ground is higher than that of its neighbour.
    fn add_sides(&self, column: [usize; 2], sides: &mut Vec<StepSide>) {
        let [least, most] = self.rises;
        for span in self.solid.column(column).iter().filter(|span| is_ground(span)) {
            let ceiling = span.ceiling.unwrap_or(u16::MAX);
            if ceiling.saturating_sub(span.top) < self.height {
                continue;
            }
            for direction in DIRECTIONS {
                let is_lower = |lower: &&SolidSpan| {
                    lower.top < span.top
                        && is_ground(lower)
                        && lower.ceiling.unwrap_or(u16::MAX).min(ceiling).saturating_sub(span.top)
                            >= self.height
                };
                let lower = self.column(column, direction).iter().rev().find(is_lower);
                let Some(rise) = lower.map(|lower| span.top - lower.top) else { continue };
                let is_near = (least..=most).contains(&rise);
                if is_near && !self.is_slope(column, direction, span.top, rise) {
                    sides.push(StepSide { column, direction, top: span.top, rise });
                }
            }
        }
    }

    /// Whether the ground also rises by nearly as much before or after two columns.
    fn is_slope(&self, column: [usize; 2], direction: [i32; 2], top: u16, rise: u16) -> bool {
        if f32::from(rise) > self.slope_rise + 1.0 {
            return false;
        }
        let gradient = |direction: [i32; 2], top: u16| {
            let ground = self.column(column, direction).iter().filter(|span| is_ground(span));
            ground.map(|span| span.top.abs_diff(top)).min().unwrap_or(0)
        };
        let [dx, dz] = direction;
        let (behind, ahead) = (gradient([-dx, -dz], top), gradient([2 * dx, 2 * dz], top - rise));
        2 * behind.max(ahead) > rise
    }
}

/// Returns the groups of sides that are next to each other and have equal heights, to one voxel.
fn groups_of(sides: &[StepSide]) -> Vec<Vec<StepSide>> {
    let mut parents: Vec<u32> = (0..sides.len() as u32).collect();
    let mut in_column: HashMap<[usize; 2], Vec<u32>> = HashMap::new();
    for (number, side) in (0..).zip(sides) {
        for dz in -1..=1 {
            for dx in -1..=1 {
                let near = [side.column[0].wrapping_add_signed(dx), side.column[1].wrapping_add_signed(dz)];
                for &other in in_column.get(&near).into_iter().flatten() {
                    let near = &sides[other as usize];
                    if near.top.abs_diff(side.top) <= 1 && near.rise.abs_diff(side.rise) <= 1 {
                        join(&mut parents, number, other);
                    }
                }
            }
        }
        in_column.entry(side.column).or_default().push(number);
    }
    let mut groups: BTreeMap<u32, Vec<StepSide>> = BTreeMap::new();
    for (number, side) in (0..).zip(sides) {
        groups.entry(root(&mut parents, number)).or_default().push(*side);
    }
    groups.into_values().collect()
}

/// Returns the step of a group if its exact height is near the climb.
fn step_of(
    level: &GridLevel,
    range: ColumnRange,
    settings: &GenerationSettings,
    group: &[StepSide],
) -> Option<StepLimit> {
    let side = group.get(group.len() / 2)?;
    let (size, voxel) = (f64::from(settings.cell_size()), f64::from(settings.cell_height()));
    let at: [f64; 2] =
        std::array::from_fn(|axis| (f64::from(range.low[axis]) + side.column[axis] as f64 + 0.5) * size);
    let lower_at: [f64; 2] = std::array::from_fn(|axis| at[axis] + f64::from(side.direction[axis]) * size);
    let exact = |at: [f64; 2], top: u16| {
        let top = f64::from(top);
        level.height_at(at, [(top - 1.5) * voxel, (top + 0.5) * voxel])
    };
    let (upper, lower) = (exact(at, side.top), exact(lower_at, side.top - side.rise));
    let height =
        upper.zip(lower).map_or_else(|| f64::from(side.rise) * voxel, |(upper, lower)| upper - lower) as f32;
    let climb = settings.agent.max_climb;
    let voxels = height / settings.cell_height();
    let is_equal = (height - climb).abs() <= EQUAL * climb + 1e-3;
    let [fewest, most] = [(voxels + 1e-3).floor(), (voxels - 1e-3).ceil()];
    let limit = f32::from(settings.climb_voxels());
    let verdict = if is_equal || (fewest <= limit && limit < most) {
        LimitVerdict::AtLimit
    } else if fewest > limit && height <= climb * BEYOND {
        LimitVerdict::Blocked
    } else {
        return None;
    };
    let edge: [f64; 2] = std::array::from_fn(|axis| f64::midpoint(at[axis], lower_at[axis]));
    let y = upper.unwrap_or_else(|| f64::from(side.top) * voxel);
    let place = level.low.as_dvec3() + glam::DVec3::new(edge[0], y, edge[1]);
    let passing_climb = (most + if is_equal { 1.0 } else { 0.0 }) * settings.cell_height();
    Some(StepLimit { place: place.as_vec3(), height, verdict, passing_climb })
}
