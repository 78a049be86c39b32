//! Tools and gestures: every test drives the editor with inputs, as the window does.

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::repair::RepairInput;
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::edits::problems::{self, IssueInput};
use navsmith::editor::elements::islands::IslandInput;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::snap::SnapTarget;
use navsmith::editor::interaction::tool::{Cursor, ToolKind, gestures};
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message};
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::grid::{self, GridSize};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::Scene;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::{ground, ground_area, is_convex};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Edge, IslandId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::check::{Fix, Issue, groups};
use navsmith_formats::document::Document;

use crate::support::jobs::{finish, only_job};

/// A simulated pointer that drives an editor and checks the mesh after every input.
struct Hand {
    editor: Editor,
    modifiers: Modifiers,
}

const SHIFT: Modifiers = Modifiers { shift: true, command: false, alt: false };
const CTRL: Modifiers = Modifiers { shift: false, command: true, alt: false };

impl Hand {
    fn over(mesh: NavMesh) -> Self {
        Self { editor: Editor::new(Document::of_mesh(mesh)), modifiers: Modifiers::default() }
    }

    fn of(vertices: &[[f32; 3]], cells: &[&[u32]]) -> Self {
        let vertices = vertices.iter().map(|&v| Vec3::from(v));
        let cells = cells.iter().map(|c| Cell::new(c.iter().map(|&v| VertexId(v)), AreaId(0)));
        Self::over(NavMesh::from_parts(vertices, cells).expect("a test's mesh is whole"))
    }

    /// Builds two squares of two metres, a metre apart.
    ///
    /// Vertices 0–3 and 4–7 are counter-clockwise from the upper left.
    fn two_squares() -> Self {
        let square = |x: f32| [[x, 0., 0.], [x, 0., 2.], [x + 2., 0., 2.], [x + 2., 0., 0.]];
        Self::of(&[square(0.), square(3.)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]])
    }

    fn pointer(&self, at: [f32; 2]) -> Pointer {
        Pointer::above(at.into(), 0.2, self.modifiers)
    }

    fn input(&mut self, input: Input) {
        self.editor.handle(input);
        assert_eq!(self.editor.document().mesh.check(), Ok(()), "the mesh stays whole");
    }

    fn holding<T>(&mut self, modifiers: Modifiers, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.modifiers, modifiers);
        let result = act(self);
        self.modifiers = before;
        result
    }

    fn take(&mut self, kind: ToolKind) {
        self.editor.set_tool(kind);
    }

    fn hover(&mut self, at: [f32; 2]) {
        self.input(Input::Hover(self.pointer(at)));
    }

    fn click(&mut self, at: [f32; 2]) {
        self.hover(at);
        self.input(Input::Click(self.pointer(at)));
    }

    fn double_click(&mut self, at: [f32; 2]) {
        self.click(at);
        self.input(Input::DoubleClick(self.pointer(at)));
    }

    /// Presses at the first position and drags through the others, without releasing the button.
    fn grab(&mut self, places: &[[f32; 2]]) {
        self.hover(places[0]);
        let from = self.pointer(places[0]);
        self.input(Input::DragStart { from, to: self.pointer(places[1]) });
        for &to in &places[2..] {
            self.input(Input::Drag(self.pointer(to)));
        }
    }

    fn release(&mut self, at: [f32; 2]) {
        self.input(Input::DragEnd(self.pointer(at)));
    }

    fn drag(&mut self, places: &[[f32; 2]]) {
        self.grab(places);
        self.release(places[places.len() - 1]);
    }

    fn type_in(&mut self, text: &str) {
        assert!(self.editor.wants_text(), "a gesture takes numbers");
        text.chars().for_each(|c| self.input(Input::Text(c)));
    }

    fn position(&self, vertex: u32) -> [f32; 3] {
        self.editor.document().mesh.position(VertexId(vertex)).into()
    }

    fn ends(&self) -> [Option<([f32; 2], Option<f32>)>; 2] {
        let query = &self.editor.document().queries[0];
        [query.start, query.target].map(|end| end.map(|end| (end.ground.into(), end.height)))
    }

    fn selected(&self) -> Vec<Element> {
        self.editor.selection().elements().collect()
    }

    fn steps(&self) -> Vec<&str> {
        self.editor.history().done().iter().map(|step| step.title.as_str()).collect()
    }
}

