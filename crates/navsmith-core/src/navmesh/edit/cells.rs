//! Changes of cells: their areas and windings, division into simpler ones, and joining to larger ones.
//!
//! Id stability: the first piece of a cell keeps its id, and joined cells keep the smallest id. Vertices keep theirs.

use std::collections::BTreeSet;

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, require, ring};
use crate::geometry::{self, Shape, Vec2};
use crate::navmesh::{AreaId, Cell};
use crate::triangulation::Faces;

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
        draft.reverse_corners(id);
    }
    Ok(Edited::of_cells(ids))
}

/// Divides cells into triangles.
pub fn triangulate(draft: &mut Draft, ids: &[CellId]) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "triangulate")?;
    take_apart_each(draft, &ids, "triangles", |ring| {
        (ring.len() > 3).then(|| Some(Faces::of_ring(ring)?.triangles()))
    })
}

/// Divides concave cells into convex ones; convex cells stay unchanged.
pub fn split_concave(draft: &mut Draft, ids: &[CellId]) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "split")?;
    take_apart_each(draft, &ids, "convex", |ring| {
        (geometry::shape(ring) != Shape::Convex).then(|| ring::convex_pieces(ring))
    })
}

/// Divides cells with more than `most` corners into convex ones; `most` is at least 3.
pub fn split_within(draft: &mut Draft, ids: &[CellId], most: usize) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::some(&ids, "split")?;
    take_apart_each(draft, &ids, "small enough", |ring| {
        (ring.len() > most).then(|| Some(Faces::of_ring(ring)?.pieces(|winding| winding > 0, most.max(3))))
    })
}

/// Divides cells into the rings that `pieces` returns.
///
/// `None` keeps a cell, and `Some(None)` is for a cell that cannot be divided.
fn take_apart_each(
    draft: &mut Draft,
    ids: &[CellId],
    already: &'static str,
    pieces: impl Fn(&[Vec2]) -> Option<Option<Vec<Vec<usize>>>>,
) -> EditResult {
    let mut cells = Vec::new();
    for &id in ids {
        if let Some(pieces) = pieces(&draft.mesh().ground_ring(id)) {
            let corners = draft.mesh().corners(id).to_vec();
            let of_vertices = |piece: Vec<usize>| piece.into_iter().map(|i| corners[i]).collect();
            let pieces = pieces.ok_or(Refusal::NotSimple(id))?.into_iter().map(of_vertices).collect();
            cells.extend(ring::take_apart(draft, id, pieces)?);
        }
    }
    if cells.is_empty() { Err(Refusal::Already(already)) } else { Ok(Edited::of_cells(cells)) }
}

/// Joins cells of one area over their common edges, the longest first, if the result is convex.
///
/// After Hertel and Mehlhorn, *Fast Triangulation of Simple Polygons*, 1983. From triangles it makes at most four
/// times the optimal number of cells. Refused if no two cells can be joined.
pub fn merge_convex(draft: &mut Draft, ids: &[CellId]) -> EditResult {
    let ids = require::cells(draft, ids)?;
    require::at_least(2, "cells", &ids, "Joining")?;
    let mut joined = BTreeSet::new();
    for edge in inner_edges(draft, &ids) {
        let Ok(sides) = require::inner(draft, edge) else { continue };
        let mut pair = sides.map(|side| side.cell);
        pair.sort_unstable();
        let corners = ring::outline(draft, &pair)
            .filter(|corners| corners.len() <= Cell::MOST_CORNERS && ring::is_sound(draft, corners));
        if let Some(corners) = corners.filter(|_| require::one_area(draft, &pair).is_ok()) {
            ring::join(draft, &pair, corners);
            joined.insert(pair[0]);
        }
    }
    if joined.is_empty() {
        return Err(Refusal::NothingToJoin);
    }
    Ok(Edited::of_cells(ids.into_iter().filter(|&id| draft.mesh().cell(id).is_some()).collect()))
}

fn inner_edges(draft: &Draft, ids: &[CellId]) -> Vec<Edge> {
    let chosen: BTreeSet<CellId> = ids.iter().copied().collect();
    let mut edges = BTreeSet::new();
    for &id in ids {
        for (side, neighbor) in draft.adjacency().neighbors(id) {
            let ends = draft.mesh().cell(id).map(|cell: &Cell| cell.side(side.side));
            edges.extend(ends.filter(|_| chosen.contains(&neighbor)).map(|[from, to]| Edge::new(from, to)));
        }
    }
    let length = |edge: Edge| {
        let [from, to] = draft.mesh().edge_positions(edge).map(geometry::ground);
        from.distance_squared(to)
    };
    let mut edges: Vec<(f32, Edge)> = edges.into_iter().map(|edge| (length(edge), edge)).collect();
    edges.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    edges.into_iter().map(|(_, edge)| edge).collect()
}
