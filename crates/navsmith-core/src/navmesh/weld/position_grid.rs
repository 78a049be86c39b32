//! Distinct positions, found by a hashed grid whose neighbouring squares are adjacent in memory.

use glam::{DVec3, Vec3, Vec3A};

use super::Soup;
use super::sets::{NONE, Sets};

/// Positions by the square that contains them. Positions in squares with the same slot form a chain.
///
/// A square's slot is its number, row by row and layer by layer, modulo the number of slots. Positions close in
/// space, and so mostly close in the file, are therefore close in memory.
pub(super) struct PositionGrid<'a> {
    positions: &'a [Vec3],
    /// Slots of the positions from `first_ahead` on; computing them in batches is faster.
    ahead: Vec<u32>,
    first_ahead: usize,
    pub(super) all: Vec<Vec3A>,
    /// For each place, the one added before it to the same slot.
    before: Vec<u32>,
    /// Sets of places that become one.
    pub(super) sets: Sets,
    distance: f64,
    /// The next number above the distance.
    ///
    /// Rounding is monotone, so positions this far apart in f32 are at least the distance apart.
    reach: f32,
    /// Last place added to each slot.
    heads: Vec<u32>,
    squares: Squares,
    /// Remaining number of comparisons before the grid gives up.
    patience: usize,
}

/// The map from positions to squares and from squares to slots.
#[derive(Clone, Copy)]
struct Squares {
    origin: Vec3A,
    per_metre: f32,
    /// Distances between the slots of neighbouring squares: within a row, across layers and across rows.
    strides: [u32; 3],
    /// One less than the number of slots, which is a power of two.
    last: u32,
}

impl Squares {
    /// Returns the square's number along each axis, wrapped. All rounding is monotone.
    #[inline]
    fn square(self, at: Vec3A) -> [u32; 3] {
        let along = ((at - self.origin) * self.per_metre).max(Vec3A::splat(-FAR)).min(Vec3A::splat(FAR));
        (along + WHOLE).to_array().map(f32::to_bits)
    }

    #[inline]
    fn slot(self, [x, y, z]: [u32; 3]) -> u32 {
        let [across, up, down] = self.strides;
        let number =
            x.wrapping_mul(across).wrapping_add(y.wrapping_mul(up)).wrapping_add(z.wrapping_mul(down));
        number & self.last
    }
}

/// Approximate number of positions sampled to estimate the extent.
const SAMPLES: usize = 1024;

/// Number of comparisons per position beyond which positions are too crowded for the grid.
const PATIENCE: usize = 64;

/// Average number of places per square if places are spread evenly over a surface.
const PLACES_PER_SQUARE: f64 = 0.8;

/// Typical number of polygons that meet in a place.
const SHARES: f64 = 6.0;

/// A number so large that f32 has no fraction bits left.
///
/// Adding it to a number leaves the integer part in the last bits. This is cheaper than a conversion, and monotone.
const WHOLE: f32 = 1.5 * (1_u32 << 23) as f32;

/// Distance from the origin, in squares, up to which f32 distinguishes squares.
///
/// Everything farther away is in the last square.
const FAR: f32 = (1_u32 << 20) as f32;

/// Number of slots that are computed at once.
const AHEAD: usize = 512;

impl<'a> PositionGrid<'a> {
    /// Creates an empty grid for the positions of a soup.
    ///
    /// Positions within `distance` metres become one. Returns `None` if a grid cannot have the size of the positions.
    pub(super) fn around(soup: &'a Soup, distance: f32) -> Option<Self> {
        let (reach, distance) = (distance.next_up(), f64::from(distance));
        let count = soup.positions.len();
        let shares = (soup.corners.len() as f64 / count.max(1) as f64).clamp(1.0, SHARES);
        let expected = count as f64 * shares / SHARES;
        let [low, high] = middle(&soup.positions);
        let size = (high - low).to_array();
        let mut sorted = size;
        sorted.sort_unstable_by(f64::total_cmp);
        let [_, shorter, longer] = sorted;
        let spacing = (shorter * longer * PLACES_PER_SQUARE / expected.max(1.0)).sqrt();
        let side = spacing.max(longer / expected.max(1.0)).max(2.5 * distance);
        let side = if side > 0.0 { side } else { 1.0 };
        let per_metre = side.recip() as f32;
        let slots = (2 * expected as usize).next_power_of_two().max(16);
        let columns = (size[0] / side) as u32 + 1;
        // The golden ratio spreads the layers, so that they rarely collide.
        let layer = (slots as f64 * 0.618) as u32 | 1;
        let is_sound = side.is_finite() && per_metre.is_finite();
        let room = expected as usize * 9 / 8 + 16;
        is_sound.then(|| Self {
            positions: &soup.positions,
            ahead: Vec::with_capacity(AHEAD),
            first_ahead: 0,
            all: Vec::with_capacity(room),
            before: Vec::with_capacity(room),
            sets: Sets::default(),
            distance,
            reach,
            heads: vec![NONE; slots],
            squares: Squares {
                origin: low.as_vec3a(),
                per_metre,
                strides: [1, layer, columns],
                last: slots as u32 - 1,
            },
            patience: PATIENCE * (count + SAMPLES),
        })
    }

