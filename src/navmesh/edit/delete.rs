//! Deletion of vertices, edges and cells.
//!
//! Id stability: remaining elements keep their ids.

use std::collections::BTreeSet;

use super::{CellId, Draft, Edge, EditResult, Edited, VertexId, require, ring};

/// Deletes vertices and the cells around them.
pub fn delete_vertices(draft: &mut Draft, ids: &[VertexId]) -> EditResult {
    let ids = require::vertices(draft, ids)?;
    require::some(&ids, "delete")?;
    let around: Vec<CellId> = ids.iter().flat_map(|&id| draft.adjacency().star(id)).copied().collect();
    remove(draft, around);
    ring::remove_unused(draft, ids);
    Ok(Edited::default())
}

/// Deletes edges and the cells on them.
pub fn delete_edges(draft: &mut Draft, edges: &[Edge]) -> EditResult {
    require::some(edges, "delete")?;
    let mut on_them = Vec::new();
    for &edge in edges {
        on_them.extend(require::sides(draft, edge)?.iter().map(|side| side.cell));
    }
    remove(draft, on_them);
    Ok(Edited::default())
}

/// Deletes cells and the vertices that no other cell uses.
pub fn delete_cells(draft: &mut Draft, ids: &[CellId]) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "delete")?;
    remove(draft, ids);
    Ok(Edited::default())
}

fn remove(draft: &mut Draft, cells: impl IntoIterator<Item = CellId>) {
    let mut bereaved = BTreeSet::new();
    for cell in cells {
        bereaved.extend(draft.mesh().corners(cell));
        draft.remove_cell(cell);
    }
    ring::remove_unused(draft, bereaved);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, vs};
    use super::*;

    #[test]
    fn deleting_a_vertex_deletes_the_cells_around_it() {
        expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]"]
            .assert_eq(&after(TWO_SQUARES, |draft| delete_vertices(draft, &vs([5]))));
    }

    #[test]
    fn deleting_an_edge_deletes_the_cells_on_it() {
        expect!["v 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 1[3 2 4 5]"].assert_eq(&after(TWO_SQUARES, |draft| {
            delete_edges(draft, &[Edge::new(VertexId(0), VertexId(1))])
        }));
    }

    #[test]
    fn a_deleted_cell_takes_its_own_vertices_but_no_loose_one() {
        expect!["v 3(9 9); c"]
            .assert_eq(&after("v 0 0, 0 2, 2 2, 9 9; c 0 1 2", |draft| delete_cells(draft, &[CellId(0)])));
    }

    #[test]
    fn deleting_nothing_is_refused() {
        expect!["Nothing is selected to delete. Select something first."]
            .assert_eq(&after(TWO_SQUARES, |draft| delete_cells(draft, &[])));
    }
}
