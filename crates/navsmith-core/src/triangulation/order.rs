//! An order in which the insertion of many points takes `n log n` on average.
//!
//! Source: Amenta, Choi and Rote, *Incremental Constructions con BRIO*, 2003.

use crate::geometry::{SplitMix64, Vec2};

/// Number of bits of a coordinate on the curve.
const BITS: u32 = 16;

/// Returns the indices of positions in random rounds of doubling size.
///
/// Each round is along a space-filling curve. The order depends only on the positions and their number.
pub(super) fn insertion_order(places: &[Vec2]) -> Vec<usize> {
    let finite = || places.iter().copied().filter(|place| place.is_finite());
    let (low, high) = finite().fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let size = (high - low).as_dvec2().max_element().max(f64::MIN_POSITIVE);
    let mut chance = SplitMix64(places.len() as u64);
    let most_rounds = places.len().max(1).ilog2();
    let mut keys: Vec<(u32, u32, usize)> = places
        .iter()
        .enumerate()
        .map(|(index, &place)| {
            // Half of the points belong to the last round, a quarter to the one before it.
            let round = most_rounds.saturating_sub(chance.draw().trailing_zeros());
            let scaled = (place.as_dvec2() - low.as_dvec2()) / size * f64::from((1_u32 << BITS) - 1);
            (round, along_curve([scaled.x as u32, scaled.y as u32]), index)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|(.., index)| index).collect()
}

/// Returns the position of a square along the Hilbert curve.
fn along_curve([mut x, mut y]: [u32; 2]) -> u32 {
    let mut along = 0;
    for bit in (0..BITS).rev() {
        let quadrant = [(x >> bit) & 1, (y >> bit) & 1];
        along = (along << 2) | ((3 * quadrant[0]) ^ quadrant[1]);
        if quadrant[1] == 0 {
            if quadrant[0] == 1 {
                (x, y) = (!x, !y);
            }
            (x, y) = (y, x);
        }
    }
    along
}
