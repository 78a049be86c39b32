//! Edits that merge, remove and move vertices.

use expect_test::expect;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::edit::{
    BoundaryGap, MergeAt, delete_cells, delete_edges, delete_vertices, dissolve_edges, dissolve_vertices,
    drop_onto, merge_vertices, move_vertices, place_soundly, rotate, scale, stitch, weld_by_distance,
};
use navsmith_core::navmesh::{Edge, VertexId};

use super::{SEAM, TWO_SQUARES, after, cells, edges, lines, vertices};

#[test]
fn vertices_merge_unless_a_cell_would_break() {
    let merge =
        |mesh: &str, ids: &[u32], at: MergeAt| after(mesh, |draft| merge_vertices(draft, &vertices(ids), at));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2.05 0) 5(2.1 2) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 5 6 7]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]
        v 0(1 1) 1(-1 1) 2(0 2) 4(3 1) 5(2 0); c 0[0 1 2] 1[0 4 5]
        Merging takes at least 2 vertices, not 1. Choose more.
        v 0(0 0) 1(0 4) 2(4 4) 3(1 2) 5(1 9); c 0[0 1 3] 1[1 2 3]
        If joined there, cell 0 would cross itself, turn inside out or lose its area. Move or delete its corners first.
    "#]]
    .assert_eq(&lines([
        // Merging across a gap joins the cells.
        merge(SEAM, &[3, 4], MergeAt::Center),
        // A cell with two corners left vanishes with what only it used.
        merge("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 3 2 4", &[2, 4], MergeAt::First),
        // A cell merged across falls apart there.
        merge("v 0 0, -1 1, 0 2, 2 2, 3 1, 2 0; c 0 1 2 3 4 5", &[0, 3], MergeAt::Center),
        // Merging one vertex is refused.
        merge(SEAM, &[4, 4], MergeAt::Last),
        // A cell that merging makes concave is split.
        merge("v 0 0, 0 4, 4 4, 4 0, 1 2, 1 9; c 0 1 2 3", &[3, 4], MergeAt::Last),
        // Merging that turns a cell inside out is refused.
        merge("v 0 0, 0 2, 2 2, -5 1; c 0 1 2", &[2, 3], MergeAt::Last),
    ]));
}

#[test]
fn near_vertices_are_welded_in_any_order() {
    let weld = |mesh: &str, ids: &[u32], distance: f32| {
        after(mesh, |draft| weld_by_distance(draft, &vertices(ids), distance))
    };
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 2 6 7]
        v 0(0 0) 1(0 2) 2(2 2); c 0[0 1 2]
        No two of these vertices are that near each other. Use a greater distance.
        v 2(0 2) 4(9.9 5) 5(10 0) 6(10 10) 7(10.1 5); c 1[5 6 7]
    "#]]
    .assert_eq(&lines([
        // The order of the vertices to weld does not matter.
        weld(SEAM, &[5, 4, 3, 2], 0.2),
        // Welding a copy over its original leaves one.
        weld("v 0 0, 0 2, 2 2, 0 0, 0 2, 2 2; c 0 1 2, 4 5 3", &[0, 1, 2, 3, 4, 5], 0.0),
        // Welding what is far apart is refused.
        weld(SEAM, &[0, 1, 2, 3, 4], 0.05),
        // A survivor that goes with its last cell is not named.
        weld(
            "v 0 0, 0.1 0, 0 2, 0.1 2, 9.9 5, 10 0, 10 10, 10.1 5; c 0 2 3, 5 6 7",
            &[0, 1, 2, 3, 4, 7],
            0.3,
        ),
    ]));
}

#[test]
fn a_dragged_vertex_becomes_the_one_it_is_dropped_on() {
    expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 5(2.1 2) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 5 6 7]"]
        .assert_eq(&after(SEAM, |draft| drop_onto(draft, VertexId(4), VertexId(3))));
}

