//! Items in the squares of a grid.

use super::{Grid, GridPlace, Span};

/// Items by the squares of a [`Grid`] that they overlap; those of a row are consecutive.
///
/// The memory is kept when it is filled again.
#[derive(Clone, Debug, Default)]
pub struct GridLists<T> {
    grid: Grid,
    /// Start of the entries of each square, and the end of the last.
    starts: Vec<u32>,
    entries: Vec<T>,
}

impl<T: Copy + Default> GridLists<T> {
    /// Replaces the grid and the items, each with the squares that it overlaps. Linear.
    ///
    /// The items of a square are in the order of `items`.
    pub fn fill(&mut self, grid: Grid, items: impl DoubleEndedIterator<Item = (Span, T)> + Clone) {
        self.starts.clear();
        self.starts.resize(grid.square_count() + 1, 0);
        let of = &grid;
        let rows = |Span { min, max }: Span| {
            (min.1..=max.1).map(move |y| of.index(min.0, y)..of.index(max.0, y) + 1)
        };
        for row in items.clone().flat_map(|(span, _)| rows(span)) {
            self.starts[row].iter_mut().for_each(|start| *start += 1);
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries.clear();
        self.entries.resize(end as usize, T::default());
        // Filled from the end, so that each start ends at its first entry and items stay in order.
        for (span, item) in items.rev() {
            for row in rows(span) {
                for start in &mut self.starts[row] {
                    *start -= 1;
                    self.entries[*start as usize] = item;
                }
            }
        }
        self.grid = grid;
    }

    /// Returns the grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the items in a square.
    #[inline]
    pub fn at(&self, (x, y): GridPlace) -> &[T] {
        self.in_row(y, [x, x])
    }

    /// Returns the items in the squares of a row from one column to another, square by square.
    #[inline]
    pub fn in_row(&self, y: u16, [first, last]: [u16; 2]) -> &[T] {
        let [first, last] = [first, last].map(|x| self.grid.index(x, y));
        &self.entries[self.starts[first] as usize..self.starts[last + 1] as usize]
    }
}
