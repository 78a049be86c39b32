//! Connected components of cells.

use super::{Adjacency, CellId, IslandId, NavMesh, PagedVec};
use crate::geometry::Bounds;
use flood::Flood;
use stats::IslandStats;

mod flood;
mod stats;

/// One connected component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Island {
    /// How many cells it has.
    pub cells: usize,
    /// Its area on the ground in m²; overlaps are counted twice, and a cell that is inside out like any other.
    pub area: f64,
    /// The box around it.
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

/// Every cell's island, and what each island measures; numbered by their smallest cell id. Cheap to clone but for the
/// list of islands.
///
/// Cells carry labels that stay as they are when other islands come and go; only what the labels are called follows.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// By cell slot.
    labels: PagedVec<Label>,
    sums: IslandStats,
    /// By label; what no cell carries has any.
    names: Vec<IslandId>,
    /// Labels that no cell carries.
    free: Vec<u32>,
    /// The label and the smallest cell of each island, by id.
    firsts: Vec<(CellId, u32)>,
    all: Vec<Island>,
}

/// Which island a cell belongs to, or [`Label::NONE`] for a slot without a cell.
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
    /// Builds them from nothing, by union-find. Linear.
    pub fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let labels = labels(mesh, adjacency);
        let sums = IslandStats::build(mesh, &labels);
        let mut islands = Self { labels, sums, ..Self::default() };
        for part in islands.sums.all() {
            // Labels are given in the order of islands here.
            islands.names.push(IslandId(part.label));
            islands.firsts.push((part.first, part.label));
            islands.all.push(part.island);
        }
        islands
    }

    /// Follows cells that changed, came or went, or have a corner that moved, and those whose neighbours may be others
    /// than before; both by id. In proportion to how many, and to the smaller part of an island that fell in two or of
    /// two that became one.
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

    /// Takes over what the islands of these labels measure now, and numbers all islands anew if any came, went or has
    /// another first cell.
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

    /// Where the island of a label is in the list of all.
    fn place_of(&self, label: u32) -> Option<usize> {
        let at = self.names.get(label as usize)?.0 as usize;
        self.firsts.get(at).filter(|(_, of)| *of == label).map(|_| at)
    }

    /// Linear in the islands.
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
        // Two runs that are sorted but for the last: nearly linear.
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

    /// Bytes of it.
    pub fn bytes(&self) -> usize {
        let of_island = size_of::<Island>() + size_of::<(CellId, u32)>() + size_of::<IslandId>();
        self.labels.bytes() + self.sums.bytes() + self.all.len() * of_island
    }

    /// A label that no cell carries.
    fn new_label(&mut self) -> Label {
        Label(self.free.pop().unwrap_or_else(|| {
            self.names.push(IslandId(u32::MAX));
            self.names.len() as u32 - 1
        }))
    }

    /// The islands, by id.
    pub fn all(&self) -> &[Island] {
        &self.all
    }

    /// How many islands there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A cell's island; `None` if there is no such cell.
    pub fn of(&self, cell: CellId) -> Option<IslandId> {
        let label = self.label(cell);
        (label != Label::NONE).then(|| self.names[label.0 as usize])
    }

    /// The cells of an island, by id. Linear in the mesh.
    pub fn cells(&self, island: IslandId) -> impl Iterator<Item = CellId> {
        let label = self.firsts.get(island.0 as usize).map(|&(_, label)| Label(label));
        let all = (0..).map(CellId).zip(self.labels.iter());
        all.filter(move |&(_, of)| Some(*of) == label).map(|(cell, _)| cell)
    }
}

/// Labels in the order of the smallest cells that carry them.
fn labels(mesh: &NavMesh, adjacency: &Adjacency) -> PagedVec<Label> {
    // Parents are never larger than their children, so that roots are the smallest of their sets.
    let mut parents = vec![0; mesh.cell_slots()];
    for cell in 0..mesh.cell_slots() as u32 {
        parents[cell as usize] = cell;
        let Some(across) = adjacency.few_neighbors(CellId(cell)) else {
            let neighbors = adjacency.neighbors(CellId(cell)).map(|(_, neighbor)| neighbor.0);
            neighbors
                .filter(|&neighbor| neighbor < cell)
                .for_each(|neighbor| join(&mut parents, cell, neighbor));
            continue;
        };
        // The larger of two neighbours joins them; which one it is nobody could foresee, and whether they are of one set
        // as little, so no branch asks: mostly a parent's parent is a root, and roots become the children of the least.
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
                join(&mut parents, cell, root);
            }
        }
    }
    // A cell's parent has its label before it.
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

/// Makes one set of two.
fn join(parents: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root_of(parents, one), root_of(parents, other));
    parents[one.max(other) as usize] = one.min(other);
}

/// The smallest of a cell's set; halves the way for those that ask later.
fn root_of(parents: &mut [u32], mut cell: u32) -> u32 {
    while parents[cell as usize] != cell {
        let above = parents[parents[cell as usize] as usize];
        parents[cell as usize] = above;
        cell = above;
    }
    cell
}
