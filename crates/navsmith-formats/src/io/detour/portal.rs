//! One portal: a side of a polygon on the border of its tile.

use smallvec::SmallVec;

use super::tile::{APART, Tile};
use navsmith_core::geometry::Vec3;

/// Directions of portals; the opposite ones are greater by 4.
pub(super) const PLUS_X: u16 = 0;
pub(super) const PLUS_Z: u16 = 2;

/// A side of a polygon on the border of its tile.
#[derive(Clone, Debug)]
pub(super) struct TilePortal {
    pub(super) tile: usize,
    pub(super) polygon: usize,
    pub(super) side: usize,
    pub(super) direction: u16,
    /// Coordinate across the border.
    pub(super) line: f32,
    /// Coordinate along the border and height of both ends, sorted.
    pub(super) ends: [[f32; 2]; 2],
    /// Positions along the portal with their vertices: the ends, and what is inserted.
    pub(super) nodes: SmallVec<[(f32, u32); 2]>,
    /// Parts that are joined.
    pub(super) joined: Vec<[f32; 2]>,
}

impl TilePortal {
    /// Returns the point at a position along the portal.
    pub(super) fn at(&self, along: f32) -> Vec3 {
        let height = self.height(along);
        let is_across_x = self.direction.is_multiple_of(4);
        if is_across_x { Vec3::new(self.line, height, along) } else { Vec3::new(along, height, self.line) }
    }

    /// Returns the height at a position along the portal.
    pub(super) fn height(&self, at: f32) -> f32 {
        let [[low, from], [high, to]] = self.ends;
        if high > low { from + (to - from) * ((at - low) / (high - low)) } else { from }
    }
}

/// Whether a part of a border is as long as Detour requires.
///
/// Far from the origin, rounding makes every part long enough, even one without length.
pub(super) fn is_long_enough([low, high]: [f32; 2]) -> bool {
    low + APART <= high - APART
}

/// Returns the distance along a border within which vertices of a tile are one vertex, in metres.
///
/// It is a quarter of a quantisation step, which is a quarter of Recast's cell, and at most a centimetre.
pub(super) fn tolerance(tile: &Tile) -> f32 {
    let quarter = 0.25 / tile.quantization;
    if quarter > 0.0 { quarter.min(APART) } else { APART }
}
