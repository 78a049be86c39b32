//! Differences of random documents: of a document and itself, after a renumbering, and after random edits.

use std::collections::BTreeSet;

use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, IdCounts, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{Aspect, DiffOptions, DocumentDiff, ElementDiff};
use proptest::prelude::*;

use crate::support::edits::{Act, acts, field, run};

fn between(before: &NavMesh, after: &NavMesh) -> DocumentDiff {
    let documents = [before, after].map(|mesh| Document::of_mesh(mesh.clone()));
    of([&documents[0], &documents[1]])
}

fn of(documents: [&Document; 2]) -> DocumentDiff {
    DocumentDiff::between(documents, DiffOptions::default(), &Progress::none()).expect("not stopped")
}

/// Returns numbers in random order.
fn shuffled(count: usize, chance: &mut SplitMix64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, chance.below(last as u64 + 1) as usize);
    }
    numbers
}

/// Returns a mesh with other numbers of its vertices and cells, and other first corners.
fn renumbered(mesh: &NavMesh, seed: u64) -> NavMesh {
    let mut chance = SplitMix64(seed);
    let vertices: Vec<(VertexId, Vec3)> = mesh.vertices().collect();
    let order = shuffled(vertices.len(), &mut chance);
    let mut number = vec![0; mesh.vertex_slots()];
    for (new, &old) in order.iter().enumerate() {
        number[vertices[old].0.0 as usize] = new as u32;
    }
    let cells: Vec<&Cell> = mesh.cells().map(|(_, cell)| cell).collect();
    let cells: Vec<Cell> = shuffled(cells.len(), &mut chance)
        .into_iter()
        .map(|old| {
            let mut corners: Vec<VertexId> =
                cells[old].corners().iter().map(|corner| VertexId(number[corner.0 as usize])).collect();
            let turn = chance.below(corners.len() as u64) as usize;
            corners.rotate_left(turn);
            Cell::new(corners, cells[old].area())
        })
        .collect();
    NavMesh::from_parts(order.iter().map(|&old| vertices[old].1), cells).expect("a sound mesh")
}

/// One edit of a field: a moved vertex, a painted, a removed or a new cell.
#[derive(Clone, Copy, Debug)]
enum Change {
    Move(u16, [i8; 2]),
    Paint(u16),
    Remove(u16),
}

fn change() -> impl Strategy<Value = Change> {
    let by = || 1..40i8;
    prop_oneof![
        (any::<u16>(), by(), by()).prop_map(|(vertex, x, z)| Change::Move(vertex, [x, z])),
        any::<u16>().prop_map(Change::Paint),
        any::<u16>().prop_map(Change::Remove),
    ]
}

