//! Recordings of searches that a job makes, because the searches are large.

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::analysis::why;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, NamedQuery};

use super::{delete, squares};
use crate::support::jobs::{finish, jobs_among, run as run_job};

fn place(at: f32) -> Endpoint {
    Endpoint { ground: Vec2::splat(at), height: None }
}

/// Returns an editor with `count` by `count` squares and a query from corner to corner.
///
/// The search expands all squares.
fn searching_across(count: usize) -> Editor {
    let rows = vec!["x".repeat(count); count];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let target = Some(place(count as f32 - 0.5));
    let mut query = NamedQuery { start: Some(place(0.5)), target, ..NamedQuery::default() };
    query.settings.algorithm = Algorithm::Nodes(Method::Steps).into();
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(squares(&rows)) })
}

#[test]
fn a_large_search_is_recorded_once_its_end_is_let_go() {
    let mut editor = searching_across(200);
    let pointer = |at: f32| Pointer::above(Vec2::splat(at), 0.1, Modifiers::default());
    assert!(editor.query_trace().len() > 20_000, "all of it");
    editor.handle(Input::DragStart { from: pointer(199.5), to: pointer(190.5) });
    editor.handle(Input::Drag(pointer(188.5)));
    let target = editor.endpoint(End::Target).map(|end| end.ground);
    assert_eq!(target, Some(Vec2::splat(188.5)), "it is dragged");
    assert!(editor.answer().unwrap().path().is_some(), "the path follows");
    assert!(editor.records_later() && editor.query_trace().is_empty(), "the rest is not recorded yet");
    editor.handle(Input::DragEnd(pointer(188.5)));
    assert!(!editor.records_later() && editor.query_trace().len() > 20_000, "all of it again");
    assert!(!editor.search_log().is_empty(), "and what follows from it");
}

/// Returns the recording jobs among the editor's effects.
fn record_jobs(editor: &mut Editor) -> Vec<Job> {
    let mut effects = bring_answers(editor);
    effects.extend(editor.take_effects());
    jobs_among(effects, "recording the search")
}

/// Runs the pending search jobs and sends their results to the editor.
///
/// Returns the other effects.
fn bring_answers(editor: &mut Editor) -> Vec<Effect> {
    let mut others = Vec::new();
    for effect in editor.take_effects() {
        match effect {
            Effect::Start(job) if job.title == "searching for the path" => finish(editor, &job),
            other => others.push(other),
        }
    }
    others
}

#[test]
fn a_huge_search_is_recorded_on_a_worker_before_the_first_step() {
    let mut editor = searching_across(350);
    bring_answers(&mut editor);
    assert!(editor.answer().unwrap().path().is_some(), "the path is there");
    assert!(editor.records_on_demand() && editor.query_trace().is_empty(), "its steps are not");
    editor.handle(Input::Step(StepInput::Record));
    let jobs = record_jobs(&mut editor);
    assert_eq!((jobs.len(), editor.recording_under_way()), (1, Some(jobs[0].number)), "asked for");
    assert!(editor.query_trace().is_empty(), "it is not recorded yet");
    finish(&mut editor, &jobs[0]);
    assert!(!editor.records_later() && editor.query_trace().len() > 100_000, "it came back");
    assert_eq!((editor.recording_under_way(), editor.stepper().cursor()), (None, None), "nothing more");
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(place(348.5)))));
    bring_answers(&mut editor);
    assert!(editor.records_on_demand(), "another answer is recorded on demand again");
    editor.handle(Input::Run(Command::StepForward));
    let later = record_jobs(&mut editor).remove(0);
    finish(&mut editor, &jobs[0]);
    assert!(editor.query_trace().is_empty(), "of an older answer");
    finish(&mut editor, &later);
    assert!(editor.query_trace().len() > 100_000, "of this one");
    assert!(editor.event().is_some(), "and it is stepped: {:?}", editor.stepper().cursor());
}

#[test]
fn a_step_in_view_of_a_huge_search_comes_back_after_a_change() {
    let mut editor = searching_across(350);
    bring_answers(&mut editor);
    editor.handle(Input::Step(StepInput::SetCursor(5000)));
    let job = record_jobs(&mut editor).remove(0);
    finish(&mut editor, &job);
    let event = editor.event();
    assert_eq!(editor.stepper().cursor(), Some(5000), "what was wanted is done");
    delete(&mut editor, 350 * 349);
    let jobs = record_jobs(&mut editor);
    assert_eq!((jobs.len(), editor.event()), (1, None), "it is recorded again without a request");
    finish(&mut editor, &jobs[0]);
    assert_eq!(editor.event(), event, "the same step");
    delete(&mut editor, 350 * 349 + 1);
    let job = record_jobs(&mut editor).remove(0);
    let done = [0, 1, 2].map(|reports| {
        let progress = Progress::stopping_after(reports);
        assert_eq!(run_job(&job, &progress), Err(Stopped), "it can be stopped");
        progress.completed()
    });
    assert!(done[0].is_some() && done.is_sorted(), "it reports its progress: {done:?}");
    editor.handle(Input::JobDone(job.stopped()));
    assert_eq!((editor.stepper().cursor(), editor.recording_under_way()), (None, None), "the finished path");
    delete(&mut editor, 350 * 349 + 2);
    assert!(record_jobs(&mut editor).is_empty(), "it is not recorded again by itself");
}

#[test]
fn what_ruled_cells_out_is_shown_though_a_huge_search_is_not_recorded() {
    let mut editor = searching_across(350);
    editor.handle(Input::Query(QueryInput::SetEnd(
        End::Target,
        Some(Endpoint { ground: Vec2::splat(348.5), height: Some(9.0) }),
    )));
    bring_answers(&mut editor);
    assert!(editor.records_on_demand(), "not requested");
    assert_eq!(
        why::ruled_out(&editor).len(),
        2,
        "the floor below, and where it was moved: {:?}",
        why::ruled_out(&editor)
    );
}
