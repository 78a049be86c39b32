//! Feet of cells, which are moved onto the ground that they almost touch.
//!
//! Raising the ground to a foot instead would make the ground beside it steep.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};

use super::{CellId, Draft, VertexId, ring};
use crate::geometry::{Plane, Segment, covers, ground, segments_touch};
use crate::navmesh::{Cell, HalfEdge, Surface};

/// Distance in metres up to which corners of an outline become one, and ends do not reach through.
pub(super) const SNAP: f32 = 1e-3;

/// Cosine of the largest angle between a side of a foot and the line of steepest descent, from outside.
const ACROSS: f32 = 0.7;

/// Slope beside the ground, as a tangent, below which each side of a cell can be a foot.
const LEVEL_SLOPE: f32 = 0.1;

/// Slope in radians above which a cell is too steep to walk on: the default of Detour and Unity.
const STEEP: f32 = std::f32::consts::FRAC_PI_4;

/// Slope in radians by which rounding makes a cell steeper.
pub(super) const ROUNDING: f32 = 1e-3;

/// Largest distance in metres by which a foot moves along the slope.
const MOST_SLIDE: f32 = 1.0;

/// The result of moving feet.
#[derive(Debug, Default)]
pub(super) struct Placed {
    /// The vertices of cells that lie on the others.
    pub(super) on_floor: BTreeSet<VertexId>,
    /// Neighbours of the others onto which a foot was moved.
    pub(super) onto: Vec<CellId>,
}

/// Moves the feet of cells onto others that are at most `height` metres below or above.
///
/// A foot moves straight down or up, or along the slope if a cell would be too steep to walk on otherwise. A vertex
/// stays if cells other than the given ones have it.
pub(super) fn place_feet(
    draft: &mut Draft,
    cells: &[CellId],
    others: &[CellId],
    plane: &Plane,
    height: f32,
) -> Placed {
    let surfaces = |of: &[CellId]| -> Vec<Surface> {
        of.iter().map(|&other| Surface::of(draft.mesh(), other)).collect()
    };
    let around: BTreeSet<CellId> = others
        .iter()
        .flat_map(|&other| draft.adjacency().neighbors(other))
        .map(|(_, next)| next)
        .filter(|next| !cells.contains(next) && !others.contains(next))
        .collect();
    let around: Vec<CellId> = around.into_iter().collect();
    let (floors, beside) = (surfaces(others), surfaces(&around));
    let off = |draft: &Draft, id: VertexId| {
        let at = draft.mesh().position(id);
        at.y - height_of_floor(&floors, plane, at)
    };
    let feet = feet(draft, cells, others, plane, height);
    let is_apart = |(id, _): &(&VertexId, &Vec2)| off(draft, **id).abs() > SNAP;
    let apart: BTreeMap<VertexId, Vec2> =
        feet.iter().filter(is_apart).map(|(&id, &gradient)| (id, gradient)).collect();
    let mut placed = Placed::default();
    if !apart.is_empty() {
        let down = apart.keys().map(|&id| {
            let at = draft.mesh().position(id);
            (id, Vec3 { y: height_of_floor(&floors, plane, at), ..at })
        });
        let down: BTreeMap<VertexId, Vec3> = down.collect();
        if !place(draft, cells, &down)
            && let Some(along) = along_slope(draft, &apart, [&floors, &beside], plane)
            && place(draft, cells, &along)
        {
            let is_on = |surface: &Surface| {
                along.values().any(|&at| {
                    surface.covers(ground(at)) && (surface.height_at(ground(at)) - at.y).abs() <= SNAP
                })
            };
            let onto = around.iter().zip(&beside).filter(|(_, surface)| is_on(surface));
            placed.onto = onto.map(|(&cell, _)| cell).collect();
            placed.on_floor.extend(along.keys());
        }
    }
    let corners = cells.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied();
    placed.on_floor.extend(corners.filter(|&id| off(draft, id).abs() <= SNAP));
    placed
}

/// Returns the height of the nearest floor below or above a point.
///
/// Beside all floors, it is that of the plane.
fn height_of_floor(floors: &[Surface], plane: &Plane, at: Vec3) -> f32 {
    let covering = floors.iter().filter(|floor| floor.covers(ground(at)));
    let heights = covering.map(|floor| floor.height_at(ground(at)));
    let nearest = heights.min_by(|a, b| (a - at.y).abs().total_cmp(&(b - at.y).abs()));
    nearest.unwrap_or_else(|| plane.height_at(ground(at)))
}

