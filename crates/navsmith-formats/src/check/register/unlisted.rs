//! All known issues of a mesh, those that are not listed as well.
//!
//! Of those, the lists store only keys, so they are checked again. `derived` belongs to the mesh of the last update.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Issues;
use crate::check::{Issue, IssueSearch, Key};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{CellId, Derived};

impl Issues {
    /// Returns the known issues of some searches, in the order of [`Issues::iter`].
    pub fn known<'a>(
        &'a self,
        derived: &'a Derived,
        searches: &'a [IssueSearch],
    ) -> impl Iterator<Item = Cow<'a, Issue>> {
        let keys = self.lists.all_keys(move |search| searches.contains(&search));
        keys.filter_map(move |key| self.known_of(derived, key))
    }

    /// Returns the known issues that depend on one of the cells, each once.
    pub fn of_cells<'a>(
        &'a self,
        derived: &'a Derived,
        cells: &[CellId],
    ) -> impl Iterator<Item = Cow<'a, Issue>> + use<'a> {
        let keys: BTreeSet<Key> = cells.iter().flat_map(|&cell| self.lists.keys(cell)).collect();
        keys.into_iter().filter_map(move |key| self.known_of(derived, key))
    }

    /// Whether an issue is known.
    pub fn contains(&self, derived: &Derived, issue: &Issue) -> bool {
        let key = Key::of(issue).filter(|&key| self.lists.contains(key));
        key.and_then(|key| self.known_of(derived, key)).is_some_and(|known| known.is_same(issue))
    }

    /// Returns the cells that overlap a cell or have the same corners, as far as they are known.
    ///
    /// Of several cells with the same corners, each overlaps the first one only.
    pub fn overlaps_of(&self, cell: CellId) -> impl Iterator<Item = CellId> {
        self.lists.keys(cell).filter_map(move |key| match key {
            Key::Overlap(one, other) => Some(if one == cell { other } else { one }),
            _ => None,
        })
    }

    /// Returns the gaps of known issues that depend on a cell.
    pub fn gaps_of_cell(&self, cell: CellId) -> impl Iterator<Item = BoundaryGap> {
        self.lists.keys(cell).filter_map(|key| if let Key::BoundaryGap(gap) = key { Some(gap) } else { None })
    }

    /// Returns the number of known issues that depend on a cell.
    pub fn count_of_cell(&self, cell: CellId) -> usize {
        self.lists.keys(cell).count()
    }

    /// Whether a search stopped early, so that some of its issues are not known.
    pub fn is_stopped(&self, search: IssueSearch) -> bool {
        self.lists.is_stopped(search)
    }

    fn known_of<'a>(&'a self, derived: &Derived, key: Key) -> Option<Cow<'a, Issue>> {
        let listed = self.lists.get(key).map(Cow::Borrowed);
        listed.or_else(|| self.look(derived.mesh(), derived).judge(key).map(Cow::Owned))
    }
}
