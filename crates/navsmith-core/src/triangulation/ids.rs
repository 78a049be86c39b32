//! Points and sides of triangles by number.

use std::fmt;

/// A point of a triangulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u32);

impl PointId {
    /// Number of the outer points, which are the first ones.
    pub(super) const OUTER: u32 = 4;

    /// Whether it is one of the points far outside, which bound the triangulation.
    pub fn is_outer(self) -> bool {
        self.0 < Self::OUTER
    }
}

/// Prints as "point 1", counted from the first point inside of the triangulation.
impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.checked_sub(Self::OUTER) {
            Some(nth) => write!(f, "point {}", nth + 1),
            None => f.write_str("an outer point"),
        }
    }
}

/// A side of a triangle: a half-edge with the triangle on its left, seen from above.
///
/// The sides of a triangle are three consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriangleSide(pub u32);

impl TriangleSide {
    /// Twin of the sides at the outermost boundary.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Returns the following side of the triangle, counter-clockwise.
    #[must_use]
    pub fn next(self) -> Self {
        Self(if self.0 % 3 == 2 { self.0 - 2 } else { self.0 + 1 })
    }

    /// Returns the previous side of the triangle.
    #[must_use]
    pub fn previous(self) -> Self {
        Self(if self.0.is_multiple_of(3) { self.0 + 2 } else { self.0 - 1 })
    }

    /// Returns the index of the triangle.
    pub fn triangle(self) -> usize {
        self.0 as usize / 3
    }

    pub(crate) fn of_triangle(triangle: usize) -> [Self; 3] {
        let first = 3 * triangle as u32;
        [Self(first), Self(first + 1), Self(first + 2)]
    }

    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}