fn counts<I>(diff: &ElementDiff<I>) -> [usize; 2] {
    let ElementDiff { unchanged, changed, removed, added } = diff;
    [unchanged + changed.len() + removed.len(), unchanged + changed.len() + added.len()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_document_does_not_differ_from_itself(start in field(), acts in acts()) {
        let mesh = acts.iter().fold(vec![start], |mut seen, act| { seen.push(run(act, &seen)); seen }).pop();
        let mesh = mesh.expect("a mesh");
        let diff = between(&mesh, &mesh);
        prop_assert!(diff.is_empty(), "{diff:?}");
        prop_assert_eq!(diff.cells.unchanged, mesh.cell_count());
    }

    #[test]
    fn other_numbers_are_no_difference(start in field(), changes in prop::collection::vec(change(), 0..6), seed in any::<u64>()) {
        let (mesh, _) = edited(&start, &changes);
        let diff = between(&mesh, &renumbered(&mesh, seed));
        prop_assert!(diff.is_empty(), "{diff:?}");
    }

    #[test]
    fn one_edit_is_found_after_a_renumbering(start in field(), change in change(), seed in any::<u64>()) {
        let (mesh, touched) = edited(&start, &[change]);
        let diff = between(&start, &renumbered(&mesh, seed));
        let changed = |aspect| diff.cells.changed_in(aspect).map(|cell| cell.before).collect::<BTreeSet<CellId>>();
        let removed: BTreeSet<CellId> = diff.cells.removed.iter().copied().collect();
        let none = BTreeSet::new();
        // A field of one cell has no neighbours that identify it, and a far corner is another corner.
        let is_anchored = start.cell_count() > 2;
        match change {
            Change::Paint(_) => prop_assert_eq!((changed(Aspect::Area), removed), (touched, none)),
            Change::Remove(_) => prop_assert_eq!((changed(Aspect::Position), removed), (none, touched)),
            Change::Move(..) if is_anchored => {
                prop_assert_eq!((changed(Aspect::Position), removed), (touched, none));
                prop_assert_eq!(diff.vertices.changed.len(), 1);
            }
            Change::Move(..) => {}
        }
        prop_assert!(diff.cells.added.is_empty());
    }

    #[test]
    fn the_counts_are_those_of_both_documents(start in field(), one in acts(), other in acts()) {
        let end = |acts: &[Act]| {
            let mut seen = vec![start.clone()];
            for act in acts {
                seen.push(run(act, &seen));
            }
            seen.pop().expect("a mesh")
        };
        let meshes = [end(&one), end(&other)];
        let diff = between(&meshes[0], &meshes[1]);
        prop_assert_eq!(counts(&diff.cells), meshes.each_ref().map(NavMesh::cell_count));
        prop_assert_eq!(counts(&diff.vertices), meshes.each_ref().map(NavMesh::vertex_count));
        prop_assert_eq!(counts(&diff.links), meshes.each_ref().map(NavMesh::link_count));
        let back = between(&meshes[1], &meshes[0]);
        prop_assert_eq!(diff.cells.unchanged, back.cells.unchanged);
        prop_assert_eq!(diff.is_empty(), back.is_empty());
    }

    #[test]
    fn a_document_with_adopted_ids_has_the_content_of_the_other(start in field(), one in acts(), other in acts(), seed in any::<u64>()) {
        let end = |acts: &[Act]| {
            let mut seen = vec![start.clone()];
            for act in acts {
                seen.push(run(act, &seen));
            }
            Document::of_mesh(seen.pop().expect("a mesh"))
        };
        let [before, mut after] = [end(&one), end(&other)];
        let links: Vec<_> = after.mesh.links().map(|(_, link)| *link).collect();
        after.mesh = renumbered(&after.mesh, seed).with_links(links).expect("sound links");
        let diff = of([&before, &after]);
        let given = IdCounts { vertices: 100, cells: 100, links: 100 };
        let adjacency = Derived::build(&before.mesh).adjacency;
        let adopted = diff.with_ids_of_first([&before, &after], adjacency.clone(), given);
        adopted.mesh.check().expect("a sound mesh");
        prop_assert_eq!(adopted.mesh.cell_count(), after.mesh.cell_count());
        prop_assert_eq!(adopted.mesh.vertex_count(), after.mesh.vertex_count());
        let positions = |mesh: &NavMesh| {
            let mut all: Vec<[u32; 3]> = mesh.vertices().map(|(_, at)| at.to_array().map(f32::to_bits)).collect();
            all.sort_unstable();
            all
        };
        prop_assert_eq!(positions(&adopted.mesh), positions(&after.mesh));
        for (id, cell) in adopted.mesh.cells() {
            let is_new = id.0 >= 100;
            prop_assert_eq!(is_new, before.mesh.cell(id).is_none(), "cell {} of {}", id.0, cell.len());
        }
    }
}

/// Applies changes to a field; returns the mesh and the touched cells of the field.
fn edited(start: &NavMesh, changes: &[Change]) -> (NavMesh, BTreeSet<CellId>) {
    let mut draft = Draft::of(start.clone());
    let mut touched = BTreeSet::new();
    for change in changes {
        let cells: Vec<CellId> = draft.mesh().cells().map(|(id, _)| id).collect();
        if cells.is_empty() {
            break;
        }
        let cell = |n: u16| cells[usize::from(n) % cells.len()];
        match *change {
            Change::Move(n, [x, z]) => {
                let vertex = VertexId(u32::from(n) % draft.mesh().vertex_slots() as u32);
                // Steps that no other vertex takes, so no position occurs twice.
                let by = Vec3::new(f32::from(x), 0.3 + f32::from(n) / 1000.0, f32::from(z)) / 100.0;
                draft.move_vertex(vertex, draft.mesh().position(vertex) + by);
                touched.extend(draft.adjacency().star(vertex).iter().copied());
            }
            Change::Paint(n) => {
                draft.set_area(cell(n), AreaId(1));
                touched.insert(cell(n));
            }
            Change::Remove(n) => {
                draft.remove_cell(cell(n));
                touched.insert(cell(n));
            }
        }
    }
    (draft.into_mesh(), touched)
}

#[test]
fn vertices_in_one_place_take_bounded_work() {
    let crowd = |x: f32| {
        let vertices = (0..60_000).map(|i| Vec3::new(x, 0.0, f32::from((i % 3) as u8) / 1000.0));
        let cells = (0..20_000).map(|i| Cell::new([0, 1, 2].map(|k| VertexId(3 * i + k)), AreaId(0)));
        NavMesh::from_parts(vertices, cells).expect("a sound mesh")
    };
    let (one, other) = (crowd(0.0), crowd(0.2));
    assert!(between(&one, &one).is_empty(), "equal");
    let diff = between(&one, &other);
    assert_eq!(counts(&diff.cells), [20_000; 2]);
    let fan = |x: f32| {
        let rim = (0..20_001).map(|i| Vec3::new((i as f32).cos() * 9.0, 0.0, (i as f32).sin() * 9.0));
        let cells = (1..20_000).map(|i| Cell::new([0, i, i + 1].map(VertexId), AreaId(0)));
        NavMesh::from_parts(std::iter::once(Vec3::new(x, 0.0, 0.0)).chain(rim), cells).expect("a sound mesh")
    };
    let diff = between(&fan(0.0), &fan(0.1));
    assert_eq!(diff.cells.changed_in(Aspect::Position).count(), 19_999, "all cells at one vertex");
}
