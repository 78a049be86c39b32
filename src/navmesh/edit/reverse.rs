//! Reversal of the winding of cells.

use super::{CellId, Draft, EditResult, Edited, require};

/// Reverses the order of cells' corners, which repairs flipped cells. Id stability: every id stays.
pub fn reverse_winding(draft: &mut Draft, ids: &[CellId]) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "reverse")?;
    for &id in &ids {
        let reversed: Vec<_> = draft.mesh().corners(id).iter().rev().copied().collect();
        draft.set_corners(id, reversed);
    }
    Ok(Edited::of_cells(ids))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::after;
    use super::*;

    #[test]
    fn an_inside_out_cell_is_turned_over() {
        expect!["v 0(0 0) 1(2 0) 2(2 2) 3(0 2); c 0[3 2 1 0]"]
            .assert_eq(&after("v 0 0, 2 0, 2 2, 0 2; c 0 1 2 3", |draft| {
                reverse_winding(draft, &[CellId(0)])
            }));
    }
}
