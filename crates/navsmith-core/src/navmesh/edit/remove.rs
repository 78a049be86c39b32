//! Removal of elements: a deletion leaves a hole, and a dissolve joins the cells.
//!
//! Id stability: remaining elements keep their ids; joined cells keep the smallest of theirs.

use std::collections::{BTreeMap, BTreeSet};

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::geometry::lies_between;
use crate::graph::union_find;
use crate::navmesh::EdgeKind;

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
    let cells: Vec<CellId> = cells.into_iter().collect();
    let bereaved: BTreeSet<VertexId> =
        cells.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied().collect();
    draft.remove_cells(&cells);
    ring::remove_unused(draft, bereaved);
}

/// Dissolves edges: joins the cells beside them, if the result is convex and they have one area.
///
/// Also dissolves ends of the edges that then lie on a straight line.
pub fn dissolve_edges(draft: &mut Draft, edges: &[Edge]) -> EditResult {
    require::some(edges, "dissolve")?;
    let mut joins = Vec::new();
    for &edge in edges {
        joins.push(require::inner(draft, edge)?.map(|side| side.cell));
    }
    let mut cells = Vec::new();
    for group in groups(&joins) {
        require::one_area(draft, &group)?;
        let corners = ring::outline(draft, &group).filter(|corners| ring::is_sound(draft, corners));
        ring::join(draft, &group, corners.ok_or(Refusal::NotConvex(group[0]))?);
        cells.push(group[0]);
    }
    let ends: BTreeSet<VertexId> = edges.iter().flat_map(|edge| edge.ends()).collect();
    for end in ends {
        if Pass::through(draft, end).is_some_and(|pass| pass.is_straight(draft)) {
            // The vertex stays if it cannot be dissolved, for example in a triangle.
            dissolve_vertex(draft, end).ok();
        }
    }
    Ok(Edited::of_cells(cells))
}

/// Dissolves vertices and joins the cells around them.
///
/// A vertex with two edges is removed from its cells, without joining them. Refused if a cell would not be convex, or
/// would have fewer than three corners. Also refused if cells of different areas would be joined. Dissolves the
/// vertices in any order that works.
pub fn dissolve_vertices(draft: &mut Draft, ids: &[VertexId]) -> EditResult {
    let mut left = require::vertices(draft, ids)?;
    require::some(&left, "dissolve")?;
    let mut cells = Vec::new();
    while !left.is_empty() {
        let (before, mut reason) = (left.len(), None);
        left.retain(|&id| match dissolve_vertex(draft, id) {
            Ok(changed) => {
                cells.extend(changed);
                false
            }
            Err(refusal) => {
                reason.get_or_insert(refusal);
                true
            }
        });
        if let Some(refusal) = reason.filter(|_| left.len() == before) {
            return Err(refusal);
        }
    }
    cells.retain(|&cell| draft.mesh().cell(cell).is_some());
    Ok(Edited::of_cells(require::distinct(&cells)))
}

fn dissolve_vertex(draft: &mut Draft, id: VertexId) -> Result<Vec<CellId>, Refusal> {
    if draft.remove_vertex(id) || draft.mesh().vertex(id).is_none() {
        return Ok(Vec::new());
    }
    if let Some(pass) = Pass::through(draft, id) {
        return pass.dissolve(draft);
    }
    let mut star = draft.adjacency().star(id).to_vec();
    star.sort_unstable();
    require::one_area(draft, &star)?;
    let mut corners = ring::outline(draft, &star).ok_or(Refusal::NotConvex(star[0]))?;
    if let Some(at) = corners.iter().position(|&corner| corner == id) {
        let n = corners.len();
        require_new(draft, Edge::new(corners[(at + n - 1) % n], corners[(at + 1) % n]))?;
        corners.remove(at);
    }
    if !ring::is_sound(draft, &corners) {
        return Err(Refusal::NotConvex(star[0]));
    }
    ring::join(draft, &star, corners);
    Ok(vec![star[0]])
}

fn require_new(draft: &Draft, edge: Edge) -> Result<(), Refusal> {
    let is_new = draft.adjacency().kind(draft.mesh(), edge) == EdgeKind::None;
    if is_new { Ok(()) } else { Err(Refusal::EdgeTaken(edge)) }
}

/// A vertex with two edges: a corner of one cell, or of the two cells beside both edges.
struct Pass {
    vertex: VertexId,
    beside: [VertexId; 2],
    cells: Vec<CellId>,
}

impl Pass {
    /// Returns `None` if the vertex has another number of edges.
    fn through(draft: &Draft, vertex: VertexId) -> Option<Self> {
        let cells = draft.adjacency().star(vertex).to_vec();
        let mut passes = cells.iter().filter_map(|&cell| {
            let corners = ring::from_corner(draft, cell, vertex)?;
            Some([corners[corners.len() - 1], corners[1]])
        });
        let beside = passes.next()?;
        let is_pass = passes.all(|[from, to]| [to, from] == beside) && cells.len() <= 2;
        is_pass.then_some(Self { vertex, beside, cells })
    }

    /// Whether the vertex lies on the straight line between its neighbours, up to rounding.
    ///
    /// Includes the heights.
    fn is_straight(&self, draft: &Draft) -> bool {
        let [from, at, to] =
            [self.beside[0], self.vertex, self.beside[1]].map(|id| draft.mesh().position(id));
        lies_between(at, [from, to])
    }

    fn dissolve(&self, draft: &mut Draft) -> Result<Vec<CellId>, Refusal> {
        let without = |&cell: &CellId| {
            let mut corners = draft.mesh().corners(cell).to_vec();
            corners.retain(|&corner| corner != self.vertex);
            (cell, corners)
        };
        let changed: Vec<(CellId, Vec<VertexId>)> = self.cells.iter().map(without).collect();
        if changed.iter().any(|(_, corners)| corners.len() < 3) {
            return Err(Refusal::CornerOfTriangle(self.vertex));
        }
        require_new(draft, Edge::new(self.beside[0], self.beside[1]))?;
        if let Some((cell, _)) = changed.iter().find(|(_, corners)| !ring::is_sound(draft, corners)) {
            return Err(Refusal::NotConvex(*cell));
        }
        for (cell, corners) in changed {
            draft.set_corners(cell, corners);
        }
        draft.remove_vertex(self.vertex);
        Ok(self.cells.clone())
    }
}

/// Returns the connected groups of cells formed by pairs, each sorted.
fn groups(pairs: &[[CellId; 2]]) -> Vec<Vec<CellId>> {
    let cells: Vec<CellId> = pairs.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |cell| cells.binary_search(&cell).unwrap_or_default() as u32;
    let mut parents: Vec<u32> = (0..cells.len() as u32).collect();
    for pair in pairs {
        let [one, other] = pair.map(number);
        union_find::join(&mut parents, one, other);
    }
    let mut groups: BTreeMap<u32, Vec<CellId>> = BTreeMap::new();
    for (number, &cell) in (0..).zip(&cells) {
        groups.entry(union_find::root(&mut parents, number)).or_default().push(cell);
    }
    groups.into_values().collect()
}
