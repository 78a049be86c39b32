//! The processor's work of each frame at 100,000 and at a million triangles, without a window or a GPU: input, editor,
//! panels, view, tessellation. Told as median, 95 % and the longest, in milliseconds.
//!
//! At a million, panning is to stay under 4 ms, dragging a vertex under 6 ms, and no frame takes 100 ms while a file
//! opens. A word after `--` runs only what has it in its name.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::App as _;
use eframe::egui::{
    self, DroppedFile, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2,
    RawInput, Rect, TouchPhase, Vec2,
};
use glam::Vec3;
use navsmith::app::Window;
use navsmith::document::Document;
use navsmith::editor::Editor;
use navsmith::io::ron;
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::pathfinding::Endpoint;
use std::hint::black_box;

/// Squares to a side; two triangles each: 100,352 triangles and 1,002,528.
const SIDES: [u32; 2] = [224, 708];

/// What it is called, and how long each of its frames takes on a mesh that is there, in milliseconds.
type Scene = (&'static str, fn(&mut Stage) -> Vec<f64>);

/// What is measured.
const SCENES: [Scene; 15] = [
    ("pan", pan),
    ("pan, zoomed in", |stage| {
        stage.zoom_in(20.0);
        pan(stage)
    }),
    ("pan, all selected", |stage| {
        stage.command(Key::A);
        (0..30).for_each(|_| stage.wait());
        pan(stage)
    }),
    ("hover", hover),
    ("drag a vertex", |stage| {
        stage.zoom_in(20.0);
        drag(stage)
    }),
    // Seen from so far away that the vertex snaps to another in every frame, and shows what merging them would make.
    ("drag a vertex onto others", drag),
    ("drag a vertex beside a path", |stage| {
        *stage = Stage::new(asked(stage.side), stage.side);
        stage.zoom_in(20.0);
        drag(stage)
    }),
    ("draw a box", |stage| draw_box(stage).0),
    ("select what is in a box", |stage| vec![draw_box(stage).1]),
    ("select all and nothing", |stage| {
        let times = |stage: &mut Stage| [stage.command(Key::A), stage.key(Key::Escape)];
        (0..5).flat_map(|_| times(stage)).collect()
    }),
    ("delete a cell, undo, redo", |stage| {
        stage.zoom_in(20.0);
        stage.key(Key::Num3);
        let center = stage.middle() + Vec2::new(3.0, 7.0);
        stage.click(center);
        let mut times = vec![stage.key(Key::Delete)];
        for _ in 0..20 {
            times.extend([stage.command(Key::Z), stage.command(Key::Y)]);
        }
        assert!(stage.window.editor().history().done().len() == 1, "a cell was deleted");
        times
    }),
    ("open a document", |stage| stage.open_new("level.ron", ron_file)),
    ("open a document in place of another", |stage| stage.open("level.ron", ron_file)),
    ("open a GLB", |stage| stage.open_new("level.glb", glb_file)),
    ("open a GLB in place of another", |stage| stage.open("level.glb", glb_file)),
];

fn main() {
    let word = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let mut table = String::new();
    for side in SIDES {
        let _infallible = writeln!(table, "{} triangles", side * side * 2);
        for (name, scene) in SCENES.iter().filter(|(name, _)| name.contains(&word)) {
            let mut times = scene(&mut Stage::new(field(side), side));
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((share * times.len() as f64).ceil() as usize).max(1) - 1];
            let [half, most, longest] = [0.5, 0.95, 1.0].map(at);
            let _infallible = writeln!(table, "{name:40} {half:8.2} {most:8.2} {longest:8.2}");
        }
    }
    println!("\n{:40} {:>8} {:>8} {:>8}  ms a frame\n{table}", "", "median", "95 %", "longest");
}

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

/// The same with a question from corner to corner.
fn asked(side: u32) -> Document {
    let mut document = field(side);
    let end = |at: f32| Some(Endpoint { ground: glam::Vec2::splat(at), height: None });
    if let Some(query) = Arc::make_mut(&mut document.queries).first_mut() {
        (query.start, query.target) = (end(1.3), end(side as f32 - 1.7));
    }
    document
}

fn ron_file(side: u32) -> Vec<u8> {
    ron::write(&field(side)).unwrap_or_default().into_bytes()
}

