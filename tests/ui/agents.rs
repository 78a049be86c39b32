//! Agents in the window: before the first play, in the panel, and their labels in the view.

use egui::accesskit::Role;
use egui::epaint::{ClippedShape, Shape};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::simulation::input::{SimulationInput, selected_agent};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role as MarkRole};
use navsmith::editor::view::views::ViewId;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::scenario::{AgentGroup, ExpectedRun, GroupTarget, Scenario, Spawn};
use navsmith_formats::document::Document;

use crate::numbers::enter;
use crate::panels::{click, press, shows, window, window_of};

/// Returns a square of 20 m, on which an agent of a group with this name walks from left to right.
fn crossing(name: &str) -> Document {
    let corners = [[0., 0., 0.], [0., 0., 20.], [20., 0., 20.], [20., 0., 0.]].map(Vec3::from);
    let cells = [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))];
    let mesh = NavMesh::from_parts(corners, cells).expect("a square");
    let [from, to] = [[19.0, 10.0], [2.0, 10.0]].map(|at| Vec2::from(at).into());
    let group = AgentGroup::new(name, Spawn::Point(from), GroupTarget::Point(to));
    let scenario = Scenario { groups: vec![group], duration: 20.0, ..Scenario::default() };
    Document { scenarios: vec![scenario].into(), ..Document::of_mesh(mesh) }
}

fn canvas(harness: &Harness<'static, Window>) -> Rect {
    harness.get_by_role(Role::Canvas).rect()
}

/// Returns the position of a place on the ground in the window.
fn in_window(harness: &Harness<'static, Window>, at: Vec2) -> Pos2 {
    let on_canvas = harness.state().editor().camera().screen_from_ground(at);
    canvas(harness).min + egui::vec2(on_canvas.x, on_canvas.y)
}

