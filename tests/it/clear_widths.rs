//! Clear widths of portals and gaps, shown in the view.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::clearance::widest;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::budget::Exhausted;
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::edit::{add_link, delete_cells};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::analysis::clearance::widest::Widest;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;

use crate::support::jobs::{finish, only_job, run};
use crate::support::progress::stops;

/// Titles of jobs.
const PORTALS: &str = "measuring portals";
const WIDEST: &str = "finding the widest agent";

/// Returns an editor with two rooms, a doorway of 0.8 m between them and a third room.
///
/// The third room adjoins the whole eastern wall of the second one.
fn rooms() -> Editor {
    let west = [[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 2.4], [4.0, 1.6], [4.0, 0.0]];
    let east =
        [[5.0, 0.0], [5.0, 1.6], [5.0, 2.4], [5.0, 4.0], [8.0, 4.0], [8.0, 0.0], [12.0, 4.0], [12.0, 0.0]];
    let places = west.into_iter().chain(east).map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells: [&[u32]; 4] = [&[0, 1, 2, 3, 4, 5], &[4, 3, 8, 7], &[6, 7, 8, 9, 10, 11], &[11, 10, 12, 13]];
    let cells = cells.map(|ring| Cell::new(ring.iter().map(|&id| VertexId(id)), AreaId(0)));
    shown(Document::of_mesh(NavMesh::from_parts(places, cells).unwrap()))
}

fn shown(document: Document) -> Editor {
    let mut editor = Editor::new(document);
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(1000.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Run(Command::ToggleClearance));
    editor
}

fn set_radius(editor: &mut Editor, radius: f32) {
    let agent = Agent { radius, ..Agent::default() };
    editor.handle(Input::Query(QueryInput::SetSettings(Settings { agent, ..Settings::default() })));
}

/// Returns the width labels in the view, each with its role.
fn numbers(editor: &Editor) -> Vec<String> {
    let label = |mark: Mark| match mark {
        Mark::Label(role @ (Role::ClearPortal | Role::NarrowPortal | Role::NarrowGap), _, text) => {
            Some(format!("{role:?} {text}"))
        }
        _ => None,
    };
    editor.scene(ViewId::ABOVE).marks.into_iter().filter_map(label).collect()
}

fn said(editor: &mut Editor) -> Vec<String> {
    let text = |effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    };
    editor.take_effects().into_iter().filter_map(text).collect()
}

#[test]
fn every_portal_shows_its_clear_width_and_narrow_ones_are_highlighted() {
    let mut editor = rooms();
    expect!["The narrowest portal is 0.80 m wide. The agent has no radius, so no portal is too narrow. Set one in Queries."]
        .assert_eq(&said(&mut editor).concat());
    let all = ["ClearPortal 0.80 m", "ClearPortal 0.80 m", "ClearPortal 4.00 m"];
    assert_eq!(numbers(&editor), all);
    set_radius(&mut editor, 0.5);
    let all = ["NarrowPortal 0.80 m", "NarrowPortal 0.80 m", "ClearPortal 4.00 m"];
    assert_eq!(numbers(&editor), all);
    let lines = editor
        .scene(ViewId::ABOVE)
        .marks
        .into_iter()
        .filter(|mark| matches!(mark, Mark::Line(Role::NarrowPortal, _)));
    assert_eq!(lines.count(), 2, "both sides of the doorway");
    editor.handle(Input::Run(Command::ToggleClearance));
    assert!(numbers(&editor).is_empty(), "off again");
    said(&mut editor);
    editor.handle(Input::Run(Command::ToggleClearance));
    expect!["The narrowest portal is 0.80 m wide. For a radius of 0.50 m, 2 of 3 portals are too narrow."]
        .assert_eq(&said(&mut editor).concat());
}

#[test]
fn widths_follow_the_mesh() {
    let mut editor = rooms();
    let both = [8, 7].map(VertexId).map(Element::Vertex);
    for at in [[5.0, 2.4], [5.0, 1.6]] {
        let modifiers = Modifiers { shift: true, ..Modifiers::default() };
        editor.handle(Input::Run(Command::VertexMode));
        editor.handle(Input::Click(Pointer::above(at.into(), 0.1, modifiers)));
    }
    assert!(both.iter().all(|&corner| editor.selection().contains(corner)), "the doorway's eastern end");
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(numbers(&editor), Vec::<String>::new(), "the doorway is gone, and with it the room behind");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(numbers(&editor).len(), 3, "and back");
}

