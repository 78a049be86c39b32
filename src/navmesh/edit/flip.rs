//! Rotation of the edge between two cells.
//!
//! Id stability: every vertex and cell keeps its id; another edge replaces the edge.

use super::{Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};

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

    use super::super::text::after;
    use super::*;

    fn edge(a: u32, b: u32) -> Edge {
        Edge::new(VertexId(a), VertexId(b))
    }

    #[test]
    fn the_other_diagonal_comes() {
        expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[1 2 3] 1[3 0 1]"]
            .assert_eq(&after("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3", |draft| flip_edge(draft, edge(0, 2))));
    }

    #[test]
    fn an_edge_turns_by_one_corner_in_larger_cells() {
        expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 4] 1[4 5 3 0]"]
            .assert_eq(&after("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5", |draft| {
                flip_edge(draft, edge(3, 2))
            }));
    }

    #[test]
    fn a_kite_that_is_not_convex_is_refused() {
        expect!["Edge 0–2 cannot be flipped: a cell next to it would not be convex. Move the corners around it first."]
            .assert_eq(&after("v 0 0, 0 2, 1 1, 5 1; c 0 1 2, 0 2 3", |draft| flip_edge(draft, edge(0, 2))));
    }

    #[test]
    fn a_boundary_edge_is_refused() {
        expect!["Edge 0–1 does not join two cells. Choose one with a cell on each side."]
            .assert_eq(&after("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3", |draft| flip_edge(draft, edge(0, 1))));
    }
}
