//! Cells and links of the last generation of a mesh, which distinguish edits by hand from the rest.
//!
//! The level can change after a generation, so the same settings do not give the same cells again. The cells are
//! therefore stored. A file stores only those that differ from the cells of its mesh, so a mesh without edits costs nothing.
//! Links are stored likewise, but those of the mesh by their indices, because most links are drawn by hand.

use std::cmp::Ordering;
use std::ops::Range;

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, CellId, Link, NavMesh};

/// State of a generated cell after the last generation or update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GeneratedState {
    /// The mesh contained the cell as it was generated.
    Whole,
    /// The cell was cut at the border of what was done by hand.
    Divided,
    /// The cell is a part of a divided one.
    Piece,
    /// The cell is of an earlier generation, and was changed or deleted by hand.
    Replaced,
}

/// A generated cell, without ids.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedCell {
    /// Positions of the corners; the least of them by its bits is the first.
    pub ring: Vec<Vec3>,
    /// The area.
    pub area: AreaId,
    /// What became of the cell.
    pub state: GeneratedState,
}

/// Cells of the last generation, sorted by their corners, and its links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GeneratedElements {
    cells: Vec<GeneratedCell>,
    /// Sorted by their keys.
    links: Vec<Link>,
}

/// Key of a link: the bits of its positions, its cost, and whether it leads one way.
///
/// Two links that lead between the same places have equal keys, whichever span of a link in both directions is the first.
pub type LinkKey = ([[u32; 3]; 4], u32, bool);

/// Positions are finite, so each cell equals itself.
impl Eq for GeneratedElements {}

/// Correspondence of generated cells and cells of a mesh with the same corners and area.
#[derive(Clone, Debug)]
pub struct GeneratedMatching {
    /// Index of the generated cell by slot of a cell.
    by_slot: Vec<Option<usize>>,
    /// Whether a generated cell is in the mesh.
    is_in_mesh: Vec<bool>,
}

impl GeneratedMatching {
    /// Returns the generated cell that a cell of the mesh equals.
    pub fn of_cell(&self, cell: CellId) -> Option<usize> {
        self.by_slot.get(cell.0 as usize).copied().flatten()
    }

    /// Whether a cell of the mesh equals a generated one.
    pub fn has(&self, index: usize) -> bool {
        self.is_in_mesh.get(index).copied().unwrap_or(false)
    }
}

impl GeneratedElements {
    /// Returns these cells.
    pub fn new(cells: impl IntoIterator<Item = GeneratedCell>) -> Self {
        let turned = |cell: GeneratedCell| GeneratedCell { ring: turned(&cell.ring), ..cell };
        let mut cells: Vec<GeneratedCell> = cells.into_iter().map(turned).collect();
        let key = |cell: &GeneratedCell| (cell.area, cell.state);
        cells.sort_by(|one, other| {
            compare_rings(&one.ring, &other.ring).then_with(|| key(one).cmp(&key(other)))
        });
        cells.dedup();
        Self { cells, links: Vec::new() }
    }

    /// Returns these cells with other links.
    #[must_use]
    pub fn with_links(self, links: impl IntoIterator<Item = Link>) -> Self {
        let mut links: Vec<Link> = links.into_iter().collect();
        links.sort_by_key(link_key);
        links.dedup_by_key(|link| link_key(link));
        Self { links, ..self }
    }

    /// Returns the cells and the links of a mesh that is generated.
    pub fn of(mesh: &NavMesh) -> Self {
        let cell = |(id, cell): (CellId, &navsmith_core::navmesh::Cell)| GeneratedCell {
            ring: mesh.ring(id).to_vec(),
            area: cell.area(),
            state: GeneratedState::Whole,
        };
        Self::new(mesh.cells().map(cell)).with_links(mesh.links().map(|(_, link)| *link))
    }

    /// Whether nothing is stored, because the mesh is not generated.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the cells, sorted by their corners.
    pub fn cells(&self) -> &[GeneratedCell] {
        &self.cells
    }

