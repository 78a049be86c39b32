//! Points on the ground of a mesh that must stay connected during a repair.
//!
//! Edits keep the cells of an island connected. But a point can get to another island, where its ground is removed or
//! where a cut gives an uneven cell other heights. The nearest ground is then that of another cell. So points on each cell
//! are located again after each edit there. Those that were on one island must be on one. Besides points of the original
//! mesh, these are points where cells before the edit lie over those after it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use glam::{DVec2, Vec2, Vec3};
use smallvec::SmallVec;

use super::action::JOINED_BELOW;
use crate::document::issues::{HAIR, Issues, ring_of};
use navsmith_core::geometry::{
    Bounds, Grid, area, ground, ground_area, intersection, is_convex_but_for_rounding,
};
use navsmith_core::navmesh::{CellId, Changes, Derived, IslandLabel, NavMesh, Surface, VertexId};

/// Maximum number of points at the corners of a cell.
const MOST_AT_CORNERS: usize = 8;

/// Maximum number of overlaps of a cell in which there are points.
const MOST_OVERLAPS: usize = 8;

/// Distances of points from corners and from the middles of sides, as parts of the way to the middle.
const FROM_CORNERS: [f32; 2] = [0.05, 0.4];
const FROM_SIDES: f32 = 0.1;

/// Maximum number of cells that are compared with a changed one.
const MOST_COMMON: usize = 64;

/// Area in m² from which common ground has points.
///
/// The second value is their distance from its corners, as a part of the way to the middle.
const LEAST_COMMON: f64 = 1e-5;
const FROM_COMMON: f64 = 0.02;

/// Distance of a point from a new corner, as a part of the diagonal of the box of its cell.
const BESIDE: f32 = 0.005;

/// Height difference in metres up to which a point is on both of two cells.
const LEVEL: f32 = 1e-3;

/// Points on the ground of the original mesh, with the cells on which they are now.
#[derive(Clone, Debug)]
pub(super) struct KeptPoints {
    points: Arc<Points>,
    /// For each original island, the current cell at one of its points; `None` if it has no ground left.
    anchors: Vec<Option<CellId>>,
    /// The islands with an anchor on each cell.
    anchored: BTreeMap<CellId, BTreeSet<usize>>,
}

/// Points by original island, and by the square of a grid.
#[derive(Debug)]
struct Points {
    /// Each with the number of its island, in order of these.
    all: Vec<(Vec3, usize)>,
    of_island: Vec<Range<usize>>,
    grid: Grid,
    /// Numbers of the points in each square.
    squares: Vec<Vec<u32>>,
}

/// Labels of the islands at a point, most often one.
type Labels = SmallVec<[IslandLabel; 2]>;

impl KeptPoints {
    /// Chooses the points of a mesh; none on a closed surface, where no ground is below another.
    pub(super) fn of(derived: &Derived, issues: &Issues) -> Self {
        let mesh = derived.mesh();
        let (mut all, mut anchors) = (Vec::new(), vec![None; derived.islands.len()]);
        let is_level = !mesh.is_closed_surface();
        for (cell, _) in mesh.cells().filter(|(cell, _)| is_level && has_ground(mesh, *cell)) {
            let Some(island) = derived.islands.of(cell) else { continue };
            let on_cell = points_on(mesh, issues, cell);
            anchors[island.0 as usize].get_or_insert(cell);
            all.extend(on_cell.into_iter().map(|at| (at, island.0 as usize)));
        }
        all.sort_by_key(|&(_, island)| island);
        let mut of_island = Vec::new();
        let mut from = 0;
        for island in 0..derived.islands.len() {
            let to = from + all[from..].iter().take_while(|(_, of)| *of == island).count();
            of_island.push(from..to);
            from = to;
        }
        let points = Arc::new(Points::of(all, of_island));
        let mut anchored: BTreeMap<CellId, BTreeSet<usize>> = BTreeMap::new();
        for (island, &anchor) in anchors.iter().enumerate() {
            anchored.entry(anchor.unwrap_or_default()).or_default().insert(island);
        }
        Self { points, anchors, anchored }
    }

    /// Returns the numbers of the points at cells that changed.
    pub(super) fn near(&self, before: &NavMesh, now: &NavMesh, changes: &Changes) -> BTreeSet<u32> {
        let mut near = BTreeSet::new();
        for mesh in [before, now] {
            for &cell in changes.cells.iter().filter(|cell| mesh.cell(**cell).is_some()) {
                let bounds = Bounds::of(mesh.corners(cell).iter().map(|&corner| mesh.position(corner)));
                self.points.within([bounds.ground_min(), bounds.ground_max()], &mut near);
            }
        }
        near
    }

    /// Whether points are on the islands of the other points of their original islands.
    ///
    /// They may lose their ground only where dead ends are removed.
    pub(super) fn are_kept(&self, points: &BTreeSet<u32>, change: &Change<'_>) -> bool {
        points.iter().all(|&point| {
            let (at, island) = self.points.all[point as usize];
            let Some(anchor) = self.anchors[island] else { return true };
            let is_changed = change.changes.cells.binary_search(&anchor).is_ok();
            let expected =
                if is_changed { change.expected(anchor) } else { change.now.islands.label_of(anchor) };
            expected.is_none_or(|expected| change.is_kept(at, expected))
        })
    }

