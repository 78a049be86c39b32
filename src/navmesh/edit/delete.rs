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

    use super::super::text::{TWO_SQUARES, after, cells, edges, lines, vertices};
    use super::*;

    #[test]
    fn deleted_elements_take_their_cells_and_the_vertices_that_only_these_used() {
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]
            v 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 1[3 2 4 5]
            v 3(9 9); c
            Nothing is selected to delete. Select something first.
        "#]]
        .assert_eq(&lines([
            // Deleting a vertex deletes the cells around it.
            after(TWO_SQUARES, |draft| delete_vertices(draft, &vertices(&[5]))),
            // Deleting an edge deletes the cells on it.
            after(TWO_SQUARES, |draft| delete_edges(draft, &edges(&[[0, 1]]))),
            // A deleted cell takes its own vertices but no loose one.
            after("v 0 0, 0 2, 2 2, 9 9; c 0 1 2", |draft| delete_cells(draft, &cells(&[0]))),
            // Deleting nothing is refused.
            after(TWO_SQUARES, |draft| delete_cells(draft, &[])),
        ]));
    }
}
