//! Connection between window and editor, without a GPU: events as from a user, and their effects.

use std::time::Duration;

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use glam::Vec3;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::session::selection::Mode;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::document::Document;

/// Builds two adjacent squares of ten metres.
fn two_squares() -> Document {
    let corners = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0), (20.0, 10.0), (20.0, 0.0)];
    let vertices = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
    let cell = |ids: [u32; 4]| Cell::new(ids.map(VertexId), AreaId(0));
    Document::of_mesh(NavMesh::from_parts(vertices, [cell([0, 1, 2, 3]), cell([3, 2, 4, 5])]).unwrap())
}

fn window(document: Document) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1280.0, 720.0))
        .with_max_steps(16)
        .build_eframe(|context| Window::new(&context.egui_ctx, Editor::new(document)));
    harness.run();
    harness
}

/// Returns the canvas's rectangle.
fn canvas(harness: &Harness<'_, Window>) -> egui::Rect {
    harness.get_by_role(egui::accesskit::Role::Canvas).rect()
}

/// Returns the position in the window of a ground position.
fn at(harness: &Harness<'_, Window>, x: f32, z: f32) -> Pos2 {
    let screen = harness.state().editor().camera().screen_from_ground(glam::Vec2::new(x, z));
    canvas(harness).min + Vec2::new(screen.x, screen.y)
}

fn button(harness: &mut Harness<'_, Window>, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.step();
}

fn move_to(harness: &mut Harness<'_, Window>, pos: Pos2) {
    harness.hover_at(pos);
    harness.step();
}

fn click(harness: &mut Harness<'_, Window>, pos: Pos2) {
    move_to(harness, pos);
    button(harness, pos, PointerButton::Primary, true);
    button(harness, pos, PointerButton::Primary, false);
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

/// Returns the delay until the window requests its next frame.
fn next_frame(harness: &Harness<'_, Window>) -> Option<Duration> {
    harness.output().viewport_output.values().map(|output| output.repaint_delay).min()
}

#[test]
fn an_idle_window_draws_no_frames() {
    let mut harness = window(two_squares());
    harness.run();
    assert_eq!(next_frame(&harness), Some(Duration::MAX), "no frame is asked for while nothing happens");
}

#[test]
fn the_canvas_says_what_is_in_it() {
    let mut harness = window(two_squares());
    let name = |harness: &Harness<'_, Window>| {
        harness.get_by_role(egui::accesskit::Role::Canvas).accesskit_node().label().unwrap_or_default()
    };
    assert_eq!(name(&harness), "View from above: 6 vertices, 2 cells, 1 island; nothing selected", "counts");
    let middle = at(&harness, 5.0, 5.0);
    click(&mut harness, middle);
    assert!(name(&harness).ends_with("selected: 1 cell"), "and the selection: {}", name(&harness));
}

#[test]
fn a_click_selects_the_cell_under_the_pointer() {
    let mut harness = window(two_squares());
    let right = at(&harness, 15.0, 5.0);
    click(&mut harness, right);
    let selected: Vec<_> = harness.state().editor().selection().cells().iter().copied().collect();
    assert_eq!(selected, [CellId(1)], "the right square");
}

#[test]
fn dragging_a_vertex_moves_it_in_one_step_and_undo_brings_it_back() {
    let mut harness = window(two_squares());
    harness.key_press(Key::Num1);
    harness.run();
    assert_eq!(harness.state().editor().mode(), Mode::Vertex, "key 1");
    let (from, to) = (at(&harness, 20.0, 10.0), at(&harness, 22.0, 12.0));
    drag(&mut harness, from, to, PointerButton::Primary);
    let editor = harness.state().editor();
    assert_eq!(editor.document().mesh.position(VertexId(4)), Vec3::new(22.0, 0.0, 12.0), "it went along");
    assert_eq!(editor.history().done().len(), 1, "one step");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().editor().document(), &two_squares(), "as it was");
}

#[test]
fn the_wheel_zooms_about_the_pointer() {
    let mut harness = window(two_squares());
    let pointer = at(&harness, 3.0, 7.0);
    move_to(&mut harness, pointer);
    let before = harness.state().editor().camera().meters_per_pixel;
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 2.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    harness.run();
    let after = harness.state().editor().camera().meters_per_pixel;
    assert!(after < before * 0.75, "it zoomed in: {before} to {after}");
    assert!(at(&harness, 3.0, 7.0).distance(pointer) < 0.01, "what was under the pointer still is");
}

