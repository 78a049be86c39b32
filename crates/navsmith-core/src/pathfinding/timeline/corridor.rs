//! Reconstruction of the corridor after the search, from the target back to the start.
//!
//! Each cell stores the cell before it.

use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::trace::Observer;

/// The event that a cell is put at the front of the corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorridorEvent {
    /// The cell's number in walking order; the start's cell is 0.
    pub number: usize,
    /// The cell.
    pub cell: CellId,
    /// The cell before and the traversal from it; `None` for the start's cell.
    pub from: Option<(CellId, Traversal)>,
}

/// Emits the cells of a corridor in the order in which they are found.
///
/// The order is from the target back to the start.
pub fn emit_corridor(corridor: &Corridor, observer: &mut impl Observer<CorridorEvent>) {
    let before = |number: usize| {
        let before = number.checked_sub(1)?;
        Some((*corridor.cells.get(before)?, *corridor.exits.get(before)?))
    };
    for (number, &cell) in corridor.cells.iter().enumerate().rev() {
        observer.observe(CorridorEvent { number, cell, from: before(number) });
    }
}

impl CorridorEvent {
    /// Describes the step in plain words.
    pub fn caption(&self) -> String {
        match self.from {
            Some((from, _)) => {
                format!("Cell {} was reached from cell {}, so that cell precedes it.", self.cell.0, from.0)
            }
            None => {
                format!("Cell {} contains the start: the corridor is complete.", self.cell.0)
            }
        }
    }

    /// Returns the rule that the step applies.
    pub fn rule(&self) -> String {
        format!(
            "every closed node stores its predecessor; this is cell number {} of the corridor as walked, \
             counted from 0",
            self.number
        )
    }
}