#[test]
fn the_status_bar_describes_the_portal_under_the_pointer() {
    let mut editor = rooms();
    let hover = |editor: &mut Editor, at: [f32; 2]| {
        let modifiers = Modifiers::default();
        editor.handle(Input::Hover(Pointer::above(at.into(), 0.1, modifiers)));
        editor.readout()
    };
    assert_eq!(hover(&mut editor, [4.05, 2.0]), "cells 0 | 1: 0.80 m clear");
    assert_eq!(hover(&mut editor, [2.0, 2.0]), "", "no portal is here");
    assert_eq!(hover(&mut editor, [12.0, 2.0]), "", "this is a wall");
    set_radius(&mut editor, 0.5);
    let tooltip = "cells 0 | 1: 0.80 m clear, too narrow for a radius of 0.50 m";
    assert_eq!(hover(&mut editor, [4.05, 2.0]), tooltip);
    editor.handle(Input::Run(Command::ToggleClearance));
    assert_eq!(hover(&mut editor, [4.05, 2.0]), "", "only while widths are shown");
}

#[test]
fn a_gap_that_no_portal_spans_is_shown_where_it_is_too_narrow() {
    // Builds a passage of one cell; its walls come close in the middle, where it has no portal.
    let places =
        [[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 1.0], [4.6, 1.0], [4.6, 4.0], [9.0, 4.0], [9.0, 0.0]];
    let places = places.map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells: [&[u32]; 3] = [&[0, 1, 2, 3], &[0, 3, 4, 7], &[4, 5, 6, 7]];
    let cells = cells.map(|ring| Cell::new(ring.iter().map(|&id| VertexId(id)), AreaId(0)));
    let mut editor = shown(Document::of_mesh(NavMesh::from_parts(places, cells).unwrap()));
    set_radius(&mut editor, 0.6);
    let gaps: Vec<_> = numbers(&editor).into_iter().filter(|it| it.starts_with("NarrowGap")).collect();
    assert_eq!(
        gaps,
        ["NarrowGap 1.00 m", "NarrowGap 1.00 m"],
        "from both corners of the pillar down to the wall"
    );
}

/// Returns an editor with a field of squares and a pillar in every ninth square.
fn pillars() -> Editor {
    let side = 60;
    let vertex = |x: u32, z: u32| VertexId(x * (side + 1) + z);
    let places = (0..=side).flat_map(|x| (0..=side).map(move |z| Vec3::new(x as f32, 0.0, z as f32)));
    let pillars = |x: u32, z: u32| !(x % 3 == 1 && z % 3 == 1);
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| (x, z))).filter(|&(x, z)| pillars(x, z));
    let ring = |(x, z)| [vertex(x, z), vertex(x, z + 1), vertex(x + 1, z + 1), vertex(x + 1, z)];
    let cells = squares.map(|square| Cell::new(ring(square), AreaId(0)));
    shown(Document::of_mesh(NavMesh::from_parts(places, cells).unwrap()))
}

#[test]
fn where_not_all_widths_are_drawn_that_is_said() {
    let mut editor = pillars();
    expect!["Of 5,480 clear widths only the 2,000 narrowest in view are drawn. Zoom in to see all."]
        .assert_eq(&editor.scene(ViewId::ABOVE).left_out);
    for _ in 0..6 {
        editor.handle(Input::Run(Command::ZoomIn));
    }
    assert_eq!(editor.scene(ViewId::ABOVE).left_out, "", "here are fewer");
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Run(Command::ToggleClearance));
    assert_eq!(editor.scene(ViewId::ABOVE).left_out, "", "they are not searched for");
}

