//! Ground in solids and below hanging ones, which is removed with their walls.

use std::collections::BTreeSet;
use std::f64::consts::{PI, TAU};

use glam::{DVec2, Vec2};

use super::{STEPS, Walls};
use crate::level::section::section_of;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{
    Bounds, Plane, Segment, Vec3, at_height, convex_partition, ground, ground_area,
};
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{CellId, Draft, Surface};

/// Difference in metres up to which two walls are equally far away.
const AS_NEAR: f64 = 1e-3;

/// Number of directions in which the nearest wall is searched, and in which it must face away.
///
/// Half of them are enough, because a solid is open where it reaches over the border of the level.
const DIRECTIONS: usize = 8;
const LEAST_BEHIND: usize = DIRECTIONS / 2;

/// Height in metres above the step of the agent at which the lowest walls are searched.
const LOW: f32 = 0.05;

/// Distance of a point from the corner of a cell, as a part of the way to the middle.
const FROM_CORNER: f32 = 0.02;

/// Steps of looking up from a point, and of comparing it with the groups of walls.
const STEPS_PER_POINT: usize = 16;

impl Walls<'_> {
    /// Removes the ground that the cuts separated from the rest, if it is in solids or below a hanging one.
    ///
    /// `left` are the cells beside the cuts. Returns the outline of a cell of the ground that takes too much work.
    pub(super) fn remove_solids(&self, draft: &mut Draft, left: &BTreeSet<CellId>) -> Result<(), Vec<Vec2>> {
        let elements = draft.mesh().cell_count() + self.surface.triangles().len();
        let mut budget = Budget::of_elements(elements).with_more_steps(STEPS);
        let bounds = Bounds::of(self.footprints.keys().flat_map(|&wall| self.surface.triangles()[wall]));
        let extent = [bounds.ground_min(), bounds.ground_max()];
        let (mut seen, mut removed) = (vec![false; draft.mesh().cell_slots()], Vec::new());
        let mut outcome = Ok(());
        for &first in left.iter().filter(|&&cell| draft.mesh().cell(cell).is_some()) {
            let region = region(draft, first, &mut seen);
            match self.are_in_solids(draft, &region, extent, &mut budget) {
                Ok(true) => removed.extend(region),
                Ok(false) => {}
                Err(_) => {
                    outcome = Err(draft.mesh().ground_ring(first).to_vec());
                    break;
                }
            }
        }
        // Refused only if there is nothing to remove.
        delete_cells(draft, &removed).ok();
        outcome
    }

    /// Whether all points of cells are in solids, below a hanging one, or too near to a wall.
    ///
    /// A point beside a solid is too near where the boundary of the mesh is near to the solid. `extent` is the box on the
    /// ground around the walls, which can reach beyond the mesh.
    fn are_in_solids(
        &self,
        draft: &Draft,
        cells: &[CellId],
        extent: [Vec2; 2],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let mut is_in_one = false;
        for &cell in cells {
            let (ring, surface) = (draft.mesh().ground_ring(cell), Surface::of(draft.mesh(), cell));
            for at in points(&ring) {
                budget.step(STEPS_PER_POINT + self.surface.entries_in([at; 2]))?;
                let floor = surface.height_at(at);
                let (mut is_behind, mut is_near) = (false, false);
                for height in self.heights(at, floor).into_iter().flatten() {
                    let nearest = self.nearest_walls(at, height, extent, budget)?;
                    is_behind |= nearest.are_behind();
                    is_near |= nearest.distance <= f64::from(self.limits.near_wall);
                }
                if !is_behind && !is_near {
                    return Ok(false);
                }
                is_in_one |= is_behind;
            }
        }
        Ok(is_in_one)
    }

    /// Returns the walls in a box that are nearest to a point at a height.
    fn nearest_walls(
        &self,
        at: Vec2,
        height: f32,
        extent: [Vec2; 2],
        budget: &mut Budget,
    ) -> Result<NearestWalls, Exhausted> {
        let reach = self.limits.near_wall;
        let mut nearest = NearestWalls { found: [[None; 2]; DIRECTIONS], distance: f64::INFINITY };
        let is_around = (extent[0] - reach).cmple(at).all() && at.cmple(extent[1] + reach).all();
        if is_around {
            budget.step(self.surface.entries_in(extent))?;
            let limits = self.limits.walls();
            self.surface.each_in(extent, |_, wall| {
                if limits.is_steep(wall) {
                    nearest.add(wall, at, height);
                }
            });
        }
        Ok(nearest)
    }

    /// Returns the heights at which the walls around a point decide whether it is in a solid.
    ///
    /// They are below the top of a solid, or above the lower side of one that hangs too low. None below other ceilings.
    fn heights(&self, at: Vec2, floor: f32) -> [Option<f32>; 2] {
        let (limits, low) = (self.limits.walls(), LOW * self.limits.metre);
        let least = floor + limits.step;
        let roof = self.surface.lowest_above(at_height(at, least));
        let roof = roof.map(|roof| (faces_up(&roof), height_of(&roof, at)));
        let top = match roof {
            Some((false, height)) if height < floor + limits.height => return [Some(height + low), None],
            Some((false, _)) => return [None; 2],
            Some((true, height)) => height,
            None => f32::INFINITY,
        };
        let middle = least.midpoint(top.min(floor + limits.height).max(least));
        [Some(middle.min(least + low)), Some(middle)]
    }

    /// Whether the agent does not fit below the lowest surface over a point, which faces down.
    fn is_low(&self, at: Vec2, floor: f32) -> bool {
        let limits = self.limits.walls();
        let roof = self.surface.lowest_above(at_height(at, floor + limits.step));
        roof.is_some_and(|roof| !faces_up(&roof) && height_of(&roof, at) < floor + limits.height)
    }

    /// Whether the ground that a clockwise ring of walls encloses is removed with them.
    pub(super) fn is_removed(&self, hole: &[Vec2], floor: &dyn Fn(Vec2) -> f32) -> bool {
        let ring: Vec<Vec2> = hole.iter().rev().copied().collect();
        let least = PI * f64::from(self.limits.near_wall).powi(2);
        let is_low = |part: &Vec<Vec2>| points(part).all(|at| self.is_low(at, floor(at)));
        ground_area(&ring) <= least
            || middle(&ring).is_some_and(|at| self.is_solid(at, floor(at.as_vec2())))
            || convex_parts(&ring).is_some_and(|parts| parts.iter().all(is_low))
    }

    /// Whether a point at a height is inside of a solid.
    ///
    /// It is below a surface that faces up, or behind the nearest walls.
    fn is_solid(&self, at: DVec2, floor: f32) -> bool {
        let least = at_height(at.as_vec2(), floor + self.limits.walls().step);
        match self.surface.lowest_above(least) {
            Some(roof) => faces_up(&roof),
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
            let wall = &self.surface.triangles()[triangle];
            ground(normal_of(wall)).as_dvec2().dot(at - ground(wall[0]).as_dvec2()) < 0.0
        })
    }
}

