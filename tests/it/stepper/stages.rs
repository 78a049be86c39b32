//! Stages before and after the funnel.

use navsmith::editor::Editor;
use navsmith::editor::analysis::legend;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::{Mark, Role, Searched, Tint};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_formats::document::Document;

use super::{documents, line, nodes_of_school, put_cursor, run, school};

/// Enables the tracks of all stages.
fn through_all(mut editor: Editor) -> Editor {
    for &stage in Stage::ALL {
        editor.handle(Input::Step(StepInput::SetTrack { stage, is_on: true }));
    }
    editor
}

#[test]
fn stepping_begins_in_the_funnel_unless_a_track_before_it_is_on() {
    let mut editor = nodes_of_school();
    run(&mut editor, Command::FirstStep);
    assert_eq!(editor.stage(), Some((Stage::Funnel, 0)), "a learner sees the string first");
    editor.handle(Input::Step(StepInput::SetTrack { stage: Stage::Search, is_on: true }));
    run(&mut editor, Command::FirstStep);
    assert_eq!(editor.stage(), Some((Stage::Search, 0)), "the search is on");
    let last = editor.trace().range(Stage::Search).end - 1;
    put_cursor(&mut editor, last);
    run(&mut editor, Command::StepForward);
    assert_eq!(editor.stage(), Some((Stage::Funnel, 0)), "past corridor and portals, which are off");
    run(&mut editor, Command::StepBack);
    assert_eq!(editor.stepper().cursor(), Some(last), "and back");
}

#[test]
fn a_track_that_is_off_is_stepped_through_once_one_is_in_it() {
    let mut editor = school();
    put_cursor(&mut editor, 0);
    assert_eq!(editor.stage(), Some((Stage::Locate, 0)), "a track may be clicked whether it is on or off");
    run(&mut editor, Command::StepForward);
    assert_eq!(editor.stage(), Some((Stage::Locate, 1)), "on in the same track");
}

#[test]
fn every_stage_is_walked_there_and_back_to_the_same_picture() {
    for (name, document) in documents() {
        let mut editor = through_all(Editor::new(document));
        let steps = editor.trace().len();
        run(&mut editor, Command::FirstStep);
        // The samples' searches are long, and each scene is built three times.
        let every = (steps / 150).max(1);
        for index in (1..steps).step_by(every) {
            put_cursor(&mut editor, index - 1);
            let before = editor.scene(ViewId::ABOVE);
            run(&mut editor, Command::StepForward);
            assert_eq!(editor.stepper().cursor(), Some(index), "{name}: one on");
            let here = editor.scene(ViewId::ABOVE);
            run(&mut editor, Command::StepBack);
            assert_eq!(editor.scene(ViewId::ABOVE), before, "{name}: back from step {index}");
            run(&mut editor, Command::StepForward);
            assert_eq!(editor.scene(ViewId::ABOVE), here, "{name}: forward to step {index}");
        }
    }
}

#[test]
fn stages_and_kinds_are_leapt_to() {
    let mut editor = nodes_of_school();
    let mut seen = Vec::new();
    // A search over nodes has no intervals.
    let stages: Vec<Stage> = TraceKind::Query.stages().filter(|&stage| stage != Stage::Interval).collect();
    for _ in &stages {
        run(&mut editor, Command::NextStage);
        seen.push(editor.stage().unwrap());
    }
    let starts: Vec<_> = stages.iter().map(|&stage| (stage, 0)).collect();
    assert_eq!(seen, starts, "each stage begins once");
    run(&mut editor, Command::PreviousStage);
    assert_eq!(editor.stage(), Some((Stage::Funnel, 0)), "and back");
    let first = editor.trace().range(Stage::Search).start;
    put_cursor(&mut editor, first);
    run(&mut editor, Command::NextOfKind);
    assert_eq!(editor.event().map(|event| event.kind()), Some(Kind::Expanded), "expanded like the first");
    assert!(editor.stepper().cursor() > Some(first + 1), "past what was found from there");
    run(&mut editor, Command::PreviousOfKind);
    assert_eq!(editor.stepper().cursor(), Some(first), "and back");
    let cell = editor.event().and_then(|event| event.cell());
    run(&mut editor, Command::NextHere);
    assert_eq!(editor.event().and_then(|event| event.cell()), cell, "the same cell again");
}

