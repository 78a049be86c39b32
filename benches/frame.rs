//! The processor's work of one frame at 100,000 and at a million triangles, without a window or a GPU: input, editor,
//! panels, view, tessellation.
//!
//! At a million, panning is to stay under 4 ms and dragging a vertex under 6 ms.

use divan::{Bencher, black_box};
use eframe::App as _;
use eframe::egui::{
    self, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect,
    TouchPhase, Vec2,
};
use glam::Vec3;
use navsmith::app::Window;
use navsmith::document::Document;
use navsmith::editor::Editor;
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};

fn main() {
    divan::main();
}

/// Squares to a side; two triangles each: 100,352 triangles and 1,002,528.
const SIDES: [u32; 2] = [224, 708];

/// A field of squares cut in two.
fn field(side: u32) -> Document {
    let id = |x: u32, z: u32| VertexId(z * (side + 1) + x);
    let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| (x as f32, z as f32)));
    let vertices = vertices.map(|(x, z)| Vec3::new(x, (x * 0.1).sin() + (z * 0.13).cos(), z));
    let squares = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
    let triangles = squares.flat_map(|(x, z)| {
        [[id(x, z), id(x, z + 1), id(x + 1, z + 1)], [id(x, z), id(x + 1, z + 1), id(x + 1, z)]]
    });
    let cells = triangles.map(|corners| Cell::new(corners, AreaId(0)));
    Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap_or_default())
}

/// A window that is fed events and asked for triangles.
struct Stage {
    ctx: egui::Context,
    window: Window,
    frame: eframe::Frame,
    time: f64,
    side: u32,
}

impl Stage {
    fn new(side: u32) -> Self {
        let ctx = egui::Context::default();
        let window = Window::new(&ctx, Editor::new(field(side)));
        let mut stage = Self { ctx, window, frame: eframe::Frame::_new_kittest(), time: 0.0, side };
        (0..4).for_each(|_| stage.draw(Vec::new()));
        stage
    }

    fn draw(&mut self, events: Vec<Event>) {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1600.0, 1000.0)));
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let mut output = self.ctx.run_ui(input, |ui| self.window.ui(ui, &mut self.frame));
        output.textures_delta.clear();
        black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
    }

    fn press(&mut self, pos: Pos2, button: PointerButton) {
        self.draw(vec![Event::PointerMoved(pos)]);
        self.draw(vec![Event::PointerButton { pos, button, pressed: true, modifiers: Modifiers::NONE }]);
    }

    fn key(&mut self, key: Key) {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.draw(vec![event(true), event(false)]);
    }

    fn zoom_in(&mut self, notches: f32) {
        let pos = self.middle();
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: Vec2::new(0.0, notches),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        };
        self.draw(vec![Event::PointerMoved(pos)]);
        self.draw(vec![wheel]);
    }

    /// Where in the window a vertex in the middle of the field is.
    fn middle(&self) -> Pos2 {
        let middle = (self.side / 2) as f32;
        let screen = self.window.editor().camera().screen_from_ground(glam::Vec2::splat(middle));
        let canvas =
            self.ctx.read_response(egui::Id::unique("canvas")).map_or(Rect::ZERO, |canvas| canvas.rect);
        canvas.min + Vec2::new(screen.x, screen.y)
    }
}

/// The pointer goes round in a circle.
fn around(center: Pos2, i: u32) -> Pos2 {
    center + Vec2::angled(i as f32 * 0.1) * 60.0
}

#[divan::bench(args = SIDES, sample_count = 200)]
fn pan(bencher: Bencher<'_, '_>, side: u32) {
    let mut stage = Stage::new(side);
    let center = stage.middle();
    stage.press(center, PointerButton::Middle);
    let mut i = 0;
    bencher.bench_local(|| {
        i += 1;
        stage.draw(vec![Event::PointerMoved(around(center, i))]);
    });
}

#[divan::bench(args = SIDES, sample_count = 200)]
fn hover(bencher: Bencher<'_, '_>, side: u32) {
    let mut stage = Stage::new(side);
    let center = stage.middle();
    let mut i = 0;
    bencher.bench_local(|| {
        i += 1;
        stage.draw(vec![Event::PointerMoved(around(center, i))]);
    });
}

#[divan::bench(args = SIDES, sample_count = 200)]
fn drag_a_vertex(bencher: Bencher<'_, '_>, side: u32) {
    let mut stage = Stage::new(side);
    stage.zoom_in(20.0);
    drag(bencher, stage);
}

/// Seen from so far away that the vertex snaps to another in every frame, and shows what merging them would make.
#[divan::bench(args = SIDES, sample_count = 200)]
fn drag_a_vertex_onto_others(bencher: Bencher<'_, '_>, side: u32) {
    drag(bencher, Stage::new(side));
}

fn drag(bencher: Bencher<'_, '_>, mut stage: Stage) {
    stage.key(Key::Num1);
    let center = stage.middle();
    stage.press(center, PointerButton::Primary);
    stage.draw(vec![Event::PointerMoved(around(center, 0))]);
    let before = stage.window.editor().revision();
    let mut i = 0;
    bencher.bench_local(|| {
        i += 1;
        stage.draw(vec![Event::PointerMoved(around(center, i))]);
    });
    assert!(stage.window.editor().revision() > before, "the vertex was dragged");
}
