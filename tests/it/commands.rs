//! The command table: complete, one meaning per key, and every edit is undoable.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::HashMap;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::edits::place::{self, PlaceInput};
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::elements::islands::{self, IslandInput};
use navsmith::editor::interaction::commands::shortcut::Shortcut;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::scales;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role, Tint};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, CellId, IslandId, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_formats::check::Issue;
use navsmith_formats::document::{Document, Expected, ExpectedLength, NamedQuery, Verdict};

use crate::docs::key_table;
use crate::support::history::history_titles;

/// Builds three by three squares of 1 m.
///
/// Cell 4 is in the middle. Vertex `4 z + x` is at (x, z).
fn grid() -> NavMesh {
    let vertices = (0..16).map(|i| Vec3::new((i % 4) as f32, 0.0, (i / 4) as f32));
    let cells = (0..9).map(|i| {
        let corner = i / 3 * 4 + i % 3;
        Cell::new([corner, corner + 4, corner + 5, corner + 1].map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(vertices, cells).unwrap()
}

fn editor() -> Editor {
    let end = |x: f32, z: f32| Some(Endpoint { ground: glam::Vec2::new(x, z), height: None });
    let query = NamedQuery { start: end(0.5, 0.5), target: end(2.5, 2.5), ..NamedQuery::default() };
    let mut editor = Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(grid()) });
    hover(&mut editor, 1.5, 1.5);
    editor
}

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

fn pointer(x: f32, z: f32) -> Pointer {
    Pointer::above(glam::Vec2::new(x, z), 0.1, Modifiers::default())
}

fn hover(editor: &mut Editor, x: f32, z: f32) {
    editor.handle(Input::Hover(pointer(x, z)));
}

fn run(editor: &mut Editor, command: Command) {
    assert_eq!(command.enabled(editor), Ok(()), "{command:?} can run");
    editor.handle(Input::Run(command));
    editor.document().mesh.check().unwrap();
}

/// Clicks positions in a mode, adding each element to the selection.
fn select(editor: &mut Editor, mode: Mode, places: &[(f32, f32)]) {
    editor.set_mode(mode);
    for &(x, z) in places {
        let pointer =
            Pointer { modifiers: Modifiers { shift: true, ..Modifiers::default() }, ..pointer(x, z) };
        editor.handle(Input::Hover(pointer));
        editor.handle(Input::Click(pointer));
    }
}

#[test]
fn every_verb_is_in_the_table_once() {
    for &command in Command::ALL {
        let rows = TABLE.iter().filter(|spec| spec.command == command).count();
        assert_eq!(rows, 1, "rows of {command:?}");
    }
}

#[test]
fn no_key_means_two_things() {
    let mut taken: HashMap<Shortcut, Command> = HashMap::new();
    for spec in TABLE.iter() {
        for &shortcut in spec.shortcuts {
            let other = taken.insert(shortcut, spec.command);
            assert_eq!(other, None, "{shortcut} means {:?} and another", spec.command);
        }
    }
}

#[test]
fn titles_and_tooltips_are_fit_to_read() {
    for spec in TABLE.iter() {
        assert!(!spec.title.is_empty(), "{:?} has a title", spec.command);
        assert!(spec.tooltip.len() > 8, "{:?} has a tooltip", spec.command);
        let has_one_sentence = !spec.tooltip.contains(". ");
        assert!(
            !spec.tooltip.ends_with('.') || !has_one_sentence,
            "{:?}: one sentence, no full stop",
            spec.command
        );
        assert!(spec.tooltip.starts_with(char::is_uppercase), "{:?}: a capital", spec.command);
    }
}

#[test]
fn groups_stand_together_in_menu_order() {
    let groups: Vec<CommandGroup> = TABLE.iter().map(|spec| spec.group).collect();
    assert!(groups.is_sorted(), "{groups:?}");
}

#[test]
fn what_cannot_run_says_why() {
    let editor = Editor::new(Document::default());
    for spec in TABLE.iter() {
        if let Err(why) = spec.command.enabled(&editor) {
            assert!(why.len() > 8 && !why.ends_with('.'), "{:?}: {why:?} is a sentence", spec.command);
        }
    }
    assert_eq!(Command::Undo.enabled(&editor), Err("Nothing to undo"), "an example");
}

#[test]
fn what_cannot_run_does_nothing() {
    let mut editor = Editor::new(Document::default());
    for spec in TABLE.iter().filter(|spec| spec.command != Command::Quit) {
        if spec.command.enabled(&editor).is_err() {
            editor.handle(Input::Run(spec.command));
            assert!(editor.history().done().is_empty(), "{:?} made no step", spec.command);
        }
    }
}

#[test]
fn the_key_table_names_every_key() {
    let table = key_table();
    for shortcut in TABLE.iter().flat_map(|spec| spec.shortcuts) {
        assert!(table.contains(&format!("`{shortcut}`")), "{shortcut} is in the table");
    }
}

/// Runs an edit, undoes it and redoes it, comparing the documents.
///
/// Undo restores an equal document.
#[track_caller]
fn check_edit(mode: Mode, places: &[(f32, f32)], command: Command) -> Editor {
    let mut editor = editor();
    select(&mut editor, mode, places);
    let before = editor.document().clone();
    run(&mut editor, command);
    let after = editor.document().clone();
    assert_ne!(before, after, "{command:?} changed something");
    assert_eq!(editor.history().done().len(), 1, "{command:?} is one step");
    run(&mut editor, Command::Undo);
    assert_eq!(*editor.document(), before, "{command:?} undone");
    run(&mut editor, Command::Redo);
    assert_eq!(*editor.document(), after, "{command:?} done again");
    editor
}

/// Centre of the middle cell; [`RIGHT`] is the centre of its right neighbour.
const MIDDLE: (f32, f32) = (1.5, 1.5);
const RIGHT: (f32, f32) = (2.5, 1.5);

#[test]
fn every_edit_of_cells_can_be_undone() {
    for command in [Command::Delete, Command::Triangulate, Command::ReverseWinding, Command::Cut] {
        check_edit(Mode::Cell, &[MIDDLE], command);
    }
    for command in [Command::MergeConvex, Command::Dissolve] {
        let editor = check_edit(Mode::Cell, &[MIDDLE, RIGHT], command);
        assert_eq!(editor.document().mesh.cell_count(), 8, "{command:?}: two cells became one");
    }
}

#[test]
fn every_edit_of_vertices_can_be_undone() {
    let ends = [(1.0, 1.0), (2.0, 2.0)];
    for command in [
        Command::Connect,
        Command::MergeAtFirst,
        Command::MergeAtLast,
        Command::MergeAtCenter,
        Command::Delete,
        Command::NudgeLeft,
        Command::RaiseFar,
    ] {
        check_edit(Mode::Vertex, &ends, command);
    }
    let editor = check_edit(Mode::Vertex, &ends, Command::Connect);
    assert_eq!(editor.document().mesh.cell_count(), 10, "the middle cell was cut");
}

#[test]
fn every_edit_of_edges_can_be_undone() {
    for command in [Command::SplitEdges, Command::Dissolve, Command::Delete] {
        check_edit(Mode::Edge, &[(1.5, 1.0)], command);
    }
}

#[test]
fn every_edit_of_the_query_can_be_undone() {
    for command in [
        Command::SwapEnds,
        Command::ClearEnds,
        Command::NewQuery,
        Command::StartHere,
        Command::TargetHere,
        Command::NewArea,
    ] {
        check_edit(Mode::Cell, &[], command);
    }
}

#[test]
fn the_selection_grows_and_shrinks_by_neighbours() {
    let mut editor = editor();
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    run(&mut editor, Command::GrowSelection);
    assert_eq!(editor.selection().cells().len(), 9, "all around");
    run(&mut editor, Command::ShrinkSelection);
    assert_eq!(editor.selection().cells().len(), 9, "nothing that is not selected touches these");
    run(&mut editor, Command::SelectNone);
    select(&mut editor, Mode::Cell, &[(2.5, 0.5)]);
    run(&mut editor, Command::SelectInverse);
    run(&mut editor, Command::ShrinkSelection);
    assert_eq!(editor.selection().cells().len(), 5, "the three that touched the corner cell are out");
}

#[test]
fn an_island_is_selected_hidden_and_shown() {
    let mut editor = editor();
    run(&mut editor, Command::SelectLinked);
    assert_eq!(editor.selection().cells().len(), 9, "the island under the pointer");
    run(&mut editor, Command::HideIslands);
    assert!(editor.selection().is_empty(), "nothing hidden is selected");
    assert!(islands::rows(&editor).iter().all(|row| row.is_hidden), "hidden");
    hover(&mut editor, 1.5, 1.5);
    assert_eq!(editor.hover(), None, "and not picked");
    run(&mut editor, Command::ShowAllIslands);
    assert!(islands::rows(&editor).iter().all(|row| !row.is_hidden), "shown again");
}

#[test]
fn history_jumps_to_any_step() {
    let mut editor = editor();
    let before = editor.document().clone();
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    run(&mut editor, Command::Triangulate);
    run(&mut editor, Command::Delete);
    let after = editor.document().clone();
    editor.handle(Input::GoToHistory(0));
    assert_eq!(*editor.document(), before, "the beginning");
    editor.handle(Input::GoToHistory(2));
    assert_eq!(*editor.document(), after, "the end");
}

/// Returns an editor with two squares 2 cm apart and a concave cell.
fn broken() -> Editor {
    let corners = [
        [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]],
        [[1.02, 0.0], [1.02, 1.0], [2.0, 1.0], [2.0, 0.0]],
        [[5.0, 0.0], [5.0, 2.0], [5.5, 0.5], [7.0, 0.0]],
    ];
    let vertices = corners.concat().into_iter().map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = (0..3).map(|i| Cell::new((i * 4..i * 4 + 4).map(VertexId), AreaId(0)));
    Editor::new(Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap()))
}

