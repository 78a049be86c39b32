//! Every field for a number takes expressions.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::document::Document;
use navsmith::editor::{Editor, FileInput, ImportDialog, Input};
use navsmith::navmesh::AreaId;
use std::sync::Arc;

use crate::panels::{SMALL, click, courtyard, press, shows, window};

const RADIUS: &str = "Radius of the agent; portals narrower than twice that are blocked";
const SCALE: &str = "How large text and controls are; also Ctrl with + and −";

/// Types into the field of this name.
fn enter(harness: &mut Harness<'static, Window>, label: &str, text: &str) {
    harness.get_by_role_and_label(Role::SpinButton, label).focus();
    harness.run();
    harness.event(egui::Event::Text(text.into()));
    harness.run();
    press(harness, Modifiers::NONE, Key::Enter);
}

#[test]
fn the_cost_of_an_area_is_typed_as_an_expression() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    let area = harness.state().editor().document().areas[0].name.clone();
    enter(&mut harness, &format!("Cost of {area}"), "=1/4");
    assert_eq!(harness.state().editor().settings().filter.cost(AreaId(0)), 0.25, "typed");
}

#[test]
fn the_size_of_the_agent_is_typed_as_an_expression_and_an_error_is_shown() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    enter(&mut harness, RADIUS, "=1/8");
    assert_eq!(harness.state().editor().settings().agent.radius, 0.125, "typed");
    harness.get_by_role_and_label(Role::SpinButton, RADIUS).focus();
    harness.run();
    harness.event(egui::Event::Text("1/".into()));
    harness.run();
    assert!(shows(&harness, "A number is missing"), "the error is shown");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().editor().settings().agent.radius, 0.125, "as it was");
}

#[test]
fn the_weld_distance_and_the_height_tolerance_are_typed_as_expressions() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::F4);
    enter(&mut harness, "Weld distance", "1/8");
    assert_eq!(harness.state().editor().options().weld_distance, 0.125, "typed");
    enter(&mut harness, SCALE, "150/1.2 %");
    assert_eq!(harness.state().editor().options().ui_scale, 1.25, "in percent");
    enter(&mut harness, SCALE, "100");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    click(&mut harness, "Settings");
    enter(&mut harness, "Height tolerance", "=3/4");
    assert_eq!(harness.state().editor().settings().max_height, 0.75, "typed");
}

#[test]
fn the_numbers_of_an_import_are_typed_as_expressions() {
    let scene = navsmith::io::gltf::parse(crate::panels::UPRIGHT.as_bytes(), None).unwrap();
    let mut editor = Editor::new(Document::default());
    let dialog = ImportDialog::new("upright.gltf".into(), Arc::new(scene));
    editor.handle(Input::File(FileInput::Scanned(dialog)));
    let mut harness = Harness::builder()
        .with_size(SMALL)
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, editor));
    harness.run_steps(10);
    let settings = |harness: &Harness<'static, Window>| match harness.state().editor().dialog() {
        Some(navsmith::editor::Dialog::Import(dialog)) => dialog.settings().clone(),
        _ => panic!("the dialog is open"),
    };
    for (label, text) in [
        ("Weld vertices nearer than", "1/16"),
        ("Metres per unit", "=1/4"),
        ("Steepest slope kept", "90/2 °"),
    ] {
        harness.get_by_role_and_label(Role::SpinButton, label).focus();
        harness.run_steps(3);
        harness.event(egui::Event::Text(text.into()));
        harness.run_steps(3);
        harness.key_press(Key::Tab);
        harness.run_steps(3);
    }
    let settings = settings(&harness);
    assert_eq!((settings.weld_distance, settings.placement.scale), (0.0625, 0.25), "typed");
    assert!((settings.max_slope.unwrap().to_degrees() - 45.0).abs() < 1e-3, "{:?}", settings.max_slope);
}
