//! Intersection of two convex polygons.

use glam::{DVec2, Vec2};

/// Returns the intersection of two convex counter-clockwise rings.
///
/// An empty intersection yields fewer than three points. Not exact: the corners are rounded to f64. Clips one ring by
/// each side of the other (Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974).
pub fn intersection(one: &[Vec2], other: &[Vec2]) -> Vec<DVec2> {
    let mut left: Vec<DVec2> = one.iter().map(|p| p.as_dvec2()).collect();
    for (i, from) in other.iter().enumerate() {
        left = cut(&left, from.as_dvec2(), other[(i + 1) % other.len()].as_dvec2());
    }
    left
}

/// Returns the part of a ring to the left of a line.
fn cut(ring: &[DVec2], from: DVec2, to: DVec2) -> Vec<DVec2> {
    // Z points down in the view, so left is where the cross product is negative.
    let leftness = |p: DVec2| -(to - from).perp_dot(p - from);
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (at_a, at_b) = (leftness(a), leftness(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            kept.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a square, counter-clockwise in the view.
    fn square(x: f32, z: f32, side: f32) -> [Vec2; 4] {
        [(x, z), (x, z + side), (x + side, z + side), (x + side, z)].map(Vec2::from)
    }

    #[test]
    fn squares_share_the_corner_where_they_overlap() {
        let shared = intersection(&square(0.0, 0.0, 2.0), &square(1.0, 1.0, 2.0));
        let expected = square(1.0, 1.0, 1.0).map(Vec2::as_dvec2);
        assert!(
            expected.iter().all(|p| shared.contains(p)) && shared.len() == 4,
            "one square metre: {shared:?}"
        );
    }

    #[test]
    fn squares_that_are_apart_share_nothing() {
        assert_eq!(intersection(&square(0.0, 0.0, 1.0), &square(2.0, 0.0, 1.0)), [], "apart");
    }
}
