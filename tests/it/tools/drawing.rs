//! Cells that are drawn, cut and extruded.

use expect_test::expect;
use glam::Vec2;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::{Cursor, ToolKind, gestures};
use navsmith::editor::session::command::Command;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::scene::Scene;
use navsmith_core::geometry::{ground, is_convex};
use navsmith_core::navmesh::{CellId, NavMesh};

use super::{Hand, draw, edge, vertex};

#[test]
fn double_clicking_an_edge_puts_a_vertex_there() {
    let mut hand = Hand::two_squares();
    hand.double_click([0.5, 0.05]);
    let mesh = &hand.editor.document().mesh;
    assert_eq!(mesh.corners(CellId(0)).len(), 5, "a pentagon");
    assert_eq!(hand.position(8), [0.5, 0., 0.], "on the edge");
    assert_eq!(hand.steps(), ["Split an edge"], "one step");
}

#[test]
fn the_vertex_tool_adds_splits_and_takes_heights() {
    let floor = [[0., 0., 0.], [0., 0., 4.], [4., 4., 4.], [4., 4., 0.]];
    let mut hand = Hand::of(&floor, &[&[0, 1, 2, 3]]);
    hand.take(ToolKind::Vertex);
    hand.click([2.0, 2.0]);
    hand.click([1.0, 0.1]);
    hand.click([9.0, 9.0]);
    assert_eq!(hand.position(4), [2., 2., 2.], "on the slope");
    assert_eq!(hand.position(5), [1., 1., 0.], "on the edge");
    assert_eq!(hand.position(6), [9., 0., 9.], "beside everything");
    assert_eq!(hand.steps(), ["Add a vertex", "Split an edge", "Add a vertex"], "three steps");
    hand.editor.set_mode(Mode::Vertex);
    hand.take(ToolKind::Select);
    hand.click([9.05, 9.0]);
    assert_eq!(hand.selected(), [vertex(6)], "a vertex without a cell can be picked");
    hand.drag(&[[9., 9.], [5., 3.], [4.05, 2.05]]);
    let to_the_middle = hand.position(6);
    assert_eq!(to_the_middle, [4., 4., 2.], "and moved to the middle of an edge");
}

#[test]
fn a_concave_outline_becomes_convex_cells() {
    let mut hand = Hand::over(NavMesh::default());
    draw(&mut hand, &[[0., 0.], [0., 3.], [3., 3.], [3., 2.], [1., 2.], [1., 0.]]);
    assert_eq!(hand.editor.document().mesh.cell_count(), 0, "nothing yet");
    hand.click([0.1, 0.1]);
    let mesh = &hand.editor.document().mesh;
    assert_eq!((mesh.vertex_count(), mesh.cell_count()), (6, 2), "an L of two cells");
    assert!(mesh.cells().all(|(id, _)| is_convex(&mesh.ground_ring(id))), "all convex");
    assert_eq!(hand.editor.derived().islands.len(), 1, "joined");
    assert_eq!(hand.steps(), ["Draw a cell"], "one step");
}

#[test]
fn an_outline_that_would_cross_itself_shows_it_and_refuses_the_corner() {
    let mut hand = Hand::over(NavMesh::default());
    draw(&mut hand, &[[0., 0.], [4., 0.], [4., 4.]]);
    hand.hover([2., -2.]);
    assert_eq!(hand.editor.cursor(), Cursor::Refused, "shown");
    hand.click([2., -2.]);
    assert!(hand.editor.readout().contains("corners: 3"), "not taken: {}", hand.editor.readout());
    hand.input(Input::Accept);
    assert_eq!(hand.editor.document().mesh.cell_count(), 1, "what there is closes");
}