fn cell(id: u32) -> Element {
    Element::Cell(CellId(id))
}

fn vertex(id: u32) -> Element {
    Element::Vertex(VertexId(id))
}

fn edge(a: u32, b: u32) -> Element {
    Element::Edge(Edge::new(VertexId(a), VertexId(b)))
}

// Selection.

#[test]
fn a_click_takes_what_hovering_showed() {
    let mut hand = Hand::two_squares();
    for (mode, at, expected) in [
        (Mode::Cell, [1.0, 1.0], cell(0)),
        (Mode::Edge, [1.0, 0.1], edge(0, 3)),
        (Mode::Vertex, [0.1, 0.1], vertex(0)),
    ] {
        hand.editor.set_mode(mode);
        hand.hover(at);
        let hover = hand.editor.hover().map(|hit| hit.element);
        hand.click(at);
        assert_eq!((hover, hand.selected()), (Some(expected), vec![expected]), "{mode:?}");
    }
    hand.click([-5.0, -5.0]);
    assert_eq!(hand.selected(), [], "a click on nothing deselects");
}

/// Builds a square at each of the heights 0, 3 and 6.
fn three_floors() -> Hand {
    let floor = |y: f32| [[0., y, 0.], [0., y, 2.], [2., y, 2.], [2., y, 0.]];
    Hand::of(&[floor(0.), floor(3.), floor(6.)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11]])
}

#[test]
fn clicking_again_takes_the_floor_below() {
    let mut hand = three_floors();
    let mut taken = Vec::new();
    for _ in 0..4 {
        hand.click([1., 1.]);
        taken.extend(hand.selected());
    }
    assert_eq!(taken, [cell(2), cell(1), cell(0), cell(2)], "from the top to the bottom and round again");
}

#[test]
fn a_selected_lower_floor_is_what_a_drag_moves() {
    let mut hand = three_floors();
    hand.click([1., 1.]);
    hand.click([1., 1.]);
    hand.drag(&[[1., 1.], [3., 1.], [6., 1.]]);
    assert_eq!(hand.position(4), [5., 3., 0.], "the floor in the middle moved");
    assert_eq!(hand.position(8), [0., 6., 0.], "the topmost did not");
}

#[test]
fn a_box_to_the_right_takes_what_is_inside_and_to_the_left_what_it_touches() {
    let mut hand = Hand::two_squares();
    let corners = [[-1.0, -1.0], [3.5, 3.0]];
    hand.drag(&corners);
    assert_eq!(hand.selected(), [cell(0)], "only the first is wholly inside");
    hand.drag(&[[3.5, 3.0], [-1.0, -1.0]]);
    assert_eq!(hand.selected(), [cell(0), cell(1)], "it touches both");
    hand.take(ToolKind::Box);
    hand.drag(&[[3.5, 1.5], [1.0, 1.0]]);
    assert_eq!(hand.selected(), [cell(0), cell(1)], "touched");
    hand.holding(CTRL, |hand| hand.drag(&[[2.5, -1.0], [6.0, 3.0]]));
    assert_eq!(hand.selected(), [cell(0)], "taken out");
    hand.holding(SHIFT, |hand| hand.drag(&[[2.5, -1.0], [6.0, 3.0]]));
    assert_eq!(hand.selected(), [cell(0), cell(1)], "added");
}

#[test]
fn a_box_takes_vertices_and_edges_too() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Vertex);
    hand.drag(&[[-1., -1.], [2.5, 1.]]);
    assert_eq!(hand.selected(), [vertex(0), vertex(3)], "the upper corners of the first square");
    hand.editor.set_mode(Mode::Edge);
    assert_eq!(hand.selected(), [edge(0, 3)], "as edges: the one between them");
    hand.editor.set_mode(Mode::Cell);
    assert_eq!(hand.selected(), [], "as cells: none");
}

#[test]
fn escape_works_in_stages() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    hand.take(ToolKind::Draw);
    hand.click([8., 8.]);
    hand.input(Input::Cancel);
    assert!(
        !hand.editor.is_gesture_running() && hand.editor.tool_kind() == ToolKind::Draw,
        "first the outline"
    );
    hand.input(Input::Cancel);
    assert_eq!(
        (hand.editor.tool_kind(), hand.selected()),
        (ToolKind::Select, vec![cell(0)]),
        "then the tool"
    );
    hand.input(Input::Cancel);
    assert_eq!(hand.selected(), [], "then the selection");
}

