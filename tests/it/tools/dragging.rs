//! Elements that are moved by a drag.

use glam::{Vec2, Vec3};
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::elements::islands::IslandInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::snap::SnapTarget;
use navsmith::editor::interaction::tool::{ToolKind, gestures};
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{AreaId, CellId, Edge, NavMesh, VertexId};

use super::{CTRL, Hand, SHIFT, cell, draw, edge, vertex};

#[test]
fn a_drag_is_one_undo_step() {
    let mut hand = Hand::two_squares();
    let before = hand.editor.document().clone();
    hand.drag(&[[1., 1.], [1.5, 4.], [1., 6.]]);
    assert_eq!(hand.position(0), [0., 0., 5.], "moved along with the pointer");
    assert_eq!(hand.steps(), ["Move 1 cell"], "one step");
    assert_eq!(hand.selected(), [cell(0)], "what was dragged is selected");
    assert!(hand.editor.undo(), "there is a step");
    assert_eq!(*hand.editor.document(), before, "as before");
}

#[test]
fn escape_during_a_drag_puts_everything_back() {
    let mut hand = Hand::two_squares();
    let before = hand.editor.document().clone();
    for give_up in [Input::Cancel, Input::ContextClick(hand.pointer([3., 5.]))] {
        hand.click([4., 1.]);
        hand.grab(&[[1., 1.], [2., 4.], [3., 5.]]);
        assert!(hand.editor.is_gesture_running(), "a drag is under way");
        hand.input(give_up);
        assert_eq!(*hand.editor.document(), before, "as before");
        assert_eq!(hand.steps(), [""; 0], "no step");
        hand.input(Input::Drag(hand.pointer([9., 9.])));
        hand.release([9., 9.]);
        assert_eq!(*hand.editor.document(), before, "the rest of the drag does nothing");
    }
}

#[test]
fn undo_during_a_drag_takes_back_the_drag_alone() {
    let mut hand = Hand::two_squares();
    hand.drag(&[[1., 1.], [1., 4.], [1., 6.]]);
    hand.grab(&[[4., 1.], [4., 4.]]);
    hand.input(Input::Run(Command::Undo));
    assert_eq!((hand.position(0)[2], hand.position(4)[2]), (5., 0.), "the drag before it stays");
}

#[test]
fn a_drag_snaps_to_the_grid_and_control_inverts_it() {
    let mut hand = Hand::two_squares();
    hand.drag(&[[1., 1.], [1., 4.06], [1., 6.07]]);
    assert_eq!(hand.position(0), [0., 0., 5.], "on the grid of half metres");
    hand.holding(CTRL, |hand| hand.drag(&[[1., 6.], [1., 6.06], [1.03, 6.07]]));
    assert!((hand.position(0)[2] - 5.07).abs() < 1e-5, "free: {:?}", hand.position(0));
}

#[test]
fn shift_keeps_a_drag_to_one_axis() {
    let mut hand = Hand::two_squares();
    hand.holding(SHIFT, |hand| hand.drag(&[[1., 1.], [1., 4.], [2., 6.]]));
    assert_eq!(hand.position(0), [0., 0., 5.], "only along Z");
}

#[test]
fn a_vertex_dropped_on_another_merges() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Vertex);
    hand.grab(&[[2., 0.], [2.5, 0.3], [2.95, 0.05]]);
    assert_eq!(
        hand.editor.snap_mark().map(|snap| snap.to),
        Some(SnapTarget::Vertex(VertexId(4))),
        "shown before"
    );
    assert!(hand.editor.readout().contains("merges 1 vertex"), "said before: {}", hand.editor.readout());
    hand.release([2.95, 0.05]);
    let mesh = &hand.editor.document().mesh;
    assert_eq!(mesh.corners(CellId(0)), [0, 1, 2, 4].map(VertexId), "the cell has the other vertex now");
    assert_eq!(mesh.vertex(VertexId(3)), None, "the dragged one is gone");
    assert_eq!(hand.selected(), [vertex(4)], "what it became is selected");
}

