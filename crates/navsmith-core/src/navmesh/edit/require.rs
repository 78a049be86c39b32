//! Checks of the arguments of edits, each with its refusal.

use std::collections::HashSet;
use std::hash::Hash;

use glam::Vec3;
use smallvec::SmallVec;

use super::{CellId, Draft, Edge, Refusal, VertexId};
use crate::navmesh::{Cell, EdgeKind, HalfEdge, Link, LinkId};

pub(super) fn vertex(draft: &Draft, id: VertexId) -> Result<Vec3, Refusal> {
    draft.mesh().vertex(id).ok_or(Refusal::NoSuchVertex(id))
}

pub(super) fn cell(draft: &Draft, id: CellId) -> Result<&Cell, Refusal> {
    draft.mesh().cell(id).ok_or(Refusal::NoSuchCell(id))
}

pub(super) fn sides(draft: &Draft, edge: Edge) -> Result<SmallVec<[HalfEdge; 2]>, Refusal> {
    let sides = draft.adjacency().sides_of(draft.mesh(), edge);
    if sides.is_empty() { Err(Refusal::NoSuchEdge(edge)) } else { Ok(sides) }
}

/// Returns the vertices without duplicates; refused if any does not exist.
pub(super) fn vertices(draft: &Draft, ids: &[VertexId]) -> Result<Vec<VertexId>, Refusal> {
    ids.iter().try_for_each(|&id| vertex(draft, id).map(drop))?;
    Ok(distinct(ids))
}

/// Returns the cells without duplicates; refused if any does not exist.
pub(super) fn cells(draft: &Draft, ids: &[CellId]) -> Result<Vec<CellId>, Refusal> {
    ids.iter().try_for_each(|&id| cell(draft, id).map(drop))?;
    Ok(distinct(ids))
}

pub(super) fn link(draft: &Draft, id: LinkId) -> Result<Link, Refusal> {
    draft.mesh().link(id).copied().ok_or(Refusal::NoSuchLink(id))
}

/// Returns the links without duplicates; refused if any does not exist.
pub(super) fn links(draft: &Draft, ids: &[LinkId]) -> Result<Vec<LinkId>, Refusal> {
    ids.iter().try_for_each(|&id| link(draft, id).map(drop))?;
    Ok(distinct(ids))
}

pub(super) fn some<T>(given: &[T], verb: &'static str) -> Result<(), Refusal> {
    if given.is_empty() { Err(Refusal::Nothing(verb)) } else { Ok(()) }
}

pub(super) fn at_least<T>(
    needed: usize,
    of: &'static str,
    given: &[T],
    verb: &'static str,
) -> Result<(), Refusal> {
    if given.len() < needed { Err(Refusal::TooFew { verb, needed, of, given: given.len() }) } else { Ok(()) }
}

pub(super) fn finite(position: Vec3) -> Result<Vec3, Refusal> {
    if position.is_finite() { Ok(position) } else { Err(Refusal::NotFinite) }
}

/// Returns the elements without duplicates, in the order of first appearance.
pub(super) fn distinct<T: Copy + Eq + Hash>(elements: &[T]) -> Vec<T> {
    let mut seen = HashSet::with_capacity(elements.len());
    elements.iter().copied().filter(|&element| seen.insert(element)).collect()
}

/// Requires that no cell received more corners than files store.
///
/// The caller of an edit checks it, because several edits can follow each other.
pub fn storable(draft: &Draft) -> Result<(), Refusal> {
    draft.oversized().map_or(Ok(()), |cell| Err(Refusal::TooManyCorners(cell)))
}

/// Requires edges with at most two cells, in opposite directions.
pub(super) fn untangled(draft: &Draft, edges: impl IntoIterator<Item = Edge>) -> Result<(), Refusal> {
    let mut edges = edges.into_iter();
    let tangled = edges.find(|&edge| draft.adjacency().kind(draft.mesh(), edge) == EdgeKind::Tangled);
    tangled.map_or(Ok(()), |edge| Err(Refusal::EdgeTaken(edge)))
}

pub(super) fn one_area(draft: &Draft, cells: &[CellId]) -> Result<(), Refusal> {
    let area = |id: CellId| draft.mesh().cell(id).map(Cell::area);
    let Some((&first, others)) = cells.split_first() else { return Ok(()) };
    let other = others.iter().find(|&&id| area(id) != area(first));
    other.map_or(Ok(()), |&other| Err(Refusal::DifferentAreas(first, other)))
}

/// Returns the two sides of an inner edge; the first runs from the edge's first end to its second.
pub(super) fn inner(draft: &Draft, edge: Edge) -> Result<[HalfEdge; 2], Refusal> {
    let sides = sides(draft, edge)?;
    let forward = |side: &HalfEdge| draft.mesh().half_edge(*side) == Some(edge.ends());
    let one = sides.iter().copied().find(forward).ok_or(Refusal::NotInner(edge))?;
    let other = draft.adjacency().twin(one).ok_or(Refusal::NotInner(edge))?;
    Ok([one, other])
}