#[test]
fn a_right_click_selects_what_its_menu_is_about() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    hand.input(Input::ContextClick(hand.pointer([4., 1.])));
    assert_eq!(hand.selected(), [cell(1)], "what is under the pointer");
    hand.holding(SHIFT, |hand| hand.click([1., 1.]));
    hand.input(Input::ContextClick(hand.pointer([4., 1.])));
    assert_eq!(hand.selected(), [cell(0), cell(1)], "but what is selected stays so");
}

#[test]
fn what_is_hidden_is_neither_picked_nor_snapped_to() {
    let mut hand = Hand::two_squares();
    hand.input(Input::Island(IslandInput::SetHidden(IslandId(1), true)));
    hand.click([4., 1.]);
    assert_eq!(hand.selected(), [], "not picked");
    hand.take(ToolKind::Box);
    hand.drag(&[[-1., -1.], [9., 9.]]);
    assert_eq!(hand.selected(), [cell(0)], "not in a box");
    hand.take(ToolKind::Select);
    hand.editor.set_mode(Mode::Vertex);
    hand.click([2., 0.]);
    hand.drag(&[[2., 0.], [2.5, 0.3], [2.95, 0.05]]);
    assert_eq!(hand.editor.document().mesh.vertex_count(), 8, "nothing merged");
}

// Moving elements by drag.

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

// Moving elements by key.

fn moving(hand: &mut Hand) {
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
}

#[test]
fn typing_numbers_moves_exactly() {
    for (typed, expected) in [
        ("12.5", [12.5, 0., 0.]),
        ("3-", [-3., 0., 0.]),
        ("1,2", [1., 0., 2.]),
        ("z.25", [0., 0., 0.25]),
        ("y3", [0., 3., 0.]),
        ("xx7", [7., 0., 0.]),
    ] {
        let mut hand = Hand::two_squares();
        moving(&mut hand);
        hand.hover([5., 9.]);
        hand.type_in(typed);
        hand.input(Input::Accept);
        assert_eq!(hand.position(0), expected, "typed {typed}");
        assert_eq!(hand.steps(), ["Move 1 cell"], "one step");
        assert!(!hand.editor.wants_text(), "keys are shortcuts again");
    }
}

#[test]
fn backspace_takes_a_digit_back_and_at_last_the_pointer_leads_again() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([1., 7.]);
    hand.type_in("12");
    hand.input(Input::Erase);
    assert_eq!(hand.position(0), [1., 0., 0.], "1 is left");
    hand.input(Input::Erase);
    assert_eq!(hand.position(0), [0., 0., 6.], "along with the pointer");
}

#[test]
fn a_move_by_key_reads_out_what_it_does() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([2.5, 7.]);
    expect!["dx 1.50 m  dz 6.00 m"].assert_eq(&hand.editor.readout());
    hand.type_in("z-12.5");
    expect!["dx 0.00 m  dz -12.50 m  |  along Z  |  typed: -12.5"].assert_eq(&hand.editor.readout());
}

#[test]
fn shift_slows_a_move_by_key() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([1., 6.]);
    hand.modifiers = Modifiers { command: true, ..SHIFT };
    hand.hover([1., 8.]);
    assert!(
        (hand.position(0)[2] - 5.2).abs() < 1e-5,
        "a tenth of the last two metres: {:?}",
        hand.position(0)
    );
}

#[test]
fn a_click_accepts_and_escape_cancels_a_move_by_key() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.click([1., 6.]);
    assert_eq!((hand.position(0), hand.steps().len()), ([0., 0., 5.], 1), "accepted");
    gestures::start_move(&mut hand.editor);
    hand.hover([9., 9.]);
    hand.input(Input::Cancel);
    assert_eq!((hand.position(0), hand.steps().len()), ([0., 0., 5.], 1), "cancelled");
    assert_eq!(hand.selected(), [cell(0)], "still selected");
}

#[test]
fn rotating_turns_counter_clockwise_as_seen() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_rotate(&mut hand.editor);
    hand.type_in("90");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0., 0., 2.], "the upper left corner is now the lower left one");
    hand.hover([2., 1.]);
    gestures::start_rotate(&mut hand.editor);
    hand.hover([1., -1.]);
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [2., 0., 2.], "a quarter further by hand");
}

