//! Clicks, double clicks and keys at any frame rate, in simulated time.

use eframe::App as _;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::samples::{self, Content};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::document::Document;

/// A window whose frames take a fixed time.
///
/// As in a slow window, events during a frame arrive with the next one.
struct SlowWindow {
    harness: Harness<'static, Window>,
    /// Simulated time in seconds.
    now: f64,
    frame: f64,
}

impl SlowWindow {
    fn new(document: Document, frame: f64) -> Self {
        let mut harness = Harness::builder()
            .with_size(Vec2::new(1280.0, 720.0))
            .with_max_steps(16)
            .build_eframe(|context| Window::new(&context.egui_ctx, Editor::new(document)));
        harness.run();
        Self { harness, now: 100.0, frame }
    }

    fn editor(&self) -> &Editor {
        self.harness.state().editor()
    }

    /// Draws a frame with the events that arrived since the last one.
    fn draw(&mut self, events: Vec<Event>) {
        let mut raw = RawInput { events, time: Some(self.now), ..self.harness.input().clone() };
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().raw_input_hook(&ctx, &mut raw);
        *self.harness.input_mut() = raw;
        self.harness.step();
        self.now += self.frame;
    }

    /// Draws frames until no events or clicks are pending.
    fn settle(&mut self) {
        (0..6).for_each(|_| self.draw(Vec::new()));
    }

    fn place(&self, x: f32, z: f32) -> Pos2 {
        let canvas = self.harness.get_by_role(egui::accesskit::Role::Canvas).rect();
        let screen = self.editor().camera().screen_from_ground(glam::Vec2::new(x, z));
        canvas.min + Vec2::new(screen.x, screen.y)
    }
}

/// Builds a square of ten metres.
fn square() -> Document {
    let corners = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)];
    let vertices = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
    Document::of_mesh(NavMesh::from_parts(vertices, [Cell::new((0..4).map(VertexId), AreaId(0))]).unwrap())
}

fn press(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn click(pos: Pos2) -> Vec<Event> {
    vec![Event::PointerMoved(pos), press(pos, true), press(pos, false)]
}

fn key(key: Key, pressed: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
}

/// Frame durations in seconds: 60 frames per second, 5 frames per second, and 1.1 s.
const FRAMES: [f64; 3] = [1.0 / 60.0, 0.2, 1.1];

#[test]
fn a_click_is_recognised_at_any_frame_rate() {
    for frame in FRAMES {
        for frames_held in [0, 1, 2] {
            let mut window = SlowWindow::new(square(), frame);
            let middle = window.place(5.0, 5.0);
            if frames_held == 0 {
                window.draw(click(middle));
            } else {
                window.draw(vec![Event::PointerMoved(middle), press(middle, true)]);
                (1..frames_held).for_each(|_| window.draw(Vec::new()));
                window.draw(vec![press(middle, false)]);
            }
            window.settle();
            let selected = window.editor().selection().cells().len();
            assert_eq!(selected, 1, "frames of {frame} s, released after {frames_held}");
        }
    }
}

/// Returns the number of vertices after two clicks on an edge; a double click adds one.
fn after_two_clicks(frame: f64, between: impl Fn(&mut SlowWindow, Vec<Event>, Vec<Event>)) -> usize {
    let mut window = SlowWindow::new(square(), frame);
    window.draw(vec![key(Key::Num2, true), key(Key::Num2, false)]);
    let edge = window.place(10.0, 5.0);
    window.draw(vec![Event::PointerMoved(edge)]);
    between(&mut window, click(edge), click(edge));
    window.settle();
    window.editor().document().mesh.vertex_count()
}

#[test]
fn a_double_click_is_recognised_at_any_frame_rate() {
    for frame in FRAMES {
        let at_once = after_two_clicks(frame, |window, first, second| window.draw([first, second].concat()));
        assert_eq!(at_once, 5, "both clicks during one frame of {frame} s");
        let one_frame_later = after_two_clicks(frame, |window, first, second| {
            window.draw(first);
            window.draw(second);
        });
        assert_eq!(one_frame_later, 5, "the second click while a frame of {frame} s was drawn");
    }
}

#[test]
fn two_clicks_with_a_pause_between_them_are_no_double_click() {
    for frame in FRAMES {
        let vertices = after_two_clicks(frame, |window, first, second| {
            window.draw(first);
            window.settle();
            window.now += 0.5;
            window.draw(second);
        });
        assert_eq!(vertices, 4, "frames of {frame} s");
    }
}

#[test]
fn a_quick_drag_is_a_drag_at_any_frame_rate() {
    for frame in FRAMES {
        let mut window = SlowWindow::new(square(), frame);
        window.draw(vec![key(Key::Num1, true), key(Key::Num1, false)]);
        let (from, to) = (window.place(0.0, 0.0), window.place(2.0, 2.0));
        let moves = (0..=8).map(|i| Event::PointerMoved(from.lerp(to, i as f32 / 8.0)));
        let ends =
            [vec![Event::PointerMoved(from), press(from, true)], moves.collect(), vec![press(to, false)]];
        window.draw(ends.concat());
        window.settle();
        let corner = window.editor().document().mesh.position(VertexId(0));
        assert_eq!(corner, Vec3::new(2.0, 0.0, 2.0), "frames of {frame} s");
    }
}

#[test]
fn presses_of_a_stepping_key_are_handled_in_one_frame() {
    let Content::Document(text) = samples::all()[0].content else { panic!("the first sample is a document") };
    let mut window = SlowWindow::new(navsmith_formats::io::ron::read(text).unwrap(), 0.4);
    window.draw(vec![Event::Key {
        key: Key::Comma,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    }]);
    window.settle();
    let before = window.editor().stepper().cursor().unwrap();
    let press = || [key(Key::Period, true), Event::Text(".".into()), key(Key::Period, false)];
    window.draw((0..5).flat_map(|_| press()).collect());
    assert_eq!(window.editor().stepper().cursor(), Some(before + 5), "in one frame");
    window.settle();
    assert_eq!(window.editor().stepper().cursor(), Some(before + 5), "and no more after it");
}

#[test]
fn a_key_right_after_the_palette_closed_is_not_lost() {
    for frame in FRAMES {
        let mut window = SlowWindow::new(square(), frame);
        let press = |which| vec![key(which, true), key(which, false)];
        let is_palette_open = |window: &SlowWindow| crate::panels::is_palette_open(&window.harness);
        window.draw(press(Key::F3));
        window.settle();
        assert!(is_palette_open(&window), "open");
        let typed = vec![Event::Text("start screen".into())];
        window.draw([typed, press(Key::Enter), press(Key::F3)].concat());
        window.settle();
        let is_start_open = window.harness.query_all_by_label("A tour in sixty seconds").next().is_some();
        assert!(is_start_open, "the start screen opened, frames of {frame} s");
        assert!(is_palette_open(&window), "and the palette over it, frames of {frame} s");
        window.draw([press(Key::Escape), press(Key::F4)].concat());
        window.settle();
        let has_dialog = window.harness.query_all_by_label("Weld distance").next().is_some();
        assert!(has_dialog, "the preferences right after it, frames of {frame} s");
        window.draw([press(Key::Escape), press(Key::F3)].concat());
        window.settle();
        assert!(is_palette_open(&window), "the palette right after a dialog, frames of {frame} s");
    }
}
