//! Reports of a repair: notes, ignored issues and errors that are left.

use std::path::Path;

use navsmith_core::navmesh::Derived;
use navsmith_formats::check::repair::RepairOptions;
use navsmith_formats::check::{Issues, Severity};
use navsmith_formats::document::Document;
use navsmith_formats::io;

use super::{NEAR, RULED, area, cut_that_ends_on_an_edge, mesh_of, repaired};
use crate::support::command_line::{Folder, run};
use crate::support::data;

#[test]
fn ignored_issues_stay_and_are_counted() {
    let ignored = "ignored: [(kind: \"overlap\"), (kind: \"gap\", at: (12.004, 0, 0))]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    let out = folder.path("out.ron").display().to_string();
    let done = run(&["repair", &file, "-o", &out, "--json"]);
    assert_eq!(done.code, Some(0), "an ignored error is no failure: {}{}", done.out, done.err);
    let report = done.json();
    assert!(report["ignored"].as_u64() >= Some(2), "{report}");
    let of_step = |name: &str| {
        let steps = report["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["step"] == name).expect("it runs");
        (step["changes"].as_u64(), step["left"].as_u64(), step["ignored"].as_u64())
    };
    assert_eq!(of_step("overlaps"), (Some(0), Some(0), Some(1)), "the overlap stays");
    assert_eq!(of_step("crossings"), (Some(0), Some(0), Some(0)), "it counts once, for the first step");
    let (_, _, gaps) = of_step("weld");
    assert_eq!(gaps, Some(1), "one end of the gap stays: {report}");
    let (before, after) = (data::mesh(Path::new(&file)), data::mesh(Path::new(&out)));
    assert_eq!(before.cell_count(), after.cell_count(), "no cell is cut");
    let text = run(&["repair", &file, "--dry-run"]).out;
    assert!(text.contains("overlaps: 0 changes, 1 ignored"), "{text}");
    let plain = RepairOptions::of(&before);
    assert!(area(&repaired(&before, &plain)) < area(&before) + 1e-3, "without the list, ground is cut");
    assert!(repaired(&before, &plain).cell_count() != before.cell_count(), "and cells are divided");
}

#[test]
fn a_search_for_errors_that_stopped_is_noted() {
    let corners: String = (0..400)
        .map(|i| format!("({}, 0, 0), (0, 0, 100), (100, 0, -1), ", -100 - i))
        .collect::<Vec<_>>()
        .concat();
    let cells: String = (0..1200)
        .step_by(3)
        .map(|i| format!("(corners: [{i}, {}, {}]), ", i + 1, i + 2))
        .collect::<Vec<_>>()
        .concat();
    let text = format!("(version: 1, vertices: [{corners}], cells: [{cells}])");
    let (_folder, file) = Folder::with("crowded.ron", &text);
    let arguments = ["repair", &file, "--steps", "slivers", "--dry-run"];
    let report = run(&[&arguments[..], &["--json"]].concat()).json();
    let flags = ["is_complete", "may_lack_errors"].map(|name| report[name].as_bool());
    assert_eq!(flags, [Some(true); 2]);
    let ran = run(&arguments);
    assert_eq!(ran.code, Some(1), "errors may be left");
    let text = ran.out;
    assert!(text.contains("the search for errors stopped early") && !text.contains("again"), "{text}");
}

#[test]
fn notes_are_printed_with_each_output() {
    let (folder, file) = Folder::with("lines.obj", "v 0 0 0\nv 0 0 2\nv 2 0 2\nf 1 2 3\nf 1 2\n");
    let note = "faces with fewer than three corners";
    let out = folder.path("out.ron").display().to_string();
    for arguments in [&["--dry-run"][..], &["-o", &out]] {
        for json in [&[][..], &["--json"]] {
            let ran = run(&[&["repair", file.as_str()], arguments, json].concat());
            assert!(ran.code == Some(0) && ran.out.contains(note), "{arguments:?} {json:?}: {}", ran.out);
        }
    }
    let ignored = "ignored: [(kind: \"overlap\")], links: [(from: [(0.2, 0, 0.2)], to: [(2.5, 0.2, 2.5)])]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    let out = folder.path("out.obj").display().to_string();
    let report = run(&["repair", &file, "-o", &out, "--json"]).json();
    let notes = report["notes"].to_string();
    assert!(notes.contains("the file does not store") && notes.contains("1 link"), "{report}");
}

#[test]
fn ignored_errors_cause_no_warning() {
    let ignored = "ignored: [(kind: \"overlap\")]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    for name in ["out.ron", "out.obj"] {
        let out = folder.path(name).display().to_string();
        for arguments in
            [&["repair", &file, "-o", &out][..], &["convert", &file, &out, "--force", "--strict"]]
        {
            let ran = run(arguments);
            assert!(ran.code == Some(0) && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
        }
    }
    let (folder, file) = Folder::with("raised.ron", &format!("(version: 1, {RULED})"));
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&["convert", &file, &out]);
    assert!(ran.err.contains("1 error (Overlapping cells: 1)"), "not ignored: {}", ran.err);
}

