//! The panel *Generate*: its result, limits, stages and reasons.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::generation::stage::{self, GenerationStage};
use navsmith::editor::generation::{found, jumps, plan};
use navsmith::editor::interaction::input::Input;
use navsmith::samples;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use crate::panels::{click, window, window_of};

/// Maximum number of frames until a job has ended.
const MOST_FRAMES: usize = 400;

/// Returns an editor that has opened a sample.
fn opened(name: &str) -> Editor {
    let sample = samples::named(name).unwrap();
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("{name} is a document") };
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::File(FileInput::OpenSample(sample.name, document.into())));
    editor
}

/// Runs frames until a condition is met.
#[track_caller]
fn wait(harness: &mut Harness<'static, Window>, is_met: impl Fn(&Editor) -> bool) {
    for _ in 0..MOST_FRAMES {
        let _frames = harness.run_ok();
        if is_met(harness.state().editor()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the job has not ended");
}

/// Opens a window that is tall enough for the whole panel.
fn tall_window_of(editor: Editor) -> Harness<'static, Window> {
    Harness::builder()
        .with_size(egui::Vec2::new(1600.0, 1400.0))
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, editor))
}

fn shows(harness: &Harness<'static, Window>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_sample_shows_its_limit_and_the_reason_at_its_point() {
    let mut harness = window_of(opened("A door lost to the cell size"));
    wait(&mut harness, |editor| found::found(editor).is_some());
    let _frames = harness.run_ok();
    assert!(shows(&harness, "A door is 1 m wide"), "the limit");
    assert!(shows(&harness, "from a wall or an edge, eroded by"), "the reason");
    assert!(shows(&harness, "Generate"), "the button");
}

#[test]
fn the_panel_without_a_level_offers_to_open_one() {
    let mut harness = window(Document::default());
    click(&mut harness, "Generate");
    assert!(shows(&harness, "Open a level, then generate"));
    assert!(shows(&harness, "Open a level…"));
}

#[test]
fn a_preset_and_a_stage_are_chosen_in_the_panel() {
    let mut harness = tall_window_of(opened("A low bridge"));
    wait(&mut harness, |editor| found::found(editor).is_some());
    harness.get_by_label("Preset").click();
    let _frames = harness.run_ok();
    click(&mut harness, "Vehicle");
    wait(&mut harness, |editor| {
        plan::preset(plan::plan(editor)).is_some_and(|preset| preset.name == "vehicle")
    });
    click(&mut harness, "Next generation stage");
    wait(&mut harness, |editor| stage::shown(editor) == Some(GenerationStage::Voxels));
}

#[test]
fn jump_links_are_switched_on_in_the_panel() {
    let mut harness = tall_window_of(opened("A stair lost to the climb"));
    wait(&mut harness, |editor| found::found(editor).is_some());
    assert!(!shows(&harness, "Tolerance"), "the numbers are those of links");
    click(&mut harness, "Generate jump links");
    wait(&mut harness, |editor| jumps::jumps(editor).is_some());
    let _frames = harness.run_ok();
    assert!(shows(&harness, "0 jump links and 7 drop links. Of "), "the result");
    assert!(shows(&harness, "Tolerance") && shows(&harness, "Show in views"));
    assert!(jumps::is_shown(harness.state().editor()));
}
