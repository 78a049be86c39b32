//! Exact orientation predicates.
//!
//! The predicates use adaptive-precision arithmetic (Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates*, 1997), so collinear means exactly collinear. The f64 fast path nearly always
//! determines the sign. It is part of this module so that hot loops can inline it.

use glam::{DVec2, DVec3, Vec2};
use robust::{Coord, Coord3D, orient2d, orient3d};

/// Turn of a path at its middle point, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// The three points lie on one line.
    Straight,
    /// Clockwise.
    Right,
}

/// Returns twice the signed area of the triangle `a b c` on the ground, in m².
///
/// The area is positive if the triangle is counter-clockwise seen from above. In that case `c` lies to the left of
/// the line from `a` to `b`. The sign is exact, zero included; the magnitude is correct to a few roundings of f64.
#[inline]
pub fn doubled_area(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let [a_c, b_c] = [a, b].map(|point| point.as_dvec2() - c.as_dvec2());
    let (one, other) = (a_c.y * b_c.x, a_c.x * b_c.y);
    let area = one - other;
    // A smaller area may be rounding only. The f32 inputs rule out overflow and underflow in f64.
    let doubt = DOUBT * (one.abs() + other.abs());
    if area.abs() >= doubt { area } else { exact_doubled_area(a, b, c) }
}

/// Returns six times the signed volume of the tetrahedron `a b c d`, in m³.
///
/// It is positive if `a b c` is counter-clockwise seen from the side away from `d`. The sign is exact, zero included.
pub(super) fn volume_of_six(corners: [DVec3; 4]) -> f64 {
    let [a, b, c, d] = corners.map(|DVec3 { x, y, z }| Coord3D { x, y, z });
    orient3d(a, b, c, d)
}

/// Shewchuk's relative error bound for three roundings.
///
/// It is relative to the sum of the magnitudes of the two products.
const DOUBT: f64 = (3.0 + 8.0 * f64::EPSILON) * 0.5 * f64::EPSILON;

/// Whether a point certainly lies inside a convex counter-clockwise ring.
///
/// Returns `false` for some inner points very close to the boundary.
#[inline]
pub fn surely_inside(ring: impl Iterator<Item = Vec2> + Clone, point: Vec2) -> bool {
    let off = |corner: Vec2| corner.as_dvec2() - point.as_dvec2();
    let Some(mut from) = ring.clone().last().map(off) else { return false };
    ring.map(off).all(|to| {
        let (one, other) = (from.y * to.x, from.x * to.y);
        from = to;
        one - other > DOUBT * (one.abs() + other.abs())
    })
}

/// A line on the ground for orientation tests against many points.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    from: Vec2,
    to: Vec2,
    along: DVec2,
}

impl Line {
    /// Creates the line from one point to another.
    #[inline]
    pub fn new(from: Vec2, to: Vec2) -> Self {
        Self { from, to, along: to.as_dvec2() - from.as_dvec2() }
    }

    /// Returns [`doubled_area`] of the two points of the line and `point`, with the same guarantees.
    #[inline]
    pub fn doubled_area(&self, point: Vec2) -> f64 {
        let off = point.as_dvec2() - self.from.as_dvec2();
        let (one, other) = (self.along.y * off.x, self.along.x * off.y);
        let area = one - other;
        let doubt = DOUBT * (one.abs() + other.abs());
        if area.abs() >= doubt { area } else { exact_doubled_area(self.from, self.to, point) }
    }

    /// Whether a box certainly has no point to the left of the line.
    ///
    /// The box is given by its minimum and maximum. Returns `false` for some boxes that come very close to the line.
    pub fn surely_leaves_right(&self, [low, high]: [DVec2; 2]) -> bool {
        let (from, along) = (self.from.as_dvec2(), self.along);
        // The corner of the box that is farthest to the left.
        let x = if along.y > 0.0 { high.x } else { low.x };
        let y = if along.x > 0.0 { low.y } else { high.y };
        let (one, other) = (along.y * (x - from.x), along.x * (y - from.y));
        one - other < -4.0 * DOUBT * (one.abs() + other.abs())
    }
}

/// Returns [`doubled_area`] of each side of a triangle and a point, indexed by the opposite corner.
///
/// Faster than three separate calls.
#[inline]
pub fn doubled_areas([a, b, c]: [Vec2; 3], at: Vec2) -> [f64; 3] {
    let at = at.as_dvec2();
    let (to_a, to_b, to_c) = (a.as_dvec2() - at, b.as_dvec2() - at, c.as_dvec2() - at);
    let (a_one, a_other) = (to_b.y * to_c.x, to_b.x * to_c.y);
    let (b_one, b_other) = (to_c.y * to_a.x, to_c.x * to_a.y);
    let (c_one, c_other) = (to_a.y * to_b.x, to_a.x * to_b.y);
    let (of_a, of_b, of_c) = (a_one - a_other, b_one - b_other, c_one - c_other);
    let is_certain = (of_a.abs() >= DOUBT * (a_one.abs() + a_other.abs()))
        & (of_b.abs() >= DOUBT * (b_one.abs() + b_other.abs()))
        & (of_c.abs() >= DOUBT * (c_one.abs() + c_other.abs()));
    if is_certain { [of_a, of_b, of_c] } else { judged_one_by_one([a, b, c], at.as_vec2()) }
}

