//! Hashes of the triangles of a level by tile of the ground, which locate later changes.

use glam::Vec2;

use navsmith_core::geometry::{Bounds, Vec3, ground};

/// Maximum number of columns and of rows.
pub const MOST_TILES: usize = 16;

/// Hashes of the triangles in each tile of a grid over the ground of a level.
///
/// The hash of a tile is a sum over its triangles, so it does not depend on their order. A triangle counts in every
/// tile that its box on the ground meets.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelTiles {
    min: Vec2,
    max: Vec2,
    /// Hashes row by row, all of the same length.
    rows: Vec<Vec<u32>>,
}

impl LevelTiles {
    /// Returns the hashes of triangles, which `triangles` returns twice; `None` without any. Linear.
    pub fn of<I: Iterator<Item = [Vec3; 3]>>(triangles: impl Fn() -> I) -> Option<Self> {
        let bounds = Bounds::of(triangles().flatten());
        if bounds.is_empty() {
            return None;
        }
        let [min, max] = [bounds.ground_min(), bounds.ground_max()];
        let size = max - min;
        let tile = size.max_element() / MOST_TILES as f32;
        let count = |length: f32| {
            let tiles = if tile > 0.0 { (length / tile).round() as usize } else { 1 };
            tiles.clamp(1, MOST_TILES)
        };
        let mut tiles = Self { min, max, rows: vec![vec![0; count(size.x)]; count(size.y)] };
        triangles().for_each(|triangle| tiles.add(&triangle));
        Some(tiles)
    }

    /// Returns hashes that were stored; `None` if the bounds or the numbers of tiles are invalid.
    pub fn from_rows([min, max]: [Vec2; 2], rows: Vec<Vec<u32>>) -> Option<Self> {
        let is_size = |count: usize| (1..=MOST_TILES).contains(&count);
        let columns = rows.first().map_or(0, Vec::len);
        let is_valid = is_size(rows.len())
            && is_size(columns)
            && rows.iter().all(|row| row.len() == columns)
            && [min, max].iter().all(|corner| corner.is_finite())
            && min.cmple(max).all();
        is_valid.then_some(Self { min, max, rows })
    }

    /// Returns the bounds of the grid: minimum and maximum.
    pub fn bounds(&self) -> [Vec2; 2] {
        [self.min, self.max]
    }

    /// Returns the hashes, row by row.
    pub fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }

    /// Returns the ground on which triangles differ from this state.
    ///
    /// It consists of tiles, and of the ground around the grid that has triangles now. Each rectangle is its minimum and its maximum. Linear.
    pub fn changed(&self, triangles: impl Iterator<Item = [Vec3; 3]>) -> Vec<[Vec2; 2]> {
        let mut now = Self { rows: vec![vec![0; self.columns()]; self.rows.len()], ..*self };
        let mut bounds = Bounds::of([]);
        for triangle in triangles {
            now.add(&triangle);
            bounds = triangle.into_iter().fold(bounds, Bounds::including);
        }
        let mut rectangles = Vec::new();
        for (row, (old, new)) in self.rows.iter().zip(&now.rows).enumerate() {
            let columns = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
            rectangles.extend(columns.map(|(column, _)| self.rectangle(column, row)));
        }
        if !bounds.is_empty() {
            rectangles.extend(self.around([bounds.ground_min(), bounds.ground_max()]));
        }
        rectangles
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn size_of_tile(&self) -> Vec2 {
        (self.max - self.min) / Vec2::new(self.columns() as f32, self.rows.len() as f32)
    }

    fn rectangle(&self, column: usize, row: usize) -> [Vec2; 2] {
        let corner =
            |column: usize, row: usize| self.min + self.size_of_tile() * Vec2::new(column as f32, row as f32);
        [corner(column, row), corner(column + 1, row + 1)]
    }

    /// Returns the parts of a rectangle outside of the grid, which had no triangles.
    fn around(&self, [low, high]: [Vec2; 2]) -> impl Iterator<Item = [Vec2; 2]> {
        let Self { min, max, .. } = *self;
        let parts = [
            [low, Vec2::new(min.x, high.y)],
            [Vec2::new(max.x, low.y), high],
            [Vec2::new(min.x, low.y), Vec2::new(max.x, min.y)],
            [Vec2::new(min.x, max.y), Vec2::new(max.x, high.y)],
        ];
        parts.into_iter().filter(|[low, high]| low.cmplt(*high).all())
    }

    fn add(&mut self, triangle: &[Vec3; 3]) {
        let [a, b, c] = triangle.map(ground);
        let [low, high] = [a.min(b).min(c), a.max(b).max(c)];
        if !(low.cmple(self.max).all() && high.cmpge(self.min).all()) {
            return;
        }
        let (size, columns, rows) = (self.size_of_tile(), self.columns(), self.rows.len());
        let index = |offset: f32, size: f32, count: usize| {
            if size > 0.0 { ((offset / size).max(0.0) as usize).min(count - 1) } else { 0 }
        };
        let [first, last] = [low, high].map(|corner| {
            let offset = corner - self.min;
            [index(offset.x, size.x, columns), index(offset.y, size.y, rows)]
        });
        let hash = hash(triangle);
        for row in &mut self.rows[first[1]..=last[1]] {
            for tile in &mut row[first[0]..=last[0]] {
                *tile = tile.wrapping_add(hash);
            }
        }
    }
}

/// Returns a hash of a triangle, whichever of its corners is the first; equal on every machine.
fn hash(triangle: &[Vec3; 3]) -> u32 {
    // Negative zero equals zero.
    let [a, b, c] = triangle.map(|corner| corner.to_array().map(|number| (number + 0.0).to_bits()));
    // Two corners may be equal, so the order of all three decides.
    let corners = [a, b, c].min([b, c, a]).min([c, a, b]);
    let mix =
        |hash: u64, bits: u32| (hash ^ u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let hash = corners.iter().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &bits| mix(hash, bits));
    // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014) distributes the bits evenly.
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash >> 32) as u32
}
