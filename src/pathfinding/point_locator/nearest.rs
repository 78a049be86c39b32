//! The nearest point of a mesh in squares.
//!
//! Beside all cells, the nearest on the ground reaches as far as the boundary: that is asked first where it is nearest, and
//! the cells there are measured. Where a height counts too, squares are gathered four by four, and these again, up to one
//! that is everything (Samet, *The Quadtree and Related Hierarchical Data Structures*, 1984); what is farther than the
//! best point so far is not looked into.

use glam::{DVec2, DVec3, Vec3};
use smallvec::SmallVec;

use super::boundary::NearestBoundary;
use super::{NONE, ODD, PART, PointLocator, Triangle};
use crate::geometry::ground;
use crate::navmesh::{CellId, Grid, Span, Surface, distance_squared, nearest_of_triangle, nearest_on_sides};
use crate::pathfinding::locate::{BEYOND, beside, distance_of};
use crate::pathfinding::{Endpoint, Located};

/// How high what lies in blocks of squares is.
#[derive(Clone, Debug)]
pub(super) struct Heights {
    /// Of blocks of two by two squares first, of one block last.
    levels: Vec<Level>,
}

/// Blocks of one size, row by row.
#[derive(Clone, Debug)]
struct Level {
    columns: usize,
    /// The lowest and the highest; the wrong way round where there is nothing.
    blocks: Vec<[f32; 2]>,
}

const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

impl Heights {
    /// Nothing is in any square yet.
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

    /// Something reaches into a square.
    pub(super) fn reach(&mut self, (x, y): (u16, u16), heights: [f32; 2]) {
        if let Some(Level { columns, blocks }) = self.levels.first_mut() {
            let block = &mut blocks[usize::from(y / 2) * *columns + usize::from(x / 2)];
            *block = united(*block, heights);
        }
    }

    /// Gathers the smallest blocks into larger ones.
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

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&*level.blocks)).sum()
    }
}

fn united([low, high]: [f32; 2], [other_low, other_high]: [f32; 2]) -> [f32; 2] {
    [low.min(other_low), high.max(other_high)]
}

/// A block that is still to be looked into.
#[derive(Clone, Copy)]
struct Block {
    /// How far it is at least, squared.
    away: f64,
    /// 0 for a square.
    level: u8,
    x: u16,
    y: u16,
}

/// So many cells that were measured are remembered.
const RECENT: usize = 16;

/// The nearest so far.
#[derive(Clone, Copy)]
struct Found {
    cell: CellId,
    away: f64,
    point: DVec3,
}

/// A search for the nearest point.
struct Nearest<'a> {
    squares: &'a PointLocator,
    asked: Endpoint,
    at: DVec2,
    /// What squares may be nearer than their edges say.
    slack: f64,
    best: Option<Found>,
    /// What is farther, squared, is not nearest.
    limit: f64,
    /// Cells that were measured already: most reach into more than one square.
    recent: [u32; RECENT],
    measured: usize,
}

/// A foot near a few squares' common corner reaches into four; where it is so far off that it reaches into more than
/// these, looking from above is quicker.
const AT_ONCE: usize = 16;

/// How much farther than the nearest something may be and yet be nearest, however it was rounded.
fn leeway(away: f64, slack: f64) -> f64 {
    away * BEYOND + slack
}

impl PointLocator {
    /// The nearest point of the whole mesh: in space if a height was asked, else on the ground; of cells as near that
    /// with the smallest id. `None` for a mesh without cells, and from what is no place.
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
        // Who asks for a height may be above or below the mesh.
        if asked.height.is_some() || !nearest.look_ashore() {
            nearest.run();
        }
        let Found { cell, point, .. } = nearest.best?;
        Some(beside(asked, cell, point))
    }
}

impl Nearest<'_> {
    /// Measures the cells at the nearest places of the boundary: what is nearest to a place beside all cells reaches
    /// as far as there. False where these are not a few.
    fn look_ashore(&mut self) -> bool {
        let squares = self.squares;
        let slack = self.slack;
        let limit = |away: f64| (away + leeway(away, slack)).powi(2);
        let NearestBoundary { away: least, feet } = squares.boundary.nearest(self.asked.ground, limit);
        let leeway = leeway(least, slack);
        self.limit = limit(least);
        // Half the chord that a circle so much wider cuts out of a straight line that touches this one, and as much
        // inland.
        let around = DVec2::splat((leeway * (2.0 * least + leeway)).sqrt() + leeway);
        let mut last = Span::EMPTY;
        for (_, foot) in feet.into_iter().filter(|&(away, _)| away <= limit(least)) {
            let [min, max] = [foot - around, foot + around].map(|place| squares.grid.place_of(place));
            let span = Span { min, max };
            if span.len() > AT_ONCE {
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
                    // The nearest is looked into first.
                    let at = open[begin..].iter().position(|other| other.away < part.away);
                    open.insert(at.map_or(open.len(), |at| begin + at), part);
                }
            }
        }
    }

    /// A block that may hold the nearest point.
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

    /// Measures the cell of an entry, if it may be nearest.
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

    /// What the same says of a cell that is this triangle.
    fn nearest_of(&self, triangle: &Triangle) -> DVec3 {
        let Endpoint { ground: at, height } = self.asked;
        match height {
            Some(height) => nearest_of_triangle(triangle.corners, Vec3::new(at.x, height, at.y).as_dvec3()),
            // Nothing is straight above or below, else one would stand there.
            None => nearest_on_sides(&triangle.corners, at),
        }
    }

    /// How far the box of a triangle is on the ground, squared.
    fn away(&self, triangle: &Triangle) -> f64 {
        let [a, b, c] = triangle.corners.map(|corner| ground(corner).as_dvec2());
        distance_squared(self.at, [a.min(b).min(c), a.max(b).max(c)])
    }
}
