//! Connected components of cells.

use super::{Adjacency, CellId, IslandId, NavMesh, PagedVec};
use crate::geometry::Bounds;
use crate::graph::union_find;
use flood::Flood;
use stats::IslandStats;

mod flood;
mod stats;

/// A connected component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Island {
    /// Number of cells.
    pub cells: usize,
    /// Area on the ground in m². Overlaps count twice; flipped cells count as positive.
    pub area: f64,
    /// Bounding box.
    pub bounds: Bounds,
}

impl Island {
    const EMPTY: Self = Self { cells: 0, area: 0.0, bounds: Bounds::EMPTY };

    fn add(&mut self, part: &Self) {
        self.cells += part.cells;
        self.area += part.area;
        self.bounds = self.bounds.union(part.bounds);
    }
}

/// The island of every cell and the statistics of every island.
///
/// Islands are numbered by their smallest cell id. Cheap to clone except for the list of islands. Cells carry labels,
/// which stay unchanged when other islands change. Only the map from labels to ids changes.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// Label of the cell at each slot.
    labels: PagedVec<Label>,
    sums: IslandStats,
    /// Island id of each label; unspecified for an unused label.
    names: Vec<IslandId>,
    /// Labels that no cell carries.
    free: Vec<u32>,
    /// Smallest cell and label of each island, by island id.
    firsts: Vec<(CellId, u32)>,
    all: Vec<Island>,
}

/// The label of a cell's island, or [`Label::NONE`] for a slot without a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Label(u32);

impl Label {
    const NONE: Self = Self(u32::MAX);
}

impl Default for Label {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for Islands {
    fn eq(&self, other: &Self) -> bool {
        let slots = self.labels.len();
        let is_alike = slots == other.labels.len() && self.all == other.all;
        is_alike && (0..slots as u32).map(CellId).all(|cell| self.of(cell) == other.of(cell))
    }
}

impl Islands {
    /// Builds the islands by union-find. Linear.
    pub fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let labels = labels(mesh, adjacency);
        let sums = IslandStats::build(mesh, &labels);
        let mut islands = Self { labels, sums, ..Self::default() };
        for part in islands.sums.all() {
            // The build assigns labels in the order of the islands.
            islands.names.push(IslandId(part.label));
            islands.firsts.push((part.first, part.label));
            islands.all.push(part.island);
        }
        islands
    }

    /// Updates the islands after changes of cells.
    ///
    /// `changed` lists cells that were changed, added or removed, or that have a corner that moved. `relinked` lists
    /// cells whose neighbours may have changed. Both are sorted by id. Takes time proportional to their lengths, and
    /// to the smaller part of each island that split or merged.
    pub(super) fn update(
        &mut self,
        mesh: &NavMesh,
        adjacency: &Adjacency,
        changed: &[CellId],
        relinked: &[CellId],
    ) {
        let mut stale: Vec<CellId> = changed.to_vec();
        self.labels.resize(mesh.cell_slots().max(self.labels.len()));
        for &cell in changed.iter().filter(|cell| mesh.cell(**cell).is_none()) {
            self.give(cell, Label::NONE);
        }
        let seeds: Vec<CellId> = relinked.iter().copied().filter(|cell| mesh.cell(*cell).is_some()).collect();
        if !seeds.is_empty() {
            Flood::of(self, adjacency, &seeds).run(&mut stale);
        }
        let touched = self.sums.update(mesh, &self.labels, stale);
        self.labels.resize(mesh.cell_slots());
        self.follow(&touched);
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
        for &label in touched {
            match self.sums.of(label) {
                Some(part) => rows.push(((part.first, label), part.island)),
                None => self.free.push(label),
            }
        }
        // The rows are two sorted runs apart from the last ones, so sorting is nearly linear.
        rows.sort_by_key(|(first, _)| *first);
        (self.firsts, self.all) = rows.into_iter().unzip();
        for (id, &(_, label)) in (0..).map(IslandId).zip(&self.firsts) {
            self.names[label as usize] = id;
        }
    }

    fn label(&self, cell: CellId) -> Label {
        self.labels.get(cell.0 as usize).copied().unwrap_or_default()
    }

    fn give(&mut self, cell: CellId, label: Label) {
        if self.label(cell) != label
            && let Some(slot) = self.labels.get_mut(cell.0 as usize)
        {
            *slot = label;
        }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        let of_island = size_of::<Island>() + size_of::<(CellId, u32)>() + size_of::<IslandId>();
        self.labels.bytes() + self.sums.bytes() + self.all.len() * of_island
    }

    /// Returns a label that no cell carries.
    fn new_label(&mut self) -> Label {
        Label(self.free.pop().unwrap_or_else(|| {
            self.names.push(IslandId(u32::MAX));
            self.names.len() as u32 - 1
        }))
    }

    /// Returns the islands, sorted by id.
    pub fn all(&self) -> &[Island] {
        &self.all
    }

    /// Returns the number of islands.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no islands.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the cell of an island with the smallest id; `None` if there is no such island.
    pub fn first_cell(&self, island: IslandId) -> Option<CellId> {
        self.firsts.get(island.0 as usize).map(|&(cell, _)| cell)
    }

    /// Returns a cell's island; `None` if there is no such cell.
    pub fn of(&self, cell: CellId) -> Option<IslandId> {
        let label = self.label(cell);
        (label != Label::NONE).then(|| self.names[label.0 as usize])
    }
}

/// Returns labels in the order of the smallest cells that carry them.
fn labels(mesh: &NavMesh, adjacency: &Adjacency) -> PagedVec<Label> {
    // A parent is never larger than its children, so a root is the smallest element of its set.
    let mut parents = vec![0; mesh.cell_slots()];
    for cell in 0..mesh.cell_slots() as u32 {
        parents[cell as usize] = cell;
        let Some(across) = adjacency.few_neighbors(CellId(cell)) else {
            let neighbors = adjacency.neighbors(CellId(cell)).map(|(_, neighbor)| neighbor.0);
            for neighbor in neighbors.filter(|&neighbor| neighbor < cell) {
                union_find::join(&mut parents, cell, neighbor);
            }
            continue;
        };
        // The larger of two neighbours joins them. Which one is larger is unpredictable, and so is whether they
        // already share a set. The code is therefore branchless for the common case that every parent's parent is a
        // root. All roots become children of the smallest one.
        let root = |side: usize| parents[parents[across[side].0.min(cell) as usize] as usize];
        let (a, b, c, d) = (root(0), root(1), root(2), root(3));
        let least = a.min(b).min(c).min(d);
        let is_root = |root: u32| parents[root as usize] == root;
        if is_root(a) & is_root(b) & is_root(c) & is_root(d) {
            for root in [a, b, c, d, cell] {
                parents[root as usize] = least;
            }
        } else {
            for root in [a, b, c, d] {
                union_find::join(&mut parents, cell, root);
            }
        }
    }
    // A cell's parent receives its label first.
    let mut count = 0;
    for slot in 0..parents.len() {
        let parent = parents[slot] as usize;
        parents[slot] = if parent < slot {
            parents[parent]
        } else if mesh.cell(CellId(slot as u32)).is_none() {
            Label::NONE.0
        } else {
            count += 1;
            count - 1
        };
    }
    PagedVec::of(parents.len(), |slot| Label(parents[slot]))
}
