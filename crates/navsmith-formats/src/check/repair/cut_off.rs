//! Points that a repair gets to other islands.
//!
//! Whether an edit gets a point to another island often depends on later edits, which join the islands. So each edit is
//! judged by the nearest ground only, and the result by the ground that a query finds. The repair starts again with the
//! points that it disconnected, and each edit must keep these.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use super::kept_points::{CellPart, LIFTS, MOST_FLOORS, floor_at, is_covered, is_sound, points_on};
use navsmith_core::geometry::at_height;
use navsmith_core::navmesh::{CellId, Derived, IslandId, NavMesh, Surface};

/// Points by their islands before and after a repair.
type Parts = BTreeMap<IslandId, BTreeMap<IslandId, Vec<Vec3>>>;

/// Returns the points of a mesh that are not on one island with most points of their island afterwards.
pub(super) fn cut_off(before: &Derived, now: &Derived) -> Vec<Vec3> {
    // On a closed surface, the ground below a point is on its other side.
    if before.mesh().is_closed_surface() {
        return Vec::new();
    }
    let (mut cut, mut parts) = (Vec::new(), Parts::new());
    for at in points(before, now) {
        for lift in LIFTS {
            let Some(was) = floor_at(before, at, lift) else { continue };
            let Some(is) = floor_at(now, at, lift) else {
                cut.extend(is_covered(before, at, was.cell).then_some(at));
                continue;
            };
            let both = before.islands.of(was.cell).zip(now.islands.of(is.cell));
            if let Some((island, part)) = both {
                parts.entry(island).or_default().entry(part).or_default().push(at);
            }
        }
    }
    for mut parts in parts.into_values().map(|parts| parts.into_values().collect::<Vec<_>>()) {
        parts.sort_by_key(Vec::len);
        parts.pop();
        cut.extend(parts.into_iter().flatten());
    }
    cut.dedup();
    cut
}

/// Returns points on the sound cells of a mesh.
///
/// A cell has one of them where another mesh is the same, else many.
fn points(before: &Derived, now: &Derived) -> Vec<Vec3> {
    let mesh = before.mesh();
    let mut points = Vec::new();
    for (cell, _) in mesh.cells().filter(|&(cell, _)| is_sound(mesh, cell)) {
        let own = CellPart::of(mesh, cell);
        let around = now.locator.within(now.mesh(), own.min, own.max);
        if is_same([mesh, now.mesh()], cell) && around.iter().all(|&other| is_same([mesh, now.mesh()], other))
        {
            points.push(mesh.centroid(cell));
            continue;
        }
        let parts: Vec<CellPart> = around
            .into_iter()
            .filter(|&other| is_sound(now.mesh(), other))
            .map(|other| CellPart::of(now.mesh(), other))
            .collect();
        let surface = Surface::of(mesh, cell);
        let is_alone = |at: &Vec2| before.locator.near(*at).nth(MOST_FLOORS).is_none();
        let on_cell = points_on(&own, &parts).into_iter().filter(|at| surface.covers(*at) && is_alone(at));
        points.extend(on_cell.map(|at| at_height(at, surface.height_at(at))));
    }
    points
}

/// Whether a cell has the same corners in both meshes.
fn is_same(meshes: [&NavMesh; 2], cell: CellId) -> bool {
    let [before, now] = meshes.map(|mesh| mesh.cell(cell).map(|_| mesh.ring(cell).to_vec()));
    before == now
}
