//! Dead ends that an edit cuts off, and that are too small for an agent.

use std::collections::BTreeMap;

use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::edit::{EditResult, delete_cells};
use navsmith_core::navmesh::{CellId, Derived, Draft};

/// Areas of a small and of the largest dead end in m², and their limit as a part of the mesh.
///
/// An agent with a radius of 0.3 m covers more ground.
const AREAS: [f64; 2] = [0.01, 0.25];
const PART: f64 = 1e-3;

/// Maximum number of cells of a dead end.
const MOST_CELLS: usize = 256;

/// Returns the areas in m² of a small and of the largest dead end that a repair removes from a mesh.
pub(super) fn areas(derived: &Derived) -> [f64; 2] {
    let all: f64 = derived.islands.all().iter().map(|island| island.area).sum();
    AREAS.map(|area| area.min(lower_power_of_two(all * PART)))
}

/// Returns the next lower power of two, or 0.
///
/// It stays the same if the repair changes the area a little.
fn lower_power_of_two(area: f64) -> f64 {
    // The bits of the exponent alone.
    f64::from_bits(area.max(0.0).to_bits() & f64::INFINITY.to_bits())
}

/// Removes ground from a cell by an edit, and deletes the dead ends that this cuts off.
///
/// They have at most the area `largest` together.
pub(super) fn trim(
    draft: &mut Draft,
    before: &Derived,
    cut: impl FnOnce(&mut Draft) -> EditResult,
    from: CellId,
    largest: f64,
) -> EditResult {
    let around: Vec<CellId> = before.adjacency.neighbors(from).map(|(_, neighbor)| neighbor).collect();
    let edited = cut(draft)?;
    let starts: Vec<CellId> = edited.cells.iter().copied().chain(around).collect();
    let ends = dead_ends(draft, &starts, largest);
    if !ends.is_empty() {
        delete_cells(draft, &ends)?;
    }
    Ok(edited)
}

/// Returns the cells of all connected parts but the large ones, or but the largest one.
///
/// Each part contains one of the given cells. Returns none if the parts are together larger than `largest`.
fn dead_ends(draft: &Draft, starts: &[CellId], largest: f64) -> Vec<CellId> {
    let mut part_of: BTreeMap<CellId, usize> = BTreeMap::new();
    let mut parts: Vec<Part> = Vec::new();
    for &start in starts {
        if draft.mesh().cell(start).is_some() && !part_of.contains_key(&start) {
            parts.push(part(draft, start, parts.len(), &mut part_of, largest));
        }
    }
    if !parts.iter().any(|part| part.is_large)
        && let Some(greatest) = parts.iter_mut().max_by(|a, b| a.area.total_cmp(&b.area))
    {
        greatest.is_large = true;
    }
    parts.retain(|part| !part.is_large);
    let area: f64 = parts.iter().map(|part| part.area).sum();
    if area <= largest { parts.into_iter().flat_map(|part| part.cells).collect() } else { Vec::new() }
}

/// Connected cells.
#[derive(Debug)]
struct Part {
    cells: Vec<CellId>,
    /// Area on the ground in m².
    area: f64,
    /// Whether there are more cells than a dead end has.
    is_large: bool,
}

/// Returns the cells connected to one, up to the size of a dead end, and assigns them to a part.
fn part(
    draft: &Draft,
    start: CellId,
    index: usize,
    part_of: &mut BTreeMap<CellId, usize>,
    largest: f64,
) -> Part {
    let mut part = Part { cells: vec![start], area: 0.0, is_large: false };
    part_of.insert(start, index);
    let mut next = 0;
    while let Some(&cell) = part.cells.get(next) {
        next += 1;
        part.area += ground_area(&draft.mesh().ground_ring(cell)).abs();
        part.is_large |= part.area > largest || part.cells.len() > MOST_CELLS;
        if part.is_large {
            break;
        }
        for (_, neighbor) in draft.adjacency().neighbors(cell) {
            // A part that is not large contains all cells connected to it.
            part.is_large |= part_of.get(&neighbor).is_some_and(|&other| other != index);
            if part_of.insert(neighbor, index).is_none() {
                part.cells.push(neighbor);
            }
        }
    }
    part
}
