//! Construction of a point locator.

use glam::{DVec2, Vec3};

use super::boundary::BoundaryTree;
use super::boundary::boundary_edges::Covering;
use super::nearest::Heights;
use super::{FIT, NONE, ODD, PART, PointLocator, SPILLED, Square, Triangle, WHOLE};
use crate::geometry::{Bounds, Grid, Span, doubled_area, ground, is_convex};
use crate::navmesh::{CellId, NavMesh, Surface, grid_around, level};

/// Number of squares for each triangle.
const SQUARES: usize = 2;

/// Approximate maximum number of entries for each triangle, which keeps memory linear.
///
/// Long and thin triangles reach into many squares. The grid is made coarser until this holds.
const MOST_ENTRIES: usize = 16;

/// Approximate minimum number of squares; a table in the processor's nearest cache may be fine.
const FEWEST: usize = 4096;

#[derive(Default)]
struct Parts {
    triangles: Vec<Triangle>,
    /// Cells that are not cut, each with the number of triangles before it.
    odd: Vec<(usize, CellId)>,
    covering: Covering,
}

/// Adjacent squares of a row that a triangle or a cell reaches into.
#[derive(Clone, Copy)]
struct Run {
    entry: u32,
    row: u16,
    first: u16,
    last: u16,
}

impl PointLocator {
    /// Builds the point locator of a mesh. Linear.
    pub fn build(mesh: &NavMesh) -> Self {
        let mut parts = Parts::of(mesh);
        let bounds = parts.bounds(mesh);
        let grid = parts.grid(mesh);
        let boundary = BoundaryTree::of(std::mem::take(&mut parts.covering).bare(mesh));
        let runs = parts.runs(mesh, &grid, bounds);
        let mut squares = Self {
            mesh: mesh.clone(),
            boundary,
            heights: Heights::of(&grid),
            grid,
            bounds,
            triangles: parts.triangles,
            table: Vec::new(),
            spilled: Vec::new(),
        };
        squares.make_room(&runs);
        for &run in &runs {
            squares.fill(run);
        }
        squares.heights.sum_up();
        squares.find_whole();
        squares
    }

    /// Allocates the squares; those with many entries store them in `spilled`.
    fn make_room(&mut self, runs: &[Run]) {
        let mut counts = vec![0_u32; self.grid.square_count()];
        for &Run { row, first, last, .. } in runs {
            let (first, last) = (self.grid.index(first, row), self.grid.index(last, row));
            counts[first..=last].iter_mut().for_each(|count| *count += 1);
        }
        let mut end = 0;
        let square = |count: u32| {
            let mut entries = [NONE; FIT];
            if count as usize > FIT {
                entries = [SPILLED, end, end];
                end += count;
            }
            Square { entries, height: f32::NAN }
        };
        self.table = counts.into_iter().map(square).collect();
        self.spilled = vec![NONE; end as usize];
    }

    fn fill(&mut self, Run { entry, row, first, last }: Run) {
        let (height, low, high) = if entry & ODD == 0 {
            let corners = self.triangles[entry as usize].corners;
            let [a, b, c] = corners.map(|corner| corner.y);
            (level(&corners).unwrap_or(f32::NAN), a.min(b).min(c), a.max(b).max(c))
        } else {
            let surface = Surface::of(&self.mesh, CellId(entry & !ODD));
            let Bounds { min, max } = Bounds::of(surface.points());
            (f32::NAN, min.y, max.y)
        };
        for column in first..=last {
            let square = &mut self.table[self.grid.index(column, row)];
            let count = match &mut square.entries {
                [SPILLED, from, to] => {
                    self.spilled[*to as usize] = entry;
                    *to += 1;
                    *to - *from
                }
                entries => {
                    let count = entries.iter().position(|&entry| entry == NONE).unwrap_or(FIT - 1);
                    entries[count] = entry;
                    count as u32 + 1
                }
            };
            if count == 1 {
                square.height = height;
            } else if square.height != height {
                square.height = f32::NAN;
            }
            self.heights.reach((column, row), [low, high]);
        }
    }

