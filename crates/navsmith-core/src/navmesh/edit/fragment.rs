//! Fragments of a mesh for copying and pasting.
//!
//! Id stability: every id stays; pasted elements receive new ids.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::{CellId, Draft, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::navmesh::{AreaId, NavMesh};

/// Vertices and cells of a mesh, without ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fragment {
    /// Positions, in metres.
    pub vertices: Vec<Vec3>,
    /// Corners of each cell, as indices into `vertices`, and the cell's area.
    pub cells: Vec<(Vec<u32>, AreaId)>,
}

/// Copies cells with their corners, and vertices.
///
/// Without cells, also copies the cells whose corners are all among the vertices. Skips missing ids. Linear in the mesh if no cells are given.
pub fn copy(mesh: &NavMesh, vertices: &[VertexId], cells: &[CellId]) -> Fragment {
    let mut chosen: BTreeSet<VertexId> =
        vertices.iter().copied().filter(|&v| mesh.vertex(v).is_some()).collect();
    let cells = copied_cells(mesh, &chosen, cells);
    chosen.extend(cells.iter().flat_map(|&cell| mesh.corners(cell)));
    let index: BTreeMap<VertexId, u32> = chosen.iter().copied().zip(0..).collect();
    let of_cell =
        |cell: CellId| Some((mesh.corners(cell).iter().map(|v| index[v]).collect(), mesh.cell(cell)?.area()));
    Fragment {
        vertices: chosen.iter().map(|&vertex| mesh.position(vertex)).collect(),
        cells: cells.into_iter().filter_map(of_cell).collect(),
    }
}

fn copied_cells(mesh: &NavMesh, chosen: &BTreeSet<VertexId>, cells: &[CellId]) -> BTreeSet<CellId> {
    let mut cells: BTreeSet<CellId> = cells.iter().copied().filter(|&c| mesh.cell(c).is_some()).collect();
    if cells.is_empty() {
        let among = mesh.cells().filter(|(_, cell)| cell.corners().iter().all(|v| chosen.contains(v)));
        cells.extend(among.map(|(id, _)| id));
    }
    cells
}

/// Deletes the elements that [`copy`] includes, except vertices that other cells use.
///
/// Refused if other cells use all of them.
pub fn take_out(draft: &mut Draft, vertices: &[VertexId], cells: &[CellId]) -> EditResult {
    let mut vertices: BTreeSet<VertexId> = require::vertices(draft, vertices)?.into_iter().collect();
    require::cells(draft, cells)?;
    let cells = copied_cells(draft.mesh(), &vertices, cells);
    vertices.extend(cells.iter().flat_map(|&cell| draft.mesh().corners(cell)));
    let before = draft.mesh().vertex_count() + draft.mesh().cell_count();
    for cell in cells {
        draft.remove_cell(cell);
    }
    ring::remove_unused(draft, vertices);
    if draft.mesh().vertex_count() + draft.mesh().cell_count() == before {
        return Err(Refusal::StillUsed);
    }
    Ok(Edited::default())
}

/// Adds a fragment to the mesh, moved by `offset`.
///
/// Refused if a cell of the fragment has fewer than three corners, a repeated corner or a missing corner.
pub fn paste(draft: &mut Draft, fragment: &Fragment, offset: Vec3) -> EditResult {
    require::some(&fragment.vertices, "paste")?;
    let mut edited = Edited::default();
    for &position in &fragment.vertices {
        edited.vertices.push(draft.add_vertex(require::finite(position + offset)?));
    }
    for (corners, area) in &fragment.cells {
        let id = |&index: &u32| edited.vertices.get(index as usize).copied().ok_or(Refusal::BadFragment);
        let ids = corners.iter().map(id).collect::<Result<Vec<_>, _>>()?;
        if ids.len() < 3 || require::distinct(&ids).len() < ids.len() {
            return Err(Refusal::BadFragment);
        }
        edited.cells.push(draft.add_cell(ids, *area));
    }
    Ok(edited)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, cells, lines, vertices};
    use super::*;

    #[test]
    fn copies_lie_beside_their_originals_and_bad_fragments_are_refused() {
        let duplicate = |mesh: &str, ids: [&[u32]; 2], offset| {
            after(mesh, |draft| {
                let fragment = copy(draft.mesh(), &vertices(ids[0]), &cells(ids[1]));
                paste(draft, &fragment, offset)
            })
        };
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(2 1 7) 7(2 1 5) 8(4 1 7) 9(4 1 5); c 0[0 1 2 3] 1[3 2 4 5]@2 2[7 6 8 9]@2
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(0 5) 7(2 7) 8(2 5) 9(4 7) 10(4 5); c 0[0 1 2 3] 1[3 2 4 5] 2[8 7 9 10]
            What was copied has a cell with corners that are missing, repeated or too few. Copy it again.
        "#]]
        .assert_eq(&lines([
            // A copy lies beside its original.
            duplicate(
                "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5 @2",
                [&[], &[1]],
                Vec3::new(0.0, 1.0, 5.0),
            ),
            // Cells among copied vertices come along.
            duplicate(TWO_SQUARES, [&[2, 3, 4, 5, 0], &[]], Vec3::Z * 5.0),
            // A fragment that names a missing corner is refused.
            after(TWO_SQUARES, |draft| {
                let vertices = vec![Vec3::ZERO; 3];
                paste(draft, &Fragment { vertices, cells: vec![(vec![0, 1, 3], AreaId(0))] }, Vec3::ZERO)
            }),
        ]));
    }
}
