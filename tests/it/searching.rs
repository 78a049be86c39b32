//! Long searches run in the background and block nothing.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::why;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::query::searching;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::edit::{Corner, add_link, delete_cells, draw_cell};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, Expected, ExpectedLength, NamedQuery, Verdict};

use crate::support::jobs::{finish, jobs, jobs_among, only_job, run};

/// Squares per side; their number exceeds the limit of expansions for a search in the foreground.
const SIDE: u32 = 330;

fn place(x: f32, z: f32) -> Endpoint {
    Endpoint { ground: Vec2::new(x, z), height: None }
}

/// Builds a field of squares of one metre, and a query between corners that expands every square.
fn editor() -> Editor {
    let number = |x: u32, z: u32| x * (SIDE + 1) + z;
    let all = |count: u32| (0..count).flat_map(move |x| (0..count).map(move |z| (x, z)));
    let vertices = all(SIDE + 1).map(|(x, z)| Vec3::new(x as f32, 0.0, z as f32));
    let ring = |(x, z)| [number(x, z), number(x, z + 1), number(x + 1, z + 1), number(x + 1, z)];
    let cells = all(SIDE).map(|square| Cell::new(ring(square).map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells).unwrap();
    let far = SIDE as f32 - 0.5;
    let ends = [place(0.5, 0.5), place(far, far)].map(Some);
    let mut query = NamedQuery { start: ends[0], target: ends[1], ..NamedQuery::default() };
    query.settings.algorithm = Algorithm::Nodes(Method::Steps).into();
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

/// Titles of jobs.
const SEARCH: &str = "searching for the path";
const CHECKS: &str = "checking queries";

/// Takes the search jobs, and the numbers of the jobs that must stop.
fn asked(editor: &mut Editor) -> (Vec<Job>, Vec<u64>) {
    let effects = editor.take_effects();
    let stopped =
        effects.iter().filter_map(|it| if let Effect::StopWork(job) = it { Some(*job) } else { None });
    let stopped = stopped.collect();
    (jobs_among(effects, SEARCH), stopped)
}

fn the_job(editor: &mut Editor) -> Job {
    let job = only_job(editor, SEARCH);
    assert_eq!(searching::under_way(editor), Some(job.number), "that is awaited");
    job
}

fn take_in_hand(editor: &mut Editor) {
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    let options = Options { snaps_to_grid: false, snaps_to_mesh: false, ..Options::default() };
    editor.handle(Input::SetOptions(options));
    editor.handle(Input::Run(Command::SelectTool));
}

fn at(x: f32, z: f32) -> Pointer {
    Pointer::above(Vec2::new(x, z), 0.2, Modifiers::default())
}

fn begin_drag(editor: &mut Editor) {
    editor.handle(Input::DragStart { from: at(5.0, 5.0), to: at(5.1, 5.0) });
}

fn length(editor: &Editor) -> Option<f64> {
    editor.answer().and_then(Answer::path).map(|path| path.length)
}

fn set_target(editor: &mut Editor, x: f32, z: f32) {
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(place(x, z)))));
}

#[test]
fn a_long_search_is_done_outside_and_comes_back() {
    let mut editor = editor();
    assert_eq!((length(&editor), editor.located(End::Start).is_some()), (None, true), "the ends are there");
    assert!(editor.query_trace().is_empty() && editor.search_log().is_empty(), "no steps are pending either");
    let job = the_job(&mut editor);
    finish(&mut editor, &job);
    let far = f64::from(SIDE - 1) * 2.0_f64.sqrt();
    assert!(length(&editor).unwrap() > far - 1e-3, "all the way across: {:?}", length(&editor));
    assert_eq!(
        (searching::under_way(&editor), searching::path_before(&editor).is_empty()),
        (None, true),
        "it is there"
    );
    set_target(&mut editor, 300.5, 300.5);
    assert_eq!(
        (length(&editor), searching::path_before(&editor).is_empty()),
        (None, false),
        "the one before stays in view"
    );
    let next = the_job(&mut editor);
    finish(&mut editor, &job);
    assert_eq!(length(&editor), None, "that was of another question");
    finish(&mut editor, &next);
    assert!(length(&editor).is_some(), "that was it");
    set_target(&mut editor, 1.5, 0.5);
    let short = the_job(&mut editor);
    finish(&mut editor, &short);
    set_target(&mut editor, 2.5, 0.5);
    assert_eq!((asked(&mut editor).0, length(&editor)), (Vec::new(), Some(2.0)), "short ones are waited for");
}

