//! Separation of cells at an edge that three or more share, or at a vertex where they only touch.
//!
//! Id stability: every id stays. The separated cells get new vertices at the positions of the old ones.

use std::collections::BTreeSet;

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require};
use crate::navmesh::{Cell, EdgeKind, HalfEdge};

/// Gives a cell own vertices at the ends of an edge of three or more cells, at the same positions.
///
/// An edge of two cells in the same direction is separated in the same way.
///
/// The cells that are connected to it around an end get the new vertex too, so they stay connected. An end stays
/// common where they include another cell of the edge. Refused if that is so at both ends.
pub fn separate(draft: &mut Draft, edge: Edge, cell: CellId) -> EditResult {
    let sides = require::sides(draft, edge)?;
    let is_tangled = draft.adjacency().kind(draft.mesh(), edge) == EdgeKind::Tangled;
    if !is_tangled || sides.iter().all(|side| side.cell != cell) {
        return Err(Refusal::NothingToSeparate(cell, edge));
    }
    let mut edited = Edited::of_cells(vec![cell]);
    for end in edge.ends() {
        let fan = fan(draft, end, Some(edge), cell);
        if sides.iter().any(|side| side.cell != cell && fan.contains(&side.cell)) {
            continue;
        }
        let vertex = draft.add_vertex(draft.mesh().position(end));
        for cell in fan {
            replace_corner(draft, cell, end, vertex);
        }
        edited.vertices.push(vertex);
    }
    if edited.vertices.is_empty() { Err(Refusal::Inseparable(cell, edge)) } else { Ok(edited) }
}

/// Gives each fan of cells around a vertex a vertex of its own at the same position.
///
/// The fan of the cell with the smallest id keeps the vertex.
/// Refused if the cells form one fan.
pub fn separate_fans(draft: &mut Draft, vertex: VertexId) -> EditResult {
    let mut left: BTreeSet<CellId> = draft.adjacency().star(vertex).iter().copied().collect();
    let mut edited = Edited::default();
    let mut kept: BTreeSet<CellId> =
        left.pop_first().into_iter().flat_map(|first| fan(draft, vertex, None, first)).collect();
    while let Some(first) = left.difference(&kept).next().copied() {
        let fan = fan(draft, vertex, None, first);
        let new = draft.add_vertex(draft.mesh().position(vertex));
        for &cell in &fan {
            replace_corner(draft, cell, vertex, new);
        }
        left.retain(|cell| !fan.contains(cell));
        edited.vertices.push(new);
        kept.extend(fan);
    }
    if edited.vertices.is_empty() { Err(Refusal::OneFan(vertex)) } else { Ok(edited) }
}

fn replace_corner(draft: &mut Draft, cell: CellId, old: VertexId, new: VertexId) {
    let corners = draft.mesh().corners(cell).iter();
    let corners: Vec<VertexId> = corners.map(|&corner| if corner == old { new } else { corner }).collect();
    draft.set_corners(cell, corners);
}

/// Returns the cells at a vertex that are connected to a cell across edges there, except one edge.
fn fan(draft: &Draft, vertex: VertexId, without: Option<Edge>, cell: CellId) -> BTreeSet<CellId> {
    let (mesh, adjacency) = (draft.mesh(), draft.adjacency());
    let (mut fan, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if !fan.insert(cell) {
            continue;
        }
        for (side, [from, to]) in (0..).zip(mesh.cell(cell).into_iter().flat_map(Cell::sides)) {
            if (from == vertex || to == vertex) && Some(Edge::new(from, to)) != without {
                queue.extend(adjacency.twin(HalfEdge { cell, side }).map(|twin| twin.cell));
            }
        }
    }
    fan
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{after, edges, lines};
    use super::*;

    /// Two squares on the ground, and a ramp from their common edge.
    const RAMP: &str = "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 4 2 2, 4 2 0; c 0 1 2 3, 3 2 4 5, 3 2 6 7";

    #[test]
    fn a_cell_gets_vertices_of_its_own() {
        let separate =
            |mesh: &str, cell| after(mesh, |draft| separate(draft, edges(&[[2, 3]])[0], CellId(cell)));
        // The same, with a second ramp beside the first one.
        let wide = "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 4 2 2, 4 2 0, 4 2 4, 2 4; \
                    c 0 1 2 3, 3 2 4 5, 3 2 6 7, 2 9 8 6";
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(4 2 2) 7(4 2 0) 8(2 2) 9(2 0); c 0[0 1 2 3] 1[3 2 4 5] 2[9 8 6 7]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(4 2 2) 7(4 2 0) 8(4 2 4) 9(2 4) 10(2 2) 11(2 0); c 0[0 1 2 3] 1[3 2 4 5] 2[11 10 6 7] 3[10 9 8 6]
            Cell 3 does not share edge 2–3 with two or more cells; there is nothing to separate.
            Cell 0 does not share edge 2–3 with two or more cells; there is nothing to separate.
        "#]]
        .assert_eq(&lines([
            separate(RAMP, 2),
            // The neighbour of the cell stays connected.
            separate(wide, 2),
            // A cell elsewhere, and an edge of two cells.
            separate(RAMP, 3),
            separate("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5", 0),
        ]));
    }

    #[test]
    fn each_fan_gets_a_vertex_of_its_own() {
        let separate = |mesh: &str| after(mesh, |draft| separate_fans(draft, VertexId(0)));
        let triangles = "v 0 0, 1 0, 1 1, -1 0, -1 -1, 0 1, -1 1; c 0 2 1, 0 4 3, 0 6 5";
        expect![[r#"
            v 0(0 0) 1(1 0) 2(1 1) 3(-1 0) 4(-1 -1) 5(0 1) 6(-1 1) 7(0 0) 8(0 0); c 0[0 2 1] 1[7 4 3] 2[8 6 5]
            The cells around vertex 0 are connected; there is nothing to separate.
        "#]]
        .assert_eq(&lines([separate(triangles), separate("v 0 0, 1 0, 1 1; c 0 2 1")]));
    }
}