    /// Returns the place of a position, given its number and coordinates; adds one if necessary.
    ///
    /// Returns `None` when `patience` is exhausted.
    #[inline]
    pub(super) fn add(&mut self, position: usize, at: Vec3A) -> Option<u32> {
        let slot = match self.ahead.get(position.wrapping_sub(self.first_ahead)) {
            Some(&slot) => slot as usize,
            None => self.look_ahead(position),
        };
        let head = self.heads[slot];
        match self.all.get(head as usize) {
            Some(place) if place.cmpeq(at).all() => Some(head),
            Some(_) => self.add_to_chain(at, slot, head),
            None => self.put(at, slot),
        }
    }

    /// Returns the slot of a position.
    ///
    /// Computes the next batch of slots if the position continues the last batch.
    #[inline(never)]
    fn look_ahead(&mut self, position: usize) -> usize {
        let (end, squares) = (self.first_ahead + self.ahead.len(), self.squares);
        let slot = |&at: &Vec3| squares.slot(squares.square(at.into()));
        if (end..end + AHEAD).contains(&position) {
            self.ahead.clear();
            self.ahead.extend(self.positions[position..].iter().take(AHEAD).map(slot));
            self.first_ahead = position;
        }
        slot(&self.positions[position]) as usize
    }

    /// Like [`Self::add`], for a position other than the last place of its slot.
    #[inline(never)]
    fn add_to_chain(&mut self, at: Vec3A, slot: usize, head: u32) -> Option<u32> {
        let (mut next, mut steps) = (self.before[head as usize], 1);
        while let Some(place) = self.all.get(next as usize) {
            if place.cmpeq(at).all() {
                break;
            }
            steps += 1;
            next = self.before[next as usize];
        }
        self.patience = self.patience.checked_sub(steps)?;
        if next == NONE { self.put(at, slot) } else { Some(next) }
    }

    #[inline(never)]
    fn put(&mut self, at: Vec3A, slot: usize) -> Option<u32> {
        let id = self.all.len() as u32;
        if self.distance > 0.0 {
            self.join_near(at, slot, id)?;
        }
        // Adding 0 turns -0, which is equal but has other bits, into 0.
        self.all.push(at + Vec3A::ZERO);
        self.before.push(std::mem::replace(&mut self.heads[slot], id));
        Some(id)
    }

    /// Joins the places near a position that is about to become place `id`.
    fn join_near(&mut self, at: Vec3A, slot: usize, id: u32) -> Option<()> {
        let squares = self.squares;
        let (low, high) = (squares.square(at - self.reach), squares.square(at + self.reach));
        if low == high {
            return self.join_in(slot, at.as_dvec3(), id);
        }
        // Squares are larger than twice the distance, so there are at most two along an axis.
        let more = [0, 1, 2].map(|axis| high[axis].wrapping_sub(low[axis]).min(1));
        for (x, y, z) in
            (0..=more[2]).flat_map(|z| (0..=more[1]).flat_map(move |y| (0..=more[0]).map(move |x| (x, y, z))))
        {
            let square = [low[0].wrapping_add(x), low[1].wrapping_add(y), low[2].wrapping_add(z)];
            self.join_in(squares.slot(square) as usize, at.as_dvec3(), id)?;
        }
        Some(())
    }

    /// Joins the places of one slot near a position.
    #[inline]
    fn join_in(&mut self, slot: usize, at: DVec3, id: u32) -> Option<()> {
        let mut next = self.heads[slot];
        while let Some(place) = self.all.get(next as usize) {
            if place.as_dvec3().distance_squared(at) <= self.distance * self.distance {
                self.sets.join(next, id);
            }
            self.patience = self.patience.checked_sub(1)?;
            next = self.before[next as usize];
        }
        Some(())
    }
}

/// Returns the bounding box of the finite positions without outliers.
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