#[test]
fn what_is_asked_meanwhile_is_searched_for_instead() {
    let mut editor = editor();
    let first = the_job(&mut editor);
    set_target(&mut editor, 300.5, 300.5);
    let (jobs, stopped) = asked(&mut editor);
    assert_eq!((jobs.len(), stopped), (1, vec![first.number]), "the first is given up");
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert_eq!(asked(&mut editor).1, [jobs[0].number], "and so is this where nothing is asked");
    assert_eq!((searching::under_way(&editor), editor.answer()), (None, None), "nothing is awaited");
}

#[test]
fn while_something_is_dragged_one_search_after_another_comes_to_its_end() {
    let mut editor = editor();
    let job = the_job(&mut editor);
    finish(&mut editor, &job);
    take_in_hand(&mut editor);
    let corner = VertexId(5 * (SIDE + 1) + 5);
    let was = editor.document().mesh.position(corner);
    begin_drag(&mut editor);
    let first = the_job(&mut editor);
    editor.handle(Input::Drag(at(5.2, 5.0)));
    editor.handle(Input::Drag(at(5.3, 5.0)));
    assert_ne!(editor.document().mesh.position(corner), was, "it is dragged");
    assert_eq!(asked(&mut editor), (Vec::new(), Vec::new()), "the first is not disturbed");
    finish(&mut editor, &first);
    assert_eq!(
        (length(&editor), searching::path_before(&editor).is_empty()),
        (None, false),
        "it is old, but in view"
    );
    let second = the_job(&mut editor);
    editor.handle(Input::Drag(at(5.4, 5.0)));
    editor.handle(Input::DragEnd(at(5.4, 5.0)));
    let (jobs, stopped) = asked(&mut editor);
    assert_eq!((jobs.len(), stopped), (1, vec![second.number]), "nothing is waited for that is old");
    finish(&mut editor, &jobs[0]);
    assert!(length(&editor).is_some(), "the answer to what is there now");
    let there = Vec3::new(5.4, 0.0, 5.0);
    assert!(editor.document().mesh.position(corner).distance(there) < 0.2, "dragged to where it was let go");
}

#[test]
fn a_search_can_be_stopped_and_asked_for_again() {
    let mut editor = editor();
    let job = the_job(&mut editor);
    assert_eq!(run(&job, &Progress::stopping_after(2)), Err(Stopped), "it can be stopped");
    editor.handle(Input::JobDone(job.stopped()));
    assert_eq!(searching::under_way(&editor), None, "nothing is awaited");
    assert_eq!(
        editor.answer().and_then(Answer::why),
        Some(&Why::Stopped),
        "and it says why there is no path"
    );
    assert!(why::why_not(&editor).is_some_and(|not| not.nearest.is_none()), "nothing is made of that");
    editor.handle(Input::Run(Command::StepForward));
    assert!(
        editor.query_trace().is_empty() && editor.search_log().is_empty(),
        "nor is it searched for its steps"
    );
    assert_eq!((editor.take_effects(), editor.recording_under_way()), (Vec::new(), None), "here or outside");
    editor.handle(Input::Query(QueryInput::AskAgain));
    let again = the_job(&mut editor);
    finish(&mut editor, &again);
    assert!(length(&editor).is_some(), "there it is");
    set_target(&mut editor, 300.5, 300.5);
    let job = the_job(&mut editor);
    editor.handle(Input::JobDone(job.failed("It broke.".into())));
    assert_eq!(editor.answer().and_then(Answer::why), Some(&Why::Stopped), "so does one that broke down");
}

/// Adds a short query before the long one and another long query after it.
///
/// Both long queries have an expected length. Only the first of these lengths is right.
fn checked_editor() -> Editor {
    let mut long = editor();
    let job = the_job(&mut long);
    finish(&mut long, &job);
    let far = length(&long).unwrap();
    let mut document = long.document().clone();
    let asked = document.queries[0].clone();
    let expecting = |length: f64| {
        let length = Some(ExpectedLength { length, tolerance: 0.01 });
        NamedQuery { expected: Some(Expected::Path { length, cells: None }), ..asked.clone() }
    };
    let near = NamedQuery { target: Some(place(1.5, 0.5)), ..asked.clone() };
    document.queries = vec![near, expecting(far), expecting(1.0)].into();
    let mut editor = Editor::new(document);
    editor.handle(Input::Tick(0.0));
    editor
}

/// Deletes a cell that is on no path.
fn delete(editor: &mut Editor, cell: u32) {
    assert!(editor.edit("Delete a cell", |draft| delete_cells(draft, &[CellId(cell)])), "it is there");
    editor.handle(Input::Tick(0.0));
}

