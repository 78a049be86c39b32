//! Cut of the walls of a level out of the cells below them.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use glam::{DVec2, Vec2};

use super::issues::{AgentLimits, AgentLook, walls_on};
use crate::level::surface::LevelSurface;
use crate::level::walls::Footprint;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{
    Bounds, Plane, Segment, at_height, contains, convex_partition, covers, ground, ground_area, grown, union,
};
use navsmith_core::navmesh::edit::{EditResult, Edited, Refusal, cut_hole};
use navsmith_core::navmesh::{CellId, Derived, Draft};

/// Steps of the union of the grown walls, for each of them.
const STEPS_PER_WALL: usize = 20_000;

/// Largest distance in metres of a corner from the line between its neighbours to be left out.
const STRAIGHT: f32 = 1e-4;

/// Distance in metres from a wall on a cell within which other cells have parts of it.
const BESIDE: f32 = 0.05;

/// Difference in metres up to which two walls are equally far away.
const AS_NEAR: f64 = 1e-3;

/// Cuts the walls on cells out of the mesh, with the walls that continue them on other cells.
///
/// The walls are grown by the distance from walls of the limits. Ground that they enclose is removed too if the agent
/// does not fit there or if it is the inside of a solid. `derived` was derived from the mesh of the draft. Refused if no
/// wall is on the cells.
pub fn cut_walls(
    draft: &mut Draft,
    derived: &Derived,
    surface: &LevelSurface,
    limits: &AgentLimits,
    cells: &[CellId],
) -> EditResult {
    let (edited, refused) = cut_walls_apart(draft, derived, surface, limits, cells);
    match refused.into_iter().next() {
        Some(cut) if draft.mesh() == derived.mesh() => Err(cut.refusal),
        None if draft.mesh() == derived.mesh() => Err(Refusal::Nothing("cut")),
        _ => Ok(edited),
    }
}

/// A cut that was refused.
pub(super) struct RefusedCut {
    outline: Vec<Vec2>,
    refusal: Refusal,
}

impl RefusedCut {
    /// Returns the reason if the cut would remove the ground at a position.
    pub(super) fn reason_at(&self, at: Vec2) -> Option<Refusal> {
        covers(&self.outline, at).then_some(self.refusal)
    }
}

