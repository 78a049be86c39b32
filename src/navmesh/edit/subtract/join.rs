//! Merges corners of cells that are cut out with corners of the other cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::navmesh::edit::{mend, ring};
use crate::navmesh::{CellId, Draft, VertexId};

/// Merges each corner of a cell with a corner of the other cells at the same position.
///
/// Skips a merge that would give a cutter the corners of another cell, because one of the two would be removed.
pub(super) fn join_corners(draft: &mut Draft, cutter: CellId, from: &[CellId], cutters: &[CellId]) {
    for corner in draft.mesh().corners(cutter).to_vec() {
        let place = draft.mesh().position(corner);
        let others = from.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied();
        let same = others.filter(|&other| other != corner).find(|&other| ring::is_at(draft, place, other));
        if let Some(same) = same
            && !cutters.iter().any(|&cell| would_repeat(draft, cell, [corner, same]))
        {
            // Both vertices stay if a sound cell would break.
            mend::join(draft, &BTreeMap::from([(corner, same)]), None).ok();
        }
    }
}

/// Whether a cell would have the corners of another one if the first of two vertices became the second.
fn would_repeat(draft: &Draft, cell: CellId, [gone, stays]: [VertexId; 2]) -> bool {
    let corners = |cell| -> BTreeSet<VertexId> {
        let corners = draft.mesh().corners(cell).iter();
        corners.map(|&corner| if corner == gone { stays } else { corner }).collect()
    };
    let own = corners(cell);
    own.contains(&stays)
        && draft.adjacency().star(stays).iter().any(|&other| other != cell && corners(other) == own)
}
