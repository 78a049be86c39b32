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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mesh;
    use navsmith_core::navmesh::Link;

    fn area(name: &str) -> Area {
        Area { name: name.into(), ..Area::default() }
    }

    fn document(text: &str, areas: &[&str]) -> Document {
        let areas: Vec<Area> = areas.iter().copied().map(area).collect();
        Document { areas: areas.into(), ..Document::of_mesh(mesh(text)) }
    }

    const SQUARE: &str = "v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3";

    #[test]
    fn areas_are_merged_by_name_and_links_are_kept() {
        let mut here = document(SQUARE, &["grass", "mud"]);
        let mut other =
            document("v 9 0, 9 2, 11 2, 11 0, 13 0; c 0 1 2 3 @2, 3 2 4 @1", &["a", "mud", "sand"]);
        let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(10.0, 0.0, 1.0));
        other.mesh = other.mesh.with_links([link]).expect("a good link");
        assert_eq!(add_document(&mut here, &other, None), Ok(0));
        let names: Vec<&str> = here.areas.iter().map(|area| &*area.name).collect();
        assert_eq!(names, ["grass", "mud", "sand"], "an area without cells is not added");
        let areas: Vec<u8> = here.mesh.cells().map(|(_, cell)| cell.area().0).collect();
        assert_eq!(areas, [0, 2, 1], "by name");
        assert_eq!(here.mesh.links().map(|(_, link)| *link).collect::<Vec<_>>(), [link]);
        assert_eq!(here.mesh.check(), Ok(()));
    }

    #[test]
    fn borders_are_welded_below_the_distance() {
        let other = document("v 2.02 0, 2.02 2, 4 2, 4 0; c 0 1 2 3", &["walkable"]);
        for (weld, gaps, islands) in [(None, 0, 2), (Some(0.01), 0, 2), (Some(0.05), 2, 1)] {
            let mut here = document(SQUARE, &["walkable"]);
            assert_eq!(add_document(&mut here, &other, weld), Ok(gaps), "{weld:?}");
            assert_eq!(Derived::build(&here.mesh).islands.len(), islands, "{weld:?}");
        }
    }

    #[test]
    fn more_areas_than_ids_are_refused() {
        let names: Vec<String> = (0..256).map(|number| format!("area {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut here = document(SQUARE, &names);
        let before = here.clone();
        let other = document(SQUARE, &["walkable"]);
        assert_eq!(add_document(&mut here, &other, None), Err(Refusal::TooManyAreas));
        assert_eq!(here, before, "unchanged");
    }
}
