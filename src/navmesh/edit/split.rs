//! Splitting of an edge by a vertex.
//!
//! Id stability: every id stays; the vertex receives a new one.

use super::{Draft, Edge, EditResult, Edited, Refusal, require, ring};

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
}
