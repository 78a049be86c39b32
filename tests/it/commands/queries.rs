//! Settings, expected results and ends of queries, by commands.

use navsmith::editor::Editor;
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_formats::document::{Expected, ExpectedLength, Verdict};

use super::{editor, hover, run};
use crate::support::history::history_titles;

#[test]
fn settings_that_are_dragged_are_one_step_and_escape_takes_them_back() {
    let mut editor = editor();
    let radius = |radius| {
        let agent = Agent { radius, ..Agent::default() };
        QueryInput::DragSettings(Settings { agent, ..Settings::default() })
    };
    for step in [0.1, 0.2, 0.3] {
        editor.handle(Input::Query(radius(step)));
        hover(&mut editor, 1.0, 1.0);
    }
    assert_eq!(editor.settings().agent.radius, 0.3, "shown while it is dragged");
    assert!(editor.history().done().is_empty(), "no step yet");
    let settings = editor.settings().clone();
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    assert_eq!(history_titles(&editor), ["Change query settings"], "one step of all");
    editor.handle(Input::Query(radius(0.9)));
    editor.handle(Input::Cancel);
    assert_eq!(editor.settings().agent.radius, 0.3, "taken back");
    editor.handle(Input::Query(radius(0.9)));
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.settings().agent.radius, 0.3, "undo takes back the drag that it ends");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(*editor.settings(), Settings::default(), "and then the one before");
}

#[test]
fn a_query_differs_while_an_edit_makes_its_path_longer() {
    let mut editor = editor();
    editor.handle(Input::Run(Command::ExpectCells));
    editor.handle(Input::Run(Command::NewQuery));
    assert_eq!(checks::verdicts(&editor), [Verdict::Holds, Verdict::Unchecked], "as it came out");
    editor.edit("Delete the middle", |draft| delete_cells(draft, &[CellId(4)]));
    assert!(
        matches!(checks::verdict(&editor, 0), Verdict::Differs { reasons } if reasons.len() == 2),
        "longer, elsewhere"
    );
    assert_eq!(checks::differing_queries(&editor), 1, "counted");
    editor.handle(Input::Run(Command::NextDiffering));
    assert_eq!(editor.active_query_index(), 0, "looked at");
    assert_eq!(checks::verdicts(&editor).len(), 2, "of every query, whichever is looked at");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(checks::verdict(&editor, 0), Verdict::Holds, "as before");
    editor.handle(Input::Run(Command::Redo));
    editor.handle(Input::Run(Command::ExpectAnswer));
    assert_eq!(checks::verdict(&editor, 0), Verdict::Holds, "expected from now on");
    editor.handle(Input::Run(Command::ExpectNothing));
    assert_eq!(checks::verdict(&editor, 0), Verdict::Unchecked, "anything will do");
    assert!(Command::ExpectNothing.enabled(&editor).is_err(), "nothing is expected");
}

#[test]
fn what_is_expected_is_typed_and_each_change_is_one_step() {
    let mut editor = editor();
    let expect =
        |editor: &mut Editor, expected| editor.handle(Input::Query(QueryInput::SetExpected(expected)));
    let cells = |editor: &mut Editor, typed: &str| {
        editor.take_effects();
        editor.handle(Input::Query(QueryInput::SetExpectedCells(typed.into())));
        let said = |effect| match effect {
            Effect::Say(message) => Some(message.text),
            _ => None,
        };
        editor.take_effects().into_iter().filter_map(said).collect::<String>()
    };
    let length = Some(ExpectedLength { length: 1.0, tolerance: 0.5 });
    expect(&mut editor, Some(Expected::Path { length, cells: None }));
    assert!(matches!(checks::verdict(&editor, 0), Verdict::Differs { .. }), "it is longer");
    let crossed = editor.answer().and_then(Answer::path).map(|path| path.corridor.clone()).unwrap();
    let typed = crossed.iter().map(|cell| cell.0.to_string()).collect::<Vec<_>>().join(" , ");
    assert_eq!(cells(&mut editor, &typed), "", "these are cells");
    let wanted = Expected::Path { length, cells: Some(crossed.into()) };
    assert_eq!(editor.active_query().unwrap().expected, Some(wanted.clone()), "beside the length");
    assert_eq!(cells(&mut editor, "1 two"), "\"two\" is no cell. Give numbers of cells, as in 3, 5, 8.");
    assert_eq!(cells(&mut editor, "99"), "There is no cell 99. Give cells that are there.");
    assert_eq!(editor.active_query().unwrap().expected, Some(wanted), "as before");
    assert_eq!(editor.history().done().len(), 2, "a step each, and none for what was refused");
    cells(&mut editor, " ");
    assert_eq!(editor.active_query().unwrap().expected, Some(Expected::Path { length, cells: None }), "any");
    expect(&mut editor, Some(Expected::NoPath));
    assert!(matches!(checks::verdict(&editor, 0), Verdict::Differs { .. }), "there is one");
    expect(&mut editor, Some(Expected::Path { length: None, cells: None }));
    assert_eq!(checks::verdict(&editor, 0), Verdict::Holds, "any path will do");
}

