//! Search for the nearest point of a mesh in a point locator.
//!
//! On the ground, the cell nearest to a place outside all cells reaches up to the boundary. The search therefore
//! finds the nearest boundary points and measures the cells there. If a height counts too, it descends a quadtree
//! (Samet, *The Quadtree and Related Hierarchical Data Structures*, 1984). The smallest blocks contain two by two
//! squares, and the root contains all. The search skips blocks that are farther than the best point so far.

use glam::{DVec2, DVec3, Vec3};
use smallvec::SmallVec;

use super::boundary::NearestBoundary;
use super::{NONE, ODD, PART, PointLocator, Triangle};
use crate::geometry::{Grid, Span, distance_squared, ground};
use crate::navmesh::{CellId, Surface, nearest_of_triangle, nearest_on_sides};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::{BEYOND, Located, beside, distance_of};

/// Height ranges of blocks of squares.
#[derive(Clone, Debug)]
pub(super) struct Heights {
    /// Blocks of two by two squares first, the single root block last.
    levels: Vec<Level>,
}

/// Blocks of one size, row by row.
#[derive(Clone, Debug)]
struct Level {
    columns: usize,
    /// Least and greatest height; [`NOTHING`] for an empty block.
    blocks: Vec<[f32; 2]>,
}

const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

impl Heights {
    /// Creates empty ranges for the squares of a grid.
    pub(super) fn of(grid: &Grid) -> Self {
        let (columns, rows) = grid.size();
        let (mut columns, mut rows) = (usize::from(columns), usize::from(rows));
        let mut levels = Vec::new();
        loop {
            (columns, rows) = (columns.div_ceil(2), rows.div_ceil(2));
            let blocks = if levels.is_empty() { vec![NOTHING; columns * rows] } else { Vec::new() };
            levels.push(Level { columns, blocks });
            if columns * rows <= 1 {
                return Self { levels };
            }
        }
    }

    pub(super) fn reach(&mut self, (x, y): (u16, u16), heights: [f32; 2]) {
        if let Some(Level { columns, blocks }) = self.levels.first_mut() {
            let block = &mut blocks[usize::from(y / 2) * *columns + usize::from(x / 2)];
            *block = united(*block, heights);
        }
    }

    pub(super) fn sum_up(&mut self) {
        for above in 1..self.levels.len() {
            let (below, rest) = self.levels.split_at_mut(above);
            let (Some(below), Some(level)) = (below.last(), rest.first_mut()) else { return };
            let rows = (below.blocks.len() / below.columns).div_ceil(2);
            level.blocks = vec![NOTHING; level.columns * rows];
            for (index, &heights) in below.blocks.iter().enumerate() {
                let (x, y) = (index % below.columns, index / below.columns);
                let block = &mut level.blocks[y / 2 * level.columns + x / 2];
                *block = united(*block, heights);
            }
        }
    }
}

fn united([low, high]: [f32; 2], [other_low, other_high]: [f32; 2]) -> [f32; 2] {
    [low.min(other_low), high.max(other_high)]
}

/// Block that remains to be searched.
#[derive(Clone, Copy)]
struct Block {
    /// Lower bound for its squared distance.
    away: f64,
    /// Level in the tree; 0 for a square.
    level: u8,
    x: u16,
    y: u16,
}

/// Number of recently measured cells that are remembered.
const RECENT: usize = 16;

#[derive(Clone, Copy)]
struct Found {
    cell: CellId,
    away: f64,
    point: DVec3,
}

struct Nearest<'a> {
    squares: &'a PointLocator,
    asked: Endpoint,
    at: DVec2,
    /// Length by which the contents of squares may be nearer than their edges.
    slack: f64,
    best: Option<Found>,
    /// Squared distance beyond which a point is not the nearest.
    limit: f64,
    /// Cells measured recently; most cells reach into more than one square.
    recent: [u32; RECENT],
    measured: usize,
}

/// Maximum number of squares around a boundary point that are searched one by one.
///
/// A point near a common corner of squares reaches into four of them. A distant point has a larger tolerance and may
/// reach into more; the search from the root is then faster.
const AT_ONCE: usize = 16;

/// Returns the tolerance within which a farther point may still be the nearest, despite rounding.
fn leeway(away: f64, slack: f64) -> f64 {
    away * BEYOND + slack
}

impl PointLocator {
    /// Returns the nearest point of the whole mesh: in space if `asked` has a height, else on the ground.
    ///
    /// Among equally near cells, the one with the smallest id counts. Returns `None` for a mesh without cells and for
    /// an endpoint that is not finite.
    pub(super) fn nearest(&self, asked: Endpoint) -> Option<Located> {
        if !asked.ground.is_finite() || asked.height.is_some_and(|height| !height.is_finite()) {
            return None;
        }
        let mut nearest = Nearest {
            squares: self,
            asked,
            at: asked.ground.as_dvec2(),
            slack: self.grid.slack([
                self.bounds[0].min(asked.ground.as_dvec2()),
                self.bounds[1].max(asked.ground.as_dvec2()),
            ]),
            best: None,
            limit: f64::INFINITY,
            recent: [u32::MAX; RECENT],
            measured: 0,
        };
        // An endpoint with a height may lie above or below the mesh.
        if asked.height.is_some() || !nearest.look_ashore() {
            nearest.run();
        }
        let Found { cell, point, .. } = nearest.best?;
        Some(beside(asked, cell, point))
    }
}

