//! Point location: the cells near a position on the ground.

use glam::{DVec2, Vec2};

use super::paged_lists::{Counts, PagedLists};
use super::{Cell, CellId, NavMesh, PagedVec, VertexId};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Grid, GridPlace, Span, ground};
pub(crate) use boxes::grid_around;

mod boxes;
mod nearest;

/// A uniform grid over the ground that stores the cells overlapping each square.
///
/// Queries return candidates by bounding box; exact tests are left to the caller. Squares at the border extend to
/// infinity, so every point is in a square. Takes about 24 bytes per cell; cheap to clone.
#[derive(Clone, Debug)]
pub struct Locator {
    grid: Grid,
    /// Bounding box of all cells, current and former.
    bounds: [DVec2; 2],
    /// Grid over the same ground with the sides halved `halvings` times, which bounds boxes more tightly.
    fine: Grid,
    halvings: u32,
    /// Fine squares that the cell at each slot overlaps; empty for an unused slot.
    spans: PagedVec<Span>,
    /// Cells overlapping each square, row by row.
    squares: PagedLists<CellId>,
    built_with: usize,
    cell_count: usize,
    entry_count: usize,
    /// Number of cells inserted since the last build that extend beyond the grid.
    strays: usize,
}

/// Average number of cells per square if cells are of one size and each is counted once.
const CELLS_PER_SQUARE: usize = 5;

/// Maximum rounding error of a distance, relative to it and to the largest coordinate.
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// Number of times the squares' sides are halved for the spans. More halvings hardly tighten the boxes.
const HALVINGS: u32 = 6;

/// Maximum average number of squares that a cell overlaps.
///
/// Cells of very different sizes overlap many squares. The grid is then made coarser, so memory stays linear.
const ENTRIES_PER_CELL: usize = 6;

impl Default for Locator {
    fn default() -> Self {
        Self::build(&NavMesh::default())
    }
}

impl Locator {
    /// Builds the locator. Linear.
    pub fn build(mesh: &NavMesh) -> Self {
        let cell_count = mesh.cell_count();
        let bounds = boxes::box_of(mesh);
        let mut grid = boxes::grid_within(mesh, bounds, cell_count / CELLS_PER_SQUARE + 1);
        let (fine, mut halvings) = grid.finer(HALVINGS);
        let places = places(mesh, &fine);
        let spans = mesh.cells.map(|cell| {
            // Squares are monotone in the coordinates, so the span of a cell is the span of its corners' squares.
            let place = |corner: VertexId| places[corner.0 as usize];
            match cell.triangle() {
                Some(corners) => Span::of_three(corners.map(place)),
                None => Span::of(cell.corners().iter().map(|&corner| place(corner))),
            }
        });
        drop(places);
        // The entries of too small squares are computed, not enumerated, which keeps the time linear.
        let mut entry_count = entries(&spans, halvings);
        while entry_count > cell_count * ENTRIES_PER_CELL && grid.square_count() > 1 {
            (grid, halvings) = (grid.coarser(), halvings + 1);
            entry_count = entries(&spans, halvings);
        }
        let mut squares = counted(&grid, &spans, halvings).into_room::<u32>();
        for (id, span) in (0..).zip(spans.iter()) {
            grid.each_square(span.coarser(halvings), |square, is_in| squares.put_if(square, id, is_in));
        }
        let squares = squares.finish(grid.square_count(), CellId);
        Self {
            grid,
            bounds,
            fine,
            halvings,
            spans,
            squares,
            built_with: cell_count,
            cell_count,
            entry_count,
            strays: 0,
        }
    }

    /// Updates the locator after cells were changed, added or removed.
    ///
    /// Takes time proportional to their number, apart from an occasional rebuild.
    pub(super) fn update(&mut self, mesh: &NavMesh, changed: &[CellId]) {
        if changed.len() * 4 > mesh.cell_count() + 64 {
            *self = Self::build(mesh);
            return;
        }
        self.spans.resize(mesh.cell_slots().max(self.spans.len()));
        for &id in changed {
            self.follow(mesh, id);
        }
        self.spans.resize(mesh.cell_slots());
        if self.is_worn() {
            *self = Self::build(mesh);
        }
    }

