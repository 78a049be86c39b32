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

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: &[[f32; 2]]) -> Vec<Vec2> {
        points.iter().copied().map(Vec2::from).collect()
    }

    #[test]
    fn a_parallel_line_runs_on_the_left_with_mitred_corners() {
        // To the right, then down, as seen in the view.
        let line = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 4.0]]);
        assert_eq!(parallel(&line, 1.0), points(&[[0.0, -1.0], [5.0, -1.0], [5.0, 4.0]]), "left");
        assert_eq!(parallel(&line, -1.0), points(&[[0.0, 1.0], [3.0, 1.0], [3.0, 4.0]]), "right");
    }

    #[test]
    fn a_line_that_turns_back_stays_finite_and_near() {
        let line = points(&[[0.0, 0.0], [4.0, 0.0], [0.0, 0.001], [0.0, 0.0]]);
        let beside = parallel(&line, 1.0);
        let is_near = |(at, of): (&Vec2, &Vec2)| at.distance(*of) <= LONGEST_MITRE + 1e-5;
        assert!(beside.iter().zip(&line).all(is_near), "{beside:?}");
        assert!(parallel(&line[..1], 1.0) == line[..1] && parallel(&[], 1.0).is_empty(), "no direction");
    }
}