impl Nearest<'_> {
    /// Measures the cells at the nearest boundary points.
    ///
    /// The cell nearest to a place outside all cells reaches up to these. Returns `false` if they lie in too many
    /// squares.
    fn look_ashore(&mut self) -> bool {
        let squares = self.squares;
        let slack = self.slack;
        let limit = |away: f64| (away + leeway(away, slack)).powi(2);
        let NearestBoundary { away: least, feet } = squares.boundary.nearest(self.asked.ground, limit);
        let leeway = leeway(least, slack);
        self.limit = limit(least);
        // Half the chord that the circle widened by `leeway` cuts from a tangent of the circle, plus `leeway`
        // inwards.
        let around = DVec2::splat((leeway * (2.0 * least + leeway)).sqrt() + leeway);
        let mut last = Span::EMPTY;
        for (_, foot) in feet.into_iter().filter(|&(away, _)| away <= limit(least)) {
            let [min, max] = [foot - around, foot + around].map(|place| squares.grid.place_of(place));
            let span = Span { min, max };
            if span.square_count() > AT_ONCE {
                return false;
            }
            if std::mem::replace(&mut last, span) != span {
                for (x, y) in span.places() {
                    let square = &squares.table[squares.grid.index(x, y)];
                    squares.entries(square).iter().for_each(|&entry| self.look_at(entry));
                }
            }
        }
        self.best.is_some()
    }

    fn run(&mut self) {
        let squares = self.squares;
        let mut open: SmallVec<[Block; 64]> = SmallVec::new();
        open.push(Block { away: 0.0, level: squares.heights.levels.len() as u8, x: 0, y: 0 });
        while let Some(block) = open.pop() {
            if block.away > self.limit {
                continue;
            }
            if block.level == 0 {
                let square = &squares.table[squares.grid.index(block.x, block.y)];
                squares.entries(square).iter().for_each(|&entry| self.look_at(entry));
                continue;
            }
            let begin = open.len();
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                if let Some(part) = self.block(block.level - 1, block.x * 2 + dx, block.y * 2 + dy) {
                    // The search continues with the nearest block.
                    let at = open[begin..].iter().position(|other| other.away < part.away);
                    open.insert(at.map_or(open.len(), |at| begin + at), part);
                }
            }
        }
    }

    fn block(&self, level: u8, x: u16, y: u16) -> Option<Block> {
        let squares = self.squares;
        let PointLocator { grid, bounds, heights, .. } = squares;
        let (columns, rows) = grid.size();
        let ends = |at: u16, count: u16| {
            let first = u32::from(at) << level;
            let last = (first + (1 << level)).min(u32::from(count)).checked_sub(1)?;
            (first <= last).then_some((first as u16, last as u16))
        };
        let ((left, right), (low, high)) = (ends(x, columns)?, ends(y, rows)?);
        let span = Span { min: (left, low), max: (right, high) };
        let mut away = 0.0;
        if level == 0 {
            if squares.table[grid.index(x, y)].entries[0] == NONE {
                return None;
            }
        } else {
            let Level { columns, blocks } = &heights.levels[usize::from(level) - 1];
            let [low, high] = blocks[usize::from(y) * columns + usize::from(x)].map(f64::from);
            if low > high {
                return None;
            }
            let height = self.asked.height.map_or(low, f64::from);
            away = (low - height).max(height - high).max(0.0).powi(2);
        }
        let [low, high] = grid.ground(span, *bounds);
        let slack = DVec2::splat(self.slack);
        away += distance_squared(self.at, [low - slack, high + slack]);
        (away <= self.limit).then_some(Block { away, level, x, y })
    }

    /// Measures the cell of an entry if it may be the nearest.
    fn look_at(&mut self, entry: u32) {
        let squares = self.squares;
        let triangle = if entry & ODD == 0 { squares.triangles.get(entry as usize) } else { None };
        let cell = triangle.map_or(CellId(entry & !ODD), Triangle::cell);
        if self.recent.contains(&cell.0) {
            return;
        }
        let point = match triangle {
            Some(triangle) if self.away(triangle) > self.limit => return,
            Some(triangle) => {
                let point = self.nearest_of(triangle);
                let is_part = triangle.cell & PART != 0;
                if is_part && distance_of(point, self.asked).powi(2) > self.limit {
                    return;
                }
                if is_part { self.nearest_of_cell(cell) } else { point }
            }
            None => self.nearest_of_cell(cell),
        };
        self.recent[self.measured % RECENT] = cell.0;
        self.measured += 1;
        let away = distance_of(point, self.asked);
        let is_nearer = |best: Found| away.total_cmp(&best.away).then(cell.cmp(&best.cell)).is_lt();
        if away.is_finite() && self.best.is_none_or(is_nearer) {
            self.best = Some(Found { cell, away, point });
            self.limit = (away + leeway(away, self.slack)).powi(2);
        }
    }

    fn nearest_of_cell(&self, cell: CellId) -> DVec3 {
        Surface::of(&self.squares.mesh, cell).nearest_to(self.asked.ground, self.asked.height)
    }

    /// Like [`Self::nearest_of_cell`], for a cell that consists of this triangle.
    fn nearest_of(&self, triangle: &Triangle) -> DVec3 {
        let Endpoint { ground: at, height } = self.asked;
        match height {
            Some(height) => nearest_of_triangle(triangle.corners, Vec3::new(at.x, height, at.y).as_dvec3()),
            // No cell lies straight above or below, else the endpoint would lie on it.
            None => nearest_on_sides(&triangle.corners, at),
        }
    }

    /// Returns the squared distance of a triangle's bounding box on the ground.
    fn away(&self, triangle: &Triangle) -> f64 {
        let [a, b, c] = triangle.corners.map(|corner| ground(corner).as_dvec2());
        distance_squared(self.at, [a.min(b).min(c), a.max(b).max(c)])
    }
}
