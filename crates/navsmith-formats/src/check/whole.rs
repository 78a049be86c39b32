//! Issues of a document: distance from the origin, equal names, forbidden areas and outlines.

use std::collections::BTreeMap;

use super::{Issue, IssueKind, ListedIssues, MOST_LISTED, MeshLimits, outline};
use crate::document::NameList;
use crate::document::origin::{bounds_of_cells, offset_to_origin, spacing_at};
use crate::document::{Document, thousands};
use navsmith_core::geometry::{Bounds, Vec3, surface_area};
use navsmith_core::navmesh::{AreaId, Derived};

/// Largest spacing of coordinates, as a fraction of the mean size of a cell.
const PART_OF_CELL: f64 = 0.01;

impl ListedIssues {
    /// Finds the issues of a document as a whole; they list no cells.
    ///
    /// Linear in the number of islands, and of cells if an area is forbidden; near-linear in the number of names.
    pub fn of_document(document: &Document, derived: &Derived, limits: &MeshLimits) -> Self {
        let mut issues: Vec<Issue> = far_from_origin(derived, limits).into_iter().collect();
        let mut repeated = 0;
        for list in NameList::all(document) {
            for (first, again, name) in list.repeated(document) {
                repeated += 1;
                if repeated <= MOST_LISTED {
                    let issue = Issue::new(IssueKind::SameName(list, first, again), Vec::new(), Vec3::ZERO);
                    issues.push(Issue { detail: name.to_owned(), ..issue });
                }
            }
        }
        issues.extend(forbidden_areas(document));
        issues.extend(outline::unusable(document));
        let [listed, total] = [MOST_LISTED, repeated].map(thousands);
        let note = (repeated > MOST_LISTED).then(|| format!("{listed} of {total} equal names are listed"));
        Self { issues, notes: note.into_iter().collect() }
    }
}

/// Returns the limit of the spacing of coordinates for a mesh, in metres.
fn spacing_limit(derived: &Derived, limits: &MeshLimits) -> f32 {
    let islands = derived.islands.all();
    let area: f64 = islands.iter().map(|island| island.area).sum();
    let cells: usize = islands.iter().map(|island| island.cells).sum();
    let size = (area / cells.max(1) as f64).sqrt();
    if size > 0.0 { limits.spacing.min((size * PART_OF_CELL) as f32) } else { limits.spacing }
}

/// Returns the offset that moves a mesh to the origin; `None` if it is not far away.
pub fn offset_of_fix(derived: &Derived, limits: &MeshLimits) -> Option<Vec3> {
    offset_to_origin(derived, spacing_limit(derived, limits))
}

fn far_from_origin(derived: &Derived, limits: &MeshLimits) -> Option<Issue> {
    let offset = offset_of_fix(derived, limits)?;
    let bounds = bounds_of_cells(derived);
    let farthest = bounds.min.abs().max(bounds.max.abs());
    let axes = (0..3).filter(|&axis| offset[axis] != 0.0);
    let spacing = axes.map(|axis| spacing_at(farthest[axis])).fold(0.0, f32::max);
    let issue = Issue::new(IssueKind::FarFromOrigin, Vec::new(), bounds.center());
    Some(Issue { distance: Some(spacing), ..issue })
}

/// Returns an issue for each area of cells that all saved queries forbid.
fn forbidden_areas(document: &Document) -> impl Iterator<Item = Issue> {
    let mut found: BTreeMap<AreaId, (Bounds, f64)> =
        document.forbidden_areas().map(|area| (area, (Bounds::EMPTY, 0.0))).collect();
    if !found.is_empty() {
        for (id, cell) in document.mesh.cells() {
            if let Some((bounds, area)) = found.get_mut(&cell.area()) {
                let ring = document.mesh.ring(id);
                *bounds = bounds.union(Bounds::of(ring.iter().copied()));
                *area += surface_area(&ring);
            }
        }
    }
    found.into_iter().filter(|(_, (bounds, _))| !bounds.is_empty()).map(|(area, (bounds, size))| {
        let issue = Issue::new(IssueKind::ForbiddenArea(area), Vec::new(), bounds.center());
        let detail = document.area(area).map(|area| area.name.clone()).unwrap_or_default();
        Issue { distance: Some(size as f32), detail, ..issue }
    })
}

pub(super) fn headline_far(issue: &Issue) -> String {
    format!("Coordinates are {} m apart", issue.distance.unwrap_or_default())
}

pub(super) fn describe_far(issue: &Issue) -> String {
    format!(
        "The mesh is so far from the origin that neighbouring coordinates are {} m apart, and positions are rounded \
         to them. Recentre the document.",
        issue.distance.unwrap_or_default(),
    )
}

pub(super) fn headline_name(issue: &Issue, list: NameList, first: usize, again: usize) -> String {
    let (noun, name) = (list.noun(), &issue.detail);
    let of = if let NameList::Groups(scenario) = list {
        format!(" of scenario {}", scenario + 1)
    } else {
        String::new()
    };
    format!("The {noun} {}{of} has the name of {noun} {}: {name}", again + 1, first + 1)
}

pub(super) fn describe_name(issue: &Issue, list: NameList, first: usize, again: usize) -> String {
    format!(
        "{}. A command or a comparison of files that names one of them can mean the other. Rename one.",
        headline_name(issue, list, first, again),
    )
}

pub(super) fn headline_forbidden(issue: &Issue) -> String {
    format!("The area \"{}\" is forbidden", issue.detail)
}

pub(super) fn describe_forbidden(issue: &Issue) -> String {
    format!(
        "All saved queries forbid the area \"{}\", so no path enters its cells ({:.2} m²). Allow the area, or give the \
         cells another one.",
        issue.detail,
        issue.distance.unwrap_or_default(),
    )
}
