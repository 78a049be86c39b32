//! Points that an attempt of a repair disconnected, at which the next one is more careful.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use navsmith_core::geometry::ground;

/// Width in metres of the squares by which points are found.
const SQUARE: f32 = 0.5;

/// Maximum number of guarded points.
const MOST_GUARDED: usize = 4096;

/// Points that must stay on their islands, as a query finds them.
#[derive(Clone, Debug, Default)]
pub(super) struct GuardedPoints {
    /// The points by the square of the ground that contains them.
    points: BTreeMap<[i32; 2], Vec<Vec3>>,
}

impl GuardedPoints {
    /// Adds points.
    pub(super) fn extend(&mut self, points: &[Vec3]) {
        for &at in points.iter().take(MOST_GUARDED) {
            self.points.entry(square(ground(at))).or_default().push(at);
        }
    }

    /// Returns the points in a rectangle on the ground.
    pub(super) fn within(&self, [min, max]: [Vec2; 2]) -> impl Iterator<Item = Vec3> {
        let columns = [square(min)[0], i32::MIN]..=[square(max)[0], i32::MAX];
        let is_within = move |at: &&Vec3| {
            let at = ground(**at);
            min.cmple(at).all() && at.cmple(max).all()
        };
        // A rectangle without extent is no range.
        let range = (columns.start() <= columns.end()).then(|| self.points.range(columns));
        range.into_iter().flatten().flat_map(move |(_, all)| all.iter().filter(is_within)).copied()
    }
}

fn square(at: Vec2) -> [i32; 2] {
    (at / SQUARE).floor().as_ivec2().to_array()
}
