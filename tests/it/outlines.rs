//! Outlines in the editor: drawing, dragging and baking them.

mod stepping;

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::edits::outlines::OutlineInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::{Element, OutlinePoint};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{AreaId, Draft};
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{Document, ImagePlacement, Outlines, regenerate};
use navsmith_formats::io::images::{ImageOutlines, LevelImage};

use crate::support::history::history_titles;

/// An editor in which outlines are kept, driven by a pointer.
struct Hand(Editor);

impl Hand {
    fn new() -> Self {
        let mut hand = Self(Editor::new(Document::default()));
        let options = Options {
            keeps_outlines: true,
            snaps_to_grid: false,
            snaps_to_mesh: false,
            ..hand.0.options().clone()
        };
        hand.0.handle(Input::SetOptions(options));
        hand
    }

    /// Returns an editor with an outline from (0, 0) to (8, 8).
    fn with_square() -> Self {
        let mut hand = Self::new();
        hand.draw(ToolKind::Draw, &[[0., 0.], [0., 8.], [8., 8.], [8., 0.]]);
        hand
    }

    fn input(&mut self, input: Input) {
        self.0.handle(input);
        assert_eq!(self.0.mesh().check(), Ok(()));
    }

    fn draw(&mut self, kind: ToolKind, corners: &[[f32; 2]]) {
        self.0.set_tool(kind);
        for &corner in corners {
            self.input(Input::Hover(pointer(corner)));
            self.input(Input::Click(pointer(corner)));
        }
        self.input(Input::Accept);
        self.0.set_tool(ToolKind::Select);
    }

    fn drag_over(&mut self, places: &[[f32; 2]]) {
        let [from, to, rest @ ..] = places else { panic!("two places") };
        self.input(Input::DragStart { from: pointer(*from), to: pointer(*to) });
        for &place in rest {
            self.input(Input::Drag(pointer(place)));
        }
    }

    fn let_go(&mut self, at: [f32; 2]) {
        self.input(Input::DragEnd(pointer(at)));
    }

    fn area(&self) -> f64 {
        let mesh = self.0.mesh();
        mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
    }

    fn outlines(&self) -> &Outlines {
        &self.0.document().outlines
    }

    fn points(&self, outline: usize) -> Vec<[f32; 2]> {
        self.outlines().list[outline].points.iter().map(Vec2::to_array).collect()
    }

    fn messages(&mut self) -> String {
        let shown = self.0.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Say(message) => Some(message.text),
            _ => None,
        });
        shown.collect::<Vec<_>>().join("\n")
    }

    /// Asserts that the cells are those that the outlines generate, whatever was edited before.
    fn check_settled(&self) {
        let mut outlines = Outlines { list: self.outlines().list.clone(), floors: Vec::new() };
        let mut draft = Draft::of(navsmith_core::navmesh::NavMesh::default());
        regenerate(&mut draft, &Outlines::default(), &mut outlines);
        let rings = |document: &[Vec<[u32; 3]>]| {
            let mut rings = document.to_vec();
            rings.sort_unstable();
            rings
        };
        let of = |mesh: &navsmith_core::navmesh::NavMesh| {
            let ring = |id| {
                let mut ring: Vec<[u32; 3]> =
                    mesh.ring(id).iter().map(|at| (*at + 0.0).to_array().map(f32::to_bits)).collect();
                let first = (0..ring.len()).min_by_key(|&nth| ring[nth]).unwrap_or(0);
                ring.rotate_left(first);
                ring
            };
            rings(&mesh.cells().map(|(id, _)| ring(id)).collect::<Vec<_>>())
        };
        assert_eq!(of(self.0.mesh()), of(draft.mesh()));
    }
}

fn pointer(at: [f32; 2]) -> Pointer {
    Pointer::above(Vec2::from(at), 0.2, Modifiers::default())
}

fn point(outline: usize, point: usize) -> Element {
    Element::Outline(OutlinePoint { outline, point })
}