#[test]
fn errors_are_not_hidden_by_warnings() {
    let square = |i: u16| {
        let [x, z] = [i % 110, i / 110].map(|at| f32::from(at) * 1.002);
        [[x, 0.0, z], [x, 0.0, z + 1.0], [x + 1.0, 0.0, z + 1.0], [x + 1.0, 0.0, z]]
    };
    let t_junction = [
        [200., 0., 0.],
        [200., 0., 2.],
        [202., 0., 2.],
        [202., 0., 0.],
        [202., 0., 1.],
        [204., 0., 1.],
        [204., 0., 0.],
    ];
    let mut corners: Vec<[f32; 3]> = (0..12_100).flat_map(square).collect();
    let first = corners.len() as u32;
    corners.extend(t_junction);
    let ring = |at: u32| vec![at, at + 1, at + 2, at + 3];
    let rings = (0..12_100).map(|at| ring(4 * at));
    let last = [ring(first), [3, 4, 5, 6].map(|at| first + at).to_vec()];
    let rings: Vec<Vec<u32>> = rings.chain(last).collect();
    let mesh = mesh_of(&corners, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let issues = Issues::build(&mesh, &Derived::build(&mesh), NEAR);
    let errors = issues.iter().filter(|issue| issue.kind.severity() == Severity::Error).count();
    let stopped: Vec<String> = issues.stopped().collect();
    assert!(errors > 0 && !issues.may_lack_errors(), "{errors} of {}: {stopped:?}", issues.len());
    assert!(!stopped.is_empty(), "there are more warnings than are listed");
}

#[test]
fn errors_that_are_left_have_the_numbers_of_the_written_file() {
    // A copy of a square is deleted, and a bow tie stays.
    let square = |x: f32| [[x, 0., 0.], [x, 0., 2.], [x + 2., 0., 2.], [x + 2., 0., 0.]];
    let bow = [[20., 0., 0.], [22., 0., 2.], [22., 0., 0.], [20., 0., 2.]];
    let corners: Vec<[f32; 3]> = [square(0.), square(0.), bow].concat();
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11]]);
    let (folder, file) =
        Folder::with("in.ron", &io::ron::write(&Document::of_mesh(mesh)).expect("it is small"));
    let out = folder.path("out.ron").display().to_string();
    let report = run(&["repair", &file, "-o", &out, "--steps", "weld,overlaps", "--json"]).json();
    assert_eq!(report["errors"][0]["issues"][0]["message"], "Cell 1 crosses itself");
    let found = run(&["validate", &out, "--json"]).json();
    let kinds = found["files"][0]["kinds"].as_array().expect("kinds");
    let kind = kinds.iter().find(|kind| kind["kind"] == "self_crossing").expect("it is left");
    assert_eq!(kind["issues"][0]["cells"], serde_json::json!([1]));
}

#[test]
fn errors_that_are_left_name_their_cells() {
    let mesh = cut_that_ends_on_an_edge(true);
    let text = io::ron::write(&Document::of_mesh(mesh)).expect("it is small");
    let (folder, file) = Folder::with("in.ron", &text);
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&["repair", &file, "-o", &out, "--steps", "overlaps"]).out;
    let line =
        "Vertex 14 lies on edge 12–13 of cells 6 and 7 at (22.000, 0.000, 2.000): no step that ran fixes it";
    assert!(ran.contains(line), "{ran}");
    let report = run(&["repair", &file, "-o", &out, "--force", "--steps", "overlaps", "--json"]).json();
    let kinds = report["errors"].as_array().expect("kinds");
    let of_kind = |name: &str| {
        let kind = kinds.iter().find(|kind| kind["kind"] == name).expect("it is left");
        kind["issues"][0]["cells"].clone()
    };
    assert_eq!(of_kind("t_junction"), serde_json::json!([6, 7]), "{report}");
    assert_eq!(of_kind("self_crossing"), serde_json::json!([8]), "{report}");
}
