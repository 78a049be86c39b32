//! Copies of cells: cells with corners of their own at the positions of another one's corners.
//!
//! They are removed before the first search for issues, because each two of them overlap, or form an edge with too many
//! cells. A cell is removed only with its whole island, if one other island contains copies of all of its cells.

use std::collections::HashMap;

use glam::Vec3;
use smallvec::SmallVec;

use super::effect::Sizes;
use crate::document::IgnoredIssues;
use crate::document::kinds::{DUPLICATE_CELL, OVERLAP};
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::edit::{delete_cells, storable};
use navsmith_core::navmesh::{CellId, Derived, Draft, IdCounts, IslandLabel, NavMesh};

/// Maximum number of islands that are compared with another one.
const MOST_COMPARED: usize = 16;

/// Positions of the corners of a cell in their order.
///
/// They begin with the least one, and go in the direction of its lesser neighbour.
type RingKey = SmallVec<[[u32; 3]; 4]>;

/// The effect of the removal of copies.
#[derive(Debug, Default)]
pub(super) struct RemovedCopies {
    pub(super) sizes: Sizes,
    /// Positions of the removed cells.
    pub(super) places: Vec<Vec3>,
}

/// Removes the copies of cells; `None` if there are none, or if links would lose their cells.
///
/// Keeps all copies if issues of such cells are ignored.
pub(super) fn remove_copies(
    derived: &mut Derived,
    ignored: &IgnoredIssues,
    given: IdCounts,
) -> Option<RemovedCopies> {
    let mesh = derived.mesh().clone();
    let are_kept =
        || ignored.iter().any(|entry| [DUPLICATE_CELL.name, OVERLAP.name].contains(&entry.kind.name));
    // On a closed surface, a copy with the other winding is the other side.
    if mesh.is_closed_surface() || are_kept() {
        return None;
    }
    let copies = copies(derived);
    if copies.is_empty() {
        return None;
    }
    let before = derived.clone();
    let mut draft = Draft::new(mesh.clone(), before.adjacency.clone()).with_ids_after(given);
    delete_cells(&mut draft, &copies).ok()?;
    storable(&draft).ok()?;
    let changes = derived.update(&draft.into_mesh());
    let is_attached = |derived: &Derived, link| derived.links.failure(link).is_none();
    if mesh.links().any(|(link, _)| is_attached(&before, link) && !is_attached(derived, link)) {
        *derived = before;
        return None;
    }
    let sizes = Sizes::of(&before, derived, &changes);
    Some(RemovedCopies { sizes, places: copies.iter().map(|&cell| mesh.centroid(cell)).collect() })
}

/// Returns the cells of the islands of which another island that stays contains copies of all cells.
///
/// Of islands with the same cells, the one with the fewest reversed cells stays, and of these the first.
fn copies(derived: &Derived) -> Vec<CellId> {
    let mesh = derived.mesh();
    let mut by_island: HashMap<IslandLabel, Vec<(CellId, RingKey)>> = HashMap::new();
    let mut counts: HashMap<RingKey, usize> = HashMap::new();
    for (cell, _) in mesh.cells() {
        let (Some(island), key) = (derived.islands.label_of(cell), ring_key(mesh, cell)) else { continue };
        *counts.entry(key.clone()).or_default() += 1;
        by_island.entry(island).or_default().push((cell, key));
    }
    if counts.len() == mesh.cell_count() {
        return Vec::new();
    }
    let reversed = |cells: &[(CellId, RingKey)]| {
        cells.iter().filter(|(cell, _)| ground_area(&mesh.ground_ring(*cell)) < 0.0).count()
    };
    let mut islands: Vec<_> = by_island
        .into_iter()
        .map(|(label, cells)| (std::cmp::Reverse(cells.len()), reversed(&cells), cells[0].0, label, cells))
        .collect();
    islands.sort_unstable_by_key(|&(size, reversed, first, ..)| (size, reversed, first));
    let mut kept: HashMap<&RingKey, SmallVec<[IslandLabel; 1]>> = HashMap::new();
    let mut copies = Vec::new();
    for (.., label, cells) in &islands {
        let has_copies = |island: &IslandLabel| {
            cells.iter().all(|(_, key)| kept.get(key).is_some_and(|islands| islands.contains(island)))
        };
        let known = kept.get(&cells[0].1);
        if known.is_some_and(|islands| islands.iter().take(MOST_COMPARED).any(has_copies)) {
            copies.extend(cells.iter().map(|&(cell, _)| cell));
            continue;
        }
        // Cells without a copy need no entry.
        for (_, key) in cells.iter().filter(|(_, key)| counts[key] > 1) {
            let islands = kept.entry(key).or_default();
            if islands.last() != Some(label) {
                islands.push(*label);
            }
        }
    }
    copies.sort_unstable();
    copies
}

fn ring_key(mesh: &NavMesh, cell: CellId) -> RingKey {
    // The sum with 0 turns a negative zero into a positive one.
    let bits = |at: Vec3| at.to_array().map(|coordinate| (coordinate + 0.0).to_bits());
    let mut ring: RingKey = mesh.ring(cell).into_iter().map(bits).collect();
    let first = (0..ring.len()).min_by_key(|&corner| ring[corner]).unwrap_or(0);
    ring.rotate_left(first);
    if ring.len() > 2 && ring[ring.len() - 1] < ring[1] {
        ring[1..].reverse();
    }
    ring
}