#[test]
fn one_key_welds_what_almost_meets() {
    let mut editor = broken();
    assert_eq!(editor.derived().islands.len(), 3, "before");
    run(&mut editor, Command::Weld);
    assert_eq!(editor.derived().islands.len(), 2, "the squares are one island");
    assert_eq!(editor.history().done().len(), 1, "one step");
    run(&mut editor, Command::Weld);
    assert_eq!(editor.history().done().len(), 1, "nothing is left to weld");
}

#[test]
fn welding_keeps_to_what_is_selected() {
    let mut editor = broken();
    select(&mut editor, Mode::Cell, &[(5.2, 0.5)]);
    run(&mut editor, Command::Weld);
    assert_eq!(editor.derived().islands.len(), 3, "the gap is elsewhere");
}

#[test]
fn one_key_splits_concave_cells() {
    let mut editor = broken();
    run(&mut editor, Command::SelectBroken);
    assert_eq!(editor.selection().cells().len(), 1, "the one that is concave");
    run(&mut editor, Command::SplitConcave);
    assert_eq!(editor.document().mesh.cell_count(), 4, "two of one");
    run(&mut editor, Command::SelectNone);
    run(&mut editor, Command::SplitConcave);
    assert_eq!(editor.history().done().len(), 1, "nothing is left to split");
}

