//! What it costs to derive everything from a mesh, and to follow an edit of it.
//!
//! The mesh has 100,000 triangles; one entry has a million.

use divan::{Bencher, counter::ItemsCount};
use glam::{Vec2, Vec3};
use navsmith::document::issues::Issues;
use navsmith::navmesh::{Adjacency, CellId, Derived, Draft, Islands, Locator, NavMesh, VertexId};
use navsmith::navmesh::{WeldOptions, edit, weld};

mod terrain;

const TRIANGLES: usize = 100_000;
const TOLERANCE: f32 = 0.05;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn weld_soup(bencher: Bencher<'_, '_>) {
    let soup = terrain::soup(TRIANGLES);
    let options = WeldOptions { distance: 0.001, max_slope: Some(0.9) };
    bencher.counter(ItemsCount::new(TRIANGLES)).bench_local(|| weld(&soup, &options));
}

#[divan::bench(sample_count = 10)]
fn build_adjacency(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    bencher.counter(ItemsCount::new(TRIANGLES)).bench_local(|| Adjacency::build(&mesh));
}

#[divan::bench(sample_count = 10)]
fn build_islands(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    let adjacency = Adjacency::build(&mesh);
    bencher.counter(ItemsCount::new(TRIANGLES)).bench_local(|| Islands::build(&mesh, &adjacency));
}

#[divan::bench(sample_count = 10)]
fn build_locator(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    bencher.counter(ItemsCount::new(TRIANGLES)).bench_local(|| Locator::build(&mesh));
}

#[divan::bench(sample_count = 10)]
fn build_issues(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    let derived = Derived::build(&mesh);
    bencher.counter(ItemsCount::new(TRIANGLES)).bench_local(|| Issues::build(&mesh, &derived, TOLERANCE));
}

/// From loose triangles to everything that the editor shows of them.
#[divan::bench(args = [100_000, 1_000_000], sample_count = 5)]
fn everything_from_soup(bencher: Bencher<'_, '_>, triangles: usize) {
    let soup = terrain::soup(triangles);
    let options = WeldOptions { distance: 0.001, max_slope: None };
    bencher.counter(ItemsCount::new(triangles)).bench_local(|| {
        let (mesh, _) = weld(&soup, &options);
        let derived = Derived::build(&mesh);
        let issues = Issues::build(&mesh, &derived, TOLERANCE);
        (derived, issues)
    });
}

/// Follows one edit and then its undo, over and over: half of what it takes is the edit's.
fn follow(bencher: Bencher<'_, '_>, edit: impl Fn(&mut Draft, VertexId)) {
    let before = terrain::mesh(TRIANGLES);
    let mut derived = Derived::build(&before);
    let mut issues = Issues::build(&before, &derived, TOLERANCE);
    let middle = before.bounds().center();
    let cell = derived.locator.nearest(&before, Vec2::new(middle.x, middle.z), |_| Some(0.0));
    let vertex = before.corners(cell.map_or(CellId(0), |(cell, _)| cell))[0];
    let mut draft = Draft::new(before.clone(), derived.adjacency.clone());
    edit(&mut draft, vertex);
    let after = draft.into_mesh();
    let mut update = |mesh: &NavMesh| {
        let changes = derived.update(mesh);
        issues.update(mesh, &derived, &changes);
    };
    let mut is_done = false;
    bencher.bench_local(|| {
        is_done = !is_done;
        update(if is_done { &after } else { &before });
    });
}

#[divan::bench(sample_count = 200)]
fn follow_a_dragged_vertex(bencher: Bencher<'_, '_>) {
    follow(bencher, |draft, vertex| {
        let to = draft.mesh().position(vertex) + Vec3::new(0.1, 0.0, 0.05);
        draft.move_vertex(vertex, to);
    });
}

#[divan::bench(sample_count = 50)]
fn follow_a_merge(bencher: Bencher<'_, '_>) {
    follow(bencher, |draft, vertex| {
        let cell = draft.adjacency().star(vertex)[0];
        let corners = draft.mesh().corners(cell).to_vec();
        let at = edit::MergeAt::First;
        edit::merge_vertices(draft, &corners[..2], at).expect("two corners of a triangle can be merged");
    });
}

#[divan::bench(sample_count = 50)]
fn follow_a_delete(bencher: Bencher<'_, '_>) {
    follow(bencher, |draft, vertex| {
        edit::delete_vertices(draft, &[vertex]).expect("a vertex can be deleted");
    });
}

#[divan::bench(sample_count = 50)]
fn edit_a_draft_of_one_dragged_vertex(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    let adjacency = Adjacency::build(&mesh);
    bencher.bench_local(|| {
        let mut draft = Draft::new(mesh.clone(), adjacency.clone());
        draft.move_vertex(VertexId(1000), Vec3::ZERO);
        draft.into_mesh()
    });
}

#[divan::bench(sample_count = 100, sample_size = 100)]
fn locate_cells_at_a_place(bencher: Bencher<'_, '_>) {
    let mesh = terrain::mesh(TRIANGLES);
    let locator = Locator::build(&mesh);
    let middle = mesh.bounds().center();
    bencher.bench_local(|| locator.at(&mesh, Vec2::new(middle.x, middle.z)));
}
