//! Which islands the user has hidden.
//!
//! Every change renumbers the islands. A hidden island is stored as one of its cells, so it stays hidden while the
//! mesh is edited. It is hidden again when an undo restores that cell.

use std::collections::BTreeSet;

use crate::editor::session::Session;
use navsmith_core::navmesh::{CellId, IslandId};

/// Hidden islands.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Visibility {
    /// One cell of each island that was hidden.
    kept: BTreeSet<CellId>,
    /// Hidden islands in the current numbering.
    hidden: BTreeSet<IslandId>,
}

impl Session {
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

    /// Hides the islands for which a predicate is true.
    pub(in crate::editor) fn hide_islands(&mut self, is_chosen: impl Fn(IslandId) -> bool) {
        let mut found = BTreeSet::new();
        for (cell, _) in self.document.mesh.cells() {
            let Some(island) = self.derived.islands.of(cell) else { continue };
            if is_chosen(island) && found.insert(island) {
                self.visibility.kept.insert(cell);
            }
        }
        self.refresh_visibility();
    }

    /// Shows all islands.
    pub(in crate::editor) fn show_all_islands(&mut self) {
        self.visibility = Visibility::default();
    }

    /// Shows a hidden island.
    pub(in crate::editor) fn show_island(&mut self, island: IslandId) {
        let islands = &self.derived.islands;
        self.visibility.kept.retain(|&cell| islands.of(cell) != Some(island));
        self.refresh_visibility();
    }

    /// Updates the hidden islands after the islands are renumbered.
    pub(in crate::editor) fn refresh_visibility(&mut self) {
        let (islands, visibility) = (&self.derived.islands, &mut self.visibility);
        visibility.hidden = visibility.kept.iter().filter_map(|&cell| islands.of(cell)).collect();
    }
}
