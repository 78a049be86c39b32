//! Colours by distance from the start, on a mesh so large that a worker computes the distances.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::distances;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::Tint;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, NamedQuery};

use crate::support;
use crate::support::jobs::{finish, only_job, run};
use crate::support::progress::stops;

/// Title of the jobs.
const TITLE: &str = "finding distances";

/// Returns an editor with a strip of 1 m squares, two in every row; the start is in the first.
fn editor() -> Editor {
    const LONG: u32 = 2100;
    let vertices = (0..3 * (LONG + 1)).map(|i| Vec3::new((i % 3) as f32, 0.0, (i / 3) as f32));
    let cells = (0..LONG).flat_map(|z| {
        [0, 1].map(|x| {
            let corner = z * 3 + x;
            Cell::new([corner, corner + 3, corner + 4, corner + 1].map(VertexId), AreaId(0))
        })
    });
    let mesh = NavMesh::from_parts(vertices, cells).unwrap();
    let start = Some(Endpoint { ground: Vec2::splat(0.5), height: None });
    let query = NamedQuery { name: "query".into(), start, ..NamedQuery::default() };
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

fn jobs(editor: &mut Editor) -> Vec<Job> {
    support::jobs::jobs(editor, TITLE)
}

/// Returns the only job that the editor requested since the last call.
fn job(editor: &mut Editor) -> Job {
    only_job(editor, TITLE)
}

fn color(editor: &mut Editor) {
    editor.handle(Input::Run(Command::ColorByTrueDistance));
}

fn start_at(editor: &mut Editor, x: f32) {
    let to = Some(Endpoint { ground: Vec2::new(x, 0.5), height: None });
    editor.handle(Input::Query(QueryInput::SetEnd(End::Start, to)));
}

const LAST: CellId = CellId(4199);

#[test]
fn nothing_waits_for_distances_and_what_comes_is_shown() {
    let mut editor = editor();
    color(&mut editor);
    let job = job(&mut editor);
    assert_eq!(legend::tint(&editor, LAST), Tint::Area(AreaId(0)), "not known yet");
    let legend = legend::legend(&editor, &editor.camera());
    assert!(legend.note.starts_with("Distances are being computed."), "{}", legend.note);
    assert!(matches!(legend.key, LegendKey::Areas(_)), "what is shown until then");
    assert_eq!(distances::under_way(&editor), Some(job.number), "for the status bar");
    finish(&mut editor, &job);
    assert!(matches!(legend::tint(&editor, LAST), Tint::Distance(share) if share > 0.99), "the far end");
    assert!(
        legend::legend(&editor, &editor.camera()).note.starts_with("A line every 200 m."),
        "{}",
        legend::legend(&editor, &editor.camera()).note
    );
    assert_eq!(jobs(&mut editor), [], "nothing more to find");
}

#[test]
fn an_outdated_result_stays_and_is_marked_until_it_is_computed_again() {
    let mut editor = editor();
    color(&mut editor);
    let first = job(&mut editor);
    finish(&mut editor, &first);
    start_at(&mut editor, 1.5);
    assert!(matches!(legend::tint(&editor, LAST), Tint::Distance(_)), "the old picture");
    assert!(
        legend::legend(&editor, &editor.camera()).note.starts_with("Outdated"),
        "{}",
        legend::legend(&editor, &editor.camera()).note
    );
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    let ground = Vec2::new(0.5, 5.5);
    editor.handle(Input::Hover(Pointer::above(ground, 0.1, Modifiers::default())));
    assert_eq!(distances::path_back(&editor), None, "no path to where the start was");
    let second = job(&mut editor);
    start_at(&mut editor, 0.25);
    let effects = editor.take_effects();
    assert!(effects.contains(&Effect::StopWork(second.number)), "it is not pending any more: {effects:?}");
    finish(&mut editor, &second);
    assert!(
        legend::legend(&editor, &editor.camera()).note.starts_with("Outdated"),
        "an answer to an earlier question is dropped"
    );
    editor.handle(Input::Run(Command::Undo));
    editor.handle(Input::Run(Command::Undo));
    assert!(
        legend::legend(&editor, &editor.camera()).note.starts_with("A line every"),
        "back where it was found: it is of now"
    );
    assert_eq!(distances::path_back(&editor).map(|(path, _)| path.len()), Some(2), "straight back");
}

#[test]
fn nothing_is_asked_for_while_settings_are_dragged() {
    let mut editor = editor();
    color(&mut editor);
    let first = job(&mut editor);
    finish(&mut editor, &first);
    for degrees in 1..5 {
        let mut settings = editor.settings().clone();
        settings.agent.max_slope = f32::to_radians(40.0 + degrees as f32);
        editor.handle(Input::Query(QueryInput::DragSettings(settings)));
    }
    assert_eq!(jobs(&mut editor), [], "it would be old before it is found");
    editor.handle(Input::Run(Command::SelectNone));
    assert_eq!(job(&mut editor).number, first.number + 1, "once it is let go");
}

#[test]
fn what_was_stopped_is_found_once_it_is_chosen_again() {
    let mut editor = editor();
    color(&mut editor);
    let first = job(&mut editor);
    assert_eq!(run(&first, &Progress::stopping_after(0)), Err(Stopped), "it can be broken off");
    editor.handle(Input::JobDone(first.stopped()));
    assert!(
        legend::legend(&editor, &editor.camera()).note.starts_with("Distances were not computed."),
        "{}",
        legend::legend(&editor, &editor.camera()).note
    );
    assert_eq!(jobs(&mut editor), [], "not by itself");
    color(&mut editor);
    assert_eq!(job(&mut editor).number, first.number + 1, "chosen again");
    editor.handle(Input::Run(Command::ColorByArea));
    let effects = editor.take_effects();
    assert_eq!(effects, [Effect::StopWork(first.number + 1)], "it is not needed any more");
}

#[test]
fn progress_of_the_work_never_goes_back() {
    let mut editor = editor();
    color(&mut editor);
    let job = job(&mut editor);
    let (stops, _) = stops(|progress| run(&job, progress));
    assert!(stops.is_sorted_by_key(|stop| stop.1), "{stops:?}");
    let progress = Progress::new();
    assert!(run(&job, &progress).is_ok() && progress.completed() > Some(0.9), "reported to the end");
}
