//! Fragments of a mesh for copying and pasting.
//!
//! Id stability: every id stays; pasted elements receive new ids.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::{CellId, Draft, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::navmesh::{AreaId, CellDetail, NavMesh};

/// Vertices and cells of a mesh, without ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fragment {
    /// Positions, in metres.
    pub vertices: Vec<Vec3>,
    /// Corners of each cell, as indices into `vertices`, and the cell's area.
    pub cells: Vec<(Vec<u32>, AreaId)>,
    /// Detail heights of cells, by index in `cells`.
    pub details: Vec<(usize, CellDetail)>,
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
    let details = cells.iter().enumerate().filter_map(|(i, &cell)| Some((i, (**mesh.detail(cell)?).clone())));
    Fragment {
        details: details.collect(),
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
    for (index, detail) in &fragment.details {
        let &cell = edited.cells.get(*index).ok_or(Refusal::BadFragment)?;
        let ring = draft.mesh().ring(cell);
        let points = detail.points().iter().map(|&point| point + offset);
        let moved = CellDetail::new(&ring, points, detail.triangles().iter().copied());
        draft.set_detail(cell, Some(moved.map_err(|_invalid| Refusal::BadFragment)?));
    }
    Ok(edited)
}
