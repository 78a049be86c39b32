//! Assignment of areas to cells.

use super::{CellId, Draft, EditResult, Edited, require};
use crate::navmesh::AreaId;

/// Assigns an area to cells. Id stability: every id stays.
pub fn paint(draft: &mut Draft, ids: &[CellId], area: AreaId) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "paint")?;
    for &id in &ids {
        draft.set_area(id, area);
    }
    Ok(Edited::of_cells(ids))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after};
    use super::*;

    #[test]
    fn painted_cells_are_of_the_area() {
        expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 3] 1[3 2 4 5]@2"]
            .assert_eq(&after(TWO_SQUARES, |draft| paint(draft, &[CellId(1)], AreaId(2))));
    }

    #[test]
    fn a_cell_that_is_not_there_is_refused() {
        expect!["There is no cell 7: it may have been deleted or merged. Select again."]
            .assert_eq(&after(TWO_SQUARES, |draft| paint(draft, &[CellId(7)], AreaId(2))));
    }
}
