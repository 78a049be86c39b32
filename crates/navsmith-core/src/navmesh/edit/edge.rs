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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, edges, lines};
    use super::*;

    #[test]
    fn a_vertex_splits_an_edge_of_cells_between_its_ends() {
        let split = |mesh: &str, ends, t| after(mesh, |draft| split_edge(draft, edges(&[ends])[0], t));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 4 2) 3(2 0) 4(4 2) 5(4 0) 6(2 3 1.5); c 0[0 1 2 6 3] 1[3 6 2 4 5]
            Edge 2–3 has a vertex at that end already. Split it somewhere between its ends.
            No cell has an edge between vertices 0 and 2. Select again.
        "#]]
        .assert_eq(&lines([
            // Both cells on an edge get the vertex at its height.
            split("v 0 0, 0 2, 2 4 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5", [3, 2], 0.25),
            // A split at an end is refused.
            split(TWO_SQUARES, [2, 3], 1.0),
            // A diagonal is no edge to split.
            split(TWO_SQUARES, [0, 2], 0.5),
        ]));
    }

    #[test]
    fn an_edge_turns_within_the_union_of_its_cells_if_both_stay_convex() {
        let flip = |mesh: &str, ends| after(mesh, |draft| flip_edge(draft, edges(&[ends])[0]));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[1 2 3] 1[3 0 1]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 4] 1[4 5 3 0]
            Edge 0–2 cannot be flipped: a cell next to it would not be convex. Move the corners around it first.
            Edge 0–1 does not join two cells. Choose one with a cell on each side.
        "#]]
        .assert_eq(&lines([
            // The other diagonal comes.
            flip("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3", [0, 2]),
            // An edge turns by one corner in larger cells.
            flip(TWO_SQUARES, [3, 2]),
            // A kite that is not convex is refused.
            flip("v 0 0, 0 2, 1 1, 5 1; c 0 1 2, 0 2 3", [0, 2]),
            // A boundary edge is refused.
            flip("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3", [0, 1]),
        ]));
    }
}
