//! The issues panel: ignored issues, and the descriptions of kinds.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::analysis::repair;
use navsmith_formats::document::Document;

use crate::panels::{click, press, wait, window};

/// Two concave cells.
const CONCAVE: &str = "(version: 1, vertices: [
    (0, 0, 0), (0.5, 0, 0.5), (0, 0, 1), (1, 0, 0.5), (10, 0, 0), (10.5, 0, 0.5), (10, 0, 1), (11, 0, 0.5),
], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])])";

fn document() -> Document {
    navsmith_formats::io::ron::read(CONCAVE).unwrap()
}

fn concave(harness: &Harness<'static, Window>) -> usize {
    all_issues(harness.state().editor()).filter(|issue| issue.kind.name() == "concave").count()
}

#[test]
fn an_issue_is_ignored_and_restored_by_buttons() {
    let mut harness = window(document());
    harness.set_size(egui::vec2(1280.0, 1400.0));
    harness.run();
    click(&mut harness, "Issues");
    assert_eq!(concave(&harness), 2);
    click(&mut harness, "Ignore");
    assert_eq!(concave(&harness), 1, "one is ignored");
    click(&mut harness, "1 ignored");
    click(&mut harness, "Restore");
    assert_eq!(concave(&harness), 2, "it is restored");
    click(&mut harness, "Ignore kind");
    assert_eq!(concave(&harness), 0, "the kind is ignored");
    click(&mut harness, "Restore all");
    assert_eq!(concave(&harness), 2, "all are restored");
    assert_eq!(harness.state().editor().history().done().len(), 4, "one undo step each");
}

#[test]
fn the_button_of_a_kind_shows_the_repair_before_it_changes_the_mesh() {
    let mut harness = window(document());
    click(&mut harness, "Issues");
    click(&mut harness, "Repair all 2…");
    wait(&mut harness, |editor| repair::preview(editor).is_some());
    assert_eq!(concave(&harness), 2, "the dialog is open");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(concave(&harness), 0, "repaired");
    assert_eq!(
        repair::settings(harness.state().editor()),
        &repair::settings::RepairSettings::default(),
        "restored"
    );
}

#[test]
fn the_description_of_a_kind_states_its_threshold_and_the_origin() {
    let sliver =
        "(version: 1, vertices: [(0, 0, 0), (0, 0, 0.005), (4, 0, 0)], cells: [(corners: [0, 1, 2])])";
    let mut harness = window(navsmith_formats::io::ron::read(sliver).unwrap());
    click(&mut harness, "Issues");
    click(&mut harness, "?");
    assert!(harness.query_by_label("Threshold").is_some());
    assert!(harness.query_by_label("Mean width to length: 0.5 %, fixed.").is_some());
}
