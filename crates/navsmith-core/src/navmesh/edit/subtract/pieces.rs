//! Division of one cell along a polygon.
//!
//! The polygon's points on the cell's sides are vertices of the cell already.

use std::collections::BTreeSet;

use super::{CellId, Draft, Edge, Refusal, Rim, VertexId, require, ring};
use crate::geometry::{
    Segment, Vec2, covers, ground, is_convex_but_for_rounding, segments_touch, triangulate,
};
use crate::navmesh::edit::merge_convex;

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
    let left = if inside.len() == n {
        let hole: Vec<VertexId> = inside.iter().map(|&(_, id)| id).collect();
        around(draft, &corners, &hole, None)
    } else {
        let chains = chains(&stops, &corners, n).ok_or(Refusal::CutTooFine(cell))?;
        match chains.as_slice() {
            [] => return Ok(keep_or_remove(draft, rim, cell, &corners)),
            // The polygon touches the ring at one corner only.
            [only] if only.first() == only.last() => {
                around(draft, &corners, &only[..only.len() - 1], only.first().copied())
            }
            chains => along(draft, corners, chains),
        }
    };
    let left = left.ok_or(Refusal::CutTooFine(cell))?;
    put_pieces(draft, cell, &left)
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

/// Divides the ground between a ring and a hole into two rings, cut along two bridges.
///
/// `touching` is a common corner of the ring and the hole, which replaces a bridge.
fn around(
    draft: &Draft,
    corners: &[VertexId],
    hole: &[VertexId],
    touching: Option<VertexId>,
) -> Option<Vec<Vec<VertexId>>> {
    let sight = Sight::new(draft, corners, hole);
    let first = match touching {
        Some(corner) => Bridge { hole: corner, ring: corner },
        None => sight.bridges().next()?,
    };
    let is_apart = |other: &Bridge| {
        other.hole != first.hole
            && other.ring != first.ring
            && (touching.is_some() || !segments_touch(&sight.segment(first), &sight.segment(*other)))
    };
    let second = sight.bridges().find(is_apart)?;
    let back: Vec<VertexId> = hole.iter().rev().copied().collect();
    let piece = |one: &Bridge, other: &Bridge| {
        let mut ring = vec![one.ring];
        ring.extend(between(corners, one.ring, other.ring)?);
        ring.extend([other.ring, other.hole]);
        ring.extend(between(&back, other.hole, one.hole)?);
        ring.push(one.hole);
        ring.dedup();
        if ring.first() == ring.last() {
            ring.pop();
        }
        Some(ring)
    };
    Some(vec![piece(&first, &second)?, piece(&second, &first)?])
}

/// A segment from a corner of a hole to a corner of the ring around it.
///
/// It intersects neither of them between its ends.
#[derive(Clone, Copy, Debug)]
struct Bridge {
    hole: VertexId,
    ring: VertexId,
}

/// The visibility between the corners of a ring and a hole.
struct Sight<'a> {
    draft: &'a Draft,
    corners: &'a [VertexId],
    hole: &'a [VertexId],
    sides: Vec<[VertexId; 2]>,
}

impl<'a> Sight<'a> {
    fn new(draft: &'a Draft, corners: &'a [VertexId], hole: &'a [VertexId]) -> Self {
        let sides = [corners, hole].into_iter().flat_map(Edge::around).map(Edge::ends).collect();
        Self { draft, corners, hole, sides }
    }

    fn bridges(&self) -> impl Iterator<Item = Bridge> {
        let pairs =
            self.hole.iter().flat_map(|&hole| self.corners.iter().map(move |&ring| Bridge { hole, ring }));
        pairs.filter(|bridge| bridge.hole != bridge.ring && self.is_free(*bridge))
    }

    fn segment(&self, bridge: Bridge) -> Segment {
        Segment::new(self.at(bridge.hole), self.at(bridge.ring))
    }

    fn at(&self, id: VertexId) -> Vec2 {
        ground(self.draft.mesh().position(id))
    }

    fn is_free(&self, bridge: Bridge) -> bool {
        let line = self.segment(bridge);
        let ends = [bridge.hole, bridge.ring];
        self.sides.iter().all(|side| {
            let shared = side.iter().filter(|end| ends.contains(end)).count();
            let own = Segment::new(self.at(side[0]), self.at(side[1]));
            match shared {
                0 => !segments_touch(&line, &own),
                1 => {
                    let is_other = |end: &&VertexId| !ends.contains(end);
                    let other = side.iter().find(is_other).is_some_and(|&end| line.holds(self.at(end)));
                    let far = ends.iter().find(|end| !side.contains(end));
                    !other && !far.is_some_and(|&end| own.holds(self.at(end)))
                }
                _ => false,
            }
        })
    }
}

/// Replaces a cell by convex cells that cover the remaining rings.
fn put_pieces(draft: &mut Draft, cell: CellId, rings: &[Vec<VertexId>]) -> Result<Vec<CellId>, Refusal> {
    let mut pieces: Vec<Vec<VertexId>> = Vec::new();
    for ring in rings {
        let points = ring::on_ground(draft, ring);
        if is_convex_but_for_rounding(&points) {
            pieces.push(ring.clone());
        } else {
            let triangles = triangulate(&points).ok_or(Refusal::CutTooFine(cell))?;
            pieces.extend(triangles.into_iter().map(|corners| corners.map(|i| ring[i]).to_vec()));
        }
    }
    if pieces.iter().any(|piece| require::distinct(piece).len() < piece.len()) {
        return Err(Refusal::CutTooFine(cell));
    }
    require::cell(draft, cell)?;
    let mut cells = ring::divide(draft, cell, &pieces);
    // Refused only if there is nothing to join.
    merge_convex(draft, &cells).ok();
    cells.retain(|&id| draft.mesh().cell(id).is_some());
    Ok(cells)
}
