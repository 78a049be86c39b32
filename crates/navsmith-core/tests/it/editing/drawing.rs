//! Edits that add cells, and cut them.

use expect_test::expect;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{Corner, add_vertex, bridge, cut, draw_cell, extrude_edges, fill};
use navsmith_core::navmesh::{AreaId, CellId, Edge, HalfEdge, VertexId};

use super::{TWO_SQUARES, after, edges, lines, vertices};

fn new(x: f32, z: f32) -> Corner {
    Corner::New(Vec3::new(x, 0.0, z))
}

fn flat<const N: usize>(places: [[f32; 2]; N]) -> [Corner; N] {
    places.map(|[x, z]| new(x, z))
}

fn at(vertex: u32) -> Corner {
    Corner::Vertex(VertexId(vertex))
}

fn on(a: u32, b: u32, t: f32) -> Corner {
    Corner::OnEdge { edge: Edge::new(VertexId(a), VertexId(b)), t }
}

#[test]
fn an_outline_becomes_convex_counter_clockwise_cells() {
    let draw_in =
        |mesh: &str, outline: &[Corner], area| after(mesh, |draft| draw_cell(draft, outline, AreaId(area)));
    let draw = |outline: &[Corner]| draw_in("v 9 9", outline, 0);
    let raised = Corner::New(Vec3::new(2.0, 1.0, 0.0));
    expect![[r#"
        v 0(9 9) 1(0 0) 2(2 1 0) 3(2 2) 4(0 2); c 0[4 3 2 1]@3
        v 0(9 9) 1(0 0) 2(0 3) 3(3 3) 4(3 2) 5(1 2) 6(1 0); c 0[1 2 5 6] 1[2 3 4 5]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(6 0); c 0[0 1 2 3] 1[3 2 4 5] 2[6 5 4]
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(4 3) 5(4 1) 6(6 1) 7(6 3); c 0[0 1 2 4 5 3] 1[4 7 6 5]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(6 0); c 0[0 1 2 3] 1[3 2 4 5] 2[6 5 4]
        v 0(9 9) 1(0.3 0) 2(0 2) 3(2 2) 4(2 0); c 0[1 2 3 4]
        v 0(9 9) 1(0 0) 2(0 2) 3(2 2); c 0[1 2 3]
        The outline crosses or touches itself. Place its corners so that it does not.
        The outline crosses or touches itself. Place its corners so that it does not.
        The outline encloses no area. Place a corner off the line.
        A cell takes at least 3 corners, not 2. Choose more.
        Edge 0–1 has a cell on that side already, and a new one would lie over it. Use its free side.
    "#]]
    .assert_eq(&lines([
        // A clockwise outline becomes a counter-clockwise cell.
        draw_in("v 9 9", &[new(0.0, 0.0), raised, new(2.0, 2.0), new(0.0, 2.0)], 3),
        // A concave outline becomes convex cells.
        draw(&flat([[0.0, 0.0], [0.0, 3.0], [3.0, 3.0], [3.0, 2.0], [1.0, 2.0], [1.0, 0.0]])),
        // A cell drawn along an edge shares its vertices.
        draw_in(TWO_SQUARES, &[at(4), at(5), new(6.0, 0.0)], 0),
        // Corners on one edge split it in their order.
        draw_in(
            "v 0 0, 0 4, 4 4, 4 0; c 0 1 2 3",
            &[on(2, 3, 0.75), new(6.0, 1.0), new(6.0, 3.0), on(2, 3, 0.25)],
            0,
        ),
        // A corner at the end of an edge is its vertex.
        draw_in(TWO_SQUARES, &[on(4, 5, 0.0), on(4, 5, 1.0), new(6.0, 0.0)], 0),
        // Corners that differ by rounding are one.
        draw(&flat([[0.3, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [0.1 + 0.2, 0.0]])),
        // A corner clicked twice counts once.
        draw(&flat([[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 2.0], [0.0, 0.0]])),
        // An outline that crosses itself is refused.
        draw(&flat([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]])),
        // An outline that touches itself is refused.
        draw(&flat([[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [0.0, 2.0], [4.0, 0.0]])),
        // An outline on one line is refused.
        draw(&flat([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]])),
        // Two corners are refused.
        draw(&flat([[0.0, 0.0], [2.0, 0.0]])),
        // A cell over the inner side of another is refused.
        draw_in(TWO_SQUARES, &[at(0), at(1), new(1.0, 1.0)], 0),
    ]));
}

#[test]
fn vertices_are_filled_along_boundary_edges_or_around_their_centre() {
    let filled =
        |mesh: &str, ids: &[u32], area| after(mesh, |draft| fill(draft, &vertices(ids), AreaId(area)));
    expect![[r#"
        v 0(0 0) 1(2 2) 2(0 2) 3(2 0); c 0[2 1 3 0]@1
        v 0(0 0) 1(0 4) 2(4 4) 3(4 0) 4(1 1) 5(1 3) 6(3 3) 7(2 2); c 0[0 1 5 4] 1[1 2 6 5] 2[2 3 7 6] 3[3 0 4 7] 4[4 5 6 7]
        Edge 1–2 has a cell on that side already, and a new one would lie over it. Use its free side.
    "#]]
    .assert_eq(&lines([
        // Vertices are filled around their centre.
        filled("v 0 0, 2 2, 0 2, 2 0", &[0, 1, 2, 3], 1),
        // A concave hole is filled along its edges.
        filled(
            "v 0 0, 0 4, 4 4, 4 0, 1 1, 1 3, 3 3, 2 2; c 0 1 5 4, 1 2 6 5, 2 3 7 6, 3 0 4 7",
            &[7, 6, 5, 4],
            0,
        ),
        // A cell filled twice is refused.
        filled(TWO_SQUARES, &[0, 1, 2, 3], 0),
    ]));
}

#[test]
fn an_isolated_vertex_is_added() {
    expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(7 1 7); c 0[0 1 2 3] 1[3 2 4 5]"]
        .assert_eq(&after(TWO_SQUARES, |draft| add_vertex(draft, Vec3::new(7.0, 1.0, 7.0))));
}

#[test]
fn a_cell_joins_two_free_sides_that_face_each_other() {
    const APART: &str = "v 0 0, 0 2, 2 2, 2 0, 5 1, 5 3, 7 3, 7 1; c 0 1 2 3, 4 5 6 7";
    let side = |cell, side| HalfEdge { cell: CellId(cell), side };
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

#[test]
fn edges_are_extruded_outwards_to_cells_that_share_vertices() {
    let extrude = |mesh: &str, pairs: &[[u32; 2]], [x, y, z]: [f32; 3], weld| {
        after(mesh, |draft| extrude_edges(draft, &edges(pairs), Vec3::new(x, y, z), weld))
    };
    let pull = |mesh: &str, edge, x| extrude(mesh, &[edge], [x, 0.0, 0.0], Some(0.1));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 1 2) 3(2 1 0) 4(5 1.5 2) 5(5 1.5 0); c 0[0 1 2 3]@1 1[3 2 4 5]@1
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(1 4) 7(3 4) 8(5 4); c 0[0 1 2 3] 1[3 2 4 5] 2[2 1 6 7] 3[4 2 7 8]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 0) 5(5 2) 6(7 2) 7(7 0); c 0[0 1 2 3] 1[4 5 6 7] 2[3 2 5 4]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 -2) 5(5 4) 6(7 2) 7(5 0) 8(5 2); c 0[0 1 2 3] 1[4 7 8 5 6] 2[3 2 8 7]
        v 0(0 0) 1(0 4) 2(4 4) 3(4 2) 4(2 2) 5(2 0) 6(3 2) 7(3 0); c 0[0 1 2 3 6 4] 1[0 4 5] 2[5 4 6 7]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 1); c 0[0 1 2 3] 1[3 2 4]
        The cell pulled out of edge 0–1 would lie over the mesh or have no area. Pull it outwards.
        The cell pulled out of edge 0–1 would lie over the mesh or have no area. Pull it outwards.
        Edge 2–3 has no free side to pull a cell out of. Choose an edge at the border of the mesh.
    "#]]
    .assert_eq(&lines([
        // An edge becomes a cell beside its own.
        extrude("v 0 0, 0 2, 2 1 2, 2 1 0; c 0 1 2 3 @1", &[[2, 3]], [3.0, 0.5, 0.0], None),
        // A run of edges shares the vertices between.
        extrude(TWO_SQUARES, &[[1, 2], [2, 4]], [1.0, 0.0, 2.0], None),
        // A vertex within reach is welded to.
        pull("v 0 0, 0 2, 2 2, 2 0, 5 0, 5 2, 7 2, 7 0; c 0 1 2 3, 4 5 6 7", [2, 3], 2.95),
        // An edge within reach is split.
        pull("v 0 0, 0 2, 2 2, 2 0, 5 -2, 5 4, 7 2; c 0 1 2 3, 4 5 6", [2, 3], 2.95),
        // A notch is filled along the edge beside it.
        pull("v 0 0, 0 4, 4 4, 4 2, 2 2, 2 0; c 0 1 2 3 4, 0 4 5", [4, 5], 1.0),
        // New corners that become one make a triangle.
        extrude("v 0 0, 0 2, 2 2, 2 0, 4 1; c 0 1 2 3", &[[2, 3]], [2.0, 0.0, 0.0], Some(1.0)),
        // Pulling an edge back over its cell is refused.
        extrude(TWO_SQUARES, &[[0, 1]], [1.0, 0.0, 0.0], None),
        // Pulling an edge along itself is refused.
        extrude(TWO_SQUARES, &[[0, 1]], [0.0, 0.0, 1.0], None),
        // An edge between cells is refused.
        extrude(TWO_SQUARES, &[[2, 3]], [1.0, 0.0, 0.0], None),
    ]));
}

#[test]
fn cells_are_cut_along_a_straight_line_within_the_mesh() {
    let cut_cells = |mesh: &str, from: Corner, to: Corner| after(mesh, |draft| cut(draft, from, to));
    expect![[r#"
        v 0(0 0) 1(0 2) 2(2 1 2) 3(2 1 0) 4(0 1) 5(2 1 1); c 0[4 1 2 5]@1 1[5 3 0 4]@1
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2] 1[3 2 4 5] 2[2 3 0]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(2 1); c 0[0 1 2 6] 1[6 2 4] 2[6 3 0] 3[4 5 3 6]
        v 0(0 0) 1(0 1) 2(0 2) 3(2 2) 4(2 1) 5(2 0) 6(4 2) 7(4 1) 8(4 0); c 0[1 2 3 4] 1[4 3 6 7] 2[4 5 0 1] 3[7 8 5 4]
        v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 3) 5(4 -1) 6(2 1.5); c 0[0 1 2] 1[0 2 6] 2[6 2 4] 3[6 3 0] 4[4 5 3 6]
        v 0(0 0) 1(0 3) 2(3 3) 3(3 2) 4(1 2) 5(1 0) 6(0 1.5); c 0[4 5 0 6] 1[6 1 2 3 4]
        The straight line between these points leaves the mesh. Cut in several pieces.
        The cut runs along edges that are there already. Choose points with a cell between them.
        A cut begins and ends on an edge or a vertex. Click on one.
    "#]]
    .assert_eq(&lines([
        // A cell is cut from edge to edge.
        cut_cells("v 0 0, 0 2, 2 1 2, 2 1 0; c 0 1 2 3 @1", on(0, 1, 0.5), on(2, 3, 0.5)),
        // A cell is cut from vertex to vertex.
        cut_cells(TWO_SQUARES, at(0), at(2)),
        // A cut crosses several cells.
        cut_cells(TWO_SQUARES, at(0), at(4)),
        // A cut goes through a vertex on its way.
        cut_cells("v 0 0, 0 1, 0 2, 2 2, 2 1, 2 0, 4 2, 4 1, 4 0; c 0 1 2 3 4 5, 5 4 3 6 7 8", at(1), at(7)),
        // A cut follows an edge and then leaves it.
        cut_cells("v 0 0, 0 2, 2 2, 2 0, 4 3, 4 -1; c 0 1 2, 0 2 3, 3 2 4 5", at(0), on(4, 5, 0.0)),
        // A concave cell is cut at its reflex corner.
        cut_cells("v 0 0, 0 3, 3 3, 3 2, 1 2, 1 0; c 0 1 2 3 4 5", at(4), on(0, 1, 0.5)),
        // A cut out of the mesh is refused.
        cut_cells("v 0 0, 0 3, 3 3, 3 2, 1 2, 1 0; c 0 1 2 3 4 5", at(5), at(3)),
        // A cut along an edge is refused.
        cut_cells(TWO_SQUARES, on(2, 3, 0.25), at(3)),
        // A cut into the open is refused.
        cut_cells(TWO_SQUARES, at(0), Corner::New(Vec3::ONE)),
    ]));
}
