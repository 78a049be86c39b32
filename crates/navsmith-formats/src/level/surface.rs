//! The visible triangles of several levels, indexed by their positions on the ground.

use glam::Vec2;

use navsmith_core::geometry::{Bounds, Grid, GridLists, Segment, Span, Vec3, ground};
use navsmith_core::progress::{Progress, Stopped};

/// Visible triangles of levels, with a uniform grid over the ground.
///
/// Queries look straight down, as the view from above does. Triangles count from both sides.
#[derive(Clone, Debug)]
pub struct LevelSurface {
    triangles: Vec<[Vec3; 3]>,
    /// Index of the level of each triangle.
    sources: Vec<u16>,
    bounds: Bounds,
    /// Triangles that overlap each square, by bounding box.
    squares: GridLists<u32>,
}

/// Average number of triangles per square if all are of one size and each is counted once.
const TRIANGLES_PER_SQUARE: usize = 3;

/// Maximum average number of squares that a triangle overlaps.
///
/// The grid is made coarser until it holds, so memory stays linear.
const ENTRIES_PER_TRIANGLE: usize = 8;

/// Approximate number of boxes that determine the extent of the grid.
const SAMPLES: usize = 1024;

impl Default for LevelSurface {
    fn default() -> Self {
        Self::new(Vec::new(), Vec::new())
    }
}

impl PartialEq for LevelSurface {
    fn eq(&self, other: &Self) -> bool {
        (&self.triangles, &self.sources) == (&other.triangles, &other.sources)
    }
}

impl LevelSurface {
    /// Collects triangles, each with the number of its level. Linear.
    pub fn build(
        all: impl IntoIterator<Item = (u16, [Vec3; 3])>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (mut triangles, mut sources) = (Vec::new(), Vec::new());
        for (source, triangle) in all {
            triangles.push(triangle);
            sources.push(source);
        }
        progress.report(1, 2)?;
        Ok(Self::new(triangles, sources))
    }

    fn new(triangles: Vec<[Vec3; 3]>, sources: Vec<u16>) -> Self {
        let bounds = Bounds::of(triangles.iter().flatten().copied());
        let stride = triangles.len().div_ceil(SAMPLES).max(1);
        let samples: Vec<_> =
            triangles.iter().step_by(stride).map(|it| ground_box(it).map(Vec2::as_dvec2)).collect();
        let all = [bounds.ground_min(), bounds.ground_max()].map(Vec2::as_dvec2);
        let mut grid = Grid::around(&samples, all, triangles.len() / TRIANGLES_PER_SQUARE + 1);
        let span = |grid: &Grid, triangle: &[Vec3; 3]| grid.span(ground_box(triangle));
        let entries =
            |grid: &Grid| triangles.iter().map(|triangle| span(grid, triangle).square_count()).sum::<usize>();
        while grid.square_count() > 1 && entries(&grid) > triangles.len() * ENTRIES_PER_TRIANGLE {
            grid = grid.coarser();
        }
        let spans: Vec<Span> = triangles.iter().map(|triangle| span(&grid, triangle)).collect();
        let mut squares = GridLists::default();
        squares.fill(grid, spans.iter().copied().zip(0..triangles.len() as u32));
        Self { triangles, sources, bounds, squares }
    }

