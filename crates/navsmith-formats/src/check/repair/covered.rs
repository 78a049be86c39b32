//! Cells that others cover.

use super::cover;
use crate::check::Issues;
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{CellId, Derived};

/// Part of a cell that may be uncovered if the others replace it.
const UNCOVERED: f64 = 1e-3;

/// Maximum number of cells of an island that is deleted as a whole.
const MOST_COVERED: usize = 64;

/// Returns the cells that overlap a cell, except those of islands that are smaller than its own.
pub(super) fn covers_of(derived: &Derived, issues: &Issues, cell: CellId) -> Vec<CellId> {
    let island = |cell| island_area(derived, cell);
    issues.overlaps_of(cell).filter(|&other| island(other) >= island(cell)).collect()
}

/// Returns the cells to delete because others cover a cell.
///
/// If these are on another island, they must cover the whole island of the cell, and all of it is deleted.
/// Cells of islands that are smaller than its own do not count.
pub(super) fn covered_cells(derived: &Derived, issues: &Issues, cell: CellId) -> Option<Vec<CellId>> {
    let mesh = derived.mesh();
    let is_covered = |cell: CellId| {
        let others = covers_of(derived, issues, cell);
        let most = ground_area(&mesh.ground_ring(cell)).abs() * UNCOVERED;
        cover::uncovered(mesh, cell, &others, issues.limits().overlap, most) <= most
    };
    if !is_covered(cell) {
        return None;
    }
    let island = derived.islands.label_of(cell);
    let covers = covers_of(derived, issues, cell);
    let has_others = covers.into_iter().any(|other| derived.islands.label_of(other) != island);
    let mut cells = vec![cell];
    let mut next = 0;
    // Neighbours of a cell that another island covers would be cut off from it.
    while let Some(&cell) = cells.get(next).filter(|_| has_others) {
        next += 1;
        for (_, neighbor) in derived.adjacency.neighbors(cell) {
            if !cells.contains(&neighbor) {
                cells.push(neighbor);
            }
        }
        if cells.len() > MOST_COVERED {
            return None;
        }
    }
    cells[1..].iter().all(|&cell| is_covered(cell)).then_some(cells)
}

/// Returns the area of the island of a cell, in m².
pub(super) fn island_area(derived: &Derived, cell: CellId) -> f64 {
    let island = derived.islands.of(cell).and_then(|island| derived.islands.all().get(island.0 as usize));
    island.map_or(0.0, |island| island.area)
}
