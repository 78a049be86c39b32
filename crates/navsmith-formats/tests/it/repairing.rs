//! Steps of a repair.

use std::fmt::Write as _;

use crate::support::notation::mesh;
use crate::support::rings;
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{Cell, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{
    FixObstacle, LongerPaths, Repair, RepairOptions, RepairStep, covered_area, repair,
};
use navsmith_formats::for_tests::repair_shapes_after;

#[test]
fn the_only_pass_completes_most_of_a_repair_that_changes_nothing() {
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3");
    let progress = Progress::new();
    let done = repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &progress).expect("not stopped");
    assert!(done.is_complete && done.mesh == mesh, "nothing to do");
    let completed = progress.completed().expect("it reported");
    assert!(completed > 0.4, "{completed}");
}

#[test]
fn the_default_tolerance_is_a_power_of_ten_or_the_maximum() {
    let of_square =
        |side: u16| RepairOptions::of(&mesh(&format!("v 0 0, 0 {side}, {side} {side}; c 0 1 2"))).tolerance;
    let sides = [0, 1, 22, 23, 223, 224, 9999];
    assert_eq!(sides.map(of_square), [0.001, 0.001, 0.001, 0.01, 0.01, 0.05, 0.05]);
}

fn area_of(text: &str) -> f64 {
    let covered = covered_area(&mesh(text), 0.05);
    assert!(covered.is_exact, "{text}");
    covered.area
}

#[test]
fn ground_under_many_needles_is_counted_exactly() {
    // A needle meets the boxes of many pieces of the large cell. Those that it does not overlap must stay whole.
    let mut chance = SplitMix64(7);
    let (mut vertices, mut cells) = ("v 0 0, 0 20, 20 20, 20 0".to_owned(), "c".to_owned());
    for first in (0..400_u32).map(|needle| 4 + 3 * needle) {
        let [x, z] = [0, 1].map(|_| chance.unit() * 17.0);
        write!(vertices, ", {x} {z}, {} {}, {} {}", x + 2.94, z + 3.0, x + 3.0, z + 3.0).expect("a string");
        write!(cells, " {first} {} {},", first + 1, first + 2).expect("a string");
    }
    let area = area_of(&format!("{vertices}; {cells} 0 1 2 3"));
    assert!((area - 400.0).abs() < 1e-3, "{area}");
}

#[test]
fn ground_covered_twice_counts_once() {
    let apart = area_of("v 0 0, 0 2, 2 2, 2 0, 4 0, 4 2, 6 2, 6 0; c 0 1 2 3, 4 5 6 7");
    assert!((apart - 8.0).abs() < 1e-9, "two squares: {apart}");
    let over = area_of("v 0 0, 0 2, 2 2, 2 0, 1 1, 1 3, 3 3, 3 1; c 0 1 2 3, 4 5 6 7");
    assert!((over - 7.0).abs() < 1e-9, "they share a square metre: {over}");
    let twice = area_of("v 0 0, 0 2, 2 2, 2 0, 0 0, 0 2, 2 2, 2 0; c 0 1 2 3, 4 5 6 7, 0 1 2 3");
    assert!((twice - 4.0).abs() < 1e-9, "three copies: {twice}");
    let above = area_of("v 0 0, 0 2, 2 2, 2 0, 1 3 1, 1 3 3, 3 3 3, 3 3 1; c 0 1 2 3, 4 5 6 7");
    assert!((above - 8.0).abs() < 1e-9, "two storeys: {above}");
    let reversed = area_of("v 0 0, 0 2, 2 2, 2 0, 1 1, 1 3, 3 3, 3 1; c 0 1 2 3, 7 6 5 4");
    assert!((reversed - 7.0).abs() < 1e-9, "one of two is inside out: {reversed}");
    let bow = area_of("v 0 0, 2 2, 2 0, 0 2, 1 0, 1 2, 3 2, 3 0; c 0 1 2 3, 4 5 6 7");
    assert!((bow - 5.0).abs() < 1e-9, "one triangle of a bow tie is in a square: {bow}");
}

/// A bow tie.
const BOW: &str = "v 0 0, 2 2, 2 0, 0 2; c 0 1 2 3";

#[test]
fn nothing_is_tried_beyond_the_limit_of_work() {
    let mesh = mesh(BOW);
    let options = RepairOptions::of(&mesh);
    let changes = |used: usize| repair_shapes_after(used, &mesh, &options).expect("not stopped");
    assert_eq!(changes(usize::MAX), (0, vec![FixObstacle::Unfinished]));
    assert_eq!(changes(0).0, 1);
}