    /// Returns the triangles in order.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.triangles
    }

    /// Returns the index of the level of each triangle.
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// Whether no triangle is visible.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the bounding box of all triangles.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the number of triangles that [`Self::each_in`] examines in a box, and of squares.
    pub fn entries_in(&self, [min, max]: [Vec2; 2]) -> usize {
        let near = self.squares.grid().span([min, max]);
        near.places().map(|place| 1 + self.squares.at(place).len()).sum()
    }

    /// Calls `visit` once for each triangle whose ground box overlaps a box, with its index.
    pub fn each_in(&self, [min, max]: [Vec2; 2], mut visit: impl FnMut(usize, &[Vec3; 3])) {
        let grid = self.squares.grid();
        let near = grid.span([min, max]);
        for place in near.places() {
            for &number in self.squares.at(place) {
                let triangle = &self.triangles[number as usize];
                let [low, high] = ground_box(triangle);
                let is_in = low.cmple(max).all() && high.cmpge(min).all();
                // A triangle in several squares counts in the first of them only.
                if is_in && grid.span([low, high]).first_shared(near) == place {
                    visit(number as usize, triangle);
                }
            }
        }
    }

    /// Returns the heights of all triangles over a ground position, in ascending order.
    pub fn heights_at(&self, at: Vec2) -> Vec<f32> {
        let mut heights = Vec::new();
        self.each_in([at; 2], |_, triangle| heights.extend(height_of(triangle, at)));
        heights.sort_by(f32::total_cmp);
        heights
    }

    /// Returns the height at X and Z of a position that is nearest to its Y, and at most `reach` away.
    pub fn nearest_height(&self, at: Vec3, reach: f32) -> Option<f32> {
        let mut nearest = None;
        self.each_in([ground(at); 2], |_, triangle| {
            let found = height_of(triangle, ground(at)).filter(|height| (height - at.y).abs() <= reach);
            let is_nearer = |height: &f32, other: f32| (height - at.y).abs() < (other - at.y).abs();
            if let Some(height) = found.filter(|height| nearest.is_none_or(|other| is_nearer(height, other)))
            {
                nearest = Some(height);
            }
        });
        nearest
    }

    /// Returns the triangle with the least height above a position; `None` if there is none above it.
    pub fn lowest_above(&self, at: Vec3) -> Option<[Vec3; 3]> {
        let mut lowest: Option<(f32, [Vec3; 3])> = None;
        self.each_in([ground(at); 2], |_, triangle| {
            let found = height_of(triangle, ground(at)).filter(|height| *height > at.y);
            if let Some(height) = found.filter(|height| lowest.is_none_or(|(other, _)| *height < other)) {
                lowest = Some((height, *triangle));
            }
        });
        lowest.map(|(_, triangle)| triangle)
    }

    /// Returns the greatest height over a ground position that is at most `top`.
    pub fn floor_below(&self, at: Vec2, top: f32) -> Option<f32> {
        self.heights_at(at).into_iter().rfind(|&height| height <= top)
    }

    /// Returns the corner at most `top` high that is nearest to a ground position, within a radius.
    ///
    /// Of corners at the same distance, the highest one counts, because it is visible from above.
    /// `is_target` excludes levels by their source.
    pub fn nearest_corner(
        &self,
        at: Vec2,
        radius: f32,
        top: f32,
        is_target: impl Fn(u16) -> bool,
    ) -> Option<Vec3> {
        let mut nearest: Option<(f32, Vec3)> = None;
        self.each_in([at - radius, at + radius], |number, triangle| {
            if !is_target(self.sources[number]) {
                return;
            }
            for &corner in triangle.iter().filter(|corner| corner.y <= top) {
                let distance = ground(corner).distance(at);
                let is_better =
                    |&(other, best): &(f32, Vec3)| distance < other || distance == other && corner.y > best.y;
                if distance <= radius && nearest.as_ref().is_none_or(is_better) {
                    nearest = Some((distance, corner));
                }
            }
        });
        nearest.map(|(_, corner)| corner)
    }

    /// Returns the point of an edge at most `top` high that is nearest to a position, within a radius.
    ///
    /// Sides between two triangles in one plane do not count, because they are not edges of the level.
    pub fn nearest_on_edge(
        &self,
        at: Vec2,
        radius: f32,
        top: f32,
        is_target: impl Fn(u16) -> bool,
    ) -> Option<Vec3> {
        let mut sides: Vec<([Vec3; 2], Vec3)> = Vec::new();
        self.each_in([at - radius, at + radius], |number, triangle| {
            let [a, b, c] = *triangle;
            let normal = (b - a).cross(c - a).normalize_or_zero();
            if is_target(self.sources[number]) && normal != Vec3::ZERO {
                sides.extend([[a, b], [b, c], [c, a]].map(|side| (side, normal)));
            }
        });
        let key = |[a, b]: [Vec3; 2]| {
            let [a, b] = [a, b].map(|at| at.to_array().map(|value| (value + 0.0).to_bits()));
            if a <= b { [a, b] } else { [b, a] }
        };
        sides.sort_by_key(|&(side, _)| key(side));
        let edges = sides.chunk_by(|(one, _), (other, _)| key(*one) == key(*other));
        let is_flat = |copies: &[([Vec3; 2], Vec3)]| {
            copies.len() > 1 && copies.iter().all(|(_, normal)| normal.dot(copies[0].1).abs() > FLAT)
        };
        let mut nearest: Option<(f32, Vec3)> = None;
        for [(side, _), ..] in
            edges.filter(|copies| !is_flat(copies)).filter_map(|copies| copies.first_chunk::<1>())
        {
            let [from, to] = side.map(ground);
            let t = if from == to {
                f32::from(side[1].y > side[0].y)
            } else {
                Segment::new(from, to).nearest(at)
            };
            let foot = side[0].lerp(side[1], t);
            let distance = ground(foot).distance(at);
            let is_better =
                |&(other, best): &(f32, Vec3)| distance < other || distance == other && foot.y > best.y;
            if distance <= radius && foot.y <= top && nearest.as_ref().is_none_or(is_better) {
                nearest = Some((distance, foot));
            }
        }
        nearest.map(|(_, foot)| foot)
    }
}

/// Cosine of the angle between two faces below which their common side counts as flat: 1 degree.
const FLAT: f32 = 0.999_85;

fn ground_box(triangle: &[Vec3; 3]) -> [Vec2; 2] {
    let [a, b, c] = triangle.map(ground);
    [a.min(b).min(c), a.max(b).max(c)]
}

/// Returns the height of a triangle over a ground position.
///
/// Returns `None` beside the triangle, and if it is upright.
fn height_of(triangle: &[Vec3; 3], at: Vec2) -> Option<f32> {
    let [a, b, c] = triangle.map(|corner| ground(corner).as_dvec2() - at.as_dvec2());
    let weights = [b.perp_dot(c), c.perp_dot(a), a.perp_dot(b)];
    let is_inside =
        weights.iter().all(|&weight| weight >= 0.0) || weights.iter().all(|&weight| weight <= 0.0);
    let sum: f64 = weights.iter().sum();
    let height = || {
        let parts = weights.iter().zip(triangle).map(|(weight, corner)| weight / sum * f64::from(corner.y));
        parts.sum::<f64>() as f32
    };
    (is_inside && sum != 0.0).then(height)
}