/// The nearest walls around a point.
struct NearestWalls {
    /// By direction, the distance to a wall that faces the point, and to one that faces away.
    found: [[Option<f64>; 2]; DIRECTIONS],
    /// Distance to the nearest wall.
    distance: f64,
}

impl NearestWalls {
    /// Adds a wall that is seen from a point at a height.
    fn add(&mut self, wall: &[Vec3; 3], at: Vec2, height: f32) {
        let Some(ends) = section_of(wall, height) else { return };
        let ends = ends.map(|end| ground(end).as_dvec2() - at.as_dvec2());
        let normal = ground(normal_of(wall)).as_dvec2();
        let segment = Segment::new(ends[0].as_vec2(), ends[1].as_vec2());
        self.distance = self.distance.min(f64::from(segment.distance(Vec2::ZERO)));
        for (direction, found) in self.found.iter_mut().enumerate() {
            let way = DVec2::from_angle(TAU * direction as f64 / DIRECTIONS as f64);
            if let Some(distance) = hit(way, ends) {
                let nearest = &mut found[usize::from(normal.dot(way) > 0.0)];
                *nearest = Some(nearest.map_or(distance, |other| other.min(distance)));
            }
        }
    }

    /// Whether the nearest walls face away in most directions that have some.
    fn are_behind(&self) -> bool {
        let is_behind = |[front, back]: [Option<f64>; 2]| {
            back.is_some_and(|back| back + AS_NEAR < front.unwrap_or(f64::INFINITY))
        };
        let behind = self.found.iter().filter(|found| is_behind(**found)).count();
        let all = self.found.iter().filter(|found| found.iter().any(Option::is_some)).count();
        behind >= LEAST_BEHIND && 2 * behind > all
    }
}

