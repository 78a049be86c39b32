//! User input about queries: ends, settings, names, expected answers.

use crate::editor::Editor;
use crate::editor::queries::checks;
use crate::editor::queries::query::{self, asking};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_formats::document::Expected;

/// User input about queries besides commands and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryInput {
    /// Activates another query of the document.
    Activate(usize),
    /// Renames the query at an index.
    Rename(usize, String),
    /// Places an end of the active query, or clears it; one undo step.
    SetEnd(End, Option<Endpoint>),
    /// Shows the answer of the active query with other settings.
    ///
    /// All such changes become one undo step at the next input that does more than look. Escape undoes them.
    DragSettings(Settings),
    /// Changes the settings of the active query, as one undo step; invalid values stay unchanged.
    SetSettings(Settings),
    /// Sets the cells that the path is expected to cross, as typed cell numbers; empty for any cells.
    SetExpectedCells(String),
    /// Sets or removes the expected answer of the active query; one undo step.
    SetExpected(Option<Expected>),
    /// Restarts the search of the active query after it was stopped.
    AskAgain,
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: QueryInput) {
    match input {
        QueryInput::Activate(index) => query::activate_query(editor, index),
        QueryInput::Rename(index, name) => rename_query(editor, index, &name),
        QueryInput::SetEnd(_, Some(to)) if !query::is_in_reach(to) => {
            editor.warn("That is no place: coordinates are at most 1,000 km. Type other numbers.");
        }
        QueryInput::SetEnd(end, to) => {
            let verb = if to.is_some() { "Place" } else { "Clear" };
            query::edit_query(editor, &format!("{verb} {end}"), |query| match end {
                End::Start => query.start = to,
                End::Target => query.target = to,
            });
        }
        QueryInput::DragSettings(settings) => drag_settings(editor, &settings),
        QueryInput::SetSettings(settings) => {
            query::set_settings(editor, "Change query settings", &settings);
        }
        QueryInput::SetExpectedCells(typed) => checks::expect_typed_cells(editor, &typed),
        QueryInput::AskAgain => {
            editor.state.query.forget_answer();
            asking::ask(editor);
        }
        QueryInput::SetExpected(expected) => checks::expect(editor, expected.filter(Expected::is_sensible)),
    }
}

/// Places an end of the active query under the pointer, on the topmost floor or on the one in sight.
pub(in crate::editor) fn place_at_pointer(editor: &mut Editor, end: End) {
    if let Some(at) = editor.end_under_pointer() {
        handle(editor, QueryInput::SetEnd(end, Some(at)));
    }
}

/// Places both ends at random walkable positions.
///
/// The revision of the document is the seed. The placement changes the revision, so the next positions differ.
pub(in crate::editor) fn place_ends_at_random(editor: &mut Editor) {
    let drawn = random_points(&query::walkable(editor), editor.revision(), 2);
    let &[start, target] = drawn.as_slice() else {
        return editor.warn("No cell is walkable. Allow an area, or a steeper slope.");
    };
    query::edit_query(editor, "Random start and target", |query| {
        (query.start, query.target) = (Some(start.asked), Some(target.asked));
    });
}

pub(super) fn drag_settings(editor: &mut Editor, settings: &Settings) {
    let settings = query::made_sensible(editor, settings);
    editor.begin_drag("Change query settings");
    let document = query::with_query(editor.document(), editor.active_query_index(), |query| {
        query.settings = settings;
    });
    editor.replace_document(document);
}

pub(super) fn rename_query(editor: &mut Editor, index: usize, name: &str) {
    let name = name.trim();
    if name.is_empty() {
        return editor.warn("A query needs a name. Type at least one letter.");
    }
    if index < editor.document().queries.len() {
        let document = query::with_query(editor.document(), index, |query| query.name = name.into());
        editor.edit_document("Rename query", document);
    }
}