#[test]
fn numbers_never_lie_on_each_other() {
    let mut editor = pillars();
    let mut most = 0;
    for _ in 0..12 {
        let places: Vec<Vec2> = editor
            .scene(ViewId::ABOVE)
            .marks
            .into_iter()
            .filter_map(|mark| match mark {
                Mark::Label(Role::ClearPortal, at, _) => Some(editor.camera().screen_from_ground(ground(at))),
                _ => None,
            })
            .collect();
        for (i, &one) in places.iter().enumerate() {
            let apart = |other: &Vec2| (one - *other).abs().cmpge(Vec2::new(45.0, 15.0)).any();
            assert!(places[i + 1..].iter().all(apart), "each has room, of {}", places.len());
        }
        most = most.max(places.len());
        editor.handle(Input::Run(Command::ZoomIn));
    }
    assert!((20..=120).contains(&most), "but there are some, and not too many: {most}");
}

/// Returns an editor with the cells of [`rooms`] and a large field far away.
///
/// Measuring all its squares takes long.
fn with_field() -> Editor {
    const SIDE: u32 = 142;
    let near = rooms().document().mesh.clone();
    let before = near.vertex_count() as u32;
    let corner = |x: u32, z: u32| VertexId(before + x * (SIDE + 1) + z);
    let all = |count: u32| (0..count).flat_map(move |x| (0..count).map(move |z| (x, z)));
    let far = all(SIDE + 1).map(|(x, z)| Vec3::new(x as f32, 0.0, 900.0 + z as f32));
    let ring = |(x, z)| [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
    let cells = near.cells().map(|(_, cell)| cell.clone());
    let cells = cells.chain(all(SIDE).map(|square| Cell::new(ring(square), AreaId(0))));
    let places = near.vertices().map(|(_, at)| at).chain(far);
    shown(Document::of_mesh(NavMesh::from_parts(places, cells).unwrap()))
}

fn set_ends(editor: &mut Editor) {
    for (end, at) in [(End::Start, [1.0, 2.0]), (End::Target, [11.0, 2.0])] {
        let place = Endpoint { ground: Vec2::from(at), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(place))));
    }
}

#[test]
fn a_large_mesh_is_measured_on_a_worker() {
    let mut editor = with_field();
    let job = only_job(&mut editor, PORTALS);
    assert_eq!(numbers(&editor), Vec::<String>::new(), "the editor does not block");
    assert_eq!(run(&job, &Progress::stopping_after(0)), Err(Stopped), "it can be stopped");
    let measured = run(&job, &Progress::none()).unwrap();
    editor.handle(measured.clone());
    let messages = said(&mut editor).concat();
    assert!(messages.starts_with("The narrowest portal is 0.80 m wide."), "summed up then: {messages}");
    set_radius(&mut editor, 0.5);
    only_job(&mut editor, PORTALS);
    editor.handle(measured);
    assert_eq!(numbers(&editor), Vec::<String>::new(), "that was for the agent before");
    editor.handle(Input::Run(Command::ToggleClearance));
    assert!(
        editor.take_effects().iter().any(|effect| matches!(effect, Effect::StopWork(_))),
        "it is not needed any more"
    );
}

#[test]
fn a_worker_finds_the_widest_path_over_a_large_mesh() {
    let (mut small, mut large) = (rooms(), with_field());
    for editor in [&mut small, &mut large] {
        set_ends(editor);
        editor.take_effects();
        editor.handle(Input::Run(Command::WidestAgent));
    }
    let job = only_job(&mut large, WIDEST);
    assert_eq!(widest::under_way(&large), Some(job.number), "that is awaited");
    assert!(Command::WidestAgent.enabled(&large).is_err(), "once is enough");
    let (stops, _) = stops(|progress| run(&job, progress));
    assert!(stops.is_sorted_by_key(|stop| stop.1), "the share increases: {stops:?}");
    assert_eq!(stops[0].0, "gaps between walls", "the first stage");
    let progress = Progress::new();
    let found = run(&job, &progress).unwrap();
    assert_eq!(progress.current_stage(), "the path", "the last stage");
    large.handle(found);
    let messages = said(&mut large);
    assert_eq!(messages, said(&mut small), "as of a small mesh");
    assert!(messages.concat().contains("radius of 0.400 m"), "{messages:?}");
    large.handle(Input::Run(Command::WidestAgent));
    assert_eq!(said(&mut large), messages, "it is known, so there is nothing to do");
    set_radius(&mut large, 0.1);
    large.take_effects();
    large.handle(Input::Run(Command::WidestAgent));
    let late = only_job(&mut large, WIDEST);
    large.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert!(large.take_effects().contains(&Effect::StopWork(late.number)), "another question");
    finish(&mut large, &late);
    assert_eq!(said(&mut large), Vec::<String>::new(), "that was of the one before");
}

