//! Documents: unsaved work, comparisons, and files that other programs change.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::file::{FileInput, changed, unanswered};
use navsmith::editor::files::reply::FileReply;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::request::FilePurpose;
use navsmith::samples;

use crate::panels::{choose, click, courtyard, press, shows, wait, window, window_of};
use crate::reach::two_islands;

#[test]
fn unsaved_work_is_not_lost_without_a_question() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::COMMAND, Key::N);
    assert!(harness.query_by_label("Save your changes?").is_some(), "asked");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label("Save your changes?").is_none(), "answered");
    assert!(harness.state().editor().is_dirty(), "nothing happened");
    press(&mut harness, Modifiers::COMMAND, Key::N);
    click(&mut harness, "Discard");
    assert!(!harness.state().editor().is_dirty(), "an empty document");
}

#[test]
fn the_start_screen_begins_a_new_document() {
    for has_key in [false, true] {
        let mut harness = window(courtyard());
        press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        harness.event(egui::Event::Text("start screen".into()));
        harness.run();
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert!(harness.query_by_label_contains("Funnel school").is_some(), "the samples are listed");
        if has_key {
            press(&mut harness, Modifiers::COMMAND, Key::N);
        } else {
            let new = harness.get_all_by_label_contains("New").rfind(|node| node.rect().width() > 200.0);
            new.unwrap().click();
            harness.run();
        }
        assert!(harness.state().editor().document().mesh.is_empty(), "a new document, by key: {has_key}");
        assert!(harness.query_by_label_contains("Funnel school").is_none(), "the start screen is closed");
    }
}

#[test]
fn reverting_asks_whether_to_lose_the_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, folder.path().join("yard.ron").into());
    let mut harness = window_of(editor);
    let run_until = |harness: &mut Harness<'static, Window>, is_done: fn(&Editor) -> bool| {
        for _ in 0..10_000 {
            harness.step();
            if is_done(harness.state().editor()) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the file is never read or written");
    };
    run_until(&mut harness, |editor| editor.file_ref().is_some());
    let before = harness.state().editor().document().clone();
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert!(shows(&harness, "Revert to the saved file?"), "asked");
    assert!(!shows(&harness, "unless you save them"), "saving is no answer");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().editor().is_dirty(), "Enter loses nothing");
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    click(&mut harness, "Revert");
    run_until(&mut harness, |editor| !editor.is_dirty());
    assert_eq!(*harness.state().editor().document(), before, "the file is read again");
}

#[test]
fn the_document_is_compared_with_a_step_of_the_history() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    click(&mut harness, "History");
    harness.get_by_label("As opened").click_secondary();
    harness.run();
    click(&mut harness, "Compare with step");
    assert!(shows(&harness, "Compared with step 0, as opened"));
}

#[test]
fn differences_from_the_saved_version_are_listed_and_shown_by_a_click() {
    let mut harness = window(courtyard());
    let document = harness.state().editor().document().clone();
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::ALT | Modifiers::SHIFT, Key::D);
    assert!(shows(&harness, "Compared with the saved version"));
    let cells = document.mesh.cell_count();
    assert!(shows(&harness, &format!("Removed cells  {cells}")), "the heading of the list");
    let camera = harness.state().editor().camera();
    click(&mut harness, "cell 0");
    assert_ne!(harness.state().editor().camera(), camera, "framed");
    click(&mut harness, "Close");
    assert!(shows(&harness, "No comparison"));
}

#[test]
fn a_file_that_another_program_changed_is_offered_and_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.as_path().into());
    let mut harness = window_of(editor);
    wait(&mut harness, |editor| editor.file_ref().is_some());
    let other = navsmith_formats::io::ron::write(&two_islands()).unwrap();
    std::fs::write(&path, other).unwrap();
    // The thread that watches the file polls it a few times.
    for _ in 0..2_000 {
        if changed::offer(harness.state().editor()).is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.step();
    }
    harness.run();
    assert!(shows(&harness, "yard.ron changed on disk."), "an offer");
    click(&mut harness, "Reload");
    let cells = two_islands().mesh.cell_count();
    wait(&mut harness, |editor| editor.document().mesh.cell_count() == cells);
    assert!(!shows(&harness, "yard.ron changed on disk."), "done");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(*harness.state().editor().document(), courtyard(), "one undo step");
}

#[test]
fn a_removed_file_is_reported_and_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.as_path().into());
    let mut harness = window_of(editor);
    wait(&mut harness, |editor| editor.file_ref().is_some());
    std::fs::remove_file(&path).unwrap();
    // The thread that watches the file polls it a few times.
    for _ in 0..2_000 {
        if changed::is_removed(harness.state().editor()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.step();
    }
    harness.run();
    assert!(shows(&harness, "yard.ron was deleted or moved."), "a note");
    press(&mut harness, Modifiers::COMMAND, Key::Q);
    assert!(shows(&harness, "yard.ron was deleted or moved by another program."), "asked");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    click(&mut harness, "Save");
    wait(&mut harness, |editor| !editor.is_dirty());
    assert!(path.is_file() && !shows(&harness, "yard.ron was deleted or moved."), "saved");
}

#[test]
fn the_start_screen_has_a_card_for_each_sample() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("start screen".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    for sample in samples::all() {
        assert!(shows(&harness, &format!("Open the sample {}", sample.name)), "{}", sample.name);
    }
}

#[test]
fn the_status_bar_shows_when_unsaved_work_was_last_kept() {
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Run(navsmith::editor::session::command::Command::NewArea));
    editor.handle(Input::Tick(0.0));
    editor.handle(Input::Tick(100.0));
    editor.take_effects();
    let (number, _) = unanswered(&editor).next_back().expect("a recovery copy is written");
    editor.handle(Input::File(FileInput::Reply(number, Ok(FileReply::Kept("14:03".into())))));
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1920.0, 1080.0))
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, editor));
    harness.run();
    assert!(harness.query_by_label("Recovery copy 14:03").is_some(), "beside the switches");
    for width in [1500.0, 1400.0, 1300.0, 1200.0, 1100.0, 1024.0, 900.0] {
        harness.set_size(Vec2::new(width, 700.0));
        harness.run();
        let canvas = harness.get_by_role(Role::Canvas).rect();
        let other = {
            let mut other = window(courtyard());
            other.set_size(Vec2::new(width, 700.0));
            other.run();
            other.get_by_role(Role::Canvas).rect()
        };
        assert_eq!(canvas.size(), other.size(), "the view keeps its size at {width}");
        let label = harness.query_by_label("Recovery copy 14:03").map(|node| node.rect());
        assert!(label.is_some() || width < 1500.0, "there is room for it at {width}");
        assert!(label.is_none_or(|rect| rect.min.x >= 0.0 && rect.max.x <= width), "{label:?} at {width}");
    }
    harness.get_by_label("Log").hover();
    harness.run_steps(40);
    assert!(shows(&harness, "Last recovery copy of unsaved work: 14:03"), "in the tooltip");
}
