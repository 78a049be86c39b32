//! Which cells are near a place on the ground.

use glam::Vec2;

use super::{CellId, NavMesh};
use grid::{Grid, Span};

mod grid;

/// A uniform grid over the ground that knows which cells reach into each of its squares.
///
/// Answers are candidates by bounding box; exact tests are the caller's, who knows what it asks.
/// The squares at the border reach out to infinity, so nothing is ever outside. About 20 bytes a cell.
#[derive(Clone, Debug)]
pub struct Locator {
    grid: Grid,
    /// By cell slot; empty where there is no cell.
    spans: Vec<Span>,
    /// By square, row by row.
    squares: Vec<Bucket>,
    /// The cells of all squares; what no bucket names is waste.
    pool: Vec<CellId>,
    /// How many cells there were when it was built.
    built_with: usize,
    cell_count: usize,
    /// How many entries the buckets name.
    entry_count: usize,
    /// How many cells that reach out of the grid were put in since it was built.
    strays: usize,
}

/// One square's piece of the pool.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    start: u32,
    len: u32,
    capacity: u32,
}

/// A square holds about this many cells, each counted once, where cells are of one size.
const CELLS_PER_SQUARE: usize = 5;

/// Cells of very different sizes reach into many squares; the grid is made coarser until they have at most this many
/// entries each on average, so memory stays linear.
const ENTRIES_PER_CELL: usize = 6;

impl Default for Locator {
    fn default() -> Self {
        Self::build(&NavMesh::default())
    }
}

impl Locator {
    /// Builds it from nothing. Linear.
    pub fn build(mesh: &NavMesh) -> Self {
        let boxes: Vec<(CellId, [Vec2; 2])> =
            mesh.cells().map(|(id, _)| (id, ground_box(mesh, id))).collect();
        let mut grid = Grid::around(boxes.iter().map(|(_, ends)| *ends), boxes.len() / CELLS_PER_SQUARE + 1);
        let entries = |grid: &Grid| boxes.iter().map(|(_, ends)| grid.span(*ends).len()).sum::<usize>();
        let mut entry_count = entries(&grid);
        while entry_count > boxes.len() * ENTRIES_PER_CELL && grid.len() > 1 {
            grid = grid.coarser();
            entry_count = entries(&grid);
        }
        let mut spans = vec![Span::EMPTY; mesh.cell_slots()];
        for (id, ends) in &boxes {
            spans[id.0 as usize] = grid.span(*ends);
        }
        let (squares, pool) = filled(&grid, &spans, entry_count);
        let (built_with, cell_count) = (boxes.len(), boxes.len());
        Self { grid, spans, squares, pool, built_with, cell_count, entry_count, strays: 0 }
    }

    /// Follows cells that changed, came or went. In proportion to how many, but for a rebuild now and then.
    pub(super) fn update(&mut self, mesh: &NavMesh, changed: &[CellId]) {
        if changed.len() * 4 > mesh.cell_count() + 64 {
            *self = Self::build(mesh);
            return;
        }
        for &id in changed {
            self.remove(id);
        }
        self.spans.resize(mesh.cell_slots(), Span::EMPTY);
        for &id in changed.iter().filter(|id| mesh.cell(**id).is_some()) {
            self.insert(id, ground_box(mesh, id));
        }
        if self.is_worn() {
            *self = Self::build(mesh);
        }
    }

    /// Whether a rebuild pays: each condition takes so many insertions to come true that rebuilding is for nothing
    /// when spread over them.
    fn is_worn(&self) -> bool {
        let (cells, built_with) = (self.cell_count, self.built_with);
        cells > 4 * built_with + 64
            || built_with > 4 * cells + 64
            || self.strays > built_with / 8 + 32
            || self.entry_count > 2 * ENTRIES_PER_CELL * cells + 4096
            || self.pool.len() > 2 * self.entry_count + 4096
    }

    fn insert(&mut self, id: CellId, ends: [Vec2; 2]) {
        let span = self.grid.span(ends);
        self.spans[id.0 as usize] = span;
        self.cell_count += 1;
        self.entry_count += span.len();
        self.strays += usize::from(!self.grid.holds(ends));
        for square in self.grid.squares(span) {
            self.push(square, id);
        }
    }

    fn remove(&mut self, id: CellId) {
        let Some(slot) = self.spans.get_mut(id.0 as usize) else { return };
        let span = std::mem::replace(slot, Span::EMPTY);
        self.cell_count -= usize::from(span.len() > 0);
        self.entry_count -= span.len();
        for square in self.grid.squares(span) {
            let bucket = &mut self.squares[square];
            let cells = &mut self.pool[bucket.start as usize..][..bucket.len as usize];
            if let Some(at) = cells.iter().position(|&cell| cell == id) {
                cells.swap(at, cells.len() - 1);
                bucket.len -= 1;
            }
        }
    }

    /// Appends to a square; a full bucket moves to the end of the pool.
    fn push(&mut self, square: usize, id: CellId) {
        let bucket = &mut self.squares[square];
        if bucket.len == bucket.capacity {
            let (from, len) = (bucket.start as usize, bucket.len as usize);
            bucket.start = self.pool.len() as u32;
            bucket.capacity = (bucket.len * 2).max(4);
            self.pool.extend_from_within(from..from + len);
            self.pool.resize(bucket.start as usize + bucket.capacity as usize, CellId::default());
        }
        self.pool[(bucket.start + bucket.len) as usize] = id;
        bucket.len += 1;
    }

