//! Adds the mesh of another document, and joins its borders with those of the mesh that was there.

use std::collections::BTreeSet;

use crate::check::Issues;
use crate::document::{Area, Document};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, Refusal, add_link, copy, paste, stitch, storable,
};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, VertexId};

/// Maximum number of areas, whose ids have one byte.
pub const MOST_AREAS: usize = 256;

/// Adds the vertices, cells and links of another document to a draft, and its areas to a list.
///
/// Areas are merged by name; of the others, those with cells are added. Refused if that gives too many areas.
pub fn add_mesh(draft: &mut Draft, areas: &mut Vec<Area>, other: &Document) -> EditResult {
    let numbers = merge_areas(areas, other)?;
    let vertices: Vec<VertexId> = other.mesh.vertices().map(|(id, _)| id).collect();
    let cells: Vec<CellId> = other.mesh.cells().map(|(id, _)| id).collect();
    let mut fragment = copy(&other.mesh, &vertices, &cells);
    for (_, area) in &mut fragment.cells {
        *area = numbers.get(usize::from(area.0)).copied().flatten().unwrap_or_default();
    }
    let mut edited = paste(draft, &fragment, Vec3::ZERO)?;
    for (_, link) in other.mesh.links() {
        edited.links.extend(add_link(draft, *link)?.links);
    }
    Ok(edited)
}

/// Returns the gaps between cells that were added and others.
pub fn gaps_beside(issues: &Issues, added: &[CellId]) -> Vec<BoundaryGap> {
    let added: BTreeSet<CellId> = added.iter().copied().collect();
    let is_between = |cells: &[CellId]| {
        let has = |is_added| cells.iter().any(|cell| added.contains(cell) == is_added);
        has(true) && has(false)
    };
    let gaps = issues.iter().filter(|issue| is_between(&issue.cells));
    gaps.flat_map(|issue| issue.kind.gaps().to_vec()).collect()
}

/// Adds the mesh of another document, and welds borders that are less than `weld` metres apart.
///
/// Returns the number of gaps between the two meshes.
pub fn add_document(document: &mut Document, other: &Document, weld: Option<f32>) -> Result<usize, Refusal> {
    let mut areas = document.areas.as_ref().clone();
    let mut draft = Draft::of(document.mesh.clone());
    let Edited { cells, .. } = add_mesh(&mut draft, &mut areas, other)?;
    let gaps = weld.map_or_else(Vec::new, |distance| {
        let derived = Derived::build(draft.mesh());
        gaps_beside(&Issues::build(draft.mesh(), &derived, distance), &cells)
    });
    if !gaps.is_empty() {
        stitch(&mut draft, &gaps)?;
        storable(&draft)?;
    }
    (document.mesh, document.areas) = (draft.into_mesh(), areas.into());
    Ok(gaps.len())
}

/// Adds the areas of another document that the list lacks; returns the id of each area that has cells.
fn merge_areas(areas: &mut Vec<Area>, other: &Document) -> Result<Vec<Option<AreaId>>, Refusal> {
    let used: BTreeSet<AreaId> = other.mesh.cells().map(|(_, cell)| cell.area()).collect();
    let mut id_of = |(number, area): (u8, &Area)| {
        if !used.contains(&AreaId(number)) {
            return Ok(None);
        }
        let known = areas.iter().position(|here| here.name == area.name);
        let index = known.unwrap_or(areas.len());
        if index >= MOST_AREAS {
            return Err(Refusal::TooManyAreas);
        }
        if known.is_none() {
            areas.push(area.clone());
        }
        Ok(u8::try_from(index).ok().map(AreaId))
    };
    (0..=u8::MAX).zip(other.areas.iter()).map(&mut id_of).collect()
}
