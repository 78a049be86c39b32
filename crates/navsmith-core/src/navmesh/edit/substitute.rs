//! Validity of cells when vertices are joined or moved.
//!
//! An edit that would break a cell is refused, and a cell that becomes concave is split. Cells that were broken
//! before are exempt, so that they can be repaired vertex by vertex.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};

use super::{CellId, Draft, Edge, Refusal, VertexId, ring};
use crate::geometry::{Shape, convex_partition, ground, is_convex_but_for_rounding, shape};

/// Replaces vertices by their survivors, and moves one vertex.
///
/// Refused without changes if a sound cell would become flipped, intersect itself, or lose its area without
/// vanishing.
pub(super) fn join(
    draft: &mut Draft,
    survivors: &BTreeMap<VertexId, VertexId>,
    moved: Option<(VertexId, Vec3)>,
) -> Result<(), Refusal> {
    let changing = survivors.keys().copied().chain(moved.map(|(vertex, _)| vertex));
    let touched: BTreeSet<CellId> =
        changing.flat_map(|v| draft.adjacency().star(v).iter().copied()).collect();
    let is_sound = |cell: &CellId| ring::is_sound(draft, draft.mesh().corners(*cell));
    let sound: BTreeSet<CellId> = touched.into_iter().filter(is_sound).collect();
    for &cell in &sound {
        judge(draft, cell, survivors, moved)?;
    }
    if let Some((vertex, place)) = moved {
        draft.move_vertex(vertex, place);
    }
    let pieces = replace(draft, survivors);
    let pieces = pieces.into_iter().filter(|(whole, _)| sound.contains(whole)).map(|(_, piece)| piece);
    for cell in pieces.chain(sound.iter().copied()).collect::<BTreeSet<_>>() {
        split(draft, cell)?;
    }
    Ok(())
}

/// Replaces vertices by survivors, and reshapes or removes the cells around them.
///
/// Returns each changed cell together with the cells that it became.
fn replace(draft: &mut Draft, survivors: &BTreeMap<VertexId, VertexId>) -> Vec<(CellId, CellId)> {
    let around: BTreeSet<CellId> =
        survivors.keys().flat_map(|&gone| draft.adjacency().star(gone)).copied().collect();
    let mut bereaved = BTreeSet::new();
    let mut changed = Vec::new();
    for cell in around {
        let old = draft.mesh().corners(cell).to_vec();
        let new: Vec<VertexId> = old.iter().map(|id| survivors.get(id).copied().unwrap_or(*id)).collect();
        changed.extend(ring::reshape(draft, cell, &new).into_iter().map(|piece| (cell, piece)));
        bereaved.extend(old);
    }
    for &(_, cell) in &changed {
        if repeats_another(draft, cell) {
            bereaved.extend(draft.mesh().corners(cell));
            draft.remove_cell(cell);
        }
    }
    let survives: BTreeSet<VertexId> = survivors.values().copied().collect();
    ring::remove_unused(
        draft,
        bereaved.into_iter().chain(survivors.keys().copied()).filter(|v| !survives.contains(v)),
    );
    changed
}

/// Whether another cell has the same corners in the same order.
fn repeats_another(draft: &Draft, id: CellId) -> bool {
    let from_smallest = |cell| {
        let corners = draft.mesh().corners(cell);
        let start = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
        corners[start..].iter().chain(&corners[..start])
    };
    let star = draft.mesh().corners(id).first().map_or(&[][..], |&corner| draft.adjacency().star(corner));
    star.iter().any(|&other| other != id && from_smallest(other).eq(from_smallest(id)))
}

/// Verifies that a cell would stay sound.
fn judge(
    draft: &Draft,
    cell: CellId,
    survivors: &BTreeMap<VertexId, VertexId>,
    moved: Option<(VertexId, Vec3)>,
) -> Result<(), Refusal> {
    let corners = draft.mesh().corners(cell).iter();
    let walk: Vec<VertexId> = corners.map(|id| survivors.get(id).copied().unwrap_or(*id)).collect();
    let place = |id: VertexId| match moved {
        Some((vertex, place)) if vertex == id => place,
        _ => draft.mesh().position(id),
    };
    for corners in ring::loops(&walk) {
        let outline: Vec<Vec2> = corners.iter().map(|&id| ground(place(id))).collect();
        if !can_be_sound(draft, &corners, &outline) {
            return Err(Refusal::WouldBreak(cell));
        }
    }
    Ok(())
}

/// Whether a ring is convex, or can be split without a cut along an existing edge.
fn can_be_sound(draft: &Draft, corners: &[VertexId], outline: &[Vec2]) -> bool {
    if is_convex_but_for_rounding(outline) {
        return true;
    }
    let pieces = convex_partition(outline).filter(|_| shape(outline) == Shape::Concave);
    let n = corners.len();
    let is_side = |a: usize, b: usize| (a + 1) % n == b || (b + 1) % n == a;
    let is_free = |piece: &Vec<usize>| {
        (0..piece.len()).all(|i| {
            let (a, b) = (piece[i], piece[(i + 1) % piece.len()]);
            let edge = Edge::new(corners[a], corners[b]);
            is_side(a, b) || draft.adjacency().sides_of(draft.mesh(), edge).is_empty()
        })
    };
    pieces.is_some_and(|pieces| pieces.iter().all(is_free))
}

/// Splits a cell into convex ones if it is concave, up to rounding.
fn split(draft: &mut Draft, cell: CellId) -> Result<(), Refusal> {
    let corners = draft.mesh().corners(cell).to_vec();
    let outline = ring::on_ground(draft, &corners);
    if corners.is_empty() || is_convex_but_for_rounding(&outline) {
        return Ok(());
    }
    let pieces = convex_partition(&outline).ok_or(Refusal::WouldBreak(cell))?;
    let of_vertices = |piece: Vec<usize>| piece.into_iter().map(|i| corners[i]).collect();
    ring::take_apart(draft, cell, pieces.into_iter().map(of_vertices).collect()).map(drop)
}
