//! Creation of cells on empty ground, also between two boundary sides.
//!
//! Id stability: every id stays; an edge that receives a corner becomes two edges.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::{Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::geometry::{
    Segment, Shape, Turn, Vec2, centroid, ground, is_convex_but_for_rounding, rounding, shape, turn,
};
use crate::navmesh::{AreaId, Cell, EdgeKind, HalfEdge};

/// The start or end point of a drawing operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Corner {
    /// An existing vertex.
    Vertex(VertexId),
    /// A position without a vertex.
    New(Vec3),
    /// A point of an edge, which is split there.
    OnEdge {
        /// The edge.
        edge: Edge,
        /// Position on the edge, from 0 at `edge.ends()[0]` to 1 at the other end.
        t: f32,
    },
}

/// Adds an isolated vertex.
pub fn add_vertex(draft: &mut Draft, position: Vec3) -> EditResult {
    let position = require::finite(position)?;
    Ok(Edited::of_vertices(vec![draft.add_vertex(position)]))
}

/// Adds cells inside an outline of either winding: one if it is convex, else several.
///
/// Refused if the outline crosses or touches itself, encloses no area, or runs along the inner side of a cell.
pub fn draw_cell(draft: &mut Draft, outline: &[Corner], area: AreaId) -> EditResult {
    let mut corners = place(draft, outline)?;
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    require::at_least(3, "corners", &corners, "A cell")?;
    cover(draft, corners, area)
}

/// Adds cells between vertices.
///
/// Fills the loop of boundary edges that the vertices form. Otherwise orders the vertices by angle around their
/// centre.
pub fn fill(draft: &mut Draft, ids: &[VertexId], area: AreaId) -> EditResult {
    let ids = require::vertices(draft, ids)?;
    require::at_least(3, "vertices", &ids, "Filling")?;
    let corners = boundary_loop(draft, &ids).unwrap_or_else(|| around_centre(draft, &ids));
    cover(draft, corners, area)
}

/// Connects two boundary sides with a cell, or with several cells if one would not be convex.
///
/// The new cells have the area of the first side's cell. Refused if the sides do not face each other, or have no
/// ground between them.
pub fn bridge(draft: &mut Draft, one: HalfEdge, other: HalfEdge) -> EditResult {
    let [a, b] = free_side(draft, one)?;
    let [c, d] = free_side(draft, other)?;
    let area = draft.mesh().cell(one.cell).map(Cell::area).unwrap_or_default();
    // The outline runs along both sides, opposite to the existing cells.
    draw_cell(draft, &[b, a, d, c].map(Corner::Vertex), area)
}

fn free_side(draft: &Draft, side: HalfEdge) -> Result<[VertexId; 2], Refusal> {
    let ends = draft.mesh().half_edge(side).ok_or(Refusal::NoSuchCell(side.cell))?;
    let edge = Edge::new(ends[0], ends[1]);
    if draft.adjacency().sides_of(draft.mesh(), edge).len() > 1 {
        return Err(Refusal::NotBoundary(edge));
    }
    Ok(ends)
}

/// Returns the vertices of corners, and adds the new ones. Points on one edge split it in order.
pub(super) fn place(draft: &mut Draft, corners: &[Corner]) -> Result<Vec<VertexId>, Refusal> {
    let mut on_edges: BTreeMap<Edge, Vec<(f32, usize)>> = BTreeMap::new();
    let mut placed = vec![None; corners.len()];
    for (i, corner) in corners.iter().enumerate() {
        match *corner {
            Corner::Vertex(id) => placed[i] = require::vertex(draft, id).map(|_| Some(id))?,
            Corner::New(position) => require::finite(position).map(drop)?,
            Corner::OnEdge { edge, t } => {
                require::sides(draft, edge)?;
                on_edges.entry(edge).or_default().push((t, i));
            }
        }
    }
    for (edge, points) in on_edges {
        place_on_edge(draft, edge, points, &mut placed)?;
    }
    for (i, corner) in corners.iter().enumerate() {
        if let &Corner::New(position) = corner {
            let same = placed.iter().flatten().find(|&&id| coincides(draft, id, position)).copied();
            placed[i] = Some(same.unwrap_or_else(|| draft.add_vertex(position)));
        }
    }
    Ok(placed.into_iter().flatten().collect())
}

