//! Moving of vertices. Only these edits may leave broken shapes.
//!
//! Id stability: every id stays.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use glam::{DVec2, Vec2, Vec3};

use super::{CellId, Draft, EditResult, Edited, Refusal, VertexId, require};
use crate::geometry::{Turn, ground, is_convex_but_for_rounding, turn};
use crate::navmesh::CellDetail;

/// Moves vertices by `delta`, in metres.
pub fn move_vertices(draft: &mut Draft, ids: &[VertexId], delta: Vec3) -> EditResult {
    transform_vertices(draft, ids, |position| position + delta)
}

/// Applies `f` to the position of each vertex, once.
pub fn transform_vertices(draft: &mut Draft, ids: &[VertexId], f: impl Fn(Vec3) -> Vec3) -> EditResult {
    let ids = require::vertices(draft, ids)?;
    let details: Vec<_> = details_within(draft, &ids);
    for &id in &ids {
        let position = require::finite(f(draft.mesh().position(id)))?;
        draft.move_vertex(id, position);
    }
    for (cell, detail) in details {
        let moved = detail.moved(&draft.mesh().ring(cell), &f);
        moved.points().iter().try_for_each(|&point| require::finite(point).map(drop))?;
        draft.set_detail(cell, Some(moved));
    }
    Ok(Edited::of_vertices(ids))
}

/// Moves each vertex to a position of its own, except where a convex cell would not stay convex.
///
/// Refused if no vertex can move.
pub fn place_soundly(draft: &mut Draft, places: &[(VertexId, Vec3)]) -> EditResult {
    let ids: Vec<VertexId> = places.iter().map(|&(vertex, _)| vertex).collect();
    let ids = require::vertices(draft, &ids)?;
    require::some(&ids, "move")?;
    let is_convex = |draft: &Draft, cell: CellId| is_convex_but_for_rounding(&draft.mesh().ground_ring(cell));
    let around = |draft: &Draft, vertex| draft.adjacency().star(vertex).to_vec();
    let mut cells: BTreeSet<CellId> = ids.iter().flat_map(|&vertex| around(draft, vertex)).collect();
    cells.retain(|&cell| is_convex(draft, cell));
    let mut before: BTreeMap<VertexId, Vec3> =
        ids.iter().map(|&vertex| (vertex, draft.mesh().position(vertex))).collect();
    for &(vertex, position) in places {
        draft.move_vertex(vertex, require::finite(position)?);
    }
    let (mut refused, mut queue) = (None, cells.clone());
    // Every round restores a vertex, so the loop ends.
    while let Some(cell) = queue.pop_first() {
        if is_convex(draft, cell) {
            continue;
        }
        refused.get_or_insert(cell);
        for corner in corners_to_restore(draft, cell, |corner| before.contains_key(&corner)) {
            if let Some(position) = before.remove(&corner) {
                draft.move_vertex(corner, position);
                queue.extend(around(draft, corner).into_iter().filter(|cell| cells.contains(cell)));
            }
        }
    }
    match refused {
        Some(cell) if before.is_empty() => Err(Refusal::NoRoom(cell)),
        _ => Ok(Edited::of_vertices(before.into_keys().collect())),
    }
}

/// Returns the moved corners that make a cell concave; all moved corners if no single one does.
fn corners_to_restore(draft: &Draft, cell: CellId, is_moved: impl Fn(VertexId) -> bool) -> Vec<VertexId> {
    let (corners, ring) = (draft.mesh().corners(cell), draft.mesh().ground_ring(cell));
    let count = corners.len();
    let is_reflex = |&i: &usize| {
        turn(ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]) != Turn::Left
            && is_moved(corners[i])
    };
    let reflex: Vec<VertexId> = (0..count).filter(is_reflex).map(|i| corners[i]).collect();
    if reflex.is_empty() {
        corners.iter().copied().filter(|&corner| is_moved(corner)).collect()
    } else {
        reflex
    }
}

/// Rotates vertices about a ground point, counter-clockwise seen from above; quarter turns are exact.
pub fn rotate(draft: &mut Draft, ids: &[VertexId], pivot: Vec2, radians: f32) -> EditResult {
    transform_vertices(draft, ids, turned(pivot, radians))
}

/// Returns the rotation of positions about a ground point, as used by [`rotate`].
pub fn turned(pivot: Vec2, radians: f32) -> impl Fn(Vec3) -> Vec3 {
    let (sin, cos) = sin_cos(f64::from(radians));
    move |position| {
        let arm = (ground(position) - pivot).as_dvec2();
        // Z points down in the view, so this rotation is counter-clockwise on screen.
        let turned = DVec2::new(arm.x * cos + arm.y * sin, arm.y * cos - arm.x * sin).as_vec2();
        Vec3::new(pivot.x + turned.x, position.y, pivot.y + turned.y)
    }
}

/// Returns the sine and cosine, exact for angles that represent a quarter turn in f32.
fn sin_cos(radians: f64) -> (f64, f64) {
    let quarters = radians / FRAC_PI_2;
    let (sin, cos) = radians.sin_cos();
    let is_quarter = (quarters - quarters.round()).abs() < f64::from(f32::EPSILON) * quarters.abs().max(1.0);
    if is_quarter { (sin.round(), cos.round()) } else { (sin, cos) }
}

/// Scales vertices about a point, by a factor for each axis.
///
/// Reverses the corners of cells that are mirrored as a whole, so that they are not flipped.
pub fn scale(draft: &mut Draft, ids: &[VertexId], pivot: Vec3, factors: Vec3) -> EditResult {
    let edited = transform_vertices(draft, ids, |position| pivot + (position - pivot) * factors)?;
    if factors.x * factors.z < 0.0 {
        for cell in cells_within(draft, &edited.vertices) {
            draft.reverse_corners(cell);
        }
    }
    Ok(edited)
}

/// Returns the details of the cells with all corners among these vertices.
fn details_within(draft: &Draft, vertices: &[VertexId]) -> Vec<(CellId, Arc<CellDetail>)> {
    if !draft.mesh().has_details() {
        return Vec::new();
    }
    let cells = cells_within(draft, vertices).into_iter();
    cells.filter_map(|cell| Some((cell, draft.mesh().detail(cell)?.clone()))).collect()
}

/// Returns the cells with all corners among these vertices, sorted by id.
fn cells_within(draft: &Draft, vertices: &[VertexId]) -> BTreeSet<CellId> {
    let scaled: BTreeSet<VertexId> = vertices.iter().copied().collect();
    let around = vertices.iter().flat_map(|&vertex| draft.adjacency().star(vertex)).copied();
    around.filter(|&cell| draft.mesh().corners(cell).iter().all(|corner| scaled.contains(corner))).collect()
}
