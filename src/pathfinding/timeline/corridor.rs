//! How a corridor is read back from the search: from the target to the start, each cell knowing the one before.

use crate::navmesh::CellId;
use crate::pathfinding::{Corridor, Traversal};
use crate::trace::Observer;

/// A cell was put in front of the corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorridorEvent {
    /// Its number as walked, counted with the start's cell as 0.
    pub number: usize,
    /// The cell.
    pub cell: CellId,
    /// The cell before and the way from there; `None` for the start's cell.
    pub from: Option<(CellId, Traversal)>,
}

/// Tells the cells of a corridor in the order in which they are found: from the target back to the start.
pub fn emit_corridor(corridor: &Corridor, observer: &mut impl Observer<CorridorEvent>) {
    let before = |number: usize| {
        let before = number.checked_sub(1)?;
        Some((*corridor.cells.get(before)?, *corridor.exits.get(before)?))
    };
    for (number, &cell) in corridor.cells.iter().enumerate().rev() {
        observer.observe(CorridorEvent { number, cell, from: before(number) });
    }
}
