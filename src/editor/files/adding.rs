//! Addition of an imported mesh to the open document.

use std::sync::Arc;

use crate::editor::Editor;
use crate::editor::files::import::ImportedDocument;
use crate::editor::levels::files as levels;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::Message;
use crate::editor::session::selection::Mode;
use navsmith_core::navmesh::CellId;
use navsmith_core::navmesh::edit::{EditResult, stitch};
use navsmith_formats::check::{add_mesh, gaps_beside};
use navsmith_formats::document::{Document, LevelReference, MOST_LEVELS, count};
use navsmith_formats::io::DocumentContent;

/// Adds an imported mesh to the open document as one undo step, and selects and frames it.
///
/// With `welds`, borders nearer than the weld distance are joined with those of the mesh that was there.
pub(super) fn add(editor: &mut Editor, imported: &ImportedDocument, welds: bool) {
    if let Some(file) = &imported.file {
        levels::allow(&mut editor.state, file);
    }
    editor.settled().state.set_mode(Mode::Cell);
    let new = new_levels(editor.document(), imported).count();
    let left_out = (editor.document().levels.len() + new).saturating_sub(MOST_LEVELS);
    let before = editor.begin(&format!("Add {}", imported.name));
    let edited = match editor.preview(&before, |draft| added(draft, imported)) {
        Ok(edited) => edited,
        Err(refusal) => {
            editor.roll_back();
            return editor.warn(&refusal.to_string());
        }
    };
    let welded = if welds { weld_borders(editor, &edited.cells) } else { 0 };
    editor.commit();
    let bounds = editor.bounds_of_cells(&edited.cells);
    editor.state.frame(&bounds);
    let cells = count(edited.cells.len(), "cell", "cells");
    let mut sentences = vec![format!("Added {cells} of {}.", imported.name)];
    sentences.extend((welded > 0).then(|| format!("{} welded.", count(welded, "gap was", "gaps were"))));
    let queries = DocumentContent::Queries.amount(&imported.document.document);
    sentences.extend(queries.map(|queries| format!("Left out: {queries}.")));
    sentences.extend((left_out > 0).then(|| {
        let levels = count(left_out, "level", "levels");
        format!("Left out: {levels}, because a document has at most {MOST_LEVELS}.")
    }));
    sentences.extend(imported.notes.iter().cloned());
    editor.say(Message::info(sentences.join(" ")));
}

fn added(draft: &mut DocumentDraft, imported: &ImportedDocument) -> EditResult {
    let other = &imported.document.document;
    let mut areas = draft.rest.areas.as_ref().clone();
    let edited = add_mesh(draft, &mut areas, other)?;
    draft.rest.areas = areas.into();
    let room = MOST_LEVELS.saturating_sub(draft.rest.levels.len());
    let levels: Vec<_> = new_levels(&draft.rest, imported).take(room).cloned().collect();
    if !levels.is_empty() {
        Arc::make_mut(&mut draft.rest.levels).extend(levels);
    }
    Ok(edited)
}

/// Returns the levels of an imported document whose files the open document does not name.
fn new_levels<'a>(
    document: &'a Document,
    imported: &'a ImportedDocument,
) -> impl Iterator<Item = &'a LevelReference> {
    let is_new = |level: &&LevelReference| !document.levels.iter().any(|known| known.file == level.file);
    imported.document.document.levels.iter().filter(is_new)
}

/// Closes the gaps between added cells and others, as far as possible; returns their number.
fn weld_borders(editor: &mut Editor, added: &[CellId]) -> usize {
    let gaps = gaps_beside(editor.issues(), added);
    if gaps.is_empty() {
        return 0;
    }
    let before = editor.now();
    let welded = editor.preview_keeping(&before, |draft| stitch(draft, &gaps));
    if welded.is_ok() { gaps.len() } else { 0 }
}
