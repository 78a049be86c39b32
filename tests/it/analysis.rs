//! Analyses of the whole mesh in the editor.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod recording;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::chokepoints::{self, Chokepoint, ChokepointPlace};
use navsmith::editor::analysis::distances;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::analysis::pairs::{self, AnalysisInput};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role, Tint};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::all_pairs::MOST_CELLS;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, NamedQuery};

use crate::support::jobs::{finish, jobs, only_job, run as run_job};

/// Builds squares of 1 m, one for each non-blank character of the picture.
fn squares(picture: &[&str]) -> NavMesh {
    let width = picture[0].len() as u32 + 1;
    let vertices = (0..width * (picture.len() as u32 + 1))
        .map(|i| Vec3::new((i % width) as f32, 0.0, (i / width) as f32));
    let cells = (0..).zip(picture).flat_map(|(z, row)| {
        (0..).zip(row.bytes()).filter(|&(_, letter)| letter != b' ').map(move |(x, _)| {
            let corner = z * width + x;
            let ring = [corner, corner + width, corner + width + 1, corner + 1];
            Cell::new(ring.map(VertexId), AreaId(0))
        })
    });
    NavMesh::from_parts(vertices, cells).unwrap()
}

/// Returns an editor with two rooms and a corridor between them; the start is in the first room.
fn editor() -> Editor {
    editor_with(&[])
}

