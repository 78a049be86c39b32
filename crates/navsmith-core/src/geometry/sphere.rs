//! Spheres: the one that points lie on, and great circles.

use glam::{DMat3, DVec3, Vec3};

use super::predicates::volume_of_six;

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The centre.
    pub center: DVec3,
    /// The radius, in metres.
    pub radius: f64,
}

impl Sphere {
    /// Returns the sphere with the least algebraic distance from points.
    ///
    /// Returns `None` if the points lie on one plane, except for rounding. Source: the linear least squares of Coope,
    /// *Circle Fitting by Linear and Nonlinear Least Squares*, 1993.
    pub fn fit<I: Iterator<Item = Vec3>>(points: impl Fn() -> I) -> Option<Self> {
        let count = points().count() as f64;
        let mean = points().map(Vec3::as_dvec3).sum::<DVec3>() / count;
        let offsets = || points().map(|point| point.as_dvec3() - mean);
        let spread = offsets().map(DVec3::length_squared).sum::<f64>() / count;
        let scale = spread.sqrt();
        // Without a unit, so that the determinant states how flat the points are.
        let (mut moments, mut sums) = (DMat3::ZERO, DVec3::ZERO);
        for offset in offsets().map(|offset| offset / scale) {
            moments += DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
            sums += offset * (offset.length_squared() * 0.5);
        }
        (moments, sums) = (moments * count.recip(), sums / count);
        let determinant = moments.determinant();
        if determinant.is_nan() || determinant <= FLAT {
            return None;
        }
        let center = moments.inverse() * sums * scale;
        let radius = (spread + center.length_squared()).sqrt();
        radius.is_finite().then_some(Self { center: mean + center, radius })
    }

    /// Returns the length of the shorter arc of the great circle below two points, in metres.
    pub fn great_circle(&self, [from, to]: [Vec3; 2]) -> f64 {
        let [from, to] = [from, to].map(|point| point.as_dvec3() - self.center);
        self.radius * from.cross(to).length().atan2(from.dot(to))
    }

    /// Returns the farthest distance of a point from the sphere, in metres.
    pub fn deviation(&self, points: impl Iterator<Item = Vec3>) -> f64 {
        let beside = |point: Vec3| (point.as_dvec3().distance(self.center) - self.radius).abs();
        points.map(beside).fold(0.0, f64::max)
    }

    /// Returns about twice the signed area of the triangle `a b c`, in m², seen from outside the sphere.
    ///
    /// The area is positive if `c` lies to the left of the great circle through `a` and `b`. The sign is exact, zero
    /// included; the magnitude is that of a small triangle.
    pub fn doubled_area(&self, a: Vec3, b: Vec3, c: Vec3) -> f64 {
        volume_of_six([a.as_dvec3(), b.as_dvec3(), c.as_dvec3(), self.center]) / self.radius
    }
}

/// Least determinant of the second moments of points that are not on one plane.
const FLAT: f64 = 1e-9;
