//! Stepping through the funnel.
//!
//! Stepping back restores the scene, and the last step equals the full run.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod stages;
mod intervals;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::distances;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::options::{Coloring, Options};
use navsmith::editor::view::scene::{Mark, Role, Scene};
use navsmith::editor::view::views::ViewId;
use navsmith::samples;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::funnel::Decision;
use navsmith_core::pathfinding::string_pulling::portal::Portal;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::{find_key, key_of};
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

/// Returns the samples that are documents, each with both ends placed.
fn documents() -> Vec<(&'static str, Document)> {
    let opened = samples::all().iter().map(|sample| (sample.name, sample.open().unwrap()));
    let documents = opened.filter_map(|(name, opened)| match opened {
        Opened::Document { document, .. } => Some((name, document)),
        Opened::Scene { .. } | Opened::Mesh { .. } | Opened::Reproduction(_) => None,
    });
    documents.collect()
}

/// Opens the sample that shows every decision of the funnel.
fn school() -> Editor {
    let document = documents().into_iter().find(|(name, _)| *name == "Funnel school").unwrap().1;
    Editor::new(document)
}

/// Opens the sample with an algorithm.
fn school_by(algorithm: Algorithm) -> Editor {
    let mut editor = school();
    let settings = Settings { algorithm: algorithm.into(), ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    editor
}

/// Opens the sample with a search over nodes.
fn nodes_of_school() -> Editor {
    school_by(Algorithm::Nodes(Method::Midpoints))
}

fn run(editor: &mut Editor, command: Command) {
    editor.handle(Input::Run(command));
}

/// Returns the index of a funnel step among all steps.
fn funnel(editor: &Editor, local: usize) -> usize {
    editor.trace().range(Stage::Funnel).start + local
}

/// Returns the position of the cursor in the funnel, if it is in that stage.
fn cursor(editor: &Editor) -> Option<usize> {
    editor.stage().filter(|(stage, _)| *stage == Stage::Funnel).map(|(_, local)| local)
}

fn put_cursor(editor: &mut Editor, index: usize) {
    editor.handle(Input::Step(StepInput::SetCursor(index)));
}

#[test]
fn playing_does_not_catch_up_after_a_long_pause() {
    let mut editor = nodes_of_school();
    run(&mut editor, Command::StepThroughAll);
    editor.handle(Input::Tick(10.0));
    editor.handle(Input::Step(StepInput::SetSpeed(1.0)));
    run(&mut editor, Command::FirstStep);
    run(&mut editor, Command::PlayOrPause);
    editor.handle(Input::Tick(10.0));
    let first = editor.stepper().cursor().unwrap();
    editor.handle(Input::Tick(1e9));
    assert_eq!(editor.stepper().cursor(), Some(first + 1), "the steps of one second, not of the whole pause");
    editor.handle(Input::Tick(1e9 + 1.0));
    assert_eq!(editor.stepper().cursor(), Some(first + 2), "and goes on from there");
}

/// Returns the number of points of the longest line of a role.
fn line(scene: &Scene, role: Role) -> usize {
    let of_role = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Line(of, points) if *of == role => Some(points.len()),
        _ => None,
    });
    of_role.max().unwrap_or(0)
}

#[test]
fn stepping_to_the_end_finds_what_running_finds() {
    for (name, document) in documents() {
        let mut editor = Editor::new(document);
        let Some(path) = editor.answer().and_then(Answer::path).cloned() else { continue };
        let finished = editor.scene(ViewId::ABOVE);
        let mut steps = 0;
        while Command::StepForward.enabled(&editor).is_ok() {
            run(&mut editor, Command::StepForward);
            steps += 1;
        }
        assert_eq!(steps, editor.timeline().len(), "{name}: every decision once");
        let step = *editor.step().expect("in the funnel");
        assert_eq!(step.decision, Decision::Arrived, "{name}: the last one");
        let scene = editor.scene(ViewId::ABOVE);
        let points = path.rounding.as_ref().map_or(path.waypoints.len(), |rounding| rounding.points.len());
        assert_eq!(line(&scene, Role::Path), points, "{name}: the whole path");
        assert_eq!(line(&scene, Role::Path), line(&finished, Role::Path), "{name}: as if it had run");
        assert_eq!(line(&scene, Role::PathAhead), 0, "{name}: nothing is left to find");
    }
}

#[test]
fn back_and_then_forward_is_the_same_picture() {
    for (name, document) in documents() {
        let mut editor = Editor::new(document);
        run(&mut editor, Command::FirstStep);
        for step in 1..editor.timeline().len() {
            let before = editor.scene(ViewId::ABOVE);
            run(&mut editor, Command::StepForward);
            let here = editor.scene(ViewId::ABOVE);
            run(&mut editor, Command::StepBack);
            assert_eq!(editor.scene(ViewId::ABOVE), before, "{name}: back from step {step}");
            run(&mut editor, Command::StepForward);
            assert_eq!(editor.scene(ViewId::ABOVE), here, "{name}: forward to step {step}");
        }
    }
}

