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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns points of a cap of a sphere, given by its least height.
    fn cap(center: Vec3, radius: f32, least: f32) -> Vec<Vec3> {
        let points = (0..400).map(|i| {
            let y = 1.0 - (1.0 - least) * (i as f32 + 0.5) / 400.0;
            let (sin, cos) = (i as f32 * 2.4).sin_cos();
            center + Vec3::new((1.0 - y * y).sqrt() * cos, y, (1.0 - y * y).sqrt() * sin) * radius
        });
        points.collect()
    }

    #[test]
    fn a_sphere_is_fitted_to_its_points_and_to_a_cap() {
        for (least, tolerance) in [(-1.0, 1e-4), (0.8, 1e-2)] {
            let points = cap(Vec3::new(3.0, 20.0, -7.0), 10.0, least);
            let sphere = Sphere::fit(|| points.iter().copied()).expect("not on a plane");
            assert!(sphere.center.distance(DVec3::new(3.0, 20.0, -7.0)) < tolerance, "{sphere:?}");
            assert!((sphere.radius - 10.0).abs() < tolerance, "{sphere:?}");
            assert!(sphere.deviation(points.into_iter()) < tolerance);
        }
    }

    #[test]
    fn no_sphere_is_fitted_to_flat_ground_or_to_no_points() {
        let flat = || (0..9).map(|i| Vec3::new((i % 3) as f32, 1.0, (i / 3) as f32));
        assert_eq!(Sphere::fit(flat), None);
        let tilted = || (0..9).map(|i| Vec3::new((i % 3) as f32, (i % 3) as f32 * 0.3, (i / 3) as f32));
        assert_eq!(Sphere::fit(tilted), None);
        assert_eq!(Sphere::fit(std::iter::empty), None);
        assert_eq!(Sphere::fit(|| [Vec3::ONE; 5].into_iter()), None);
    }

    #[test]
    fn a_quarter_of_a_great_circle_is_measured_and_its_left_side_found() {
        let sphere = Sphere { center: DVec3::ZERO, radius: 2.0 };
        let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * 2.0);
        assert!((sphere.great_circle([x, z]) - std::f64::consts::PI).abs() < 1e-12);
        assert!(sphere.doubled_area(x, y, z) > 0.0, "counter-clockwise seen from outside");
        assert!(sphere.doubled_area(x, z, y) < 0.0);
        assert_eq!(sphere.doubled_area(x, y, Vec3::new(-1.0, 5.0, 0.0)), 0.0, "on the great circle");
    }
}
