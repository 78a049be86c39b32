//! Differences of documents.

#![expect(clippy::unwrap_used, reason = "a test may")]

use crate::support::notation::mesh;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::Recipe;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, IdCounts, LinkId, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::diff::{Aspect, Aspects, DiffOptions, DocumentDiff, changed_answers};
use navsmith_formats::document::{Document, NamedQuery};

/// Three squares of 2 m in a row.
const ROW: &str = "v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2, 6 0, 6 2; c 0 1 3 2, 2 3 5 4, 4 5 7 6";

fn diff(before: &str, after: &str) -> DocumentDiff {
    let documents = [before, after].map(|text| Document::of_mesh(mesh(text)));
    between([&documents[0], &documents[1]])
}

fn between(documents: [&Document; 2]) -> DocumentDiff {
    DocumentDiff::between(documents, DiffOptions::default(), &Progress::none()).unwrap()
}

/// Returns the unchanged, moved, rejoined, removed and added cells.
fn cells(diff: &DocumentDiff) -> [usize; 5] {
    let changed = |aspect| diff.cells.changed_in(aspect).count();
    let (moved, rejoined) = (changed(Aspect::Position), changed(Aspect::Neighbors));
    [diff.cells.unchanged, moved, rejoined, diff.cells.removed.len(), diff.cells.added.len()]
}

#[test]
fn numbers_of_elements_are_no_difference() {
    let other = "v 6 2, 4 2, 2 2, 0 2, 6 0, 4 0, 2 0, 0 0; c 5 1 0 4, 3 2 6 7, 6 2 1 5";
    let found = diff(ROW, other);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(found.cell_after(CellId(0)), Some(CellId(1)));
}

#[test]
fn a_moved_vertex_is_found_by_its_neighbours_at_any_distance() {
    let far = ROW.replace("4 2,", "4 9,");
    let found = diff(ROW, &far);
    assert_eq!(cells(&found), [1, 2, 0, 0, 0]);
    assert_eq!(found.vertices.changed.len(), 1);
}

#[test]
fn an_island_without_known_neighbours_is_found_within_the_tolerance() {
    let found = diff("v 0 0, 0 2, 2 2; c 0 1 2", "v 0.3 0, 0.3 2, 2.3 2; c 0 1 2");
    assert_eq!(cells(&found), [0, 1, 0, 0, 0]);
    let found = diff("v 0 0, 0 2, 2 2; c 0 1 2", "v 0.6 0, 0.6 2, 2.6 2; c 0 1 2");
    assert_eq!(cells(&found), [0, 0, 0, 1, 1], "too far");
}

#[test]
fn a_cut_removes_a_cell_and_adds_two() {
    let found = diff("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3", "v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3");
    assert_eq!(cells(&found), [0, 0, 0, 1, 2]);
    assert!(found.vertices.is_empty());
}

#[test]
fn a_weld_of_equal_positions_changes_the_neighbours() {
    let apart = "v 0 0, 0 2, 2 0, 2 2, 2 0, 2 2, 4 0, 4 2; c 0 1 3 2, 4 5 7 6";
    let welded = "v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2; c 0 1 3 2, 2 3 5 4";
    let found = diff(apart, welded);
    assert_eq!(cells(&found), [1, 0, 1, 0, 0]);
    assert_eq!(found.vertices.removed.len(), 2);
    assert_eq!(cells(&diff(welded, apart)), [1, 0, 1, 0, 0], "and back");
    assert!(diff(apart, apart).is_empty(), "equal positions are no difference");
}

#[test]
fn of_two_cells_in_one_place_those_of_one_area_correspond() {
    let before = "v 0 0, 0 2, 2 2; c 0 1 2, 1 2 0";
    let mut documents = [before, before].map(|text| Document::of_mesh(mesh(text)));
    for (document, cell) in documents.iter_mut().zip([0, 1]) {
        let mut draft = navsmith_core::navmesh::Draft::of(document.mesh.clone());
        draft.set_area(CellId(cell), AreaId(1));
        document.mesh = draft.into_mesh();
    }
    assert!(between([&documents[0], &documents[1]]).is_empty());
}

#[test]
fn areas_correspond_by_name_and_then_by_number() {
    let areas = |names: &[&str]| {
        let area = |name: &&str| navsmith_formats::document::Area { name: (*name).into(), color: [1, 2, 3] };
        names.iter().map(area).collect::<Vec<_>>()
    };
    let mut documents = [ROW, ROW].map(|text| Document::of_mesh(mesh(text)));
    documents[0].areas = areas(&["ground", "water"]).into();
    documents[1].areas = areas(&["water", "grass", "road"]).into();
    let mut draft = navsmith_core::navmesh::Draft::of(documents[0].mesh.clone());
    draft.set_area(CellId(0), AreaId(1));
    documents[0].mesh = draft.into_mesh();
    let found = between([&documents[0], &documents[1]]);
    // Water keeps its name, and ground has no area of its number left.
    assert_eq!(found.areas.unchanged, 1);
    assert_eq!((found.areas.removed, found.areas.added), (vec![AreaId(0)], vec![AreaId(1), AreaId(2)]));
    let changed: Vec<CellId> = found.cells.changed_in(Aspect::Area).map(|cell| cell.before).collect();
    assert_eq!(changed, [], "the cell of water is water, and the others keep their number");
}