#[test]
fn a_step_shows_the_wedge_from_apex_to_legs() {
    let mut editor = school();
    let fifth = funnel(&editor, 5);
    put_cursor(&mut editor, fifth);
    let step = *editor.step().unwrap();
    let wedge = [step.funnel.apex, step.funnel.left, step.funnel.right];
    assert!(
        editor.scene(ViewId::ABOVE).marks.contains(&Mark::Fill(Role::Funnel, wedge.to_vec())),
        "the funnel, filled"
    );
}

#[test]
fn first_last_and_leaving_go_where_they_say() {
    let mut editor = school();
    let last = editor.timeline().len() - 1;
    run(&mut editor, Command::LastStep);
    assert_eq!(cursor(&editor), Some(last), "the last");
    assert_eq!(Command::StepForward.enabled(&editor), Err("This is the last step"), "no further");
    run(&mut editor, Command::FirstStep);
    assert_eq!(cursor(&editor), Some(0), "the first");
    assert_eq!(Command::StepBack.enabled(&editor), Err("This is the first step"), "no further");
    run(&mut editor, Command::LeaveStepper);
    assert_eq!(editor.stepper().cursor(), None, "the finished path");
    run(&mut editor, Command::StepBack);
    assert_eq!(cursor(&editor), Some(last), "back from the finished path");
}

#[test]
fn playing_goes_on_by_the_clock_and_stops_at_the_end() {
    let mut editor = school();
    editor.handle(Input::Step(StepInput::SetSpeed(4.0)));
    run(&mut editor, Command::PlayOrPause);
    editor.handle(Input::Tick(10.0));
    assert_eq!(cursor(&editor), Some(0), "the first decision is seen first");
    editor.handle(Input::Tick(10.3));
    assert_eq!(cursor(&editor), Some(1), "a quarter of a second a step");
    editor.handle(Input::Tick(10.76));
    assert_eq!(cursor(&editor), Some(3), "no step is lost between ticks");
    run(&mut editor, Command::PlayOrPause);
    editor.handle(Input::Tick(12.0));
    assert_eq!(cursor(&editor), Some(3), "paused");
    run(&mut editor, Command::PlayOrPause);
    for second in 13..200 {
        editor.handle(Input::Tick(f64::from(second)));
    }
    assert_eq!(cursor(&editor), Some(editor.timeline().len() - 1), "the end");
    assert!(!editor.stepper().is_playing(), "stopped");
}

#[test]
fn playing_stops_at_breakpoints_and_jumps_go_to_them() {
    let mut editor = school();
    let corners: Vec<usize> = (0..editor.timeline().len())
        .filter(|&i| matches!(editor.timeline().events()[i].decision, Decision::Crossed { .. }))
        .collect();
    assert!(corners.len() > 1, "the school turns more than once");
    run(&mut editor, Command::BreakAtCorner);
    run(&mut editor, Command::PlayOrPause);
    for second in 0..200 {
        editor.handle(Input::Tick(f64::from(second)));
    }
    assert_eq!(cursor(&editor), Some(corners[0]), "played up to the first corner");
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(cursor(&editor), Some(corners[1]), "on to the second");
    run(&mut editor, Command::PreviousBreakpoint);
    assert_eq!(cursor(&editor), Some(corners[0]), "and back");
    run(&mut editor, Command::BreakAtCorner);
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(cursor(&editor), Some(editor.timeline().len() - 1), "without breakpoints, the end");
}

#[test]
fn a_chosen_portal_is_a_breakpoint() {
    let mut editor = school();
    let at = Breakpoint::Portal(editor.trace().portal_name(3).unwrap());
    editor.handle(Input::Step(StepInput::SetBreakpoint { at, is_on: true }));
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(editor.step().map(|step| step.portal), Some(3), "the portal");
    run(&mut editor, Command::BreakAtPortal);
    assert!(!editor.stepper().has_breakpoint(at), "the command takes it away again");
}

#[test]
fn the_same_decision_stays_in_view_while_an_end_is_moved() {
    let mut editor = school();
    let middle = editor.timeline().len() / 2;
    let middle = funnel(&editor, middle);
    put_cursor(&mut editor, middle);
    let key = key_of(editor.trace(), middle).unwrap();
    let target = editor.endpoint(End::Target).unwrap();
    for nudge in 1..5 {
        let ground = target.ground + glam::Vec2::splat(nudge as f32 * 0.02);
        let moved = Endpoint { ground, ..target };
        editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(moved))));
        let expected = find_key(editor.trace(), key);
        assert_eq!(editor.stepper().cursor(), expected, "the step of the same portal and side");
    }
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert_eq!(editor.stepper().cursor(), None, "without a path there is nothing to step through");
    editor.handle(Input::Run(Command::Undo));
    let expected = find_key(editor.trace(), key);
    assert_eq!(editor.stepper().cursor(), expected, "it comes back with the path");
}

