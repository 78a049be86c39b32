//! Axis-aligned boxes.

use glam::{Vec2, Vec3};

use super::ground;

/// An axis-aligned box in space; empty when `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: Vec3,
    /// The largest coordinates.
    pub max: Vec3,
}

impl Bounds {
    /// The box that holds nothing.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The smallest box around some points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// This box, grown to hold `point`.
    #[must_use]
    pub fn including(self, point: Vec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether nothing is inside, not even a point.
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// The middle.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// The lengths of the sides, in metres; zero where the box is empty.
    pub fn size(&self) -> Vec3 {
        (self.max - self.min).max(Vec3::ZERO)
    }

    /// The corner with the smallest X and Z.
    pub fn ground_min(&self) -> Vec2 {
        ground(self.min)
    }

    /// The corner with the largest X and Z.
    pub fn ground_max(&self) -> Vec2 {
        ground(self.max)
    }

    /// Whether the boxes' shadows on the ground share a point.
    pub fn overlaps_on_ground(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.z <= other.max.z
            && other.min.z <= self.max.z
    }
}
