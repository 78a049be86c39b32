//! Edits of whole islands, and of all cells.

use std::collections::BTreeSet;

use super::Work;
use crate::check::repair::StepEffect;
use crate::check::repair::effect::Sizes;
use navsmith_core::navmesh::edit::{delete_cells, storable};
use navsmith_core::navmesh::{CellId, Changes, Derived, Draft, IslandId};

impl Work<'_> {
    /// Removes the islands below the area, except those with links.
    pub(super) fn remove_islands(&mut self, effect: &mut StepEffect) {
        let Derived { islands, links, .. } = &self.derived;
        let is_small = |island: &IslandId| {
            let island = islands.all().get(island.0 as usize);
            island.is_some_and(|island| island.area < self.options.min_island)
        };
        let cells = || self.derived.mesh().cells().map(|(cell, _)| cell);
        let small = |cell: CellId| islands.of(cell).filter(is_small);
        let linked: BTreeSet<IslandId> =
            cells().filter(|&cell| links.on(cell).next().is_some()).filter_map(small).collect();
        effect.linked = linked.len();
        let is_removed = |cell: &CellId| small(*cell).is_some_and(|island| !linked.contains(&island));
        let cells: Vec<CellId> = cells().filter(is_removed).collect();
        let places = cells.iter().map(|&cell| self.derived.mesh().centroid(cell)).collect();
        if let Some((sizes, _)) = self.edit(|draft| delete_cells(draft, &cells).is_ok()) {
            effect.add(sizes, places);
        }
    }

    /// Changes all cells by an edit that keeps their union.
    pub(super) fn change_all<T, E>(
        &mut self,
        effect: &mut StepEffect,
        edit: impl Fn(&mut Draft, &[CellId]) -> Result<T, E>,
    ) {
        let cells: Vec<CellId> = self.derived.mesh().cells().map(|(cell, _)| cell).collect();
        let Some((sizes, changes)) = self.edit(|draft| edit(draft, &cells).is_ok()) else { return };
        let mesh = self.derived.mesh();
        let changed = changes.cells.iter().filter(|&&cell| mesh.cell(cell).is_some());
        effect.add(sizes, changed.map(|&cell| mesh.centroid(cell)).collect());
    }

    /// Applies an edit, and returns its effect; `None` if it is refused or cannot be stored.
    pub(super) fn edit(&mut self, edit: impl FnOnce(&mut Draft) -> bool) -> Option<(Sizes, Changes)> {
        let before = self.derived.clone();
        let mut draft =
            Draft::new(before.mesh().clone(), before.adjacency.clone()).with_ids_after(self.given);
        if !edit(&mut draft) || storable(&draft).is_err() {
            return None;
        }
        let changes = self.derived.update(&draft.into_mesh());
        let steps = self.issues.update(self.derived.mesh(), &self.derived, &changes);
        self.take(steps as usize);
        Some((Sizes::of(&before, &self.derived, &changes), changes))
    }
}