#[test]
fn drawn_cells_rectangles_and_holes_are_kept_as_outlines() {
    let mut hand = Hand::with_square();
    assert_eq!(hand.area(), 64.0);
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    assert_eq!(hand.area(), 60.0);
    hand.0.set_tool(ToolKind::Rectangle);
    hand.drag_over(&[[7., 7.], [9., 9.]]);
    hand.let_go([9., 9.]);
    assert!((hand.area() - 63.0).abs() < 1e-9, "a rectangle unites with the outline");
    assert_eq!(hand.outlines().list.len(), 3);
    assert_eq!(hand.outlines().cell_count(), hand.0.mesh().cell_count());
    assert_eq!(history_titles(&hand.0), ["Draw an outline", "Draw the outline of a hole", "Draw an outline"]);
    hand.0.undo();
    assert_eq!((hand.area(), hand.outlines().list.len()), (60.0, 2));
    hand.input(Input::Run(Command::ToggleKeepOutlines));
    hand.draw(ToolKind::Draw, &[[20., 0.], [20., 1.], [21., 0.]]);
    assert_eq!((hand.area(), hand.outlines().list.len()), (60.5, 2), "an ordinary cell");
}

#[test]
fn cells_follow_a_dragged_point_and_settle_when_it_is_let_go() {
    let mut hand = Hand::with_square();
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    hand.drag_over(&[[8., 8.], [9., 9.], [10., 10.], [9.5, 12.]]);
    let expected = 8.0 * 8.0 + 8.0 * (9.5 - 8.0) / 2.0 + 8.0 * (12.0 - 8.0) / 2.0 - 4.0;
    assert!((hand.area() - expected).abs() < 1e-4, "{} m² while it is dragged", hand.area());
    hand.let_go([9.5, 12.]);
    assert_eq!(hand.points(0)[2], [9.5, 12.]);
    hand.check_settled();
    assert_eq!(history_titles(&hand.0).last(), Some(&"Move 1 outline point"));
    hand.0.undo();
    assert_eq!(hand.area(), 60.0, "one undo step");
    hand.drag_over(&[[0., 0.], [1., 1.], [2., 1.]]);
    hand.input(Input::Cancel);
    assert_eq!(hand.area(), 60.0, "Escape restores the cells");
    hand.check_settled();
}

#[test]
fn a_chain_separates_cells() {
    let mut hand = Hand::with_square();
    hand.0.set_tool(ToolKind::Draw);
    for corner in [[4., -1.], [4., 9.]] {
        hand.input(Input::Hover(pointer(corner)));
        hand.input(Input::Click(pointer(corner)));
        if corner == [4., -1.] {
            hand.input(Input::Text('c'));
        }
    }
    hand.input(Input::Accept);
    assert_eq!(hand.outlines().list[1].role, OutlineRole::Constraint);
    assert_eq!(hand.0.derived().islands.len(), 2);
    assert_eq!(hand.0.issues().iter().count(), 0);
}

#[test]
fn points_are_inserted_and_deleted() {
    let mut hand = Hand::with_square();
    hand.input(Input::DoubleClick(pointer([4., 8.])));
    assert_eq!(hand.points(0), [[0., 0.], [0., 8.], [4., 8.], [8., 8.], [8., 0.]]);
    assert!(hand.0.selection().contains(point(0, 2)), "the new point is selected");
    hand.drag_over(&[[4., 8.], [4., 9.], [4., 10.]]);
    hand.let_go([4., 10.]);
    assert!((hand.area() - 72.0).abs() < 1e-9);
    hand.input(Input::Run(Command::Delete));
    assert_eq!(hand.area(), 64.0);
    hand.input(Input::Click(pointer([0., 0.])));
    hand.input(Input::Run(Command::SelectOutline));
    hand.input(Input::Run(Command::Delete));
    assert!(hand.outlines().is_empty() && hand.0.mesh().is_empty(), "an outline with all its points");
    hand.0.undo();
    assert_eq!(hand.area(), 64.0);
}

