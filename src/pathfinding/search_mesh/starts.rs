//! Where cells of the document are laid out.

use super::{SHUT, Side};
use crate::navmesh::CellId;

/// So many cells are known together.
const PAGE: usize = 1024;

/// By the document's cell where it is laid out. In pages that are made when first written to, so that what a search does
/// not come to costs it next to nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    cells: usize,
    /// One more than the first side of each cell; 0 where it is not laid out, [`SHUT`] where the agent may not enter it.
    pages: Vec<Vec<u32>>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It is not laid out.
    Unknown,
    /// The agent may not enter it.
    Blocked,
    /// Its first side.
    At(Side),
}

impl Starts {
    /// None of so many cells is laid out.
    pub(super) fn of(cells: usize) -> Self {
        Self { cells, pages: vec![Vec::new(); cells.div_ceil(PAGE)] }
    }

    /// One more than the largest cell id of the document.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn get(&self, CellId(cell): CellId) -> Start {
        let page = self.pages.get(cell as usize / PAGE);
        match page.and_then(|page| page.get(cell as usize % PAGE)) {
            None | Some(0) => Start::Unknown,
            Some(&SHUT) => Start::Blocked,
            Some(side) => Start::At(side - 1),
        }
    }

    /// Takes note of a cell of the document; of any other, of nothing.
    pub(super) fn set(&mut self, CellId(cell): CellId, start: Start) {
        let Some(page) = self.pages.get_mut(cell as usize / PAGE) else { return };
        if page.is_empty() {
            page.resize(PAGE, 0);
        }
        page[cell as usize % PAGE] = match start {
            Start::Unknown => 0,
            Start::Blocked => SHUT,
            Start::At(side) => side + 1,
        };
    }

    /// Says of every cell that is laid out where it is now.
    pub(super) fn move_all(&mut self, mut moved: impl FnMut(Side) -> Side) {
        for start in self.pages.iter_mut().flatten().filter(|start| **start != 0 && **start != SHUT) {
            *start = moved(*start - 1) + 1;
        }
    }
}