/// Returns the middle of each agent in the view.
fn agents(harness: &Harness<'static, Window>) -> Vec<Vec3> {
    let middle = |mark: &Mark| match mark {
        Mark::Fill(MarkRole::Agents(AgentMark::Body(_)), ring) => {
            Some(ring.iter().sum::<Vec3>() / ring.len() as f32)
        }
        _ => None,
    };
    harness.state().editor().scene(ViewId::ABOVE).marks.iter().filter_map(middle).collect()
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Plays the run, which shows its panel, and pauses it.
fn show_run(harness: &mut Harness<'static, Window>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.step();
    press(harness, Modifiers::COMMAND, Key::P);
}

#[test]
fn agents_are_shown_before_the_first_play_and_move_with_their_start() {
    let mut harness = window(crossing("walker"));
    let before = agents(&harness);
    assert_eq!(before.len(), 1);
    assert!(before[0].distance(Vec3::new(19.0, 0.0, 10.0)) < 1e-3, "{before:?}");
    let [from, to] = [[19.0, 10.0], [15.0, 4.0]].map(|at| in_window(&harness, at.into()));
    harness.hover_at(from);
    harness.step();
    harness.event(button(from, true));
    harness.step();
    for part in 1..=8 {
        harness.hover_at(from.lerp(to, part as f32 / 8.0));
        harness.step();
    }
    let during = agents(&harness);
    harness.event(button(to, false));
    harness.run();
    assert!(during[0].distance(Vec3::new(15.0, 0.0, 4.0)) < 0.5, "during the drag: {during:?}");
    assert!(agents(&harness)[0].distance(during[0]) < 0.5);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(agents(&harness), before, "one undo step");
}

#[test]
fn the_selected_agent_is_above_the_report() {
    let mut harness = window(crossing("walker"));
    show_run(&mut harness);
    press(&mut harness, Modifiers::ALT, Key::G);
    let top = |label: &str| harness.get_by_label(label).rect().top();
    let [agent, report] = ["Agent 0 of walker", "Report of the whole run"].map(top);
    assert!(agent < report, "the agent at {agent}, the report at {report}");
}

#[test]
fn the_list_of_groups_shows_the_settings_of_a_selected_group() {
    let mut harness = window(crossing("walker"));
    harness.set_size(egui::vec2(1280.0, 1400.0));
    harness.run();
    show_run(&mut harness);
    click(&mut harness, "walker");
    assert!(harness.query_by_label("Agent group").is_some());
}

/// Shows the settings of the only group.
fn show_group(harness: &mut Harness<'static, Window>) {
    harness.set_size(egui::vec2(1280.0, 1400.0));
    harness.run();
    show_run(harness);
    click(harness, "walker");
}

fn group(harness: &Harness<'static, Window>) -> AgentGroup {
    harness.state().editor().document().scenarios[0].groups[0].clone()
}

#[test]
fn a_smaller_radius_limits_its_spread_and_the_panel_shows_both() {
    let mut harness = window(crossing("walker"));
    show_group(&mut harness);
    enter(&mut harness, "Radius spread", "0.3");
    assert_eq!(group(&harness).spread.radius, 0.3);
    enter(&mut harness, "Radius", "0.2");
    let changed = group(&harness);
    assert_eq!(changed.radius, 0.2);
    assert!((changed.spread.radius - 0.18).abs() < 1e-6, "{:?}", changed.spread);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    let field = harness.get_by_role_and_label(Role::SpinButton, "Radius spread");
    assert_eq!(field.value().as_deref(), Some("0.30 m"), "the panel remembers no other number");
}

#[test]
fn a_typed_number_outside_the_range_is_limited_with_a_message() {
    let mut harness = window(crossing("walker"));
    show_group(&mut harness);
    enter(&mut harness, "Duration", "99999");
    assert_eq!(harness.state().editor().document().scenarios[0].duration, 3600.0);
    assert!(shows(&harness, "The number was limited to 3600 s"), "a message");
    enter(&mut harness, "Duration", "5");
    assert_eq!(harness.state().editor().document().scenarios[0].duration, 5.0);
    assert!(!shows(&harness, "The number was limited"), "5 is in the range");
    enter(&mut harness, "Count", "0");
    assert_eq!(group(&harness).count, 1);
    assert!(shows(&harness, "The number was limited to 1"), "a message");
}

#[test]
fn a_group_is_deleted_by_its_own_button_and_the_scenario_stays() {
    let mut harness = window(crossing("walker"));
    show_group(&mut harness);
    click(&mut harness, "Delete agent group");
    let scenarios = &harness.state().editor().document().scenarios;
    assert_eq!((scenarios.len(), scenarios[0].groups.len()), (1, 0));
    assert!(shows(&harness, "The group walker was deleted. Undo brings it back"));
}

/// Returns two islands, on the first of which an agent starts that goes to the second one.
fn apart() -> Document {
    let square = |x: f32| [[x, 0., 0.], [x, 0., 8.], [x + 8., 0., 8.], [x + 8., 0., 0.]].map(Vec3::from);
    let cells = [0, 4].map(|first| Cell::new([0, 1, 2, 3].map(|corner| VertexId(first + corner)), AreaId(0)));
    let mesh = NavMesh::from_parts([0.0, 12.0].into_iter().flat_map(square), cells).expect("two squares");
    let [from, to] = [[4.0, 4.0], [16.0, 4.0]].map(|at| Vec2::from(at).into());
    let group = AgentGroup::new("walker", Spawn::Point(from), GroupTarget::Point(to));
    let expected = Some(ExpectedRun { all_arrive_within: None, most_stuck: Some(0) });
    let scenario = Scenario { groups: vec![group], duration: 5.0, expected, ..Scenario::default() };
    Document { scenarios: vec![scenario].into(), ..Document::of_mesh(mesh) }
}

#[test]
fn the_result_of_a_run_is_below_its_time() {
    let mut harness = window(apart());
    show_run(&mut harness);
    for text in ["Now: 0 arrived", "At the end: 0 of 1 arrived", "not as expected"] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
    assert_eq!(harness.query_all_by_label("1 stuck").count(), 2, "now and at the end");
    click(&mut harness, "Why?");
    assert_eq!(selected_agent(harness.state().editor()), Some(0));
    assert!(shows(&harness, "Other island: 1 agent"));
    let [status, report] =
        ["Now: 0 arrived", "Report of the whole run"].map(|label| harness.get_by_label(label).rect().top());
    assert!(status < report, "{status}, {report}");
}

#[test]
fn two_runs_fit_beside_each_other_in_a_small_window() {
    let mut editor = Editor::new(crossing("walker"));
    editor.handle(Input::Run(Command::DuplicateScenario));
    editor.handle(Input::Simulation(SimulationInput::Compare(Some(0))));
    let mut harness = window_of(editor);
    harness.set_size(egui::vec2(1024.0, 700.0));
    harness.run();
    show_run(&mut harness);
    for label in ["scenario", "scenario copy 1", "Duplicate"] {
        let rights: Vec<f32> = harness.get_all_by_label(label).map(|node| node.rect().right()).collect();
        assert!(rights.iter().all(|right| *right <= 1024.0 - 8.0), "{label} ends at {rights:?}");
    }
}

#[test]
fn the_plots_of_a_run_are_shown_before_it_plays() {
    let harness = window(crossing("walker"));
    assert!(shows(&harness, "Arrived agents"));
    assert!(!shows(&harness, "No path to plot"));
}

#[test]
fn the_button_of_breakpoints_counts_them() {
    for set in [0, 2] {
        let mut editor = Editor::new(crossing("walker"));
        for kind in IncidentKind::ALL.into_iter().take(set) {
            editor.handle(Input::Simulation(SimulationInput::SetBreakpoint(kind, true)));
        }
        let mut harness = window_of(editor);
        show_run(&mut harness);
        let label = if set == 0 { "Breakpoints" } else { "Breakpoints: 2" };
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
}

#[test]
fn the_label_of_a_group_at_the_edge_of_the_view_stays_in_the_view() {
    let name = "a group with a name that is much too long for the place to the right of its start";
    let mut harness = window(crossing(name));
    let at = in_window(&harness, Vec2::new(19.0, 10.0));
    harness.hover_at(at);
    harness.run();
    let canvas = canvas(&harness);
    let mut places = Vec::new();
    for ClippedShape { shape, .. } in &harness.output().shapes {
        collect(shape, name, &mut places);
    }
    assert!(!places.is_empty(), "the label is shown");
    for place in places {
        assert!(canvas.contains_rect(place), "{place} in {canvas}");
    }
}

/// Collects the places of texts that begin with a name.
fn collect(shape: &Shape, name: &str, places: &mut Vec<Rect>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, name, places)),
        Shape::Text(text) if text.galley.text().starts_with(name) => {
            places.push(text.galley.rect.translate(text.pos.to_vec2()));
        }
        _ => {}
    }
}
