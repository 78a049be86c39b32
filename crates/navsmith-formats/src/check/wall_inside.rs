//! Walls of the level on cells.

use glam::DVec2;

use super::agent_look::AgentLook;
use super::{AgentLimits, Issue, IssueKind, cells_of};
use crate::level::walls::{Footprint, LOOKS, each_wall_above};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Bounds, Plane, Vec2, at_height, clip, convex_partition, ground, is_convex};
use navsmith_core::navmesh::{CellId, HalfEdge, Surface, height_in};

/// Least distance in metres from a boundary edge at which a wall is inside its cell.
///
/// A wall that is nearer bounds the cell, up to the precision of drawing.
const LEAST_DEPTH: f32 = 0.05;

/// Number of sides that cost one step for each triangle above their cell.
const MANY_SIDES: usize = 64;

/// Least length in metres of a wall on a cell. A shorter one touches the cell in a corner.
const LEAST_LENGTH: f64 = 0.01;

impl AgentLimits {
    /// Returns the distance from a boundary edge at which walls are inside of a cell.
    pub(in crate::check) fn wall_depth(&self) -> f32 {
        self.near_wall.max(LEAST_DEPTH * self.metre)
    }
}

/// A convex part of a cell, each side with whether it is a boundary edge.
type Part = Vec<([Vec2; 2], bool)>;

/// A wall on a cell.
pub(in crate::check) struct WallOnCell {
    /// Index of its triangle.
    pub(in crate::check) triangle: usize,
    /// Ground below it, on the cell and beside it.
    pub(in crate::check) footprint: Footprint,
    /// Largest distance between two points of the footprint on the cell, and the point between them.
    extent: (f64, DVec2),
}

pub(super) fn judge(
    look: &AgentLook<'_>,
    cell: CellId,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let walls = walls_on(look, cell, budget)?;
    let longest = walls.iter().map(|wall| wall.extent).max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(longest.map(|(_, middle)| {
        let (at, floor) = (middle.as_vec2(), Plane::of_ring(&look.mesh.ring(cell)));
        let height = floor.map_or(0.0, |floor| floor.height_at(at));
        Issue::new(IssueKind::WallInside, vec![cell], at_height(at, height))
    }))
}

/// Returns the walls on a cell, by index of their triangles.
pub(in crate::check) fn walls_on(
    look: &AgentLook<'_>,
    cell: CellId,
    budget: &mut Budget,
) -> Result<Vec<WallOnCell>, Exhausted> {
    let (ring, mut walls) = (look.mesh.ring(cell), Vec::new());
    let (Some(surface), Some(floor)) = (look.surface, Plane::of_ring(&ring)) else { return Ok(walls) };
    let (parts, bounds) = (parts(look, cell), Bounds::of(ring.iter().copied()));
    let (limits, rectangle) = (look.limits.walls(), [bounds.ground_min(), bounds.ground_max()]);
    let (depth, mut steps) = (f64::from(look.limits.wall_depth()), 0);
    let least_length = LEAST_LENGTH * f64::from(limits.metre);
    // Each wall is compared with all sides; cells of many sides pay before.
    let sides: usize = parts.iter().map(Vec::len).sum();
    budget.step(surface.entries_in(rectangle).saturating_mul(sides / MANY_SIDES))?;
    each_wall_above(surface, &floor, rectangle, &limits, budget, |triangle, footprint| {
        let on_part = |part: &Part| extent(&inside(footprint, part, depth));
        let longest = parts.iter().map(on_part).max_by(|a, b| a.0.total_cmp(&b.0));
        steps += sides;
        if let Some(extent) = longest.filter(|(length, _)| *length > least_length) {
            walls.push(WallOnCell { triangle, footprint: footprint.clone(), extent });
        }
    })?;
    let detailed = look.mesh.detail(cell).map(|_| Surface::of(look.mesh, cell));
    walls.retain(|wall| {
        let (triangle, middle) = (&surface.triangles()[wall.triangle], wall.extent.1.as_vec2());
        steps += LOOKS * surface.entries_in([middle; 2]);
        match &detailed {
            None => !limits.is_step(surface, triangle, middle, |at| floor.height_at(at)),
            // A slope of the ground below the detail heights is no wall.
            Some(detailed) => {
                steps += detailed.triangle_points().count();
                let ground = detailed.triangles().find(|it| height_in(*it, middle).is_some());
                let below = ground.and_then(|triangle| Plane::of_ring(&triangle)).unwrap_or(floor);
                !limits.footprint(triangle, &below).is_empty()
                    && !limits.is_step(surface, triangle, middle, |at| detailed.height_at(at))
            }
        }
    });
    budget.step(steps)?;
    walls.sort_by_key(|wall| wall.triangle);
    Ok(walls)
}

/// Returns the convex parts of a cell; none of a cell that is inside out or crosses itself.
fn parts(look: &AgentLook<'_>, cell: CellId) -> Vec<Part> {
    let ring: Vec<Vec2> = look.mesh.ring(cell).iter().copied().map(ground).collect();
    let all: Vec<usize> = (0..ring.len()).collect();
    let parts = if is_convex(&ring) { Some(vec![all]) } else { convex_partition(&ring) };
    let is_open = |from: usize, to: usize| {
        let side = HalfEdge { cell, side: from as u32 };
        to == (from + 1) % ring.len() && look.derived.adjacency.twin(side).is_none()
    };
    let part = |corners: Vec<usize>| {
        let next = corners.iter().skip(1).chain(corners.first());
        let sides = corners.iter().zip(next);
        sides.map(|(&from, &to)| ([ring[from], ring[to]], is_open(from, to))).collect()
    };
    parts.unwrap_or_default().into_iter().map(part).collect()
}

/// Returns the part of a footprint on a convex part of a cell, away from boundary edges by a depth.
fn inside(footprint: &[DVec2], part: &Part, depth: f64) -> Vec<DVec2> {
    let mut left = footprint.to_vec();
    for &([from, to], is_open) in part {
        if left.is_empty() {
            break;
        }
        let (from, along) = (from.as_dvec2(), (to - from).as_dvec2().normalize_or_zero());
        let least = if is_open { depth } else { 0.0 };
        // Left of a side is where the cross product is negative.
        left = clip(&left, |at| -along.perp_dot(at - from) - least).to_vec();
    }
    left
}

/// Returns the largest distance between two corners, and the point between them.
fn extent(corners: &[DVec2]) -> (f64, DVec2) {
    let pairs = corners.iter().enumerate().flat_map(|(i, &a)| corners[i + 1..].iter().map(move |&b| (a, b)));
    let longest = pairs.map(|(a, b)| (a.distance(b), a.midpoint(b))).max_by(|a, b| a.0.total_cmp(&b.0));
    longest.unwrap_or_default()
}

pub(super) fn headline(issue: &Issue) -> String {
    format!("A wall is inside cell {}", cells_of(issue))
}

pub(super) fn describe(issue: &Issue) -> String {
    format!(
        "{}, and paths lead through it. Cut the wall out, or hide its part of the level if agents pass it.",
        headline(issue),
    )
}