    /// Finds the cells of the anchors that an edit changed.
    pub(super) fn follow(&mut self, derived: &Derived, changes: &Changes) {
        for cell in &changes.cells {
            for island in self.anchored.remove(cell).into_iter().flatten() {
                self.anchor(island, derived);
            }
        }
    }

    fn anchor(&mut self, island: usize, derived: &Derived) {
        let points = &self.points.all[self.points.of_island[island].clone()];
        let nearest = |&(at, _): &(Vec3, usize)| floors(derived, at).first().map(|&(cell, _)| cell);
        // A point on several islands does not show which of them is meant.
        let mut single = points.iter().filter(|(at, _)| labels_at(derived, *at).len() == 1);
        let anchor = single.find_map(nearest).or_else(|| points.iter().find_map(nearest));
        self.anchors[island] = anchor;
        if let Some(cell) = anchor {
            self.anchored.entry(cell).or_default().insert(island);
        }
    }
}

/// An edit of the mesh.
pub(super) struct Change<'a> {
    pub(super) before: &'a Derived,
    pub(super) now: &'a Derived,
    pub(super) changes: &'a Changes,
    /// Islands of the cells around the change, by their islands before it.
    pub(super) islands: &'a BTreeMap<IslandLabel, IslandLabel>,
    /// Distance in metres by which vertices may move.
    pub(super) tolerance: f32,
    /// Whether dead ends are removed.
    pub(super) may_lose: bool,
}

impl Change<'_> {
    /// Returns the points on changed cells where cells after the edit lie, each with its island then.
    pub(super) fn common_points(&self) -> Vec<(Vec3, IslandLabel)> {
        let (before, now) = (self.before.mesh(), self.now.mesh());
        let mut points = Vec::new();
        for &cell in self.changes.cells.iter().filter(|cell| has_ground(before, **cell)) {
            let Some(expected) = self.expected(cell) else { continue };
            let (ring, surface) = (ring_of(before, cell), Surface::of(before, cell));
            let bounds = Bounds::of(before.corners(cell).iter().map(|&corner| before.position(corner)));
            let near = self.now.locator.within(now, bounds.ground_min(), bounds.ground_max());
            for other in near.into_iter().filter(|&other| has_ground(now, other)).take(MOST_COMMON) {
                let common = intersection(&ring, &ring_of(now, other));
                if area(&common) < LEAST_COMMON {
                    continue;
                }
                let middle = common.iter().sum::<DVec2>() / common.len() as f64;
                let inner = common.iter().map(|corner| corner.lerp(middle, FROM_COMMON).as_vec2());
                let on_cell = inner.filter(|&at| surface.covers(at));
                points.extend(on_cell.map(|at| (Vec3::new(at.x, surface.height_at(at), at.y), expected)));
            }
            let by = bounds.ground_min().distance(bounds.ground_max()) * BESIDE;
            let beside = self.new_corners(&bounds).into_iter().flat_map(|at| {
                [[by, by], [by, -by], [-by, by], [-by, -by]].map(|offset| at + Vec2::from(offset))
            });
            let on_cell = beside.filter(|&at| surface.covers(at));
            points.extend(on_cell.map(|at| (Vec3::new(at.x, surface.height_at(at), at.y), expected)));
        }
        points
    }

    /// Returns corners of changed cells in a box, beside which ground may have been removed.
    fn new_corners(&self, bounds: &Bounds) -> Vec<Vec2> {
        let now = self.now.mesh();
        let corners = self.changes.cells.iter().flat_map(|&cell| now.corners(cell));
        let vertices: BTreeSet<VertexId> =
            corners.copied().filter(|vertex| self.changes.vertices.binary_search(vertex).is_ok()).collect();
        let places = vertices.into_iter().map(|vertex| ground(now.position(vertex)));
        let (low, high) = (bounds.ground_min(), bounds.ground_max());
        places.filter(|at| low.cmple(*at).all() && at.cmple(high).all()).take(MOST_COMMON).collect()
    }

    /// Returns the island of a cell after the edit, of which the cell was before it.
    fn expected(&self, cell: CellId) -> Option<IslandLabel> {
        self.before.islands.label_of(cell).and_then(|label| self.islands.get(&label).copied())
    }

    /// Whether a point is on an island, and on no other one if it was not on several before.
    pub(super) fn is_kept(&self, at: Vec3, expected: IslandLabel) -> bool {
        let labels = labels_at(self.now, at);
        if labels.is_empty() {
            return self.may_lose || labels_at(self.before, at).is_empty() || self.is_beside(at, expected);
        }
        labels.contains(&expected) && (labels.len() < 2 || labels_at(self.before, at).len() > 1)
    }

    /// Whether ground of an island is as near to a point as vertices may move.
    fn is_beside(&self, at: Vec3, expected: IslandLabel) -> bool {
        let (mesh, flat) = (self.now.mesh(), ground(at));
        let near = self.now.locator.within(mesh, flat - self.tolerance, flat + self.tolerance);
        near.into_iter().any(|cell| {
            let nearest = Surface::of(mesh, cell).nearest_to(flat, None).as_vec3();
            self.now.islands.label_of(cell) == Some(expected)
                && ground(nearest).distance(flat) <= self.tolerance
                && (nearest.y - at.y).abs() <= JOINED_BELOW[0]
        })
    }
}

