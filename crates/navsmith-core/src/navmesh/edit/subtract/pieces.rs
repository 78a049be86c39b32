//! Division of one cell along a polygon.
//!
//! The polygon's points on the cell's sides are vertices of the cell already.

use std::collections::BTreeSet;

use super::{CellId, Draft, Refusal, Rim, VertexId, require, ring};
use crate::geometry::{Vec2, covers, ground, is_convex_but_for_rounding, triangulate};
use crate::navmesh::edit::merge_convex;
use crate::triangulation::Faces;

/// A point of the polygon on or inside the cell.
#[derive(Clone, Copy, Debug)]
struct Stop {
    side: usize,
    t: f64,
    vertex: VertexId,
    /// Whether the point lies strictly inside the cell, not on its ring.
    is_inside: bool,
}

/// Removes the inside of the polygon from a cell; returns the remaining cells, which may be none.
///
/// `inside` contains the polygon's corners strictly inside the cell.
pub(super) fn divide(
    draft: &mut Draft,
    rim: &Rim,
    cell: CellId,
    inside: &[(usize, VertexId)],
) -> Result<Vec<CellId>, Refusal> {
    let corners = draft.mesh().corners(cell).to_vec();
    let stops = stops(rim, &corners, inside);
    let n = rim.corners.len();
    let pieces = if inside.len() == n {
        let hole = inside.iter().rev().map(|&(_, id)| id).collect();
        triangles(draft, &[corners, hole])
    } else {
        let chains = chains(&stops, &corners, n).ok_or(Refusal::CutTooFine(cell))?;
        match chains.as_slice() {
            [] => return Ok(keep_or_remove(draft, rim, cell, &corners)),
            // The polygon touches the ring at one corner only.
            [only] if only.first() == only.last() => {
                triangles(draft, &[corners, only[1..].iter().rev().copied().collect()])
            }
            chains => along(draft, corners, chains).and_then(|rings| convex_pieces(draft, rings)),
        }
    };
    put_pieces(draft, cell, &pieces.ok_or(Refusal::CutTooFine(cell))?)
}

/// Keeps an undivided cell outside of the polygon, and removes one inside.
fn keep_or_remove(draft: &mut Draft, rim: &Rim, cell: CellId, corners: &[VertexId]) -> Vec<CellId> {
    let points = ring::on_ground(draft, corners);
    let middle = points.iter().sum::<Vec2>() / points.len() as f32;
    if covers(&rim.points(), middle) {
        draft.remove_cell(cell);
        Vec::new()
    } else {
        vec![cell]
    }
}

/// Returns the points of the polygon on or inside the cell, in the order along the polygon.
fn stops(rim: &Rim, corners: &[VertexId], inside: &[(usize, VertexId)]) -> Vec<Stop> {
    let on_ring = corners.iter().filter_map(|&vertex| {
        let &(side, t) = rim.places.get(&vertex)?;
        Some(Stop { side, t, vertex, is_inside: false })
    });
    let inside = inside.iter().map(|&(side, vertex)| Stop { side, t: 0.0, vertex, is_inside: true });
    let mut stops: Vec<Stop> = on_ring.chain(inside).collect();
    stops.sort_by(|a, b| a.side.cmp(&b.side).then(a.t.total_cmp(&b.t)));
    stops
}

/// Returns the parts of the polygon inside the cell, each between two corners of its ring.
///
/// Returns `None` if rounding has made the parts inconsistent.
fn chains(stops: &[Stop], corners: &[VertexId], sides: usize) -> Option<Vec<Vec<VertexId>>> {
    // Between two consecutive stops the polygon is straight, and a convex cell contains the segment.
    let leads_on = |from: &Stop, to: &Stop| {
        (to.side == from.side && to.t > from.t) || (to.side == (from.side + 1) % sides && to.t == 0.0)
    };
    let n = stops.len();
    let is_side = |from, to| {
        let at = corners.iter().position(|&corner| corner == from);
        at.is_some_and(|at| {
            let m = corners.len();
            corners[(at + 1) % m] == to || corners[(at + m - 1) % m] == to
        })
    };
    let mut chains = Vec::new();
    for start in (0..n).filter(|&i| !stops[i].is_inside) {
        let mut chain = vec![stops[start].vertex];
        let mut at = start;
        loop {
            let next = (at + 1) % n;
            if !leads_on(&stops[at], &stops[next]) {
                if chain.len() > 1 {
                    return None;
                }
                break;
            }
            chain.push(stops[next].vertex);
            if !stops[next].is_inside {
                break;
            }
            at = next;
        }
        match chain.as_slice() {
            [_] => {}
            &[from, to] if is_side(from, to) => {}
            _ => chains.push(chain),
        }
    }
    let is_whole = stops.iter().filter(|stop| stop.is_inside).count()
        == chains.iter().map(|chain| chain.len() - 2).sum::<usize>();
    is_whole.then_some(chains)
}