#[test]
fn merging_can_be_left_out_by_holding_control() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Vertex);
    hand.holding(CTRL, |hand| hand.drag(&[[2., 0.], [2.5, 0.3], [3., 0.]]));
    assert_eq!(hand.editor.document().mesh.vertex_count(), 8, "both are there");
    assert_eq!(hand.position(3), hand.position(4), "in one place");
}

#[test]
fn the_island_count_changes_under_the_hand() {
    let mut hand = Hand::two_squares();
    let mut counts = vec![hand.editor.derived().islands.len()];
    hand.grab(&[[4., 1.], [3.5, 1.]]);
    for x in [3.3, 3., 3.5, 3.] {
        hand.input(Input::Drag(hand.pointer([x, 1.])));
        counts.push(hand.editor.derived().islands.len());
    }
    assert_eq!(counts, [2, 2, 1, 2, 1], "one island only where the squares meet");
    hand.release([3., 1.]);
    assert_eq!(hand.editor.document().mesh.vertex_count(), 6, "two pairs of vertices became one each");
    assert_eq!(hand.steps(), ["Move 1 cell"], "one step");
}

#[test]
fn dragging_a_vertex_snaps_to_edges_and_their_middles() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Vertex);
    let square_edge = Edge::new(VertexId(4), VertexId(5));
    hand.grab(&[[2., 0.], [2.5, 0.3], [2.9, 0.4]]);
    assert_eq!(hand.position(3), [3., 0., 0.5], "on the edge where a grid line crosses it");
    without_grid(&mut hand);
    hand.input(Input::Drag(hand.pointer([2.9, 0.4])));
    assert_eq!(hand.position(3), [3., 0., 0.4], "without a grid, where the pointer is nearest");
    hand.input(Input::Drag(hand.pointer([2.9, 0.9])));
    let snap = hand.editor.snap_mark().unwrap();
    assert_eq!((snap.to, hand.position(3)), (SnapTarget::Midpoint(square_edge), [3., 0., 1.]), "its middle");
}

#[test]
fn a_fixed_grid_crosses_an_edge_at_the_same_points_at_any_zoom() {
    for factor in [0.1, 1.0, 10.0] {
        let mut hand = Hand::two_squares();
        hand.editor.set_mode(Mode::Vertex);
        hand.input(Input::View(ViewId::ABOVE, ViewInput::Zoom { screen: Vec2::ZERO, factor }));
        hand.grab(&[[2., 0.], [2.5, 0.3], [2.9, 0.4]]);
        assert_eq!(hand.position(3), [3., 0., 0.5], "on the line of the grid, zoomed by {factor}");
    }
}

fn without_grid(hand: &mut Hand) {
    let options = Options { snaps_to_grid: false, ..hand.editor.options().clone() };
    hand.input(Input::SetOptions(options));
}

#[test]
fn doors_drawn_between_two_rooms_lie_on_the_grid() {
    let mut hand = Hand::over(NavMesh::default());
    for outline in [
        [[0., 0.], [0., 4.], [5., 4.], [5., 0.]],
        [[6., 0.], [6., 4.], [10., 4.], [10., 0.]],
        // A pixel beside the intersections of walls and grid lines.
        [[5.02, 1.49], [4.98, 2.52], [6.01, 2.48], [5.99, 1.51]],
    ] {
        draw(&mut hand, &outline);
        hand.input(Input::Accept);
    }
    let mesh = &hand.editor.document().mesh;
    let positions: Vec<Vec3> = mesh.vertices().map(|(_, at)| at).collect();
    assert!(positions.iter().all(|at| (*at * 2.0).fract() == Vec3::ZERO), "off the grid: {positions:?}");
    assert_eq!(hand.editor.derived().islands.len(), 1, "the door joins the rooms");
}

