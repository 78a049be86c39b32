//! Order of the tables in panels.

use std::cmp::Ordering;

/// Order of the rows of a table, by a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOrder<C> {
    /// Column whose values are compared.
    pub column: C,
    /// Whether the greatest value comes first.
    pub is_descending: bool,
}

impl<C: Copy + PartialEq> TableOrder<C> {
    /// Sorts by a column from the least value, or from the greatest if that is the order already.
    pub(in crate::editor) fn sort_by(&mut self, column: C) {
        let is_descending = self.column == column && !self.is_descending;
        *self = Self { column, is_descending };
    }

    /// Sorts rows; rows with equal values stay in their order.
    pub(in crate::editor) fn apply<R>(self, rows: &mut [R], compare: impl Fn(C, &R, &R) -> Ordering) {
        rows.sort_by(|one, other| {
            let ordering = compare(self.column, one, other);
            if self.is_descending { ordering.reverse() } else { ordering }
        });
    }
}
