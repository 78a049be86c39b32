//! Planes as height functions over the ground.

use glam::{Vec2, Vec3};

use super::{centroid, ground, normal};

/// A plane through a point, with its unit normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point of the plane.
    pub point: Vec3,
    /// The unit normal; upwards for a counter-clockwise polygon.
    pub normal: Vec3,
}

impl Plane {
    /// Returns the plane that best fits a ring: through its centroid, with Newell's normal.
    ///
    /// `None` if the ring has no area.
    pub fn of_ring(ring: &[Vec3]) -> Option<Self> {
        Some(Self { point: centroid(ring), normal: normal(ring)? })
    }

    /// Returns the height of the plane at a ground position, in metres.
    ///
    /// Returns the height of `point` if the plane is vertical.
    pub fn height_at(&self, at: Vec2) -> f32 {
        if self.normal.y.abs() < f32::EPSILON {
            return self.point.y;
        }
        let offset = (at - ground(self.point)).as_dvec2();
        let rise = (f64::from(self.normal.x) * offset.x + f64::from(self.normal.z) * offset.y)
            / f64::from(self.normal.y);
        (f64::from(self.point.y) - rise) as f32
    }
}
