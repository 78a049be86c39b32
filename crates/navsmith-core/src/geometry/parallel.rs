//! Parallel curves of polylines.

use glam::Vec2;

/// Maximum mitre length, as a multiple of the distance.
const LONGEST_MITRE: f32 = 2.0;

/// Returns the parallel curve of a line at `distance` to its left; to its right if negative.
///
/// Corners are mitred, and the mitres of sharp corners are shortened. Repeated points are omitted.
pub fn parallel(line: &[Vec2], distance: f32) -> Vec<Vec2> {
    let mut points = line.to_vec();
    points.dedup();
    let normals: Vec<Vec2> = points.windows(2).map(|pair| left_of(pair[1] - pair[0])).collect();
    let normal = |index: usize| normals.get(index).copied();
    let shifted = points.iter().enumerate().map(|(i, &point)| {
        let (before, after) = (i.checked_sub(1).and_then(normal), normal(i));
        let [before, after] = [before.or(after), after.or(before)].map(Option::unwrap_or_default);
        point + mitre(before, after) * distance
    });
    shifted.collect()
}

/// Returns the unit vector to the left of a direction, as seen in the view from above.
fn left_of(along: Vec2) -> Vec2 {
    Vec2::new(along.y, -along.x).normalize_or_zero()
}

/// Returns the vector from a corner to the corner of the parallel curve at distance 1.
fn mitre(before: Vec2, after: Vec2) -> Vec2 {
    let sum = before + after;
    // The mitre of two unit normals is their sum divided by 1 + cos of the turn.
    let mitre = sum / (1.0 + before.dot(after));
    if mitre.is_finite() { mitre.clamp_length_max(LONGEST_MITRE) } else { after }
}
