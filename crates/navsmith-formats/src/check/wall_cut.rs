//! Cut of the walls of a level out of the cells below them.

mod solids;

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, Vec2};

use crate::check::{AgentLimits, AgentLook, walls_on};
use crate::level::surface::LevelSurface;
use crate::level::walls::Footprint;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{
    Bounds, Plane, Segment, at_height, contains, covers, ground, ground_area, grown,
};
use navsmith_core::navmesh::edit::{Edited, Refusal, cut_hole};
use navsmith_core::navmesh::{CellId, Derived, Draft};
use navsmith_core::triangulation::{touching_groups, union};

/// Steps of the union of the grown walls, for each of them, and of finding those that touch.
const STEPS_PER_WALL: usize = 20_000;
const STEPS_TO_GROUP: usize = 2_000;

/// Step budget of the cuts, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 16;

/// Number of boxes that are compared in a step of the cuts.
const BOXES_PER_STEP: usize = 16;

/// Largest distance in metres of a corner from the line between its neighbours to be left out.
const STRAIGHT: f32 = 1e-4;

/// Distance in metres from a wall on a cell within which other cells have parts of it.
const BESIDE: f32 = 0.05;

/// Cuts the walls on cells out of the mesh, with the walls that continue them on other cells.
///
/// The walls are grown by the distance from walls of the limits. Ground that they enclose, or cut off together with the
/// boundary, is removed too if it is the inside of a solid. So is enclosed ground on which the agent does not fit.
/// `derived` was derived from the mesh of the draft. Returns the cuts that were refused too. Refused if nothing is cut.
pub fn cut_walls(
    draft: &mut Draft,
    derived: &Derived,
    surface: &LevelSurface,
    limits: &AgentLimits,
    cells: &[CellId],
) -> Result<WallCut, Refusal> {
    let cut = cut_walls_apart(draft, derived, surface, limits, cells);
    if draft.mesh() != derived.mesh() {
        return Ok(cut);
    }
    Err(cut.refused.first().map_or(Refusal::Nothing("cut"), |refused| refused.refusal))
}

/// The result of cutting out walls.
#[derive(Debug, Default)]
pub struct WallCut {
    /// The cells that are left beside the cuts.
    pub edited: Edited,
    /// The cuts that were refused.
    pub refused: Vec<RefusedCut>,
}

/// A cut that was refused.
#[derive(Debug)]
pub struct RefusedCut {
    outline: Vec<Vec2>,
    /// Whether the walls were cut out, but not the ground between them.
    pub is_between: bool,
    /// The reason.
    pub refusal: Refusal,
}

impl RefusedCut {
    /// Returns the reason if the cut would remove the wall at a position.
    pub(super) fn reason_at(&self, at: Vec2) -> Option<Refusal> {
        (!self.is_between && covers(&self.outline, at)).then_some(self.refusal)
    }

    /// Returns the middle of the ground that was not cut out.
    pub(super) fn middle(&self) -> Vec2 {
        self.outline.iter().sum::<Vec2>() / self.outline.len().max(1) as f32
    }
}

/// Like [`cut_walls`], but returns the result even if nothing is cut.
pub(super) fn cut_walls_apart(
    draft: &mut Draft,
    derived: &Derived,
    surface: &LevelSurface,
    limits: &AgentLimits,
    cells: &[CellId],
) -> WallCut {
    let look = AgentLook { mesh: derived.mesh(), derived, surface: Some(surface), limits: *limits };
    let walls = Walls::of(&look, surface, cells);
    let mut from = walls.cells(&look);
    let Outlines { rings, between } = walls.outlines(&|at| floor_at(&look, &from, at));
    add_enclosed(&look, &mut from, &rings);
    let mut cutting = Cutting::of(draft, from, surface.triangles().len());
    for ring in rings {
        cutting.cut(draft, ring);
    }
    if let Err(outline) = walls.remove_solids(draft, &cutting.left) {
        cutting.refused.push(RefusedCut { outline, is_between: true, refusal: Refusal::TooMuchWork });
    }
    cutting.left.retain(|&cell| draft.mesh().cell(cell).is_some());
    let between = between.into_iter();
    let between =
        between.map(|outline| RefusedCut { outline, is_between: true, refusal: Refusal::TooMuchWork });
    cutting.refused.extend(between);
    let edited = Edited { cells: cutting.left.into_iter().collect(), ..Edited::default() };
    WallCut { edited, refused: cutting.refused }
}

/// Cells during the cuts of outlines.
struct Cutting {
    /// The cells to cut, each with its box on the ground.
    from: BTreeMap<CellId, [Vec2; 2]>,
    /// The cells that cuts left.
    left: BTreeSet<CellId>,
    refused: Vec<RefusedCut>,
    budget: Budget,
}

impl Cutting {
    fn of(draft: &Draft, from: BTreeSet<CellId>, triangles: usize) -> Self {
        let budget = Budget::of_elements(draft.mesh().cell_count() + triangles).with_more_steps(STEPS);
        let from = from.into_iter().map(|cell| (cell, extent_of(draft, cell))).collect();
        Self { from, left: BTreeSet::new(), refused: Vec::new(), budget }
    }