    /// Whether a rebuild pays off.
    ///
    /// Each condition requires a number of insertions proportional to the mesh, so the amortized cost of rebuilds is
    /// small.
    fn is_worn(&self) -> bool {
        let (cells, built_with) = (self.cell_count, self.built_with);
        cells > 4 * built_with + 64
            || built_with > 4 * cells + 64
            || self.strays > built_with / 8 + 32
            || self.entry_count > 2 * ENTRIES_PER_CELL * cells + 4096
    }

    /// Removes a cell from the squares that it left and adds it to those that it entered.
    fn follow(&mut self, mesh: &NavMesh, id: CellId) {
        let old = self.fine_span(id);
        let ends = mesh.cell(id).map(|cell| ring_box(mesh, cell));
        let new = ends.map_or(Span::EMPTY, |ends| self.fine.span(ends));
        self.strays += usize::from(ends.is_some_and(|ends| !self.grid.holds(ends)));
        if let Some([low, high]) = ends.map(|ends| ends.map(Vec2::as_dvec2)) {
            self.bounds = [self.bounds[0].min(low), self.bounds[1].max(high)];
        }
        if old == new {
            return;
        }
        if let Some(slot) = self.spans.get_mut(id.0 as usize) {
            *slot = new;
        }
        let (old, new) = (old.coarser(self.halvings), new.coarser(self.halvings));
        if old == new {
            return;
        }
        self.cell_count += usize::from(new != Span::EMPTY);
        self.cell_count -= usize::from(old != Span::EMPTY);
        self.entry_count = self.entry_count + new.square_count() - old.square_count();
        let (grid, squares) = (&self.grid, &mut self.squares);
        for (x, y) in old.places().filter(|place| !new.holds(*place)) {
            squares.remove(grid.index(x, y), id);
        }
        for (x, y) in new.places().filter(|place| !old.holds(*place)) {
            squares.push(grid.index(x, y), id);
        }
    }

    fn span(&self, id: CellId) -> Span {
        self.fine_span(id).coarser(self.halvings)
    }

    #[inline]
    fn fine_span(&self, id: CellId) -> Span {
        self.spans.get(id.0 as usize).copied().unwrap_or_default()
    }

    #[inline]
    fn cells_in(&self, square: usize) -> &[CellId] {
        self.squares.get(square)
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.spans.bytes() + self.squares.bytes()
    }

    /// Returns the cells that may contain a point, each once, unordered. Excludes nearly all others.
    #[inline]
    pub fn near(&self, point: Vec2) -> impl Iterator<Item = CellId> {
        let place = self.fine.place(point);
        let square = self.grid.index(place.0 >> self.halvings, place.1 >> self.halvings);
        self.cells_in(square).iter().copied().filter(move |&id| self.fine_span(id).holds(place))
    }

    /// Returns the cells whose bounding box contains a point, each once, sorted by id.
    pub fn at(&self, mesh: &NavMesh, point: Vec2) -> Vec<CellId> {
        self.within(mesh, point, point)
    }

    /// Returns the minimum and the maximum of a rectangle that contains all cells.
    ///
    /// It may be larger after edits. It is meaningless without cells.
    pub fn bounds(&self) -> [Vec2; 2] {
        self.bounds.map(DVec2::as_vec2)
    }

    /// Returns the cells whose bounding box intersects a rectangle, each once, sorted by id.
    pub fn within(&self, mesh: &NavMesh, min: Vec2, max: Vec2) -> Vec<CellId> {
        let mut cells = Vec::new();
        self.for_each_within(mesh, min, max, |id| cells.push(id));
        cells.sort_unstable();
        cells
    }

    /// Calls `visit` with the cells whose bounding box intersects a rectangle, each once, unordered.
    pub fn for_each_within(&self, mesh: &NavMesh, min: Vec2, max: Vec2, mut visit: impl FnMut(CellId)) {
        let visit = |id, _: &mut Budget| {
            visit(id);
            Ok(())
        };
        let mut unlimited = Budget::UNLIMITED;
        let _never_exhausted = self.try_each_within(mesh, [min, max], &mut unlimited, visit);
    }

