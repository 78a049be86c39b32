//! Stepping through the funnel: there and back is the same picture, and to the end is what running gives.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::Vec3;
use navsmith::document::Document;
use navsmith::editor::{Command, Editor, Input, Mark, QueryInput, Role, Scene, StepInput};
use navsmith::io::{Opened, samples};
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::pathfinding::{Answer, Breakpoint, Decision, End, Endpoint, Portal, find_key, key_of};

/// The samples that are documents, each with both ends placed.
fn documents() -> Vec<(&'static str, Document)> {
    let opened = samples::all().iter().map(|sample| (sample.name, sample.open().unwrap()));
    let documents = opened.filter_map(|(name, opened)| match opened {
        Opened::Document { document, .. } => Some((name, document)),
        Opened::Gltf(_) | Opened::Polyanya(_) => None,
    });
    documents.collect()
}

/// The sample that shows every decision of the funnel.
fn school() -> Editor {
    let document = documents().into_iter().find(|(name, _)| *name == "Funnel school").unwrap().1;
    Editor::new(document)
}

fn run(editor: &mut Editor, command: Command) {
    editor.handle(Input::Run(command));
}

/// The longest line of a role.
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
        let finished = editor.scene();
        let mut steps = 0;
        while Command::StepForward.enabled(&editor).is_ok() {
            run(&mut editor, Command::StepForward);
            steps += 1;
        }
        assert_eq!(steps, editor.timeline().len(), "{name}: every decision once");
        let step = *editor.step().unwrap();
        assert_eq!(step.decision, Decision::Arrived, "{name}: the last one");
        let scene = editor.scene();
        assert_eq!(line(&scene, Role::Path), path.waypoints.len(), "{name}: the whole path");
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
            let before = editor.scene();
            run(&mut editor, Command::StepForward);
            let here = editor.scene();
            run(&mut editor, Command::StepBack);
            assert_eq!(editor.scene(), before, "{name}: back from step {step}");
            run(&mut editor, Command::StepForward);
            assert_eq!(editor.scene(), here, "{name}: forward to step {step}");
        }
    }
}

#[test]
fn a_step_shows_the_wedge_from_apex_to_legs() {
    let mut editor = school();
    editor.handle(Input::Step(StepInput::SetCursor(5)));
    let step = *editor.step().unwrap();
    let wedge = [step.funnel.apex, step.funnel.left, step.funnel.right].map(navsmith::geometry::ground);
    assert!(editor.scene().marks.contains(&Mark::Fill(Role::Funnel, wedge.to_vec())), "the funnel, filled");
}

#[test]
fn first_last_and_leaving_go_where_they_say() {
    let mut editor = school();
    let last = editor.timeline().len() - 1;
    run(&mut editor, Command::LastStep);
    assert_eq!(editor.stepper().cursor(), Some(last), "the last");
    assert_eq!(Command::StepForward.enabled(&editor), Err("This is the last step"), "no further");
    run(&mut editor, Command::FirstStep);
    assert_eq!(editor.stepper().cursor(), Some(0), "the first");
    assert_eq!(Command::StepBack.enabled(&editor), Err("This is the first step"), "no further");
    run(&mut editor, Command::LeaveStepper);
    assert_eq!(editor.stepper().cursor(), None, "the finished path");
    run(&mut editor, Command::StepBack);
    assert_eq!(editor.stepper().cursor(), Some(last), "back from the finished path");
}

#[test]
fn playing_goes_on_by_the_clock_and_stops_at_the_end() {
    let mut editor = school();
    editor.handle(Input::Step(StepInput::SetSpeed(4.0)));
    run(&mut editor, Command::PlayOrPause);
    editor.handle(Input::Tick(10.0));
    assert_eq!(editor.stepper().cursor(), Some(0), "the first decision is seen first");
    editor.handle(Input::Tick(10.3));
    assert_eq!(editor.stepper().cursor(), Some(1), "a quarter of a second a step");
    editor.handle(Input::Tick(10.76));
    assert_eq!(editor.stepper().cursor(), Some(3), "no step is lost between ticks");
    run(&mut editor, Command::PlayOrPause);
    editor.handle(Input::Tick(12.0));
    assert_eq!(editor.stepper().cursor(), Some(3), "paused");
    run(&mut editor, Command::PlayOrPause);
    for second in 13..200 {
        editor.handle(Input::Tick(f64::from(second)));
    }
    assert_eq!(editor.stepper().cursor(), Some(editor.timeline().len() - 1), "the end");
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
    assert_eq!(editor.stepper().cursor(), Some(corners[0]), "played up to the first corner");
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(editor.stepper().cursor(), Some(corners[1]), "on to the second");
    run(&mut editor, Command::PreviousBreakpoint);
    assert_eq!(editor.stepper().cursor(), Some(corners[0]), "and back");
    run(&mut editor, Command::BreakAtCorner);
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(editor.stepper().cursor(), Some(editor.timeline().len() - 1), "without breakpoints, the end");
}

#[test]
fn a_chosen_portal_is_a_breakpoint() {
    let mut editor = school();
    let at = Breakpoint::Portal(3);
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
    editor.handle(Input::Step(StepInput::SetCursor(middle)));
    let key = key_of(editor.timeline(), portals(&editor), middle).unwrap();
    let target = editor.endpoint(End::Target).unwrap();
    for nudge in 1..5 {
        let ground = target.ground + glam::Vec2::splat(nudge as f32 * 0.02);
        let moved = Endpoint { ground, ..target };
        editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(moved))));
        let expected = find_key(editor.timeline(), portals(&editor), key);
        assert_eq!(editor.stepper().cursor(), expected, "the step of the same portal and side");
    }
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert_eq!(editor.stepper().cursor(), None, "without a path there is nothing to step through");
    editor.handle(Input::Run(Command::Undo));
    let expected = find_key(editor.timeline(), portals(&editor), key);
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
    editor.handle(Input::Step(StepInput::SetBreakpoint { at: Breakpoint::Portal(2), is_on: true }));
    run(&mut editor, Command::NextBreakpoint);
    let ids_in_view = |editor: &Editor| portals(editor)[editor.step().unwrap().portal].ids;
    let before = ids_in_view(&editor);
    put(&mut editor, End::Start, 0.5);
    assert_eq!(ids_in_view(&editor), before, "the same side between the same cells");
    assert!(editor.stepper().has_breakpoint(Breakpoint::Portal(3)), "the breakpoint went with it");
    put(&mut editor, End::Start, 1.5);
    assert_eq!(ids_in_view(&editor), before, "and back");
    assert!(editor.stepper().has_breakpoint(Breakpoint::Portal(2)), "with the breakpoint");
}

#[test]
fn one_end_alone_is_located_and_the_colours_need_only_the_start() {
    let mut editor = school();
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert!(editor.answer().is_none(), "half a question has no answer");
    assert!(editor.located(End::Start).is_some(), "but its end is shown on the mesh");
    let distances = editor.distances();
    assert!(distances.contains(&0.0) && distances.iter().any(|&d| d > 1.0), "distances from the start");
}