#[test]
fn gaps_close_in_order_unless_they_closed_on_the_way() {
    let stitched = |mesh: &str, gaps: &[BoundaryGap]| after(mesh, |draft| stitch(draft, gaps));
    let joined = |a, b| BoundaryGap::Vertices(VertexId(a), VertexId(b));
    let on_edge = |vertex| BoundaryGap::VertexEdge(VertexId(vertex), Edge::new(VertexId(2), VertexId(3)));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2.1 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[4 2 6 7]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2 1) 5(4 2) 6(4 0); c 0[0 1 2 4 3] 1[4 5 6]
        v 0(0 0) 1(0 3) 2(3 3) 3(3 0) 4(3 1) 5(5 1) 6(3 2) 7(5 2); c 0[0 1 2 6 4 3] 1[4 6 7 5]
        v 0(0 0) 1(0 3) 2(3 3) 3(3 0) 4(3 2) 5(5 2) 6(3 1) 7(5 1) 8(3 1.5); c 0[0 1 2 4 8 6 3] 1[6 8 7] 2[8 4 5]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2.1 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[4 2 6 7]
    "#]]
    .assert_eq(&lines([
        // Two vertices become the first.
        stitched(SEAM, &[joined(2, 5)]),
        // A vertex beside an edge moves onto it.
        stitched("v 0 0, 0 2, 2 2, 2 0, 2.1 1, 4 2, 4 0; c 0 1 2 3, 4 5 6", &[on_edge(4)]),
        // Two vertices join the pieces of one edge in order.
        stitched(
            "v 0 0, 0 3, 3 3, 3 0, 3.1 1, 5 1, 3.1 2, 5 2; c 0 1 2 3, 4 6 7 5",
            &[on_edge(4), on_edge(6)],
        ),
        // In any order of their numbers.
        stitched(
            "v 0 0, 0 3, 3 3, 3 0, 3.1 2, 5 2, 3.1 1, 5 1, 3.1 1.5; c 0 1 2 3, 6 8 7, 8 4 5",
            &[on_edge(4), on_edge(6), on_edge(8)],
        ),
        // A gap closed on the way is passed over.
        stitched(SEAM, &[joined(2, 5), on_edge(5)]),
    ]));
}

#[test]
fn edges_dissolve_if_their_cells_become_one_convex_cell() {
    let dissolve = |mesh: &str, ends: &[[u32; 2]]| after(mesh, |draft| dissolve_edges(draft, &edges(ends)));
    expect![[r#"
        v 0(0 0) 1(0 2) 4(4 2) 5(4 0); c 0[0 1 4 5]
        v 0(0 0) 1(0 2) 2(2 1 2) 3(2 1 0) 4(4 2) 5(4 0); c 0[0 1 2 4 5 3]
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0); c 0[0 1 2 3]
        Cell 0 and its neighbours do not form one convex polygon. Dissolve more of it, or delete it.
        Cells 0 and 1 are of different areas. Paint them alike first.
        Edge 0–1 does not join two cells. Choose one with a cell on each side.
    "#]]
    .assert_eq(&lines([
        // Two cells become one without the ends of their edge.
        dissolve(TWO_SQUARES, &[[2, 3]]),
        // An end that is a ridge stays.
        dissolve("v 0 0, 0 2, 2 1 2, 2 1 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5", &[[2, 3]]),
        // Cells that are only together convex become one.
        dissolve(
            "v 0 0, 0 4, 4 4, 4 0, 2 1; c 0 1 4, 1 2 4, 2 3 4, 3 0 4",
            &[[0, 4], [1, 4], [2, 4], [3, 4]],
        ),
        // A concave result is refused.
        dissolve("v 0 0, 0 2, 2 2, 2 0, 4 3, 4 0; c 0 1 2 3, 3 2 4 5", &[[2, 3]]),
        // Joining two areas is refused.
        dissolve("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5 @1", &[[2, 3]]),
        // A boundary edge is refused.
        dissolve(TWO_SQUARES, &[[0, 1]]),
    ]));
}

#[test]
fn vertices_dissolve_if_their_cells_stay_convex() {
    let dissolve = |mesh: &str, ids: &[u32]| after(mesh, |draft| dissolve_vertices(draft, &vertices(ids)));
    expect![[r#"
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0); c 0[0 1 2 3]
        v 0(0 0) 2(0 2) 3(2 2) 4(2 0); c 0[0 2 3 4]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 3] 1[3 2 4 5]
        v 0(0 0) 1(0 2) 4(4 2) 5(4 0); c 0[0 1 4 5]
        Vertex 1 is a corner of a triangle, which would have two left. Delete it instead.
    "#]]
    .assert_eq(&lines([
        // Cells around a vertex become one.
        dissolve("v 0 0, 0 4, 4 4, 4 0, 2 1; c 0 1 4, 1 2 4, 2 3 4, 3 0 4", &[4]),
        // A vertex on a straight boundary goes.
        dissolve("v 0 0, 0 1, 0 2, 2 2, 2 0; c 0 1 2 3 4", &[1]),
        // A vertex inside an edge goes from both cells.
        dissolve("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 2 1; c 0 1 2 6 3, 3 6 2 4 5", &[6]),
        // Vertices go in the order that works.
        dissolve(TWO_SQUARES, &[2, 3]),
        // A corner of a triangle is refused.
        dissolve("v 0 0, 0 2, 2 2; c 0 1 2", &[1]),
    ]));
}

#[test]
fn deleted_elements_take_their_cells_and_the_vertices_that_only_these_used() {
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]
        v 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 1[3 2 4 5]
        v 3(9 9); c
        Nothing is selected to delete. Select something first.
    "#]]
    .assert_eq(&lines([
        // Deleting a vertex deletes the cells around it.
        after(TWO_SQUARES, |draft| delete_vertices(draft, &vertices(&[5]))),
        // Deleting an edge deletes the cells on it.
        after(TWO_SQUARES, |draft| delete_edges(draft, &edges(&[[0, 1]]))),
        // A deleted cell takes its own vertices but no loose one.
        after("v 0 0, 0 2, 2 2, 9 9; c 0 1 2", |draft| delete_cells(draft, &cells(&[0]))),
        // Deleting nothing is refused.
        after(TWO_SQUARES, |draft| delete_cells(draft, &[])),
    ]));
}