/// Returns the distance on the ground from a point to the border of a footprint.
fn distance(footprint: &[DVec2], at: DVec2) -> f64 {
    let next = footprint.iter().skip(1).chain(footprint.first());
    let sides = footprint.iter().zip(next).map(|(from, to)| Segment::new(from.as_vec2(), to.as_vec2()));
    f64::from(sides.map(|side| side.distance(at.as_vec2())).fold(f32::INFINITY, f32::min))
}

/// Returns the middle of the largest convex part of a simple ring.
fn middle(ring: &[Vec2]) -> Option<DVec2> {
    let largest = convex_parts(ring)?.into_iter().max_by(|a, b| ground_area(a).total_cmp(&ground_area(b)))?;
    Some(largest.iter().map(|at| at.as_dvec2()).sum::<DVec2>() / largest.len() as f64)
}

/// Returns the convex parts of a simple ring.
fn convex_parts(ring: &[Vec2]) -> Option<Vec<Vec<Vec2>>> {
    let parts = convex_partition(ring)?.into_iter();
    Some(parts.map(|part| part.into_iter().map(|corner| ring[corner]).collect()).collect())
}

/// Returns the middle of a convex ring, and points beside its corners and the middles of its sides.
fn points(ring: &[Vec2]) -> impl Iterator<Item = Vec2> {
    let middle = ring.iter().sum::<Vec2>() / ring.len().max(1) as f32;
    let next = ring.iter().skip(1).chain(ring.first());
    let around = ring.iter().zip(next).flat_map(|(&from, &to)| [from, from.midpoint(to)]);
    around.map(move |at| at.lerp(middle, FROM_CORNER)).chain([middle]).collect::<Vec<_>>().into_iter()
}

/// Returns the cells that are connected to a cell, with that one first; none if they are seen already.
fn region(draft: &Draft, first: CellId, seen: &mut [bool]) -> Vec<CellId> {
    let mut is_new = |cell: CellId| !std::mem::replace(&mut seen[cell.0 as usize], true);
    let mut found: Vec<CellId> = [first].into_iter().filter(|&cell| is_new(cell)).collect();
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        found.extend(draft.adjacency().neighbors(cell).map(|(_, next)| next).filter(|&next| is_new(next)));
    }
    found
}

/// Returns the distance from the origin along a direction to a segment; `None` if the ray passes it.
fn hit(way: DVec2, [from, to]: [DVec2; 2]) -> Option<f64> {
    let [a, b] = [from, to].map(|end| way.perp_dot(end));
    if (a > 0.0) == (b > 0.0) {
        return None;
    }
    Some(way.dot(from.lerp(to, a / (a - b)))).filter(|&distance| distance > 0.0)
}

fn normal_of([a, b, c]: &[Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

fn faces_up(triangle: &[Vec3; 3]) -> bool {
    normal_of(triangle).y > 0.0
}

/// Returns the height of the plane of a triangle that is not upright.
fn height_of(triangle: &[Vec3; 3], at: Vec2) -> f32 {
    Plane::of_ring(triangle).map_or(triangle[0].y, |plane| plane.height_at(at))
}
