//! First sides of the document's cells in a search mesh.

use super::{BLOCKED, HalfSide};
use crate::navmesh::CellId;

/// Number of cells in a page.
const PAGE: usize = 1024;

/// First side of each cell of the document.
///
/// Pages are allocated when first written to, so that cells that a search does not reach cost almost nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    pub(super) cells: usize,
    /// First side of each cell plus one; 0 if the cell is not stored, [`BLOCKED`] if it is blocked.
    pages: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The cell is not stored.
    Unknown,
    /// The agent may not enter the cell.
    Blocked,
    /// The cell is stored and begins at this side.
    At(HalfSide),
}

impl Starts {
    pub(super) fn of(cells: usize) -> Self {
        Self { cells, pages: vec![Vec::new(); cells.div_ceil(PAGE)] }
    }

    pub(super) fn get(&self, CellId(cell): CellId) -> Start {
        let page = self.pages.get(cell as usize / PAGE);
        match page.and_then(|page| page.get(cell as usize % PAGE)) {
            None | Some(0) => Start::Unknown,
            Some(&BLOCKED) => Start::Blocked,
            Some(side) => Start::At(side - 1),
        }
    }

    pub(super) fn set(&mut self, CellId(cell): CellId, start: Start) {
        let Some(page) = self.pages.get_mut(cell as usize / PAGE) else { return };
        if page.is_empty() {
            page.resize(PAGE, 0);
        }
        page[cell as usize % PAGE] = match start {
            Start::Unknown => 0,
            Start::Blocked => BLOCKED,
            Start::At(side) => side + 1,
        };
    }

    /// Replaces the first side of every stored cell.
    pub(super) fn move_all(&mut self, mut moved: impl FnMut(HalfSide) -> HalfSide) {
        for start in self.pages.iter_mut().flatten().filter(|start| **start != 0 && **start != BLOCKED) {
            *start = moved(*start - 1) + 1;
        }
    }
}