#[test]
fn middle_right_and_space_drags_pan_and_change_nothing_else() {
    for with in [PointerButton::Middle, PointerButton::Secondary, PointerButton::Primary] {
        let mut harness = window(two_squares());
        let from = at(&harness, 5.0, 5.0);
        if with == PointerButton::Primary {
            harness.key_down(Key::Space);
            harness.step();
        }
        drag(&mut harness, from, from + Vec2::new(120.0, -40.0), with);
        harness.key_up(Key::Space);
        harness.run();
        let moved = at(&harness, 5.0, 5.0) - from;
        assert!((moved - Vec2::new(120.0, -40.0)).length() < 1.0, "{with:?} dragged the ground by {moved:?}");
        let editor = harness.state().editor();
        assert!(
            editor.selection().is_empty() && editor.document() == &two_squares(),
            "{with:?} did nothing else"
        );
        assert!(!editor.stepper().is_playing(), "{with:?} did not play");
    }
}

#[test]
fn escape_takes_a_drag_back() {
    let mut harness = window(two_squares());
    harness.key_press(Key::Num1);
    harness.run();
    let (from, to) = (at(&harness, 20.0, 10.0), at(&harness, 24.0, 14.0));
    move_to(&mut harness, from);
    button(&mut harness, from, PointerButton::Primary, true);
    move_to(&mut harness, from.lerp(to, 0.5));
    move_to(&mut harness, to);
    assert_ne!(harness.state().editor().document(), &two_squares(), "it is being dragged");
    harness.key_press(Key::Escape);
    harness.run();
    button(&mut harness, to, PointerButton::Primary, false);
    harness.run();
    assert_eq!(harness.state().editor().document(), &two_squares(), "as it was");
    assert!(harness.state().editor().history().done().is_empty(), "and no step");
}

#[test]
fn a_view_of_everything_stays_one_when_the_window_grows() {
    let mut harness = window(two_squares());
    harness.set_size(Vec2::new(1900.0, 1000.0));
    harness.run();
    let everything = harness.state().editor().camera();
    let (left, right) = (at(&harness, 0.0, 5.0), at(&harness, 20.0, 5.0));
    assert!(right.x - left.x > canvas(&harness).width() * 0.8, "the mesh fills the wider view");
    let pointer = at(&harness, 1.0, 1.0);
    drag(&mut harness, pointer, pointer + Vec2::new(50.0, 0.0), PointerButton::Middle);
    harness.set_size(Vec2::new(1200.0, 800.0));
    harness.run();
    let scale = harness.state().editor().camera().meters_per_pixel;
    assert_eq!(scale, everything.meters_per_pixel, "a view that was moved keeps its scale");
}

#[test]
fn a_gesture_that_waits_for_the_hand_draws_no_frames() {
    let mut harness = window(two_squares());
    let middle = at(&harness, 5.0, 5.0);
    click(&mut harness, middle);
    harness.key_press(Key::G);
    harness.run();
    move_to(&mut harness, middle + Vec2::new(80.0, 30.0));
    assert!(harness.state().editor().is_gesture_running() && harness.state().editor().is_dirty(), "G moves");
    harness.input_mut().time = Some(1000.0);
    harness.run();
    assert_eq!(next_frame(&harness), Some(Duration::MAX), "not even to keep unsaved work");
}

#[test]
fn a_right_click_takes_a_gesture_back_without_opening_a_menu() {
    let mut harness = window(two_squares());
    let middle = at(&harness, 5.0, 5.0);
    click(&mut harness, middle);
    harness.key_press(Key::G);
    harness.run();
    let aside = middle + Vec2::new(80.0, 30.0);
    move_to(&mut harness, aside);
    button(&mut harness, aside, PointerButton::Secondary, true);
    button(&mut harness, aside, PointerButton::Secondary, false);
    harness.run();
    assert_eq!(harness.state().editor().document(), &two_squares(), "as it was");
    assert!(!harness.ctx.any_popup_open(), "no menu");
    button(&mut harness, aside, PointerButton::Secondary, true);
    button(&mut harness, aside, PointerButton::Secondary, false);
    harness.run();
    assert!(harness.ctx.any_popup_open(), "the next right click is for a menu");
}
