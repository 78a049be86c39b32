//! Landmarks: distances of all corners from a few places, which give lower bounds for path lengths.
//!
//! If one place is ten metres from a landmark and another four, they are at least six metres apart. See Goldberg and
//! Harrelson, *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005. Unlike the straight line, this
//! bound accounts for detours. A search computes the distances; this module stores them.

use glam::Vec2;

use super::{HalfSide, SearchMesh};

/// Number of landmarks of each island.
pub(in crate::pathfinding) const LANDMARKS: usize = 16;

/// Bound for the sum of a few rounding errors, relative to a distance.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Distance from each landmark, in metres.
type VertexUpperBounds = [f32; LANDMARKS];

/// Distances of corners from the landmarks of their islands.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct Landmarks {
    /// Distances for each corner number; NaN if unknown.
    away: Vec<VertexUpperBounds>,
    /// Bound for the rounding error of a difference of distances.
    rounding: f32,
}

/// Lower and upper bounds for the distances of a place from the landmarks of its island.
#[derive(Clone, Copy, Debug)]
pub(in crate::pathfinding) struct Range {
    least: VertexUpperBounds,
    most: VertexUpperBounds,
}

impl Landmarks {
    pub(in crate::pathfinding) fn blank(corners: usize) -> Self {
        Self { away: vec![[f32::NAN; LANDMARKS]; corners], rounding: 0.0 }
    }

    pub(in crate::pathfinding) fn set(&mut self, corner: u32, landmark: usize, distance: f64) {
        let distance = distance as f32;
        self.away[corner as usize][landmark] = distance;
        self.rounding = self.rounding.max(distance * ROUNDING);
    }

    /// Whether there are no distances.
    pub(super) fn is_empty(&self) -> bool {
        self.away.is_empty()
    }
}

impl SearchMesh {
    pub(in crate::pathfinding) fn range_of(&self, start: HalfSide, place: Vec2) -> Option<Range> {
        if self.landmarks.is_empty() {
            return None;
        }
        let mut range = Range { least: [f32::MIN; LANDMARKS], most: [f32::MAX; LANDMARKS] };
        for side in self.ring(start) {
            let beside = self.at(side).distance(place) + self.landmarks.rounding;
            let away = &self.landmarks.away[self.half(side).spot as usize];
            for ((least, most), away) in range.least.iter_mut().zip(&mut range.most).zip(away) {
                *least = least.max(away - beside);
                *most = most.min(away + beside);
            }
        }
        Some(range)
    }

    #[inline]
    pub(in crate::pathfinding) fn least_to(&self, corner: u32, place: &Range) -> f32 {
        let Some(away) = self.landmarks.away.get(corner as usize) else { return 0.0 };
        // If one argument of `max` is NaN, it returns the other.
        let beyond = place
            .least
            .iter()
            .zip(&place.most)
            .zip(away)
            .map(|((least, most), away)| (least - away).max(away - most));
        beyond.fold(0.0, f32::max)
    }
}