fn portals(editor: &Editor) -> &[Portal] {
    editor.answer().and_then(Answer::path).map_or(&[], |path| &path.portals)
}

#[test]
fn a_cell_more_at_the_start_does_not_change_the_decision_in_view() {
    let vertices = (0..=6).flat_map(|x| [[x as f32, 0., 0.], [x as f32, 0., 1.]]).map(Vec3::from);
    let corners = |x: u32| [2 * x, 2 * x + 1, 2 * x + 3, 2 * x + 2].map(VertexId);
    let mesh = NavMesh::from_parts(vertices, (0..6).map(|x| Cell::new(corners(x), AreaId(0)))).unwrap();
    let mut editor = Editor::new(Document::of_mesh(mesh));
    let put = |editor: &mut Editor, end, x: f32| {
        let endpoint = Endpoint { ground: glam::Vec2::new(x, 0.5), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(endpoint))));
    };
    put(&mut editor, End::Start, 1.5);
    put(&mut editor, End::Target, 5.5);
    let at = Breakpoint::Portal(editor.trace().portal_name(2).unwrap());
    editor.handle(Input::Step(StepInput::SetBreakpoint { at, is_on: true }));
    run(&mut editor, Command::NextBreakpoint);
    let ids_in_view = |editor: &Editor| portals(editor)[editor.step().unwrap().portal].ids;
    let before = ids_in_view(&editor);
    put(&mut editor, End::Start, 0.5);
    assert_eq!(ids_in_view(&editor), before, "the same side between the same cells");
    assert_eq!(editor.step().map(|step| step.portal), Some(3), "whatever its number");
    let third = Breakpoint::Portal(editor.trace().portal_name(3).unwrap());
    assert!(editor.stepper().has_breakpoint(third), "the breakpoint went with it");
    put(&mut editor, End::Start, 1.5);
    assert_eq!(ids_in_view(&editor), before, "and back");
}

#[test]
fn one_end_alone_is_located_and_the_colours_need_only_the_start() {
    let mut editor = school();
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert!(editor.answer().is_none(), "half a question has no answer");
    assert!(editor.located(End::Start).is_some(), "but its end is shown on the mesh");
    let options = Options { coloring: Coloring::Distance, ..editor.options().clone() };
    editor.handle(Input::SetOptions(options));
    let distances = distances::found(&editor);
    assert!(distances.contains(&0.0) && distances.iter().any(|&d| d > 1.0), "distances from the start");
}

#[test]
fn a_reproduction_opens_at_the_very_step_dropped_or_pasted() {
    for (name, document) in documents() {
        let mut editor = Editor::new(document);
        if editor.trace().is_empty() && editor.answer().is_none() {
            continue;
        }
        editor.handle(Input::Step(StepInput::SetCursor(0)));
        let last = editor.trace().len() - 1;
        for step in [0, last / 3, last / 2, last] {
            editor.handle(Input::Step(StepInput::SetCursor(step)));
            editor.take_effects();
            editor.handle(Input::Run(Command::CopyReproduction));
            let copied = editor.take_effects().into_iter().find_map(|effect| match effect {
                Effect::Copy(text) => Some(text),
                _ => None,
            });
            let text = copied.expect("it is copied");
            let mut other = Editor::new(Document::default());
            other.handle(Input::Pasted(text.clone()));
            assert!(!other.is_dirty() && other.file_ref().is_none(), "{name}: nothing is at stake");
            let (here, there) = (editor.event().expect("a step"), other.event().expect("a step"));
            assert_eq!(there.kind(), here.kind(), "{name}, step {step}: the same happens");
            assert_eq!(there.portal(), here.portal(), "{name}, step {step}: at the same portal");
            let length = |editor: &Editor| editor.answer().and_then(|answer| Some(answer.path()?.length));
            assert_eq!(length(&other), length(&editor), "{name}: as long");
            let made = navsmith_formats::io::ron::reproduction::read(&text).expect("just written");
            let mut dropped = Editor::new(Document::default());
            let content = FileContent::Reproduction(Box::new(made));
            dropped.handle(Input::File(FileInput::OpenSample("mail", content)));
            assert_eq!(dropped.event(), other.event(), "{name}: however it comes");
        }
    }
}

#[test]
fn a_pasted_reproduction_does_not_throw_work_away() {
    let (_, document) = documents().remove(0);
    let mut editor = Editor::new(document);
    editor.handle(Input::Run(Command::CopyReproduction));
    let copied = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    editor.handle(Input::Pasted(copied.expect("it is copied")));
    assert!(matches!(editor.dialog(), Some(Dialog::Unsaved(_))), "asked first");
    editor.handle(Input::Pasted("Reproduction(version: 7)".into()));
    let said = editor.take_effects().into_iter().any(|effect| match effect {
        Effect::Say(message) => message.text.contains("newer navsmith"),
        _ => false,
    });
    assert!(said, "what is wrong is said");
}