fn coincides(draft: &Draft, vertex: VertexId, position: Vec3) -> bool {
    let heights = [draft.mesh().position(vertex).y, position.y];
    let slack = 2.0 * rounding(&heights.map(Vec2::splat));
    ring::is_at(draft, position, vertex) && (heights[0] - heights[1]).abs() <= slack
}

fn place_on_edge(
    draft: &mut Draft,
    edge: Edge,
    mut points: Vec<(f32, usize)>,
    placed: &mut [Option<VertexId>],
) -> Result<(), Refusal> {
    let [start, end] = edge.ends();
    let mut chain = vec![start];
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (t, corner) in points {
        let position = require::finite(ring::along(draft, edge, t.clamp(0.0, 1.0)))?;
        let last = chain[chain.len() - 1];
        placed[corner] = Some(if ring::is_at(draft, position, end) {
            end
        } else if ring::is_at(draft, position, last) {
            last
        } else {
            chain.push(draft.add_vertex(position));
            chain[chain.len() - 1]
        });
    }
    ring::insert_on_edge(draft, edge, &chain[1..]);
    Ok(())
}

/// Adds cells inside a ring of at least three corners.
fn cover(draft: &mut Draft, mut corners: Vec<VertexId>, area: AreaId) -> EditResult {
    let mut points = ring::on_ground(draft, &corners);
    if crate::geometry::ground_area(&points) < 0.0 {
        corners.reverse();
        points.reverse();
    }
    let shape = shape(&points);
    if shape == Shape::Flat {
        return Err(Refusal::NoArea);
    }
    if require::distinct(&corners).len() < corners.len() || touches_itself(&points) {
        return Err(Refusal::CrossesItself);
    }
    let pieces = match shape {
        Shape::SelfCrossing => return Err(Refusal::CrossesItself),
        _ if is_convex_but_for_rounding(&points) => vec![(0..points.len()).collect()],
        _ => ring::convex_pieces(&points).ok_or(Refusal::CrossesItself)?,
    };
    let cells: Vec<_> = pieces
        .into_iter()
        .map(|piece: Vec<usize>| draft.add_cell(piece.into_iter().map(|i| corners[i]), area))
        .collect();
    ring::require_untangled(draft, &cells)?;
    Ok(Edited { edges: Edge::around(&corners).collect(), vertices: corners, cells, ..Edited::default() })
}

/// Whether a corner lies on a side that it does not belong to.
fn touches_itself(points: &[Vec2]) -> bool {
    let n = points.len();
    let on_side = |point: Vec2, side: Segment| {
        turn(side.from, point, side.to) == Turn::Straight
            && (point - side.from).as_dvec2().dot((point - side.to).as_dvec2()) <= 0.0
    };
    (0..n).any(|i| {
        (0..n)
            .filter(|&j| j != i && (j + 1) % n != i)
            .any(|j| on_side(points[i], Segment::new(points[j], points[(j + 1) % n])))
    })
}

/// Returns the loop that all these vertices form along boundary edges, if there is exactly one.
///
/// The loop has the winding of a cell inside it.
fn boundary_loop(draft: &Draft, ids: &[VertexId]) -> Option<Vec<VertexId>> {
    let chosen: BTreeSet<VertexId> = ids.iter().copied().collect();
    let mut next = BTreeMap::new();
    for &id in ids {
        for &cell in draft.adjacency().star(id) {
            let corners = ring::from_corner(draft, cell, id)?;
            let follower = corners[1];
            let is_boundary =
                draft.adjacency().kind(draft.mesh(), Edge::new(id, follower)) == EdgeKind::Boundary;
            if is_boundary && chosen.contains(&follower) && next.insert(follower, id).is_some() {
                return None;
            }
        }
    }
    ring::loop_of(&next, ids[0]).filter(|found| found.len() == ids.len())
}

/// Returns the vertices sorted by angle around their mean, counter-clockwise.
fn around_centre(draft: &Draft, ids: &[VertexId]) -> Vec<VertexId> {
    let centre = ground(centroid(&ids.iter().map(|&id| draft.mesh().position(id)).collect::<Vec<_>>()));
    let angle = |&id: &VertexId| {
        let arm = (ground(draft.mesh().position(id)) - centre).as_dvec2();
        (f64::atan2(-arm.y, arm.x), id)
    };
    let mut angles: Vec<(f64, VertexId)> = ids.iter().map(angle).collect();
    angles.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    angles.into_iter().map(|(_, id)| id).collect()
}
