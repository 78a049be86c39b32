//! Separation of cells at an edge that three or more share, or at a vertex where they only touch.
//!
//! Id stability: every id stays. The separated cells get new vertices at the positions of the old ones.

use std::collections::BTreeSet;

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require};
use crate::navmesh::{Cell, EdgeKind, HalfEdge};

/// Gives a cell own vertices at the ends of an edge of three or more cells, at the same positions.
///
/// An edge of two cells in the same direction is separated in the same way.
///
/// The cells that are connected to it around an end get the new vertex too, so they stay connected. An end stays
/// common where they include another cell of the edge. Refused if that is so at both ends.
pub fn separate(draft: &mut Draft, edge: Edge, cell: CellId) -> EditResult {
    let sides = require::sides(draft, edge)?;
    let is_tangled = draft.adjacency().kind(draft.mesh(), edge) == EdgeKind::Tangled;
    if !is_tangled || sides.iter().all(|side| side.cell != cell) {
        return Err(Refusal::NothingToSeparate(cell, edge));
    }
    let mut edited = Edited::of_cells(vec![cell]);
    for end in edge.ends() {
        let fan = fan(draft, end, Some(edge), cell);
        if sides.iter().any(|side| side.cell != cell && fan.contains(&side.cell)) {
            continue;
        }
        let vertex = draft.add_vertex(draft.mesh().position(end));
        for cell in fan {
            replace_corner(draft, cell, end, vertex);
        }
        edited.vertices.push(vertex);
    }
    if edited.vertices.is_empty() { Err(Refusal::Inseparable(cell, edge)) } else { Ok(edited) }
}

/// Gives each fan of cells around a vertex a vertex of its own at the same position.
///
/// The fan of the cell with the smallest id keeps the vertex.
/// Refused if the cells form one fan.
pub fn separate_fans(draft: &mut Draft, vertex: VertexId) -> EditResult {
    let mut left: BTreeSet<CellId> = draft.adjacency().star(vertex).iter().copied().collect();
    let mut edited = Edited::default();
    let mut kept: BTreeSet<CellId> =
        left.pop_first().into_iter().flat_map(|first| fan(draft, vertex, None, first)).collect();
    while let Some(first) = left.difference(&kept).next().copied() {
        let fan = fan(draft, vertex, None, first);
        let new = draft.add_vertex(draft.mesh().position(vertex));
        for &cell in &fan {
            replace_corner(draft, cell, vertex, new);
        }
        left.retain(|cell| !fan.contains(cell));
        edited.vertices.push(new);
        kept.extend(fan);
    }
    if edited.vertices.is_empty() { Err(Refusal::OneFan(vertex)) } else { Ok(edited) }
}

fn replace_corner(draft: &mut Draft, cell: CellId, old: VertexId, new: VertexId) {
    let corners = draft.mesh().corners(cell).iter();
    let corners: Vec<VertexId> = corners.map(|&corner| if corner == old { new } else { corner }).collect();
    draft.set_corners(cell, corners);
}

/// Returns the cells at a vertex that are connected to a cell across edges there, except one edge.
fn fan(draft: &Draft, vertex: VertexId, without: Option<Edge>, cell: CellId) -> BTreeSet<CellId> {
    let (mesh, adjacency) = (draft.mesh(), draft.adjacency());
    let (mut fan, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if !fan.insert(cell) {
            continue;
        }
        for (side, [from, to]) in (0..).zip(mesh.cell(cell).into_iter().flat_map(Cell::sides)) {
            if (from == vertex || to == vertex) && Some(Edge::new(from, to)) != without {
                queue.extend(adjacency.twin(HalfEdge { cell, side }).map(|twin| twin.cell));
            }
        }
    }
    fan
}
