//! A window without a display: it receives events and returns triangles.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::App as _;
use egui::{
    self, DroppedFile, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2,
    RawInput, Rect, TouchPhase, Vec2,
};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::levels::surface;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::ron;

/// Builds a field of squares, each split into two triangles.
pub(crate) fn field(side: u32) -> Document {
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

/// Like [`field`], but with a query from corner to corner.
pub(crate) fn asked(side: u32) -> Document {
    let mut document = field(side);
    let end = |at: f32| Some(Endpoint { ground: glam::Vec2::splat(at), height: None });
    if let Some(query) = Arc::make_mut(&mut document.queries).first_mut() {
        (query.start, query.target) = (end(1.3), end(side as f32 - 1.7));
    }
    document
}

pub(crate) fn ron_file(side: u32) -> Vec<u8> {
    ron::write(&field(side)).unwrap_or_default().into_bytes()
}

pub(crate) fn glb_file(side: u32) -> Vec<u8> {
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
        Err("it is not read from here".into())
    }
}

/// A window without a display, driven by events.
pub(crate) struct Stage {
    ctx: egui::Context,
    pub(crate) window: Window,
    frame: eframe::Frame,
    time: f64,
    pub(crate) side: u32,
}

impl Stage {
    pub(crate) fn new(document: Document, side: u32) -> Self {
        let ctx = egui::Context::default();
        let window = Window::new(&ctx, Editor::new(document));
        let mut stage = Self { ctx, window, frame: eframe::Frame::_new_kittest(), time: 0.0, side };
        (0..20).for_each(|_| stage.wait());
        stage
    }

    /// Draws a frame with some events and returns its duration in seconds.
    pub(crate) fn draw(&mut self, events: Vec<Event>) -> f64 {
        self.draw_with(events, None)
    }

    pub(crate) fn wait(&mut self) {
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
        began.elapsed().as_secs_f64()
    }

    pub(crate) fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) -> f64 {
        self.draw(vec![Event::PointerMoved(pos)]);
        self.draw(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }])
    }

    pub(crate) fn click(&mut self, at: Pos2) {
        self.button(at, PointerButton::Primary, true);
        self.button(at, PointerButton::Primary, false);
        self.wait();
    }

    pub(crate) fn key(&mut self, key: Key) -> f64 {
        self.press(key, Modifiers::NONE)
    }

    pub(crate) fn command(&mut self, key: Key) -> f64 {
        self.press(key, Modifiers { ctrl: true, command: true, ..Modifiers::NONE })
    }

    /// Presses a key and returns the duration of the longest frame that follows, in seconds.
    fn press(&mut self, key: Key, modifiers: Modifiers) -> f64 {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let first = self.draw(vec![event(true), event(false)]);
        (0..4).map(|_| self.draw(Vec::new())).fold(first, f64::max)
    }

    pub(crate) fn zoom_in(&mut self, notches: f32) {
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

    /// Returns the position in the window of a vertex in the middle of the field.
    pub(crate) fn middle(&self) -> Pos2 {
        let middle = (self.side / 2) as f32;
        let screen = self.window.editor().camera().screen_from_ground(glam::Vec2::splat(middle));
        let canvas =
            self.ctx.read_response(egui::Id::unique("canvas")).map_or(Rect::ZERO, |canvas| canvas.rect);
        canvas.min + Vec2::new(screen.x, screen.y)
    }

    /// Returns the middle of the 3D view in the window.
    pub(crate) fn middle_of_space(&self) -> Pos2 {
        self.ctx.read_response(egui::Id::unique("space")).map_or(Pos2::ZERO, |view| view.rect.center())
    }

    /// Opens the field in a new window, above a level with as many triangles.
    pub(crate) fn open_above_level(&mut self) {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, level] = ["map.ron", "level.glb"].map(|name| folder.path().join(name));
        fs::write(&level, glb_file(self.side)).expect("a level to open");
        let levels = Arc::new(vec![LevelReference::new("level.glb")]);
        let document = Document { levels, ..field(self.side) };
        fs::write(&path, ron::write(&document).unwrap_or_default()).expect("a document to open");
        *self = Self::new(Document::default(), self.side);
        self.draw_with(Vec::new(), Some(&path));
        while surface::surface(self.window.editor()).is_none() {
            std::thread::sleep(Duration::from_millis(16));
            self.wait();
        }
        (0..40).for_each(|_| self.wait());
        let triangles = surface::surface(self.window.editor()).map_or(0, |level| level.triangles().len());
        assert_eq!(triangles, (self.side * self.side * 2) as usize, "the whole level is visible");
    }

    /// Opens a file in a new window; see [`Stage::open`].
    pub(crate) fn open_new(&mut self, name: &str, file: fn(u32) -> Vec<u8>) -> Vec<f64> {
        *self = Self::new(Document::default(), self.side);
        self.open(name, file)
    }

    /// Opens a file, through the dialog if there is one, and returns the durations of the frames.
    ///
    /// The last 40 frames follow the opening, so that the whole mesh reaches the screen.
    pub(crate) fn open(&mut self, name: &str, file: fn(u32) -> Vec<u8>) -> Vec<f64> {
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
