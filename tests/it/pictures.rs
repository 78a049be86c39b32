//! Pictures: the text of SVG files, the pixels of PNG files, and their limits.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod exported;

use std::sync::Arc;

use expect_test::{Expect, expect};
use glam::{DVec2, Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::{Coloring, Options};
use navsmith::editor::session::picture::{PictureExtent, PictureSettings};
use navsmith::editor::view::camera::Camera;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Role, Tint};
use navsmith::picture::shape::{PictureShape, VectorPicture};
use navsmith::picture::{drawing, encode, png, svg};
use navsmith::samples;
use navsmith::theme::color::Color;
use navsmith::theme::palette::palette;
use navsmith::theme::role::role;
use navsmith::theme::tint::{fill_color, tint};
use navsmith_core::navmesh::synthetic::Recipe;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io::{Opened, PNG, SVG};
use tiny_skia::Pixmap;

/// An L of three squares, 2 m wide, moved by an offset.
fn corner(offset: Vec3) -> NavMesh {
    let places = [[0, 0], [0, 2], [2, 2], [2, 0], [0, 4], [2, 4], [4, 2], [4, 4]];
    let vertices = places.map(|[x, z]| Vec3::new(x as f32, 0.0, z as f32) + offset);
    let cells = [[0, 1, 2, 3], [1, 4, 5, 2], [2, 5, 7, 6]];
    NavMesh::from_parts(vertices, cells.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)))).unwrap()
}

/// An editor with the path around the inner corner of the L.
fn with_path(offset: Vec3) -> Editor {
    let end = |x, z| Some(Endpoint { ground: Vec2::new(x + offset.x, z + offset.z), height: None });
    let query = NamedQuery { start: end(1.5, 0.5), target: end(3.5, 2.5), ..NamedQuery::default() };
    let document = Document { queries: Arc::new(vec![query]), ..Document::of_mesh(corner(offset)) };
    let mut editor = Editor::new(document);
    editor.handle(Input::Run(Command::CellMode));
    editor
}

fn set(editor: &mut Editor, change: impl FnOnce(&mut Options)) {
    let mut options = editor.options().clone();
    change(&mut options);
    editor.handle(Input::SetOptions(options));
}

/// Without grid and legend.
const PLAIN: PictureSettings =
    PictureSettings { extent: PictureExtent::Mesh, has_grid: false, has_legend: false, has_caption: true };

fn camera() -> Camera {
    Camera { center: DVec2::new(2.0, 2.0), meters_per_pixel: 0.02, size: Vec2::new(240.0, 220.0) }
}

