//! Filling the ground between two boundary edges.
//!
//! Id stability: every id stays.

use super::{Corner, Draft, Edge, EditResult, Refusal, draw_cell};
use crate::navmesh::{Cell, HalfEdge};

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

fn free_side(draft: &Draft, side: HalfEdge) -> Result<[crate::navmesh::VertexId; 2], Refusal> {
    let ends = draft.mesh().half_edge(side).ok_or(Refusal::NoSuchCell(side.cell))?;
    let edge = Edge::new(ends[0], ends[1]);
    if draft.adjacency().sides_of(draft.mesh(), edge).len() > 1 {
        return Err(Refusal::NotBoundary(edge));
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, lines};
    use super::*;
    use crate::navmesh::CellId;

    const APART: &str = "v 0 0, 0 2, 2 2, 2 0, 5 1, 5 3, 7 3, 7 1; c 0 1 2 3, 4 5 6 7";

    fn side(cell: u32, side: u32) -> HalfEdge {
        HalfEdge { cell: CellId(cell), side }
    }

    #[test]
    fn a_cell_joins_two_free_sides_that_face_each_other() {
        let bridged = |mesh: &str, one, other| after(mesh, |draft| bridge(draft, one, other));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 1) 5(5 3) 6(7 3) 7(7 1); c 0[0 1 2 3] 1[4 5 6 7] 2[3 2 5 4]
            Edge 6–7 has a cell on that side already, and a new one would lie over it. Use its free side.
            The outline crosses or touches itself. Place its corners so that it does not.
            Edge 2–3 has no free side to pull a cell out of. Choose an edge at the border of the mesh.
        "#]]
        .assert_eq(&lines([
            // A cell joins two sides that face each other.
            bridged(APART, side(0, 2), side(1, 0)),
            // Sides that face away are refused.
            bridged(APART, side(0, 0), side(1, 2)),
            bridged(APART, side(0, 2), side(1, 2)),
            // A side with a neighbour is refused.
            bridged(TWO_SQUARES, side(0, 2), side(1, 2)),
        ]));
    }
}
