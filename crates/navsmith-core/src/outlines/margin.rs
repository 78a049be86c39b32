//! The ground near the boundary of cells, as outlines of holes.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;

use super::{Outline, OutlineCells, OutlineRole};
use crate::geometry::{Turn, Vec2, turn};

/// Cosine of the largest angle that one corner of a margin spans: 45 degrees.
const WIDEST: f64 = std::f64::consts::FRAC_1_SQRT_2;

impl OutlineCells {
    /// Returns holes that cover the ground nearer to its boundary or to a chain than a distance.
    ///
    /// After the outlines of these cells, they leave the ground for the centre of an agent with this radius. Around a
    /// corner that points into the ground, a margin has a corner for each 45 degrees, at most 1.09 times as far.
    pub fn margin(&self, distance: f32) -> Vec<Outline> {
        let sides: Vec<[usize; 2]> = self.cells.iter().flat_map(|cell| sides(&cell.corners)).collect();
        let all: BTreeSet<[usize; 2]> = sides.iter().copied().collect();
        let boundary = sides.into_iter().filter(|&[from, to]| !all.contains(&[to, from]));
        // The cells around a corner are adjacent, so at most one side of the boundary begins there.
        let next: BTreeMap<usize, usize> = boundary.map(|[from, to]| (from, to)).collect();
        let beside = |at: Vec2, spoke: DVec2| (at.as_dvec2() + spoke * f64::from(distance)).as_vec2();
        let mut holes = Vec::new();
        for (&from, &to) in &next {
            let [a, b] = [from, to].map(|corner| self.points[corner]);
            let Some(before) = normal([a, b]) else { continue };
            holes.push(vec![a, b, beside(b, before), beside(a, before)]);
            let Some(c) = next.get(&to).map(|&after| self.points[after]) else { continue };
            let Some(after) = normal([b, c]) else { continue };
            // The end of a chain is a turn back.
            let is_back = turn(a, b, c) == Turn::Straight && before.dot(after) < 0.0;
            if is_back || turn(a, b, c) == Turn::Right {
                let mut spokes = Vec::new();
                add_spokes(before, after, &mut spokes);
                let spokes = spokes.into_iter().chain([after]).map(|spoke| beside(b, spoke));
                holes.push([b, beside(b, before)].into_iter().chain(spokes).collect());
            }
        }
        holes.into_iter().map(|points| Outline { points, role: OutlineRole::Hole }).collect()
    }
}

fn sides(corners: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    (0..corners.len()).map(|nth| [corners[nth], corners[(nth + 1) % corners.len()]])
}

/// Returns the unit vector to the left of a side, seen from above with Z downwards.
///
/// `None` for a side without length.
fn normal([from, to]: [Vec2; 2]) -> Option<DVec2> {
    let along = (to.as_dvec2() - from.as_dvec2()).try_normalize()?;
    Some(DVec2::new(along.y, -along.x))
}

/// Adds the corners of a polygon around the unit circle, from one normal to another on its right.
fn add_spokes(from: DVec2, to: DVec2, spokes: &mut Vec<DVec2>) {
    if from.dot(to) >= WIDEST {
        spokes.push((from + to) / (1.0 + from.dot(to)));
        return;
    }
    // The sum of opposite normals has no direction, but the difference of their sides has.
    let along = |normal: DVec2| DVec2::new(-normal.y, normal.x);
    let between = if from.dot(to) > 0.0 { from + to } else { along(from) - along(to) };
    let middle = between.normalize_or(from);
    if middle == from || middle == to {
        return;
    }
    add_spokes(from, middle, spokes);
    add_spokes(middle, to, spokes);
}
