//! Replacement of the cells in the volumes that limit a generation; those around them stay.

use std::collections::BTreeSet;

use navsmith_core::geometry::{Bounds, Vec2, Vec3, interiors_overlap};
use navsmith_core::navmesh::edit::{EditResult, Edited, Fragment, cut_hole, cut_out, paste};
use navsmith_core::navmesh::{CellId, Derived, Draft, NavMesh, VertexId};
use navsmith_formats::check::overlapping;
use navsmith_generation::Volume;

/// Distance in voxels from the border of a limit up to which the new cells cut the old ones.
const STRIP: f32 = 2.0;

/// Replaces the cells in limits by new ones, and joins both along the outlines of the new ones.
pub(super) fn replace_within(
    draft: &mut Draft,
    fragment: &Fragment,
    (limits, cell_size): (&[Volume], f32),
) -> EditResult {
    let unused = unused(draft);
    for limit in limits {
        let outline = shrunk(&limit.corners, STRIP * cell_size);
        let from = cells_in(draft.mesh(), limit, &outline);
        if !from.is_empty() {
            cut_hole(draft, &outline, &from)?;
        }
    }
    let added: BTreeSet<CellId> = paste(draft, fragment, Vec3::ZERO)?.cells.into_iter().collect();
    join(draft, &added);
    let is_in_limits = |at: &Vec3| limits.iter().any(|limit| limit.contains(*at));
    let old = draft.mesh().cells().map(|(cell, _)| cell).filter(|cell| !added.contains(cell));
    let left: Vec<CellId> = old.filter(|&cell| draft.mesh().ring(cell).iter().all(is_in_limits)).collect();
    draft.remove_cells(&left);
    for vertex in self::unused(draft).difference(&unused) {
        draft.remove_vertex(*vertex);
    }
    Ok(Edited::default())
}

/// Cuts the added cells out of those that they overlap; leaves both as they are if that is refused.
fn join(draft: &mut Draft, added: &BTreeSet<CellId>) {
    let derived = Derived::build(draft.mesh());
    let under = |cells: &[CellId]| -> Vec<CellId> {
        let all = overlapping(draft.mesh(), &derived, cells);
        all.into_iter().filter(|cell| !added.contains(cell)).collect()
    };
    let cutters: Vec<CellId> = added.iter().copied().filter(|&cell| !under(&[cell]).is_empty()).collect();
    let from = under(&cutters);
    if cutters.is_empty() {
        return;
    }
    let before = draft.clone();
    if cut_out(draft, &cutters, &from).is_err() {
        *draft = before;
    }
}

/// Returns the vertices without cells.
fn unused(draft: &Draft) -> BTreeSet<VertexId> {
    let all = draft.mesh().vertices().map(|(vertex, _)| vertex);
    all.filter(|&vertex| draft.adjacency().star(vertex).is_empty()).collect()
}

/// Returns the cells that overlap an outline between the heights of a limit.
fn cells_in(mesh: &NavMesh, limit: &Volume, outline: &[Vec2]) -> Vec<CellId> {
    let [low, high] = limit.heights;
    let is_in = |cell: CellId| {
        let Bounds { min, max } = Bounds::of(mesh.ring(cell));
        min.y <= high && low <= max.y && interiors_overlap(outline, &mesh.ground_ring(cell))
    };
    mesh.cells().map(|(cell, _)| cell).filter(|&cell| is_in(cell)).collect()
}

/// Returns a convex outline whose corners are moved to its middle by a distance, at most half way.
fn shrunk(corners: &[Vec2], distance: f32) -> Vec<Vec2> {
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let moved = |&corner: &Vec2| {
        let inward = middle - corner;
        corner + inward.normalize_or_zero() * distance.min(inward.length() * 0.5)
    };
    corners.iter().map(moved).collect()
}
