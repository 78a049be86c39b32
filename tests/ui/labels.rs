//! Texts on the canvas: numbers of elements, and the text of an empty document.

use egui::epaint::{ClippedShape, Shape};
use egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::view::camera::Camera;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_formats::document::Document;

use crate::panels::{courtyard, press, window};
use crate::reach::two_islands;

/// Returns every shape of the last frame, back to front.
fn shapes(harness: &Harness<'static, Window>) -> Vec<Shape> {
    fn flatten(shape: &Shape, into: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, into)),
            shape => into.push(shape.clone()),
        }
    }
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|ClippedShape { shape, .. }| flatten(shape, &mut all));
    all
}

/// Returns the texts on the canvas with their rectangles.
fn texts(harness: &Harness<'static, Window>) -> Vec<(String, Rect)> {
    let canvas = harness.get_by_role(egui::accesskit::Role::Canvas).rect();
    let mut texts = Vec::new();
    for shape in shapes(harness) {
        if let Shape::Text(text) = shape {
            let rect = text.galley.rect.translate(text.pos.to_vec2());
            if canvas.contains_rect(rect) {
                texts.push((text.galley.text().to_owned(), rect));
            }
        }
    }
    texts
}

#[test]
fn numbers_of_vertices_and_of_cells_differ_and_cover_no_other_number() {
    for document in [courtyard(), two_islands()] {
        let mut harness = window(document);
        press(&mut harness, Modifiers::NONE, Key::F5);
        press(&mut harness, Modifiers::NONE, Key::F9);
        let is_cell = |text: &str| text.parse::<u32>().is_ok();
        let is_vertex = |text: &str| text.strip_prefix('v').is_some_and(is_cell);
        let is_length = |text: &str| text.ends_with(" m") && text.contains('.');
        let labels: Vec<(String, Rect)> = texts(&harness)
            .into_iter()
            .filter(|(text, _)| is_cell(text) || is_vertex(text) || is_length(text))
            .collect();
        for (form, least) in [(&is_cell as &dyn Fn(&str) -> bool, 5), (&is_vertex, 5)] {
            let count = labels.iter().filter(|(text, _)| form(text)).count();
            assert!(count >= least, "there are numbers: {labels:?}");
        }
        for (i, (one, place)) in labels.iter().enumerate() {
            for (other, rect) in &labels[i + 1..] {
                let both_lengths = is_length(one) && is_length(other);
                assert!(
                    both_lengths || !place.intersects(*rect),
                    "{one} at {place} covers {other} at {rect}"
                );
            }
        }
    }
}

#[test]
fn a_new_document_has_the_first_view_and_no_line_crosses_its_text() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::PageDown);
    press(&mut harness, Modifiers::COMMAND, Key::N);
    let editor = harness.state().editor();
    let size = editor.camera().size;
    assert!(editor.document().mesh.is_empty(), "a new document");
    assert_eq!(editor.camera(), Camera { size, ..Camera::default() }, "seen as at first");
    let title = texts(&harness).into_iter().find(|(text, _)| text == "Empty document");
    let (_, rect) = title.expect("the empty state");
    let shapes = shapes(&harness);
    let is_ground = |shape: &Shape| {
        matches!(shape, Shape::Rect(ground) if ground.fill.a() == 255 && ground.rect.contains_rect(rect)
            && ground.rect.width() < size.x * 0.95)
    };
    let ground = shapes.iter().position(is_ground).expect("the text has a ground of its own");
    let crosses = |shape: &Shape| match shape {
        Shape::LineSegment { points, .. } => Rect::from_two_pos(points[0], points[1]).intersects(rect),
        _ => false,
    };
    assert!(!shapes[ground..].iter().any(crosses), "no line is painted over it");
}

#[test]
fn the_camera_of_a_new_document_does_not_depend_on_the_old_one() {
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::View(
        ViewId::ABOVE,
        ViewInput::Pan(navsmith_core::geometry::Vec2::new(3000.0, -800.0)),
    ));
    editor.handle(Input::Run(navsmith::editor::session::command::Command::New));
    let size = editor.camera().size;
    assert_eq!(editor.camera(), Camera { size, ..Camera::default() });
    let mut harness = window(editor.document().clone());
    harness.set_size(Vec2::new(900.0, 560.0));
    harness.run();
    assert!(texts(&harness).iter().any(|(text, _)| text == "Empty document"), "also in a small window");
}
