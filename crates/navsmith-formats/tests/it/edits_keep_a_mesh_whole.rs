//! Random sequences of every edit, on meshes that grow from one cell.

mod random_steps;

use std::collections::{BTreeMap, BTreeSet};

use navsmith_core::geometry::{Vec2, Vec3, ground, ground_area, is_convex_but_for_rounding};
use navsmith_core::navmesh::edit::{self, Corner};
use navsmith_core::navmesh::{Adjacency, AreaId, CellId, Draft, Edge, HalfEdge, NavMesh, VertexId};
use navsmith_formats::document::{Document, History};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use random_steps::{CONSTRUCTING, KEEPING_GROUND, KINDS, Kind, Step, steps};

fn edges(mesh: &NavMesh) -> BTreeSet<Edge> {
    mesh.cells()
        .flat_map(|(_, cell)| cell.sides().map(|[from, to]| Edge::new(from, to)).collect::<Vec<_>>())
        .collect()
}

/// Formats a mesh on one line, for messages.
fn text(mesh: &NavMesh) -> String {
    let vertices: Vec<String> = mesh.vertices().map(|(id, p)| format!("{}{p}", id.0)).collect();
    let cells: Vec<String> = mesh
        .cells()
        .map(|(id, cell)| format!("{}{:?}", id.0, cell.corners().iter().map(|v| v.0).collect::<Vec<_>>()))
        .collect();
    format!("vertices {} cells {}", vertices.join(" "), cells.join(" "))
}

/// Whether every cell is convex, except for rounding.
fn is_sound(mesh: &NavMesh) -> bool {
    mesh.cells().all(|(id, _)| is_convex_but_for_rounding(&mesh.ground_ring(id)))
}

fn total_area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
}

/// Returns the area tolerance for rounding errors, in m².
fn area_slack(mesh: &NavMesh) -> f64 {
    let largest = mesh.vertices().fold(Vec2::ONE, |largest, (_, p)| largest.max(ground(p).abs()));
    1e-6 * f64::from(largest.max_element()).powi(2) * (1.0 + mesh.cell_count() as f64)
}

fn assert_adjacency_is_that_of(draft: &Draft) {
    let (mesh, built) = (draft.mesh(), Adjacency::build(draft.mesh()));
    let star =
        |adjacency: &Adjacency, vertex| adjacency.star(vertex).iter().copied().collect::<BTreeSet<_>>();
    for vertex in (0..mesh.vertex_slots() as u32).map(VertexId) {
        assert_eq!(star(draft.adjacency(), vertex), star(&built, vertex), "the cells around {vertex:?}");
    }
    for cell in (0..mesh.cell_slots() as u32).map(CellId) {
        for side in 0..=mesh.corners(cell).len() as u32 {
            let half_edge = HalfEdge { cell, side };
            assert_eq!(draft.adjacency().twin(half_edge), built.twin(half_edge), "the twin of {half_edge:?}");
        }
    }
}

fn one_cell() -> Document {
    let mut draft = Draft::of(NavMesh::default());
    let corners = [[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 0.0]];
    let outline = corners.map(|[x, z]| Corner::New(Vec3::new(x, 0.0, z)));
    edit::draw_cell(&mut draft, &outline, AreaId(0)).expect("a square is convex");
    Document::of_mesh(draft.into_mesh())
}

/// Runs a sequence, checks the invariants after each edit and counts the successes of each kind.
///
/// With `keep_sound`, reverts edits that break a cell. Panics if such an edit is one of [`CONSTRUCTING`].
fn run(steps: &[Step], keep_sound: bool) -> BTreeMap<Kind, usize> {
    let first = one_cell();
    let (mut document, mut history, mut done) = (first.clone(), History::default(), BTreeMap::new());
    for step in steps {
        let before = &document.mesh;
        let mut draft = Draft::new(before.clone(), Adjacency::build(before));
        let mut again = draft.clone();
        let Ok(edited) = step.apply(&mut draft) else { continue };
        assert_eq!(step.apply(&mut again), Ok(edited.clone()), "the same again by {step:?}");
        assert_eq!(again.mesh(), draft.mesh(), "the same again by {step:?}");
        assert_eq!(draft.mesh().check(), Ok(()), "after {step:?}");
        assert_adjacency_is_that_of(&draft);
        let mesh = draft.into_mesh();
        assert!(edited.vertices.iter().all(|&id| mesh.vertex(id).is_some()), "{edited:?} after {step:?}");
        assert!(edited.cells.iter().all(|&id| mesh.cell(id).is_some()), "{edited:?} after {step:?}");
        assert!(edited.links.iter().all(|&id| mesh.link(id).is_some()), "{edited:?} after {step:?}");
        assert!(edited.edges.iter().all(|edge| edges(&mesh).contains(edge)), "{edited:?} after {step:?}");
        if KEEPING_GROUND.contains(&step.kind) {
            let lost = total_area(before) - total_area(&mesh);
            assert!(lost.abs() <= area_slack(&mesh), "{lost} m² lost by {step:?}");
        }
        if is_sound(before) && !is_sound(&mesh) {
            assert!(
                !CONSTRUCTING.contains(&step.kind),
                "a broken cell after {step:?} made {} of {}",
                text(&mesh),
                text(before)
            );
            if keep_sound {
                continue;
            }
        }
        *done.entry(step.kind).or_default() += 1;
        history.begin("Edit", &document, ());
        document.mesh = mesh;
        history.commit(&document);
    }
    while let Some((earlier, ())) = history.undo(&document, ()) {
        document = earlier;
    }
    assert_eq!(document, first, "undoing everything gives the document that was opened");
    done
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_edits_keeps_the_invariants_and_undoes_to_the_start(steps in steps()) {
        run(&steps, false);
    }

    #[test]
    fn edits_that_construct_cells_keep_sound_meshes_sound(steps in steps()) {
        run(&steps, true);
    }
}

#[test]
fn every_kind_of_edit_succeeds_somewhere() {
    let mut runner = TestRunner::deterministic();
    let mut done: BTreeMap<Kind, usize> = BTreeMap::new();
    for i in 0..200 {
        let sequence = steps().new_tree(&mut runner).unwrap().current();
        for (kind, times) in run(&sequence, i % 3 != 0) {
            *done.entry(kind).or_default() += times;
        }
    }
    for kind in KINDS {
        assert!(done.get(kind).is_some_and(|&times| times >= 5), "{kind:?} hardly ever succeeds: {done:?}");
    }
}
