//! Very many links, and links on very many cells.

use allocation_counter::measure;
use glam::Vec3;
use navsmith_core::navmesh::{Derived, Draft, Link};
use navsmith_formats::check::Issues;

use crate::hostile::{soup, stacked};
use crate::support::memory::most_bytes;

#[test]
fn links_on_overlapping_cells_take_memory_in_proportion() {
    let (from, to) = ([Vec3::Z, Vec3::X + Vec3::Z], [Vec3::Z * 3.0, Vec3::Z * 4.0]);
    let link = Link { from, to, is_one_way: false, cost: 1.0 };
    let mesh = soup((0..3000).map(stacked)).with_links(vec![link; 3000]).expect("a mesh");
    let memory = measure(|| drop(Derived::build(&mesh)));
    assert!(memory.bytes_max < most_bytes(250_000), "{} bytes", memory.bytes_max);
}

/// Step along the rows of [`two_clusters`] in metres.
///
/// [`APART`] is the distance between the rows in metres.
const STEP: f32 = 1.0 / 64.0;
const APART: f32 = 600.0;

/// Returns two distant rows of small triangles, so that many cells share a grid square.
fn two_clusters(count: usize) -> impl Iterator<Item = [[f32; 3]; 3]> {
    (0..count).map(|i| {
        let (x, z) = ((i / 2) as f32 * STEP, (i % 2) as f32 * APART);
        [[x, 0.0, z], [x, 0.0, z + STEP], [x + STEP, 0.0, z]]
    })
}

#[test]
fn links_on_clustered_cells_are_all_attached_within_the_budget() {
    let count = 4000;
    // Positions on the cells, then beside them.
    for beside in [0.25 * STEP, -0.2] {
        let place = |i: usize, row: f32| Vec3::new(((i / 2) as f32 + 0.25) * STEP, 0.0, row + beside);
        let links = (0..count).map(|i| Link::between(place(i, 0.0), place(i, APART)));
        let mesh = soup(two_clusters(count)).with_links(links).expect("sound links");
        let derived = Derived::build(&mesh);
        assert!(!derived.links.is_cut_short(), "within the budget");
        for (id, _) in mesh.links() {
            let ends = derived.links.ends(id).expect("a link").each_ref();
            let cells = ends.map(|end| end.anchors().iter().map(|anchor| anchor.cell.0).collect::<Vec<_>>());
            let near = id.0 / 2 * 2;
            assert_eq!(cells, [vec![near], vec![near + 1]], "link {}, {beside} m beside", id.0);
        }
    }
}

#[test]
fn too_many_links_on_too_many_cells_stop_the_search_and_are_reported() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    let mesh = soup((0..12_000).map(stacked)).with_links(vec![link; 12_000]).expect("sound links");
    let derived = Derived::build(&mesh);
    assert!(derived.links.is_cut_short(), "quadratic");
    let ids = || mesh.links().map(|(id, _)| id);
    let failed = ids().filter(|&id| derived.links.failure(id).is_some()).count();
    assert!((1..12_000).contains(&failed), "{failed} of all without cells");
    let why = ids().find_map(|id| derived.links.failure(id)).expect("one failed").1.to_string();
    assert!(why.contains("stopped") && why.contains("remove some"), "{why}");
    let issues = Issues::build(&mesh, &derived, 0.05);
    let stopped: Vec<String> =
        issues.stopped().filter(|description| description.contains("unattached")).collect();
    assert_eq!(stopped.len(), 1, "it is reported: {stopped:?}");
    let mut updated = derived.clone();
    let mut draft = Draft::of(mesh);
    for id in (1..12_000).map(navsmith_core::navmesh::LinkId) {
        draft.remove_link(id);
    }
    let mesh = draft.into_mesh();
    updated.update(&mesh);
    assert!(!updated.links.is_cut_short(), "all are searched for again once it is possible");
    assert_eq!(updated.links, Derived::build(&mesh).links, "as built");
}

#[test]
fn a_link_on_more_cells_than_it_is_attached_to_is_an_issue() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    for (count, is_crowded) in [(64, false), (65, true), (2000, true)] {
        let mesh = soup((0..count).map(stacked)).with_links([link]).expect("sound links");
        let derived = Derived::build(&mesh);
        let id = navsmith_core::navmesh::LinkId(0);
        let end = &derived.links.ends(id).expect("a link")[0];
        assert_eq!((end.anchors().len(), end.is_partial()), (64, is_crowded), "{count} cells");
        let numbers: Vec<u32> = end.anchors().iter().map(|anchor| anchor.cell.0).collect();
        assert_eq!(numbers, (0..64).collect::<Vec<u32>>(), "the smallest numbers");
        let issues = Issues::build(&mesh, &derived, 0.05);
        let issue = issues.of_link(id);
        assert_eq!(issue.is_some(), is_crowded, "{count} cells");
        if let Some(issue) = issue {
            assert_eq!(issue.headline(), "Link 0 lies on too many cells at its beginning");
            assert!(issue.describe().contains("the 64 with the smallest numbers"), "{}", issue.describe());
        }
    }
}

#[test]
fn a_crowded_link_is_none_any_more_once_a_cell_that_it_is_not_attached_to_is_removed() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    let mesh = soup((0..65).map(stacked)).with_links([link]).expect("sound links");
    let (mut derived, id) = (Derived::build(&mesh), navsmith_core::navmesh::LinkId(0));
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.of_link(id).is_some(), "65 cells");
    let mut draft = Draft::of(mesh);
    draft.remove_cell(navsmith_core::navmesh::CellId(64));
    let mesh = draft.into_mesh();
    let changes = derived.update(&mesh);
    assert!(derived.links == Derived::build(&mesh).links, "as built");
    issues.update(&mesh, &derived, &changes);
    assert!(issues.of_link(id).is_none(), "64 cells");
}

#[test]
fn a_link_lies_on_its_cells_wherever_they_are_among_many_whose_boxes_it_meets() {
    let count = 16_000;
    let rim = |i: usize| {
        let angle = i as f32 / count as f32 * std::f32::consts::FRAC_PI_2;
        [100.0 * angle.cos(), 0.0, 100.0 * angle.sin()]
    };
    let fan = soup((0..count).map(|i| [[0.0; 3], rim(i + 1), rim(i)]));
    // The span runs from the middle of one cell to the middle of another, 20 cells farther.
    let (first, last) = (count / 2 - 10, count / 2 + 10);
    let middle = |i: usize| (Vec3::from(rim(i)) + Vec3::from(rim(i + 1))) * 0.25;
    let span = [middle(first), middle(last)];
    let link = Link { from: span, ..Link::between(span[0], Vec3::new(-50.0, 0.0, -50.0)) };
    let mesh = fan.with_links([link]).expect("a sound link");
    let derived = Derived::build(&mesh);
    let end = &derived.links.ends(navsmith_core::navmesh::LinkId(0)).expect("a link")[0];
    let cells: Vec<u32> = end.anchors().iter().map(|anchor| anchor.cell.0).collect();
    let all: Vec<u32> = (first as u32..=last as u32).collect();
    assert_eq!((cells, end.is_partial()), (all, false), "the cells that it crosses, and no others");
}