#[test]
fn scaling_keeps_the_middle() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    hand.hover([2., 1.]);
    gestures::start_scale(&mut hand.editor);
    hand.hover([3., 1.]);
    assert_eq!(hand.position(0), [-1., 0., -1.], "twice as large");
    hand.type_in("x3");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [-2., 0., 0.], "three times as wide");
}

#[test]
fn nothing_selected_is_said_and_nothing_begins() {
    let mut hand = Hand::two_squares();
    gestures::start_move(&mut hand.editor);
    assert!(!hand.editor.is_gesture_running(), "nothing to move");
    let said = hand.editor.take_effects();
    let expected = Message::warning("Nothing is selected to move. Select something first.");
    assert_eq!(said, [Effect::Say(expected)], "and why");
}

#[test]
fn nudges_in_a_row_are_one_step() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    for (time, right) in [(1.0, 1.0), (1.5, 1.0), (2.2, 1.0), (4.0, 1.0), (4.1, -1.0)] {
        hand.input(Input::Tick(time));
        gestures::nudge(&mut hand.editor, Vec3::new(right, 0., 0.));
    }
    assert_eq!(hand.position(0), [1.5, 0., 0.], "three grid steps of half a metre to the right in the end");
    assert_eq!(hand.steps().len(), 3, "three in a row, one after a pause, one the other way");
    hand.editor.undo();
    hand.editor.undo();
    assert_eq!(hand.position(0), [1.5, 0., 0.], "the first three");
    hand.editor.undo();
    assert_eq!(hand.position(0), [0.; 3], "as one");
}

// Drawing.

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

