//! Connection between the 3D view and the editor: events as from a user, and their effects.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use glam::Vec3;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::view::orbit::Direction;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::document::Document;

/// Opens a window with two adjacent squares of ten metres in the 3D view.
fn window() -> Harness<'static, Window> {
    let corners = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0), (20.0, 10.0), (20.0, 0.0)];
    let vertices = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
    let cell = |ids: [u32; 4]| Cell::new(ids.map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts(vertices, [cell([0, 1, 2, 3]), cell([3, 2, 4, 5])]).unwrap();
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1280.0, 720.0))
        .with_max_steps(32)
        .build_eframe(|context| Window::new(&context.egui_ctx, Editor::new(Document::of_mesh(mesh))));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Num0);
    harness
}

fn press(harness: &mut Harness<'_, Window>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

/// Returns the rectangles of the canvases whose names begin with a word.
fn canvas(harness: &Harness<'_, Window>, name: &str) -> Option<egui::Rect> {
    let mut canvases = harness.get_all_by_role(egui::accesskit::Role::Canvas);
    canvases.find_map(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.starts_with(name).then(|| node.rect())
    })
}

/// Returns the window position of a position in the 3D view.
fn at(harness: &Harness<'_, Window>, at: Vec3) -> Pos2 {
    let screen = harness.state().editor().orbit().screen_from_world(at).expect("in front");
    canvas(harness, "3D view").expect("it is shown").min + Vec2::new(screen.x, screen.y)
}

fn button(harness: &mut Harness<'_, Window>, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.step();
}

fn move_to(harness: &mut Harness<'_, Window>, pos: Pos2) {
    harness.hover_at(pos);
    harness.step();
}

fn click(harness: &mut Harness<'_, Window>, pos: Pos2, with: PointerButton) {
    move_to(harness, pos);
    button(harness, pos, with, true);
    button(harness, pos, with, false);
    harness.run();
}

fn drag(harness: &mut Harness<'_, Window>, from: Pos2, to: Pos2, with: PointerButton) {
    move_to(harness, from);
    button(harness, from, with, true);
    for i in 1..=8 {
        move_to(harness, from.lerp(to, i as f32 / 8.0));
    }
    button(harness, to, with, false);
    harness.run();
}

#[test]
fn a_click_selects_and_a_drag_moves_in_space() {
    let mut harness = window();
    let right = at(&harness, Vec3::new(15.0, 0.0, 5.0));
    click(&mut harness, right, PointerButton::Primary);
    let selected: Vec<_> = harness.state().editor().selection().cells().iter().copied().collect();
    assert_eq!(selected, [CellId(1)], "the right square");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Num1);
    let ends = [Vec3::new(0.0, 0.0, 10.0), Vec3::new(1.0, 0.0, 8.0)];
    let [from, to] = ends.map(|place| at(&harness, place));
    drag(&mut harness, from, to, PointerButton::Primary);
    let editor = harness.state().editor();
    assert_eq!(editor.document().mesh.position(VertexId(1)), Vec3::new(1.0, 0.0, 8.0), "on its level");
    assert_eq!(editor.history().done().len(), 1, "one step");
}

#[test]
fn buttons_move_the_view_and_change_nothing_else() {
    for with in [PointerButton::Middle, PointerButton::Secondary] {
        let mut harness = window();
        let before = *harness.state().editor().orbit();
        let from = at(&harness, Vec3::new(5.0, 0.0, 5.0));
        drag(&mut harness, from, from + Vec2::new(90.0, 30.0), with);
        let editor = harness.state().editor();
        assert_ne!(editor.orbit().yaw, before.yaw, "{with:?} turns the view");
        let is_about_eye = editor.orbit().eye().distance(before.eye()) < 1e-6;
        assert_eq!(is_about_eye, with == PointerButton::Secondary, "{with:?}");
        assert!(editor.selection().is_empty() && editor.history().done().is_empty(), "{with:?}");
        assert!(harness.query_by_label("Ground").is_none(), "{with:?} opens no menu after a drag");
    }
}

#[test]
fn keys_fly_while_the_right_button_is_held_and_run_no_commands() {
    let mut harness = window();
    let before = harness.state().editor().orbit().eye();
    let middle = at(&harness, Vec3::new(5.0, 0.0, 5.0));
    move_to(&mut harness, middle);
    button(&mut harness, middle, PointerButton::Secondary, true);
    for key in [Key::W, Key::A] {
        harness.key_down(key);
        harness.step();
        harness.step();
        harness.key_up(key);
        harness.step();
    }
    button(&mut harness, middle, PointerButton::Secondary, false);
    harness.run();
    let editor = harness.state().editor();
    assert!(editor.orbit().eye().distance(before) > 0.01, "it flew");
    assert!(editor.selection().is_empty(), "A did not select all");
    assert!(harness.query_by_label("Ground").is_none(), "no menu opens after a flight");
    press(&mut harness, Modifiers::NONE, Key::A);
    assert!(!harness.state().editor().selection().is_empty(), "now it does");
}

#[test]
fn a_right_click_opens_the_menu_of_the_element() {
    let mut harness = window();
    let right = at(&harness, Vec3::new(15.0, 0.0, 5.0));
    click(&mut harness, right, PointerButton::Secondary);
    assert!(harness.query_by_label("Cell 1").is_some(), "its name is the heading");
}

#[test]
fn a_click_on_an_axis_looks_along_it() {
    let mut harness = window();
    harness.get_by_label("Look along -X").click();
    harness.run();
    assert_eq!(harness.state().editor().orbit().direction, Some(Direction::Right));
    harness.get_by_label("Parallel").click();
    harness.run();
    assert!(!harness.state().editor().orbit().has_parallel_lines(), "the button switches to perspective");
}

#[test]
fn both_views_are_shown_side_by_side_and_share_the_hover() {
    let mut harness = window();
    assert!(canvas(&harness, "View from above").is_none(), "one view");
    press(&mut harness, Modifiers::SHIFT, Key::Num0);
    let above = canvas(&harness, "View from above").expect("it is shown, too");
    let over_space = at(&harness, Vec3::new(15.0, 0.0, 5.0));
    move_to(&mut harness, over_space);
    harness.run();
    assert!(harness.state().editor().hover().is_some(), "of the 3D view");
    move_to(&mut harness, above.center());
    harness.run();
    assert!(harness.state().editor().hover().is_some(), "the other view keeps its own");
    move_to(&mut harness, Pos2::new(1200.0, 300.0));
    harness.run();
    assert!(harness.state().editor().hover().is_none(), "outside of both");
    press(&mut harness, Modifiers::SHIFT, Key::Num0);
    assert!(canvas(&harness, "View from above").is_none(), "a tab again");
}

#[test]
fn the_side_panels_keep_their_width_when_the_views_were_side_by_side() {
    let mut harness = window();
    let width = |harness: &Harness<'_, Window>| canvas(harness, "3D view").expect("it is shown").width();
    let before = width(&harness);
    for _ in 0..2 {
        press(&mut harness, Modifiers::SHIFT, Key::Num0);
        press(&mut harness, Modifiers::SHIFT, Key::Num0);
        harness.run();
        assert!((width(&harness) - before).abs() < 2.0, "{} instead of {before}", width(&harness));
    }
}