fn the_checks(editor: &mut Editor) -> Job {
    let job = only_job(editor, CHECKS);
    assert_eq!(checks::under_way(editor), Some(job.number), "that is awaited");
    job
}

#[test]
fn queries_that_take_long_are_checked_outside() {
    let mut editor = checked_editor();
    let awaited = [Verdict::Unchecked, Verdict::Awaited, Verdict::Awaited];
    assert_eq!(checks::verdicts(&editor), awaited, "unknown, and the editor does not block");
    let job = the_checks(&mut editor);
    finish(&mut editor, &job);
    let is_known = |editor: &Editor| {
        matches!(&checks::verdicts(editor)[..], [Verdict::Unchecked, Verdict::Holds, Verdict::Differs { .. }])
    };
    assert!(is_known(&editor), "{:?}", checks::verdicts(&editor));
    assert_eq!((checks::differing_queries(&editor), checks::under_way(&editor)), (1, None), "known");
    editor.handle(Input::Query(QueryInput::Activate(1)));
    assert_eq!(checks::verdict(&editor, 1), Verdict::Awaited, "it is being searched for");
    editor.handle(Input::Query(QueryInput::Activate(0)));
    assert!(is_known(&editor), "nothing has changed: {:?}", checks::verdicts(&editor));
    assert!(jobs(&mut editor, CHECKS).is_empty(), "nothing to check");
    set_target(&mut editor, 2.5, 0.5);
    assert!(jobs(&mut editor, CHECKS).is_empty(), "the queries with an expected answer are the same");
    delete(&mut editor, SIDE - 1);
    let late = the_checks(&mut editor);
    delete(&mut editor, SIDE - 2);
    let effects = editor.take_effects();
    assert!(effects.contains(&Effect::StopWork(late.number)), "that is of an earlier mesh");
    finish(&mut editor, &late);
    assert_eq!(checks::verdicts(&editor), awaited, "and not taken for an answer");
}

#[test]
fn checks_that_were_stopped_are_not_begun_again_by_themselves() {
    let mut editor = checked_editor();
    let job = the_checks(&mut editor);
    assert_eq!(run(&job, &Progress::stopping_after(1)), Err(Stopped), "stopped amid the first");
    editor.handle(Input::JobDone(job.stopped()));
    editor.handle(Input::Tick(1.0));
    assert_eq!((editor.take_effects(), checks::under_way(&editor)), (Vec::new(), None), "left alone");
    assert_eq!(checks::verdict(&editor, 1), Verdict::Awaited, "not known");
    delete(&mut editor, SIDE - 1);
    let next = the_checks(&mut editor);
    finish(&mut editor, &next);
    assert!(
        !matches!(checks::verdict(&editor, 1), Verdict::Awaited | Verdict::Unchecked),
        "checked after the next change"
    );
}

#[test]
fn a_kept_query_says_when_a_link_has_it_answered_by_another_algorithm() {
    let vertices = (0..=4).flat_map(|x| [0.0, 1.0].map(|z| Vec3::new(x as f32, 0.0, z)));
    let ring = |x: u32| [2 * x, 2 * x + 1, 2 * x + 3, 2 * x + 2].map(VertexId);
    let mesh = NavMesh::from_parts(vertices, (0..4).map(|x| Cell::new(ring(x), AreaId(0)))).unwrap();
    let query = NamedQuery {
        start: Some(place(0.5, 0.5)),
        target: Some(place(3.5, 0.5)),
        expected: Some(Expected::Path { length: None, cells: None }),
        ..NamedQuery::default()
    };
    let mut named = query.clone();
    named.settings.algorithm = Algorithm::Nodes(Method::Midpoints).into();
    let unchecked = NamedQuery { expected: None, ..query.clone() };
    let queries = vec![query.clone(), query, named, unchecked].into();
    let mut editor = Editor::new(Document { queries, ..Document::of_mesh(mesh) });
    let is_answered_instead =
        |editor: &Editor| [0, 1, 2, 3].map(|index| checks::answered_instead(editor, index).is_some());
    assert_eq!(
        is_answered_instead(&editor),
        [false; 4],
        "proven to be the shortest, or by the algorithm that was named"
    );
    let link = Link::between(Vec3::new(0.5, 0.0, 0.5), Vec3::new(2.5, 0.0, 0.5));
    editor.edit("Draw a link", |draft| add_link(draft, link));
    assert_eq!(is_answered_instead(&editor), [false; 4], "the straight line is still proven");
    let cheap = Link::between(Vec3::new(0.5, 0.0, 0.4), Vec3::new(2.5, 0.0, 0.4));
    editor.edit("Draw a cheap link", |draft| add_link(draft, Link { cost: 0.5, ..cheap }));
    assert_eq!(is_answered_instead(&editor), [true, true, false, false], "of both that leave it open");
    let description = checks::answered_instead(&editor, 1).unwrap().to_string();
    assert_eq!(
        description,
        "A* over midpoints, because costs differ and no other algorithm found a cheaper path"
    );
}

