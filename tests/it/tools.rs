//! Tools and gestures: every test drives the editor with inputs, as the window does.

mod dragging;
mod keys;
mod drawing;
mod hints;
mod holes;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::elements::islands::IslandInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::grid::{self, GridSize};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Edge, IslandId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::document::Document;

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

fn draw(hand: &mut Hand, corners: &[[f32; 2]]) {
    hand.take(ToolKind::Draw);
    for &corner in corners {
        hand.click(corner);
    }
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
