//! Moves that fix narrow portals and issues with the levels.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use crate::editor::Editor;
use crate::editor::analysis::agent_issues;
use crate::editor::levels::surface;
use navsmith_core::geometry::{Plane, at_height, ground};
use navsmith_core::navmesh::{Cell, Edge, EdgeKind, HalfEdge, VertexId};
use navsmith_formats::document::issues::{Fix, IssueKind};

/// Cosine of the angle between two edges above which they count as one straight line: 10 degrees.
const STRAIGHT: f32 = 0.985;

/// Factor on the width of a widened portal, so that rounding leaves it wide enough.
const ROUNDING: f32 = 1.0 + 1e-5;

/// Returns the vertices that fixes move, each with its new position.
pub(super) fn moves(editor: &Editor, fixes: &[Fix]) -> Vec<(VertexId, Vec3)> {
    let edges: BTreeSet<Edge> = fixes
        .iter()
        .filter_map(|fix| if let Fix::MoveFromWall(edge) = *fix { Some(edge) } else { None })
        .collect();
    let heights = fixes.iter().filter_map(|fix| match *fix {
        Fix::TakeHeight(vertex) => {
            let at = editor.document.mesh.position(vertex);
            let height = surface::surface(editor)?.nearest_height(at, f32::INFINITY)?;
            Some((vertex, at.with_y(height)))
        }
        _ => None,
    });
    let portals = fixes
        .iter()
        .flat_map(|fix| if let Fix::Widen(edge) = *fix { widened(editor, edge) } else { Vec::new() });
    heights.chain(from_walls(editor, &edges)).chain(portals).collect()
}

/// Returns the ends of a portal that are at walls, at positions that leave the agent enough room.
fn widened(editor: &Editor, portal: Edge) -> Vec<(VertexId, Vec3)> {
    let diameter = agent_issues::limits(editor).narrow_portal * ROUNDING;
    let (mesh, adjacency) = (&editor.document.mesh, &editor.derived.adjacency);
    let has_wall = |vertex: &VertexId| {
        let sides = adjacency.star(*vertex).iter().flat_map(|&cell| {
            mesh.cell(cell).into_iter().flat_map(Cell::sides).map(|[from, to]| Edge::new(from, to))
        });
        sides
            .filter(|edge| edge.ends().contains(vertex))
            .any(|edge| adjacency.kind(mesh, edge) != EdgeKind::Inner)
    };
    let ends: SmallVec<[VertexId; 2]> = portal.ends().into_iter().filter(has_wall).collect();
    let [from, to] = mesh.edge_positions(portal);
    let (middle, along) = (from.midpoint(to), (to - from).normalize_or_zero());
    let length = from.distance(to);
    // With a wall at one end only, the agent can overlap the other end.
    let by = if ends.len() == 1 { diameter / 2.0 - length } else { (diameter - length) / 2.0 };
    let moved = |vertex: VertexId| {
        let at = mesh.position(vertex);
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

fn from_walls(editor: &Editor, edges: &BTreeSet<Edge>) -> Vec<(VertexId, Vec3)> {
    let radius = agent_issues::limits(editor).near_wall;
    let mut missing: BTreeMap<Edge, f32> = BTreeMap::new();
    for issue in agent_issues::agent_issues(editor).into_iter().flat_map(|issues| issues.iter()) {
        if let IssueKind::NearWall(edge) = issue.kind
            && edges.contains(&edge)
        {
            missing.insert(edge, radius - issue.distance.unwrap_or(radius));
        }
    }
    let vertices: BTreeSet<VertexId> = missing.keys().flat_map(|edge| edge.ends()).collect();
    let moved = |vertex: VertexId| {
        let at = editor.document.mesh.position(vertex);
        let offset = offset(&shifts_at(editor, vertex, &missing));
        (vertex, on_cell(editor, vertex, at, ground(at) + offset))
    };
    vertices.into_iter().map(moved).collect()
}

/// Returns the shift of each boundary edge at a vertex; edges that stay have a distance of 0.
fn shifts_at(editor: &Editor, vertex: VertexId, missing: &BTreeMap<Edge, f32>) -> SmallVec<[Shift; 2]> {
    let (mesh, adjacency) = (&editor.document.mesh, &editor.derived.adjacency);
    let mut shifts = SmallVec::new();
    for &cell in adjacency.star(vertex) {
        for side in 0..mesh.corners(cell).len() as u32 {
            let Some(ends) = mesh.half_edge(HalfEdge { cell, side }) else { continue };
            let edge = Edge::new(ends[0], ends[1]);
            if ends.contains(&vertex) && adjacency.kind(mesh, edge) == EdgeKind::Boundary {
                let [from, to] = ends.map(|end| ground(mesh.position(end)));
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
fn on_cell(editor: &Editor, vertex: VertexId, at: Vec3, to: Vec2) -> Vec3 {
    let (mesh, adjacency) = (&editor.document.mesh, &editor.derived.adjacency);
    let cell = adjacency.star(vertex).first();
    let plane = cell.and_then(|&cell| Plane::of_ring(&mesh.ring(cell)));
    let rise = plane.map_or(0.0, |plane| plane.height_at(to) - plane.height_at(ground(at)));
    at_height(to, at.y + rise)
}
