//! Adding of documents and meshes, and ignored issues.

use crate::support::notation::mesh;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::navmesh::{Derived, Link};
use navsmith_formats::check::{Issue, IssueKind, add_document};
use navsmith_formats::document::{Area, Document, IgnoredIssue, IgnoredIssues};

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
    let mut other = document("v 9 0, 9 2, 11 2, 11 0, 13 0; c 0 1 2 3 @2, 3 2 4 @1", &["a", "mud", "sand"]);
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

#[test]
fn a_single_entry_concerns_issues_of_its_kind_within_a_rounding_step() {
    let issue = |kind, at: [f32; 3]| Issue::new(kind, Vec::new(), at.into());
    let concave = issue(IssueKind::Concave, [1.0, -2.0, 3.0]);
    let ignored: IgnoredIssues = [IgnoredIssue::single(&concave)].into_iter().collect();
    for (at, is_ignored) in [
        ([1.0, -2.0, 3.0], true),
        ([1.009, -2.009, 2.991], true),
        ([1.03, -2.0, 3.0], false),
        ([1.0, -2.03, 3.0], false),
        ([1.0, -2.0, 2.97], false),
    ] {
        assert_eq!(ignored.contains(&issue(IssueKind::Concave, at)), is_ignored, "{at:?}");
    }
    assert!(!ignored.contains(&issue(IssueKind::Flat, [1.0, -2.0, 3.0])), "another kind");
    let all: IgnoredIssues = [IgnoredIssue { kind: concave.kind.of_type(), at: None }].into_iter().collect();
    assert!(all.contains(&issue(IssueKind::Concave, [9e9, 0.0, -9e30])));
    assert!(!all.contains(&issue(IssueKind::Uneven, [1.0, -2.0, 3.0])));
}
