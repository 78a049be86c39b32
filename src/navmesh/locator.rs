//! Which cells are near a place on the ground.

use glam::{DVec2, Vec2};

use super::paged_lists::{Counts, PagedLists};
use super::{Cell, CellId, NavMesh, PagedVec, VertexId};
use crate::budget::{Budget, Exhausted};
use crate::geometry::ground;
use grid::Place;
pub(crate) use grid::{Grid, Span, distance_squared};

mod grid;

/// A uniform grid over the ground that knows which cells reach into each of its squares.
///
/// Answers are candidates by bounding box; exact tests are the caller's, who knows what it asks.
/// The squares at the border reach out to infinity, so nothing is ever outside. About 24 bytes a cell; cheap to clone.
#[derive(Clone, Debug)]
pub struct Locator {
    grid: Grid,
    /// A box that holds all cells, and what once were.
    bounds: [DVec2; 2],
    /// The same ground, its squares' sides halved `halvings` times: boxes told in it are hardly larger than they are.
    fine: Grid,
    halvings: u32,
    /// By cell slot, in fine squares; empty where there is no cell.
    spans: PagedVec<Span>,
    /// By square, row by row.
    squares: PagedLists<CellId>,
    /// How many cells there were when it was built.
    built_with: usize,
    cell_count: usize,
    /// How many entries the squares have.
    entry_count: usize,
    /// How many cells that reach out of the grid were put in since it was built.
    strays: usize,
}

/// A square holds about this many cells, each counted once, where cells are of one size.
const CELLS_PER_SQUARE: usize = 5;