#[test]
fn an_issue_is_framed_selected_and_mended_from_the_list() {
    let mut editor = broken();
    let mut count = editor.issues().len();
    assert!(count >= 2, "a gap and a concave cell");
    while count > 0 {
        editor.handle(Input::Issue(IssueInput::Frame(first(&editor))));
        assert!(!editor.selection().is_empty(), "selected");
        let fixed = first(&editor);
        let fix = fixed.fix().expect("it has a fix");
        editor.handle(Input::Issue(IssueInput::Fix(fixed.clone(), fix.clone())));
        assert!(!editor.issues().iter().any(|issue| issue.is_same(&fixed)), "that one is mended");
        let steps = editor.history().done().len();
        editor.handle(Input::Issue(IssueInput::Fix(fixed, fix)));
        assert_eq!(editor.history().done().len(), steps, "what is gone is not mended again");
        assert!(editor.issues().len() < count, "one less than {count}");
        count = editor.issues().len();
    }
}

fn first(editor: &Editor) -> Issue {
    editor.issues().iter().next().cloned().unwrap()
}

#[test]
fn what_is_wrong_is_marked_only_where_it_can_be_seen() {
    let mut editor = broken();
    let marks = |editor: &Editor, role: Role| {
        let is_of = |mark: &&Mark| matches!(mark, Mark::Fill(of, _) | Mark::Line(of, _) | Mark::Point(of, _) if *of == role);
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_of).count()
    };
    run(&mut editor, Command::FrameAll);
    assert_eq!(marks(&editor, Role::Broken), 1, "the concave cell");
    assert!(marks(&editor, Role::BoundaryGap) > 0, "the gap");
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(glam::Vec2::splat(5000.0))));
    assert_eq!(marks(&editor, Role::Broken) + marks(&editor, Role::BoundaryGap), 0, "out of sight");
}

#[test]
fn duplicates_follow_the_pointer() {
    let mut editor = editor();
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    run(&mut editor, Command::Duplicate);
    assert!(editor.is_gesture_running(), "the copy is in hand");
    hover(&mut editor, 6.5, 1.5);
    editor.handle(Input::Accept);
    assert!(!editor.is_gesture_running(), "put down");
    let mesh = &editor.document().mesh;
    assert_eq!(mesh.cell_count(), 10, "a copy");
    assert_eq!(mesh.bounds().max.x, 7.0, "beside the grid");
    assert_eq!(history_titles(&editor), ["Duplicate 1 cell"], "one step");
}

#[test]
fn escape_takes_a_duplicate_away_again() {
    let mut editor = editor();
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    run(&mut editor, Command::Duplicate);
    hover(&mut editor, 6.5, 1.5);
    editor.handle(Input::Cancel);
    assert_eq!(editor.document().mesh.cell_count(), 9, "no copy");
    assert!(editor.history().done().is_empty(), "no step");
}

