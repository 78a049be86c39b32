//! Edits that cut holes, cut cells out of others, and copy cells.

use expect_test::expect;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::edit::{Fragment, copy, cut_hole, cut_out, paste};
use navsmith_core::navmesh::{AreaId, CellId};

use super::{TWO_SQUARES, after, cells, lines, vertices};

const SQUARE: &str = "v 0 0, 0 4, 4 4, 4 0; c 0 1 2 3 @1";

#[test]
fn a_hole_leaves_convex_cells_with_shared_vertices_around_it() {
    let hole = |mesh: &str, outline: &[[f32; 2]]| {
        let outline: Vec<Vec2> = outline.iter().copied().map(Vec2::from).collect();
        after(mesh, |draft| {
            let cells: Vec<CellId> = draft.mesh().cells().map(|(id, _)| id).collect();
            cut_hole(draft, &outline, &cells)
        })
    };
    expect![[r#"
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(1 1) 5(1 3) 6(3 3) 7(3 1); c 0[0 1 5 4]@1 1[0 4 7 3]@1 3[1 2 6 5]@1 5[2 3 7 6]@1
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(1 0) 5(3 0) 6(1 2) 7(3 2); c 0[3 5 7 2]@1 1[6 4 0 1]@1 3[7 6 1 2]@1
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(2 1.5) 7(2 0.5) 8(1 0.5) 9(1 1.5) 10(3 1.5) 11(3 0.5); c 0[2 6 9 1] 1[3 7 11 5] 2[8 7 3 0] 4[9 8 0 1] 7[10 6 2 4] 9[11 10 4 5]
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(1 2) 5(2 1); c 0[0 1 4]@1 1[0 5 3]@1 2[1 2 3 5 4]@1
        v 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 1[3 2 4 5]
        v 0(0 0) 1(0 4) 2(4 4 4) 3(4 4 0) 4(1 1 0) 5(3 3 0) 6(1 1 4) 7(3 3 4); c 0[6 4 0 1] 1[5 7 2 3]
        The outline covers no cell. Draw it over the cells to cut.
        The outline crosses or touches itself. Place its corners so that it does not.
    "#]]
    .assert_eq(&lines([
        // A hole inside a cell leaves convex cells around it.
        hole(SQUARE, &[[1., 1.], [1., 3.], [3., 3.], [3., 1.]]),
        // A notch at a side puts vertices on that side.
        hole(SQUARE, &[[1., -1.], [1., 2.], [3., 2.], [3., -1.]]),
        // A hole across an edge is cut out of both cells.
        hole(TWO_SQUARES, &[[1., 0.5], [1., 1.5], [3., 1.5], [3., 0.5]]),
        // An outline may be clockwise and touch a corner.
        hole(SQUARE, &[[0., 0.], [2., 1.], [1., 2.]]),
        // A cell that is covered goes.
        hole(TWO_SQUARES, &[[-1., -1.], [-1., 3.], [2., 3.], [2., -1.]]),
        // Vertices of a hole lie on the slope.
        hole("v 0 0, 0 4, 4 4 4, 4 4 0; c 0 1 2 3", &[[1., -1.], [1., 5.], [3., 5.], [3., -1.]]),
        // An outline beside the mesh is refused.
        hole(SQUARE, &[[4., 0.], [4., 4.], [6., 4.]]),
        // An outline that crosses itself is refused.
        hole(SQUARE, &[[1., 1.], [3., 3.], [3., 1.], [1., 3.]]),
    ]));
}

#[test]
fn a_cell_cut_out_of_others_is_joined_to_them() {
    let cut = |mesh: &str, cutters: &[u32], from: &[u32]| {
        after(mesh, |draft| cut_out(draft, &cells(cutters), &cells(from)))
    };
    expect![[r#"
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(1 1) 5(1 3) 6(3 3) 7(3 1); c 0[0 1 5 4] 1[4 5 6 7]@1 2[0 4 7 3] 4[1 2 6 5] 6[2 3 7 6]
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(2 1) 5(2 3) 6(6 3) 7(6 1) 8(4 3) 9(4 1); c 0[2 8 5 1] 1[4 5 8 6 7 9] 2[4 9 3 0] 4[5 4 0 1]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(0 4) 5(3 4) 6(2 1) 7(2 3) 8(4 3) 9(4 1) 10(4 1.5) 11(5 2) 12(5 1) 13(4 9 2) 14(5 9 3) 15(5 9 2) 16(2.5 3); c 0[0 1 2 6 3] 1[5 16 7] 2[6 2 7 16 8 10 9] 3[10 11 12] 4[13 14 15] 5[7 2 1] 6[5 7 1 4]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 1[3 2 4 5] 2[0 1 2 3]@1
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 11(4 0); c 2[0 1 2 3]@1 3[3 2 4 11]@2
        The outline passes too close to a corner or an edge of cell 3. Move it a little.
        v 0(0 0) 1(0 4) 2(4 4) 3(4 3) 4(1 3) 5(1 0) 6(0 1) 7(0 2) 8(1 2) 9(1 1) 10(2 3) 11(2 4) 12(3 4) 13(3 3); c 0[8 7 1 4] 1[6 7 8 9] 2[10 11 12 13] 3[11 10 4 1] 4[6 9 5 0] 5[13 12 2 3]
    "#]]
    .assert_eq(&lines([
        // A cell cut out of another is joined to it.
        cut("v 0 0, 0 4, 4 4, 4 0, 1 1, 1 3, 3 3, 3 1; c 0 1 2 3, 4 5 6 7 @1", &[1], &[0]),
        // A cell that reaches over a border gets the vertices there.
        cut("v 0 0, 0 4, 4 4, 4 0, 2 1, 2 3, 6 3, 6 1; c 0 1 2 3, 4 5 6 7", &[1], &[0]),
        // A cell is joined to those that it only touches at their height.
        cut(
            "v 0 0, 0 2, 2 2, 2 0, 0 4, 3 4, 2 1, 2 3, 4 3, 4 1, 4 1.5, 5 2, 5 1, 4 9 2, 5 9 3, 5 9 2; \
             c 0 1 2 3, 1 4 5 2, 6 7 8 9, 10 11 12, 13 14 15",
            &[2],
            &[0, 1, 3, 4],
        ),
        // A cell takes the place of one that it covers exactly.
        cut(
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 2 0, 0 0, 0 2, 2 2; c 0 1 2 3, 3 2 4 5, 7 8 9 6 @1",
            &[2],
            &[0, 1],
        ),
        // Cells side by side take the places of those that they cover exactly.
        cut(
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; \
             c 0 1 2 3, 3 2 4 5, 6 7 8 9 @1, 9 8 10 11 @2",
            &[2, 3],
            &[0, 1],
        ),
        // A cell as thin as rounding is not cut out.
        // Vertex 4 is on the edge from 2 to 3, except for rounding.
        cut(
            "v -5.6107025 0.5, -5.5 2.5, -8.612028 -1.2578969, -9.064566 0.69337565, -8.7251625 -0.7700788, 0 0, 0 0.5; \
             c 3 1 0, 4 6 5, 3 0 2, 2 4 3",
            &[3],
            &[0, 1, 2],
        ),
        // Two cells are cut out of the arms of a concave one.
        cut(
            "v 0 0, 0 4, 4 4, 4 3, 1 3, 1 0, 0 1, 0 2, 1 2, 1 1, 2 3, 2 4, 3 4, 3 3; \
             c 0 1 2 3 4 5, 6 7 8 9, 10 11 12 13",
            &[1, 2],
            &[0],
        ),
    ]));
}

#[test]
fn copies_lie_beside_their_originals_and_bad_fragments_are_refused() {
    let duplicate = |mesh: &str, ids: [&[u32]; 2], offset| {
        after(mesh, |draft| {
            let fragment = copy(draft.mesh(), &vertices(ids[0]), &cells(ids[1]));
            paste(draft, &fragment, offset)
        })
    };
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(2 1 7) 7(2 1 5) 8(4 1 7) 9(4 1 5); c 0[0 1 2 3] 1[3 2 4 5]@2 2[7 6 8 9]@2
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(0 5) 7(2 7) 8(2 5) 9(4 7) 10(4 5); c 0[0 1 2 3] 1[3 2 4 5] 2[8 7 9 10]
        What was copied has a cell with corners that are missing, repeated or too few. Copy it again.
    "#]]
    .assert_eq(&lines([
        // A copy lies beside its original.
        duplicate(
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5 @2",
            [&[], &[1]],
            Vec3::new(0.0, 1.0, 5.0),
        ),
        // Cells among copied vertices come along.
        duplicate(TWO_SQUARES, [&[2, 3, 4, 5, 0], &[]], Vec3::Z * 5.0),
        // A fragment that names a missing corner is refused.
        after(TWO_SQUARES, |draft| {
            let vertices = vec![Vec3::ZERO; 3];
            paste(draft, &Fragment { vertices, cells: vec![(vec![0, 1, 3], AreaId(0))], ..Fragment::default() }, Vec3::ZERO)
        }),
    ]));
}
