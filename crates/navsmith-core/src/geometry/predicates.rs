//! Exact orientation predicates.
//!
//! The predicates use adaptive-precision arithmetic (Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates*, 1997), so collinear means exactly collinear. The f64 fast path nearly always
//! determines the sign. It is part of this module so that hot loops can inline it.

use glam::{DVec2, DVec3, Vec2};
use robust::{Coord, Coord3D, incircle, orient2d, orient3d};

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

/// Returns a positive number if `d` lies inside the circle through `a b c`, which turn left.
///
/// Zero if it lies on the circle, negative if it lies outside. The sign is exact for coordinates between 10⁻³⁰ and 10³⁰.
pub fn in_circle(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f64 {
    incircle(coord(a), coord(b), coord(c), coord(d))
}

/// Negates Z, which points down in the view, so that "counter-clockwise" has its usual meaning.
fn coord(point: Vec2) -> Coord<f64> {
    Coord { x: f64::from(point.x), y: -f64::from(point.y) }
}