    /// Cuts an outline out of the cells, or stores why that is refused.
    fn cut(&mut self, draft: &mut Draft, outline: Vec<Vec2>) {
        let [low, high] = extent(outline.iter().map(|at| at.as_dvec2()));
        let near = self.from.iter().filter(|(_, [min, max])| low.cmple(*max).all() && min.cmple(high).all());
        let near: Vec<CellId> = near.map(|(&cell, _)| cell).collect();
        let corners: usize = near.iter().map(|&cell| draft.mesh().corners(cell).len()).sum();
        let steps = self.from.len() / BOXES_PER_STEP + corners.saturating_mul(outline.len());
        let before = draft.clone();
        let cut = match self.budget.step(steps) {
            Ok(()) => cut_hole(draft, &outline, &near),
            Err(_) => Err(Refusal::TooMuchWork),
        };
        match cut {
            Ok(edited) => {
                self.left.extend(&edited.cells);
                self.from.extend(edited.cells.iter().map(|&cell| (cell, extent_of(draft, cell))));
                for cell in near {
                    if draft.mesh().cell(cell).is_none() {
                        self.from.remove(&cell);
                    }
                }
            }
            Err(refusal) => {
                *draft = before;
                self.refused.push(RefusedCut { outline, is_between: false, refusal });
            }
        }
    }
}

/// Returns the box of a cell on the ground.
fn extent_of(draft: &Draft, cell: CellId) -> [Vec2; 2] {
    extent(draft.mesh().ground_ring(cell).iter().map(|at| at.as_dvec2()))
}

/// Adds the cells inside of outlines that are connected to these cells.
///
/// In a large box, they are far from its sides.
fn add_enclosed(look: &AgentLook<'_>, cells: &mut BTreeSet<CellId>, outlines: &[Vec<Vec2>]) {
    let mut queue: Vec<CellId> = cells.iter().copied().collect();
    while let Some(cell) = queue.pop() {
        for (_, next) in look.derived.adjacency.neighbors(cell) {
            let middle = ground(look.mesh.centroid(next));
            if !cells.contains(&next) && outlines.iter().any(|outline| covers(outline, middle)) {
                cells.insert(next);
                queue.push(next);
            }
        }
    }
}

/// Returns the height of one of the cells at a ground position; 0 without cells.
fn floor_at(look: &AgentLook<'_>, cells: &BTreeSet<CellId>, at: Vec2) -> f32 {
    let here = look.derived.locator.at(look.mesh, at).into_iter().find(|cell| cells.contains(cell));
    let cell = here.or_else(|| cells.first().copied());
    let floor = cell.and_then(|cell| Plane::of_ring(&look.mesh.ring(cell)));
    floor.map_or(0.0, |floor| floor.height_at(at))
}

/// Largest ratio of the grown hull of walls to the grown walls for which the hull is cut out.
const AS_LARGE: f64 = 1.15;

/// Outlines to cut out.
#[derive(Default)]
struct Outlines {
    /// Simple rings that together cover the walls.
    rings: Vec<Vec<Vec2>>,
    /// Ground around walls of which the union took too many steps, so that the ground between them stays.
    between: Vec<Vec<Vec2>>,
}

/// Walls on cells.
struct Walls<'a> {
    surface: &'a LevelSurface,
    limits: AgentLimits,
    /// Ground below the walls, by index of the triangle.
    footprints: BTreeMap<usize, Footprint>,
    /// The same, grown; convex.
    polygons: Vec<Vec<Vec2>>,
    /// Distance in metres by which they are grown.
    by: f64,
}

impl<'a> Walls<'a> {
    /// Finds the walls on cells, and those on other cells over which these continue.
    fn of(look: &AgentLook<'_>, surface: &'a LevelSurface, cells: &[CellId]) -> Self {
        let mut budget = Budget::of_elements(look.mesh.cell_count() + surface.triangles().len());
        let mut footprints: BTreeMap<usize, Footprint> = BTreeMap::new();
        let beside = BESIDE * look.limits.metre;
        let (mut seen, mut queue) = (cells.iter().copied().collect::<BTreeSet<_>>(), cells.to_vec());
        while let Some(cell) = queue.pop() {
            let Ok(walls) = walls_on(look, cell, &mut budget) else { break };
            for wall in walls {
                let [low, high] = extent(wall.footprint.iter().copied());
                let around = [low - beside, high + beside];
                let near = look.derived.locator.within(look.mesh, around[0], around[1]);
                queue.extend(near.into_iter().filter(|&cell| seen.insert(cell)));
                // A high wall is on several storeys.
                let known = footprints.entry(wall.triangle).or_default();
                let new: Vec<DVec2> = wall.footprint.into_iter().filter(|at| !known.contains(at)).collect();
                known.extend(new);
            }
        }
        let by = f64::from(look.limits.wall_depth());
        let polygons = footprints.values().map(|footprint| grown(footprint.iter().copied(), by)).collect();
        Self { surface, limits: look.limits, footprints, polygons, by }
    }

