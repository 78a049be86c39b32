//! Documents from strangers: work in proportion, or up to a stated limit.

use std::f32::consts::TAU;

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_formats::check::{IssueKind, Issues};
use navsmith_formats::document::Document;
use navsmith_formats::io::ron;

use crate::support::command_line::{Folder, run};

/// A square with agents that would walk for days.
const CROWD: &str = "(version: 1, vertices: [(0, 0, 0), (0, 0, 900), (900, 0, 900), (900, 0, 0)],
    cells: [(corners: [0, 1, 2, 3])], scenarios: [(name: \"s\", duration: 3600, time_step: 0.001,
    groups: [(name: \"g\", count: 2000, spawn: Disc(center: (x: 450, z: 450), radius: 400), target: Point(at: (x: 9, z: 9)))],
    expected: (all_arrive_within: 1, most_stuck: 0))])";

#[test]
fn a_run_stops_at_the_limit_of_steps_and_says_so() {
    let (_folder, file) = Folder::with("map.ron", CROWD);
    for verb in ["check", "simulate"] {
        let ran = run(&[verb, &file, "--limit", "1"]);
        assert_eq!(ran.code, Some(1), "{verb}: {}", ran.err);
        assert!(
            ran.out.contains("stopped at the limit of steps, which --limit raises"),
            "{verb}: {}",
            ran.out
        );
        let ran = run(&[verb, &file, "--limit", "1", "--json"]).json();
        let row = &ran["scenarios"][0];
        assert_eq!((&row["stopped"], &row["holds"]), (&true.into(), &false.into()), "{verb}: {row}");
        assert!(row["seconds"].as_f64().is_some_and(|seconds| seconds < 1.0), "{verb}: {row}");
        let late = row["late"].as_array().expect("agents");
        let ended: Vec<_> = late.iter().filter(|row| row["cause"] == "run ended").collect();
        assert!(!ended.is_empty(), "{verb}: {row}");
        for row in ended {
            assert_eq!(row["remedy"], "Raise the limit of steps, with --limit.", "{verb}");
        }
    }
    let before = std::fs::read_to_string(&file).expect("a document");
    let ran = run(&["check", &file, "--limit", "1", "--update"]);
    assert!(ran.code == Some(2) && ran.err.contains("nothing was updated"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&file).expect("a document"), before);
}

#[test]
fn scenarios_are_left_out_at_the_limit_of_steps() {
    // Each of one agent at its target, in a million time steps all together.
    let scenario =
        "(name: \"s\", duration: 10, groups: [(name: \"g\", count: 1, spawn: Point(at: (x: 1, z: 1)),
        target: Point(at: (x: 1, z: 1)))], expected: (most_stuck: 0)),";
    let text = format!(
        "(version: 1, vertices: [(0, 0, 0), (0, 0, 9), (9, 0, 9), (9, 0, 0)], cells: [(corners: [0, 1, 2, 3])],
        scenarios: [{}])",
        scenario.repeat(1_600)
    );
    let (_folder, file) = Folder::with("map.ron", &text);
    for verb in ["check", "simulate"] {
        let ran = run(&[verb, &file, "--limit", "1", "--json"]);
        let stopped = ran.json()["stopped_scenarios"].as_u64().unwrap_or_default();
        assert!(ran.code == Some(1) && stopped > 1_000, "{verb}: {:?}, {stopped} left out", ran.code);
    }
}

#[test]
fn queries_are_left_out_at_the_limit_of_steps() {
    let queries =
        "(name: \"q\", start: (x: 1, z: 1), target: (x: 2, z: 1), expected: NoPath),".repeat(70_000);
    let text = format!("(version: 1, vertices: [], cells: [], queries: [{queries}])");
    let (_folder, file) = Folder::with("map.ron", &text);
    let ran = run(&["check", &file, "--limit", "1", "--json"]).json();
    assert!(ran["stopped_queries"].as_u64().is_some_and(|count| count > 5_000), "{}", ran["stopped_queries"]);
    assert_eq!(ran["holds"], false);
}

#[test]
fn a_report_leaves_queries_out_at_the_limit_of_steps() {
    const SIZE: usize = 60;
    let corners = (0..=SIZE).flat_map(|x| (0..=SIZE).map(move |z| format!("({x}, 0, {z}),")));
    let cell = |x: usize, z: usize| {
        let at = x * (SIZE + 1) + z;
        format!("(corners: [{at}, {}, {}, {}]),", at + 1, at + SIZE + 2, at + SIZE + 1)
    };
    let cells = (0..SIZE).flat_map(|x| (0..SIZE).map(move |z| cell(x, z)));
    let query = "(name: \"q\", start: (x: 0.5, z: 0.5), target: (x: 59.5, z: 59.5), algorithm: \"steps\"),";
    let text = format!(
        "(version: 1, vertices: [{}], cells: [{}], queries: [{}])",
        corners.collect::<String>(),
        cells.collect::<String>(),
        query.repeat(600)
    );
    let (folder, file) = Folder::with("map.ron", &text);
    let out = folder.path("map.html").display().to_string();
    let ran = run(&["report", &file, "-o", &out, "--limit", "1", "--json"]);
    let count = ran.json()["stopped_queries"].as_u64().unwrap_or_default();
    assert!(ran.code == Some(1) && (200..500).contains(&count), "{:?}: {count}", ran.code);
    let page = std::fs::read_to_string(&out).expect("a page");
    assert!(
        page.contains(&format!("{count} queries left out: stopped at the limit of steps")),
        "it is noted"
    );
}

/// Returns cells of many corners in the form of a star; those on one ring are copies of each other.
fn stars(rings: usize, copies: usize) -> NavMesh {
    const CORNERS: u32 = 4000;
    let corner = |ring: usize, nth: u32| {
        let angle = -TAU * nth as f32 / CORNERS as f32;
        let radius = if nth.is_multiple_of(2) { 10.0 } else { 15.0 };
        Vec3::new(radius * angle.cos() + 40.0 * ring as f32, 0.0, radius * angle.sin())
    };
    let corners = (0..rings).flat_map(|ring| (0..CORNERS).map(move |nth| corner(ring, nth)));
    let cells = (0..rings as u32 * copies as u32).map(|cell| {
        let first = cell / copies as u32 * CORNERS;
        Cell::new((first..first + CORNERS).map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(corners, cells).expect("a mesh")
}

#[test]
fn cells_of_thousands_of_corners_are_searched_for_issues_in_linear_time() {
    // Comparisons of all corners at each edge would take minutes.
    for (rings, copies) in [(1, 50), (10, 1)] {
        let mesh = stars(rings, copies);
        let issues = Issues::build(&mesh, &Derived::build(&mesh), 0.05);
        let concave = issues.iter().filter(|issue| issue.kind == IssueKind::Concave).count();
        assert_eq!(concave, rings * copies, "{rings} rings, {copies} copies");
    }
}

#[test]
fn the_edges_of_cells_of_thousands_of_corners_are_counted() {
    let folder = Folder::new();
    let file = folder.path("map.ron");
    let document = Document::of_mesh(stars(5, 10));
    std::fs::write(&file, ron::write(&document).expect("a document")).expect("a file for tests");
    let info = run(&["info", &file.display().to_string(), "--json"]).json();
    assert_eq!((&info["boundary_edges"], &info["tangled_edges"]), (&0.into(), &20_000.into()), "{info}");
}
