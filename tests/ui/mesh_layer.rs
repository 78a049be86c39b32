//! Buffers of the drawn mesh.

use std::collections::BTreeMap;

use glam::{DVec2, Vec2, Vec3};
use navsmith::app::viewport::dirty::pages;
use navsmith::app::viewport::layer::MeshLayer;
use navsmith::app::viewport::upload::{FillCorner, PAGE, PagePart, Texel};
use navsmith::app::viewport::{ShownView, VIEW};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::camera::Camera;
use navsmith::editor::view::views::ViewInput;
use navsmith::editor::{Editor, State};
use navsmith_core::navmesh::edit::{extrude_edges, move_vertices};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Edge, NavMesh, VertexId};
use navsmith_formats::document::Document;

const SIDE: u32 = 70;

/// A grid of squares, several pages large.
fn editor() -> Editor {
    field(SIDE)
}

fn field(side: u32) -> Editor {
    let id = |x: u32, z: u32| VertexId(z * (side + 1) + x);
    let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
    let squares = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
    let cells =
        squares.map(|(x, z)| Cell::new([id(x, z), id(x, z + 1), id(x + 1, z + 1), id(x + 1, z)], AreaId(0)));
    Editor::new(Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap()))
}

/// The whole grid at a number of points per metre.
fn view(points_per_meter: f64) -> ShownView {
    let (center, size) = (DVec2::splat(f64::from(SIDE) / 2.0), Vec2::splat(2000.0 * points_per_meter as f32));
    let camera = Camera { center, meters_per_pixel: 1.0 / points_per_meter, size };
    ShownView::above(camera, egui::Rect::ZERO)
}

/// Simulated contents of the GPU buffers.
#[derive(Default)]
struct Memory {
    buffers: [Vec<u8>; 4],
    rows: BTreeMap<usize, Vec<Texel>>,
    written: usize,
    /// Whether the last frame created the buffers.
    is_new: bool,
}

impl Memory {
    /// Applies the pending writes and counts their bytes.
    fn follow(&mut self, layer: &mut MeshLayer, state: &State) {
        layer.sync(state, true);
        let pending = layer.take_pending();
        (self.written, self.is_new) = (pending.bytes(), pending.sizes.is_some());
        if let Some((sizes, _)) = pending.sizes {
            self.rows.clear();
            self.buffers = std::array::from_fn(|i| vec![0; sizes[i] * PagePart::ALL[i].stride()]);
        }
        for ((part, start), bytes) in pending.writes {
            let start = start * part.stride();
            self.buffers[part as usize][start..start + bytes.len()].copy_from_slice(&bytes);
        }
        self.rows.extend(pending.rows);
    }

    /// Returns the drawn elements, sorted and without unused space.
    fn drawn(&self) -> Vec<Vec<&[u8]>> {
        let elements = |part: PagePart| {
            let chunks = self.buffers[part as usize].chunks(part.stride());
            let mut drawn: Vec<&[u8]> =
                chunks.filter(|element| element.iter().any(|&byte| byte != 0)).collect();
            drawn.sort_unstable();
            drawn
        };
        PagePart::ALL.map(elements).into()
    }
}

fn assert_like_new(memory: &Memory, state: &State, what: &str) {
    let mut fresh = Memory::default();
    fresh.follow(&mut MeshLayer::default(), state);
    assert_eq!(memory.drawn(), fresh.drawn(), "buffers after {what}");
    assert_eq!(memory.rows, fresh.rows, "colours after {what}");
}