    fn cells_in(&self, square: usize) -> &[CellId] {
        let bucket = self.squares[square];
        &self.pool[bucket.start as usize..][..bucket.len as usize]
    }

    /// The cells whose bounding box holds a point, each once, by id.
    pub fn at(&self, mesh: &NavMesh, point: Vec2) -> Vec<CellId> {
        self.within(mesh, point, point)
    }

    /// The cells whose bounding box meets a rectangle, each once, by id.
    pub fn within(&self, mesh: &NavMesh, min: Vec2, max: Vec2) -> Vec<CellId> {
        let mut cells = Vec::new();
        self.for_each_within(mesh, min, max, |id| cells.push(id));
        cells.sort_unstable();
        cells
    }

    /// Calls `visit` with the cells whose bounding box meets a rectangle, each once, in no particular order.
    pub fn for_each_within(&self, mesh: &NavMesh, min: Vec2, max: Vec2, mut visit: impl FnMut(CellId)) {
        let asked = self.grid.span([min, max]);
        for (x, y) in asked.places() {
            for &id in self.cells_in(self.grid.index(x, y)) {
                // A cell is told of by the first square that it shares with the question.
                let is_first = self.spans[id.0 as usize].first_shared(asked) == (x, y);
                if is_first && meets(ground_box(mesh, id), [min, max]) {
                    visit(id);
                }
            }
        }
    }

    /// Calls `visit` with every two cells whose bounding boxes meet, each pair once, the smaller id first.
    ///
    /// Each square is swept along X, so that many small cells in one square do no harm.
    pub fn for_each_pair(&self, mesh: &NavMesh, mut visit: impl FnMut(CellId, CellId)) {
        let mut in_square: Vec<(CellId, [Vec2; 2])> = Vec::new();
        for place in self.grid.whole().places() {
            let cells = self.cells_in(self.grid.index(place.0, place.1));
            in_square.clear();
            in_square.extend(cells.iter().map(|&id| (id, ground_box(mesh, id))));
            in_square.sort_unstable_by(|a, b| a.1[0].x.total_cmp(&b.1[0].x));
            for (i, &(one, ends)) in in_square.iter().enumerate() {
                let span = self.spans[one.0 as usize];
                let reached = in_square[i + 1..].iter().take_while(|(_, other)| other[0].x <= ends[1].x);
                for &(other, _) in reached.filter(|(_, other)| meets(ends, *other)) {
                    if self.spans[other.0 as usize].first_shared(span) == place {
                        visit(one.min(other), one.max(other));
                    }
                }
            }
        }
    }

    /// The nearest by a distance that is at least the ground distance from `point` to the cell's box; `None` from
    /// `distance` passes a cell over. Exact over the whole mesh; ties go to the smaller id.
    pub fn nearest(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        mut distance: impl FnMut(CellId) -> Option<f64>,
    ) -> Option<(CellId, f64)> {
        let home = self.grid.place(point);
        let mut best: Option<(CellId, f64)> = None;
        for radius in 0..=self.grid.reach(home) {
            for (x, y) in self.grid.ring(home, radius) {
                for &id in self.cells_in(self.grid.index(x, y)) {
                    // A cell is judged in the one of its squares that is nearest to the point's.
                    let is_due =
                        self.spans[id.0 as usize].nearest_to(home) == (x, y) && mesh.cell(id).is_some();
                    let Some(found) = is_due.then(|| distance(id)).flatten() else { continue };
                    if best.is_none_or(|(cell, least)| found.total_cmp(&least).then(id.cmp(&cell)).is_lt()) {
                        best = Some((id, found));
                    }
                }
            }
            if best.is_some_and(|(_, least)| least < self.grid.clearance(point, home, radius)) {
                break;
            }
        }
        best
    }
}

/// Buckets without waste, by counting first.
fn filled(grid: &Grid, spans: &[Span], entry_count: usize) -> (Vec<Bucket>, Vec<CellId>) {
    let mut squares = vec![Bucket::default(); grid.len()];
    for square in spans.iter().flat_map(|span| grid.squares(*span)) {
        squares[square].capacity += 1;
    }
    let mut start = 0;
    for bucket in &mut squares {
        bucket.start = start;
        start += bucket.capacity;
    }
    let mut pool = vec![CellId::default(); entry_count];
    for (id, span) in (0..).map(CellId).zip(spans) {
        for square in grid.squares(*span) {
            let bucket = &mut squares[square];
            pool[(bucket.start + bucket.len) as usize] = id;
            bucket.len += 1;
        }
    }
    (squares, pool)
}

/// The smallest and largest ground coordinates of a cell; the wrong way round if there is no such cell.
fn ground_box(mesh: &NavMesh, id: CellId) -> [Vec2; 2] {
    let corners = mesh.corners(id).iter().map(|&v| crate::geometry::ground(mesh.position(v)));
    corners.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
}

fn meets(one: [Vec2; 2], other: [Vec2; 2]) -> bool {
    one[0].cmple(other[1]).all() && other[0].cmple(one[1]).all()
}