/// Returns the vertices of feet that can be moved, each with the gradient of its cell beside the plane.
///
/// A foot is a boundary side at the end of a slope, and each boundary side of a level cell.
fn feet(
    draft: &Draft,
    cells: &[CellId],
    others: &[CellId],
    plane: &Plane,
    height: f32,
) -> BTreeMap<VertexId, Vec2> {
    let rings: Vec<_> = others.iter().map(|&other| draft.mesh().ground_ring(other)).collect();
    let is_loose = |id: VertexId| draft.adjacency().star(id).iter().all(|cell| cells.contains(cell));
    let mut feet = BTreeMap::new();
    for &cell in cells {
        let Some(own) = Plane::of_ring(&draft.mesh().ring(cell)) else { continue };
        let slope_beside = gradient(&own) - gradient(plane);
        let sides = (0..).zip(draft.mesh().cell(cell).into_iter().flat_map(Cell::sides));
        for (side, ends) in sides {
            let rises = ends.map(|end| rise(draft, plane, end));
            let places = ends.map(|end| ground(draft.mesh().position(end)));
            let is_foot = draft.adjacency().twin(HalfEdge { cell, side }).is_none()
                && rises.iter().all(|rise| rise.abs() <= height)
                && leads_to_floor(places, ground(own.point), slope_beside, rises[0] + rises[1])
                && rings.iter().any(|ring| meets(ring, places));
            if is_foot {
                for end in ends.into_iter().filter(|&end| is_loose(end)) {
                    feet.entry(end).or_insert(slope_beside);
                }
            }
        }
    }
    feet
}

/// Returns the gradient of a plane: the direction of steepest ascent, with its tangent as length.
fn gradient(plane: &Plane) -> Vec2 {
    Vec2::new(-plane.normal.x, -plane.normal.z) / plane.normal.y
}

/// Whether a side is the end of a cell towards the floor, or the cell is level beside it.
fn leads_to_floor([from, to]: [Vec2; 2], middle: Vec2, gradient: Vec2, rise: f32) -> bool {
    let across = (to - from).perp().normalize_or_zero();
    let outward = if across.dot(middle - from) > 0.0 { -across } else { across };
    let towards = if rise < 0.0 { gradient } else { -gradient };
    gradient.length() <= LEVEL_SLOPE || outward.dot(towards) >= ACROSS * gradient.length()
}

/// Returns the places at which the slopes of vertices reach the floors.
///
/// `None` if one is far away or beside the floors.
fn along_slope(
    draft: &Draft,
    feet: &BTreeMap<VertexId, Vec2>,
    [floors, beside]: [&[Surface]; 2],
    plane: &Plane,
) -> Option<BTreeMap<VertexId, Vec3>> {
    let place = |(&id, &gradient): (&VertexId, &Vec2)| {
        let by = gradient * (-rise(draft, plane, id) / gradient.length_squared());
        let at = ground(draft.mesh().position(id)) + by;
        let all = if floors.iter().any(|floor| floor.covers(at)) { floors } else { beside };
        let is_on_floor = all.iter().any(|floor| floor.covers(at));
        let at = Vec3::new(at.x, plane.height_at(at), at.y);
        let at = Vec3 { y: height_of_floor(all, plane, at), ..at };
        (by.length() <= MOST_SLIDE && is_on_floor).then_some((id, at))
    };
    feet.iter().map(place).collect()
}

/// Moves vertices; returns `false` and moves none if a cell would be broken or too steep to walk on.
fn place(draft: &mut Draft, cells: &[CellId], places: &BTreeMap<VertexId, Vec3>) -> bool {
    let slopes: Vec<f32> = cells.iter().map(|&cell| steepest(draft, cell)).collect();
    let before: Vec<(VertexId, Vec3)> = places.keys().map(|&id| (id, draft.mesh().position(id))).collect();
    for (&id, &at) in places {
        draft.move_vertex(id, at);
    }
    let is_kept = cells.iter().zip(slopes).all(|(&cell, slope)| {
        ring::is_sound(draft, draft.mesh().corners(cell))
            && steepest(draft, cell) <= slope.max(STEEP) + ROUNDING
    });
    if !is_kept {
        for (id, at) in before {
            draft.move_vertex(id, at);
        }
    }
    is_kept
}

/// Returns the slope of the steepest triangle of a cell that is wider than a hair, in radians.
pub(super) fn steepest(draft: &Draft, cell: CellId) -> f32 {
    Surface::of(draft.mesh(), cell).steepest(f64::from(SNAP))
}

/// Returns the height of a vertex above a plane, in metres.
pub(super) fn rise(draft: &Draft, plane: &Plane, id: VertexId) -> f32 {
    let at = draft.mesh().position(id);
    at.y - plane.height_at(ground(at))
}

/// Whether a segment touches a polygon.
pub(super) fn meets(ring: &[Vec2], [from, to]: [Vec2; 2]) -> bool {
    let next = ring.iter().skip(1).chain(ring.first());
    let mut sides = ring.iter().zip(next).map(|(&from, &to)| Segment::new(from, to));
    covers(ring, from) || sides.any(|side| segments_touch(&side, &Segment::new(from, to)))
}