#[cold]
#[inline(never)]
fn judged_one_by_one([a, b, c]: [Vec2; 3], at: Vec2) -> [f64; 3] {
    [doubled_area(b, c, at), doubled_area(c, a, at), doubled_area(a, b, at)]
}

#[cold]
#[inline(never)]
fn exact_doubled_area(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    // Many points of invalid meshes are in one place, and the exact arithmetic takes long there.
    if a == b || b == c || a == c {
        return 0.0;
    }
    orient2d(coord(a), coord(b), coord(c))
}

/// Returns the turn of the path `a b c` at `b`; exact.
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

/// Negates Z, which points down in the view, so that "counter-clockwise" has its usual meaning.
fn coord(point: Vec2) -> Coord<f64> {
    Coord { x: f64::from(point.x), y: -f64::from(point.y) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    /// Returns numbers of all magnitudes, and small ones that produce collinear points.
    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![
            (-4..4i8).prop_map(f32::from),
            -1.0..1.0f32,
            any::<f32>().prop_filter("finite", |x| x.is_finite()),
        ]
    }

    #[test]
    fn a_box_beside_a_line_is_distinguished_from_one_that_it_crosses() {
        let eastward = Line::new(Vec2::ZERO, Vec2::X);
        let of = |low, high| [DVec2::splat(low), DVec2::splat(high)];
        assert!(eastward.surely_leaves_right(of(1.0, 2.0)), "below it in the view");
        assert!(!eastward.surely_leaves_right(of(-1.0, 2.0)), "across it");
        assert!(!eastward.surely_leaves_right(of(-2.0, -1.0)), "above it");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn nothing_of_a_box_that_a_line_surely_leaves_right_is_to_its_left(
            from in (number(), number()),
            to in (number(), number()),
            one in (number(), number()),
            other in (number(), number()),
        ) {
            let [from, to, one, other] = [from, to, one, other].map(|(x, y)| Vec2::new(x, y));
            let (low, high) = (one.min(other), one.max(other));
            if Line::new(from, to).surely_leaves_right([low, high].map(Vec2::as_dvec2)) {
                for corner in [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)] {
                    prop_assert_ne!(turn(from, to, corner), Turn::Left, "{}", corner);
                }
            }
        }

        #[test]
        fn the_quick_way_is_never_wrong(n in prop::array::uniform6(number()), by in 0..4i8) {
            let [a, b] = [Vec2::new(n[0], n[1]), Vec2::new(n[2], n[3])];
            // Half of the cases are nearly collinear.
            let c = if by > 1 { a.midpoint(b) } else { Vec2::new(n[4], n[5]) };
            let exact = orient2d(coord(a), coord(b), coord(c));
            let quick = doubled_area(a, b, c);
            prop_assert_eq!(quick.partial_cmp(&0.0), exact.partial_cmp(&0.0), "{} and {}", quick, exact);
            let by_line = Line::new(a, b).doubled_area(c);
            prop_assert_eq!(by_line.partial_cmp(&0.0), exact.partial_cmp(&0.0), "{} and {}", by_line, exact);
            let at_once = doubled_areas([a, b, Vec2::new(n[4], n[5])], c);
            prop_assert_eq!(at_once, judged_one_by_one([a, b, Vec2::new(n[4], n[5])], c), "all at once");
        }

        #[test]
        fn what_is_surely_inside_is_inside(n in prop::array::uniform8(-4..5i8), shares in prop::array::uniform3(0..4u8)) {
            let [a, b, c, any] = [0, 2, 4, 6].map(|i| Vec2::new(f32::from(n[i]), f32::from(n[i + 1])));
            let sum = shares.iter().map(|&share| f32::from(share)).sum::<f32>();
            let mean = [a, b, c].iter().zip(shares).map(|(&at, share)| at * f32::from(share)).sum::<Vec2>() / sum;
            for point in [mean, any].into_iter().filter(|point| point.is_finite()) {
                let is_left = |from, to| doubled_area(from, to, point) > 0.0;
                let is_inside = is_left(a, b) && is_left(b, c) && is_left(c, a);
                prop_assert!(is_inside || !surely_inside([a, b, c].into_iter(), point), "{} is not inside", point);
                let is_middle = shares.iter().all(|&share| share > 0) && point == mean && turn(a, b, c) == Turn::Left;
                prop_assert!(!is_middle || surely_inside([a, b, c].into_iter(), point), "{} is", point);
            }
        }
    }
}
