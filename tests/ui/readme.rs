//! The picture in README, drawn by the program.

use egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::{Harness, OsThreshold, SnapshotOptions, image_snapshot_options};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::interaction::input::Input;
use navsmith::samples;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use crate::canvas::renderer;

/// The step of the funnel in the picture.
const STEP: usize = 13;

/// Compares the first sample at a step of the funnel with `assets/screenshot.png`.
#[test]
fn the_picture_of_the_readme_shows_the_program() {
    let Some(renderer) = renderer() else { return };
    let sample = samples::named("Courtyard").unwrap();
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("it is a document") };
    let mut harness: Harness<'_, Window> = Harness::builder()
        .with_size(Vec2::new(1280.0, 800.0))
        .with_max_steps(16)
        .renderer(renderer)
        .build_eframe(|context| {
            let mut editor = Editor::new(Document::default());
            editor.handle(Input::File(FileInput::OpenSample(sample.name, document.into())));
            Window::on(context, editor)
        });
    harness.run();
    for _ in 0..STEP {
        for pressed in [true, false] {
            let (key, modifiers) = (Key::Period, Modifiers::NONE);
            harness.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
        }
        harness.run();
    }
    let options = SnapshotOptions::new()
        .output_path("../../assets")
        .threshold(1.0)
        .max_failed_pixels(OsThreshold::new(1000));
    image_snapshot_options(&harness.render().unwrap(), "screenshot", &options);
}
