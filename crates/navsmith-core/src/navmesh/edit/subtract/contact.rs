//! Joining of cells to others in whose inside an end of them lies.
//!
//! An example is the foot of a ramp on a floor. The ground that the cells cover closely is cut out of the others, and
//! the sides at its outline become common edges. An end that reaches through the others is removed first.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, Vec2};

use super::touching::join_corners;
use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, RimCorner, VertexId, require, ring, subtract};
use crate::geometry::{
    Plane, Segment, area, covers, ground, intersection, is_convex_but_for_rounding, segments_touch,
};
use crate::navmesh::{Cell, HalfEdge};

/// Distance in metres up to which corners of an outline become one, and ends do not reach through.
const SNAP: f32 = 1e-3;

/// Height in metres up to which a vertex is on a plane.
const LEVEL: f32 = 1e-4;

/// Maximum number of cells that are joined together.
const MOST_TOGETHER: usize = 64;

/// Part of an end that others must cover for it to be removed.
const COVERED: f64 = 0.999;

/// Cuts ground out of cells that another cell covers closely, and joins both at the outline.
///
/// Neighbours of the cell belong to it. The ground is cut up to `cut_below` metres below or above, and corners are joined
/// up to `join_below` metres. A loose end that reaches through the others is removed, up to `join_below` metres above
/// them and `headroom` metres below. The first of the others determines the heights. Refused if no edge becomes a common
/// one.
pub fn join_at_contact(
    draft: &mut Draft,
    cell: CellId,
    others: &[CellId],
    [join_below, cut_below, headroom]: [f32; 3],
) -> EditResult {
    require::cell(draft, cell)?;
    let others = require::cells(draft, others)?;
    let &floor = others.first().ok_or(Refusal::NothingToCut)?;
    let plane = Plane::of_ring(&draft.mesh().ring(floor)).ok_or(Refusal::NoArea)?;
    remove_end(draft, cell, &others, &plane, [join_below, headroom])?;
    let cells = close_cells(draft, cell, &others, &plane, cut_below).ok_or(Refusal::NoContact(cell))?;
    let joined = |draft: &Draft| -> usize {
        cells.iter().map(|&cell| draft.adjacency().neighbors(cell).count()).sum()
    };
    let before = joined(draft);
    let own = cells.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied();
    let low: BTreeSet<VertexId> = own.filter(|&id| rise(draft, &plane, id).abs() <= join_below).collect();
    join_corners(draft, &low.into_iter().collect::<Vec<_>>(), &others, &cells);
    let corners = outline(draft, &cells, &plane, [join_below, cut_below]);
    let corners = corners.ok_or(Refusal::NoContact(cell))?;
    let mut left = subtract(draft, corners, &others)?;
    left.retain(|&id| draft.mesh().cell(id).is_some());
    if joined(draft) <= before {
        return Err(Refusal::NoContact(cell));
    }
    left.extend(&cells);
    ring::require_untangled(draft, &left)?;
    Ok(Edited::of_cells(left))
}

/// Returns the height of a vertex above a plane, in metres.
fn rise(draft: &Draft, plane: &Plane, id: VertexId) -> f32 {
    let at = draft.mesh().position(id);
    at.y - plane.height_at(ground(at))
}

/// Returns a cell and those to which sides lead that are close to the ground of `others`.
///
/// `None` if these are too many, if a cell is not convex, or is one of `others`.
fn close_cells(
    draft: &Draft,
    cell: CellId,
    others: &[CellId],
    plane: &Plane,
    height: f32,
) -> Option<Vec<CellId>> {
    let rings: Vec<_> = others.iter().map(|&other| draft.mesh().ground_ring(other)).collect();
    let mut found = vec![cell];
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        let is_sound = is_convex_but_for_rounding(&draft.mesh().ground_ring(cell));
        if !is_sound || others.contains(&cell) || found.len() > MOST_TOGETHER {
            return None;
        }
        for (side, neighbor) in draft.adjacency().neighbors(cell) {
            let ends = draft.mesh().half_edge(side)?;
            let is_close = close_part(ends.map(|end| rise(draft, plane, end)), height).is_some();
            let ends = ends.map(|end| ground(draft.mesh().position(end)));
            let is_over = is_close && rings.iter().any(|ring| meets(ring, ends));
            if is_over && !found.contains(&neighbor) {
                found.push(neighbor);
            }
        }
    }
    Some(found)
}