#[test]
fn a_straight_cut_ends_on_the_grid_and_not_at_the_midpoint() {
    let square = [[0., 0., 10.], [0., 0., 12.5], [10., 0., 12.5], [10., 0., 10.]];
    let mut hand = Hand::of(&square, &[&[0, 1, 2, 3]]);
    hand.take(ToolKind::Knife);
    hand.click([0.01, 11.02]);
    hand.hover([9.99, 11.02]);
    let snap = hand.editor.snap_mark().unwrap();
    assert!(matches!(snap.to, SnapTarget::GridOnEdge(..)), "shown by the mark: {snap:?}");
    let readout = hand.editor.readout();
    assert!(readout.contains("on grid line on edge 2–3"), "and by the status bar: {readout}");
    hand.click([9.99, 11.02]);
    assert_eq!([hand.position(4), hand.position(5)], [[0., 0., 11.], [10., 0., 11.]], "both on the grid");
}

#[test]
fn a_line_being_drawn_meets_an_edge_straight_ahead() {
    let square = [[0., 0., 10.], [0., 0., 12.5], [10., 0., 12.5], [10., 0., 10.]];
    let mut hand = Hand::of(&square, &[&[0, 1, 2, 3]]);
    without_grid(&mut hand);
    hand.take(ToolKind::Knife);
    hand.click([0.0, 10.77]);
    hand.hover([9.95, 10.8]);
    let snap = hand.editor.snap_mark().unwrap();
    assert!(matches!(snap.to, SnapTarget::InLine(..)), "{snap:?}");
    assert_eq!(snap.at.z, hand.editor.document().mesh.position(VertexId(0)).z + 0.77, "along X");
}

#[test]
fn on_an_edge_the_nearest_candidate_wins() {
    let mut hand = Hand::of(&[[0., 0., 0.], [0., 0., 3.], [3., 0., 3.], [3., 0., 0.]], &[&[0, 1, 2, 3]]);
    hand.take(ToolKind::Vertex);
    let target = |hand: &mut Hand, at| {
        hand.hover(at);
        hand.editor.snap_mark().map(|snap| (snap.to.describe(), ground(snap.at).to_array()))
    };
    assert_eq!(target(&mut hand, [2.95, 0.45]), Some(("grid on edge", [3., 0.5])), "though the end is near");
    assert_eq!(target(&mut hand, [2.95, 0.1]), Some(("vertex", [3., 0.])), "the end");
    assert_eq!(target(&mut hand, [2.95, 0.74]), Some(("grid on edge", [3., 0.5])), "between two grid lines");
    hand.take(ToolKind::Select);
    hand.editor.set_mode(Mode::Edge);
    hand.double_click([2.95, 0.74]);
    assert_eq!(hand.position(4), [3., 0., 0.5], "a double click snaps as well");
}

#[test]
fn an_id_is_not_given_again_after_an_undo() {
    let mut hand = Hand::two_squares();
    draw(&mut hand, &[[0., 5.], [0., 6.], [1., 6.], [1., 5.]]);
    hand.input(Input::Accept);
    let island = hand.editor.derived().islands.of(CellId(2)).unwrap();
    hand.input(Input::Island(IslandInput::SetHidden(island, true)));
    hand.input(Input::Run(Command::Undo));
    draw(&mut hand, &[[4., 5.], [4., 6.], [5., 6.], [5., 5.]]);
    hand.input(Input::Accept);
    let (id, _) = hand.editor.document().mesh.cells().last().unwrap();
    assert_eq!(id, CellId(3), "not that of the cell that the undo removed");
    assert!(!hand.editor.is_hidden(id), "so it is not hidden in its place");
    let vertices: Vec<u32> = hand.editor.document().mesh.corners(id).iter().map(|corner| corner.0).collect();
    assert!(vertices.iter().all(|&vertex| vertex >= 12), "the same for vertices: {vertices:?}");
}