#[test]
fn queries_correspond_by_name_and_name_what_differs() {
    let query = |name: &str, x: f32| {
        let end = |x| Some(navsmith_core::geometry::Vec2::new(x, 1.0).into());
        NamedQuery { name: name.into(), start: end(x), target: end(5.0), ..NamedQuery::default() }
    };
    let mut documents = [ROW, ROW].map(|text| Document::of_mesh(mesh(text)));
    documents[0].queries = vec![query("a", 1.0), query("b", 2.0), query("c", 3.0)].into();
    documents[1].queries = vec![query("renamed", 2.0), query("a", 1.5), query("d", 0.5)].into();
    let found = between([&documents[0], &documents[1]]).queries;
    let changed: Vec<String> = found
        .changed
        .iter()
        .map(|query| format!("{} → {}: {}", query.before, query.after, query.what))
        .collect();
    assert_eq!(changed, ["0 → 1: start", "1 → 0: name"]);
    assert_eq!((found.removed, found.added), (vec![2], vec![2]));
}

#[test]
fn answers_are_compared_over_both_meshes() {
    let (wall, detour) = ("c 0 1 3 2, 4 5 7 6", "v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2, 6 0, 6 2; ");
    let mut documents =
        [ROW.to_owned(), format!("{detour}{wall}")].map(|text| Document::of_mesh(mesh(&text)));
    let end = |x| Some(navsmith_core::geometry::Vec2::new(x, 1.0).into());
    let across =
        NamedQuery { name: "across".into(), start: end(1.0), target: end(5.0), ..NamedQuery::default() };
    let near = NamedQuery { name: "near".into(), target: end(1.5), ..across.clone() };
    for document in &mut documents {
        document.queries = vec![across.clone(), near.clone()].into();
    }
    let [one, other] = &documents;
    let derived = [one, other].map(|document| Derived::build(&document.mesh));
    let found = between([one, other]);
    let both = [(one, &derived[0]), (other, &derived[1])];
    let changes = changed_answers(&found, both, &Progress::none()).unwrap();
    assert_eq!(changes.len(), 1, "the other query has the same answer");
    assert_eq!(changes[0].query.what.to_string(), "outcome");
    assert_eq!(changes[0].lengths(), [Some(4.0), None]);
}

#[test]
fn links_with_one_equal_end_correspond() {
    let link = |from: [f32; 2], to: [f32; 2]| {
        let at = |[x, z]: [f32; 2]| navsmith_core::geometry::Vec3::new(x, 0.0, z);
        navsmith_core::navmesh::Link::between(at(from), at(to))
    };
    let with =
        |links: Vec<navsmith_core::navmesh::Link>| Document::of_mesh(mesh(ROW).with_links(links).unwrap());
    let one = navsmith_core::navmesh::Link { cost: 2.0, ..link([1.0, 1.0], [5.0, 1.0]) };
    let before = with(vec![link([0.0, 0.0], [4.0, 0.0]), one, link([1.0, 2.0], [6.0, 2.0])]);
    let after = with(vec![
        link([1.0, 1.0], [5.0, 1.0]),
        link([0.0, 0.0], [2.0, 0.0]),
        link([1.2, 2.0], [6.0, 2.2]),
        link([3.0, 3.0], [4.0, 4.0]),
    ]);
    let found = between([&before, &after]).links;
    let changed: Vec<String> =
        found.changed.iter().map(|link| format!("{}: {}", link.after.0, link.what)).collect();
    assert_eq!(changed, ["1: position", "0: cost", "2: position"]);
    assert_eq!((found.removed.len(), found.added), (0, vec![LinkId(3)]));
}

#[test]
fn a_document_adopts_the_ids_of_another() {
    let [before, after] =
        [ROW.to_owned(), ROW.replace("6 0, 6 2", "6 2, 6 0, 8 0, 8 2").replace("7 6", "6 7, 7 6 9 8")]
            .map(|text| Document::of_mesh(mesh(&text)));
    let found = between([&before, &after]);
    let adjacency = Derived::build(&before.mesh).adjacency;
    let given = IdCounts { vertices: 20, cells: 20, links: 0 };
    let adopted = found.with_ids_of_first([&before, &after], adjacency, given);
    assert!(between([&adopted, &after]).is_empty(), "the content of the second");
    for (id, cell) in before.mesh.cells() {
        assert_eq!(adopted.mesh.cell(id), Some(cell), "the ids of the first");
    }
    assert_eq!(adopted.mesh.cells().last().map(|(id, _)| id), Some(CellId(20)), "an id that was never given");
}

