//! Gravity in the plane of a side view, and the test whether a body rests on a side.

use glam::{DVec2, Vec2};

use crate::geometry::rounding;

/// The criterion for the steepness of a side on which a body rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RestRule {
    /// The heights of the ends differ by at most this length, in metres.
    ///
    /// A short side passes at any slope.
    Absolute(f64),
    /// The heights differ by at most this many metres for each metre across gravity.
    ///
    /// It is the tangent of the slope limit.
    Grade(f64),
}

impl RestRule {
    /// The criterion of the article, with its tolerance of 0.001 m.
    pub const ARTICLE: Self = Self::Absolute(0.001);
}

/// A slope limit of 26.6°.
impl Default for RestRule {
    fn default() -> Self {
        Self::Grade(0.5)
    }
}

/// Gravity in a mesh that is seen from the side, with the criterion for sides on which a body rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Acceleration in X and Z, in m/s²; its direction is down.
    pub pull: Vec2,
    /// The criterion for steepness.
    pub rule: RestRule,
}

/// The numbers that decide whether a body rests on a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestTest {
    /// Depth of the start below the end of the side, in metres; d1 − d2 in the article.
    pub difference: f64,
    /// Product of the direction of gravity and the unit normal of the side into the mesh.
    ///
    /// It is −1 for a floor, 0 for a wall and 1 for a ceiling.
    pub facing: f64,
    /// Whether the normal points up, by more than the rounding of the positions.
    pub is_facing_up: bool,
    /// Whether the side faces up and satisfies the criterion.
    pub is_rest: bool,
}

impl Gravity {
    /// Creates gravity with the default criterion.
    pub fn new(pull: Vec2) -> Self {
        Self { pull, rule: RestRule::default() }
    }

    /// Returns the unit vector of gravity; zero without gravity.
    pub fn down(&self) -> DVec2 {
        self.pull.as_dvec2().normalize_or_zero()
    }

    /// Returns the unit vector to the right, where down is below; zero without gravity.
    pub fn right(&self) -> DVec2 {
        self.down().perp()
    }

    /// Returns the coordinates of a point in the frame of gravity: to the right and up, in metres.
    pub fn coordinates(&self, point: DVec2) -> DVec2 {
        DVec2::new(point.dot(self.right()), -point.dot(self.down()))
    }

    /// Returns the point with these coordinates in the frame of gravity.
    pub(super) fn point(&self, coordinates: DVec2) -> DVec2 {
        self.right() * coordinates.x - self.down() * coordinates.y
    }

    /// Tests a side with the given ends and the unit normal into the mesh.
    pub(super) fn test(&self, ends: [DVec2; 2], inward: DVec2) -> RestTest {
        let [start, end] = ends.map(|end| self.coordinates(end));
        let difference = end.y - start.y;
        let (rise, across) = (difference.abs(), (end.x - start.x).abs());
        let facing = inward.dot(self.down());
        let is_facing_up = facing < 0.0 && across > f64::from(rounding(&ends.map(DVec2::as_vec2)));
        let is_rest = match self.rule {
            RestRule::Absolute(most) => facing < 0.0 && rise <= most,
            RestRule::Grade(most) => is_facing_up && rise <= most * across,
        };
        RestTest { difference, facing, is_facing_up, is_rest }
    }
}