#[test]
fn previews_of_one_gesture_give_the_same_ids() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Extrude);
    hand.grab(&[[1., 2.], [1., 3.], [1., 4.]]);
    let during = hand.editor.document().mesh.cell_slots();
    hand.input(Input::Drag(hand.pointer([1., 5.])));
    assert_eq!(hand.editor.document().mesh.cell_slots(), during, "no slot for each preview");
    hand.input(Input::Cancel);
    assert_eq!(hand.editor.document().mesh.cell_slots(), 2, "nothing is left of it");
}

#[test]
fn a_refused_nudge_keeps_those_before_it() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    // Six of these keep the largest coordinate below the largest finite number; the seventh would not.
    for _ in 0..6 {
        gestures::nudge(&mut hand.editor, Vec3::X * 1e38);
    }
    let before = hand.editor.document().clone();
    gestures::nudge(&mut hand.editor, Vec3::X * 1e38);
    assert_eq!(*hand.editor.document(), before, "the refused one alone did nothing");
    assert_eq!(hand.steps(), ["Nudge 1 cell"], "one step");
    hand.input(Input::Run(Command::Undo));
    assert_eq!(hand.position(0), [0.; 3], "which undoes them all");
}

#[test]
fn undoing_the_removal_of_an_area_keeps_the_current_area() {
    let mut hand = Hand::two_squares();
    for _ in 0..2 {
        hand.input(Input::Area(AreaInput::Add));
    }
    hand.input(Input::Area(AreaInput::Activate(AreaId(2))));
    hand.input(Input::Area(AreaInput::Remove(AreaId(1))));
    assert_eq!(hand.editor.options().area, AreaId(1), "the same area under its new number");
    hand.input(Input::Run(Command::Undo));
    assert_eq!(hand.editor.options().area, AreaId(2), "and under its old one");
    hand.input(Input::Run(Command::Redo));
    assert_eq!(hand.editor.options().area, AreaId(1), "there and back");
}

#[test]
fn control_click_adds_to_the_selection_and_removes_from_it() {
    for modifiers in [CTRL, SHIFT] {
        let mut hand = Hand::two_squares();
        hand.click([1., 1.]);
        hand.holding(modifiers, |hand| hand.click([4., 1.]));
        assert_eq!(hand.selected(), [cell(0), cell(1)], "added");
        hand.holding(modifiers, |hand| hand.click([1., 1.]));
        assert_eq!(hand.selected(), [cell(1)], "removed");
        hand.holding(modifiers, |hand| hand.click([9., 9.]));
        assert_eq!(hand.selected(), [cell(1)], "nothing was hit, nothing is lost");
    }
}

#[test]
fn a_context_menu_is_about_what_the_mode_picks_with_every_tool() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Edge);
    for tool in [ToolKind::Select, ToolKind::Draw, ToolKind::Paint, ToolKind::Vertex] {
        hand.take(tool);
        hand.hover([1., 0.1]);
        hand.input(Input::ContextClick(hand.pointer([1., 0.1])));
        assert_eq!(hand.editor.context_element(), Some(edge(0, 3)), "{tool:?}");
        assert_eq!(hand.selected(), [edge(0, 3)], "what the verbs are about: {tool:?}");
    }
    hand.input(Input::ContextClick(hand.pointer([1., 1.])));
    assert_eq!(hand.editor.context_element(), None, "inside of a cell is no edge");
}

#[test]
fn a_drag_may_pass_through_broken_shapes() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Vertex);
    hand.grab(&[[0., 0.], [1., 1.], [1.5, 1.5], [3., 5.]]);
    assert_eq!(hand.position(0), [3., 0., 5.], "inside out by now");
    hand.release([3., 5.]);
    assert_eq!(hand.editor.document().mesh.cell_count(), 2, "nothing is refused, nothing is lost");
}
