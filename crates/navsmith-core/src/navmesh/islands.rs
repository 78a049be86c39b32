//! Connected components of cells.

use std::sync::{Arc, OnceLock};

use super::{Adjacency, CellId, IslandId, NavMesh, PagedVec};
use crate::geometry::Bounds;
use crate::graph::union_find;
use flood::Flood;
use numbering::Numbering;

mod flood;
mod stats;
mod numbering;

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
/// Islands are numbered by their smallest cell id. Cheap to clone. Cells carry labels, which stay unchanged when other
/// islands change. An update changes labels only; the first access to numbers or statistics computes them.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    mesh: NavMesh,
    /// Label of the cell at each slot.
    labels: PagedVec<IslandLabel>,
    /// Number of cells that carry each label.
    counts: PagedVec<u32>,
    /// Number of labels that cells carry.
    len: usize,
    numbering: OnceLock<Arc<Numbering>>,
    /// The numbering of an earlier revision, and the cells that changed since.
    earlier: Option<(Arc<Numbering>, Vec<CellId>)>,
}

/// The island of a cell within one revision, without its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IslandLabel(u32);

impl IslandLabel {
    /// The label of a slot without a cell.
    const NONE: Self = Self(u32::MAX);
}

impl Default for IslandLabel {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for Islands {
    fn eq(&self, other: &Self) -> bool {
        let slots = self.labels.len();
        let is_alike = slots == other.labels.len() && self.all() == other.all();
        is_alike && (0..slots as u32).map(CellId).all(|cell| self.of(cell) == other.of(cell))
    }
}

/// Number of unused labels, beside one for each island, above which all islands are built again.
const MOST_UNUSED: usize = 1024;

impl Islands {
    /// Builds the islands by union-find. Linear.
    pub fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let labels = labels(mesh, adjacency);
        let numbering = Numbering::build(mesh, &labels);
        let counts: PagedVec<u32> = numbering.all.iter().map(|island| island.cells as u32).collect();
        let len = counts.len();
        Self { mesh: mesh.clone(), labels, counts, len, numbering: Arc::new(numbering).into(), earlier: None }
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
            self.give(cell, IslandLabel::NONE);
        }
        let seeds: Vec<CellId> = relinked.iter().copied().filter(|cell| mesh.cell(*cell).is_some()).collect();
        if !seeds.is_empty() {
            Flood::of(self, adjacency, &seeds).run(&mut stale);
        }
        self.labels.resize(mesh.cell_slots());
        if self.counts.len() > 2 * self.len + MOST_UNUSED {
            *self = Self::build(mesh, adjacency);
            return;
        }
        self.mesh = mesh.clone();
        if let Some(numbering) = self.numbering.take() {
            self.earlier = Some((numbering, Vec::new()));
        }
        if let Some((_, cells)) = &mut self.earlier {
            cells.extend(stale);
        }
        // Measuring most cells again takes longer than measuring all.
        self.earlier.take_if(|(_, cells)| cells.len() * 16 > mesh.cell_count() + 1024);
    }

    fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| {
            let numbering = match &self.earlier {
                Some((earlier, stale)) => earlier.updated(&self.mesh, &self.labels, stale.clone()),
                None => Numbering::build(&self.mesh, &self.labels),
            };
            Arc::new(numbering)
        })
    }

    /// Returns the label of a cell's island; `None` if there is no such cell.
    ///
    /// After an update, it takes less time than [`Self::of`].
    pub fn label_of(&self, cell: CellId) -> Option<IslandLabel> {
        Some(self.label(cell)).filter(|label| *label != IslandLabel::NONE)
    }

    fn label(&self, cell: CellId) -> IslandLabel {
        self.labels.get(cell.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the number of cells that carry a label.
    fn count(&self, label: IslandLabel) -> u32 {
        self.counts.get(label.0 as usize).copied().unwrap_or_default()
    }

    fn give(&mut self, cell: CellId, label: IslandLabel) {
        let old = self.label(cell);
        if old == label {
            return;
        }
        if let Some(slot) = self.labels.get_mut(cell.0 as usize) {
            *slot = label;
        }
        if let Some(count) = self.counts.get_mut(old.0 as usize) {
            *count -= 1;
            self.len -= usize::from(*count == 0);
        }
        if let Some(count) = self.counts.get_mut(label.0 as usize) {
            self.len += usize::from(*count == 0);
            *count += 1;
        }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.labels.bytes() + self.counts.bytes() + self.numbering().bytes()
    }

    /// Returns a label that no cell carries.
    fn new_label(&mut self) -> IslandLabel {
        self.counts.push(0);
        IslandLabel(self.counts.len() as u32 - 1)
    }

    /// Returns the islands, sorted by id.
    pub fn all(&self) -> &[Island] {
        &self.numbering().all
    }

    /// Returns the number of islands.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no islands.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the cell of an island with the smallest id; `None` if there is no such island.
    pub fn first_cell(&self, island: IslandId) -> Option<CellId> {
        self.numbering().firsts.get(island.0 as usize).map(|&(cell, _)| cell)
    }

    /// Returns a cell's island; `None` if there is no such cell.
    pub fn of(&self, cell: CellId) -> Option<IslandId> {
        Some(self.numbering().names[self.label_of(cell)?.0 as usize])
    }
}

/// Returns labels in the order of the smallest cells that carry them.
fn labels(mesh: &NavMesh, adjacency: &Adjacency) -> PagedVec<IslandLabel> {
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
            IslandLabel::NONE.0
        } else {
            count += 1;
            count - 1
        };
    }
    PagedVec::of(parents.len(), |slot| IslandLabel(parents[slot]))
}
