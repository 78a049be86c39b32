//! Hatches of filled polygons.

use glam::Vec2;

use super::shape::Points;
use crate::theme::tint::{HATCH_STEP, HATCH_WIDTH};

/// Returns the hatch lines inside polygons, and their width.
///
/// `origin` is a point of the ground, so that the hatch stays in place when the view moves. A hatch is a number of
/// [`hatch_of`](crate::theme::tint::hatch_of).
pub fn hatch(rings: &[Points], hatch: u8, origin: Vec2) -> (Vec<[Vec2; 2]>, f32) {
    // A hatch line is where the sum of the coordinates, weighted by the normal, is half a step from a multiple.
    let diagonal = std::f32::consts::FRAC_1_SQRT_2;
    let normals: &[Vec2] = match hatch {
        1 => &[Vec2::new(1.0, 1.0)],
        2 => &[Vec2::new(1.0, -1.0)],
        3 => &[Vec2::Y],
        4 => &[Vec2::X],
        5 => &[Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)],
        _ => &[],
    };
    let lines = normals.iter().flat_map(|&normal| {
        let scale = if normal.x * normal.y == 0.0 { 1.0 } else { diagonal };
        across(rings, normal * scale, HATCH_STEP * scale, origin)
    });
    (lines.collect(), HATCH_WIDTH)
}

/// Returns the parts of parallel lines inside polygons; `normal` is a unit vector.
fn across(rings: &[Points], normal: Vec2, step: f32, origin: Vec2) -> Vec<[Vec2; 2]> {
    let shift = (origin.dot(normal) + step * 0.5).rem_euclid(step);
    let along = normal.perp();
    // Crossings of a side and a line: number of the line, position along it, and the change of the winding there.
    let mut crossings: Vec<(i32, f32, i32)> = Vec::new();
    for ring in rings {
        for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let [low, high] = [from, to].map(|at| (at.dot(normal) - shift) / step);
            let turn = if low < high { 1 } else { -1 };
            // A side includes its lower end only, so that a line through a corner crosses one of its sides.
            let numbers = low.min(high).ceil() as i32..low.max(high).ceil() as i32;
            crossings.extend(numbers.map(|number| {
                let share = (number as f32 - low) / (high - low);
                (number, from.lerp(to, share).dot(along), turn)
            }));
        }
    }
    crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut segments = Vec::new();
    let (mut winding, mut start) = (0, 0.0);
    for &(number, at, turn) in &crossings {
        let was_inside = winding != 0;
        winding += turn;
        if !was_inside {
            start = at;
        } else if winding == 0 && at - start > 0.01 {
            let foot = normal * (number as f32 * step + shift);
            segments.push([foot + along * start, foot + along * at]);
        }
    }
    joined(segments)
}

/// Joins consecutive segments that touch, such as those of adjacent cells.
fn joined(segments: Vec<[Vec2; 2]>) -> Vec<[Vec2; 2]> {
    let mut joined: Vec<[Vec2; 2]> = Vec::with_capacity(segments.len());
    for [from, to] in segments {
        match joined.last_mut() {
            Some([_, end]) if end.distance(from) < 0.01 => *end = to,
            _ => joined.push([from, to]),
        }
    }
    joined
}
