//! Islands: their list, and which of them are hidden.
//!
//! Every change renumbers the islands. A hidden island is stored as one of its cells, so it stays hidden while the
//! mesh is edited. It is hidden again when an undo restores that cell.

use std::collections::BTreeSet;

use crate::editor::Editor;
use crate::editor::elements::entity;
use crate::navmesh::{CellId, IslandId};

/// Hidden islands.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Visibility {
    /// One cell of each island that was hidden.
    kept: BTreeSet<CellId>,
    /// Hidden islands in the current numbering.
    hidden: BTreeSet<IslandId>,
}

impl Editor {
    /// Whether the user has hidden a cell; it is then neither drawn nor picked.
    pub fn is_hidden(&self, cell: CellId) -> bool {
        !self.visibility.hidden.is_empty()
            && self.derived.islands.of(cell).is_some_and(|island| self.visibility.hidden.contains(&island))
    }

    /// Whether any island is hidden.
    pub fn has_hidden(&self) -> bool {
        !self.visibility.hidden.is_empty()
    }

    /// Returns the hidden islands in the current numbering.
    pub fn hidden_islands(&self) -> &BTreeSet<IslandId> {
        &self.visibility.hidden
    }
}

/// Hides islands and deselects their elements.
pub(in crate::editor) fn hide_islands(editor: &mut Editor, is_chosen: impl Fn(IslandId) -> bool) {
    let mut found = BTreeSet::new();
    for (cell, _) in editor.document.mesh.cells() {
        let Some(island) = editor.derived.islands.of(cell) else { continue };
        if is_chosen(island) && found.insert(island) {
            editor.visibility.kept.insert(cell);
        }
    }
    refresh_visibility(editor);
    editor.selection =
        editor.selection.elements().filter(|&e| !entity::is_element_hidden(editor, e)).collect();
}

pub(super) fn show_island(editor: &mut Editor, island: IslandId) {
    let islands = &editor.derived.islands;
    editor.visibility.kept.retain(|&cell| islands.of(cell) != Some(island));
    refresh_visibility(editor);
}

pub(in crate::editor) fn show_all_islands(editor: &mut Editor) {
    editor.visibility = Visibility::default();
}

/// Updates the hidden islands after the islands are renumbered.
pub(in crate::editor) fn refresh_visibility(editor: &mut Editor) {
    let islands = &editor.derived.islands;
    let visibility = &mut editor.visibility;
    visibility.hidden = visibility.kept.iter().filter_map(|&cell| islands.of(cell)).collect();
}
