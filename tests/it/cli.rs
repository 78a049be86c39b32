//! Runs the program without a display, like a user or a script.

use std::io::Read as _;
use std::process::Stdio;
use std::sync::Arc;

use expect_test::expect;
use navsmith::cli::has_display;
use navsmith::editor::files::import::{ImportDialog, ImportSettings};
use navsmith_core::navmesh::WeldOptions;

use crate::support::command_line::{Folder, SQUARES, check, navsmith, run, sample};

#[test]
fn info_counts_what_a_file_holds() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    check(
        &["info", &file, "--json"],
        0,
        &expect![[r#"
            {"schema":1,"format":"navsmith document","vertices":9,"cells":3,"inner_edges":1,"boundary_edges":9,"tangled_edges":0,"islands":[{"cells":2,"area":8.0,"bounds":{"min":[0.0,0.0,0.0],"max":[4.0,0.0,2.0]}},{"cells":1,"area":2.0,"bounds":{"min":[9.0,0.0,0.0],"max":[11.0,0.0,2.0]}}],"bounds":{"min":[0.0,0.0,0.0],"max":[11.0,0.0,2.0]},"areas":["walkable"],"queries":1,"outlines":0,"outline_cells":0,"without_outline_cells":null,"welded_vertices":0,"import":null,"up_axis":null,"left_out":null,"dropped":{"degenerate":0,"duplicates":0,"non_finite":0,"too_steep":0,"too_steep_area":0.0,"lost_connections":0,"ceiling_connections":0,"undersides":0,"undersides_area":0.0,"out_of_range":0,"unused_vertices":0},"agent":{"radius":0.0,"height":0.0,"slope":90.0,"step":null},"issues":{"Lone cell":1},"ignored":0,"narrow_gaps":[],"level_changes":[],"notes":[]}
        "#]],
    );
    check(
        &["info", &file],
        0,
        &expect![[r#"
            navsmith document: 9 vertices, 3 cells
            edges: 1 inner, 9 boundary, 0 tangled
            islands: 2
              island 1: cells 2, area 8.00 m²
              island 2: cells 1, area 2.00 m²
            bounds: (0.000, 0.000, 0.000) to (11.000, 0.000, 2.000)
            agent: a point without limits
            issue: Lone cell: 1
        "#]],
    );
}

#[test]
fn info_says_what_memory_a_mesh_takes_when_asked() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let memory = run(&["info", &file, "--json", "--memory"]).json()["memory"].clone();
    assert_eq!(memory["triangles"], 5, "two squares and a triangle: {memory}");
    let parts = memory["parts"].as_array().expect("parts");
    let sum: u64 = parts.iter().filter_map(|part| part["bytes"].as_u64()).sum();
    assert_eq!(memory["bytes"], sum, "of its parts: {memory}");
    assert!(parts.iter().any(|part| part["name"] == "locator"), "derived data is listed too: {memory}");
    let text = run(&["info", &file, "--memory"]).out;
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("memory")).collect();
    assert_eq!(lines.len(), parts.len() + 2, "a heading, the parts and the sum: {text}");
}

#[test]
fn info_of_a_level_says_what_was_dropped() {
    let info = run(&["info", &sample("village.glb"), "--json"]).json();
    assert_eq!(info["dropped"]["degenerate"], 1, "{info}");
    assert_eq!(info["islands"].as_array().map(Vec::len), Some(2), "{info}");
    let flat = run(&["info", &sample("village.glb"), "--json", "--max-slope", "45"]).json();
    assert_eq!(flat["dropped"]["too_steep"], 2, "{flat}");
    let gap = run(&["info", &sample("two_islands.ron"), "--json"]).json();
    assert!(gap["issues"].as_object().is_some_and(|issues| !issues.is_empty()), "they almost meet: {gap}");
}

/// Returns the village with `navmesh` in all names replaced by `surface`.
fn village_without_names() -> Vec<u8> {
    let mut bytes = std::fs::read(sample("village.glb")).expect("a sample");
    let (named, renamed) = (b"navmesh", b"surface");
    for start in 0..bytes.len() - named.len() {
        if bytes[start..].starts_with(named) {
            bytes[start..start + named.len()].copy_from_slice(renamed);
        }
    }
    bytes
}

#[test]
fn window_and_command_line_import_a_level_with_the_same_defaults() {
    let village = std::fs::read(sample("village.glb")).expect("a sample");
    for (bytes, has_steep_notes) in [(village, false), (village_without_names(), true)] {
        let folder = Folder::new();
        let path = folder.path("level.glb");
        std::fs::write(&path, &bytes).expect("a file for tests");
        let scene = navsmith_formats::io::gltf::parse(&bytes, None).expect("a glTF");
        let dialog = ImportDialog::new(path.as_path().into(), Arc::new(scene));
        let ImportSettings { chosen, weld_distance: distance, max_slope, placement, .. } = dialog.settings();
        let weld = WeldOptions { distance: *distance, max_slope: *max_slope };
        let window = navsmith_formats::io::import(dialog.scene().expect("a level"), chosen, placement, &weld)
            .expect("an import");
        let info = run(&["info", &path.display().to_string(), "--json"]).json();
        assert_eq!(info["cells"], window.document.mesh.cell_count(), "{info}");
        assert_eq!(info["vertices"], window.document.mesh.vertex_count(), "{info}");
        assert_eq!(info["dropped"]["too_steep"], window.report.too_steep, "{info}");
        assert_eq!(window.report.too_steep > 0, has_steep_notes, "walls are left out of a level: {info}");
        let notes = info["notes"].to_string();
        assert_eq!(notes.contains("--max-slope 180 keeps all"), has_steep_notes, "{notes}");
        let all = run(&["info", &path.display().to_string(), "--json", "--max-slope", "180"]).json();
        assert_eq!(all["dropped"]["too_steep"], 0, "{all}");
    }
}

#[test]
fn nodes_of_a_level_are_selected_by_name() {
    let (folder, village) = (Folder::new(), sample("village.glb"));
    let cells = |nodes: &[&str]| {
        let ran = run(&[&["info", &village, "--json", "--max-slope", "180"], nodes].concat());
        assert_eq!(ran.code, Some(0), "{nodes:?}: {}", ran.err);
        ran.json()["cells"].as_u64().expect("a count")
    };
    let [level, navmesh] = ["Level", "navmesh"].map(|name| cells(&["--node", name]));
    assert_eq!(navmesh, cells(&[]), "what is named like a navigation mesh is the default");
    assert_ne!(level, navmesh, "another node");
    let both = cells(&["--node", "Level", "--node", "navmesh"]);
    assert!(both > level.max(navmesh), "{both}, {level}, {navmesh}");
    let out = folder.path("out.ron").display().to_string();
    assert_eq!(run(&["convert", &village, &out, "--node", "Level"]).code, Some(0), "convert");
    for verb in ["path", "trace", "compare"] {
        let ran = run(&[verb, &village, "--node", "navmesh", "--from", "1,1", "--to", "2,1"]);
        assert_eq!(ran.code, Some(0), "{verb}: {}", ran.err);
    }
    let unknown = run(&["info", &village, "--node", "roof"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""), "no such node");
    assert!(
        unknown.err.contains("no node named \"roof\" has a mesh; name one of Level, navmesh"),
        "{}",
        unknown.err
    );
    let (_folder, document) = Folder::with("squares.ron", SQUARES);
    let refused = run(&["info", &document, "--node", "Level"]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("applies to levels only"), "{}", refused.err);
}

/// A glTF file with one triangle in the XY plane, 1 m wide and 1 m high.
const UPRIGHT: &str = r#"{ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36, "uri": "upright.bin" }] }"#;

#[test]
fn an_upright_gltf_is_read_with_z_up_by_default() {
    let (folder, file) = Folder::with("upright.gltf", UPRIGHT);
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    std::fs::write(folder.path("upright.bin"), bytes).expect("a file for tests");
    let max = |arguments: &[&str]| {
        run(&[&["info", &file, "--json"], arguments].concat()).json()["bounds"]["max"].clone()
    };
    assert_eq!(max(&[]), serde_json::json!([1.0, 0.0, 0.0]), "Z is found to be up, and Y becomes -Z");
    assert_eq!(max(&["--up", "z"]), max(&[]), "the same");
    assert_eq!(
        max(&["--up", "y", "--max-slope", "180"]),
        serde_json::json!([1.0, 1.0, 0.0]),
        "as glTF prescribes"
    );
    assert_eq!(max(&["--scale", "0.01"]), serde_json::json!([0.01, 0.0, 0.0]), "centimetres");
    let note = run(&["info", &file]).out;
    assert!(
        note.contains("Z is up, because all triangles are upright with Y up (--up y for the other axis)"),
        "{note}"
    );
    let (_folder, document) = Folder::with("squares.ron", SQUARES);
    let refused = run(&["info", &document, "--node", "NAVMESH"]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("--node applies to levels only"), "{}", refused.err);
    let wrong = [("--up", "x"), ("--mirror", "w"), ("--scale", "0"), ("--scale", "-1"), ("--scale", "yd")];
    for (option, value) in wrong {
        assert_eq!(run(&["info", &file, option, value]).code, Some(2), "{option} {value}");
    }
}

/// A square with the wrong winding, a concave cell and two pairs of vertices that almost meet.
pub(crate) const BROKEN: &str = "(version: 1, vertices: [
    (0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2),
    (5, 0, 0), (6, 0, 2), (7, 0, 0), (6, 0, 5),
    (20, 0, 0), (20, 0, 2), (22, 0, 2), (22, 0, 0), (22.02, 0, 0), (22.02, 0, 2), (24, 0, 2), (24, 0, 0),
], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 7, 6, 5]), (corners: [8, 9, 10, 11]), (corners: [12, 13, 14, 15])])";