/// Whether a cell is convex and wider than a hair.
fn has_ground(mesh: &NavMesh, cell: CellId) -> bool {
    let ring = ring_of(mesh, cell);
    let next = ring.iter().skip(1).chain(ring.first());
    let longest = ring.iter().zip(next).map(|(from, to)| f64::from(from.distance(*to))).fold(0.0, f64::max);
    ground_area(&ring).abs() > longest * HAIR && is_convex_but_for_rounding(&ring)
}

impl Points {
    fn of(all: Vec<(Vec3, usize)>, of_island: Vec<Range<usize>>) -> Self {
        let flat = |at: Vec3| ground(at).as_dvec2();
        let samples: Vec<[DVec2; 2]> = all.iter().map(|&(at, _)| [flat(at); 2]).collect();
        let extent = samples.iter().fold([DVec2::INFINITY, DVec2::NEG_INFINITY], |[low, high], [at, _]| {
            [low.min(*at), high.max(*at)]
        });
        let grid = Grid::around(&samples, extent, all.len() / 4 + 1);
        let mut squares = vec![Vec::new(); grid.square_count()];
        for (number, &(at, _)) in (0..).zip(&all) {
            let (x, y) = grid.place(ground(at));
            squares[grid.index(x, y)].push(number);
        }
        Self { all, of_island, grid, squares }
    }

    /// Adds the points in a box on the ground.
    fn within(&self, [min, max]: [Vec2; 2], found: &mut BTreeSet<u32>) {
        let span = self.grid.span([min, max]);
        for y in span.min.1..=span.max.1 {
            for x in span.min.0..=span.max.0 {
                let is_inside = |number: &&u32| {
                    let at = ground(self.all[**number as usize].0);
                    min.cmple(at).all() && at.cmple(max).all()
                };
                found.extend(self.squares[self.grid.index(x, y)].iter().filter(is_inside));
            }
        }
    }
}

/// Returns points on a cell: its middle, some near its corners, and some where other cells cover it.
fn points_on(mesh: &NavMesh, issues: &Issues, cell: CellId) -> Vec<Vec3> {
    let ring = mesh.ground_ring(cell);
    let mut flat = inner_points(&ring);
    for other in issues.overlaps_of(cell).take(MOST_OVERLAPS) {
        let common = intersection(&ring_of(mesh, cell), &ring_of(mesh, other));
        flat.extend(inner_points(&common.iter().map(|at| at.as_vec2()).collect::<Vec<_>>()));
    }
    let surface = Surface::of(mesh, cell);
    let on_cell = flat.into_iter().filter(|&at| at.is_finite() && surface.covers(at));
    on_cell.map(|at| Vec3::new(at.x, surface.height_at(at), at.y)).filter(|at| at.is_finite()).collect()
}

/// Returns the middle of a ring, and points near its corners.
fn inner_points(ring: &[Vec2]) -> Vec<Vec2> {
    if ring.len() < 3 {
        return Vec::new();
    }
    let middle = ring.iter().sum::<Vec2>() / ring.len() as f32;
    let corners = (0..ring.len()).step_by(ring.len().div_ceil(MOST_AT_CORNERS));
    let near = corners.flat_map(|index| {
        let (corner, next) = (ring[index], ring[(index + 1) % ring.len()]);
        let [outer, inner] = FROM_CORNERS.map(|part| corner.lerp(middle, part));
        [outer, inner, corner.midpoint(next).lerp(middle, FROM_SIDES)]
    });
    near.chain([middle]).collect()
}

/// Returns the labels of the islands at the ground nearest to a point in height, within a storey.
fn labels_at(derived: &Derived, at: Vec3) -> Labels {
    let mut labels = Labels::new();
    for (cell, _) in floors(derived, at) {
        if let Some(label) = derived.islands.label_of(cell)
            && !labels.contains(&label)
        {
            labels.push(label);
        }
    }
    labels
}

/// Returns the cells nearest to a point in height, with their distances, the nearest first.
///
/// Without ground within a storey, these are within twice that, because joins raise ground by as much.
fn floors(derived: &Derived, at: Vec3) -> SmallVec<[(CellId, f32); 4]> {
    let mesh = derived.mesh();
    let near = derived.locator.near(ground(at));
    let floors = near.filter_map(|cell| Some((cell, (Surface::floor(mesh, cell, ground(at))? - at.y).abs())));
    let mut floors: SmallVec<[(CellId, f32); 4]> =
        floors.filter(|(_, rise)| *rise <= JOINED_BELOW[1]).collect();
    floors.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let most = floors.first().map_or(0.0, |&(_, rise)| rise + LEVEL);
    floors.retain(|(_, rise)| *rise <= most);
    floors
}