#[test]
fn a_background_search_for_the_widest_agent_that_takes_too_much_work_says_so() {
    let mut editor = with_field();
    set_ends(&mut editor);
    editor.take_effects();
    editor.handle(Input::Run(Command::WidestAgent));
    let job = only_job(&mut editor, WIDEST);
    let found: Result<Option<Widest>, Exhausted> = Err(Exhausted);
    editor.handle(Input::JobDone(job.done(found)));
    let messages = said(&mut editor).concat();
    assert!(
        messages.contains("stopped early") && messages.contains("Fix its issues"),
        "what and what to do: {messages}"
    );
    editor.handle(Input::Run(Command::WidestAgent));
    assert_eq!(said(&mut editor).concat(), messages, "nothing has changed, so it is not searched again");
    set_radius(&mut editor, 0.1);
    editor.handle(Input::Run(Command::WidestAgent));
    let job = only_job(&mut editor, WIDEST);
    editor.handle(Input::JobDone(job.stopped()));
    assert_eq!(said(&mut editor), Vec::<String>::new(), "the user who stops it needs no message");
}

#[test]
fn what_was_said_of_the_widest_agent_goes_when_it_is_so_no_longer() {
    let taken_back = |editor: &mut Editor| {
        let text = |effect| if let Effect::Retract(message) = effect { Some(message.text) } else { None };
        editor.take_effects().into_iter().filter_map(text).collect::<Vec<_>>()
    };
    let other_agent = |editor: &mut Editor| set_radius(editor, 0.25);
    let other_query = |editor: &mut Editor| editor.handle(Input::Run(Command::NewQuery));
    let other_end = |editor: &mut Editor| {
        let place = Endpoint { ground: Vec2::new(11.0, 3.0), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(place))));
    };
    let other_mesh = |editor: &mut Editor| {
        editor.edit("Delete a cell", |draft| delete_cells(draft, &[CellId(3)]));
        editor.handle(Input::Leave);
    };
    let changes: [&dyn Fn(&mut Editor); 4] = [&other_agent, &other_query, &other_end, &other_mesh];
    for change in changes {
        let mut editor = rooms();
        set_ends(&mut editor);
        editor.take_effects();
        editor.handle(Input::Run(Command::WidestAgent));
        let messages = said(&mut editor);
        editor.handle(Input::Run(Command::ZoomIn));
        assert_eq!(taken_back(&mut editor), Vec::<String>::new(), "looking about changes nothing");
        change(&mut editor);
        assert_eq!(taken_back(&mut editor), messages, "it was of something else");
        change(&mut editor);
        assert_eq!(taken_back(&mut editor), Vec::<String>::new(), "once");
    }
}

#[test]
fn between_islands_no_widest_way_is_looked_for() {
    let mut editor = with_field();
    set_ends(&mut editor);
    let far = Endpoint { ground: Vec2::new(5.5, 905.5), height: None };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(far))));
    editor.take_effects();
    editor.handle(Input::Run(Command::WidestAgent));
    assert_eq!(widest::under_way(&editor), None, "nothing is begun");
    expect!["No agent gets from the start on island 1 to the target on island 2, however narrow: nothing leads from one to the other."]
        .assert_eq(&said(&mut editor).concat());
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(5.5, 0.0, 905.5));
    editor.edit("Draw a link", |draft| add_link(draft, link));
    editor.take_effects();
    editor.handle(Input::Run(Command::WidestAgent));
    assert_eq!(widest::under_way(&editor), None, "nor now");
    expect!["Only links lead from island 1, where the start is, to island 2, where the target is, and over links no width is measured. Ask within one island."]
        .assert_eq(&said(&mut editor).concat());
}