#[test]
fn what_is_being_drawn_is_shown() {
    let mut hand = Hand::two_squares();
    draw(&mut hand, &[[2., 0.], [3., 0.], [4.5, 4.5]]);
    hand.hover([2.9, 1.1]);
    let mut scene = Scene::default();
    hand.editor.draw_tool(&mut scene);
    let lines: Vec<String> = scene.marks.iter().map(|mark| format!("{mark:?}")).collect();
    expect![[r#"
        Point(Draft, Vec3(2.0, 0.0, 0.0))
        Point(Draft, Vec3(3.0, 0.0, 0.0))
        Point(Draft, Vec3(4.5, 0.0, 4.5))
        Line(Draft, [Vec3(4.5, 0.0, 4.5), Vec3(3.0, 0.0, 1.0)])
        Line(Draft, [Vec3(2.0, 0.0, 0.0), Vec3(3.0, 0.0, 0.0), Vec3(4.5, 0.0, 4.5)])
        Point(Snap, Vec3(3.0, 0.0, 1.0))
        Label(Snap, Vec3(3.0, 0.0, 1.0), "grid on edge")
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn backspace_takes_a_corner_back_and_so_does_undo() {
    let mut hand = Hand::over(NavMesh::default());
    draw(&mut hand, &[[0., 0.], [4., 0.], [4., 4.], [0., 9.]]);
    hand.input(Input::Erase);
    hand.input(Input::Run(Command::Undo));
    hand.click([2., 6.]);
    hand.input(Input::Accept);
    let mesh = &hand.editor.document().mesh;
    let places: Vec<_> = mesh.vertices().map(|(_, p)| ground(p)).collect();
    assert_eq!(places, [[0., 0.], [4., 0.], [2., 6.]].map(Vec2::from), "two were taken back");
}

#[test]
fn a_cell_drawn_from_vertices_and_edges_is_joined_to_them() {
    let mut hand = Hand::two_squares();
    draw(&mut hand, &[[2., 0.], [3., 0.], [3., 1.], [2., 2.]]);
    hand.input(Input::Accept);
    let mesh = &hand.editor.document().mesh;
    assert_eq!(mesh.vertex_count(), 9, "one new vertex, in the middle of an edge");
    assert_eq!(mesh.corners(CellId(1)).len(), 5, "which the neighbour got as well");
    assert_eq!(hand.editor.derived().islands.len(), 1, "a bridge between the two");
}

#[test]
fn the_knife_cuts_from_edge_to_edge() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Knife);
    hand.click([0.5, 0.05]);
    hand.hover([0.5, 1.0]);
    assert_eq!(hand.editor.cursor(), Cursor::Refused, "a cut cannot end in a cell");
    hand.click([0.5, 2.05]);
    hand.click([2.0, 0.0]);
    hand.input(Input::Accept);
    let mesh = &hand.editor.document().mesh;
    assert_eq!(mesh.cell_count(), 4, "two cuts");
    assert_eq!(hand.editor.derived().islands.len(), 2, "nothing fell apart");
    assert_eq!(hand.steps(), ["Cut", "Cut"], "two steps");
    assert!(!hand.editor.is_gesture_running(), "the knife is put down");
}

#[test]
fn an_extruded_edge_welds_to_what_it_meets() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Extrude);
    hand.drag(&[[2.05, 0.3], [2.5, 0.3], [3., 0.3]]);
    let mesh = &hand.editor.document().mesh;
    assert_eq!((mesh.vertex_count(), mesh.cell_count()), (8, 3), "a new cell, no new vertices");
    assert_eq!(hand.editor.derived().islands.len(), 1, "a bridge");
    assert_eq!(hand.steps(), ["Extrude 1 edge"], "one step");
}

#[test]
fn a_run_of_edges_is_extruded_by_key() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Edge);
    hand.click([0., 1.]);
    gestures::start_extrude(&mut hand.editor);
    hand.type_in("-2");
    hand.input(Input::Accept);
    let mesh = &hand.editor.document().mesh;
    assert_eq!((mesh.vertex_count(), mesh.cell_count()), (10, 3), "one cell more");
    assert_eq!(hand.selected(), [edge(8, 9)], "the new outer edge is selected, ready for the next");
    gestures::start_extrude(&mut hand.editor);
    hand.type_in("2");
    hand.input(Input::Accept);
    assert_eq!(hand.editor.document().mesh.cell_count(), 3, "pulling back over its own cell is refused");
    assert_eq!(hand.steps(), ["Extrude 1 edge"], "without a step");
}

#[test]
fn help_and_saving_keep_the_corners_of_an_outline() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Draw);
    hand.click([0.0, 4.0]);
    hand.click([0.0, 6.0]);
    for command in
        [Command::CheatSheet, Command::Palette, Command::SaveAs, Command::Delete, Command::NudgeLeft]
    {
        hand.input(Input::Run(command));
        assert!(hand.editor.is_gesture_running(), "{command:?} leaves the outline alone");
    }
    hand.click([2.0, 6.0]);
    hand.input(Input::Accept);
    assert_eq!(hand.editor.document().mesh.cell_count(), 3, "the outline had all its corners");
}
