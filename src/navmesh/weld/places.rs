//! Different positions, found by a hashed grid whose neighbouring squares are neighbours in memory.

use glam::{DVec3, Vec3};

use super::Soup;
use super::clusters::{NONE, Sets};

/// Positions by the square that they are in; those in squares that share a slot form a chain.
///
/// A square's slot is its number, row by row and layer by layer, wrapped: what is near in space, and so mostly near in
/// the file, is near in memory.
pub(super) struct Places {
    all: Vec<Place>,
    sets: Sets,
    distance: f64,
    /// The same in squares, with what rounding may add.
    reach: f64,
    /// By slot, the last place put there.
    heads: Vec<u32>,
    origin: DVec3,
    /// Squares to a metre.
    per_metre: f64,
    /// How far apart the slots of squares are that are neighbours in a row, across layers, and across rows.
    strides: [usize; 3],
    /// How many more comparisons are worth it.
    patience: usize,
}

/// A position that is unlike all others.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Vec3,
    /// The place put before it into the same slot.
    pub(super) before: u32,
}

/// So many positions tell how all are spread.
const SAMPLES: usize = 1024;

/// Comparisons for each position beyond which positions are too crowded for this grid.
const PATIENCE: usize = 64;

/// Squares have about this many places where these are spread evenly over a surface.
const PLACES_PER_SQUARE: f64 = 1.4;

/// Mostly so many polygons meet in a place.
const SHARES: f64 = 6.0;

impl Places {
    /// An empty grid for the positions of a soup and a distance in metres below which they become one; `None` if they
    /// are of no size that a grid can have.
    pub(super) fn around(soup: &Soup, distance: f64) -> Option<Self> {
        let count = soup.positions.len();
        let shares = (soup.corner_count() as f64 / count.max(1) as f64).clamp(1.0, SHARES);
        let expected = count as f64 * shares / SHARES;
        let [low, high] = middle(&soup.positions);
        let size = (high - low).to_array();
        let mut sorted = size;
        sorted.sort_unstable_by(f64::total_cmp);
        let [_, shorter, longer] = sorted;
        let spacing = (shorter * longer * PLACES_PER_SQUARE / expected.max(1.0)).sqrt();
        let side = spacing.max(longer / expected.max(1.0)).max(2.5 * distance);
        let side = if side > 0.0 { side } else { 1.0 };
        let slots = (expected as usize).next_power_of_two().max(16);
        let columns = (size[0] / side) as usize + 1;
        // Layers are spread by the golden section, so that no few of them fall onto each other.
        let layer = (slots as f64 * 0.618) as usize | 1;
        let is_sound = side.is_finite() && side.recip().is_finite() && low.is_finite();
        is_sound.then(|| Self {
            all: Vec::with_capacity(expected as usize * 9 / 8 + 16),
            sets: Sets::with_capacity(expected as usize * 9 / 8 + 16),
            distance,
            reach: distance / side * (1.0 + 1e-6) + 1e-7,
            heads: vec![NONE; slots],
            origin: low,
            per_metre: side.recip(),
            strides: [1, layer, columns],
            patience: PATIENCE * (count + SAMPLES),
        })
    }

    /// Which place a position is at; a new one if it is at none yet. `None` when patience is at an end.
    pub(super) fn add(&mut self, at: Vec3) -> Option<u32> {
        let square = (at.as_dvec3() - self.origin) * self.per_metre;
        let slot = self.slot(square.to_array().map(|along| along as i64));
        let mut next = self.heads[slot];
        while let Some(place) = self.all.get(next as usize) {
            if place.at == at {
                return Some(next);
            }
            self.patience = self.patience.checked_sub(1)?;
            next = place.before;
        }
        let id = self.sets.push();
        if self.distance > 0.0 {
            self.join_near(at, square, id)?;
        }
        self.all.push(Place { at, before: std::mem::replace(&mut self.heads[slot], id) });
        Some(id)
    }

    fn slot(&self, square: [i64; 3]) -> usize {
        let [x, y, z] = square.map(|along| along as usize);
        let [across, up, down] = self.strides;
        let number =
            x.wrapping_mul(across).wrapping_add(y.wrapping_mul(up)).wrapping_add(z.wrapping_mul(down));
        number & (self.heads.len() - 1)
    }

    /// Joins what is near a position that is about to become a place.
    fn join_near(&mut self, at: Vec3, square: DVec3, id: u32) -> Option<()> {
        let ends = [-self.reach, self.reach].map(|by| (square + by).to_array().map(|along| along as i64));
        let [low, high] = ends;
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    self.join_near_in([x, y, z], at, id)?;
                }
            }
        }
        Some(())
    }

    fn join_near_in(&mut self, square: [i64; 3], at: Vec3, id: u32) -> Option<()> {
        let mut next = self.heads[self.slot(square)];
        while let Some(place) = self.all.get(next as usize) {
            if place.at.as_dvec3().distance_squared(at.as_dvec3()) <= self.distance * self.distance {
                self.sets.join(next, id);
            }
            self.patience = self.patience.checked_sub(1)?;
            next = place.before;
        }
        Some(())
    }

    /// The places, and which of them become one.
    pub(super) fn finish(self) -> (Vec<Place>, Sets) {
        (self.all, self.sets)
    }
}

/// The box around most of the finite positions.
fn middle(positions: &[Vec3]) -> [DVec3; 2] {
    let stride = positions.len().div_ceil(SAMPLES).max(1);
    let samples: Vec<DVec3> =
        positions.iter().step_by(stride).filter(|at| at.is_finite()).map(|at| at.as_dvec3()).collect();
    let range = |axis: usize| {
        let mut values: Vec<f64> = samples.iter().map(|at| at[axis]).collect();
        values.sort_unstable_by(f64::total_cmp);
        let few = values.len() / 100;
        let last = values.len().checked_sub(1 + few);
        last.map_or([0.0, 0.0], |last| [values[few], values[last]])
    };
    let [x, y, z] = [0, 1, 2].map(range);
    [DVec3::new(x[0], y[0], z[0]), DVec3::new(x[1], y[1], z[1])]
}
