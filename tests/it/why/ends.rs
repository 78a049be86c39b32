//! Ends that are off the mesh, too high or on another island.

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::analysis::why::{self, WhyInput};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::Role;
use navsmith_core::navmesh::{CellId, Link};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;

use super::{apart, count, described, editor, squares};

#[test]
fn without_a_path_the_nearest_reachable_point_is_shown_and_becomes_the_target() {
    let mut editor = apart();
    let nearest = *why::nearest_reachable(&editor).unwrap();
    expect!["nearest reachable point: (2.00, 0.00, 2.00), 4.00 m from the target"]
        .assert_eq(&nearest.to_string());
    assert_eq!(why::why_not(&editor).unwrap().nearest, Some(&nearest), "listed with the reason");
    assert_eq!(count(&editor, Role::Reachable), 3, "a line, its end and how long it is");
    let steps = editor.history().done().len();
    editor.handle(Input::Why(WhyInput::TargetNearest));
    let placed = editor.endpoint(End::Target).unwrap();
    assert_eq!((placed.ground, placed.height), (Vec2::new(2.0, 2.0), None), "no height is needed");
    let whole = editor.answer().unwrap();
    assert!(whole.why().is_none() && whole.path().is_some(), "a whole path leads there: {whole:?}");
    assert_eq!(editor.history().done().len(), steps + 1, "one step");
    assert_eq!((count(&editor, Role::Reachable), why::nearest_reachable(&editor)), (0, None), "there now");
    assert!(Command::TargetNearest.enabled(&editor).is_err(), "and no command");
    editor.handle(Input::Run(Command::Undo));
    editor.handle(Input::Run(Command::TargetNearest));
    assert_eq!(editor.endpoint(End::Target), Some(placed), "by command too");
}

#[test]
fn the_nearest_reachable_point_is_looked_for_over_links_and_under_other_floors() {
    // A square over half of another, and a third beyond a link from the lower one.
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(6.0, 0.0, 1.0));
    let mesh = squares(&[[0.0; 3], [7.0, 3.0, 0.0], [5.0, 0.0, 0.0], [6.0, 5.0, 0.0]]).with_links([link]);
    let mut editor = editor(mesh.unwrap(), [[1.0, 1.0], [8.9, 1.0]], Settings::default());
    expect!["nearest reachable point: (7.00, 0.00, 1.00), 1.90 m from the target"]
        .assert_eq(&why::nearest_reachable(&editor).unwrap().to_string());
    editor.handle(Input::Why(WhyInput::TargetNearest));
    assert_eq!(editor.endpoint(End::Target).unwrap().height, Some(0.0), "for another floor is above");
    assert!(editor.answer().unwrap().why().is_none(), "a whole path");
}

#[test]
fn an_end_that_hangs_too_high_is_let_down_to_its_floor_at_a_click() {
    let mut editor = editor(squares(&[[0.0; 3]]), [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    let high = Endpoint { ground: Vec2::new(0.5, 0.5), height: Some(3.25) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Start, Some(high))));
    expect!["the start is off the mesh; it was moved 3.25 m down to the nearest point, on cell 0; reach floors 3.25 m below to be there"]
        .assert_eq(&editor.answer().unwrap().why().unwrap().to_string());
    expect![[r#"
        reach floors 3.25 m below: 1.41 m
    "#]]
    .assert_eq(&described(&editor));
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert_eq!(editor.settings().max_height, 3.25, "no more than it takes");
    assert!(editor.answer().unwrap().why().is_none(), "it is on the mesh");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.settings().max_height, 2.0, "one step");
    let beside = Endpoint { ground: Vec2::new(-5.0, 0.5), height: Some(3.25) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Start, Some(beside))));
    assert_eq!(why::why_not(&editor).unwrap().opened, None, "no floor is below");
}

#[test]
fn an_end_over_another_island_is_let_down_to_its_own() {
    // The target is 6 m above the first floor, nearer to an unreachable roof.
    let mesh = squares(&[[0.0; 3], [2.5, 6.0, 0.0]]);
    let mut editor = editor(mesh, [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    let high = Endpoint { ground: Vec2::new(1.5, 1.5), height: Some(6.0) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(high))));
    let opened = why::why_not(&editor).unwrap().opened.unwrap();
    expect!["reach floors 6.00 m below"].assert_eq(&opened.relaxation().unwrap().to_string());
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert!(editor.answer().unwrap().why().is_none(), "it is on the floor below");
}

#[test]
fn for_an_end_off_the_mesh_every_candidate_is_ruled_out_with_a_reason() {
    let mut editor =
        editor(squares(&[[0.0; 3], [5.0, 0.0, 1.0]]), [[1.0, 1.0], [1.5, 1.5]], Settings::default());
    assert!(why::ruled_out(&editor).is_empty(), "both are on the mesh");
    let hanging = Endpoint { ground: Vec2::new(1.5, 1.5), height: Some(9.0) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(hanging))));
    let captions: Vec<String> = why::ruled_out(&editor).iter().map(|event| event.caption() + "\n").collect();
    expect![[r#"
        Target: cell 0 is ruled out: its floor is too far below the target.
        The target is off the mesh. It is moved to the nearest point, on cell 0.
    "#]]
    .assert_eq(&captions.concat());
    editor.handle(Input::Why(WhyInput::FrameCell(CellId(0))));
    assert_eq!(editor.selection().cells().len(), 1, "the candidate");
    editor.handle(Input::Why(WhyInput::FrameCell(CellId(77))));
    assert!(editor.selection().is_empty(), "there is no such cell");
}