/// Like [`editor`], but with links.
fn editor_with(links: &[Link]) -> Editor {
    let start = Some(Endpoint { ground: Vec2::new(0.5, 0.5), height: None });
    let query = NamedQuery { name: "query".into(), start, ..NamedQuery::default() };
    let mesh = squares(&["xx  xx", "xxxxxx", "xx  xx"]).with_links(links.iter().copied()).unwrap();
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

fn run(editor: &mut Editor, command: Command) {
    assert_eq!(command.enabled(editor), Ok(()), "{command:?} can run");
    editor.handle(Input::Run(command));
}

fn hover(editor: &mut Editor, x: f32, z: f32) {
    let pointer = Pointer::above(Vec2::new(x, z), 0.1, Modifiers::default());
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    editor.handle(Input::Hover(pointer));
}

fn roles(editor: &Editor) -> Vec<Role> {
    let role = |mark: &Mark| match *mark {
        Mark::Line(role, _) | Mark::Fill(role, _) | Mark::Point(role, _) | Mark::Label(role, ..) => role,
    };
    editor.scene(ViewId::ABOVE).marks.iter().map(role).collect()
}

fn count(editor: &Editor, role: Role) -> usize {
    roles(editor).iter().filter(|&&found| found == role).count()
}

fn delete(editor: &mut Editor, cell: u32) {
    editor.handle(Input::Run(Command::SelectNone));
    editor.handle(Input::Analysis(AnalysisInput::Frame(ChokepointPlace::Cell(CellId(cell)))));
    editor.handle(Input::Run(Command::Delete));
    assert!(editor.document().mesh.cell(CellId(cell)).is_none(), "cell {cell} is deleted");
}

/// Returns the last pairs job that the editor requested.
fn job(editor: &mut Editor) -> Job {
    jobs(editor, "finding all pairs").pop().unwrap()
}

#[test]
fn chokes_are_shown_and_follow_every_edit() {
    let mut editor = editor();
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    run(&mut editor, Command::FrameAll);
    assert_eq!(count(&editor, Role::ChokepointCell), 0, "not asked for");
    run(&mut editor, Command::ToggleChokepoints);
    assert_eq!(
        (count(&editor, Role::ChokepointCell), count(&editor, Role::ChokepointPortal)),
        (4, 3),
        "the corridor"
    );
    assert_eq!(chokepoints::found(&editor)[0].cut_off.cells, 7, "the middle of the corridor cuts off most");
    delete(&mut editor, 7);
    run(&mut editor, Command::FrameAll);
    assert_eq!(
        count(&editor, Role::ChokepointCell),
        1,
        "of the corridor one stub is left, held by its neighbour"
    );
    run(&mut editor, Command::Undo);
    run(&mut editor, Command::FrameAll);
    assert_eq!(count(&editor, Role::ChokepointCell), 4, "back again");
}

#[test]
fn a_choke_of_the_list_is_framed_and_selected() {
    let mut editor = editor();
    let portal = chokepoints::found(&editor).iter().find_map(|chokepoint| match chokepoint.at {
        ChokepointPlace::Portal(side) => Some(side),
        ChokepointPlace::Cell(_) => None,
    });
    editor.handle(Input::Analysis(AnalysisInput::Frame(ChokepointPlace::Portal(portal.unwrap()))));
    assert_eq!(editor.selection().edges().len(), 1, "the portal");
    editor.handle(Input::Analysis(AnalysisInput::Frame(ChokepointPlace::Cell(CellId(6)))));
    assert_eq!(editor.selection().cells().iter().collect::<Vec<_>>(), [&CellId(6)], "the cell");
}

#[test]
fn chokes_of_a_large_mesh_are_found_outside_and_only_of_the_present_one() {
    let rows = vec!["x".repeat(120); 100];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let hall = [&rows[..], &["x"], &rows[..]].concat();
    let mut editor = Editor::new(Document::of_mesh(squares(&hall)));
    assert!(!chokepoints::are_found(&editor) && chokepoints::found(&editor).is_empty(), "not requested");
    run(&mut editor, Command::ToggleChokepoints);
    editor.handle(Input::Analysis(AnalysisInput::FindChokepoints));
    let job = only_job(&mut editor, "finding chokepoints");
    assert_eq!(chokepoints::under_way(&editor), Some(job.number), "asked once");
    let door = ChokepointPlace::Cell(CellId(100 * 120));
    let holds =
        |found: &[Chokepoint]| found.iter().take(3).any(|it| it.at == door && it.cut_off.cells == 12_000);
    let answer = run_job(&job, &Progress::none()).unwrap();
    editor.handle(answer.clone());
    assert!(
        chokepoints::are_found(&editor) && holds(chokepoints::found(&editor)),
        "the door between the halls"
    );
    delete(&mut editor, 7);
    assert!(
        !chokepoints::are_found(&editor) && chokepoints::found(&editor).is_empty(),
        "what was found goes with its mesh"
    );
    editor.handle(Input::Analysis(AnalysisInput::FindChokepoints));
    editor.handle(answer);
    assert!(!chokepoints::are_found(&editor), "an older mesh's");
}

#[test]
fn all_pairs_are_found_outside_and_come_back() {
    let mut editor = editor();
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    run(&mut editor, Command::FrameAll);
    run(&mut editor, Command::FindPairs);
    let job = job(&mut editor);
    assert_eq!(Command::FindPairs.enabled(&editor), Err("All pairs are being computed already"), "once");
    assert_eq!(pairs::under_way(&editor), Some(job.number), "its progress has this number");
    finish(&mut editor, &job);
    assert_eq!(pairs::under_way(&editor), None, "done");
    let pairs = pairs::found(&editor).unwrap();
    assert_eq!(pairs.ways, 14 * 13, "every cell to every other");
    assert!(
        (pairs.diameter.unwrap().length - 7.0).abs() < 1e-9,
        "from corner to corner: {:?}",
        pairs.diameter
    );
    assert_eq!(pairs.travelled[0].ways, 2 * 7 * 7, "all ways between the rooms");
    assert_eq!(count(&editor, Role::Travelled(4)), 3, "the corridor");
    assert_eq!(count(&editor, Role::Diameter), 3, "a way and two ends");
    run(&mut editor, Command::ForgetPairs);
    assert_eq!(count(&editor, Role::Diameter), 0, "forgotten");
}

#[test]
fn an_answer_for_another_mesh_is_dropped() {
    let mut editor = editor();
    run(&mut editor, Command::FindPairs);
    let old = job(&mut editor);
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, None)));
    assert!(pairs::under_way(&editor).is_some(), "ends do not matter");
    delete(&mut editor, 0);
    assert_eq!(pairs::under_way(&editor), None, "it is not pending any more");
    assert!(editor.take_effects().contains(&Effect::StopWork(old.number)), "it is broken off");
    finish(&mut editor, &old);
    assert!(pairs::found(&editor).is_none(), "an older mesh's");
    run(&mut editor, Command::FindPairs);
    finish(&mut editor, &old);
    assert!(pairs::found(&editor).is_none(), "another job's");
    let new = job(&mut editor);
    finish(&mut editor, &new);
    assert!(pairs::found(&editor).is_some(), "its own");
    delete(&mut editor, 1);
    assert!(pairs::found(&editor).is_none(), "what was found goes with its mesh");
}

#[test]
fn work_that_is_cancelled_or_breaks_down_leaves_nothing() {
    let mut editor = editor();
    run(&mut editor, Command::FindPairs);
    let first = job(&mut editor);
    run(&mut editor, Command::ForgetPairs);
    assert_eq!(editor.take_effects(), [Effect::StopWork(first.number)], "broken off");
    editor.handle(Input::JobDone(first.stopped()));
    assert_eq!(editor.take_effects(), [], "as asked, so nothing is said");
    run(&mut editor, Command::FindPairs);
    let second = job(&mut editor);
    editor.handle(Input::JobDone(second.failed("It fell over.".into())));
    assert!(
        matches!(&editor.take_effects()[..], [Effect::Say(description)] if description.text == "It fell over."),
        "its message"
    );
    assert_eq!(Command::FindPairs.enabled(&editor), Ok(()), "it can be tried again");
}