/// Returns the second step of the funnel, as SVG.
fn second_funnel_step() -> Expect {
    expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="240" height="374" viewBox="0 0 240 374" font-family="Ubuntu, Cantarell, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" font-weight="300">
        <title>untitled</title>
        <rect width="240" height="374" fill="#fafafa"/>
        <g id="mesh">
        <path fill="#afbdc3" fill-opacity="0.83" shape-rendering="crispEdges" d="M20 10L20 110L120 110L120 10ZM20 110L20 210L120 210L120 110ZM120 110L120 210L220 210L220 110Z"/>
        <path fill="none" stroke="#5c636c" stroke-opacity="0.55" stroke-linecap="round" stroke-linejoin="round" d="M20 110L120 110M120 210L120 110"/>
        <path fill="none" stroke="#1c1f24" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M20 10L20 110M120 110L120 10M120 10L20 10M20 110L20 210M20 210L120 210M120 210L220 210M220 210L220 110M220 110L120 110"/>
        <circle cx="20" cy="10" r="1.75" fill="#30343a"/>
        <circle cx="20" cy="110" r="1.75" fill="#30343a"/>
        <circle cx="120" cy="110" r="1.75" fill="#30343a"/>
        <circle cx="120" cy="10" r="1.75" fill="#30343a"/>
        <circle cx="20" cy="210" r="1.75" fill="#30343a"/>
        <circle cx="120" cy="210" r="1.75" fill="#30343a"/>
        <circle cx="220" cy="210" r="1.75" fill="#30343a"/>
        <circle cx="220" cy="110" r="1.75" fill="#30343a"/>
        </g>
        <g id="marks">
        <path fill="#101215" fill-opacity="0.1" shape-rendering="crispEdges" d="M20 10L20 110L120 110L120 10Z"/>
        <path fill="#101215" fill-opacity="0.1" shape-rendering="crispEdges" d="M20 110L20 210L120 210L120 110Z"/>
        <path fill="#101215" fill-opacity="0.1" shape-rendering="crispEdges" d="M120 110L120 210L220 210L220 110Z"/>
        <path fill="none" stroke="#101215" stroke-width="1.25" stroke-dasharray="5 4" d="M95 35L70 110L70 160L120 160L195 135"/>
        <path fill="none" stroke="#847d24" stroke-width="1.5" d="M120 110L20 110"/>
        <circle cx="120" cy="110" r="5.25" fill="#0072b2" stroke="#ffffff" stroke-width="1.5"/>
        <path fill="#ffffff" d="M14.5 104.5L25.5 104.5L25.5 115.5L14.5 115.5Z"/>
        <path fill="#de7f00" d="M16 106L24 106L24 114L16 114Z"/>
        <path fill="none" stroke="#847d24" stroke-width="1.5" d="M120 110L120 210"/>
        <circle cx="120" cy="110" r="5.25" fill="#0072b2" stroke="#ffffff" stroke-width="1.5"/>
        <path fill="#ffffff" d="M114.5 204.5L125.5 204.5L125.5 215.5L114.5 215.5Z"/>
        <path fill="#de7f00" d="M116 206L124 206L124 214L116 214Z"/>
        <path fill="none" stroke="#007756" stroke-width="2" stroke-dasharray="3 5" d="M95 35L120 110L195 135"/>
        <path fill="#847d24" fill-opacity="0.16" shape-rendering="crispEdges" d="M95 35L20 110Z"/>
        <path fill="none" stroke="#0072b2" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M95 35L95 35"/>
        <path fill="none" stroke="#de7f00" stroke-width="2.5" stroke-dasharray="10 3" d="M95 35L20 110"/>
        <path fill="none" stroke="#847d24" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" d="M120 110L20 110"/>
        <path fill="#847d24" d="M95 28L101.3 39.9L88.7 39.9Z"/>
        <path fill="none" stroke="#ffffff" stroke-width="1.5" d="M95 28L101.3 39.9L88.7 39.9Z"/>
        <circle cx="120" cy="110" r="11" fill="none" stroke="#ffffff" stroke-width="4"/>
        <circle cx="120" cy="110" r="10" fill="none" stroke="#995b7d" stroke-width="2"/>
        <circle cx="95" cy="35" r="9" fill="#007756" stroke="#ffffff" stroke-width="2"/>
        <text x="91.69" y="39.58" font-size="12.8" textLength="6.62" lengthAdjust="spacingAndGlyphs" fill="#ffffff">S</text>
        <circle cx="195" cy="135" r="9" fill="#b63210" stroke="#ffffff" stroke-width="2"/>
        <text x="191.49" y="139.58" font-size="12.8" textLength="7.01" lengthAdjust="spacingAndGlyphs" fill="#ffffff">T</text>
        </g>
        <g id="caption">
        <path fill="#f4f4f5" shape-rendering="crispEdges" d="M0 220L240 220L240 374L0 374Z"/>
        <path fill="none" stroke="#d1d3d7" d="M0 220.5L240 220.5"/>
        <text x="12" y="238.72" font-size="11.5" textLength="94.53" lengthAdjust="spacingAndGlyphs" fill="#656a72">Funnel, step 2 of 7</text>
        <text x="12" y="259.58" font-size="13.5" textLength="211.07" lengthAdjust="spacingAndGlyphs" fill="#2e3136">Portal 1, left: the left leg leaves the</text>
        <text x="12" y="276.58" font-size="13.5" textLength="181.62" lengthAdjust="spacingAndGlyphs" fill="#2e3136">apex and reaches to the point.</text>
        <text x="12" y="293.58" font-size="13.5" textLength="206.02" lengthAdjust="spacingAndGlyphs" fill="#2e3136">area(apex, left leg, point) = +0.000</text>
        <text x="12" y="310.58" font-size="13.5" textLength="169.15" lengthAdjust="spacingAndGlyphs" fill="#2e3136">m²: the leg has no length, so</text>
        <text x="12" y="327.58" font-size="13.5" textLength="187.74" lengthAdjust="spacingAndGlyphs" fill="#2e3136">nothing is beyond it; area(apex,</text>
        <text x="12" y="344.58" font-size="13.5" textLength="211.25" lengthAdjust="spacingAndGlyphs" fill="#2e3136">right leg, point) = +3.000 m²: left of</text>
        <text x="12" y="361.58" font-size="13.5" textLength="177.46" lengthAdjust="spacingAndGlyphs" fill="#2e3136">the right leg, so not beyond it</text>
        </g>
        </svg>
    "##]]
}

