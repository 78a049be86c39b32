//! Rest surfaces, and platforms: chains of them.

use glam::DVec2;

use super::free_space::{Beyond, FreeSpace, SpaceSide};
use super::gravity::{Gravity, RestTest};
use crate::navmesh::HalfEdge;

/// A side of a solid, tested for whether a body rests on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedSurface {
    /// The side of the mesh.
    pub side: HalfEdge,
    /// The numbers that decide.
    pub test: RestTest,
}

/// A maximal chain of sides on which a body rests.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The sides, from left to right in the frame of gravity.
    pub sides: Vec<HalfEdge>,
    /// The ends of the sides, from left to right, as X and Z in metres; one more than the sides.
    pub points: Vec<DVec2>,
    /// Length of all sides, in metres.
    pub length: f64,
    /// Minimum and maximum in the frame of gravity: to the right and up, in metres.
    pub bounds: [DVec2; 2],
}

/// Returns the test of a side of a solid; `None` for any other side.
pub fn tested_surface(gravity: &Gravity, side: &SpaceSide) -> Option<TestedSurface> {
    let test = || gravity.test(side.ends, -side.outward);
    (side.beyond == Beyond::Solid).then(|| TestedSurface { side: side.half_edge, test: test() })
}

/// Returns the sides on which a body rests, in the order of cells; linear.
pub fn rest_surfaces(space: &FreeSpace<'_>, gravity: &Gravity) -> Vec<TestedSurface> {
    let tested = space.sides().iter().filter_map(|side| tested_surface(gravity, side));
    tested.filter(|surface| surface.test.is_rest).collect()
}

/// Returns the platforms, in the order of their first sides on the boundary; linear.
///
/// Two rest surfaces belong to one platform if one follows the other on the boundary of the free space. A constraint
/// separates platforms. The article stores at most 64 sides for each platform and a box along X and Y.
pub fn platforms(space: &FreeSpace<'_>, gravity: &Gravity) -> Vec<Platform> {
    let sides = space.sides();
    let is_rest =
        |side: &SpaceSide| tested_surface(gravity, side).is_some_and(|surface| surface.test.is_rest);
    let is_rest: Vec<bool> = sides.iter().map(is_rest).collect();
    let mut has_previous = vec![false; sides.len()];
    let mut next = vec![None; sides.len()];
    for side in (0..sides.len()).filter(|&side| is_rest[side]) {
        next[side] = Some(space.next_on_boundary(side)).filter(|&next| is_rest[next]);
        if let Some(next) = next[side] {
            has_previous[next] = true;
        }
    }
    let first = (0..sides.len()).filter(|&side| is_rest[side] && !has_previous[side]);
    first
        .map(|first| platform(space, gravity, std::iter::successors(Some(first), |&side| next[side])))
        .collect()
}

fn platform(space: &FreeSpace<'_>, gravity: &Gravity, chain: impl Iterator<Item = usize>) -> Platform {
    let chain: Vec<&SpaceSide> = chain.map(|side| &space.sides()[side]).collect();
    let starts = chain.iter().map(|side| side.ends[0]);
    let mut points: Vec<DVec2> = starts.chain(chain.last().map(|last| last.ends[1])).collect();
    let mut sides: Vec<HalfEdge> = chain.iter().map(|side| side.half_edge).collect();
    let right = |point: Option<&DVec2>| point.map_or(0.0, |&point| gravity.coordinates(point).x);
    if right(points.first()) > right(points.last()) {
        points.reverse();
        sides.reverse();
    }
    let length = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let empty = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    let bounds = points.iter().fold(empty, |[min, max], &point| {
        let at = gravity.coordinates(point);
        [min.min(at), max.max(at)]
    });
    Platform { sides, points, length, bounds }
}