/// Like [`cut_walls`], but returns the cuts that are refused, and changes the mesh by the others.
pub(super) fn cut_walls_apart(
    draft: &mut Draft,
    derived: &Derived,
    surface: &LevelSurface,
    limits: &AgentLimits,
    cells: &[CellId],
) -> (Edited, Vec<RefusedCut>) {
    let look = AgentLook { mesh: derived.mesh(), derived, surface: Some(surface), limits: *limits };
    let walls = Walls::of(&look, surface, cells);
    let mut from = walls.cells(&look);
    let (mut left, mut refused) = (BTreeSet::new(), Vec::new());
    let outlines = walls.outlines(&|at| floor_at(&look, &from, at));
    add_enclosed(&look, &mut from, &outlines);
    for outline in outlines {
        let (before, all) = (draft.clone(), from.iter().copied().collect::<Vec<_>>());
        match cut_hole(draft, &outline, &all) {
            Ok(edited) => {
                from.extend(&edited.cells);
                left.extend(edited.cells);
            }
            Err(refusal) => {
                *draft = before;
                refused.push(RefusedCut { outline, refusal });
            }
        }
        from.retain(|&cell| draft.mesh().cell(cell).is_some());
    }
    left.retain(|&cell| draft.mesh().cell(cell).is_some());
    (Edited { cells: left.into_iter().collect(), ..Edited::default() }, refused)
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
                let [low, high] = extent(&wall.footprint);
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
    fn outlines(&self, floor: &dyn Fn(Vec2) -> f32) -> Vec<Vec<Vec2>> {
        let mut steps = STEPS_PER_WALL.saturating_mul(self.polygons.len());
        let Some(rings) = union(&without_covered(&self.polygons), &mut steps) else {
            return self.polygons.clone();
        };
        let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| ground_area(ring) > 0.0);
        let kept: Vec<Vec<Vec2>> = holes.into_iter().filter(|hole| !self.is_removed(hole, floor)).collect();
        let mut outlines = Vec::new();
        for ring in outer {
            let parts =
                || self.footprints.values().zip(&self.polygons).filter(|(_, it)| covers(&ring, it[0]));
            if kept.iter().any(|hole| covers(&ring, hole[0])) {
                outlines.extend(parts().map(|(_, polygon)| polygon.clone()));
                continue;
            }
            // A box, a pillar and most detailed objects are almost as large as their hull.
            let hull = grown(parts().flat_map(|(footprint, _)| footprint.iter().copied()), self.by);
            let is_convex = ground_area(&hull) <= ground_area(&ring) * AS_LARGE;
            outlines.push(if is_convex { hull } else { straightened(&ring) });
        }
        outlines
    }

    /// Whether the ground that a clockwise ring of walls encloses is removed with them.
    fn is_removed(&self, hole: &[Vec2], floor: &dyn Fn(Vec2) -> f32) -> bool {
        let ring: Vec<Vec2> = hole.iter().rev().copied().collect();
        let least = PI * f64::from(self.limits.near_wall).powi(2);
        ground_area(&ring) <= least || middle(&ring).is_some_and(|at| self.is_solid(at, floor(at.as_vec2())))
    }

    /// Whether a point at a height is inside of a solid.
    ///
    /// It is below a surface that faces up, or behind the nearest walls.
    fn is_solid(&self, at: DVec2, floor: f32) -> bool {
        let least = at_height(at.as_vec2(), floor + self.limits.walls().step);
        match self.surface.lowest_above(least) {
            Some([a, b, c]) => (b - a).cross(c - a).y > 0.0,
            None => self.is_behind(at),
        }
    }

    /// Whether the nearest walls face away from a point.
    fn is_behind(&self, at: DVec2) -> bool {
        let distances =
            self.footprints.iter().map(|(&triangle, footprint)| (distance(footprint, at), triangle));
        let distances: Vec<(f64, usize)> = distances.collect();
        let nearest = distances.iter().map(|(distance, _)| *distance).fold(f64::INFINITY, f64::min);
        let mut near = distances.iter().filter(|(distance, _)| *distance <= nearest + AS_NEAR);
        near.all(|&(_, triangle)| {
            let [a, b, c] = self.surface.triangles()[triangle];
            ground((b - a).cross(c - a)).as_dvec2().dot(at - ground(a).as_dvec2()) < 0.0
        })
    }
}

/// Returns polygons without those that another one contains.
fn without_covered(polygons: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
    let mut sorted: Vec<&Vec<Vec2>> = polygons.iter().collect();
    sorted.sort_by(|a, b| ground_area(b).total_cmp(&ground_area(a)));
    let mut kept: Vec<Vec<Vec2>> = Vec::new();
    for polygon in sorted {
        if !kept.iter().any(|other| polygon.iter().all(|&corner| contains(other, corner))) {
            kept.push(polygon.clone());
        }
    }
    kept
}

/// Returns the minimum and the maximum of points.
fn extent(points: &[DVec2]) -> [Vec2; 2] {
    let bounds = Bounds::of(points.iter().map(|at| at_height(at.as_vec2(), 0.0)));
    [bounds.ground_min(), bounds.ground_max()]
}

/// Returns the distance on the ground from a point to the border of a footprint.
fn distance(footprint: &[DVec2], at: DVec2) -> f64 {
    let next = footprint.iter().skip(1).chain(footprint.first());
    let sides = footprint.iter().zip(next).map(|(from, to)| Segment::new(from.as_vec2(), to.as_vec2()));
    f64::from(sides.map(|side| side.distance(at.as_vec2())).fold(f32::INFINITY, f32::min))
}

/// Returns the middle of the largest convex part of a simple ring.
fn middle(ring: &[Vec2]) -> Option<DVec2> {
    let parts = convex_partition(ring)?.into_iter();
    let parts = parts.map(|part| part.into_iter().map(|corner| ring[corner]).collect::<Vec<_>>());
    let largest = parts.max_by(|a, b| ground_area(a).total_cmp(&ground_area(b)))?;
    Some(largest.iter().map(|at| at.as_dvec2()).sum::<DVec2>() / largest.len() as f64)
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
