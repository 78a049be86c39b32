//! Sections of gaps in cells.

/// The section of a gap in one cell, from one boundary position to another.
///
/// Positions count along the boundary: 2.25 is a quarter along side 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    pub(super) gap: usize,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Chord {
    /// Returns the distance between its ends along the boundary, in the unit of positions.
    ///
    /// The cell has `corners` corners.
    pub(super) fn length(self, corners: usize) -> f64 {
        (self.to - self.from).rem_euclid(corners as f64)
    }

    /// Returns whether a boundary position lies to the right of the chord.
    pub(super) fn has_right(&self, place: f64) -> bool {
        if self.from <= self.to {
            self.from < place && place < self.to
        } else {
            place > self.from || place < self.to
        }
    }
}