#[test]
fn what_became_of_queries_stays_while_something_is_dragged() {
    let mut editor = checked_editor();
    let job = the_checks(&mut editor);
    finish(&mut editor, &job);
    take_in_hand(&mut editor);
    let before = checks::verdicts(&editor);
    editor.take_effects();
    begin_drag(&mut editor);
    editor.handle(Input::Drag(at(5.3, 5.0)));
    assert_eq!(checks::verdicts(&editor), before, "as before, because the check is not finished");
    assert!(jobs(&mut editor, CHECKS).is_empty(), "nor begins to");
    editor.handle(Input::DragEnd(at(5.3, 5.0)));
    assert_eq!(checks::verdict(&editor, 1), Verdict::Awaited, "now they are");
    the_checks(&mut editor);
}

/// Builds triangles in a star around one vertex.
fn star(spokes: u32) -> Document {
    let rim = (0..=spokes).map(|i| {
        let angle = i as f32 / (spokes as f32 + 1.0) * std::f32::consts::TAU;
        let radius = if i % 2 == 0 { 100.0 } else { 60.0 };
        Vec3::new(angle.cos() * radius, 0.0, -angle.sin() * radius)
    });
    let cell = |i: u32| Cell::new([VertexId(0), VertexId(i + 1), VertexId(i + 2)], AreaId(0));
    let mesh = NavMesh::from_parts(std::iter::once(Vec3::ZERO).chain(rim), (0..spokes).map(cell));
    Document::of_mesh(mesh.unwrap())
}

#[test]
fn a_path_around_a_vertex_of_very_many_cells_is_searched_and_recorded_outside() {
    for (spokes, is_outside) in [(400, false), (1_200, true)] {
        let document = star(spokes);
        let last = document.mesh.centroid(CellId(spokes - 1));
        let first = document.mesh.centroid(CellId(0));
        let mut editor = Editor::new(document);
        for (end, at) in [(End::Start, first), (End::Target, last)] {
            let at = Endpoint { ground: Vec2::new(at.x, at.z), height: None };
            editor.handle(Input::Query(QueryInput::SetEnd(end, Some(at))));
        }
        let job = jobs(&mut editor, SEARCH).pop();
        assert_eq!(job.is_some(), is_outside, "{spokes} cells around the vertex");
        if let Some(job) = job {
            finish(&mut editor, &job);
        }
        assert!(
            editor.answer().is_some_and(|answer| answer.path().is_some()),
            "a path around {spokes} cells"
        );
        assert_eq!(editor.records_on_demand(), is_outside, "the steps around {spokes} cells");
    }
}

#[test]
fn a_step_waits_for_a_new_recording_if_an_edit_changes_the_point_location() {
    let document = star(1_200);
    let ends = [0, 1_199].map(|cell| document.mesh.centroid(CellId(cell)));
    let mut editor = Editor::new(document);
    for (end, at) in [End::Start, End::Target].into_iter().zip(ends) {
        let at = Endpoint { ground: Vec2::new(at.x, at.z), height: Some(0.0) };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(at))));
    }
    let search = jobs(&mut editor, SEARCH).pop().unwrap();
    finish(&mut editor, &search);
    editor.handle(Input::Run(Command::FirstStep));
    let recording = only_job(&mut editor, "recording the search");
    let roof = [[-5.0, -5.0], [-5.0, 5.0], [5.0, 5.0], [5.0, -5.0]];
    let corner = |[x, z]: [f32; 2]| Corner::New(ends[0] + Vec3::new(x, 50.0, z));
    assert!(editor.edit("Draw a roof", |draft| draw_cell(draft, &roof.map(corner), AreaId(0))));
    finish(&mut editor, &recording);
    assert_eq!(editor.stepper().cursor(), None, "the steps differ now");
    let recording = only_job(&mut editor, "recording the search");
    finish(&mut editor, &recording);
    assert_eq!(editor.stepper().cursor().map(|_| editor.trace().is_empty()), Some(false), "the first step");
}