#[test]
fn vertices_move_to_finite_positions() {
    expect![[r#"
        v 0(0 0) 1(0 2) 2(3 0.5 2) 3(3 0.5 0) 4(4 2) 5(4 0); c 0[0 1 2 3] 1[3 2 4 5]
        v 0(1 0) 1(1 -2); c
        v 0(0 0) 1(0 2) 2(-2 2) 3(-2 0) 4(4 2) 5(4 0); c 0[3 2 1 0] 1[3 2 4 5]
        That gives a coordinate that is infinite or not a number. Use smaller numbers.
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 2) 5(5 1 0); c 0[0 1 2 3] 1[3 2 4 5]
        Cell 0 would not stay convex. Move its corners by hand.
        There is no vertex 9: it may have been deleted or merged. Select again.
    "#]]
    .assert_eq(&lines([
        // A vertex named twice moves once.
        after(TWO_SQUARES, |draft| move_vertices(draft, &vertices(&[3, 2, 3]), Vec3::new(1.0, 0.5, 0.0))),
        // A quarter turn is exact and counter-clockwise.
        after("v 1 0, 3 0", |draft| {
            rotate(draft, &vertices(&[0, 1]), Vec2::new(1.0, 0.0), std::f32::consts::FRAC_PI_2)
        }),
        // Cells mirrored as a whole stay face up.
        after(TWO_SQUARES, |draft| {
            scale(draft, &vertices(&[0, 1, 2, 3]), Vec3::ZERO, Vec3::new(-1.0, 1.0, 1.0))
        }),
        // A move to infinity is refused.
        after(TWO_SQUARES, |draft| scale(draft, &vertices(&[4]), Vec3::ZERO, Vec3::splat(f32::MAX))),
        // The first vertex would turn its cell over and stays; the others move.
        after(TWO_SQUARES, |draft| {
            let places = [(0, [5.0, 0.0, 5.0]), (4, [5.0, 0.0, 2.0]), (5, [5.0, 1.0, 0.0])];
            place_soundly(draft, &places.map(|(id, at)| (VertexId(id), at.into())))
        }),
        // A move that breaks a cell is refused if nothing else moves.
        after(TWO_SQUARES, |draft| place_soundly(draft, &[(VertexId(0), Vec3::new(5.0, 0.0, 5.0))])),
        // A vertex that is not there is refused.
        after(TWO_SQUARES, |draft| move_vertices(draft, &vertices(&[9]), Vec3::ONE)),
    ]));
}