#[test]
fn adopted_ids_share_the_memory_of_what_is_equal() {
    let recipe = "terrain:20000".parse::<Recipe>().unwrap();
    let [before, after] = [recipe.mesh(), recipe.mesh()].map(Document::of_mesh);
    let found = between([&before, &after]);
    let adjacency = Derived::build(&before.mesh).adjacency;
    let adopted = found.with_ids_of_first([&before, &after], adjacency, IdCounts::default());
    assert!(after.mesh.bytes_not_shared_with(&before.mesh) > 100_000);
    assert_eq!(adopted.mesh.bytes_not_shared_with(&before.mesh), 0);
}

#[test]
fn a_comparison_can_be_stopped_at_every_stage() {
    let mesh = "terrain:20000".parse::<Recipe>().unwrap().mesh();
    let moved = mesh.converted(|at| at + navsmith_core::geometry::Vec3::splat(0.01), false).unwrap();
    let both = [mesh, moved].map(Document::of_mesh);
    let stopped = |reports| {
        let progress = Progress::stopping_after(reports);
        DocumentDiff::between([&both[0], &both[1]], DiffOptions::default(), &progress).is_err()
    };
    // Each spread over 60,000 sides reports 15 times.
    assert!(stopped(0) && stopped(30));
    assert!(!stopped(100));
}

#[test]
fn a_set_lists_its_aspects_in_order() {
    let set = Aspects::default().with(Aspect::Cells, true).with(Aspect::Area, true);
    assert_eq!(set.with(Aspect::Name, false).to_string(), "area and cells");
    assert!(set.contains(Aspect::Area) && !set.contains(Aspect::Name));
    assert!(Aspects::default().is_empty() && !set.is_empty());
    let all = [
        Aspect::Position,
        Aspect::Area,
        Aspect::Neighbors,
        Aspect::Direction,
        Aspect::Cost,
        Aspect::Name,
        Aspect::Color,
        Aspect::Start,
        Aspect::Target,
        Aspect::Agent,
        Aspect::Filter,
        Aspect::Algorithm,
        Aspect::Expected,
        Aspect::File,
        Aspect::Content,
        Aspect::Coordinates,
        Aspect::Display,
        Aspect::OnSave,
        Aspect::Groups,
        Aspect::Times,
        Aspect::ExpectedRun,
        Aspect::Outcome,
        Aspect::Length,
        Aspect::Cells,
    ];
    let set = all.into_iter().fold(Aspects::default(), |set, aspect| set.with(aspect, true));
    assert!(set.iter().eq(all), "every aspect has a bit of its own");
}

#[test]
fn equal_names_correspond_by_position_and_then_in_order() {
    let named = |names: &str| {
        let query = |name: char| NamedQuery { name: name.into(), ..NamedQuery::default() };
        Document { queries: names.chars().map(query).collect::<Vec<_>>().into(), ..Document::default() }
    };
    let queries = between([&named("abbbc"), &named("bcbdc")]).queries;
    assert_eq!((queries.removed, queries.added), (vec![0, 3], vec![1, 3]));
    assert_eq!((queries.unchanged, queries.changed.len()), (3, 0));
}

#[test]
fn a_cell_is_equal_whichever_of_its_corners_is_the_first() {
    // Corners in one place are vertices of their own.
    let vertices: Vec<Vec3> = (0..18_u8).map(|id| Vec3::new(f32::from(id % 3), 0.0, 0.0)).collect();
    let of_ring = |ring: &[u32]| {
        let cell = Cell::new(ring.iter().copied().map(VertexId), AreaId(0));
        Document::of_mesh(NavMesh::from_parts(vertices.clone(), [cell]).expect("a mesh"))
    };
    for number in 0..3_u32.pow(6) {
        for len in 3..=6 {
            let place = |corner: u32| number / 3_u32.pow(corner) % 3;
            let ring: Vec<u32> = (0..len).map(|corner| 3 * corner + place(corner)).collect();
            let mut rotated = ring.clone();
            rotated.rotate_left(number as usize % ring.len());
            // The vertices of the rotated cell have other numbers.
            let other: Vec<u32> = (0..len).map(|corner| 3 * corner + rotated[corner as usize] % 3).collect();
            let found = between([&of_ring(&ring), &of_ring(&other)]);
            assert_eq!(found.cells.unchanged, 1, "{ring:?} and {other:?}");
        }
    }
}

#[test]
fn both_zeros_are_one_position() {
    let found = diff("v 0 0 0, 0 0 2, 2 0 2; c 0 1 2", "v -0 -0 -0, -0 -0 2, 2 -0 2; c 0 1 2");
    assert!(found.is_empty(), "{found:?}");
}