fn draw(hand: &mut Hand, corners: &[[f32; 2]]) {
    hand.take(ToolKind::Draw);
    for &corner in corners {
        hand.click(corner);
    }
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

// Path ends and areas.

#[test]
fn start_and_target_are_placed_by_click_and_moved_by_drag() {
    let mut hand = Hand::two_squares();
    hand.take(ToolKind::Start);
    hand.click([0.5, 0.5]);
    hand.take(ToolKind::Target);
    hand.grab(&[[1., 1.], [1.5, 1.5]]);
    assert_eq!(hand.ends()[1], Some(([1.5, 1.5], None)), "follows live");
    hand.release([1.7, 1.5]);
    hand.take(ToolKind::Select);
    hand.editor.set_mode(Mode::Vertex);
    hand.drag(&[[0.5625, 0.5], [0.8, 0.8], [1.0625, 1.0]]);
    assert_eq!(hand.ends(), [Some(([1.0, 1.0], None)), Some(([1.7, 1.5], None))], "dragged by its marker");
    assert_eq!(hand.steps(), ["Place the start", "Place the target", "Place the start"], "three steps");
    hand.editor.undo();
    assert_eq!(hand.ends()[0], Some(([0.5, 0.5], None)), "back");
}

#[test]
fn clicking_again_puts_the_start_on_the_floor_below() {
    let mut hand = three_floors();
    hand.take(ToolKind::Start);
    let mut heights = Vec::new();
    for _ in 0..4 {
        hand.click([1., 1.]);
        heights.push(hand.ends()[0].and_then(|(_, height)| height));
    }
    assert_eq!(
        heights,
        [Some(6.), Some(3.), Some(0.), Some(6.)],
        "from the top to the bottom and round again"
    );
}

#[test]
fn a_stroke_of_paint_is_one_step() {
    let mesh = Hand::two_squares().editor.document().mesh.clone();
    let of_other_area = mesh.cells().map(|(_, cell)| Cell::new(cell.corners().iter().copied(), AreaId(1)));
    let mut hand = Hand::over(NavMesh::from_parts(mesh.vertices().map(|(_, p)| p), of_other_area).unwrap());
    hand.take(ToolKind::Paint);
    for _ in 0..2 {
        hand.drag(&[[1., 1.], [4., 1.]]);
        let mesh = &hand.editor.document().mesh;
        assert!(mesh.cells().all(|(_, cell)| cell.area() == AreaId(0)), "both are painted");
        assert_eq!(hand.steps(), ["Paint cells"], "one step, and none for painting them again");
    }
}

// Hints of the status bar.

#[test]
fn hints_follow_what_the_hand_does() {
    let mut hand = Hand::two_squares();
    let said = |hand: &Hand| {
        let hints = hand.editor.hints();
        let lines: Vec<String> = hints.iter().map(|hint| format!("{}: {}", hint.input, hint.does)).collect();
        lines.join("\n") + "\n"
    };
    hand.hover([1., 1.]);
    expect![[r#"
        Left drag: move this cell
        Click: select this cell
        Shift/Ctrl+click: add it
        Right click: menu
        1/2/3: vertices / edges / cells
    "#]]
    .assert_eq(&said(&hand));
    hand.click([1., 1.]);
    hand.hover([1., 1.]);
    expect![[r#"
        Left drag: move 1 cell
        Click: select this cell alone
        Shift/Ctrl+click: deselect it
        Right click: menu
        Esc: deselect 1 cell
    "#]]
    .assert_eq(&said(&hand));
    hand.grab(&[[1., 1.], [1.5, 4.]]);
    expect![[r#"
        Let go: move 1 cell
        Right click/Esc: cancel
        Shift: keep to one axis
        Ctrl: do not snap
    "#]]
    .assert_eq(&said(&hand));
}

#[test]
fn the_first_hint_of_an_outline_with_three_corners_is_how_to_finish_it() {
    for (kind, finish) in [(ToolKind::Draw, "finish the cell"), (ToolKind::Hole, "finish the hole")] {
        let mut hand = Hand::two_squares();
        let first = |hand: &Hand| {
            let hints = hand.editor.hints();
            (hints[0].input.to_string(), hints[0].does.clone())
        };
        hand.take(kind);
        hand.click([20., 20.]);
        hand.click([24., 20.]);
        assert_eq!(
            first(&hand),
            ("Click".into(), "put the next corner".into()),
            "two corners enclose nothing"
        );
        hand.click([24., 24.]);
        hand.hover([20., 24.]);
        assert_eq!(first(&hand), ("Enter".into(), finish.into()), "{kind:?}");
    }
}

#[test]
fn every_tool_says_what_its_buttons_do() {
    let mut kinds = std::collections::HashSet::new();
    for row in TABLE.iter().filter(|row| row.group == CommandGroup::Tool) {
        let mut hand = Hand::two_squares();
        Command::SideView.run(&mut hand.editor);
        row.command.run(&mut hand.editor);
        hand.hover([1., 1.]);
        assert!(kinds.insert(hand.editor.tool_kind()), "in hand");
        assert!(hand.editor.hints().len() >= 3, "{}: {:?}", row.title, hand.editor.hints());
    }
}

#[test]
fn a_click_on_a_bent_floor_above_another_selects_that_floor() {
    let low = [[0., 0., 0.], [0., 0., 8.], [8., 0., 8.], [8., 0., 0.]];
    let bent = [[0., 5., 0.], [0., 5., 8.], [8., 9., 8.], [8., 5., 0.]];
    let mut hand = Hand::of(&[low, bent].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    hand.take(ToolKind::Start);
    hand.click([7.0, 1.0]);
    let located = *hand.editor.located(End::Start).expect("it is on the mesh");
    assert_eq!((located.cell, located.off_mesh), (CellId(1), None), "on the upper floor: {located:?}");
    hand.click([7.0, 1.0]);
    let located = *hand.editor.located(End::Start).expect("it is on the mesh");
    assert_eq!((located.cell, located.off_mesh), (CellId(0), None), "then on the lower: {located:?}");
}

#[test]
fn nudges_up_and_to_the_right_are_two_steps() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Cell);
    hand.click([1.0, 1.0]);
    for command in [Command::NudgeRight, Command::NudgeUpFinely, Command::Raise, Command::Lower] {
        hand.input(Input::Run(command));
    }
    assert_eq!(hand.editor.history().done().len(), 4, "each its own");
    hand.input(Input::Run(Command::Lower));
    assert_eq!(hand.editor.history().done().len(), 4, "one more in the same direction");
}

#[test]
fn a_nudge_that_is_refused_says_so() {
    let mut hand = Hand::of(&[[3e38, 0., 0.], [3e38, 0., 2.], [3.1e38, 0., 2.]], &[&[0, 1, 2]]);
    hand.editor.set_mode(Mode::Cell);
    hand.input(Input::Run(Command::SelectAll));
    hand.input(Input::View(ViewId::ABOVE, ViewInput::Zoom { screen: Vec2::ZERO, factor: 1e-30 }));
    gestures::nudge(&mut hand.editor, Vec3::X * 1e38);
    let said = hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_)));
    assert!(said, "a reason");
}

#[test]
fn isolating_a_loose_vertex_hides_nothing() {
    let mut hand = Hand::of(&[[0., 0., 0.], [0., 0., 2.], [2., 0., 2.], [9., 0., 9.]], &[&[0, 1, 2]]);
    hand.editor.set_mode(Mode::Vertex);
    hand.click([9.0, 9.0]);
    hand.input(Input::Run(Command::IsolateIslands));
    assert!(!hand.editor.has_hidden(), "no island was meant");
    let said = hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_)));
    assert!(said, "a reason");
}

