//! Changes of cells that keep their vertices: their areas and their windings.
//!
//! Id stability: every id stays.

use super::{CellId, Draft, EditResult, Edited, require};
use crate::navmesh::AreaId;

/// Assigns an area to cells.
pub fn paint(draft: &mut Draft, ids: &[CellId], area: AreaId) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "paint")?;
    for &id in &ids {
        draft.set_area(id, area);
    }
    Ok(Edited::of_cells(ids))
}

/// Reverses the order of cells' corners, which repairs flipped cells.
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

    use super::super::text::{TWO_SQUARES, after, cells, lines};
    use super::*;

    #[test]
    fn cells_receive_an_area_or_the_opposite_winding() {
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2 3] 1[3 2 4 5]@2
            There is no cell 7: it may have been deleted or merged. Select again.
            v 0(0 0) 1(2 0) 2(2 2) 3(0 2); c 0[3 2 1 0]
        "#]]
        .assert_eq(&lines([
            // Painted cells are of the area.
            after(TWO_SQUARES, |draft| paint(draft, &cells(&[1]), AreaId(2))),
            // A cell that is not there is refused.
            after(TWO_SQUARES, |draft| paint(draft, &cells(&[7]), AreaId(2))),
            // An inside out cell is turned over.
            after("v 0 0, 2 0, 2 2, 0 2; c 0 1 2 3", |draft| reverse_winding(draft, &cells(&[0]))),
        ]));
    }
}
