//! Undo, clipboard and deletion commands.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::interaction::clipboard;
use crate::editor::interaction::kinds::group;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::edit::{
    EditResult, Edited, delete_cells, delete_edges, delete_vertices, dissolve_edges, dissolve_vertices,
    merge_convex,
};
use navsmith_core::navmesh::{CellId, Edge, VertexId};
use navsmith_formats::document::count;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::Undo, "Undo", "Undo the last step", |editor| {
        editor.undo();
    })
    .keys(&[Shortcut::command(Key::Z)])
    .when(|state| needs::need(!state.history().done().is_empty(), "Nothing to undo")),
    Spec::new(Command::Redo, "Redo", "Redo the last undone step", |editor| {
        editor.redo();
    })
    .keys(&[Shortcut::command(Key::Z).and_shift(), Shortcut::command(Key::Y)])
    .when(|state| needs::need(!state.history().undone().is_empty(), "Nothing to redo")),
    Spec::new(Command::Cut, "Cut", "Copy the selection to the clipboard and delete it", clipboard::cut)
        .keys(&[Shortcut::command(Key::X)])
        .when(needs::copyable),
    Spec::new(Command::Copy, "Copy", "Copy the selection to the clipboard as text", |editor| {
        clipboard::copy(editor);
    })
    .keys(&[Shortcut::command(Key::C)])
    .when(needs::copyable),
    Spec::new(Command::Paste, "Paste", "Insert the clipboard's content under the pointer", |editor| {
        editor.ask_outside(Effect::Paste);
    })
    .keys(&[Shortcut::command(Key::V)]),
    Spec::new(Command::Duplicate, "Duplicate", "Copy the selection and move the copy", clipboard::duplicate)
        .keys(&[Shortcut::shift(Key::D)])
        .when(needs::copyable),
    Spec::new(Command::Delete, "Delete", "Delete the selection and the cells that use it", delete)
        .keys(&[Shortcut::plain(Key::X), Shortcut::plain(Key::Delete)])
        .when(needs::selection),
    Spec::new(
        Command::Dissolve,
        "Dissolve",
        "Remove edges or vertices and join the cells around them, where the result is convex",
        dissolve,
    )
    .keys(&[Shortcut::alt(Key::X), Shortcut::command(Key::Delete)])
    .when(can_dissolve),
];

fn delete(editor: &mut Editor) {
    let (vertices, edges, cells) = chosen(editor);
    let objects: Vec<Element> = editor.selection().objects().iter().copied().collect();
    let title = format!("Delete {}", editor.selection().describe());
    let others = group::going_to(editor.document(), editor.selection().objects());
    let is_done = editor.edit(&title, |draft| -> EditResult {
        // The last ones first: without one, those behind it have other indices.
        objects.iter().rev().try_for_each(|object| object.delete(draft))?;
        if !vertices.is_empty() {
            delete_vertices(draft, &vertices)
        } else if !edges.is_empty() {
            delete_edges(draft, &edges)
        } else if !cells.is_empty() {
            delete_cells(draft, &cells)
        } else {
            Ok(Edited::default())
        }
    });
    if is_done && others > 0 {
        let groups = count(others, "group", "groups");
        editor.say(Message::info(format!("The target of {groups} is deleted. They go to the pointer now.")));
    }
}

fn can_dissolve(state: &State) -> Enabled {
    let selection = state.selection();
    if selection.cells().len() == 1 && selection.vertices().is_empty() && selection.edges().is_empty() {
        return Err("Select at least two cells, or edges or vertices between cells");
    }
    needs::elements(state)
}

fn dissolve(editor: &mut Editor) {
    let (vertices, edges, cells) = chosen(editor);
    let title = format!("Dissolve {}", editor.selection().clone().without_objects().describe());
    editor.edit(&title, |draft| -> EditResult {
        if !vertices.is_empty() {
            dissolve_vertices(draft, &vertices)
        } else if !edges.is_empty() {
            dissolve_edges(draft, &edges)
        } else {
            merge_convex(draft, &cells)
        }
    });
}

fn chosen(session: &Session) -> (Vec<VertexId>, Vec<Edge>, Vec<CellId>) {
    let selection = session.selection();
    (
        selection.vertices().iter().copied().collect(),
        selection.edges().iter().copied().collect(),
        selection.cells().iter().copied().collect(),
    )
}