/// Divides a ring along the polygon's chains and returns the rings outside of the polygon.
fn along(draft: &Draft, corners: Vec<VertexId>, chains: &[Vec<VertexId>]) -> Option<Vec<Vec<VertexId>>> {
    let mut rings = vec![corners];
    let mut forward = BTreeSet::new();
    for chain in chains {
        let (from, to) = (*chain.first()?, *chain.last()?);
        let at = |id| ground(draft.mesh().position(id));
        let middle = at(chain[0]).midpoint(at(chain[1]));
        let has_both = |ring: &Vec<VertexId>| ring.contains(&from) && ring.contains(&to);
        let candidates: Vec<usize> = (0..rings.len()).filter(|&i| has_both(&rings[i])).collect();
        let holds_it = |&i: &usize| covers(&ring::on_ground(draft, &rings[i]), middle);
        let divided = match candidates.as_slice() {
            &[only] => only,
            several => several.iter().copied().find(holds_it)?,
        };
        let whole = rings.swap_remove(divided);
        rings.extend(split(&whole, chain)?);
        forward.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
    }
    // The inside of the polygon lies to the left of its sides.
    let is_outside = |ring: &Vec<VertexId>| {
        let n = ring.len();
        !(0..n).any(|i| forward.contains(&(ring[i], ring[(i + 1) % n])))
    };
    rings.retain(is_outside);
    Some(rings)
}

/// Returns the ring to the left of a chain between two corners, and the ring to its right.
fn split(corners: &[VertexId], chain: &[VertexId]) -> Option<[Vec<VertexId>; 2]> {
    let (from, to) = (*chain.first()?, *chain.last()?);
    let back = chain.iter().rev().copied().collect();
    let left = [chain.to_vec(), between(corners, to, from)?].concat();
    Some([left, [back, between(corners, from, to)?].concat()])
}

fn between(corners: &[VertexId], from: VertexId, to: VertexId) -> Option<Vec<VertexId>> {
    let at = corners.iter().position(|&corner| corner == from)?;
    let after = corners.iter().cycle().skip(at + 1).take(corners.len());
    let found: Vec<VertexId> = after.copied().take_while(|&corner| corner != to).collect();
    (found.len() < corners.len()).then_some(found)
}

/// Returns convex pieces of the inside of each ring; `None` if rounding has made one inconsistent.
fn convex_pieces(draft: &Draft, rings: Vec<Vec<VertexId>>) -> Option<Vec<Vec<VertexId>>> {
    let mut pieces = Vec::new();
    for ring in rings {
        let points = ring::on_ground(draft, &ring);
        if is_convex_but_for_rounding(&points) {
            pieces.push(ring);
        } else {
            // Repairs cut many cells, and `Faces` takes thirty times as long.
            let triangles = triangulate(&points)?.into_iter();
            pieces.extend(triangles.map(|corners| corners.map(|nth| ring[nth]).to_vec()));
        }
    }
    Some(pieces)
}

/// Returns triangles of the ground on the left of rings; `None` if rounding has made them inconsistent.
fn triangles(draft: &Draft, rings: &[Vec<VertexId>]) -> Option<Vec<Vec<VertexId>>> {
    let vertices: BTreeSet<VertexId> = rings.iter().flatten().copied().collect();
    let vertices: Vec<VertexId> = vertices.into_iter().collect();
    let index = |id: &VertexId| vertices.binary_search(id).ok();
    let rings: Vec<Vec<usize>> = rings.iter().map(|ring| ring.iter().filter_map(index).collect()).collect();
    let triangles = Faces::of_rings(&ring::on_ground(draft, &vertices), &rings)?.triangles().into_iter();
    Some(triangles.map(|corners| corners.into_iter().map(|nth| vertices[nth]).collect()).collect())
}

/// Replaces a cell by pieces, and joins them while they stay convex but for rounding.
fn put_pieces(draft: &mut Draft, cell: CellId, pieces: &[Vec<VertexId>]) -> Result<Vec<CellId>, Refusal> {
    if pieces.iter().any(|piece| require::distinct(piece).len() < piece.len()) {
        return Err(Refusal::CutTooFine(cell));
    }
    require::cell(draft, cell)?;
    let mut cells = ring::divide(draft, cell, pieces);
    // Refused only if there is nothing to join.
    merge_convex(draft, &cells).ok();
    cells.retain(|&id| draft.mesh().cell(id).is_some());
    Ok(cells)
}
