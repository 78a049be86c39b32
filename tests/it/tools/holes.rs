//! Rectangles, holes and cells that are cut out.

use expect_test::expect;
use glam::Vec3;
use navsmith::editor::analysis::repair::RepairInput;
use navsmith::editor::edits::problems::{self, IssueInput};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::Modifiers;
use navsmith::editor::view::scene::Scene;
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::check::{Fix, Issue, groups};

use super::{CTRL, Hand, SHIFT, cell, three_floors};
use crate::support::jobs::{finish, only_job};

const ALT: Modifiers = Modifiers { shift: false, command: false, alt: true };

fn areas(hand: &Hand) -> f64 {
    let mesh = &hand.editor.document().mesh;
    mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
}

fn headlines(hand: &Hand) -> Vec<String> {
    hand.editor.issues().iter().map(Issue::headline).collect()
}

fn corners_of(hand: &Hand, cell: u32) -> Vec<[f32; 3]> {
    let mesh = &hand.editor.document().mesh;
    mesh.corners(CellId(cell)).iter().map(|&id| mesh.position(id).into()).collect()
}

#[test]
fn a_drag_draws_a_rectangle_on_the_grid() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Rectangle);
    hand.grab(&[[6.1, 4.1], [7.0, 5.0], [8.4, 7.1]]);
    assert_eq!(hand.editor.readout(), "2.50 × 3.00 m  |  7.50 m²  |  cell", "its size");
    assert_eq!(hand.editor.document().mesh.cell_count(), 2, "nothing yet");
    hand.release([8.4, 7.1]);
    let corners = corners_of(&hand, 2);
    assert_eq!(corners, [[6., 0., 4.], [6., 0., 7.], [8.5, 0., 7.], [8.5, 0., 4.]], "counter-clockwise");
    assert_eq!((hand.steps(), hand.selected()), (vec!["Draw a cell"], vec![cell(2)]), "one step");
    hand.input(Input::Run(Command::Undo));
    assert_eq!(hand.editor.document().mesh.cell_count(), 2, "taken back");
}

#[test]
fn two_clicks_draw_a_rectangle_and_shift_makes_it_a_square() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Rectangle);
    hand.click([8.0, 7.0]);
    hand.holding(SHIFT, |hand| hand.click([7.5, 4.0]));
    let corners = corners_of(&hand, 2);
    assert_eq!(corners, [[8., 0., 7.], [8., 0., 4.], [5., 0., 4.], [5., 0., 7.]], "3 m wide to the left");
    hand.click([10.0, 7.0]);
    hand.click([10.0, 9.0]);
    assert_eq!(hand.editor.document().mesh.cell_count(), 3, "a line is no rectangle");
    assert!(hand.editor.is_gesture_running(), "the other corner can be put elsewhere");
    hand.input(Input::Cancel);
    assert!(!hand.editor.is_gesture_running(), "given up");
}

#[test]
fn a_rectangle_beside_a_cell_shares_its_side() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Rectangle);
    hand.drag(&[[2.0, 0.0], [2.5, 1.0], [3.0, 2.0]]);
    assert_eq!(hand.editor.document().mesh.vertex_count(), 8, "no new vertex");
    assert_eq!(hand.editor.derived().islands.len(), 1, "it joins both squares");
    hand.drag(&[[0.5, -1.0], [1.0, -0.5], [1.5, 0.0]]);
    assert_eq!(hand.editor.derived().islands.len(), 1, "its corners split the side that they lie on");
    assert_eq!(headlines(&hand), [""; 0], "no gap");
}

#[test]
fn alt_cuts_a_rectangular_hole() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Rectangle);
    hand.holding(ALT, |hand| hand.drag(&[[0.5, 0.5], [1.0, 1.0], [1.5, 1.5]]));
    assert_eq!(areas(&hand), 7.0, "1 m² is gone");
    assert_eq!((headlines(&hand), hand.steps()), (vec![], vec!["Cut a hole"]), "sound, one step");
    assert_eq!(hand.editor.derived().islands.len(), 2, "the ring around the hole is one island");
}