    /// Returns the links, also those that the mesh does not contain.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether a link is as it was generated.
    pub fn has_link(&self, link: &Link) -> bool {
        self.links.binary_search_by_key(&link_key(link), link_key).is_ok()
    }

    /// Returns the indices of the cells with these corners in the same order, wherever they begin.
    pub fn with_ring(&self, ring: &[Vec3]) -> Range<usize> {
        let ring = turned(ring);
        let from = self.cells.partition_point(|cell| compare_rings(&cell.ring, &ring).is_lt());
        let equal = self.cells[from..].iter().take_while(|cell| compare_rings(&cell.ring, &ring).is_eq());
        from..from + equal.count()
    }

    /// Returns which cells of a mesh are as they were generated or cut.
    pub fn matching(&self, mesh: &NavMesh) -> GeneratedMatching {
        let mut matching = GeneratedMatching {
            by_slot: vec![None; mesh.cell_slots()],
            is_in_mesh: vec![false; self.cells.len()],
        };
        for (id, cell) in mesh.cells() {
            let is_it = |index: &usize| {
                let GeneratedCell { area, state, .. } = self.cells[*index];
                let is_in_mesh = matches!(state, GeneratedState::Whole | GeneratedState::Piece);
                is_in_mesh && area == cell.area() && !matching.is_in_mesh[*index]
            };
            let found = self.with_ring(&mesh.ring(id)).find(is_it);
            if let Some(index) = found {
                matching.is_in_mesh[index] = true;
                matching.by_slot[id.0 as usize] = found;
            }
        }
        matching
    }

    /// Returns the cells with other areas.
    #[must_use]
    pub fn with_areas(&self, area: impl Fn(AreaId) -> AreaId) -> Self {
        let cell = |cell: &GeneratedCell| GeneratedCell { area: area(cell.area), ..cell.clone() };
        Self::new(self.cells.iter().map(cell)).with_links(self.links.iter().copied())
    }

    /// Returns the cells with converted positions.
    ///
    /// Corners are in the opposite order if the positions are mirrored. `None` if a position is not finite after the conversion.
    #[must_use]
    pub fn converted(&self, position: impl Fn(Vec3) -> Vec3, is_mirrored: bool) -> Option<Self> {
        let cell = |cell: &GeneratedCell| {
            let mut ring: Vec<Vec3> = cell.ring.iter().map(|&at| position(at)).collect();
            if is_mirrored {
                ring.reverse();
            }
            let is_finite = ring.iter().all(|at| at.is_finite());
            is_finite.then(|| GeneratedCell { ring, ..cell.clone() })
        };
        let links: Vec<Link> = self.links.iter().map(|link| link.map(&position)).collect();
        let cells: Option<Vec<GeneratedCell>> = self.cells.iter().map(cell).collect();
        let is_finite = links.iter().all(Link::is_finite);
        Some(Self::new(cells?).with_links(links)).filter(|_| is_finite)
    }
}

/// Returns the bits of a position, in which both signs of zero are the same.
pub fn position_bits(at: Vec3) -> [u32; 3] {
    at.to_array().map(|coordinate| (coordinate + 0.0).to_bits())
}

/// Returns the key of a link.
pub fn link_key(link: &Link) -> LinkKey {
    let [a, b, c, d] = [link.from[0], link.from[1], link.to[0], link.to[1]].map(position_bits);
    let forward = [a, b, c, d].min([b, a, d, c]);
    let back = [c, d, a, b].min([d, c, b, a]);
    let places = if link.is_one_way { forward } else { forward.min(back) };
    (places, link.cost.to_bits(), link.is_one_way)
}

fn compare_rings(one: &[Vec3], other: &[Vec3]) -> Ordering {
    let [one, other] = [one, other].map(|ring| ring.iter().map(|&at| position_bits(at)));
    one.cmp(other)
}

/// Returns the corners in the same order, beginning with the least one by its bits.
fn turned(ring: &[Vec3]) -> Vec<Vec3> {
    let mut ring = ring.to_vec();
    let least = (0..ring.len()).min_by_key(|&nth| position_bits(ring[nth])).unwrap_or(0);
    ring.rotate_left(least);
    ring
}
