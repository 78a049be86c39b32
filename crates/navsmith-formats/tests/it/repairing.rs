//! Steps of a repair.

use std::fmt::Write as _;

use crate::support::notation::mesh;
use navsmith_core::geometry::SplitMix64;
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{FixObstacle, RepairOptions, covered_area, repair};
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