#[test]
fn a_cut_of_vertices_deletes_only_what_was_copied() {
    let mut editor = editor();
    select(&mut editor, Mode::Vertex, &[(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (2.0, 2.0)]);
    run(&mut editor, Command::Cut);
    let mesh = &editor.document().mesh;
    assert_eq!((mesh.cell_count(), mesh.vertex_count()), (8, 16), "the cell among them, no neighbour");
}

#[test]
fn coordinates_can_be_typed() {
    let mut editor = editor();
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    editor.handle(Input::Place(PlaceInput::SetCoordinates { x: Some(1.75), y: Some(0.5), z: None }));
    let place = place::of_selection(&editor).unwrap();
    assert_eq!(place.center, Vec3::new(1.75, 0.5, 1.5), "the middle is there");
    assert_eq!(place.height, Some(0.5), "all at one height");
    editor.handle(Input::Place(PlaceInput::OffsetHeight(-0.25)));
    assert_eq!(place::of_selection(&editor).unwrap().height, Some(0.25), "lower by that much");
    assert_eq!(editor.selection().cells().len(), 1, "still selected");
    editor.handle(Input::Place(PlaceInput::OffsetHeight(f32::NAN)));
    assert_eq!(history_titles(&editor), ["Set coordinates", "Offset height"], "nonsense makes no step");
}

#[test]
fn areas_are_added_named_painted_and_removed() {
    let mut editor = editor();
    run(&mut editor, Command::NewArea);
    run(&mut editor, Command::NewArea);
    editor.handle(Input::Area(AreaInput::Rename(AreaId(1), " water ".into())));
    editor.handle(Input::Area(AreaInput::Rename(AreaId(1), "  ".into())));
    assert_eq!(editor.document().areas[1].name, "water", "named, and never empty");
    select(&mut editor, Mode::Cell, &[MIDDLE]);
    run(&mut editor, Command::PaintSelection);
    assert_eq!(scales::area_counts(&editor), [8, 0, 1], "painted with the newest");
    editor.handle(Input::Area(AreaInput::Remove(AreaId(1))));
    assert_eq!(scales::area_counts(&editor), [8, 1], "those after it move up with their cells");
    assert_eq!(editor.options().area, AreaId(1), "what is in hand moves up too");
    let before = editor.document().clone();
    editor.handle(Input::Area(AreaInput::Remove(AreaId(1))));
    editor.handle(Input::Area(AreaInput::Remove(AreaId(0))));
    assert_eq!(editor.document().areas.len(), 1, "one stays");
    assert_eq!(scales::area_counts(&editor), [9], "and has all cells");
    run(&mut editor, Command::Undo);
    assert_eq!(*editor.document(), before, "undone");
}

#[test]
fn hidden_islands_stay_hidden_while_others_are_edited() {
    let mut editor = broken();
    editor.handle(Input::Island(IslandInput::SetHidden(IslandId(2), true)));
    select(&mut editor, Mode::Cell, &[(0.5, 0.5)]);
    run(&mut editor, Command::Delete);
    let rows = islands::rows(&editor);
    let hidden: Vec<bool> = rows.iter().map(|row| row.is_hidden).collect();
    assert_eq!(hidden, [false, true], "renumbered, and still hidden: {rows:?}");
    run(&mut editor, Command::SelectAll);
    assert_eq!(editor.selection().cells().len(), 1, "what is hidden is not selected");
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

#[test]
fn colours_and_their_legend_agree() {
    let mut editor = editor();
    run(&mut editor, Command::ColorByDistance);
    let LegendKey::Scale { from, to } = legend::legend(&editor, &editor.camera()).key else {
        panic!("a scale")
    };
    assert!(from == 0.0 && to > 1.0, "from the start to the farthest cell, {to} m");
    let tints =
        |editor: &Editor| (0..9).map(CellId).map(|cell| legend::tint(editor, cell)).collect::<Vec<_>>();
    assert_eq!(tints(&editor)[0], Tint::Distance(0.0), "the start's own cell");
    assert!(tints(&editor).contains(&Tint::Distance(1.0)), "the farthest");
    run(&mut editor, Command::ColorByHeight);
    assert_eq!(
        legend::legend(&editor, &editor.camera()).key,
        LegendKey::Scale { from: 0.0, to: 0.0 },
        "all level"
    );
    run(&mut editor, Command::ColorByIsland);
    assert_eq!(
        legend::legend(&editor, &editor.camera()).key,
        LegendKey::Islands(vec![(IslandId(0), 9)]),
        "one island"
    );
    run(&mut editor, Command::HideIslands);
    assert!(tints(&editor).iter().all(|&tint| tint == Tint::Hidden), "hidden");
}