#[test]
fn a_hole_is_clicked_like_a_cell() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Hole);
    for at in [[1.0, 0.5], [1.0, 1.5], [4.0, 1.5], [4.0, 0.5]] {
        hand.click(at);
    }
    hand.input(Input::Run(Command::Undo));
    hand.click([4.0, 0.5]);
    let mut scene = Scene::default();
    hand.editor.draw_tool(&mut scene);
    assert!(!scene.marks.is_empty(), "the outline is drawn");
    hand.input(Input::Accept);
    assert_eq!(areas(&hand), 6.0, "a metre of each square is gone");
    assert_eq!((headlines(&hand), hand.steps()), (vec![], vec!["Cut a hole"]), "sound, one step");
    for at in [[6.0, 4.0], [6.0, 5.0], [7.0, 5.0]] {
        hand.click(at);
    }
    hand.input(Input::Accept);
    assert!(hand.editor.is_gesture_running(), "an outline beside the mesh is refused and goes on");
}

#[test]
fn a_hole_is_cut_into_the_topmost_floor_only() {
    let mut hand = three_floors();
    hand.take(ToolKind::Rectangle);
    hand.holding(ALT, |hand| hand.drag(&[[0.5, 0.5], [1.0, 1.0], [3.0, 1.5]]));
    let mesh = &hand.editor.document().mesh;
    let area = |y: f32| -> f64 {
        let floor = mesh.cells().filter(|(id, _)| mesh.ring(*id)[0].y == y);
        floor.map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
    };
    assert_eq!([area(0.0), area(3.0), area(6.0)], [4.0, 4.0, 2.5], "the floors below stay");
}

/// Builds a floor of four by four metres, and a cell that overlaps it.
fn pillar() -> Hand {
    let floor = [[0., 0., 0.], [0., 0., 4.], [4., 0., 4.], [4., 0., 0.]];
    let pillar = [[1., 0., 1.], [1., 0., 2.], [2., 0., 2.], [2., 0., 1.]];
    Hand::of(&[floor, pillar].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]])
}

#[test]
fn an_overlap_offers_to_cut_a_cell_out_before_deleting_the_smaller_one() {
    let mut hand = pillar();
    hand.click([1.5, 1.5]);
    let fixes = problems::offered_fixes(&hand.editor);
    let labels: Vec<String> = fixes.iter().map(|(_, fix)| fix.label()).collect();
    let expected = ["Cut cell 1 out of cell 0", "Cut cell 0 out of cell 1", "Delete cell 1"];
    assert_eq!(labels, expected, "what is under the pointer is selected");
    assert_eq!(headlines(&hand), ["Cells 0 and 1 overlap at the same height"], "one issue");
    let (issue, cut_out) = fixes[0].clone();
    hand.input(Input::Issue(IssueInput::Fix(issue.clone(), cut_out.clone())));
    assert_eq!((headlines(&hand), areas(&hand)), (vec![], 16.0), "no ground is lost");
    assert_eq!(hand.editor.derived().islands.len(), 1, "and the pillar is joined");
    assert_eq!(hand.steps(), ["Cut cell 1 out of cell 0"], "one step");
    hand.input(Input::Run(Command::Undo));
    hand.input(Input::Issue(IssueInput::Fix(issue.clone(), fixes[2].1.clone())));
    assert_eq!((headlines(&hand), areas(&hand)), (vec![], 16.0), "the smaller one is gone");
    hand.input(Input::Run(Command::Undo));
    hand.input(Input::Run(Command::FixIssue));
    assert_eq!(hand.steps(), ["Cut cell 1 out of cell 0"], "the key takes the first fix");
    hand.input(Input::Issue(IssueInput::Fix(issue, cut_out)));
    assert_eq!(hand.steps().len(), 1, "what is gone is not fixed again");
}

#[test]
fn a_fix_that_fails_says_so_and_leaves_everything_unchanged() {
    let vertices = [[0., 0.], [0., 4.], [4., 4.], [4., 0.], [-1., 1.], [1., 1.], [1., 2.], [3., 3.]];
    let vertices = vertices.map(|[x, z]| Vec3::new(x, 0., z));
    let cell = |ring: &[u32]| Cell::new(ring.iter().copied().map(VertexId), AreaId(0));
    // Both other cells overlap the first. The last one shares an edge with the first, on the same side of it.
    let cells = [cell(&[0, 1, 2, 3]), cell(&[4, 6, 5]), cell(&[1, 2, 7])];
    let mut hand = Hand::over(NavMesh::from_parts(vertices, cells).unwrap());
    let before = hand.editor.document().clone();
    let cut_out = Fix::CutOut { cell: CellId(1), from: CellId(0) };
    let issue = hand.editor.issues().iter().find(|issue| issue.fixes().contains(&cut_out)).cloned();
    hand.input(Input::Issue(IssueInput::Fix(issue.unwrap(), cut_out)));
    let description = |effect| if let Effect::Say(message) = effect { Some(message.text) } else { None };
    let said: String = hand.editor.take_effects().into_iter().filter_map(description).collect();
    expect!["The fix was not applied: a new cell would lie over another one. Choose another fix."]
        .assert_eq(&said);
    assert_eq!((hand.editor.document(), hand.steps().len()), (&before, 0), "unchanged");
}