fn glb_file(side: u32) -> Vec<u8> {
    let mesh = field(side).mesh;
    let mut binary: Vec<u8> =
        mesh.vertices().flat_map(|(_, at)| at.to_array()).flat_map(f32::to_le_bytes).collect();
    let corners = binary.len();
    let of_cells = mesh.cells().flat_map(|(_, cell)| cell.corners().to_vec());
    binary.extend(of_cells.flat_map(|corner| corner.0.to_le_bytes()));
    let [vertices, length] = [mesh.vertex_count(), binary.len()];
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"scene":0,"nodes":[{{"mesh":0,"name":"navmesh"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],"buffers":[{{"byteLength":{length}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{corners}}},{{"buffer":0,"byteOffset":{corners},"byteLength":{}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":{vertices},"type":"VEC3","min":[0,-2,0],
        "max":[{side},2,{side}]}},{{"bufferView":1,"componentType":5125,"count":{},"type":"SCALAR"}}]}}"#,
        length - corners,
        (length - corners) / 4,
    );
    json.extend(std::iter::repeat_n(' ', json.len().next_multiple_of(4) - json.len()));
    let mut bytes = Vec::new();
    let words = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    bytes.extend(words(&[0x4654_6c67, 2, (28 + json.len() + length) as u32, json.len() as u32, 0x4e4f_534a]));
    bytes.extend(json.as_bytes());
    bytes.extend(words(&[length as u32, 0x004e_4942]));
    bytes.extend(binary);
    bytes
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("nobody reads it from here".into())
    }
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
    fn new(document: Document, side: u32) -> Self {
        let ctx = egui::Context::default();
        let window = Window::new(&ctx, Editor::new(document));
        let mut stage = Self { ctx, window, frame: eframe::Frame::_new_kittest(), time: 0.0, side };
        (0..20).for_each(|_| stage.wait());
        stage
    }

    /// Draws a frame in which something happens; how long that took, in milliseconds.
    fn draw(&mut self, events: Vec<Event>) -> f64 {
        self.draw_with(events, None)
    }

    fn wait(&mut self) {
        self.draw(Vec::new());
    }

    fn draw_with(&mut self, events: Vec<Event>, dropped: Option<&Path>) -> f64 {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1600.0, 1000.0)));
        let mut input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        input.dropped_files.extend(dropped.map(|path| Arc::new(Dropped(path.into())) as _));
        let began = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| self.window.ui(ui, &mut self.frame));
        output.textures_delta.clear();
        black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
        began.elapsed().as_secs_f64() * 1000.0
    }

    fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) -> f64 {
        self.draw(vec![Event::PointerMoved(pos)]);
        self.draw(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }])
    }

    fn click(&mut self, at: Pos2) {
        self.button(at, PointerButton::Primary, true);
        self.button(at, PointerButton::Primary, false);
        self.wait();
    }

    fn key(&mut self, key: Key) -> f64 {
        self.press(key, Modifiers::NONE)
    }

    fn command(&mut self, key: Key) -> f64 {
        self.press(key, Modifiers { ctrl: true, command: true, ..Modifiers::NONE })
    }

    /// How long the longest of the frames took that show what came of it.
    fn press(&mut self, key: Key, modifiers: Modifiers) -> f64 {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let first = self.draw(vec![event(true), event(false)]);
        (0..4).map(|_| self.draw(Vec::new())).fold(first, f64::max)
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

    /// Opens a file where nothing is open yet.
    fn open_new(&mut self, name: &str, file: fn(u32) -> Vec<u8>) -> Vec<f64> {
        *self = Self::new(Document::default(), self.side);
        self.open(name, file)
    }

    /// Opens a file, through the dialog if there is one, until all of it is on its way to the screen.
    fn open(&mut self, name: &str, file: fn(u32) -> Vec<u8>) -> Vec<f64> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, file(self.side)).expect("a file to open");
        let before = self.window.editor().revision();
        let mut times = vec![self.draw_with(Vec::new(), Some(&path))];
        let mut frames_after = 0;
        while frames_after < 40 {
            let began = Instant::now();
            if self.window.editor().dialog().is_some() {
                times.push(self.key(Key::Enter));
            }
            times.push(self.draw(Vec::new()));
            let is_open = self.window.editor().revision() > before;
            frames_after += u32::from(is_open);
            if !is_open {
                std::thread::sleep(Duration::from_millis(16).saturating_sub(began.elapsed()));
            }
        }
        let cells = self.window.editor().document().mesh.cell_count();
        assert_eq!(cells, (self.side * self.side * 2) as usize, "all of {} is open", path.display());
        times
    }
}

/// The pointer goes round in a circle.
fn around(center: Pos2, i: u32) -> Pos2 {
    center + Vec2::angled(i as f32 * 0.1) * 60.0
}

fn circle(stage: &mut Stage, center: Pos2) -> Vec<f64> {
    (1..=200).map(|i| stage.draw(vec![Event::PointerMoved(around(center, i))])).collect()
}

fn pan(stage: &mut Stage) -> Vec<f64> {
    let center = stage.middle();
    stage.button(center, PointerButton::Middle, true);
    circle(stage, center)
}

fn hover(stage: &mut Stage) -> Vec<f64> {
    let center = stage.middle();
    circle(stage, center)
}

fn drag(stage: &mut Stage) -> Vec<f64> {
    stage.key(Key::Num1);
    let center = stage.middle();
    stage.button(center, PointerButton::Primary, true);
    stage.draw(vec![Event::PointerMoved(around(center, 0))]);
    let before = stage.window.editor().revision();
    let times = circle(stage, center);
    assert!(stage.window.editor().revision() > before, "the vertex was dragged");
    times
}

/// A box over a quarter of the field: each frame while it is drawn, and the one that takes what is in it.
fn draw_box(stage: &mut Stage) -> (Vec<f64>, f64) {
    stage.key(Key::B);
    let center = stage.middle();
    let corner = |i: u32| center + Vec2::splat(i as f32 * 2.0);
    stage.button(corner(0), PointerButton::Primary, true);
    let times = (1..=100).map(|i| stage.draw(vec![Event::PointerMoved(corner(i))])).collect();
    let taken = stage.button(corner(100), PointerButton::Primary, false);
    let longest = (0..4).map(|_| stage.draw(Vec::new())).fold(taken, f64::max);
    assert!(stage.window.editor().selection().cells().len() > 1000, "something is selected");
    (times, longest)
}