#[test]
fn a_mesh_that_is_too_large_for_all_pairs_says_so() {
    let rows = vec!["x".repeat(MOST_CELLS / 2 + 1); 2];
    let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
    let editor = Editor::new(Document::of_mesh(squares(&rows)));
    let why = Command::FindPairs.enabled(&editor).unwrap_err();
    assert!(why.contains("2,000 cells"), "{why}");
    assert!(Command::FindPairs.enabled(&Editor::new(Document::default())).is_err(), "nothing to find");
}

#[test]
fn the_true_distance_is_coloured_and_tracked_back_from_the_pointer() {
    let mut editor = editor();
    assert!(
        distances::true_distance(&editor).is_none() && distances::path_back(&editor).is_none(),
        "not asked for"
    );
    run(&mut editor, Command::ColorByTrueDistance);
    hover(&mut editor, 0.5, 2.5);
    run(&mut editor, Command::FrameAll);
    let (path, length) = distances::path_back(&editor).unwrap();
    assert_eq!(
        (path, length),
        (vec![Vec2::new(0.5, 2.5), Vec2::new(0.5, 0.5)], 2.0),
        "straight down the room"
    );
    hover(&mut editor, 4.5, 0.5);
    let (path, length) = distances::path_back(&editor).unwrap();
    let corners = [[4.5, 0.5], [4.0, 1.0], [2.0, 1.0], [0.5, 0.5]].map(Vec2::from);
    assert_eq!(path, corners, "round both ends of the corridor");
    assert!((length - (0.5_f64.sqrt() + 2.0 + 2.5_f64.sqrt())).abs() < 1e-9, "{length} m");
    assert!(
        count(&editor, Role::Isoline) > 12 && count(&editor, Role::BackTrack) == 5,
        "{:?}",
        roles(&editor)
    );
    assert_eq!(legend::tint(&editor, CellId(0)), Tint::Distance(0.0), "the start's cell");
    let legend = legend::legend(&editor, &editor.camera());
    assert!(legend.note.starts_with("A line every 1 m"), "{}", legend.note);
    assert!(matches!(legend.key, LegendKey::Scale { from: 0.0, to } if to > 5.0), "{:?}", legend.key);
    hover(&mut editor, 3.0, 0.5);
    assert_eq!(count(&editor, Role::BackTrack), 0, "off the mesh");
    delete(&mut editor, 6);
    assert_eq!(legend::tint(&editor, CellId(2)), Tint::Unreached, "the other room cannot be reached now");
}

#[test]
fn where_there_are_links_the_true_distance_says_that_it_takes_none_and_chokes_count_them() {
    let mut without = editor();
    let bridge = Link::between(Vec3::new(1.5, 0.0, 0.5), Vec3::new(4.5, 0.0, 0.5));
    let mut with = editor_with(&[Link { is_one_way: true, ..bridge }]);
    let holds = |editor: &Editor, cell| {
        chokepoints::found(editor).iter().any(|chokepoint| chokepoint.at == ChokepointPlace::Cell(cell))
    };
    let corridor = [CellId(6), CellId(7)];
    assert!(
        corridor.iter().all(|&cell| holds(&without, cell)),
        "the one way: {:?}",
        chokepoints::found(&without)
    );
    assert!(
        !corridor.iter().any(|&cell| holds(&with, cell)),
        "the link is another: {:?}",
        chokepoints::found(&with)
    );
    for editor in [&mut without, &mut with] {
        run(editor, Command::ColorByTrueDistance);
    }
    let description =
        |editor: &Editor| legend::legend(editor, &editor.camera()).note.contains("On foot, without links.");
    assert_eq!(
        [description(&without), description(&with)],
        [false, true],
        "{}",
        legend::legend(&with, &with.camera()).note
    );
}

#[test]
fn the_farthest_pair_may_be_farther_one_way_over_a_link_than_back() {
    let bridge = Link::between(Vec3::new(0.5, 0.0, 0.5), Vec3::new(5.5, 0.0, 0.5));
    let mut editor = editor_with(&[Link { is_one_way: true, cost: 0.1, ..bridge }]);
    run(&mut editor, Command::FindPairs);
    let job = job(&mut editor);
    finish(&mut editor, &job);
    let found = pairs::found(&editor).unwrap();
    let diameter = found.diameter.unwrap();
    let x = |cell: CellId| editor.document().mesh.centroid(cell).x;
    assert!(x(diameter.from) > x(diameter.to), "back there is no link: {diameter:?}");
    let through: u64 = found.travelled.iter().map(|portal| portal.ways).sum();
    assert!(found.ways == 14 * 13 && through > found.ways, "all reach all, on foot too: {found:?}");
}
