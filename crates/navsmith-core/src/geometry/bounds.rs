//! Axis-aligned boxes.

use glam::{Vec2, Vec3};

use super::ground;

/// An axis-aligned box in space; empty if `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The minimum coordinates.
    pub min: Vec3,
    /// The maximum coordinates.
    pub max: Vec3,
}

impl Bounds {
    /// The empty box.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// Returns the smallest box that contains some points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// Returns this box extended to contain `point`.
    #[must_use]
    pub fn including(self, point: Vec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// Returns the smallest box that contains both boxes.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the box contains no point.
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// Returns the centre.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Returns the side lengths, in metres; zero if the box is empty.
    pub fn size(&self) -> Vec3 {
        (self.max - self.min).max(Vec3::ZERO)
    }

    /// Returns the corner with the smallest X and Z, on the ground.
    pub fn ground_min(&self) -> Vec2 {
        ground(self.min)
    }

    /// Returns the corner with the largest X and Z, on the ground.
    pub fn ground_max(&self) -> Vec2 {
        ground(self.max)
    }

    /// Whether the projections of the boxes onto the ground share a point.
    pub fn overlaps_on_ground(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.z <= other.max.z
            && other.min.z <= self.max.z
    }
}