#[test]
fn cells_drawn_side_by_side_are_cut_out_together() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Draw);
    // An L over the first square, which becomes two cells.
    for at in [[0.5, 0.5], [0.5, 1.5], [1.5, 1.5], [1.5, 1.0], [1.0, 1.0], [1.0, 0.5]] {
        hand.holding(CTRL, |hand| hand.click(at));
    }
    hand.input(Input::Accept);
    assert_eq!(hand.editor.document().mesh.cell_count(), 4, "two cells");
    let overlap = hand.editor.issues().iter().next().cloned().expect("both overlap the square");
    let cut_out = overlap.fixes()[0].clone();
    hand.input(Input::Issue(IssueInput::Fix(overlap, cut_out)));
    assert_eq!((headlines(&hand), areas(&hand)), (vec![], 8.0), "no ground is lost");
    assert_eq!(hand.editor.derived().islands.len(), 2, "and all is joined");
}

#[test]
fn selected_cells_are_subtracted_or_cut_out() {
    let mut hand = pillar();
    hand.click([1.5, 1.5]);
    hand.click([1.5, 1.5]);
    assert_eq!(hand.selected(), [cell(1)], "the second click takes the other cell there");
    hand.input(Input::Run(Command::SubtractSelection));
    assert_eq!((headlines(&hand), areas(&hand)), (vec![], 15.0), "a hole");
    hand.input(Input::Run(Command::Undo));
    assert_eq!(hand.selected(), [cell(1)], "selected as before");
    hand.input(Input::Run(Command::CutOutSelection));
    assert_eq!((headlines(&hand), areas(&hand)), (vec![], 16.0), "joined");
    assert_eq!(hand.selected(), [cell(1)], "what was selected stays so");
    hand.editor.take_effects();
    hand.input(Input::Run(Command::CutOutSelection));
    assert!(
        hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_))),
        "a message, for it overlaps nothing now"
    );
    assert_eq!(hand.steps(), ["Cut out cells"], "and no step");
}

#[test]
fn vertices_selected_in_order_are_the_outline_of_a_hole() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Vertex);
    let corners = [[0.5, 0.5], [0.5, 1.5], [1.5, 1.5]];
    for at in corners {
        hand.click(at);
    }
    hand.take(ToolKind::Select);
    hand.editor.set_mode(Mode::Vertex);
    hand.click(corners[0]);
    for &at in &corners[1..] {
        hand.holding(SHIFT, |hand| hand.click(at));
    }
    hand.input(Input::Run(Command::SubtractSelection));
    assert_eq!(areas(&hand), 7.5, "the triangle is gone");
    assert_eq!(headlines(&hand), [""; 0], "sound");
    let mesh = &hand.editor.document().mesh;
    let is_used = |id: VertexId| !hand.editor.derived().adjacency.star(id).is_empty();
    assert!(mesh.vertices().all(|(id, _)| is_used(id)), "no loose vertex is left");
}

#[test]
fn all_issues_of_a_group_are_fixed_at_once() {
    let mut hand = pillar();
    let group = groups(hand.editor.issues().iter(), &hand.editor.derived().islands)[0].key();
    hand.input(Input::Issue(IssueInput::FixAll(group)));
    assert_eq!(hand.steps(), [""; 0], "the repair dialog shows the effect first");
    let job = only_job(&mut hand.editor, "previewing the repair");
    finish(&mut hand.editor, &job);
    hand.input(Input::Repair(RepairInput::Apply));
    assert_eq!((headlines(&hand), hand.steps().len()), (vec![], 1), "one step");
}