#[test]
fn validate_lists_issues_by_kind_and_separates_errors_from_warnings() {
    let (_folder, file) = Folder::with("broken.ron", BROKEN);
    let ran = run(&["validate", &file]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "two errors: {}", ran.out);
    expect![[r#"
        broken.ron: 2 errors, 4 warnings
          error: Cell inside out: 1
            Cell 0 is inside out, at (1.000, 0.000, 1.000)
          error: Concave cell: 1
            Cell 1 is concave, at (6.000, 0.000, 1.750)
          warning: Gap: 2
            Vertices 10 and 13 are 0.0200 m apart, at (22.010, 0.000, 2.000)
            Vertices 11 and 12 are 0.0200 m apart, at (22.010, 0.000, 0.000)
          warning: Lone cell: 2
            Cell 0 is connected to nothing, at (1.000, 0.000, 1.000)
            Cell 1 is connected to nothing, at (6.000, 0.000, 1.750)
          agent: a point without limits
          note: islands 3 and 4 are 0.02 m apart at (22.000, 0.000, 1.000). A repair with a tolerance of 0.02 m joins them.
    "#]]
    .assert_eq(&ran.out.replace(&file, "broken.ron"));
    let report = run(&["validate", &file, "--json"]);
    assert_eq!(report.code, Some(1), "{}", report.err);
    let report = report.json();
    assert_eq!((&report["errors"], &report["unreadable"]), (&2.into(), &0.into()), "{report}");
    let file = &report["files"][0];
    let kinds: Vec<_> = file["kinds"]
        .as_array()
        .expect("kinds")
        .iter()
        .map(|kind| (&kind["severity"], &kind["kind"]))
        .collect();
    let expected = [("error", "inside_out"), ("error", "concave"), ("warning", "gap")];
    for (severity, kind) in expected {
        assert!(kinds.contains(&(&severity.into(), &kind.into())), "{severity} {kind}: {file}");
    }
    assert_eq!(file["is_complete"], true, "{file}");
    let gap = &file["kinds"][2]["issues"][0];
    assert!(gap["vertices"].as_array().is_some_and(|ids| !ids.is_empty()), "{gap}");
    assert!(gap["distance"].as_f64().is_some_and(|metres| (metres - 0.02).abs() < 1e-3), "{gap}");
}

#[test]
fn warnings_alone_are_valid() {
    let ran = run(&["validate", &sample("two_islands.ron")]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains(": 0 errors, ") && ran.out.contains("  warning: Gap: "), "{}", ran.out);
    let welded = run(&["validate", &sample("two_islands.ron"), "--weld", "0.03"]);
    assert!(welded.out.contains(": 0 errors, 0 warnings\n"), "{}", welded.out);
}

#[test]
fn validate_reports_every_file_and_exits_with_the_worst_code() {
    let (folder, broken) = Folder::with("broken.ron", BROKEN);
    let whole = folder.path("squares.ron").display().to_string();
    std::fs::write(&whole, SQUARES).expect("a file for tests");
    assert_eq!(run(&["validate", &whole]).code, Some(0), "nothing is wrong");
    assert_eq!(run(&["validate", &broken, &whole]).code, Some(1), "errors in one");
    let ran = run(&["validate", &broken, "missing.ron", &whole]);
    assert_eq!(ran.code, Some(2), "one is not there");
    assert!(ran.err.contains("missing.ron cannot be read"), "{}", ran.err);
    for description in [format!("{broken}: 2 errors"), format!("{whole}: 0 errors, 1 warning")] {
        assert!(ran.out.contains(&description), "{description}: {}", ran.out);
    }
    let ran = run(&["validate", "missing.ron", &whole, "--json"]);
    let report = ran.json();
    assert_eq!((ran.code, &report["unreadable"]), (Some(2), &1.into()), "{report}");
    assert!(report["files"][0]["unreadable"].as_str().is_some_and(|why| why.contains("cannot be read")));
    assert!(report["files"][1]["unreadable"].is_null(), "{report}");
}

#[test]
fn info_lists_the_first_islands_and_all_on_request() {
    let corners = |i: usize| format!("({0}, 0, 0), ({0}, 0, 1), ({1}, 0, 1)", 2 * i, 2 * i + 1);
    let vertices: Vec<String> = (0..22).map(corners).collect();
    let cells: Vec<String> =
        (0..22).map(|i| format!("(corners: [{}, {}, {}])", 3 * i, 3 * i + 1, 3 * i + 2)).collect();
    let text = format!(
        "(version: 1, areas: [(name: \"a\", color: (1, 2, 3))], vertices: [{}], cells: [{}])",
        vertices.join(", "),
        cells.join(", ")
    );
    let (_folder, file) = Folder::with("islands.ron", &text);
    let listed = |arguments: &[&str]| {
        let out = run(&[&["info", &file], arguments].concat()).out;
        (out.matches("  island ").count(), out.contains("… and 2 more islands; --all lists them"))
    };
    assert_eq!([listed(&[]), listed(&["--all"])], [(20, true), (22, false)]);
}

#[test]
fn a_misspelled_subcommand_suggests_the_right_one() {
    let ran = run(&["convrt", "a.ron", "b.obj"]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("similar subcommand") && ran.err.contains("'convert'"), "{}", ran.err);
    for others in [&["convert", "a.ron"][..], &["a.ron", "b.ron"]] {
        let ran = run(others);
        assert_eq!(ran.code, Some(2), "{others:?}: {}", ran.out);
        assert!(!ran.err.contains("similar"), "{others:?}: {}", ran.err);
    }
}

#[test]
fn bad_arguments_and_files_exit_with_two_and_say_what_to_do() {
    let (_folder, broken) = Folder::with("broken.ron", "(version: 1, vertices: [(0, 0)], cells: [])");
    let level = sample("village.glb");
    let cases: [(&[&str], &str); 11] = [
        (&["info"], "FILE"),
        (&["info", "missing.ron"], "missing.ron cannot be read"),
        (&["info", &broken], "line 1, column"),
        (&["path", "a.ron", "--from", "1,2"], "--to"),
        (&["path", "a.ron", "--from", "1", "--to", "2,3"], "give X,Z or X,Y,Z"),
        (&["path", "a.ron", "--from", "1,inf", "--to", "2,3"], "is not a finite number"),
        (&["check", &broken], "line 1, column"),
        (&["check", &level], "convert it to a document (RON)"),
        (
            &["convert", "a.glb", "b.fbx"],
            "does not end like a format that navsmith writes: navsmith document (.ron), JSON",
        ),
        (&["convert", "a.glb", "b.ron", "--weld", "-1"], "cannot be negative"),
        (&["info", "a.glb", "--max-slope", "200"], "0 to 180 degrees"),
    ];
    for (arguments, description) in cases {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.contains(description) && ran.out.is_empty(), "{arguments:?}: {}{}", ran.out, ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_was_written_is_a_success_even_if_that_cannot_be_printed() {
    let folder = Folder::new();
    let out = folder.path("out.ron").display().to_string();
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut command = navsmith();
    let output = command.args(["convert", &sample("two_islands.ron"), &out]).stdout(full()).output();
    let output = output.expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.contains("the file was written, but"), "{err}");
    assert!(std::fs::metadata(&out).is_ok(), "and it was");
    let status = navsmith().args(["info", &out]).stdout(full()).status().expect("the program starts");
    assert_eq!(status.code(), Some(2), "what only prints has failed");
}

#[test]
fn without_a_display_one_line_names_the_verbs() {
    let ran = run(&[]);
    if cfg!(target_os = "linux") || cfg!(not(feature = "gui")) {
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        let verbs = "info, validate, why, convert, repair, export, bake, generate, path, trace, render, compare, random-points, cells-in-circle, walls, platforms, throw, jumps, simulate, check";
        assert!(ran.err.contains(verbs), "{}", ran.err);
    }
}

#[test]
fn a_display_of_either_kind_opens_the_window() {
    assert!(has_display(|name| name == "DISPLAY"), "X11");
    assert!(has_display(|name| name == "WAYLAND_DISPLAY"), "Wayland");
    assert_eq!(has_display(|_| false), !cfg!(target_os = "linux"), "neither");
}

#[test]
fn help_and_version_exit_with_zero() {
    for arguments in [&["--help"][..], &["path", "--help"], &["--version"]] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}");
        assert!(!ran.out.is_empty() && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

/// Simulates `navsmith … | head -c 1`.
#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    let mut child = navsmith()
        .args(["trace", &sample("courtyard.ron"), "--json", "--from", "3.2,1.2", "--to", "8.5,19.5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("it prints UTF-8");
    let status = child.wait().expect("it ends");
    assert_eq!((status.code(), said.as_str()), (Some(0), ""), "no panic and no message");
}

#[test]
fn names_of_a_document_are_no_lines_and_no_instructions_to_a_terminal() {
    let last = "(corners: [6, 7, 8])]";
    let name = "a\\nwrote b\\u{202e}c\\u{1b}[2J";
    let lists = format!(
        "areas: [(name: \"{name}\", color: (1, 2, 3))], exports: [(file: \"{name}.obj\")], \
         queries: [(name: \"{name}\", start: Some((x: 1, z: 1)), target: Some((x: 3, z: 1)), expected: Some(NoPath))]"
    );
    let (folder, file) = Folder::with("a.ron", &SQUARES.replace(last, &format!("{last}, {lists}")));
    let (plain, _) = (folder.path("plain.ron"), std::fs::write(folder.path("plain.ron"), SQUARES));
    let plain = plain.to_str().expect("valid UTF-8");
    for arguments in [
        &["check", &file][..],
        &["check", &file, "--json"],
        &["info", &file, "--json"],
        &["export", &file],
        &["diff", plain, &file],
        &["path", &file, "--from", "1,1", "--to", "3,1", "--block", "x"],
    ] {
        let ran = run(arguments);
        let printed = ran.out + &ran.err;
        let is_raw = |c: char| c == '\u{202e}' || c == '\u{1b}';
        assert!(!printed.contains(is_raw), "{arguments:?}: {printed:?}");
        let mut lines = printed.lines().filter(|line| line.contains("wrote b")).peekable();
        assert!(lines.peek().is_some(), "{arguments:?}: {printed}");
        assert!(lines.all(|line| line.contains("a\\nwrote b")), "{arguments:?}: {printed}");
    }
}