#[test]
fn a_point_that_is_dropped_on_its_neighbour_merges_with_it() {
    let mut hand = Hand::with_square();
    hand.input(Input::Click(pointer([8., 8.])));
    hand.drag_over(&[[8., 8.], [8., 4.], [8., 0.]]);
    hand.let_go([8., 0.]);
    assert_eq!(hand.points(0), [[0., 0.], [0., 8.], [8., 0.]]);
    hand.check_settled();
}

#[test]
fn generated_cells_are_edited_after_baking_only() {
    let mut hand = Hand::with_square();
    hand.input(Input::Click(pointer([4., 4.])));
    assert_eq!(hand.0.selection().cells().len(), 1);
    hand.messages();
    hand.input(Input::Run(Command::Delete));
    assert_eq!(hand.area(), 64.0);
    assert!(hand.messages().contains("Edit the outline, or choose Bake outlines"), "the refusal names both");
    hand.input(Input::Run(Command::BakeOutlines));
    assert!(hand.outlines().is_empty());
    assert_eq!(hand.area(), 64.0);
    hand.input(Input::Run(Command::Delete));
    assert!(hand.0.mesh().is_empty());
    hand.0.undo();
    hand.0.undo();
    assert_eq!(hand.outlines().list.len(), 1, "baking is one undo step");
}

#[test]
fn painting_a_generated_cell_paints_its_outline() {
    let mut hand = Hand::with_square();
    hand.input(Input::Run(Command::NewArea));
    hand.0.set_tool(ToolKind::Paint);
    hand.input(Input::Click(pointer([4., 4.])));
    assert_eq!(hand.outlines().list[0].role, OutlineRole::Ground(AreaId(1)));
    let area = hand.0.mesh().cells().map(|(_, cell)| cell.area()).collect::<Vec<_>>();
    assert_eq!(area, [AreaId(1)]);
    hand.check_settled();
}

#[test]
fn numbers_change_an_outline() {
    let mut hand = Hand::with_square();
    hand.input(Input::Outline(OutlineInput::SetHeight(0, 2.5)));
    assert!(hand.0.mesh().vertices().all(|(_, at)| at.y == 2.5));
    hand.input(Input::Outline(OutlineInput::Rename(0, " Yard ".into())));
    assert_eq!(hand.outlines().list[0].name, "Yard");
    hand.input(Input::Outline(OutlineInput::SetRole(0, OutlineRole::Hole)));
    assert!(hand.0.mesh().is_empty(), "a hole without ground");
    hand.input(Input::Outline(OutlineInput::SetRole(0, OutlineRole::Ground(AreaId(0)))));
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    hand.input(Input::Outline(OutlineInput::SetHeight(1, 2.5)));
    assert_eq!(hand.area(), 60.0);
    hand.input(Input::Outline(OutlineInput::MoveLast(0)));
    assert_eq!(hand.area(), 64.0, "the last outline decides");
    hand.input(Input::Outline(OutlineInput::SetHeight(9, 1.0)));
    assert!(hand.messages().contains("There is no such outline"));
}

#[test]
fn raising_all_points_raises_the_outline_once() {
    let mut hand = Hand::with_square();
    hand.input(Input::Outline(OutlineInput::Select(0)));
    assert_eq!(hand.0.selection().objects().len(), 4);
    hand.input(Input::Place(navsmith::editor::edits::place::PlaceInput::OffsetHeight(1.5)));
    assert_eq!(hand.outlines().list[0].height, 1.5);
    assert!(hand.0.mesh().vertices().all(|(_, at)| at.y == 1.5));
}

#[test]
fn a_copied_outline_generates_cells_of_its_own() {
    let mut hand = Hand::with_square();
    hand.input(Input::Outline(OutlineInput::Select(0)));
    hand.input(Input::Run(Command::Copy));
    let copied = hand.0.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    hand.input(Input::Hover(pointer([24., 4.])));
    hand.input(Input::Pasted(copied.expect("a text")));
    assert_eq!(hand.outlines().list.len(), 2);
    assert!((hand.area() - 128.0).abs() < 1e-3, "{}", hand.area());
    assert_eq!(hand.0.selection().objects().len(), 4, "the copy is selected");
}

