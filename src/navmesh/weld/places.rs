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
    /// By slot, the last place put there.
    heads: Vec<u32>,
    /// Squares to a metre.
    per_metre: f64,
    /// What is added to a coordinate in squares to number its square from the origin; see [`WHOLE`].
    offset: DVec3,
    /// How far apart the slots of squares are that are neighbours in a row, across layers, and across rows.
    strides: [u32; 3],
    /// How many more comparisons are worth it.
    patience: usize,
}

/// A position that is unlike all others.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Vec3,
    /// The place put before it into the same slot.
    before: u32,
}

impl Place {
    pub(super) fn of(at: Vec3) -> Self {
        Self { at, before: NONE }
    }

    /// Whether it is at a position; neither has a coordinate that is -0 or no number, so equal ones have equal bits.
    fn is_at(&self, at: Vec3) -> bool {
        let differing = |one: f32, other: f32| one.to_bits() ^ other.to_bits();
        differing(self.at.x, at.x) | differing(self.at.y, at.y) | differing(self.at.z, at.z) == 0
    }
}

/// So many positions tell how all are spread.
const SAMPLES: usize = 1024;

/// Comparisons for each position beyond which positions are too crowded for this grid.
const PATIENCE: usize = 64;

/// Squares have about this many places where these are spread evenly over a surface.
const PLACES_PER_SQUARE: f64 = 0.8;

/// Mostly so many polygons meet in a place.
const SHARES: f64 = 6.0;

/// A number this large has no fraction: added to another, it leaves that one's whole part in the last bits. Cheaper than
/// a conversion, and it never puts the larger of two numbers below the smaller.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// Squares this far from zero are too many for that.
const TOO_FAR: f64 = (1_u64 << 50) as f64;

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
        let origin = (low / side).round();
        let slots = (2 * expected as usize).next_power_of_two().max(16);
        let columns = (size[0] / side) as u32 + 1;
        // Layers are spread by the golden section, so that no few of them fall onto each other.
        let layer = (slots as f64 * 0.618) as u32 | 1;
        let is_sound = side.is_finite() && side.recip().is_finite() && origin.abs().max_element() < TOO_FAR;
        is_sound.then(|| Self {
            all: Vec::with_capacity(expected as usize * 9 / 8 + 16),
            sets: Sets::default(),
            distance,
            heads: vec![NONE; slots],
            per_metre: side.recip(),
            offset: WHOLE - origin,
            strides: [1, layer, columns],
            patience: PATIENCE * (count + SAMPLES),
        })
    }

    /// Which place a position is at; a new one if it is at none yet. `None` when patience is at an end.
    #[inline]
    pub(super) fn add(&mut self, at: Vec3) -> Option<u32> {
        let slot = self.slot(self.square(at.as_dvec3()));
        let mut next = self.heads[slot];
        let mut steps = 0;
        while let Some(place) = self.all.get(next as usize) {
            if place.is_at(at) {
                self.patience = self.patience.checked_sub(steps)?;
                return Some(next);
            }
            steps += 1;
            next = place.before;
        }
        self.patience = self.patience.checked_sub(steps)?;
        let id = self.all.len() as u32;
        if self.distance > 0.0 {
            self.join_near(at.as_dvec3(), id)?;
        }
        self.all.push(Place { at, before: std::mem::replace(&mut self.heads[slot], id) });
        Some(id)
    }

    /// Its number along each axis, wrapped.
    fn square(&self, at: DVec3) -> [u32; 3] {
        (at * self.per_metre + self.offset).to_array().map(|along| along.to_bits() as u32)
    }

    fn slot(&self, [x, y, z]: [u32; 3]) -> usize {
        let [across, up, down] = self.strides;
        let number =
            x.wrapping_mul(across).wrapping_add(y.wrapping_mul(up)).wrapping_add(z.wrapping_mul(down));
        number as usize & (self.heads.len() - 1)
    }

    /// Joins what is near a position that is about to become a place.
    fn join_near(&mut self, at: DVec3, id: u32) -> Option<()> {
        // A little more than the distance, for what rounding may lose.
        let reach = DVec3::splat(self.distance * (1.0 + 1e-9));
        let (low, high) = (self.square(at - reach), self.square(at + reach));
        // Squares are larger than twice the distance, so there are at most two along an axis.
        let more = [0, 1, 2].map(|axis| high[axis].wrapping_sub(low[axis]).min(1));
        for (x, y, z) in
            (0..=more[2]).flat_map(|z| (0..=more[1]).flat_map(move |y| (0..=more[0]).map(move |x| (x, y, z))))
        {
            let square = [low[0].wrapping_add(x), low[1].wrapping_add(y), low[2].wrapping_add(z)];
            let mut next = self.heads[self.slot(square)];
            while let Some(place) = self.all.get(next as usize) {
                if place.at.as_dvec3().distance_squared(at) <= self.distance * self.distance {
                    self.sets.join(next, id);
                }
                self.patience = self.patience.checked_sub(1)?;
                next = place.before;
            }
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