/// Whether a segment touches a polygon.
fn meets(ring: &[Vec2], [from, to]: [Vec2; 2]) -> bool {
    let next = ring.iter().skip(1).chain(ring.first());
    let mut sides = ring.iter().zip(next).map(|(&from, &to)| Segment::new(from, to));
    covers(ring, from) || sides.any(|side| segments_touch(&side, &Segment::new(from, to)))
}

/// Returns the part of a side, from 0 to 1, that is at most `height` above or below a plane.
fn close_part([from, to]: [f32; 2], height: f32) -> Option<[f64; 2]> {
    let [from, to, height] = [from, to, height].map(f64::from);
    let mut part = [0.0_f64, 1.0_f64];
    for [a, b] in [[height - from, height - to], [height + from, height + to]] {
        match (a < 0.0, b < 0.0) {
            (true, true) => return None,
            (true, false) => part[0] = part[0].max(a / (a - b)),
            (false, true) => part[1] = part[1].min(a / (a - b)),
            (false, false) => {}
        }
    }
    (part[0] <= part[1]).then_some(part)
}

/// A corner of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OutlineCorner {
    Vertex(VertexId),
    /// The point of an edge at which the height is reached, nearer to its first end or to its second.
    OnEdge(Edge, bool),
}

/// Returns the outline of the ground of cells that is closer to a plane than a height.
///
/// `None` if it has several parts, touches itself or encloses ground.
fn outline(
    draft: &Draft,
    cells: &[CellId],
    plane: &Plane,
    [join_below, cut_below]: [f32; 2],
) -> Option<Vec<RimCorner>> {
    let mut places: BTreeMap<OutlineCorner, Vec2> = BTreeMap::new();
    let mut sides: BTreeSet<[OutlineCorner; 2]> = BTreeSet::new();
    for &cell in cells {
        let ends = draft.mesh().cell(cell)?.sides();
        let ends = ends.filter_map(|side| close_ends(draft, side, plane, cut_below)).flatten();
        let mut around: Vec<OutlineCorner> = Vec::new();
        for (corner, at) in ends {
            places.insert(corner, at);
            if around.last() != Some(&corner) {
                around.push(corner);
            }
        }
        if around.len() > 1 && around.first() == around.last() {
            around.pop();
        }
        for (i, &from) in around.iter().enumerate().filter(|_| around.len() > 2) {
            let to = around[(i + 1) % around.len()];
            // A side of two cells is within the outline.
            if !sides.remove(&[to, from]) {
                sides.insert([from, to]);
            }
        }
    }
    let vertex = |corner| match corner {
        OutlineCorner::Vertex(id) if rise(draft, plane, id).abs() <= join_below => Some(id),
        _ => None,
    };
    let mut corners: Vec<RimCorner> = Vec::new();
    for corner in loop_of(&sides)? {
        let next = RimCorner { at: *places.get(&corner)?, vertex: vertex(corner) };
        let is_one = |other: &RimCorner| {
            other.at.distance(next.at) <= SNAP && (other.vertex.is_none() || next.vertex.is_none())
        };
        match corners.iter().position(is_one) {
            Some(same) if next.vertex.is_some() => corners[same] = next,
            Some(_) => {}
            None => corners.push(next),
        }
    }
    (corners.len() > 2).then_some(corners)
}

/// Returns the ends of the part of a side that is closer to a plane than a height, in its direction.
fn close_ends(
    draft: &Draft,
    side: [VertexId; 2],
    plane: &Plane,
    height: f32,
) -> Option<[(OutlineCorner, Vec2); 2]> {
    // The same for both cells of an edge.
    let edge = Edge::new(side[0], side[1]);
    let ends = edge.ends();
    let part = close_part(ends.map(|end| rise(draft, plane, end)), height)?;
    let [from, to] = ends.map(|end| ground(draft.mesh().position(end)).as_dvec2());
    let at = |share: f64| from.lerp(to, share).as_vec2();
    let first = match part[0] {
        0.0 => (OutlineCorner::Vertex(ends[0]), at(0.0)),
        share => (OutlineCorner::OnEdge(edge, true), at(share)),
    };
    let last = match part[1] {
        1.0 => (OutlineCorner::Vertex(ends[1]), at(1.0)),
        share => (OutlineCorner::OnEdge(edge, false), at(share)),
    };
    Some(if side[0] == ends[0] { [first, last] } else { [last, first] })
}

