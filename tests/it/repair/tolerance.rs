//! Gaps, and the tolerance that joins them.

use navsmith_core::navmesh::Derived;
use navsmith_formats::check::repair::{RepairOptions, WideGaps};

use super::repaired;
use crate::support::command_line::{Folder, run, sample};
use crate::support::notation;

#[test]
fn a_gap_wider_than_the_tolerance_stays() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 2.02 0, 2.02 2, 4 2, 4 0; c 0 1 2 3, 4 5 6 7");
    let islands = |tolerance: f32| {
        let options = RepairOptions { tolerance, ..RepairOptions::of(&mesh) };
        Derived::build(&repaired(&mesh, &options)).islands.len()
    };
    assert_eq!((islands(0.01), islands(0.03)), (2, 1));
    assert_eq!(islands(0.02), 1, "a gap as wide as the tolerance is welded, also if it is rounded up");
}

#[test]
fn gaps_wider_than_the_tolerance_are_counted_with_their_width() {
    let weld = |options: &[&str]| {
        let file = sample("two_islands.ron");
        let done = run(&[&["repair", &file, "--dry-run", "--json"][..], options].concat());
        let report = done.json();
        let step = report["steps"].as_array().expect("steps")[0].clone();
        (step["left"].as_u64(), step["wide_gaps"].as_u64(), step["widest_gap"].as_f64())
    };
    let (left, wide, widest) = weld(&[]);
    assert_eq!((left, wide), (Some(3), Some(3)));
    assert!(widest.is_some_and(|widest| (widest - 0.02).abs() < 1e-5), "{widest:?}");
    let text = run(&["repair", &sample("two_islands.ron"), "--dry-run"]).out;
    let expected = "3 gaps up to 0.02 m wide are wider than the tolerance; --tolerance 0.02 allows them";
    assert!(text.contains(expected), "{text}");
    assert_eq!(weld(&["--tolerance", "0.02"]), (Some(0), Some(0), Some(0.0)), "as stated");
}

#[test]
fn the_suggested_tolerance_is_the_width_rounded_up_to_a_tenth_of_a_millimetre() {
    let gaps = |count, widest| WideGaps { count, widest };
    let widths = [0.02, 0.020_000_046, 0.004_1, 0.004_11, 0.004_149, 0.05];
    assert_eq!(widths.map(|width| gaps(1, width).tolerance()), [0.02, 0.02, 0.004_1, 0.004_2, 0.004_2, 0.05]);
    assert_eq!(gaps(1, 0.004_11).to_string(), "1 gap of 0.0042 m is wider than the tolerance");
}

#[test]
fn the_tolerance_that_joins_borders_is_named_for_narrow_gaps() {
    for (gap, is_named) in [(0.03, true), (0.0625, true), (0.09, true), (0.2, false)] {
        let [a, b] = [2.0 + gap, 4.0 + gap];
        let text = format!(
            "(version: 1, vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), ({a}, 0, 0), ({a}, 0, 2), ({b}, 0, 2), \
             ({b}, 0, 0)], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])])"
        );
        let (folder, file) = Folder::with("gap.ron", &text);
        let out = folder.path("out.ron").display().to_string();
        let named = run(&["repair", &file, "-o", &out]).out;
        let expected = format!("A repair with a tolerance of {gap} m joins them.");
        assert_eq!(named.contains(&expected), is_named, "{named}");
        for arguments in [&["why", &file][..], &["why", &file, "--cells", "0", "1"], &["validate", &file]] {
            let named = run(arguments).out;
            assert_eq!(named.contains(&expected), is_named, "{arguments:?}: {named}");
        }
        let info = run(&["info", &file]).out;
        assert_eq!(info.contains(&expected), is_named, "{info}");
        let tolerance = |value: &serde_json::Value| value.as_f64().map(|it| (it * 1e4).round() / 1e4);
        let expected = is_named.then_some(gap);
        let why = run(&["why", &file, "--json"]).json();
        assert_eq!(tolerance(&why["pairs"][0]["tolerance"]), expected, "{why}");
        let why = run(&["why", &file, "--cells", "0", "1", "--json"]).json();
        assert_eq!(tolerance(&why["tolerance"]), expected, "{why}");
        let found = run(&["validate", &file, "--json"]).json();
        assert_eq!(tolerance(&found["files"][0]["narrow_gaps"][0]["tolerance"]), expected, "{found}");
        let info = run(&["info", &file, "--json"]).json();
        assert_eq!(tolerance(&info["narrow_gaps"][0]["tolerance"]), expected, "{info}");
        let joined = run(&["repair", &file, "-o", &out, "--tolerance", &gap.to_string()]).out;
        assert!(!joined.contains("islands: 2 are left"), "{joined}");
    }
}
