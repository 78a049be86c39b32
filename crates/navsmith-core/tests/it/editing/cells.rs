//! Edits that divide, join, paint and turn cells.

use expect_test::expect;
use navsmith_core::navmesh::edit::{
    flip_edge, merge_convex, paint, reverse_winding, separate, separate_fans, split_concave, split_edge,
    triangulate, untangle,
};
use navsmith_core::navmesh::{AreaId, CellId, VertexId};

use super::{TWO_SQUARES, after, cells, edges, lines};

#[test]
fn cells_become_triangles() {
    let triangles = |mesh: &str, ids: &[u32]| after(mesh, |draft| triangulate(draft, &cells(ids)));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 3]@1 1[1 2 3]@1
        These cells are triangles already; there is nothing to do.
    "#]]
    .assert_eq(&lines([
        // A cell becomes triangles of its area.
        triangles("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3 @1", &[0]),
        // Triangles are triangles already.
        triangles("v 0 0, 0 2, 2 2; c 0 1 2", &[0]),
    ]));
}

#[test]
fn concave_cells_become_convex_ones() {
    let split = |mesh: &str, ids: &[u32]| after(mesh, |draft| split_concave(draft, &cells(ids)));
    expect![[r#"
        v 0(0 0) 1(0 3) 2(3 3) 3(3 2) 4(1 2) 5(1 0) 6(5 3) 7(5 2); c 0[0 1 4 5] 1[3 2 6 7] 2[1 2 3 4]
        Cell 0 crosses itself, is inside out or has no area. Untangle or reverse it first.
    "#]]
    .assert_eq(&lines([
        // A concave cell becomes convex ones and others stay.
        split("v 0 0, 0 3, 3 3, 3 2, 1 2, 1 0, 5 3, 5 2; c 0 1 2 3 4 5, 3 2 6 7", &[0, 1]),
        // A bow tie is refused.
        split("v 0 0, 2 2, 2 0, 0 2; c 0 1 2 3", &[0]),
    ]));
}

#[test]
fn cells_of_one_area_become_a_convex_cell() {
    let merge = |mesh: &str, ids: &[u32]| after(mesh, |draft| merge_convex(draft, &cells(ids)));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 3); c 0[0 1 2 3] 2[3 2 4]
        No two of these cells form a convex cell of one area. Select adjacent cells.
    "#]]
    .assert_eq(&lines([
        // Triangles become a convex cell.
        merge("v 0 0, 0 2, 2 2, 2 0, 4 3; c 0 1 2, 0 2 3, 3 2 4", &[2, 1, 0]),
        // Cells of two areas stay apart.
        merge("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3 @1", &[0, 1]),
    ]));
}

#[test]
fn cells_receive_an_area_or_the_opposite_winding() {
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 3] 1[3 2 4 5]@2
        There is no cell 7: it may have been deleted or merged. Select again.
        v 0(0 0) 1(2 0) 2(2 2) 3(0 2); c 0[3 2 1 0]
    "#]]
    .assert_eq(&lines([
        // Painted cells are of the area.
        after(TWO_SQUARES, |draft| paint(draft, &cells(&[1]), AreaId(2))),
        // A cell that is not there is refused.
        after(TWO_SQUARES, |draft| paint(draft, &cells(&[7]), AreaId(2))),
        // An inside out cell is turned over.
        after("v 0 0, 2 0, 2 2, 0 2; c 0 1 2 3", |draft| reverse_winding(draft, &cells(&[0]))),
    ]));
}

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

/// Two squares on the ground, and a ramp from their common edge.
const RAMP: &str = "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 4 2 2, 4 2 0; c 0 1 2 3, 3 2 4 5, 3 2 6 7";

#[test]
fn a_cell_gets_vertices_of_its_own() {
    let separate = |mesh: &str, cell| after(mesh, |draft| separate(draft, edges(&[[2, 3]])[0], CellId(cell)));
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

#[test]
fn a_cell_that_crosses_itself_becomes_simple_ones() {
    let untangle = |mesh: &str| after(mesh, |draft| untangle(draft, CellId(0)));
    expect![[r#"
        v 0(0 0) 1(2 2) 2(2 0) 3(0 2) 4(1 1); c 0[1 2 4] 1[0 3 4]
        v 0(0 0) 1(0 4) 2(2 2) 3(4 4) 4(4 0) 5(2 0); c 0[0 1 5] 1[5 3 4]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]
        These cells are simple already; there is nothing to do.
    "#]]
    .assert_eq(&lines([
        // A bow tie becomes two triangles.
        untangle("v 0 0, 2 2, 2 0, 0 2; c 0 1 2 3"),
        // A corner on the opposite side divides the cell there.
        untangle("v 0 0, 0 4, 2 2, 4 4, 4 0, 2 0; c 0 1 5 3 4"),
        // A spike is removed.
        untangle("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 4 2 3"),
        // A square is simple.
        untangle("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3"),
    ]));
}
