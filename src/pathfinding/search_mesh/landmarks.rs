//! Landmarks: how far every corner is from a few places far off, so that a search knows what is left of a way at least.
//!
//! What is ten metres from a place and what is four metres from it are at least six metres apart, whatever stands
//! between (Goldberg and Harrelson, *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005). The straight
//! line knows nothing of detours, this does. Distances are found by a search, and only kept here.

use glam::Vec2;

use super::{SearchMesh, Side};

/// So many places for each island.
pub(in crate::pathfinding) const LANDMARKS: usize = 16;

/// What a few roundings may add up to, as a share of a distance.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// By landmark: a distance in metres.
type VertexUpperBounds = [f32; LANDMARKS];

/// How far corners are from the landmarks of their islands.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct Landmarks {
    /// By the numbers of corners; NaN where it is not known.
    away: Vec<VertexUpperBounds>,
    /// How much rounding may take from a difference of distances, or add to it.
    rounding: f32,
}

/// How far a place is from each landmark of its island, at least and at most.
#[derive(Clone, Copy, Debug)]
pub(in crate::pathfinding) struct Range {
    least: VertexUpperBounds,
    most: VertexUpperBounds,
}

impl Landmarks {
    /// For so many corners, nothing being known of any.
    pub(in crate::pathfinding) fn blank(corners: usize) -> Self {
        Self { away: vec![[f32::NAN; LANDMARKS]; corners], rounding: 0.0 }
    }

    /// Takes note of how far a corner is from one of the landmarks.
    pub(in crate::pathfinding) fn tell(&mut self, corner: u32, landmark: usize, distance: f64) {
        let distance = distance as f32;
        self.away[corner as usize][landmark] = distance;
        self.rounding = self.rounding.max(distance * ROUNDING);
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.away.is_empty()
    }
}

impl SearchMesh {
    /// How far a place in a cell is from the landmarks; `None` where there are none.
    pub(in crate::pathfinding) fn range_of(&self, start: Side, place: Vec2) -> Option<Range> {
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

    /// How long the way from a corner to a place is at least, by how far both are from the landmarks.
    #[inline]
    pub(in crate::pathfinding) fn least_to(&self, corner: u32, place: &Range) -> f32 {
        let Some(away) = self.landmarks.away.get(corner as usize) else { return 0.0 };
        // Of a number and NaN `max` is the number.
        let beyond = place
            .least
            .iter()
            .zip(&place.most)
            .zip(away)
            .map(|((least, most), away)| (least - away).max(away - most));
        beyond.fold(0.0, f32::max)
    }
}
