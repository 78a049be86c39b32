//! Fixes that cut cells out of others: at overlaps, and where an end of one lies on another.

use std::collections::BTreeSet;

use super::approach::{cells_under, contact, continued};
use super::{Fix, HAIR, STOREY, WELD_DISTANCE, height_differences, overlapping};
use navsmith_core::geometry::interiors_overlap;
use navsmith_core::navmesh::edit::{ContactLimits, EditResult, Edited, Refusal, cut_out, join_at_contact};
use navsmith_core::navmesh::{CellId, Derived, Draft, NavMesh, Surface};

/// Factor on the height of a storey, so that rounding leaves no overlap at the edge of a cut.
const ROUNDING: f32 = 1.02;

/// Limits of splits at contacts.
const CONTACT: ContactLimits = ContactLimits {
    join: STOREY * ROUNDING,
    cut: STOREY * ROUNDING,
    remove: 2.0 * STOREY * ROUNDING,
    slope: std::f32::consts::FRAC_PI_4,
};

/// Cuts a cell out of another one, and joins both.
///
/// Where only an end of one lies on the other, they are joined at that end.
/// Refused if a cell would be too steep to walk on.
pub(super) fn cut_one_out(draft: &mut Draft, derived: &Derived, cell: CellId, from: CellId) -> EditResult {
    let mesh = derived.mesh();
    if height_differences(mesh, [cell, from])[1] <= WELD_DISTANCE {
        return cut_out(draft, &patch_over(derived, cell, from), &[from]);
    }
    let close =
        |cell: CellId| contact(mesh, derived, [cell, from]).filter(|gap| gap.width() <= f64::from(STOREY));
    // A cell between others ends where they do.
    let contact = close(cell).or_else(|| continued(mesh, derived, cell, from).into_iter().find_map(close));
    if let Some(contact) = contact {
        let contact = if contact.from.side.is_some() { contact } else { contact.reversed() };
        let [cell, floor] = contact.cells();
        let others = cells_under(mesh, derived, cell, floor);
        let mut joined = draft.clone();
        if let Ok(edited) = join_at_contact(&mut joined, cell, &others, CONTACT) {
            *draft = joined;
            return Ok(edited);
        }
    }
    let slope = |mesh: &NavMesh, cell: CellId| Surface::of(mesh, cell).steepest(HAIR);
    let patch = patch_over(derived, cell, from);
    let before = patch.iter().chain([&from]).map(|&cell| slope(mesh, cell));
    // Rounding makes a piece of a cell steeper by less.
    let limit = before.fold(CONTACT.slope, f32::max) + 1e-3;
    let edited = cut_out(draft, &patch, &[from])?;
    let steep = edited.cells.iter().copied().find(|&cell| slope(draft.mesh(), cell) > limit);
    steep.map_or(Ok(edited), |cell| Err(Refusal::TooSteep(cell)))
}

/// Returns a cell and all cells connected to it that overlap `from` too; they are cut out together.
fn patch_over(derived: &Derived, cell: CellId, from: CellId) -> Vec<CellId> {
    let over = overlapping(derived.mesh(), derived, &[from]);
    let (mut patch, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if patch.insert(cell) {
            let beside = derived.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
            queue.extend(beside.filter(|neighbor| over.binary_search(neighbor).is_ok()));
        }
    }
    patch.into_iter().collect()
}

/// Splits cells at contacts, also those that earlier splits changed or added, and joins them.
pub(super) fn split_contacts(draft: &mut Draft, fixes: &[Fix]) -> EditResult {
    let mut all = Edited::default();
    for fix in fixes {
        let Fix::SplitContact { cell, others } = fix else { continue };
        let mesh = draft.mesh();
        let ring = mesh.ground_ring(*cell);
        let mut others = others.clone();
        if !all.cells.is_empty() {
            others.extend(&all.cells);
            let mut seen = BTreeSet::from([*cell]);
            others.retain(|&other| {
                let is_new = mesh.cell(other).is_some() && seen.insert(other);
                is_new && interiors_overlap(&ring, &mesh.ground_ring(other))
            });
        }
        all.cells.extend(join_at_contact(draft, *cell, &others, CONTACT)?.cells);
    }
    all.cells.retain(|&cell| draft.mesh().cell(cell).is_some());
    Ok(all)
}
