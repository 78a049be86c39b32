//! Cells that follow moved points, merged again only where triangles changed.

use std::collections::{BTreeMap, BTreeSet};

use super::regions::{CornerNumbers, Regions};
use super::{OutlineError, OutlineTriangulation};
use crate::geometry::{ConvexRings, Vec2};
use crate::navmesh::AreaId;
use crate::trace::{Observer, Silent};
use crate::triangulation::{PointId, TriangleSide, TriangulationEvent};

/// A cell of followed outlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedCell {
    /// Numbers of its corners, counter-clockwise.
    pub corners: Vec<u32>,
    /// Its area.
    pub area: AreaId,
}

/// Cells of outlines whose points move.
///
/// At first, they are [`OutlineTriangulation::cells`] with the same numbers. A cell that changes gets a new number,
/// and so does a corner at another position. All moved points give the same ground as a new triangulation, but it can
/// be merged to other cells.
#[derive(Clone, Debug)]
pub struct FollowedCells {
    outlines: OutlineTriangulation,
    regions: Regions,
    rings: ConvexRings,
    corners: CornerNumbers,
    /// By number of a corner: its position.
    places: Vec<Vec2>,
    /// By triangle: its corners as of the last change.
    shapes: Vec<TriangleShape>,
    /// By triangle: its cell; `NONE` outside of the ground.
    cell_of: Vec<u32>,
    cells: Vec<Option<FollowedCell>>,
    first_cells: usize,
    /// Corners of the cells of the start that changed.
    removed: BTreeMap<usize, Vec<u32>>,
    added: BTreeSet<usize>,
    /// Corners around which triangles changed.
    touched: BTreeSet<u32>,
}

/// Number of a triangle without a cell, or of a side without a corner.
const NONE: u32 = u32::MAX;

/// Corners of a triangle and their positions; `None` for a slot that is not in use.
type TriangleShape = Option<[(PointId, Vec2); 3]>;

impl FollowedCells {
    /// Creates the cells of outlines.
    pub fn new(outlines: OutlineTriangulation) -> Self {
        let regions = Regions::of(&outlines);
        let rings = regions.rings(&outlines.triangulation, &mut Silent);
        let mut followed = Self {
            regions,
            rings,
            corners: CornerNumbers::default(),
            places: Vec::new(),
            shapes: shapes(&outlines),
            cell_of: Vec::new(),
            cells: Vec::new(),
            first_cells: 0,
            removed: BTreeMap::new(),
            added: BTreeSet::new(),
            touched: BTreeSet::new(),
            outlines,
        };
        followed.grow();
        let all = (0..followed.cell_of.len()).filter(|&triangle| followed.regions.areas[triangle].is_some());
        followed.add_cells(&all.collect::<Vec<_>>());
        followed.first_cells = followed.cells.len();
        followed.added.clear();
        followed
    }

    /// Returns the outlines.
    pub fn outlines(&self) -> &OutlineTriangulation {
        &self.outlines
    }

    /// Returns the position of a corner by its number.
    pub fn place(&self, corner: u32) -> Vec2 {
        self.places[corner as usize]
    }

    /// Returns the number of corners given so far.
    pub fn corner_count(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of cells given so far.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns a cell; `None` if it changed.
    pub fn cell(&self, number: usize) -> Option<&FollowedCell> {
        self.cells.get(number)?.as_ref()
    }

    /// Returns the cells of the start that changed, with their corners.
    pub fn removed(&self) -> impl Iterator<Item = (usize, &[u32])> {
        self.removed.iter().map(|(&number, corners)| (number, &**corners))
    }

    /// Returns the cells that are not from the start.
    pub fn added(&self) -> impl Iterator<Item = (usize, &FollowedCell)> {
        self.added.iter().filter_map(|&number| Some((number, self.cell(number)?)))
    }

    /// Returns the corners around which triangles changed since the start.
    ///
    /// Only these can have changed in whether they are [apart](Self::is_apart) from others.
    pub fn touched(&self) -> impl Iterator<Item = u32> + '_ {
        self.touched.iter().copied()
    }

