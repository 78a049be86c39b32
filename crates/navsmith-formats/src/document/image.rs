//! Placement of an image on the ground by two points.

use glam::{DVec2, Vec2};

/// Placement of an image: two of its points with their positions on the ground.
///
/// The image is turned and scaled, and seen from above. Pixels count from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImagePlacement {
    /// Two different points of the image, in pixels.
    pub pixels: [Vec2; 2],
    /// Their different positions on the ground.
    pub ground: [Vec2; 2],
}

impl ImagePlacement {
    /// Whether the points are finite and differ, in the image and on the ground.
    pub fn is_valid(&self) -> bool {
        let differ = |[one, other]: [Vec2; 2]| one.is_finite() && other.is_finite() && one != other;
        let ratio = self.meters_per_pixel();
        differ(self.pixels) && differ(self.ground) && ratio.is_finite() && ratio > 0.0
    }

    /// Returns the size of a pixel in metres.
    pub fn meters_per_pixel(&self) -> f64 {
        let length = |[one, other]: [Vec2; 2]| one.as_dvec2().distance(other.as_dvec2());
        length(self.ground) / length(self.pixels)
    }

    /// Returns the position of a point of the image on the ground.
    pub fn ground_of(&self, pixel: Vec2) -> Vec2 {
        map(self.pixels, self.ground, pixel)
    }

    /// Returns the point of the image at a position on the ground.
    pub fn pixel_of(&self, at: Vec2) -> Vec2 {
        map(self.ground, self.pixels, at)
    }
}

/// Maps a point like two others, by a rotation and a scale.
fn map(from: [Vec2; 2], to: [Vec2; 2], point: Vec2) -> Vec2 {
    let [from, to] = [from, to].map(|ends| ends.map(Vec2::as_dvec2));
    let (way, other) = (from[1] - from[0], to[1] - to[0]);
    // The quotient of complex numbers, which turns and scales.
    let factor = DVec2::new(way.dot(other), way.perp_dot(other)) / way.length_squared();
    (to[0] + factor.rotate(point.as_dvec2() - from[0])).as_vec2()
}