#[test]
fn a_funnel_step_is_written_by_layers() {
    let mut editor = with_path(Vec3::ZERO);
    set(&mut editor, |options| options.is_dark = false);
    let second = editor.trace().range(Stage::Funnel).start + 1;
    editor.handle(Input::Step(StepInput::SetCursor(second)));
    let text = svg::write(&drawing::draw(&editor, camera(), PLAIN)).unwrap();
    second_funnel_step().assert_eq(&text);
}

#[test]
fn the_same_state_gives_the_same_bytes() {
    let bytes = |format| {
        let settings = PictureSettings { has_grid: true, has_legend: true, ..PLAIN };
        let editor = with_path(Vec3::ZERO);
        encode(&drawing::draw(&editor, camera(), settings), format, 1.0).unwrap()
    };
    for format in [&SVG, &PNG] {
        assert_eq!(bytes(format), bytes(format), "{format}");
        assert!((format.is_content)(&bytes(format)), "{format} is known by its content");
    }
}

fn pixels(picture: &VectorPicture, scale: f32) -> Pixmap {
    Pixmap::decode_png(&png::write(picture, scale).unwrap()).unwrap()
}

#[track_caller]
fn assert_color(pixmap: &Pixmap, [x, y]: [u32; 2], expected: Color, what: &str) {
    let pixel = pixmap.pixel(x, y).unwrap();
    let found = [pixel.red(), pixel.green(), pixel.blue()];
    let is_near = found.iter().zip(expected.rgb).all(|(a, b)| a.abs_diff(b) <= 2);
    assert!(is_near && pixel.alpha() == 255, "{what}: {found:?} instead of {:?}", expected.rgb);
}

#[test]
fn pixels_have_the_colours_of_the_theme() {
    for is_dark in [true, false] {
        let mut editor = with_path(Vec3::ZERO);
        set(&mut editor, |options| {
            (options.is_dark, options.shows_corridor, options.shows_portals) = (is_dark, false, false);
        });
        let picture = drawing::draw(&editor, camera(), PLAIN);
        let pixmap = pixels(&picture, 1.0);
        assert_eq!([pixmap.width(), pixmap.height()], [240, 220]);
        let background = palette(is_dark).canvas.background;
        let paint = tint(Tint::Area(AreaId(0)), editor.document(), is_dark);
        let fill = background.mix(fill_color(paint), f32::from(paint.color.alpha) / 255.0);
        assert_color(&pixmap, [235, 5], background, "outside of the mesh");
        assert_color(&pixmap, [45, 180], fill, "a cell");
        // The path goes from (1.5, 0.5) to (2, 2), at 50 pixels per metre.
        assert_color(&pixmap, [107, 69], role(Role::Path, is_dark).color, "the path");
        assert_color(&pixmap, [20, 60], palette(is_dark).canvas.boundary_edge, "the boundary");
        let double = pixels(&picture, 2.0);
        assert_eq!([double.width(), double.height()], [480, 440], "two pixels for each");
        assert_color(&double, [90, 360], fill, "the cell in twice the size");
    }
}

#[test]
fn dashed_marks_have_gaps() {
    let editor = with_path(Vec3::ZERO);
    let picture = drawing::draw(&editor, camera(), PLAIN);
    let dash = role(Role::NodePath, true).dash;
    let shapes = picture.layers.iter().flat_map(|layer| &layer.shapes);
    let dashed = shapes.filter(
        |it| matches!(it, PictureShape::Line { stroke, .. } if stroke.dash == dash && dash.is_some()),
    );
    assert_eq!(dashed.count(), 1, "the midpoint line");
}

/// Returns a text without the parts of an SVG that are no numbers.
fn assert_finite(text: &str) {
    for word in ["NaN", "inf"] {
        assert!(!text.contains(word), "{word} in {}", &text[..text.len().min(2000)]);
    }
    let numbers = text.split(['"', ' ', 'M', 'L', 'Z']).filter_map(|word| word.parse::<f32>().ok());
    assert!(numbers.clone().count() > 20, "it has numbers");
    assert!(numbers.clone().all(|number| number.abs() < 1e5), "near the picture");
}

#[test]
fn pictures_are_finite_at_every_zoom_and_far_from_the_origin() {
    let far = Vec3::new(-3e5, 1000.0, 2e5);
    for editor in [Vec3::ZERO, far].into_iter().map(with_path) {
        let middle = editor.document().mesh.bounds().center();
        for meters_per_pixel in [1e-6, 1e-3, 0.02, 1.0, 1e4] {
            let center = DVec2::new(f64::from(middle.x), f64::from(middle.z));
            let camera = Camera { center, meters_per_pixel, ..camera() };
            let settings = PictureSettings { has_grid: true, has_legend: true, ..PLAIN };
            let picture = drawing::draw(&editor, camera, settings);
            assert_finite(&svg::write(&picture).unwrap());
            pixels(&picture, 1.0);
        }
    }
}