#[test]
fn the_widest_agent_is_reported_and_its_bottleneck_shown() {
    let mut editor = editor();
    editor.edit("Delete the middle", |draft| delete_cells(draft, &[CellId(4)]));
    editor.take_effects();
    editor.handle(Input::Run(Command::WidestAgent));
    let said: Vec<String> = editor
        .take_effects()
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Say(message) => Some(message.text),
            _ => None,
        })
        .collect();
    assert!(said.iter().any(|text| text.contains("a radius of 0.500 m")), "a ring 1 m wide: {said:?}");
    assert_eq!(editor.selection().describe(), "1 edge", "the bottleneck");
    let agent = Agent { radius: 0.2, ..Agent::default() };
    let settings = Settings { agent, ..Settings::default() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    let scene = editor.scene(ViewId::ABOVE);
    let path = scene.marks.iter().find_map(|mark| match mark {
        Mark::Line(Role::Path, points) => Some(points.len()),
        _ => None,
    });
    assert!(path.is_some_and(|points| points > 8), "rounded at the middle's corner: {path:?}");
    let is_width = |mark: &&Mark| matches!(mark, Mark::Label(Role::Number, _, text) if text == "1.00 m");
    assert!(scene.marks.iter().any(|mark| is_width(&mark)), "portals tell their width");
}

#[test]
fn settings_that_make_no_sense_are_passed_over() {
    let mut editor = editor();
    let agent = Agent { radius: -1.0, height: f32::NAN, max_slope: 9.0, max_climb: -0.5 };
    let mut filter = Filter::default();
    filter.set_cost(AreaId(7), 3.0);
    let settings = Settings { agent, filter, max_height: f32::INFINITY, ..Settings::default() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    assert_eq!(*editor.settings(), Settings::default(), "as before");
    assert!(editor.history().done().is_empty(), "no step");
}

#[test]
fn a_new_query_is_asked_as_the_one_before() {
    let mut editor = editor();
    editor.handle(Input::Run(Command::NextAlgorithm));
    editor.handle(Input::Run(Command::NewQuery));
    assert_eq!(editor.settings().algorithm, Algorithm::Nodes(Method::Steps).into(), "in the same way");
    editor.handle(Input::Run(Command::NextAlgorithm));
    editor.handle(Input::Run(Command::PreviousQuery));
    assert_eq!(editor.settings().algorithm, Algorithm::Nodes(Method::Steps).into(), "each query has its own");
}

#[test]
fn costs_follow_their_areas() {
    let mut editor = editor();
    editor.handle(Input::Run(Command::NewArea));
    editor.handle(Input::Run(Command::NewArea));
    let mut settings = editor.settings().clone();
    settings.filter.set_cost(AreaId(2), f32::INFINITY);
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    editor.handle(Input::Area(AreaInput::Remove(AreaId(1))));
    assert!(!editor.settings().filter.allows(AreaId(1)), "the area after it moved up, and so did its cost");
    assert!(editor.settings().filter.allows(AreaId(2)), "there is no such area");
}

#[test]
fn queries_keep_their_ends() {
    let mut editor = editor();
    let first = editor.active_query().cloned();
    run(&mut editor, Command::NewQuery);
    assert_eq!(editor.active_query().map(|query| &*query.name), Some("query 2"), "a name of its own");
    assert!(editor.answer().is_none(), "no ends yet");
    run(&mut editor, Command::NextQuery);
    assert_eq!(editor.active_query().cloned(), first, "round and back");
    assert!(editor.answer().is_some(), "answered again");
    for (command, active) in
        [(Command::NewQuery, 2), (Command::Undo, 0), (Command::Redo, 2), (Command::Undo, 0)]
    {
        run(&mut editor, command);
        assert_eq!(editor.active_query_index(), active, "{command:?}");
    }
    run(&mut editor, Command::StepForward);
    assert!(editor.stepper().cursor().is_some(), "a step of the first query");
    for steps in [2, 1, 0] {
        editor.handle(Input::GoToHistory(steps));
        assert_eq!(editor.stepper().cursor(), None, "no step of another query");
    }
    for command in [Command::NewQuery, Command::NewQuery, Command::RemoveQuery] {
        run(&mut editor, command);
    }
    editor.handle(Input::GoToHistory(1));
    run(&mut editor, Command::NextQuery);
    assert_eq!(editor.active_query_index(), 0, "the first of two");
    editor.handle(Input::GoToHistory(3));
    assert_eq!(editor.active_query_index(), 1, "the remaining one of those that were added");
    run(&mut editor, Command::RemoveQuery);
    assert_eq!(editor.document().queries.len(), 1, "removed");
    assert_eq!(Command::RemoveQuery.enabled(&editor), Err("There is only one query"), "one stays");
}