fn repaired(mesh: &NavMesh, options: &RepairOptions) -> Repair {
    repair(mesh, options, mesh.id_counts(), &Progress::none()).expect("not stopped")
}

/// Returns a mesh of cells with corners of their own at the same places, some of them in another order.
fn copies(count: u32, corners: &[[f32; 2]]) -> NavMesh {
    let len = corners.len() as u32;
    let at = corners.iter().map(|&[x, z]| glam::Vec3::new(x, 0.0, z));
    let vertices: Vec<_> = (0..count).flat_map(|_| at.clone()).collect();
    let cells = (0..count).map(|copy| {
        let ring = (0..len).map(move |corner| VertexId(copy * len + (corner + copy) % len));
        let ring: Vec<VertexId> = if copy % 3 == 1 { ring.rev().collect() } else { ring.collect() };
        Cell::new(ring, navsmith_core::navmesh::AreaId(0))
    });
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

#[test]
fn copies_with_own_corners_are_removed_in_one_step() {
    for (name, corners) in [
        ("a square", vec![[0., 0.], [0., 2.], [2., 2.], [2., 0.]]),
        ("a concave cell", vec![[0., 0.], [1., 5.], [2., 0.], [1., 2.]]),
    ] {
        let before = copies(1000, &corners);
        let done = repaired(&before, &RepairOptions::of(&before));
        let effect = done.effects.iter().find(|effect| effect.step == RepairStep::Duplicates);
        let effect = effect.expect("it runs");
        assert_eq!((effect.changes, effect.cells, effect.left), (999, -999, 0), "{name}");
        assert_eq!((done.errors.len(), done.is_complete), (0, true), "{name}: {:?}", done.errors);
        assert!(done.mesh.cell_count() < 4, "{name}: {} cells", done.mesh.cell_count());
        assert!(done.effects.iter().all(|effect| effect.step != RepairStep::Orient || effect.changes == 0));
    }
}

#[test]
fn copies_stay_if_the_step_does_not_run() {
    let before = copies(2, &[[0., 0.], [0., 2.], [2., 2.], [2., 0.]]);
    let options = RepairOptions { steps: vec![RepairStep::Weld], ..RepairOptions::of(&before) };
    assert_eq!(repaired(&before, &options).mesh.cell_count(), 2);
}

#[test]
fn a_copied_island_is_removed_as_a_whole_and_a_part_of_one_stays_connected() {
    let row = |count: u32| (0..count).map(|at| at as f32);
    let square = |x: f32| vec![[x, 0., 0.], [x, 0., 1.], [x + 1., 0., 1.], [x + 1., 0., 0.]];
    let islands = |lens: &[u32]| {
        let mut vertices = Vec::new();
        let mut cells = Vec::new();
        for &len in lens {
            let part = rings::mesh(&row(len).map(square).collect::<Vec<_>>());
            let first = vertices.len() as u32;
            vertices.extend(part.vertices().map(|(_, at)| at));
            let moved = |cell: &Cell| {
                let corners = cell.corners().iter().map(|corner| VertexId(corner.0 + first));
                Cell::new(corners, cell.area())
            };
            cells.extend(part.cells().map(|(_, cell)| moved(cell)));
        }
        NavMesh::from_parts(vertices, cells).expect("a mesh")
    };
    for (lens, cells) in [(vec![100, 100, 100], 100), (vec![1, 100, 3], 100), (vec![70, 100, 70], 100)] {
        let before = islands(&lens);
        let done = repaired(&before, &RepairOptions::of(&before));
        let derived = navsmith_core::navmesh::Derived::build(&done.mesh);
        let result = (done.mesh.cell_count(), derived.islands.len(), done.errors.len());
        assert_eq!(result, (cells, 1, 0), "{lens:?}");
    }
}

#[test]
fn short_paths_at_changed_cells_are_compared() {
    let before = mesh("v 0 0, 0 3, 3 3, 3 0, 2 1, 2 2, 5 2, 5 1; c 0 1 2 3, 4 5 6 7");
    let done = repaired(&before, &RepairOptions::of(&before));
    let LongerPaths { compared, longer } = done.longer_paths;
    assert!(compared > 0 && longer == 0, "{compared} paths, {longer} longer");
    assert_eq!(done.longer_paths.line(), None);
    let line = LongerPaths { compared: 900, longer: 12 }.line().expect("a line");
    assert!(line.starts_with("longer paths: 12 of 900 short paths"), "{line}");
    let sound = mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3");
    assert_eq!(repaired(&sound, &RepairOptions::of(&sound)).longer_paths.compared, 0, "nothing changes");
}
