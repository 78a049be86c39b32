//! Dialogs of imports and exports.

use std::sync::Arc;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::ImportDialog;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::request::FilePurpose;
use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::document::Document;

use crate::panels::{UPRIGHT, choose, courtyard, shows, window_of};

#[test]
fn an_upright_import_is_turned_and_one_without_cells_is_refused() {
    let scene = navsmith_formats::io::gltf::parse(UPRIGHT.as_bytes(), None).unwrap();
    let mut editor = Editor::new(Document::default());
    let dialog = ImportDialog::new("upright.gltf".into(), Arc::new(scene));
    editor.handle(Input::File(FileInput::OpenSample("upright", FileContent::Scene(dialog))));
    let mut harness = window_of(editor);
    let wait_for = |harness: &mut Harness<'static, Window>, words: &str| {
        for _ in 0..10_000 {
            harness.step();
            if harness.query_all_by_label_contains(words).next().is_some() {
                return;
            }
            std::thread::yield_now();
        }
        panic!("{words} is shown");
    };
    let is_refused = |harness: &Harness<'static, Window>| {
        harness.get_by_role_and_label(Role::Button, "Import").accesskit_node().is_disabled()
    };
    wait_for(&mut harness, "1 cell ");
    assert!(harness.query_by_label("1 of 1 chosen").is_some(), "the only item");
    assert!(!is_refused(&harness), "Z is up");
    let detected = "Z is up, because all triangles are upright with Y up.";
    let row = "automatic: Z";
    assert!([row, detected].iter().all(|text| harness.query_all_by_label(text).count() == 1), "once each");
    // The dialog is centred again when the preview changes its size. A click must not miss it then.
    harness.run();
    harness.get_by_label("Y").click();
    harness.run();
    wait_for(&mut harness, "0 cells");
    assert!(is_refused(&harness), "with Y up there is nothing to walk on");
    assert!(harness.query_by_label(detected).is_none(), "the user decided");
    assert!(
        harness.query_all_by_label_contains("all triangles are too steep").next().is_some(),
        "it says why"
    );
}

#[test]
fn enter_in_a_drop_down_of_a_dialog_chooses_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.mesh");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Export, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    harness.get_all_by_role(Role::ComboBox).next().expect("a drop-down").click();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(shows(&harness, "Export as Polyanya mesh?"), "the dialog stays open");
    assert!(!path.exists(), "nothing is written");
    let Some(Dialog::Export(dialog)) = harness.state().editor().dialog() else { panic!("an open dialog") };
    assert_ne!(dialog.settings().coordinates, FileCoordinates::default(), "the next value is chosen");
}

#[test]
fn saving_under_the_name_of_another_format_exports_after_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.mesh");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    assert!(shows(&harness, "Export as Polyanya mesh?"), "asked");
    assert!(shows(&harness, "1 query"), "what is lost is listed");
    assert!(!path.exists(), "nothing is written yet");
    harness.get_by_role_and_label(Role::Button, "Export").click();
    for _ in 0..10_000 {
        harness.step();
        if shows(&harness, "Exported") {
            break;
        }
        std::thread::yield_now();
    }
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("mesh\n2\n"), "in the format of its name");
}

#[test]
fn an_export_of_a_picture_asks_for_its_contents() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.svg");
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Run(Command::FirstStep));
    choose(&mut editor, FilePurpose::Export, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    assert!(shows(&harness, "Export as SVG?"), "asked");
    harness.get_by_label("Whole mesh").click();
    harness.run();
    harness.get_by_role_and_label(Role::CheckBox, "Legend").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Export").click();
    for _ in 0..10_000 {
        harness.step();
        if shows(&harness, "Exported") {
            break;
        }
        std::thread::yield_now();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("id=\"caption\"") && text.contains("id=\"grid\""), "as chosen");
    assert!(!text.contains("id=\"legend\""), "without a legend");
}

#[test]
fn a_format_that_always_has_y_up_offers_no_other_axis() {
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Export, "yard.mesh".into());
    let mut harness = window_of(editor);
    harness.run();
    let is_offered = |axis: &str| {
        let axis = harness.get_by_role_and_label(Role::Button, axis);
        !axis.accesskit_node().is_disabled()
    };
    assert!(is_offered("Y") && !is_offered("Z"), "only Y");
}