/// Returns the corners of the only loop of directed sides; `None` if they form another figure.
fn loop_of(sides: &BTreeSet<[OutlineCorner; 2]>) -> Option<Vec<OutlineCorner>> {
    let next: BTreeMap<OutlineCorner, OutlineCorner> = sides.iter().map(|&[from, to]| (from, to)).collect();
    let mut found = vec![*next.keys().next()?];
    while found.len() <= next.len() {
        let corner = *next.get(found.last()?)?;
        if corner == found[0] {
            break;
        }
        found.push(corner);
    }
    (next.len() == sides.len() && found.len() == sides.len()).then_some(found)
}

/// Removes the end of a cell that reaches through a plane, if it is loose and others cover it.
fn remove_end(
    draft: &mut Draft,
    cell: CellId,
    others: &[CellId],
    plane: &Plane,
    [height, headroom]: [f32; 2],
) -> Result<(), Refusal> {
    let limits = [(1.0, [height, headroom.max(height)]), (-1.0, [height, height])];
    let ends = limits.map(|limit| end(draft, cell, others, plane, limit));
    // Of a cell that is loose on both sides, no side is the end.
    let (sign, cells) = match ends {
        [Some(cells), None] => (1.0, cells),
        [None, Some(cells)] => (-1.0, cells),
        _ => return Ok(()),
    };
    for cell in cells {
        let beyond = beyond(draft, cell, plane, sign);
        if area(&beyond) > f64::from(SNAP * SNAP) {
            let corners = beyond.iter().map(|at| RimCorner { at: at.as_vec2(), vertex: None }).collect();
            subtract(draft, corners, &[cell])?;
        }
    }
    Ok(())
}

/// Returns the part of a cell that is below a plane, or above it for a negative sign.
fn beyond(draft: &Draft, cell: CellId, plane: &Plane, sign: f32) -> Vec<DVec2> {
    let corners = draft.mesh().corners(cell).iter().map(|&id| {
        let depth = -sign * rise(draft, plane, id);
        // A vertex that an edit placed on the plane is on it but for rounding.
        let depth = if depth.abs() <= LEVEL { 0.0 } else { f64::from(depth) };
        (ground(draft.mesh().position(id)).as_dvec2(), depth)
    });
    let corners: Vec<(DVec2, f64)> = corners.collect();
    let mut part = Vec::new();
    for (i, &(from, at_from)) in corners.iter().enumerate() {
        let (to, at_to) = corners[(i + 1) % corners.len()];
        if at_from >= 0.0 {
            part.push(from);
        }
        if at_from * at_to < 0.0 {
            part.push(from.lerp(to, at_from / (at_from - at_to)));
        }
    }
    part
}

/// Returns the cells of a loose end of a cell below a plane, or above it for a negative sign.
///
/// The end may continue in neighbours. `None` if there is none, if it reaches farther than the second height, if it leads
/// to other cells, or if the others do not cover it. Beyond the first height, its cells must cross the plane.
fn end(
    draft: &Draft,
    cell: CellId,
    others: &[CellId],
    plane: &Plane,
    (sign, [height, most]): (f32, [f32; 2]),
) -> Option<Vec<CellId>> {
    let mesh = draft.mesh();
    let depth = |id: VertexId| -sign * rise(draft, plane, id);
    let (mut found, mut queue) = (BTreeSet::from([cell]), vec![cell]);
    let mut deepest: f32 = 0.0;
    while let Some(cell) = queue.pop() {
        for (side, ends) in (0..).zip(mesh.cell(cell).into_iter().flat_map(Cell::sides)) {
            let reach = ends.map(depth).into_iter().fold(0.0, f32::max);
            deepest = deepest.max(reach);
            let twin = draft.adjacency().twin(HalfEdge { cell, side }).filter(|_| reach > SNAP);
            let next = twin.map(|twin| twin.cell).filter(|&next| found.insert(next));
            if deepest > most
                || next.is_some_and(|next| others.contains(&next))
                || found.len() > MOST_TOGETHER
            {
                return None;
            }
            queue.extend(next);
        }
    }
    let crosses = |&cell: &CellId| mesh.corners(cell).iter().any(|&corner| depth(corner) < SNAP);
    if deepest > height && !found.iter().all(crosses) {
        return None;
    }
    let (mut own, mut covered) = (0.0, 0.0);
    for &cell in &found {
        let part = beyond(draft, cell, plane, sign);
        let corners: Vec<Vec2> = part.iter().map(|at| at.as_vec2()).collect();
        let rings = others.iter().map(|&other| mesh.ground_ring(other));
        own += area(&part);
        covered += rings.map(|ring| area(&intersection(&corners, &ring))).sum::<f64>();
    }
    (deepest > SNAP && covered >= own * COVERED).then(|| found.into_iter().collect())
}
