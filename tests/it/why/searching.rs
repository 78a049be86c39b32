//! Searches for fixes of a large mesh by a job.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::why::{self, WhyInput, finding};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::JoinKind;

use super::{apart, described, editor, length, squares};
use crate::support::jobs::{finish, jobs, only_job, run};
use crate::support::progress::stops;

/// Takes the job that determines why there is no path.
fn the_job(editor: &mut Editor) -> Job {
    editor.handle(Input::Tick(1.0));
    only_job(editor, "searching for fixes")
}

/// Finishes the job for the fixes, and the one for the offers that follows it.
fn finish_both(editor: &mut Editor, job: &Job) {
    finish(editor, job);
    let offers = the_job(editor);
    finish(editor, &offers);
}

/// Builds two squares apart and a large distant field, so that the search for fixes takes long.
fn far_apart() -> Editor {
    const SIDE: u32 = 142;
    let near = squares(&[[0.0; 3], [5.0, 0.0, 1.0]]);
    let corner = |x: u32, z: u32| VertexId(8 + x * (SIDE + 1) + z);
    let all = |count: u32| (0..count).flat_map(move |x| (0..count).map(move |z| (x, z)));
    let far = all(SIDE + 1).map(|(x, z)| Vec3::new(x as f32, 0.0, 900.0 + z as f32));
    let ring = |(x, z)| [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
    let cells = near.cells().map(|(_, cell)| cell.clone());
    let cells = cells.chain(all(SIDE).map(|square| Cell::new(ring(square), AreaId(0))));
    let mesh = NavMesh::from_parts(near.vertices().map(|(_, at)| at).chain(far), cells).unwrap();
    editor(mesh, [[1.0, 1.0], [6.0, 2.0]], Settings::default())
}

#[test]
fn a_gap_that_is_not_there_is_not_looked_at() {
    let mut editor = apart();
    editor.handle(Input::Apply(ProposalSource::Gaps(3, JoinKind::Bridge)));
    let not = why::why_not(&editor).unwrap();
    assert_eq!((not.chosen, not.offers.len()), (0, 3), "the one before is");
}

#[test]
fn a_worker_searches_for_fixes_of_a_large_mesh() {
    let (small, mut large) = (apart(), far_apart());
    assert_eq!(
        (described(&large), finding::is_awaited(&large)),
        (String::new(), true),
        "the editor does not block"
    );
    assert!(Command::BridgeGap.enabled(&large).is_err(), "not known yet");
    let job = the_job(&mut large);
    finish_both(&mut large, &job);
    assert_eq!(
        (described(&large), finding::is_awaited(&large)),
        (described(&small), false),
        "as of a small mesh"
    );
    assert_eq!(why::nearest_reachable(&large), why::nearest_reachable(&small), "the nearest point too");
    large.handle(Input::Tick(2.0));
    assert!(large.take_effects().is_empty(), "nothing is left to be found out");
    large.handle(Input::Apply(ProposalSource::Gaps(0, JoinKind::Bridge)));
    assert!(length(&large).is_some(), "joined");
}

#[test]
fn the_search_for_fixes_can_be_stopped_and_starts_again_after_a_change() {
    let mut editor = far_apart();
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    let job = the_job(&mut editor);
    assert_eq!(run(&job, &Progress::stopping_after(2)), Err(Stopped), "it can be stopped");
    editor.handle(Input::JobDone(job.stopped()));
    assert!(finding::is_given_up(&editor) && !finding::is_awaited(&editor), "stopped");
    editor.handle(Input::Tick(2.0));
    assert!(editor.take_effects().is_empty(), "it does not begin again by itself");
    let why_not = Command::BridgeGap.enabled(&editor).unwrap_err();
    assert!(why_not.contains("search for fixes stopped"), "nothing is said to be known: {why_not}");
    editor.handle(Input::Why(WhyInput::FindOut));
    let again = the_job(&mut editor);
    let place = Endpoint { ground: Vec2::new(6.5, 2.0), height: None };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(place))));
    assert!(editor.take_effects().contains(&Effect::StopWork(again.number)), "another question");
    finish(&mut editor, &again);
    assert_eq!(described(&editor), "", "that was of the one before");
    let next = the_job(&mut editor);
    finish_both(&mut editor, &next);
    assert!(described(&editor).contains("Bridge"), "{}", described(&editor));
}

#[test]
fn a_drag_shows_no_message_about_the_search_for_fixes() {
    let mut editor = far_apart();
    let agent = Agent { radius: 0.1, ..Agent::default() };
    editor.handle(Input::Query(QueryInput::DragSettings(Settings { agent, ..Settings::default() })));
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    editor.handle(Input::Tick(1.0));
    assert!(jobs(&mut editor, "searching for fixes").is_empty(), "not yet");
    assert!(finding::is_put_off(&editor), "and that is said");
    let why_not = Command::BridgeGap.enabled(&editor).unwrap_err();
    assert!(why_not.contains("after the drag"), "of commands too: {why_not}");
    editor.handle(Input::Query(QueryInput::SetSettings(Settings { agent, ..Settings::default() })));
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    the_job(&mut editor);
    assert!(finding::is_awaited(&editor) && !finding::is_put_off(&editor), "let go");
}

#[test]
fn looking_for_the_nearest_point_and_for_gaps_stops_midway() {
    let mut editor = far_apart();
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    let job = the_job(&mut editor);
    let (stops, _) = stops(|progress| run(&job, progress));
    assert!(stops.is_sorted_by_key(|stop| stop.1), "progress never goes back: {stops:?}");
    for stage in ["the nearest point", "the nearest gaps"] {
        let count = stops.iter().filter(|stop| stop.0 == stage).count();
        assert!(count > 1, "{stage} can be stopped midway: {stops:?}");
    }
}
