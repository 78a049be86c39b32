//! Every field for a number accepts expressions.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::ImportDialog;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::interaction::input::Input;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Link};
use navsmith_formats::document::Document;

use crate::panels::{click, courtyard, press, shows, window, window_of};

const RADIUS: &str = "Radius of the agent; portals narrower than twice that are blocked";
const CLIMB: &str = "Highest step that the agent takes where a link goes up";
const SCALE: &str = "How large text and controls are; also Ctrl with + and −";

/// Types a text into the field of this name and presses Enter.
pub(crate) fn enter(harness: &mut Harness<'static, Window>, label: &str, text: &str) {
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
    harness.get_by_role_and_label(Role::SpinButton, "Height tolerance").focus();
    harness.run();
    harness.event(egui::Event::Text("5".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().editor().settings().max_height, 0.75, "Escape discards what was typed");
}

#[test]
fn the_numbers_of_an_import_are_typed_as_expressions() {
    let scene = navsmith_formats::io::gltf::parse(crate::panels::UPRIGHT.as_bytes(), None).unwrap();
    let mut editor = Editor::new(Document::default());
    let dialog = ImportDialog::new("upright.gltf".into(), Arc::new(scene));
    editor.handle(Input::File(FileInput::OpenSample("upright", FileContent::Scene(dialog))));
    let mut harness = window_of(editor);
    harness.run_steps(10);
    let settings = |harness: &Harness<'static, Window>| match harness.state().editor().dialog() {
        Some(navsmith::editor::files::dialog::Dialog::Import(dialog)) => dialog.settings().clone(),
        _ => panic!("the dialog is open"),
    };
    // Only a level has a slope limit by default.
    harness.get_by_label("Leave out steep triangles").click();
    harness.run_steps(3);
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

#[test]
fn a_word_for_no_limit_is_typed_only_where_it_means_something() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    enter(&mut harness, CLIMB, "0.5 m");
    assert_eq!(harness.state().editor().settings().agent.max_climb, 0.5, "with the unit that it shows");
    enter(&mut harness, CLIMB, "any");
    assert_eq!(harness.state().editor().settings().agent.max_climb, f32::INFINITY, "no limit");
    let radius = harness.state().editor().settings().agent.radius;
    harness.get_by_role_and_label(Role::SpinButton, RADIUS).focus();
    harness.run();
    harness.event(egui::Event::Text("any".into()));
    harness.run();
    assert!(shows(&harness, "Expected a number"), "an error");
    assert_eq!(harness.state().editor().settings().agent.radius, radius, "as it was");
}

#[test]
fn a_field_takes_its_own_unit_and_no_other() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    let area = harness.state().editor().document().areas[0].name.clone();
    enter(&mut harness, &format!("Cost of {area}"), "× 2");
    assert_eq!(harness.state().editor().settings().filter.cost(AreaId(0)), 2.0, "its prefix");
    press(&mut harness, Modifiers::NONE, Key::F4);
    enter(&mut harness, "Weld distance", "0.125 m");
    assert_eq!(harness.state().editor().options().weld_distance, 0.125, "its suffix");
    enter(&mut harness, "Weld distance", "5 %");
    assert_eq!(harness.state().editor().options().weld_distance, 0.125, "metres are no percent");
}

#[test]
fn links_are_ignored_and_used_again_by_a_switch() {
    let mut document = courtyard();
    let mut harness = window(document.clone());
    click(&mut harness, "Queries");
    assert!(harness.query_by_label("Use links").is_none(), "there are none");
    let link = Link { from: [Vec3::ZERO; 2], to: [Vec3::X; 2], is_one_way: false, cost: 1.0 };
    document.mesh = document.mesh.with_links(vec![link]).expect("a sound link");
    let mut harness = window(document);
    harness.set_size(Vec2::new(1280.0, 1400.0));
    click(&mut harness, "Queries");
    click(&mut harness, "Use links");
    assert!(harness.state().editor().settings().filter.ignores_links, "switched off");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(!harness.state().editor().settings().filter.ignores_links, "undone");
}