    /// Like [`Self::for_each_within`], but stops if `visit` fails or the budget is exhausted.
    ///
    /// Takes a step for each square that the rectangle intersects and for each cell in it.
    pub fn try_each_within(
        &self,
        mesh: &NavMesh,
        rectangle: [Vec2; 2],
        budget: &mut Budget,
        mut visit: impl FnMut(CellId, &mut Budget) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let (asked, fine) = (self.grid.span(rectangle), self.fine.span(rectangle));
        for (x, y) in asked.places() {
            let cells = self.cells_in(self.grid.index(x, y));
            budget.step(1 + cells.len())?;
            for &id in cells {
                // A cell is reported by the first square that it shares with the rectangle.
                let is_first = self.span(id).first_shared(asked) == (x, y);
                // The fine squares exclude most cells before their corners are read.
                let is_met = is_first && self.fine_span(id).meets(fine);
                if is_met && meets(ground_box(mesh, id), rectangle) {
                    visit(id, budget)?;
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with the cells in the wanted squares among those that a rectangle overlaps, unordered.
    ///
    /// `is_wanted` receives the ground that a square covers, up to the bounds of all cells. A cell is reported once
    /// per such square.
    pub fn for_each_in_squares(
        &self,
        [min, max]: [Vec2; 2],
        is_wanted: impl Fn([DVec2; 2]) -> bool,
        mut visit: impl FnMut(CellId),
    ) {
        let slack = self.grid.slack(self.bounds);
        for (x, y) in self.grid.span([min, max]).places() {
            let [low, high] = self.grid.ground(Span::square((x, y)), self.bounds);
            if is_wanted([low - slack, high + slack]) {
                self.cells_in(self.grid.index(x, y)).iter().for_each(|&id| visit(id));
            }
        }
    }

    /// Calls `visit` with each pair of cells whose bounding boxes intersect, once, the smaller id first.
    ///
    /// Stops if `visit` fails or the budget is exhausted. Takes a step for each two cells that are compared. Sweeps
    /// each square along X, which keeps a crowded square of small cells cheap.
    pub fn for_each_pair(
        &self,
        mesh: &NavMesh,
        budget: &mut Budget,
        mut visit: impl FnMut(CellId, CellId, &mut Budget) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let mut in_square: Vec<(CellId, [Vec2; 2])> = Vec::new();
        for place in self.grid.whole().places() {
            let cells = self.cells_in(self.grid.index(place.0, place.1));
            in_square.clear();
            in_square.extend(cells.iter().map(|&id| (id, ground_box(mesh, id))));
            in_square.sort_unstable_by(|a, b| a.1[0].x.total_cmp(&b.1[0].x));
            for (i, &(one, ends)) in in_square.iter().enumerate() {
                let span = self.span(one);
                let reached = in_square[i + 1..].iter().take_while(|(_, other)| other[0].x <= ends[1].x);
                let mut compared = 0;
                for &(other, ends_of_other) in reached {
                    compared += 1;
                    if meets(ends, ends_of_other) && self.span(other).first_shared(span) == place {
                        visit(one.min(other), one.max(other), budget)?;
                    }
                }
                budget.step(compared)?;
            }
        }
        Ok(())
    }
}

/// Returns the square of the vertex at each slot.
fn places(mesh: &NavMesh, grid: &Grid) -> Vec<GridPlace> {
    let mut places = Vec::with_capacity(mesh.vertex_slots());
    for page in mesh.vertices.pages() {
        places.extend(page.iter().map(|at| grid.place(ground(at.unwrap_or_default()))));
    }
    places
}

/// Returns the number of squares in all spans after `doublings` doublings of the squares' sides.
fn entries(spans: &PagedVec<Span>, doublings: u32) -> usize {
    spans.iter().map(|span| span.coarser(doublings).square_count()).sum()
}

/// Counts the spans that overlap each square after `doublings` doublings of the squares' sides.
fn counted(grid: &Grid, spans: &PagedVec<Span>, doublings: u32) -> Counts {
    let mut counts = Counts::new(grid.square_numbers());
    for span in spans.iter() {
        grid.each_square(span.coarser(doublings), |square, is_in| counts.add(square, u32::from(is_in)));
    }
    counts
}

/// Returns the ground bounding box of a cell; inverted if there is no such cell.
fn ground_box(mesh: &NavMesh, id: CellId) -> [Vec2; 2] {
    mesh.cell(id).map_or([Vec2::INFINITY, Vec2::NEG_INFINITY], |cell| ring_box(mesh, cell))
}

fn ring_box(mesh: &NavMesh, cell: &Cell) -> [Vec2; 2] {
    let corners = cell.corners().iter().map(|&v| ground(mesh.position(v)));
    corners.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
}

fn meets(one: [Vec2; 2], other: [Vec2; 2]) -> bool {
    one[0].cmple(other[1]).all() && other[0].cmple(one[1]).all()
}