#[test]
fn samples_are_drawn_in_every_colouring_at_every_stage() {
    let mut pictures = 0;
    for sample in samples::all() {
        let Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) = sample.open() else {
            continue;
        };
        let mut editor = Editor::new(document);
        for coloring in Coloring::ALL {
            set(&mut editor, |options| options.coloring = coloring);
            let camera = drawing::camera(&editor, PictureExtent::Mesh);
            assert_finite(&svg::write(&drawing::draw(&editor, camera, PictureSettings::default())).unwrap());
            pictures += 1;
        }
        for &stage in Stage::ALL {
            let range = editor.trace().range(stage);
            if range.is_empty() {
                continue;
            }
            editor.handle(Input::Step(StepInput::SetCursor(usize::midpoint(range.start, range.end))));
            let camera = drawing::camera(&editor, PictureExtent::Mesh);
            let picture = drawing::draw(&editor, camera, PictureSettings::default());
            let text = svg::write(&picture).unwrap();
            assert_finite(&text);
            assert!(
                text.contains(&format!(">{}, step ", stage.title())),
                "the caption names {}",
                stage.title()
            );
            pictures += 1;
        }
    }
    assert!(pictures > 60, "{pictures} pictures");
}

#[test]
fn text_in_captions_lies_inside_the_picture() {
    let mut editor = with_path(Vec3::ZERO);
    let first = editor.trace().range(Stage::Funnel).start;
    editor.handle(Input::Step(StepInput::SetCursor(first)));
    for width in [200.0, 320.0, 900.0] {
        let camera = Camera { size: Vec2::new(width, 200.0), ..camera() };
        let picture = drawing::draw(&editor, camera, PLAIN);
        let caption = picture.layers.iter().find(|layer| layer.name == "caption").unwrap();
        let mut lines = 0;
        for shape in &caption.shapes {
            let PictureShape::Text { at, text, size, .. } = shape else { continue };
            let right = at.x + navsmith::picture::text::width(text, *size);
            assert!(right <= width && at.y < picture.size.y, "{text:?} ends at {right} of {width}");
            lines += 1;
        }
        assert!(lines >= 3, "title, caption and rule");
    }
}

#[test]
fn large_meshes_become_regions_and_too_large_ones_are_refused() {
    let recipe = |text: &str| text.parse::<Recipe>().unwrap().mesh();
    let editor = Editor::new(Document::of_mesh(recipe("terrain:100000")));
    let cells = editor.document().mesh.cell_count();
    let large = drawing::camera(&editor, PictureExtent::Mesh);
    let mut camera = Camera { size: Vec2::splat(500.0), ..large };
    camera.frame(&editor.document().mesh.bounds());
    // Edges fade out below 3 pixels, so the smaller picture has only regions and boundaries.
    for (camera, most) in [(large, 60), (camera, 5)] {
        let text = svg::write(&drawing::draw(&editor, camera, PLAIN)).unwrap();
        assert!(text.len() < cells * most, "{} bytes for {cells} cells", text.len());
    }
    let mut picture = drawing::draw(&editor, camera, PLAIN);
    let line = PictureShape::Fill {
        rings: vec![std::iter::repeat_n(Vec2::ZERO, svg::MOST_POINTS).collect()],
        color: Color::BLACK,
        is_smooth: false,
    };
    picture.layers[0].shapes.push(line);
    let why = svg::write(&picture).unwrap_err().to_string();
    assert!(why.contains("write a PNG, or show a smaller part"), "{why}");
    picture.size = Vec2::splat(1e5);
    assert!(png::write(&picture, 1.0).unwrap_err().to_string().contains("choose a size"), "too many pixels");
}

#[test]
fn the_selection_is_in_the_picture_and_the_pointer_is_not() {
    let mut editor = with_path(Vec3::ZERO);
    let before = drawing::draw(&editor, camera(), PLAIN);
    let at = Pointer::above(Vec2::new(1.0, 3.0), 0.1, Modifiers::default());
    editor.handle(Input::Hover(at));
    assert_eq!(drawing::draw(&editor, camera(), PLAIN), before, "a hovered cell changes nothing");
    editor.handle(Input::Run(Command::SelectAll));
    assert_ne!(drawing::draw(&editor, camera(), PLAIN), before, "selected cells are highlighted");
}
