//! Screenshots of the canvas, rendered by a GPU or by a software adapter.
//!
//! `UPDATE_SNAPSHOTS=1` replaces the stored screenshots. Without an adapter the tests are skipped, unless
//! `NAVSMITH_NEEDS_ADAPTER` is set.

#![expect(clippy::print_stderr, reason = "it says what it skips")]

use egui::{Vec2, accesskit};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::WgpuTestRenderer;
use egui_kittest::{Harness, OsThreshold, SnapshotOptions, image_snapshot_options};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::picture::{PictureExtent, PictureSettings};
use navsmith::picture::{drawing, png};
use navsmith::samples;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

/// Returns a renderer; without an adapter prints a message and returns `None`.
pub(crate) fn renderer() -> Option<WgpuTestRenderer> {
    let found = std::panic::catch_unwind(WgpuTestRenderer::new).ok();
    let needs_one = std::env::var_os("NAVSMITH_NEEDS_ADAPTER").is_some();
    assert!(found.is_some() || !needs_one, "there is no graphics adapter, not even one in software");
    if found.is_none() {
        eprintln!("skipped: there is no graphics adapter to draw the canvas with");
    }
    found
}

/// Compares the canvas of a sample after some commands with the stored screenshot of that name.
fn check(name: &str, sample: &str, commands: &[Command]) {
    let Ok(Opened::Document { document, .. }) = samples::named(sample).unwrap().open() else {
        panic!("{sample} is a document")
    };
    check_document(name, document, commands, None);
}

fn check_document(name: &str, document: Document, commands: &[Command], tab: Option<&str>) {
    let Some(renderer) = renderer() else { return };
    let mut harness: Harness<'_, Window> = Harness::builder()
        .with_size(Vec2::new(960.0, 600.0))
        .with_max_steps(16)
        .renderer(renderer)
        .build_eframe(|context| {
            let mut editor = Editor::new(document);
            for &command in commands {
                editor.handle(Input::Run(command));
            }
            Window::on(context, editor)
        });
    harness.run();
    if let Some(tab) = tab {
        harness.get_by_label(tab).click();
        harness.run();
    }
    let canvas = harness.get_by_role(accesskit::Role::Canvas).rect();
    let whole = harness.render().unwrap();
    let [x, y, width, height] =
        [canvas.min.x, canvas.min.y, canvas.width(), canvas.height()].map(|length| length as u32);
    let picture = image::imageops::crop_imm(&whole, x, y, width, height).to_image();
    // Adapters differ in the last bit of a line's edge.
    let options = SnapshotOptions::new()
        .output_path("snapshots")
        .threshold(1.0)
        .max_failed_pixels(OsThreshold::new(400));
    image_snapshot_options(&picture, name, &options);
    if tab.is_none() {
        assert_like_the_picture(&picture, harness.state().editor(), name);
    }
}

/// Checks that a picture of the editor's state looks like its canvas.
///
/// Letters and the edges of lines are rasterised differently.
#[track_caller]
fn assert_like_the_picture(canvas: &image::RgbaImage, editor: &Editor, name: &str) {
    const MOST_DIFFERENCE: u8 = 40;
    const MOST: f64 = 0.025;
    let settings = PictureSettings { has_caption: false, ..PictureSettings::default() };
    let picture = drawing::draw(editor, drawing::camera(editor, PictureExtent::View), settings);
    let picture = image::load_from_memory(&png::write(&picture, 1.0).unwrap()).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), canvas.dimensions(), "{name}: of the same size");
    let is_other = |(one, other): (&image::Rgba<u8>, &image::Rgba<u8>)| {
        one.0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > MOST_DIFFERENCE)
    };
    let others = canvas.pixels().zip(picture.pixels()).filter(|&pair| is_other(pair)).count();
    let share = others as f64 / f64::from(canvas.width() * canvas.height());
    assert!(share < MOST, "{name}: {:.1} % of the pixels differ", share * 100.0);
}

#[test]
fn cells_edges_and_vertices_are_drawn() {
    check("canvas_areas", "Courtyard", &[Command::VertexMode, Command::SelectAll]);
}

#[test]
fn islands_have_colours_and_hatches() {
    check("canvas_islands", "Two islands", &[Command::ColorByIsland, Command::ToggleTheme]);
}

#[test]
fn a_path_lies_over_the_mesh() {
    check("canvas_path", "The centre-point detour", &[Command::CellMode, Command::ColorByHeight]);
}

#[test]
fn heights_run_smoothly_across_cells_with_contour_lines() {
    check("canvas_heights", "Bridge over a road", &[Command::ColorByHeight]);
}

#[test]
fn a_floor_hides_what_lies_below_it_whatever_its_number() {
    let square = |half: f32, height: f32| {
        [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
            .map(|[x, z]| Vec3::new(x * half, height, z * half))
    };
    let vertices = square(2.0, 3.0).into_iter().chain(square(5.0, 0.0));
    let cells = [0, 4].map(|first| Cell::new([0, 1, 2, 3].map(|i| VertexId(first + i)), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells).unwrap();
    check_document("canvas_floors", Document::of_mesh(mesh), &[Command::ColorByHeight], None);
}

#[test]
fn a_step_of_the_funnel_has_its_legend() {
    let steps = [Command::FirstStep, Command::StepForward, Command::StepForward, Command::StepForward];
    check("canvas_funnel", "Funnel school", &steps);
}

#[test]
fn the_3d_view_shows_the_mesh_with_its_path() {
    let Ok(Opened::Document { document, .. }) = samples::named("A one-way link").unwrap().open() else {
        panic!("a document")
    };
    check_document("canvas_space", document, &[], Some("3D"));
}