    /// Finds the squares that one level cell covers.
    fn find_whole(&mut self) {
        for place in self.grid.whole().places() {
            let index = self.grid.index(place.0, place.1);
            let square = &self.table[index];
            if square.height.is_nan() {
                continue;
            }
            let mut cells = self.entries(square).iter().map(|&entry| self.triangles[entry as usize].cell());
            let Some(cell) = cells.next() else { continue };
            if cells.all(|other| other == cell) && self.is_covered(place, cell) {
                self.table[index].entries = [WHOLE, cell.0 | ODD, NONE];
            }
        }
    }

    /// Whether a convex cell certainly covers everything that is assigned to a square.
    fn is_covered(&self, place: (u16, u16), cell: CellId) -> bool {
        let slack = DVec2::splat(self.grid.slack(self.bounds));
        let [low, high] = self.grid.ground(Span::square(place), self.bounds);
        let [low, high] = [low - slack, high + slack];
        let corners = [low, DVec2::new(low.x, high.y), high, DVec2::new(high.x, low.y)];
        let ring = self.mesh.ground_ring(cell);
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let mut is_left = None;
        for (from, to) in sides {
            let (from, along) = (from.as_dvec2(), (to - from).as_dvec2());
            for corner in corners.map(|corner| corner - from) {
                let (one, other) = (along.x * corner.y, along.y * corner.x);
                let is_doubtful = (one - other).abs() <= CERTAIN * (one.abs() + other.abs());
                if is_doubtful || *is_left.get_or_insert(one > other) != (one > other) {
                    return false;
                }
            }
        }
        true
    }
}

/// Relative difference from which two products differ regardless of rounding, f32 included.
const CERTAIN: f64 = 1e-6;

impl Parts {
    fn of(mesh: &NavMesh) -> Self {
        let mut parts = Self::default();
        parts.triangles.reserve(mesh.cell_count());
        parts.covering.reserve(mesh.cell_count() * 3);
        for (id, cell) in mesh.cells() {
            let before = parts.triangles.len();
            let area = if let &[a, b, c] = cell.corners() {
                parts.cut(id, 0, &[a, b, c].map(|corner| mesh.position(corner)))
            } else if is_convex(&mesh.ground_ring(id)) {
                parts.cut(id, PART, &mesh.ring(id))
            } else {
                0.0
            };
            let is_detailed = mesh.detail(id).is_some();
            if is_detailed {
                parts.triangles.truncate(before);
            }
            if area == 0.0 || is_detailed {
                parts.odd.push((parts.triangles.len(), id));
            }
            parts.covering.add(cell.corners(), area);
        }
        parts
    }

    /// Cuts a cell into a fan from its first corner, as the evaluation of its height does.
    ///
    /// Returns twice the area of one of the triangles. Returns 0 and adds none if all have no area.
    fn cut(&mut self, id: CellId, part: u32, ring: &[Vec3]) -> f64 {
        let fan = (2..ring.len()).map(|i| [ring[0], ring[i - 1], ring[i]]);
        let area = |[a, b, c]: [Vec3; 3]| doubled_area(ground(a), ground(b), ground(c));
        let Some(area) = fan.clone().map(area).find(|&area| area != 0.0) else { return 0.0 };
        self.triangles.extend(fan.map(|corners| Triangle { corners, cell: id.0 | part }));
        area
    }

    fn bounds(&self, mesh: &NavMesh) -> [DVec2; 2] {
        let of_triangles = self.triangles.iter().flat_map(|triangle| triangle.corners);
        let of_odd = self.odd.iter().flat_map(|&(_, cell)| mesh.ring(cell));
        let nothing = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        of_triangles
            .chain(of_odd)
            .map(|corner| ground(corner).as_dvec2())
            .fold(nothing, |[low, high], corner| [low.min(corner), high.max(corner)])
    }

