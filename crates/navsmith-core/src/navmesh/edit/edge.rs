//! Changes of one edge: a split by a vertex, and a rotation between two cells.
//!
//! Id stability: every id stays, except that of the edge.

use super::{Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};

/// Inserts a vertex into an edge at `t`, and into all cells on the edge.
///
/// `t` is 0 at `edge.ends()[0]` and 1 at the other end. The vertex lies at the height of the edge.
pub fn split_edge(draft: &mut Draft, edge: Edge, t: f32) -> EditResult {
    require::sides(draft, edge)?;
    let position = require::finite(ring::along(draft, edge, t))?;
    if t <= 0.0 || t >= 1.0 || edge.ends().iter().any(|&end| ring::is_at(draft, position, end)) {
        return Err(Refusal::SplitAtEnd(edge));
    }
    let vertex = draft.add_vertex(position);
    let cells = ring::insert_on_edge(draft, edge, &[vertex]);
    let edges = edge.ends().map(|end| Edge::new(end, vertex)).to_vec();
    Ok(Edited { vertices: vec![vertex], edges, cells, ..Edited::default() })
}

/// Rotates the edge between two cells of one area within their union.
///
/// Each end moves on to the next corner; two triangles receive the other diagonal. Refused if a cell would not be
/// convex.
pub fn flip_edge(draft: &mut Draft, edge: Edge) -> EditResult {
    let [one, other] = require::inner(draft, edge)?.map(|side| side.cell);
    require::one_area(draft, &[one, other])?;
    let [a, b] = edge.ends();
    let beyond = |cell, first| ring::from_corner(draft, cell, first).ok_or(Refusal::NoSuchEdge(edge));
    // `one` runs from a to b and back around to a; `other` runs from b to a and back around to b.
    let (one_ring, other_ring) = (beyond(one, b)?, beyond(other, a)?);
    let new_edge = Edge::new(one_ring[1], other_ring[1]);
    let turned = |ring: &[VertexId], next: VertexId| -> Vec<VertexId> {
        ring[1..].iter().copied().chain([next]).collect()
    };
    let (one_corners, other_corners) = (turned(&one_ring, other_ring[1]), turned(&other_ring, one_ring[1]));
    if !ring::is_sound(draft, &one_corners) || !ring::is_sound(draft, &other_corners) {
        return Err(Refusal::FlipNotConvex(edge));
    }
    draft.set_corners(one, one_corners);
    draft.set_corners(other, other_corners);
    require::untangled(draft, [new_edge])?;
    Ok(Edited { edges: vec![new_edge], cells: vec![one, other], ..Edited::default() })
}