#[test]
fn a_cell_leads_to_where_it_was_opened_and_then_closed() {
    let mut editor = nodes_of_school();
    let cell = editor.answer().and_then(Answer::path).unwrap().corridor[2];
    let cells = |editor: &Editor| legend::tint(editor, cell);
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    let opened = editor.event().unwrap();
    assert_eq!((opened.kind(), opened.cell()), (Kind::Relaxed, Some(cell)), "a way into it was found");
    assert_eq!(cells(&editor), Tint::Searched(Searched::Open), "so it is open");
    run(&mut editor, Command::StepBack);
    assert_eq!(cells(&editor), Tint::Searched(Searched::Unseen), "before, it was not");
    run(&mut editor, Command::StepForward);
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    let closed = editor.event().unwrap();
    assert_eq!((closed.kind(), closed.cell()), (Kind::Expanded, Some(cell)), "it was expanded");
    assert_eq!(cells(&editor), Tint::Searched(Searched::Closed), "so it is closed");
    run(&mut editor, Command::LeaveStepper);
    assert!(!matches!(cells(&editor), Tint::Searched(_)), "the finished path has its own colours");
}

#[test]
fn a_step_of_the_search_shows_the_way_there_and_what_cells_cost() {
    let mut editor = nodes_of_school();
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(glam::Vec2::new(1600.0, 1200.0))));
    run(&mut editor, Command::FrameAll);
    let last = editor.trace().range(Stage::Search).end - 1;
    put_cursor(&mut editor, last);
    let scene = editor.scene(ViewId::ABOVE);
    let corridor = editor.answer().and_then(Answer::path).unwrap().corridor.len();
    assert_eq!(line(&scene, Role::CandidateWay), corridor, "a point for each cell of the corridor");
    let has = |role: Role| scene.marks.iter().any(|mark| matches!(mark, Mark::Label(of, ..) if *of == role));
    assert!(has(Role::Cost), "cells show their cost");
    assert_eq!((line(&scene, Role::Path), line(&scene, Role::PathAhead)), (0, 0), "there is no string yet");
}

#[test]
fn without_a_path_the_search_for_it_can_be_stepped_through() {
    let mut editor = school();
    let far = Endpoint { ground: glam::Vec2::splat(-1e3), height: None };
    let island = editor.document().mesh.clone();
    let cut = editor.answer().and_then(Answer::path).unwrap().corridor[1];
    let mut draft = navsmith_core::navmesh::Draft::of(island);
    draft.remove_cell(cut);
    let mut document = Document::of_mesh(draft.into_mesh());
    document.queries = editor.document().queries.clone();
    editor = Editor::new(document);
    assert!(editor.answer().and_then(Answer::path).is_none(), "the way is cut");
    run(&mut editor, Command::FirstStep);
    assert_eq!(editor.stage().map(|(stage, _)| stage), Some(Stage::Locate), "what there is is shown");
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(far))));
    assert!(editor.event().is_some(), "and follows");
}

#[test]
fn a_breakpoint_in_a_stage_that_is_passed_over_stops_there() {
    let mut editor = nodes_of_school();
    let at = Breakpoint::Kind(Kind::Expanded);
    editor.handle(Input::Step(StepInput::SetBreakpoint { at, is_on: true }));
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(editor.stage(), Some((Stage::Search, 0)), "it names the search");
    run(&mut editor, Command::NextBreakpoint);
    assert_eq!(editor.event().map(|event| event.kind()), Some(Kind::Expanded), "the next node");
}