#[test]
fn cells_are_replaced_by_outlines_along_their_boundary() {
    let mut hand = Hand::with_square();
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    hand.input(Input::Run(Command::BakeOutlines));
    let cells = hand.0.mesh().clone();
    hand.input(Input::Run(Command::SelectAll));
    hand.input(Input::Run(Command::OutlineFromBoundary));
    let roles: Vec<OutlineRole> = hand.outlines().list.iter().map(|outline| outline.role).collect();
    assert_eq!(roles, [OutlineRole::Ground(AreaId(0)), OutlineRole::Hole]);
    assert_eq!(hand.area(), 60.0);
    let vertices = |mesh: &navsmith_core::navmesh::NavMesh| mesh.vertices().collect::<Vec<_>>();
    assert_eq!(vertices(hand.0.mesh()), vertices(&cells), "vertices keep their ids");
    hand.check_settled();
}

#[test]
fn outlines_are_offset_by_the_radius_of_the_agent() {
    let mut hand = Hand::with_square();
    assert_eq!(Command::OffsetOutlines.enabled(&hand.0), Ok(()));
    let radius = hand.0.active_query().expect("a query").settings.agent.radius;
    hand.input(Input::Run(Command::OffsetOutlines));
    if radius == 0.0 {
        assert!(hand.messages().contains("no radius"));
        let mut settings = hand.0.active_query().expect("a query").settings.clone();
        settings.agent.radius = 0.5;
        hand.input(Input::Query(QueryInput::SetSettings(settings)));
        hand.input(Input::Run(Command::OffsetOutlines));
    }
    assert!((hand.area() - 49.0).abs() < 1e-4, "{} m²", hand.area());
    assert_eq!((hand.outlines().list.len(), hand.points(0).len()), (1, 4));
    hand.input(Input::Run(Command::Undo));
    assert_eq!(hand.area(), 64.0);
}

#[test]
fn pixels_of_an_image_become_outlines() {
    let light =
        |x: usize, z: usize| (2..30).contains(&x) && (2..30).contains(&z) && !(10..20).contains(&x.max(z));
    let pixel = |at: usize| if light(at % 32, at / 32) { [230, 230, 230, 255] } else { [20, 20, 20, 255] };
    let image = LevelImage { size: [64, 64], kept: [32, 32], pixels: (0..32 * 32).flat_map(pixel).collect() };
    let placement = ImagePlacement {
        pixels: [[0., 0.].into(), [64., 0.].into()],
        ground: [[1., 1.].into(), [9., 1.].into()],
    };
    let settings = ImageOutlines::default();
    let outlines = image.outlines(settings, &placement, (AreaId(0), 2.0)).expect("few points");
    assert!(outlines.iter().all(|outline| outline.height == 2.0));
    let mut all = Outlines { list: outlines, floors: Vec::new() };
    let mut draft = Draft::of(navsmith_core::navmesh::NavMesh::default());
    regenerate(&mut draft, &Outlines::default(), &mut all);
    let mesh = draft.into_mesh();
    let area: f64 = mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum();
    let pixels = (0..32 * 32).filter(|&at| light(at % 32, at / 32)).count();
    let expected = pixels as f64 * 0.25 * 0.25;
    assert!((area - expected).abs() < 0.2 * expected, "{area} instead of {expected} m²");
    let dark = ImageOutlines { is_inverted: true, ..settings };
    let dark = image.outlines(dark, &placement, (AreaId(0), 2.0)).expect("few points");
    assert_eq!(dark[0].points.len(), 4, "the border of the image");
    let none = ImageOutlines { threshold: 250, ..settings };
    assert_eq!(image.outlines(none, &placement, (AreaId(0), 2.0)).expect("no points"), []);
}
