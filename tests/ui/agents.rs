//! Agents in the window: before the first play, in the panel, and their labels in the view.

use egui::accesskit::Role;
use egui::epaint::{ClippedShape, Shape};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::document::Document;
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role as MarkRole};
use navsmith::editor::view::views::ViewId;
use navsmith::geometry::{Vec2, Vec3};
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};

use crate::panels::{click, press, window};

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
    assert!(harness.query_by_label("Agent group 1").is_some());
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