/// The most that a distance may be rounded, as a share of it and of the largest coordinate.
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// So often the squares' sides are halved for the spans: past that, what a box loses to them is next to nothing.
const HALVINGS: u32 = 6;

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
        let cell_count = mesh.cell_count();
        let bounds = grid::box_of(mesh);
        let mut grid = Grid::within(mesh, bounds, cell_count / CELLS_PER_SQUARE + 1);
        let (fine, mut halvings) = grid.finer(HALVINGS);
        let places = places(mesh, &fine);
        let spans = mesh.cells.map(|cell| {
            // Squares go up with coordinates, so a cell reaches from the least of its corners' squares to the last.
            let place = |corner: VertexId| places[corner.0 as usize];
            match cell.triangle() {
                Some(corners) => Span::of_three(corners.map(place)),
                None => Span::of(cell.corners().iter().map(|&corner| place(corner))),
            }
        });
        drop(places);
        // Squares that are too small are not counted through, as that would not be linear.
        let mut entry_count = entries(&spans, halvings);
        while entry_count > cell_count * ENTRIES_PER_CELL && grid.len() > 1 {
            (grid, halvings) = (grid.coarser(), halvings + 1);
            entry_count = entries(&spans, halvings);
        }
        let mut squares = counted(&grid, &spans, halvings).into_room::<u32>();
        for (id, span) in (0..).zip(spans.iter()) {
            grid.each_square(span.coarser(halvings), |square, is_in| squares.put_if(square, id, is_in));
        }
        let squares = squares.finish(grid.len(), CellId);
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

    /// Follows cells that changed, came or went. In proportion to how many, but for a rebuild now and then.
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

    /// Whether a rebuild pays: each condition takes so many insertions to come true that rebuilding is for nothing
    /// when spread over them.
    fn is_worn(&self) -> bool {
        let (cells, built_with) = (self.cell_count, self.built_with);
        cells > 4 * built_with + 64
            || built_with > 4 * cells + 64
            || self.strays > built_with / 8 + 32
            || self.entry_count > 2 * ENTRIES_PER_CELL * cells + 4096
    }

    /// Takes a cell out of the squares that it has left and puts it into those that it has come to.
    fn follow(&mut self, mesh: &NavMesh, id: CellId) {
        let old = self.fine_span(id);
        let ends = mesh.cell(id).map(|cell| ring_box(mesh, cell));
        let new = ends.map_or(Span::EMPTY, |ends| self.fine.span(ends));
        self.strays += usize::from(ends.is_some_and(|ends| !self.grid.holds(ends)));
        self.bounds = ends.map_or(self.bounds, |ends| grown(self.bounds, ends));
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
        self.entry_count = self.entry_count + new.len() - old.len();
        let (grid, squares) = (&self.grid, &mut self.squares);
        for (x, y) in old.places().filter(|place| !new.holds(*place)) {
            squares.remove(grid.index(x, y), id);
        }
        for (x, y) in new.places().filter(|place| !old.holds(*place)) {
            squares.push(grid.index(x, y), id);
        }
    }

    /// The squares that a cell reaches into.
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

    /// Bytes of it.
    pub fn bytes(&self) -> usize {
        self.spans.bytes() + self.squares.bytes()
    }

    /// The cells that may hold a point, each once, in no particular order; nearly all others are left out.
    #[inline]
    pub fn near(&self, point: Vec2) -> impl Iterator<Item = CellId> {
        let place = self.fine.place(point);
        let square = self.grid.index(place.0 >> self.halvings, place.1 >> self.halvings);
        self.cells_in(square).iter().copied().filter(move |&id| self.fine_span(id).holds(place))
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
        let visit = |id, _: &mut Budget| {
            visit(id);
            Ok(())
        };
        let mut unlimited = Budget::UNLIMITED;
        let _never_exhausted = self.try_each_within(mesh, [min, max], &mut unlimited, visit);
    }

    /// The same, until `visit` fails or the budget is exhausted: a step for each cell in a square that the rectangle meets.
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
                // A cell is told of by the first square that it shares with the question.
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

    /// Calls `visit` with the cells in the squares that a rectangle reaches into and that are wanted, by the ground that all
    /// that is in them lies on: a cell as often as it is in such squares, in no particular order.
    pub(crate) fn for_each_in_squares(
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

    /// Calls `visit` with every two cells whose bounding boxes meet, each pair once, the smaller id first, until it fails
    /// or the budget is exhausted: a step for each two cells that are compared.
    ///
    /// Each square is swept along X, so that many small cells in one square do no harm.
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

    /// The nearest by a distance that is at least the ground distance from `point` to the cell's box; `None` from
    /// `distance` passes a cell over. Exact over the whole mesh; ties go to the smaller id.
    pub fn nearest(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        mut distance: impl FnMut(CellId) -> Option<f64>,
    ) -> Option<(CellId, f64)> {
        let distance = |id, _: &mut Budget| Ok(distance(id));
        let mut unlimited = Budget::UNLIMITED;
        // Every cell of a square is measured, because searches are traced; without limits none is exhausted.
        self.search_nearest((mesh, point), &mut unlimited, false, distance).unwrap_or_default()
    }

    /// The same, until `distance` fails or the budget is exhausted.
    ///
    /// Takes a step for each square and each cell in it. Measures fewer cells: of many in one square, most are known to be
    /// farther by their fine squares alone.
    pub fn nearest_within(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        budget: &mut Budget,
        distance: impl FnMut(CellId, &mut Budget) -> Result<Option<f64>, Exhausted>,
    ) -> Result<Option<(CellId, f64)>, Exhausted> {
        self.search_nearest((mesh, point), budget, true, distance)
    }

    /// The same; whether cells that are farther by their fine squares are passed over.
    fn search_nearest(
        &self,
        (mesh, point): (&NavMesh, Vec2),
        budget: &mut Budget,
        passes_over: bool,
        mut distance: impl FnMut(CellId, &mut Budget) -> Result<Option<f64>, Exhausted>,
    ) -> Result<Option<(CellId, f64)>, Exhausted> {
        let home = self.grid.place(point);
        // Distances may be rounded to f32, so what is as far as the best by its box may still be nearer.
        let [low, high] = self.bounds;
        let magnitude = point.as_dvec2().abs().max(low.abs()).max(high.abs()).max_element();
        let rounding = ROUNDING * magnitude + self.grid.slack(self.bounds).max(self.fine.slack(self.bounds));
        let is_farther = |ground: [DVec2; 2], least: f64| {
            distance_squared(point.as_dvec2(), ground).sqrt() * (1.0 - ROUNDING) - rounding > least
        };
        let mut best: Option<(CellId, f64)> = None;
        for radius in 0..=self.grid.reach(home) {
            for (x, y) in self.grid.ring(home, radius) {
                budget.step(1)?;
                // Of a cell the nearest place of its box is in the square that it is judged in.
                let ground = || self.grid.ground(Span::square((x, y)), self.bounds);
                if best.is_some_and(|(_, least)| is_farther(ground(), least)) {
                    continue;
                }
                let cells = self.cells_in(self.grid.index(x, y));
                budget.step(cells.len())?;
                for &id in cells {
                    // A cell is judged in the one of its squares that is nearest to the point's.
                    if self.span(id).nearest_to(home) != (x, y) || mesh.cell(id).is_none() {
                        continue;
                    }
                    let ground = || self.fine.ground(self.fine_span(id), self.bounds);
                    if passes_over && best.is_some_and(|(_, least)| is_farther(ground(), least)) {
                        continue;
                    }
                    let Some(found) = distance(id, budget)? else { continue };
                    if best.is_none_or(|(cell, least)| found.total_cmp(&least).then(id.cmp(&cell)).is_lt()) {
                        best = Some((id, found));
                    }
                }
            }
            let clearance = || self.grid.clearance(point, home, radius, self.bounds);
            if best.is_some_and(|(_, least)| least < clearance() * (1.0 - ROUNDING) - rounding) {
                break;
            }
        }
        Ok(best)
    }
}

/// A box, made to hold another.
fn grown([low, high]: [DVec2; 2], [min, max]: [Vec2; 2]) -> [DVec2; 2] {
    [low.min(min.as_dvec2()), high.max(max.as_dvec2())]
}

/// By vertex slot, the square that it is in.
fn places(mesh: &NavMesh, grid: &Grid) -> Vec<Place> {
    let mut places = Vec::with_capacity(mesh.vertex_slots());
    for page in mesh.vertices.pages() {
        places.extend(page.iter().map(|at| grid.place(ground(at.unwrap_or_default()))));
    }
    places
}

/// How many squares all spans have, of sides doubled so often.
fn entries(spans: &PagedVec<Span>, doublings: u32) -> usize {
    spans.iter().map(|span| span.coarser(doublings).len()).sum()
}

/// How many of all spans reach into each square, of sides doubled so often.
fn counted(grid: &Grid, spans: &PagedVec<Span>, doublings: u32) -> Counts {
    let mut counts = Counts::new(grid.told());
    for span in spans.iter() {
        grid.each_square(span.coarser(doublings), |square, is_in| counts.add(square, u32::from(is_in)));
    }
    counts
}

/// The smallest and largest ground coordinates of a cell; the wrong way round if there is no such cell.
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
