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

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of 32 m by 16 m in squares of 1 m, each of two triangles.
    fn floor() -> Vec<[Vec3; 3]> {
        let square = |x: usize, z: usize| {
            let at = |dx: usize, dz: usize| Vec3::new((x + dx) as f32, 0.0, (z + dz) as f32);
            [[at(0, 0), at(0, 1), at(1, 1)], [at(0, 0), at(1, 1), at(1, 0)]]
        };
        (0..32).flat_map(|x| (0..16).flat_map(move |z| square(x, z))).collect()
    }

    fn tiles(triangles: &[[Vec3; 3]]) -> LevelTiles {
        LevelTiles::of(|| triangles.iter().copied()).expect("triangles")
    }

    #[test]
    fn hashes_do_not_depend_on_the_order_of_triangles_or_corners() {
        let mut other = floor();
        other.reverse();
        for triangle in &mut other {
            triangle.rotate_left(1);
        }
        assert_eq!(tiles(&floor()), tiles(&other));
        assert_eq!((tiles(&other).rows().len(), tiles(&other).columns()), (8, 16), "tiles are squares");
        let mut flipped = floor();
        flipped[0].swap(0, 1);
        assert_ne!(tiles(&floor()), tiles(&flipped), "the other side");
        let stored = LevelTiles::from_rows(tiles(&other).bounds(), tiles(&other).rows().to_vec());
        assert_eq!(stored, Some(tiles(&other)));
    }

    #[test]
    fn a_triangle_with_two_equal_corners_has_one_hash() {
        let [a, b] = [Vec3::X, Vec3::Z];
        for [one, other] in [[a, b], [b, a]] {
            let hashes = [[one, one, other], [one, other, one], [other, one, one]].map(|it| hash(&it));
            assert_eq!(hashes, [hashes[0]; 3], "{one} twice");
        }
    }

    #[test]
    fn changes_are_located() {
        let before = tiles(&floor());
        let changed = |triangles: &[[Vec3; 3]]| before.changed(triangles.iter().copied());
        assert_eq!(changed(&floor()), [[Vec2::ZERO; 2]; 0], "none");
        let mut other = floor();
        // The triangle in the square at (5.5, 3.5).
        let index = other.iter().position(|it| it[0] == Vec3::new(5., 0., 3.)).expect("a square");
        other[index][0].y = 0.25;
        // Squares that touch the next tile count there too.
        assert_eq!(
            changed(&other),
            [
                [Vec2::new(4., 2.), Vec2::new(6., 4.)],
                [Vec2::new(6., 2.), Vec2::new(8., 4.)],
                [Vec2::new(4., 4.), Vec2::new(6., 6.)],
                [Vec2::new(6., 4.), Vec2::new(8., 6.)],
            ]
        );
        let beside = [Vec3::new(40., 0., 2.), Vec3::new(40., 0., 4.), Vec3::new(42., 0., 4.)];
        let around = changed(&[&*floor(), &[beside]].concat());
        assert_eq!(around, [[Vec2::new(32., 0.), Vec2::new(42., 16.)]], "beside the grid");
    }

    #[test]
    fn a_level_without_extent_has_one_tile() {
        let tiles = tiles(&[[Vec3::ONE; 3]]);
        assert_eq!((tiles.rows().len(), tiles.columns()), (1, 1));
        assert_eq!(LevelTiles::of(std::iter::empty), None, "no triangles");
        let rows = |count| vec![vec![0; count]; 2];
        assert_eq!(LevelTiles::from_rows([Vec2::ZERO, Vec2::ONE], rows(17)), None, "too many columns");
        assert_eq!(LevelTiles::from_rows([Vec2::ONE, Vec2::ZERO], rows(2)), None, "swapped bounds");
    }
}
