//! Queries: expected results, detours, forbidden ground and typed ends.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::analysis::why::finding;
use navsmith::editor::analysis::{detour, survey};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith_core::navmesh::AreaId;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::document::{Document, Verdict};

use crate::panels::{SMALL, click, courtyard, courtyard_by_nodes, press, shows, wait, window};
use crate::reach::two_islands;

/// Returns the courtyard with a query for which A* over midpoints does not find the shortest path.
fn detour() -> Document {
    let mut editor = Editor::new(courtyard_by_nodes());
    for (end, x, z) in [(End::Start, 3.2, 1.2), (End::Target, 8.5, 19.5)] {
        let at = Endpoint { ground: navsmith_core::geometry::Vec2::new(x, z), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(at))));
    }
    editor.document().clone()
}

#[test]
fn a_detour_is_explained_and_mended_by_its_button() {
    let mut harness = window(detour());
    press(&mut harness, Modifiers::NONE, Key::Y);
    let is_compared = |editor: &Editor| {
        detour::why_detour(editor).is_some_and(|why| why.comparison.is_some() && !why.is_outdated)
    };
    wait(&mut harness, is_compared);
    for description in ["longer than the shortest", "The node at the portal out of cell 8", "A* over entries"]
    {
        assert!(harness.query_all_by_label_contains(description).next().is_some(), "{description}");
    }
    harness.get_all_by_label_contains("A* over entries").next().unwrap().click();
    harness.run();
    let beside =
        |editor: &Editor| detour::why_detour(editor).and_then(|why| Some(why.beside?.algorithm.title()));
    assert_eq!(beside(harness.state().editor()), Some("A* over entries"), "beside the path");
    harness.get_all_by_label_contains("Dissolve edge 29–30").next().unwrap().click_accesskit();
    harness.run();
    assert_eq!(harness.state().editor().history().done().len(), 1, "mended");
    wait(&mut harness, is_compared);
    assert!(harness.query_by_label("No path is shorter.").is_some(), "compared again");
    click(&mut harness, "Steps");
    assert!(!detour::is_open(harness.state().editor()), "closed");
}

#[test]
fn detours_are_sampled_listed_and_plotted() {
    let mut harness = window(courtyard());
    click(&mut harness, "Analysis");
    // Frames must continue while the work is running.
    harness.get_by_label("Sample").click();
    wait(&mut harness, |editor| survey::found(editor).is_some());
    assert!(harness.query_all_by_label_contains("Detours of 200 pairs").next().is_some(), "plotted");
    harness.get_all_by_label_contains("Pair 1, ").next().unwrap().click_accesskit();
    harness.run();
    let editor = harness.state().editor();
    assert!(survey::is_asked_pair(editor, &survey::found(editor).unwrap().gaps[0]), "asked");
    click(&mut harness, "This path");
    assert!(harness.query_all_by_label_contains("Signed areas").next().is_some(), "the path's plots");
}

#[test]
fn what_is_expected_of_a_query_is_set_and_dropped_by_buttons() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    click(&mut harness, "This length");
    let verdict = |harness: &Harness<'static, Window>| checks::verdict(harness.state().editor(), 0).clone();
    assert_eq!(verdict(&harness), Verdict::Holds, "what came out");
    press(&mut harness, Modifiers::ALT, Key::W);
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert!(matches!(verdict(&harness), Verdict::Differs { .. }), "the path is gone");
    for description in ["1 query differs", "Expected a path"] {
        assert!(harness.query_all_by_label_contains(description).next().is_some(), "{description}");
    }
    click(&mut harness, "Anything");
    assert_eq!(verdict(&harness), Verdict::Unchecked, "anything will do");
}

#[test]
fn ground_is_forbidden_by_a_click_and_that_is_one_step() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_by_role_and_label(Role::CheckBox, "Walk on paving").focus();
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Space);
    let editor = harness.state().editor();
    assert!(!editor.settings().filter.allows(AreaId(0)), "forbidden");
    assert_eq!(editor.history().done().len(), 1, "one step");
}

#[test]
fn an_agent_is_widened_by_keys_and_that_is_one_step() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_all_by_role(Role::Slider).find(|slider| slider.rect().min.x > SMALL.x * 0.7).unwrap().focus();
    harness.run();
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    assert!(harness.state().editor().settings().agent.radius > 0.0, "wider at once");
    harness.get_by_role_and_label(Role::CheckBox, "Walk on paving").focus();
    harness.run();
    assert_eq!(harness.state().editor().history().done().len(), 1, "one step of all three");
}

#[test]
fn the_ends_of_a_query_are_typed() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_by_role_and_label(Role::SpinButton, "X of the start").focus();
    harness.run();
    harness.event(egui::Event::Text("=2*3+0.5".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let start =
        |harness: &Harness<'static, Window>| harness.state().editor().endpoint(End::Start).expect("placed");
    assert_eq!(start(&harness).ground.x, 6.5, "typed");
    assert_eq!(harness.state().editor().history().done().len(), 1, "one step");
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("start 3 0.5 4".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let placed = start(&harness);
    assert_eq!((placed.ground.x, placed.height, placed.ground.y), (3.0, Some(0.5), 4.0), "by the palette");
}

#[test]
fn the_remedy_for_a_gap_says_that_its_length_is_that_of_the_path() {
    let mut harness = window(two_islands());
    wait(&mut harness, |editor| !finding::is_awaited(editor));
    harness.run();
    assert!(shows(&harness, "Weld: path of "), "with its length");
}