    /// Whether a corner of a cell is in one place with other corners.
    pub fn is_apart(&self, corner: u32) -> bool {
        let point = self.corners.points[corner as usize];
        let sides = || self.outlines.triangulation.sides_at(point);
        let mut has = [false; 2];
        for number in sides().map(|side| self.corners.numbers[side.slot()]).filter(|&number| number != NONE) {
            has[usize::from(number != corner)] = true;
        }
        has == [true; 2]
    }

    /// Moves points of outlines, each given by outline and index.
    ///
    /// # Errors
    /// If a point does not exist or cannot be at its position. The cells are of no use then.
    pub fn move_points(
        &mut self,
        moves: &[(usize, usize, Vec2)],
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Result<(), OutlineError> {
        for &(outline, point, to) in moves {
            self.outlines.move_point(outline, point, to, observer)?;
        }
        let regions = std::mem::replace(&mut self.regions, Regions::of(&self.outlines));
        let shapes = std::mem::replace(&mut self.shapes, shapes(&self.outlines));
        let changed: Vec<usize> = (0..self.shapes.len())
            .filter(|&triangle| {
                self.shapes.get(triangle) != shapes.get(triangle)
                    || self.regions.areas.get(triangle) != regions.areas.get(triangle)
                    || !TriangleSide::of_triangle(triangle).iter().all(|side| {
                        self.regions.is_chain.get(side.slot()) == regions.is_chain.get(side.slot())
                    })
            })
            .collect();
        self.grow();
        self.renumber(&changed);
        let loose = self.loosen(&changed);
        self.add_cells(&loose);
        Ok(())
    }

    /// Adds triangles and sides to the tables.
    fn grow(&mut self) {
        let triangles = self.shapes.len();
        self.cell_of.resize(triangles, NONE);
        self.corners.numbers.resize(3 * triangles, NONE);
        self.rings.grow(3 * triangles);
    }

    /// Numbers the corners at changed triangles; removes the cells with another number of a corner.
    ///
    /// A corner keeps its number if an unchanged triangle has it.
    fn renumber(&mut self, changed: &[usize]) {
        for side in changed.iter().flat_map(|&triangle| TriangleSide::of_triangle(triangle)) {
            self.corners.numbers[side.slot()] = NONE;
        }
        let corners = changed.iter().filter_map(|&triangle| self.shapes[triangle]).flatten();
        let points: BTreeSet<PointId> =
            corners.map(|(point, _)| point).filter(|point| !point.is_outer()).collect();
        for point in points {
            self.renumber_at(point);
        }
    }

    fn renumber_at(&mut self, point: PointId) {
        let triangulation = &self.outlines.triangulation;
        let around: Vec<TriangleSide> = triangulation.sides_at(point).collect();
        let across = |side: TriangleSide| self.regions.across(triangulation, side);
        // The first side after a separation, so that each run of sides is one corner.
        let start = around.iter().position(|&side| across(side).is_none()).map_or(0, |at| at + 1);
        let (mut runs, mut run): (Vec<Vec<TriangleSide>>, Vec<TriangleSide>) = (Vec::new(), Vec::new());
        for nth in 0..around.len() {
            let side = around[(start + nth) % around.len()];
            if self.regions.area(side).is_some() {
                run.push(side);
            }
            if across(side).is_none() {
                runs.push(std::mem::take(&mut run));
            }
        }
        runs.push(run);
        let mut taken: Vec<u32> = Vec::new();
        for run in runs.iter().filter(|run| !run.is_empty()) {
            let known = run.iter().map(|side| self.corners.numbers[side.slot()]);
            let known = known.filter(|number| *number != NONE && !taken.contains(number)).min();
            let number = known.unwrap_or_else(|| {
                self.corners.points.push(point);
                self.places.push(self.outlines.triangulation.place(point));
                self.places.len() as u32 - 1
            });
            taken.push(number);
            self.touched.insert(number);
            for side in run {
                let before = std::mem::replace(&mut self.corners.numbers[side.slot()], number);
                if before != NONE && before != number {
                    self.remove_cell(self.cell_of[side.triangle()]);
                }
            }
        }
    }

    fn remove_cell(&mut self, cell: u32) {
        let number = cell as usize;
        if let Some(cell) = self.cells.get_mut(number).and_then(Option::take) {
            self.added.remove(&number);
            if number < self.first_cells {
                self.removed.insert(number, cell.corners);
            }
        }
    }

    /// Makes single triangles of the cells with changed triangles and of removed cells; merges them again.
    ///
    /// Returns those on the ground.
    fn loosen(&mut self, changed: &[usize]) -> Vec<usize> {
        for &triangle in changed {
            self.remove_cell(self.cell_of[triangle]);
        }
        let mut is_loose = vec![false; self.cell_of.len()];
        for &triangle in changed {
            is_loose[triangle] = true;
        }
        for (is_loose, &cell) in is_loose.iter_mut().zip(&self.cell_of) {
            *is_loose |= cell != NONE && self.cells[cell as usize].is_none();
        }
        let triangulation = &self.outlines.triangulation;
        let mut loose: Vec<usize> = (0..is_loose.len()).filter(|&triangle| is_loose[triangle]).collect();
        for &triangle in &loose {
            self.cell_of[triangle] = NONE;
            let sides = TriangleSide::of_triangle(triangle);
            for side in sides {
                self.rings.set_origin(side.slot(), triangulation.origin(side).0 as usize);
                self.rings.release(side.slot());
            }
        }
        loose.retain(|&triangle| self.regions.areas[triangle].is_some());
        for &triangle in &loose {
            self.rings.connect(&TriangleSide::of_triangle(triangle).map(TriangleSide::slot));
        }
        let sides = loose.iter().flat_map(|&triangle| TriangleSide::of_triangle(triangle));
        let inner =
            sides.filter(|&side| triangulation.twin(side).is_some_and(|twin| is_loose[twin.triangle()]));
        self.regions.merge(triangulation, &mut self.rings, inner, &mut Silent);
        loose
    }

    /// Adds the cells of triangles, all of each cell.
    fn add_cells(&mut self, triangles: &[usize]) {
        for &triangle in triangles {
            for side in TriangleSide::of_triangle(triangle) {
                if self.cell_of[triangle] == NONE && !self.rings.is_removed(side.slot()) {
                    self.add_cell(side);
                }
            }
        }
    }

    /// Adds the cell whose ring contains a side.
    fn add_cell(&mut self, first: TriangleSide) {
        let Some(area) = self.regions.area(first) else { return };
        let triangulation = &self.outlines.triangulation;
        let number = self.cells.len();
        let ring = self.rings.ring(first.slot());
        let mut open: Vec<usize> = Vec::new();
        let mut corners = Vec::with_capacity(ring.len());
        for &side in &ring {
            let side = TriangleSide(side as u32);
            corners.push(self.corners.number(&self.regions, triangulation, side));
            open.push(side.triangle());
        }
        for &point in &self.corners.points[self.places.len()..] {
            self.places.push(triangulation.place(point));
        }
        while let Some(triangle) = open.pop() {
            if std::mem::replace(&mut self.cell_of[triangle], number as u32) == number as u32 {
                continue;
            }
            let removed = TriangleSide::of_triangle(triangle);
            let removed = removed.into_iter().filter(|side| self.rings.is_removed(side.slot()));
            open.extend(removed.filter_map(|side| triangulation.twin(side)).map(TriangleSide::triangle));
        }
        self.cells.push(Some(FollowedCell { corners, area }));
        self.added.insert(number);
    }
}

fn shapes(outlines: &OutlineTriangulation) -> Vec<TriangleShape> {
    let triangulation = &outlines.triangulation;
    let shape = |triangle: usize| -> TriangleShape {
        Some(triangulation.triangle(triangle)?.map(|point| (point, triangulation.place(point))))
    };
    (0..triangulation.triangle_slots()).map(shape).collect()
}