    /// Returns the cells at whose height there are walls.
    fn cells(&self, look: &AgentLook<'_>) -> BTreeSet<CellId> {
        let (mut cells, limits) = (BTreeSet::new(), self.limits.walls());
        for (&triangle, polygon) in self.footprints.keys().zip(&self.polygons) {
            let bounds = Bounds::of(polygon.iter().map(|&at| at_height(at, 0.0)));
            for cell in look.derived.locator.within(look.mesh, bounds.ground_min(), bounds.ground_max()) {
                let floor = Plane::of_ring(&look.mesh.ring(cell));
                let stands =
                    |floor| !limits.footprint(&self.surface.triangles()[triangle], &floor).is_empty();
                if !cells.contains(&cell) && floor.is_some_and(stands) {
                    cells.insert(cell);
                }
            }
        }
        cells
    }

    /// Returns simple outlines that together cover the grown walls and the ground to remove between them.
    ///
    /// `floor` returns the height of the cells at a ground position.
    fn outlines(&self, floor: &dyn Fn(Vec2) -> f32) -> Outlines {
        let (footprints, mut outlines) = (self.footprints.values().collect::<Vec<_>>(), Outlines::default());
        let mut steps = STEPS_TO_GROUP.saturating_mul(self.polygons.len());
        let all = || vec![(0..self.polygons.len()).collect()];
        for group in touching_groups(&self.polygons, &mut steps).unwrap_or_else(all) {
            let parts: Vec<(&Footprint, &Vec<Vec2>)> =
                group.into_iter().map(|index| (footprints[index], &self.polygons[index])).collect();
            self.add_outlines(&parts, floor, &mut outlines);
        }
        outlines
    }

    /// Adds the outlines of walls that touch, each given with its footprint.
    fn add_outlines(
        &self,
        walls: &[(&Footprint, &Vec<Vec2>)],
        floor: &dyn Fn(Vec2) -> f32,
        outlines: &mut Outlines,
    ) {
        let mut steps = STEPS_PER_WALL.saturating_mul(walls.len());
        let hull = |walls: &[(&Footprint, &Vec<Vec2>)]| {
            grown(walls.iter().flat_map(|(footprint, _)| footprint.iter().copied()), self.by)
        };
        let polygons = || walls.iter().map(|(_, polygon)| (*polygon).clone()).collect::<Vec<_>>();
        let rings = without_covered(polygons(), &mut steps).and_then(|outer| union(&outer, &mut steps));
        let Some(rings) = rings else {
            outlines.rings.extend(polygons());
            outlines.between.push(hull(walls));
            return;
        };
        let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| ground_area(ring) > 0.0);
        let kept: Vec<Vec<Vec2>> = holes.into_iter().filter(|hole| !self.is_removed(hole, floor)).collect();
        for ring in outer {
            let parts = walls.iter().copied().filter(|(_, it)| covers(&ring, it[0])).collect::<Vec<_>>();
            if kept.iter().any(|hole| covers(&ring, hole[0])) {
                outlines.rings.extend(parts.iter().map(|(_, polygon)| (*polygon).clone()));
                continue;
            }
            // A box, a pillar and most detailed objects are almost as large as their hull.
            let hull = hull(&parts);
            let is_convex = ground_area(&hull) <= ground_area(&ring) * AS_LARGE;
            outlines.rings.push(if is_convex { hull } else { straightened(&ring) });
        }
    }
}

/// Returns polygons without those that another one contains.
///
/// `None` if it takes more steps than are left.
fn without_covered(mut polygons: Vec<Vec<Vec2>>, steps: &mut usize) -> Option<Vec<Vec<Vec2>>> {
    polygons.sort_by(|a, b| ground_area(b).total_cmp(&ground_area(a)));
    let mut kept: Vec<Vec<Vec2>> = Vec::new();
    for polygon in polygons {
        *steps = steps.checked_sub(kept.len())?;
        if !kept.iter().any(|other| polygon.iter().all(|&corner| contains(other, corner))) {
            kept.push(polygon);
        }
    }
    Some(kept)
}

/// Returns the minimum and the maximum of points.
fn extent(points: impl Iterator<Item = DVec2>) -> [Vec2; 2] {
    let bounds = Bounds::of(points.map(|at| at_height(at.as_vec2(), 0.0)));
    [bounds.ground_min(), bounds.ground_max()]
}

/// Returns a ring without corners on straight lines.
fn straightened(ring: &[Vec2]) -> Vec<Vec2> {
    let mut kept: Vec<Vec2> = Vec::new();
    for (index, &at) in ring.iter().enumerate() {
        let before = kept.last().copied().unwrap_or(ring[ring.len() - 1]);
        let side = Segment::new(before, ring[(index + 1) % ring.len()]);
        if side.distance(at) > STRAIGHT {
            kept.push(at);
        }
    }
    if kept.len() < 3 { ring.to_vec() } else { kept }
}
