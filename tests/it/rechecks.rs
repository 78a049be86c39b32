//! A changed weld distance: the gaps are searched for again, on a large mesh by a worker.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::recheck;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::session::options::Options;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::check::{IssueKind, Issues};
use navsmith_formats::document::Document;

use crate::support;
use crate::support::jobs::{finish, run};
use crate::support::progress::stops;

/// Builds two fields, each `side` squares of a metre wide and deep, with a gap of 0.1 m between them.
fn fields(side: u32) -> NavMesh {
    let width = side + 1;
    let field = move |gap: f32| {
        (0..width * width)
            .map(move |i| Vec3::new((i % width) as f32 + gap * (side as f32 + 0.1), 0.0, (i / width) as f32))
    };
    let cells = (0..2).flat_map(|nth| {
        (0..side * side).map(move |i| {
            let corner = nth * width * width + i / side * width + i % side;
            Cell::new([corner, corner + width, corner + width + 1, corner + 1].map(VertexId), AreaId(0))
        })
    });
    NavMesh::from_parts(field(0.0).chain(field(1.0)), cells).unwrap()
}

fn weld(editor: &mut Editor, weld_distance: f32) {
    let options = Options { weld_distance, ..editor.options().clone() };
    editor.handle(Input::SetOptions(options));
}

fn jobs(editor: &mut Editor) -> Vec<Job> {
    support::jobs::jobs(editor, "searching for issues")
}

fn misses(editor: &Editor) -> usize {
    editor.issues().iter().filter(|issue| matches!(issue.kind, IssueKind::BoundaryGap(_))).count()
}

fn built(editor: &Editor) -> Issues {
    Issues::build(&editor.document().mesh, editor.derived(), editor.options().weld_distance)
}

#[test]
fn a_small_mesh_is_looked_through_at_once() {
    let mut editor = Editor::new(Document::of_mesh(fields(5)));
    assert_eq!(misses(&editor), 0, "farther apart than 0.05 m");
    weld(&mut editor, 0.2);
    assert!(jobs(&mut editor).is_empty() && misses(&editor) > 0, "nearer than 0.2 m");
}

#[test]
fn a_large_mesh_is_looked_through_outside_while_it_is_edited() {
    let mut editor = Editor::new(Document::of_mesh(fields(110)));
    weld(&mut editor, 0.2);
    let asked = jobs(&mut editor);
    assert_eq!((asked.len(), recheck::under_way(&editor)), (1, Some(asked[0].number)), "asked for");
    assert_eq!(misses(&editor), 0, "those by the distance before");
    editor.edit("Delete", |draft| delete_cells(draft, &[CellId(109), CellId(110 * 110)]));
    finish(&mut editor, &asked[0]);
    assert!(misses(&editor) > 100 && recheck::under_way(&editor).is_none(), "it came back");
    assert_eq!(editor.issues(), &built(&editor), "with what was edited meanwhile");
    weld(&mut editor, 0.3);
    weld(&mut editor, 0.01);
    let [first, second] = <[Job; 2]>::try_from(jobs(&mut editor)).unwrap();
    finish(&mut editor, &first);
    assert_eq!(recheck::under_way(&editor), Some(second.number), "of an older distance");
    finish(&mut editor, &second);
    assert_eq!((misses(&editor), editor.issues().tolerance()), (0, 0.01), "the last one");
}

#[test]
fn where_it_is_stopped_the_distance_is_as_before() {
    let mut editor = Editor::new(Document::of_mesh(fields(110)));
    weld(&mut editor, 0.2);
    let job = jobs(&mut editor).remove(0);
    let (stops, _) = stops(|progress| run(&job, progress));
    assert!(
        stops.len() > 2 && stops.is_sorted_by_key(|stop| stop.1),
        "it reports and can be stopped: {stops:?}"
    );
    editor.handle(Input::JobDone(job.stopped()));
    assert_eq!((editor.options().weld_distance, recheck::under_way(&editor)), (0.05, None), "taken back");
    assert!(matches!(editor.take_effects()[..], [Effect::Say(_)]), "and said");
}