    fn grid(&self, mesh: &NavMesh) -> Grid {
        let triangles = self.triangles.len();
        let mut grid = grid_around(mesh, (SQUARES * triangles).max(FEWEST));
        let most = (MOST_ENTRIES * triangles).max(MOST_ENTRIES * FEWEST) as f64;
        while self.entries(&grid) > most && grid.square_count() > 1 {
            grid = grid.coarser();
        }
        grid
    }

    /// Estimates the number of entries: the triangles' areas widened by a square's side, in squares.
    fn entries(&self, grid: &Grid) -> f64 {
        let most = DVec2::new(f64::from(grid.size().0), f64::from(grid.size().1));
        let of_triangle = |triangle: &Triangle| {
            let [a, b, c] = triangle.corners.map(|corner| ground(corner).as_dvec2() / grid.side());
            let size = (a.max(b).max(c) - a.min(b).min(c)).min(most);
            let area = (b - a).perp_dot(c - a).abs() * 0.5;
            area.min(size.x * size.y) + size.x + size.y + 1.0
        };
        self.triangles.iter().map(of_triangle).sum()
    }

    /// Returns the runs of squares that triangles and other cells reach into, by cell.
    fn runs(&self, mesh: &NavMesh, grid: &Grid, bounds: [DVec2; 2]) -> Vec<Run> {
        let slack = grid.slack(bounds);
        let mut runs = Vec::with_capacity(self.triangles.len() * 3);
        let mut odd = self.odd.iter().peekable();
        for index in 0..=self.triangles.len() {
            while let Some(&(_, cell)) = odd.next_if(|&&(before, _)| before <= index) {
                let ring = mesh.ground_ring(cell);
                let (low, high) =
                    (ring.iter().copied().reduce(glam::Vec2::min), ring.into_iter().reduce(glam::Vec2::max));
                let Some((low, high)) = low.zip(high) else { continue };
                let Span { min, max } = grid.span([low, high]);
                let entry = cell.0 | ODD;
                runs.extend((min.1..=max.1).map(|row| Run { entry, row, first: min.0, last: max.0 }));
            }
            if let Some(triangle) = self.triangles.get(index) {
                triangle.each_run(grid, slack, |row, first, last| {
                    runs.push(Run { entry: index as u32, row, first, last });
                });
            }
        }
        runs
    }
}

impl Triangle {
    fn each_run(&self, grid: &Grid, slack: f64, mut visit: impl FnMut(u16, u16, u16)) {
        let [a, b, c] = self.corners.map(ground);
        let Span { min, max } = grid.span([a.min(b).min(c), a.max(b).max(c)]);
        if min.0 == max.0 || min.1 == max.1 {
            (min.1..=max.1).for_each(|row| visit(row, min.0, max.0));
            return;
        }
        let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| {
            let [low, high] = if from.y <= to.y { [from, to] } else { [to, from] }.map(glam::Vec2::as_dvec2);
            (low, high, (high.x - low.x) / (high.y - low.y))
        });
        for row in min.1..=max.1 {
            // The first and the last row may be the border of the grid, which extends as far as the triangle does.
            let [from, to] = grid.row(row);
            let from = if row == min.1 { f64::NEG_INFINITY } else { from - slack };
            let to = if row == max.1 { f64::INFINITY } else { to + slack };
            let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
            for (low, high, per_row) in sides {
                if high.y < from || low.y > to {
                    continue;
                }
                let enters = if low.y >= from { low.x } else { low.x + (from - low.y) * per_row };
                let leaves = if high.y <= to { high.x } else { low.x + (to - low.y) * per_row };
                first = first.min(enters).min(leaves);
                last = last.max(enters).max(leaves);
            }
            let (first, last) = (grid.column(first - slack), grid.column(last + slack));
            visit(row, first.max(min.0), last.min(max.0));
        }
    }
}