#[test]
fn no_triangle_reaches_across_two_cells() {
    let (editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let corners: &[FillCorner] = bytemuck::cast_slice(&memory.buffers[PagePart::Fills as usize]);
    let is_whole = |triangle: &[FillCorner]| triangle.iter().all(|corner| corner.cell == triangle[0].cell);
    assert!(corners.chunks(3).all(is_whole), "pages begin at whole triangles");
}

#[test]
fn what_is_too_small_to_see_is_not_drawn() {
    let (editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let count = |points_per_meter: f64| {
        let (drawn, ranges) = layer.seen(&view(points_per_meter));
        (drawn.inner_edges, drawn.vertices, ranges.map(|ranges| !ranges.is_empty()))
    };
    let side = SIDE as usize;
    let (inner, vertices) = (2 * side * (side - 1), (side + 1) * (side + 1));
    assert_eq!(count(1.0), (0, 0, [true, false, true, false]), "a metre is a point");
    assert_eq!(count(6.0), (inner, 0, [true, true, true, false]), "edges have room, vertices have not");
    assert_eq!(count(30.0), (inner, vertices, [true; 4]), "all have room");
}

#[test]
fn what_is_far_out_of_view_is_not_drawn() {
    let (editor, mut layer, mut memory) = (field(200), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let camera = Camera { center: DVec2::splat(100.0), meters_per_pixel: 0.02, size: Vec2::splat(500.0) };
    let (drawn, ranges) = layer.seen(&ShownView::above(camera, egui::Rect::ZERO));
    assert!(drawn.triangles >= 200 && drawn.triangles <= 6 * PAGE, "{} of 80,000 triangles", drawn.triangles);
    assert!(drawn.inner_edges > 0 && drawn.vertices > 0 && drawn.outer_edges < 50, "{drawn:?}");
    assert!(
        ranges.iter().all(|ranges| ranges.len() <= 3),
        "pages that follow each other at once: {ranges:?}"
    );
}

#[test]
fn selected_vertices_are_drawn_however_small_all_is() {
    let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    editor.handle(Input::Run(Command::VertexMode));
    editor.handle(Input::Run(Command::SelectAll));
    memory.follow(&mut layer, &editor);
    let vertices = ((SIDE + 1) * (SIDE + 1)) as usize;
    assert_eq!(layer.seen(&view(0.01)).0.vertices, vertices, "all of them");
}

#[test]
fn a_large_mesh_is_written_over_some_frames() {
    let (editor, mut layer, mut memory) = (field(360), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let mut frames = 1;
    while layer.seen(&view(1.0)).0.waiting > 0 {
        memory.follow(&mut layer, &editor);
        assert!(memory.written < 20_000_000, "{} bytes in frame {frames}", memory.written);
        frames += 1;
    }
    assert!((2..10).contains(&frames), "{frames} frames");
    assert_eq!(layer.seen(&view(1.0)).0.triangles, 2 * 360 * 360, "everything");
}

#[test]
fn another_large_mesh_is_uploaded_completely() {
    let (mut layer, mut memory) = (MeshLayer::default(), Memory::default());
    layer.sync(&field(420), true);
    memory.follow(&mut layer, &field(421));
    assert!(memory.written < 20_000_000, "{} bytes at once", memory.written);
    let drawn = memory.drawn();
    let [fills, inner] = [PagePart::Fills, PagePart::Inner].map(|part| drawn[part as usize].len());
    assert!(fills > 0 && inner == 0, "fills come first: {fills} corners, {inner} edges");
    assert!(layer.seen(&view(1.0)).0.waiting > pages(421 * 421), "edges and vertices of all pages wait");
}

#[test]
fn a_page_more_needs_no_new_buffers() {
    let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let before = pages(editor.document().mesh.cell_slots());
    editor.handle(Input::Run(Command::CellMode));
    let some: Vec<_> = (0..600).map(CellId).collect();
    editor.edit("Cut", |draft| navsmith_core::navmesh::edit::triangulate(draft, &some));
    assert!(pages(editor.document().mesh.cell_slots()) > before, "there are pages more");
    memory.follow(&mut layer, &editor);
    assert!(!memory.is_new, "they fit");
    assert_like_new(&memory, &editor, "pages more");
}

#[test]
fn a_page_that_outgrew_its_room_does_not_have_everything_written_again() {
    let (mut editor, mut layer, mut memory) = (field(65), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let everything = memory.written;
    // The sides are opposite, so that the middle of the grid stays in place, and the origin with it.
    for (first, outwards) in [(0, Vec3::NEG_Z), (65 * 66, Vec3::Z)] {
        let corner = |x: u32| VertexId(first + x);
        let edges: Vec<_> = (0..65).map(|x| Edge::new(corner(x), corner(x + 1))).collect();
        assert!(editor.edit("Extrude", |draft| extrude_edges(draft, &edges, outwards, None)), "a row more");
    }
    memory.follow(&mut layer, &editor);
    assert!(!memory.is_new, "there is room elsewhere");
    assert!(memory.written < everything, "{} bytes of {everything}", memory.written);
    assert_like_new(&memory, &editor, "an extrude");
}

#[test]
fn panning_writes_nothing_and_a_moved_vertex_its_pages_and_no_more() {
    let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let everything = memory.written;
    assert!(everything > 0, "the first picture writes everything");
    editor.handle(Input::View(VIEW, ViewInput::Pan(Vec2::new(30.0, 5.0))));
    memory.follow(&mut layer, &editor);
    assert_eq!(memory.written, 0, "the camera is a uniform");
    editor.edit("Move", |draft| move_vertices(draft, &[VertexId(100)], Vec3::new(0.3, 0.5, 0.2)));
    memory.follow(&mut layer, &editor);
    assert!(memory.written * 2 < everything, "{} bytes of {everything}", memory.written);
    assert_like_new(&memory, &editor, "a move");
}

#[test]
fn patched_buffers_equal_new_ones() {
    let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    let commands = [
        Command::ColorByHeight,
        Command::SelectAll,
        Command::Triangulate,
        Command::Undo,
        Command::SelectNone,
        Command::EdgeMode,
        Command::SelectAll,
        Command::ColorByIsland,
        Command::VertexMode,
        Command::SelectInverse,
        Command::Redo,
    ];
    for command in commands {
        editor.handle(Input::Run(command));
        memory.follow(&mut layer, &editor);
        assert_like_new(&memory, &editor, &format!("{command:?}"));
    }
}

#[test]
fn hiding_an_island_hides_its_edges_and_vertices_too() {
    let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
    memory.follow(&mut layer, &editor);
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::HideIslands));
    editor.handle(Input::Run(Command::SelectNone));
    memory.follow(&mut layer, &editor);
    assert_like_new(&memory, &editor, "hiding");
    let styles = memory.drawn()[PagePart::Dots as usize].iter().all(|dot| dot[12..16] == [0; 4]);
    assert!(styles, "no vertex has a style");
}
