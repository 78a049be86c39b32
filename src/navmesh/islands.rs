//! Connected components of cells.

use super::{Adjacency, CellId, IslandId, NavMesh};
use crate::geometry::{Bounds, ground_area};

/// One connected component.
#[derive(Clone, Debug, PartialEq)]
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

/// Every cell's island, and what each island measures; numbered by their smallest cell id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Islands {
    /// By cell slot.
    labels: Vec<u32>,
    /// What the cells of each block measure, by label. Blocks are what is measured anew when a cell changes, and
    /// adding them up in order gives the same sums to the last bit as measuring everything anew.
    blocks: Vec<Vec<(u32, Island)>>,
    all: Vec<Island>,
}

/// The label of a slot without a cell.
const NONE: u32 = u32::MAX;

/// Cells to a block.
const BLOCK: usize = 256;

impl Islands {
    /// Builds them from nothing by flooding. Linear.
    pub fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        let labels = labels(mesh, adjacency);
        let blocks = (0..labels.len().div_ceil(BLOCK)).map(|block| measure(mesh, &labels, block)).collect();
        let mut islands = Self { labels, blocks, all: Vec::new() };
        islands.add_up();
        islands
    }

    /// Follows cells that changed, came or went, or have a corner that moved. In proportion to how many, but for a
    /// linear flood when `is_topological`.
    pub(super) fn update(
        &mut self,
        mesh: &NavMesh,
        adjacency: &Adjacency,
        changed: &[CellId],
        is_topological: bool,
    ) {
        let mut stale: Vec<usize> = changed.iter().map(|id| id.0 as usize / BLOCK).collect();
        if is_topological {
            let old = std::mem::replace(&mut self.labels, labels(mesh, adjacency));
            let new = self.labels.chunks(BLOCK).enumerate();
            stale.extend(new.filter(|(i, new)| old.chunks(BLOCK).nth(*i) != Some(*new)).map(|(i, _)| i));
        }
        self.labels.resize(mesh.cell_slots(), NONE);
        self.blocks.resize(self.labels.len().div_ceil(BLOCK), Vec::new());
        stale.sort_unstable();
        stale.dedup();
        for block in stale {
            if let Some(slot) = self.blocks.get_mut(block) {
                *slot = measure(mesh, &self.labels, block);
            }
        }
        self.add_up();
    }

    fn add_up(&mut self) {
        let count = self.blocks.iter().flatten().map(|(label, _)| label + 1).max().unwrap_or(0);
        self.all = vec![Island::EMPTY; count as usize];
        for (label, part) in self.blocks.iter().flatten() {
            self.all[*label as usize].add(part);
        }
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
        self.labels.get(cell.0 as usize).copied().filter(|&label| label != NONE).map(IslandId)
    }

    /// The cells of an island, by id. Linear in the mesh.
    pub fn cells(&self, island: IslandId) -> impl Iterator<Item = CellId> {
        (0..).zip(&self.labels).filter(move |&(_, &label)| label == island.0).map(|(i, _)| CellId(i))
    }
}

fn labels(mesh: &NavMesh, adjacency: &Adjacency) -> Vec<u32> {
    let mut labels = vec![NONE; mesh.cell_slots()];
    let (mut label, mut queue) = (0, Vec::new());
    for (seed, _) in mesh.cells() {
        if labels[seed.0 as usize] != NONE {
            continue;
        }
        labels[seed.0 as usize] = label;
        queue.push(seed);
        while let Some(cell) = queue.pop() {
            for (_, neighbor) in adjacency.neighbors(cell) {
                let slot = &mut labels[neighbor.0 as usize];
                if *slot == NONE {
                    *slot = label;
                    queue.push(neighbor);
                }
            }
        }
        label += 1;
    }
    labels
}

/// What the cells of one block measure, by label in order.
fn measure(mesh: &NavMesh, labels: &[u32], block: usize) -> Vec<(u32, Island)> {
    let slots = block * BLOCK..((block + 1) * BLOCK).min(labels.len());
    let mut cells: Vec<(u32, CellId)> =
        slots.map(|slot| (labels[slot], CellId(slot as u32))).filter(|(label, _)| *label != NONE).collect();
    cells.sort_unstable();
    let of_label = |cells: &[(u32, CellId)]| {
        let mut island = Island::EMPTY;
        for &(_, cell) in cells {
            let area = ground_area(&mesh.ground_ring(cell)).abs();
            island.add(&Island { cells: 1, area, bounds: Bounds::of(mesh.ring(cell)) });
        }
        (cells[0].0, island)
    };
    cells.chunk_by(|a, b| a.0 == b.0).map(of_label).collect()
}
