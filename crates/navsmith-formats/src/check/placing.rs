//! Positions to which fixes for an agent and its level move vertices.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::agent_look::AgentLook;
use super::far;
use navsmith_core::geometry::{Plane, at_height, ground};
use navsmith_core::navmesh::{Edge, EdgeKind, HalfEdge, VertexId};

/// Cosine of the angle between two edges above which they count as one straight line: 10 degrees.
const STRAIGHT: f32 = 0.985;

/// Factor on the width of a widened portal, so that rounding leaves it wide enough.
const ROUNDING: f32 = 1.0 + 1e-5;

/// Returns the distance of the farthest move, if it is more than the weld distance.
pub(super) fn farthest(look: &AgentLook<'_>, moved: &[(VertexId, Vec3)]) -> Option<f32> {
    far(longest(look, moved), look.limits.weld)
}

/// Returns the distance of the farthest move in metres, or 0.
pub(super) fn longest(look: &AgentLook<'_>, moved: &[(VertexId, Vec3)]) -> f32 {
    let by = moved.iter().map(|&(vertex, to)| look.mesh.position(vertex).distance(to));
    by.fold(0.0, f32::max)
}

/// Returns the ends of a portal that are at walls, at positions that leave the agent enough room.
pub(super) fn widened(
    look: &AgentLook<'_>,
    portal: Edge,
    has_wall: impl Fn(VertexId) -> bool,
) -> Vec<(VertexId, Vec3)> {
    let diameter = look.limits.narrow_portal * ROUNDING;
    let ends: SmallVec<[VertexId; 2]> = portal.ends().into_iter().filter(|&end| has_wall(end)).collect();
    let [from, to] = look.mesh.edge_positions(portal);
    let (middle, along) = (from.midpoint(to), (to - from).normalize_or_zero());
    let length = from.distance(to);
    // With a wall at one end only, the agent can overlap the other end.
    let by = if ends.len() == 1 { diameter / 2.0 - length } else { (diameter - length) / 2.0 };
    let moved = |vertex: VertexId| {
        let at = look.mesh.position(vertex);
        let outwards = if (at - middle).dot(along) < 0.0 { -along } else { along };
        (vertex, at + outwards * by)
    };
    ends.into_iter().map(moved).collect()
}

/// Distance by which an edge moves, and its direction.
#[derive(Clone, Copy)]
struct Shift {
    inwards: Vec2,
    distance: f32,
}

/// Returns the ends of edges moved away from walls; `missing` is the distance of each edge in metres.
pub(super) fn from_walls(look: &AgentLook<'_>, missing: &BTreeMap<Edge, f32>) -> Vec<(VertexId, Vec3)> {
    let vertices: BTreeSet<VertexId> = missing.keys().flat_map(|edge| edge.ends()).collect();
    let moved = |vertex: VertexId| {
        let at = look.mesh.position(vertex);
        let offset = offset(&shifts_at(look, vertex, missing));
        (vertex, on_cell(look, vertex, at, ground(at) + offset))
    };
    vertices.into_iter().map(moved).collect()
}

/// Returns the shift of each boundary edge at a vertex; edges that stay have a distance of 0.
fn shifts_at(look: &AgentLook<'_>, vertex: VertexId, missing: &BTreeMap<Edge, f32>) -> SmallVec<[Shift; 2]> {
    let adjacency = &look.derived.adjacency;
    let mut shifts = SmallVec::new();
    for &cell in adjacency.star(vertex) {
        for side in 0..look.mesh.corners(cell).len() as u32 {
            let Some(ends) = look.mesh.half_edge(HalfEdge { cell, side }) else { continue };
            let edge = Edge::new(ends[0], ends[1]);
            if ends.contains(&vertex) && adjacency.kind(look.mesh, edge) == EdgeKind::Boundary {
                let [from, to] = ends.map(|end| ground(look.mesh.position(end)));
                let along = (to - from).normalize_or_zero();
                // Left of a direction, seen from above with Z downwards.
                let inwards = Vec2::new(along.y, -along.x);
                shifts.push(Shift { inwards, distance: missing.get(&edge).copied().unwrap_or(0.0) });
            }
        }
    }
    shifts
}

/// Returns the offset of a vertex that shifts its edges.
///
/// Two edges that form a corner keep their directions.
fn offset(shifts: &[Shift]) -> Vec2 {
    let sum = || shifts.iter().map(|shift| shift.inwards * shift.distance).sum::<Vec2>();
    let [one, other] = *shifts else { return sum() };
    if one.inwards.dot(other.inwards) > STRAIGHT {
        return (one.inwards + other.inwards).normalize_or_zero() * one.distance.max(other.distance);
    }
    let determinant = one.inwards.perp_dot(other.inwards);
    if determinant.abs() < (1.0 - STRAIGHT * STRAIGHT).sqrt() {
        return sum();
    }
    let [a, b] = [one, other].map(|shift| shift.distance);
    Vec2::new(a * other.inwards.y - b * one.inwards.y, b * one.inwards.x - a * other.inwards.x) / determinant
}

/// Returns the position of a moved vertex in the plane of a cell around it.
fn on_cell(look: &AgentLook<'_>, vertex: VertexId, at: Vec3, to: Vec2) -> Vec3 {
    let (mesh, adjacency) = (look.mesh, &look.derived.adjacency);
    let cell = adjacency.star(vertex).first();
    let plane = cell.and_then(|&cell| Plane::of_ring(&mesh.ring(cell)));
    let rise = plane.map_or(0.0, |plane| plane.height_at(to) - plane.height_at(ground(at)));
    at_height(to, at.y + rise)
}
