//! The command table: complete, one meaning per key, and every edit is undoable.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod queries;
mod undoing;
mod issues;

use std::collections::HashMap;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::edits::place::{self, PlaceInput};
use navsmith::editor::elements::islands::{self, IslandInput};
use navsmith::editor::interaction::commands::shortcut::Shortcut;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::scales;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::Tint;
use navsmith_core::navmesh::{AreaId, Cell, CellId, IslandId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_formats::document::{Document, NamedQuery};

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

/// Centre of the middle cell; [`RIGHT`] is the centre of its right neighbour.
const MIDDLE: (f32, f32) = (1.5, 1.5);

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
