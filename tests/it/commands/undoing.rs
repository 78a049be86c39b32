//! Every edit by a command is undoable.

use navsmith::editor::Editor;
use navsmith::editor::elements::islands;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::selection::Mode;

use super::{MIDDLE, editor, hover, run, select};

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
