//! Which way a path turns: the only place that judges it.
//!
//! Exact by adaptive-precision arithmetic (Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust
//! Geometric Predicates*, 1997), so collinear means collinear.

use glam::Vec2;
use robust::{Coord, orient2d};

/// The way a path turns at its middle point, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// The three points lie on one line.
    Straight,
    /// Clockwise.
    Right,
}

/// Twice the signed area, in m², of the triangle `a b c` on the ground: positive when it is counter-clockwise seen
/// from above, that is when `c` lies to the left of the line from `a` to `b`.
///
/// The sign is exact, zero included; the magnitude is correct to a few roundings of f64.
pub fn doubled_area(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    orient2d(coord(a), coord(b), coord(c))
}

/// The way the path `a b c` turns at `b`, exactly.
pub fn turn(a: Vec2, b: Vec2, c: Vec2) -> Turn {
    let area = doubled_area(a, b, c);
    if area > 0.0 {
        Turn::Left
    } else if area < 0.0 {
        Turn::Right
    } else {
        Turn::Straight
    }
}

/// Z points down in the view, so it is negated to make "counter-clockwise" mean what the eye sees.
fn coord(point: Vec2) -> Coord<f64> {
    Coord { x: f64::from(point.x), y: -f64::from(point.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_above_an_eastward_line_in_the_view_is_to_its_left() {
        let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0));
        assert_eq!(turn(a, b, Vec2::new(0.5, -1.0)), Turn::Left, "smaller z is up in the view");
        assert_eq!(turn(a, b, Vec2::new(0.5, 1.0)), Turn::Right, "larger z is down in the view");
    }

    #[test]
    fn collinear_is_exact_where_naive_arithmetic_is_not() {
        let (a, b) = (Vec2::new(0.1, 0.1), Vec2::new(0.3, 0.3));
        assert_eq!(turn(a, b, Vec2::new(0.7, 0.7)), Turn::Straight, "all on the diagonal");
        assert_ne!(turn(a, b, Vec2::new(0.7, 0.7f32.next_up())), Turn::Straight, "one ulp off it");
    }
}
