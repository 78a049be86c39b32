//! The places of positions.

use glam::Vec3A;

/// The places of positions, as far as they are known.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// For each position, one more than its place; 0 if the place is unknown or missing.
    pub(super) place_of: &'a [u32],
    pub(super) places: &'a [Vec3A],
}

impl Known<'_> {
    /// Returns the place of a position.
    ///
    /// Returns `None` if there is no such position, or no usable polygon has it.
    #[inline]
    pub(super) fn of_position(&self, position: u32) -> Option<u32> {
        self.place_of.get(position as usize)?.checked_sub(1)
    }

    #[inline]
    pub(super) fn at(&self, place: u32) -> Vec3A {
        self.places[place as usize]
    }
}
