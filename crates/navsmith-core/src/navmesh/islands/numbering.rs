//! The numbers and statistics of islands.

use super::stats::IslandStats;
use super::{Island, IslandLabel};
use crate::navmesh::{CellId, IslandId, NavMesh, PagedVec};

/// The islands of one revision, numbered by their smallest cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    sums: IslandStats,
    /// Island id of each label; unspecified for an unused label.
    pub(super) names: Vec<IslandId>,
    /// Smallest cell and label of each island, by island id.
    pub(super) firsts: Vec<(CellId, u32)>,
    pub(super) all: Vec<Island>,
}

impl Numbering {
    pub(super) fn build(mesh: &NavMesh, labels: &PagedVec<IslandLabel>) -> Self {
        let mut numbering = Self { sums: IslandStats::build(mesh, labels), ..Self::default() };
        let touched: Vec<u32> = numbering.sums.all().iter().map(|part| part.label).collect();
        numbering.renumber(&touched);
        numbering
    }

    /// Returns the numbering after cells moved or changed their label.
    pub(super) fn updated(&self, mesh: &NavMesh, labels: &PagedVec<IslandLabel>, stale: Vec<CellId>) -> Self {
        let mut numbering = self.clone();
        let touched = numbering.sums.update(mesh, labels, stale);
        numbering.follow(&touched);
        numbering
    }

    /// Copies the new statistics of the islands of these labels.
    ///
    /// Renumbers all islands if any was added or removed, or has another first cell.
    fn follow(&mut self, touched: &[u32]) {
        let is_in_place = |&label: &u32| {
            let part = self.sums.of(label);
            part.is_some_and(|part| self.place_of(label).is_some_and(|at| self.firsts[at].0 == part.first))
        };
        if !touched.iter().all(is_in_place) {
            self.renumber(touched);
            return;
        }
        for &label in touched {
            if let (Some(at), Some(part)) = (self.place_of(label), self.sums.of(label)) {
                self.all[at] = part.island;
            }
        }
    }

    /// Returns the index of a label's island in the list of all islands.
    fn place_of(&self, label: u32) -> Option<usize> {
        let at = self.names.get(label as usize)?.0 as usize;
        self.firsts.get(at).filter(|(_, of)| *of == label).map(|_| at)
    }

    /// Renumbers the islands. Linear in their number.
    fn renumber(&mut self, touched: &[u32]) {
        let old = std::mem::take(&mut self.firsts).into_iter().zip(std::mem::take(&mut self.all));
        let kept = old.filter(|((_, label), _)| touched.binary_search(label).is_err());
        let mut rows: Vec<((CellId, u32), Island)> = kept.collect();
        let parts = touched.iter().filter_map(|&label| self.sums.of(label));
        rows.extend(parts.map(|part| ((part.first, part.label), part.island)));
        // The rows are two sorted runs apart from the last ones, so sorting is nearly linear.
        rows.sort_by_key(|(first, _)| *first);
        (self.firsts, self.all) = rows.into_iter().unzip();
        let labels = self.firsts.iter().map(|&(_, label)| label as usize + 1).max().unwrap_or_default();
        self.names.resize(labels.max(self.names.len()), IslandId(u32::MAX));
        for (id, &(_, label)) in (0..).map(IslandId).zip(&self.firsts) {
            self.names[label as usize] = id;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let of_island = size_of::<Island>() + size_of::<(CellId, u32)>() + size_of::<IslandId>();
        self.sums.bytes() + self.all.len() * of_island
    }
}