#[test]
fn the_area_in_hand_stays_in_hand_when_one_before_it_is_removed() {
    let mut hand = Hand::two_squares();
    for _ in 0..3 {
        hand.input(Input::Area(AreaInput::Add));
    }
    hand.input(Input::Area(AreaInput::Activate(AreaId(2))));
    let name =
        |hand: &Hand| hand.editor.document().area(hand.editor.options().area).expect("one").name.clone();
    let before = name(&hand);
    hand.input(Input::Area(AreaInput::Remove(AreaId(1))));
    assert_eq!(name(&hand), before, "the same area under its new number");
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

#[test]
fn a_typed_amount_that_is_refused_is_not_accepted() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Edge);
    hand.click([5.0, 1.0]);
    hand.input(Input::Run(Command::Extrude));
    hand.input(Input::Text('1'));
    hand.input(Input::Text('-'));
    hand.input(Input::Accept);
    assert!(hand.editor.is_gesture_running(), "it goes on: {}", hand.editor.readout());
    let said = hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_)));
    assert!(said, "and says why");
}

// Rectangles and holes.

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

// The grid and typed numbers.

#[test]
fn a_fixed_grid_stays_while_the_view_zooms() {
    let mut hand = Hand::two_squares();
    hand.input(Input::View(ViewId::ABOVE, ViewInput::Zoom { screen: Vec2::ZERO, factor: 50.0 }));
    assert_eq!(grid::step(&hand.editor), 0.5, "half a metre");
    hand.input(Input::Run(Command::CoarserGrid));
    assert_eq!(grid::step(&hand.editor), 1.0, "coarser");
    hand.drag(&[[1., 1.], [1., 4.], [1.4, 6.4]]);
    assert_eq!(hand.position(0), [0., 0., 5.], "points snap to metres");
    hand.input(Input::Run(Command::AdaptiveGrid));
    assert!(grid::step(&hand.editor) < 0.1, "adaptive: as the zoom suggests");
    hand.input(Input::Run(Command::AdaptiveGrid));
    assert!(hand.editor.options().grid != GridSize::Adaptive, "fixed at what it was");
}

#[test]
fn a_typed_amount_may_be_an_expression() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
    hand.type_in("=1/4,2*3+0.5");
    assert!(hand.editor.readout().contains("typed: =1/4,2*3+0.5"), "{}", hand.editor.readout());
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0.25, 0., 6.5], "in metres");
}

#[test]
fn an_expression_that_is_no_number_is_not_accepted_and_says_why() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
    hand.type_in("=1/");
    assert!(hand.editor.readout().contains("A number is missing at the end"), "{}", hand.editor.readout());
    hand.editor.take_effects();
    hand.input(Input::Accept);
    assert!(hand.editor.is_gesture_running(), "it goes on");
    assert!(
        hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_))),
        "with a message"
    );
    hand.type_in("8");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0.125, 0., 0.], "once it is a number");
}

#[test]
fn an_end_is_placed_by_coordinates_of_use() {
    let mut hand = Hand::two_squares();
    let at = |x: f32, height| Some(Endpoint { ground: Vec2::new(x, 1.0), height });
    hand.input(Input::Query(QueryInput::SetEnd(End::Start, at(1.0, Some(0.0)))));
    let placed = hand.ends();
    assert_eq!(placed[0], Some(([1.0, 1.0], Some(0.0))), "placed");
    for (x, height) in [(f32::NAN, None), (1e9, None), (1.0, Some(f32::INFINITY))] {
        hand.input(Input::Query(QueryInput::SetEnd(End::Start, at(x, height))));
        assert_eq!(hand.ends(), placed, "{x} and {height:?} are refused");
    }
    assert_eq!(hand.steps(), ["Place start"], "one step");
}
