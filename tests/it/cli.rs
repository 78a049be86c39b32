//! Runs the program without a display, like a user or a script.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use expect_test::expect;
use navsmith::cli::has_display;
use navsmith::editor::files::import::{ImportDialog, ImportSettings};
use navsmith_core::navmesh::WeldOptions;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, check, navsmith, run, sample};

#[test]
fn info_counts_what_a_file_holds() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    check(
        &["info", &file, "--json"],
        0,
        &expect![[r#"
            {"format":"navsmith document","vertices":9,"cells":3,"inner_edges":1,"boundary_edges":9,"tangled_edges":0,"islands":[{"cells":2,"area":8.0,"bounds":{"min":[0.0,0.0,0.0],"max":[4.0,0.0,2.0]}},{"cells":1,"area":2.0,"bounds":{"min":[9.0,0.0,0.0],"max":[11.0,0.0,2.0]}}],"bounds":{"min":[0.0,0.0,0.0],"max":[11.0,0.0,2.0]},"areas":["walkable"],"queries":1,"outlines":0,"outline_cells":0,"without_outline_cells":null,"welded_vertices":0,"import":null,"up_axis":null,"left_out":null,"dropped":{"degenerate":0,"duplicates":0,"non_finite":0,"too_steep":0,"too_steep_area":0.0,"lost_connections":0,"ceiling_connections":0,"undersides":0,"undersides_area":0.0,"out_of_range":0,"unused_vertices":0},"agent":{"radius":0.0,"height":0.0,"slope":90.0,"step":null},"issues":{"Lone cell":1},"ignored":0,"narrow_gaps":[],"level_changes":[],"notes":[]}
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
const BROKEN: &str = "(version: 1, vertices: [
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
fn a_path_is_printed_in_words_and_in_json() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    check(
        &["path", &file, "--from", "1,1", "--to", "3,1"],
        0,
        &expect![[r#"
            path: 2.000 m through 2 cells, 2 waypoints
              (1.000, 0.000, 1.000) start
              (3.000, 0.000, 1.000) target
              found by Polyanya, because links, area costs and slopes do not matter
              no path is shorter
        "#]],
    );
    check(
        &["path", &file, "--from", "1,1", "--to", "3,1", "--json"],
        0,
        &expect![[r#"
            {"unit":"m","status":"path","why":null,"length":2.0,"lower_bound":2.0,"ratio":1.0,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","pulling":"flat","ignores_links":false,"cells":[0,1],"portals":[{"left":[2.0,0.0,0.0],"right":[2.0,0.0,2.0]}],"waypoints":[[1.0,0.0,1.0],[3.0,0.0,1.0]],"start":{"cell":0,"point":[1.0,0.0,1.0],"off_mesh":null},"target":{"cell":1,"point":[3.0,0.0,1.0],"off_mesh":null},"expanded":0,"widest_radius":1.0,"bottleneck":{"ends":[[2.0,0.0,2.0],[2.0,0.0,0.0]],"width":2.0}}
        "#]],
    );
}

#[test]
fn off_the_mesh_is_partial_and_negative_numbers_parse() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    for line in [["--from", "-1,0,1", "--to=3,0,-2"], ["--to", "3,-0,-2", "--from=-1,0,1"]] {
        let ran = run(&[&["path", &file, "--json"], &line[..]].concat());
        let answer = ran.json();
        assert_eq!((ran.code, answer["status"].as_str()), (Some(0), Some("partial")), "{answer}");
        assert!(answer["why"].as_str().is_some_and(|why| why.contains("off the mesh")), "{answer}");
        assert_eq!(answer["start"]["off_mesh"], 1.0, "{answer}");
        assert_eq!(answer["waypoints"][0], serde_json::json!([0.0, 0.0, 1.0]), "{answer}");
    }
}

#[test]
fn no_path_exits_with_one_and_says_why() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "9.5,1.5"];
    check(
        &[&["path", &file], &ends[..]].concat(),
        1,
        &expect![[r#"
            no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
              gap: 5.000 m wide, +0.000 m up, from cell 1 at (4.000, 0.000, 1.000) to cell 2 at (9.000, 0.000, 1.000)
              nearest reachable point: (4.00, 0.00, 1.50), 5.50 m from the target
        "#]],
    );
    check(
        &[&["path", &file, "--json"], &ends[..]].concat(),
        1,
        &expect![[r#"
            {"unit":"m","status":"no_path","why":"the start is on island 1 and the target on island 2; no shared edges lead from one to the other","length":null,"lower_bound":null,"ratio":null,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","pulling":"flat","ignores_links":false,"cells":[],"portals":[],"waypoints":[],"start":{"cell":0,"point":[1.0,0.0,1.0],"off_mesh":null},"target":{"cell":2,"point":[9.5,0.0,1.5],"off_mesh":null},"expanded":0,"widest_radius":null,"bottleneck":null,"gaps":[{"width":5.0,"distance":5.0,"height":0.0,"from":{"cell":1,"side":2,"point":[4.0,0.0,1.0]},"to":{"cell":2,"side":0,"point":[9.0,0.0,1.0]}}],"nearest_reachable":{"cell":1,"point":[4.0,0.0,1.5],"distance":5.5}}
        "#]],
    );
    let trace = run(&[&["trace", &file, "--json", "--stage", "funnel"], &ends[..]].concat());
    let nothing = "{\"unit\":\"m\",\"status\":\"no_path\",\"length\":null,\"lower_bound\":null,\"ratio\":null,\"errors\":0,\"algorithm\":\"polyanya\",\"because\":\"links, area costs and slopes do not matter\",\"ignores_links\":false,\"events\":[]}\n";
    assert_eq!((trace.code, trace.out.as_str()), (Some(1), nothing), "no steps");
    assert!(trace.err.contains("no path: the start is on island 1"), "{}", trace.err);
}

#[test]
fn a_trace_lists_every_decision_of_the_funnel() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "3,1"];
    check(
        &[&["trace", &file, "--stage", "funnel"], &ends[..]].concat(),
        0,
        &expect![[r#"
            1   Portal 1, right: the right leg leaves the apex and reaches to the point.
                area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it
            2   Portal 1, left: the left leg leaves the apex and reaches to the point.
                area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it
            3   Portal 2, right: the point lies inside the funnel, so the right leg swings in to it.
                area(apex, right leg, point) = +2.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = -2.000 m²: right of the left leg, so not beyond it
            4   Portal 2, the target: the apex sees it, so the path ends with a straight line.
                area(apex, left leg, point) = -2.000 m²: right of the left leg, so not outside; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it
        "#]],
    );
    check(
        &[&["trace", &file, "--stage", "funnel", "--json"], &ends[..]].concat(),
        0,
        &expect![[r#"
            {"unit":"m","status":"path","length":2.0,"lower_bound":2.0,"ratio":1.0,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","ignores_links":false,"events":[{"stage":"funnel","step":1,"kind":"tightened","portal":1,"side":"right","candidate":[2.0,0.0,2.0],"apex":[1.0,0.0,1.0],"left":[1.0,0.0,1.0],"right":[1.0,0.0,1.0],"areas":[0.0,0.0],"decision":"tightened","waypoints":1,"caption":"Portal 1, right: the right leg leaves the apex and reaches to the point.","rule":"area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it"},{"stage":"funnel","step":2,"kind":"tightened","portal":1,"side":"left","candidate":[2.0,0.0,0.0],"apex":[1.0,0.0,1.0],"left":[1.0,0.0,1.0],"right":[2.0,0.0,2.0],"areas":[0.0,2.0],"decision":"tightened","waypoints":1,"caption":"Portal 1, left: the left leg leaves the apex and reaches to the point.","rule":"area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it"},{"stage":"funnel","step":3,"kind":"tightened","portal":2,"side":"right","candidate":[3.0,0.0,1.0],"apex":[1.0,0.0,1.0],"left":[2.0,0.0,0.0],"right":[2.0,0.0,2.0],"areas":[2.0,-2.0],"decision":"tightened","waypoints":1,"caption":"Portal 2, right: the point lies inside the funnel, so the right leg swings in to it.","rule":"area(apex, right leg, point) = +2.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = -2.000 m²: right of the left leg, so not beyond it"},{"stage":"funnel","step":4,"kind":"arrived","portal":2,"side":"left","candidate":[3.0,0.0,1.0],"apex":[1.0,0.0,1.0],"left":[2.0,0.0,0.0],"right":[3.0,0.0,1.0],"areas":[-2.0,0.0],"decision":"arrived","waypoints":1,"caption":"Portal 2, the target: the apex sees it, so the path ends with a straight line.","rule":"area(apex, left leg, point) = -2.000 m²: right of the left leg, so not outside; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it"}]}
        "#]],
    );
}

#[test]
fn a_trace_lists_the_whole_query_stage_by_stage() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "3,1"];
    check(
        &[&["trace", &file, "--stage", "locate,polyanya,corridor", "--algorithm", "polyanya"], &ends[..]]
            .concat(),
        0,
        &expect![[r#"
            Locate: Locates both ends on the mesh.
            1   Start: cell 0 is under the start: the best floor so far.
                floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
            2   The start is on cell 0.
                at x 1.00, y 0.00, z 1.00, right there
            3   Target: cell 1 is under the target: the best floor so far.
                floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
            4   The target is on cell 1.
                at x 3.00, y 0.00, z 1.00, right there
            Polyanya: Searches for the shortest path in the ground plan, interval by interval.
            1   The root sees the target: a path of 2.000 m.
                the path is the shortest in the ground plan once no interval in the queue has an estimate below 2.000 m
            Corridor: Follows the predecessors from the target back to the start.
            1   Cell 1 was reached from cell 0, so that cell precedes it.
                every closed node stores its predecessor; this is cell number 1 of the corridor as walked, counted from 0
            2   Cell 0 contains the start: the corridor is complete.
                every closed node stores its predecessor; this is cell number 0 of the corridor as walked, counted from 0
        "#]],
    );
    let events = |options: &[&str]| {
        let events = run(&[&["trace", &file, "--json"], &ends[..], options].concat()).json();
        events["events"].as_array().cloned().unwrap_or_default()
    };
    let stages = |events: &[Value]| {
        let mut stages: Vec<String> =
            events.iter().filter_map(|event| event["stage"].as_str().map(str::to_owned)).collect();
        stages.dedup();
        stages.join(" ")
    };
    let all = events(&[]);
    assert_eq!(stages(&all), "locate polyanya corridor portals funnel surface", "in order");
    assert_eq!(
        stages(&events(&["--algorithm", "midpoints", "--radius", "0.25"])),
        "locate search corridor portals funnel surface",
        "another search, another stage"
    );
    let is_told = |event: &Value| {
        ["caption", "rule", "kind"]
            .iter()
            .all(|part| event[part].as_str().is_some_and(|text| !text.is_empty()))
    };
    assert!(all.iter().all(is_told), "every event in words");
    let funnel: Vec<Value> = all.into_iter().filter(|event| event["stage"] == "funnel").collect();
    assert_eq!(events(&["--stage", "funnel"]), funnel, "one stage of them");
    let wrong = run(&[&["trace", &file, "--stage", "walk"], &ends[..]].concat());
    assert_eq!(wrong.code, Some(2), "a walk is no stage of a query");
    assert!(wrong.err.contains("possible values: locate, search, polyanya"), "{}", wrong.err);
}

#[test]
fn the_corners_of_a_trace_are_the_waypoints_of_the_path() {
    let file = sample("courtyard.ron");
    let slopes = ["--slope-waypoints", "--no-slope-waypoints"];
    for options in [&[][..], &["--algorithm", "steps"], &["--method", "taut"], &slopes[..1], &slopes[1..]] {
        let ask = |verb| {
            let line = [verb, file.as_str(), "--json", "--from", "3.2,1.2", "--to", "8.5,19.5"];
            run(&[&line[..], options].concat()).json()
        };
        let (path, trace) = (ask("path"), ask("trace"));
        let corners: Vec<&Value> =
            trace["events"].as_array().into_iter().flatten().filter_map(|step| step.get("corner")).collect();
        let waypoints = path["waypoints"].as_array().expect("an array");
        assert_eq!(corners, waypoints[1..waypoints.len() - 1].iter().collect::<Vec<_>>(), "{options:?}");
        for part in ["status", "length", "lower_bound", "ratio"] {
            assert!(!path[part].is_null() && trace[part] == path[part], "{part} of both, {options:?}");
        }
        let cells = path["cells"].as_array().map_or(0, Vec::len);
        assert_eq!(path["portals"].as_array().map(Vec::len), Some(cells - 1), "one between every two cells");
    }
}

#[test]
fn a_string_is_pulled_flat_or_on_the_surface() {
    // A floor and a wall on it; the wall is a line when seen from above.
    let text = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0), (4.4, 4, 4), (4.4, 4, 0), (4.8, 8, 4), (4.8, 8, 0),
    ], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]), (corners: [5, 4, 6, 7])])";
    let (_folder, file) = Folder::with("wall.ron", text);
    let ends = ["--json", "--from", "3.5,0.5", "--to", "4.7,3.5"];
    let path = |more: &[&str]| run(&[&["path", file.as_str()], &ends[..], more].concat()).json();
    let [plain, flat, curved] = [&[][..], &["--pulling", "flat"], &["--pulling", "curved"]].map(path);
    assert_eq!(plain, flat, "flat by default");
    assert_eq!([&flat, &curved].map(|path| path["pulling"].as_str()), [Some("flat"), Some("curved")]);
    let on_surface = (7.0_f64 * 4.019_950 / 4.0 + 0.5).hypot(3.0);
    let length = curved["length"].as_f64().expect("a path");
    assert!((length - on_surface).abs() < 0.05, "{length} for {on_surface}");
    for verb in ["trace", "compare"] {
        let ran = run(&[&[verb, file.as_str(), "--pulling", "curved"], &ends[..]].concat());
        assert_eq!(ran.code, Some(0), "{verb}: {}", ran.err);
    }
    let wrong = run(&[&["path", file.as_str(), "--pulling", "round"], &ends[..]].concat());
    assert_eq!(wrong.code, Some(2), "{}", wrong.err);
    assert!(wrong.err.contains("flat, curved, sphere"), "{}", wrong.err);
}

#[test]
fn without_a_path_the_nearest_reachable_point_is_printed() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "9.5,1.5"];
    let ran = run(&[&["path", &file], &ends[..]].concat());
    let last = ran.out.lines().last();
    assert_eq!(
        last,
        Some("  nearest reachable point: (4.00, 0.00, 1.50), 5.50 m from the target"),
        "{}",
        ran.out
    );
    let json = run(&[&["path", &file, "--json"], &ends[..]].concat()).json();
    let expected = serde_json::json!({"cell": 1, "point": [4.0, 0.0, 1.5], "distance": 5.5});
    assert_eq!(json["nearest_reachable"], expected, "{json}");
    let whole = run(&["path", &file, "--json", "--from", "1,1", "--to", "3,1"]).json();
    assert!(whole.get("nearest_reachable").is_none(), "the target itself is reached: {whole}");
    let high = run(&["path", &file, "--from", "1,5,1", "--to", "3,1"]);
    assert!(high.out.contains("; reach floors 5.00 m below to be there"), "{}", high.out);
}

#[test]
fn of_two_floors_the_height_chooses() {
    let cell = |to: &str| {
        let ran = run(&["path", &sample("bridge.ron"), "--json", "--from", "-10,0", "--to", to]);
        ran.json()["target"]["point"][1].as_f64()
    };
    assert_eq!(cell("0,1,1.5"), Some(0.0), "under the bridge");
    assert_eq!(cell("0,1.5"), cell("0,5,1.5"), "on the bridge, which is also the topmost floor");
}

#[test]
fn a_document_is_converted_to_a_polyanya_mesh_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let [flat, back] = ["flat.mesh", "back.ron"].map(|name| folder.path().join(name).display().to_string());
    let ran = run(&["convert", &sample("two_islands.ron"), &flat]);
    assert!(ran.out.contains("wrote"), "{}", ran.err);
    assert!(std::fs::read_to_string(&flat).unwrap().starts_with("mesh\n2\n"), "of version 2");
    let ran = run(&["info", &flat]);
    assert!(ran.out.starts_with("Polyanya mesh: "), "{}", ran.err);
    let ran = run(&["convert", &flat, &back]);
    assert!(ran.out.contains("wrote"), "{}", ran.err);
}

#[test]
fn bake_writes_the_mesh_that_a_game_reads() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let out = folder.path("mesh.nav").display().to_string();
    let ran = run(&["bake", &file, "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.out, format!("wrote {out}: 9 vertices (0 welded), 3 cells, 218 bytes\n"));
    let bytes = std::fs::read(&out).expect("just written");
    let baked = navsmith_core::baked::read(&bytes).expect("a baked mesh");
    assert_eq!((baked.mesh.cell_count(), bytes.len()), (3, 218), "what was reported");
    assert_eq!(baked.areas[0].name, "walkable", "areas with their names");
    let json = run(&["bake", &file, "-o", &out, "--json"]).json();
    assert_eq!((&json["bytes"], &json["cells"]), (&218.into(), &3.into()), "{json}");
    let by_convert = folder.path("other.nav").display().to_string();
    assert_eq!(run(&["convert", &file, &by_convert]).code, Some(0), "the same file");
    assert_eq!(std::fs::read(&by_convert).expect("just written"), bytes, "byte for byte");
    assert_eq!(run(&["info", &out, "--json"]).json()["format"], "baked mesh", "it can be read");
    let engine = folder.path("mesh.bytes").display().to_string();
    assert_eq!(run(&["bake", &file, "-o", &engine]).code, Some(0), "an extension of an engine");
    assert_eq!(run(&["info", &engine, "--json"]).json()["cells"], 3, "recognised by its content");
}

#[test]
fn bake_refuses_what_convert_refuses_and_names_of_other_formats() {
    let (folder, broken) = Folder::with("broken.ron", &SQUARES.replace("[6, 7, 8]", "[6, 8, 7]"));
    let out = folder.path("mesh.nav").display().to_string();
    let strict = run(&["bake", &broken, "-o", &out, "--strict"]);
    assert_eq!(strict.code, Some(1), "{}", strict.err);
    assert!(
        !folder.path("mesh.nav").exists() && strict.err.contains("because of --strict"),
        "{}",
        strict.err
    );
    let ran = run(&["bake", &broken, "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("note: cells cross themselves, have no area or are inside out"), "{}", ran.out);
    assert!(ran.err.contains("the mesh has 1 error"), "{}", ran.err);
    let other = folder.path("mesh.glb").display().to_string();
    let refused = run(&["bake", &broken, "-o", &other]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("mesh.glb ends like a GLB; name it"), "{}", refused.err);
    let mut bytes = std::fs::read(&out).expect("just written");
    bytes[50] ^= 1;
    std::fs::write(&out, &bytes).expect("a file for tests");
    let damaged = run(&["info", &out]);
    assert_eq!(damaged.code, Some(2), "{}", damaged.out);
    assert!(damaged.err.contains("mesh.nav: its checksum is"), "{}", damaged.err);
}

#[test]
fn convert_says_which_errors_exist_only_without_heights() {
    let folder = Folder::new();
    for name in ["flat.mesh", "flat.2d.tres"] {
        let out = folder.path(name).display().to_string();
        let ran = run(&["convert", &sample("bridge.ron"), &out]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let why = "without heights, the mesh has 4 errors (Overlapping cells: 4) more; choose a format that stores heights";
        assert!(ran.err.contains(why), "{name}: {}", ran.err);
    }
    // The village has errors with heights too.
    let out = folder.path("village.mesh").display().to_string();
    let ran = run(&["convert", &sample("village.glb"), &out]);
    assert!(
        ran.err.contains("errors (Cell without area: 2, ") && ran.err.contains("; validate lists them"),
        "{}",
        ran.err
    );
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
fn convert_warns_of_errors_and_refuses_them_if_strict() {
    let (folder, broken) = Folder::with("broken.ron", BROKEN);
    let out = folder.path("out.ron").display().to_string();
    let strict = run(&["convert", &broken, &out, "--strict"]);
    let description = "the mesh has 2 errors (Cell inside out: 1, Concave cell: 1)";
    assert_eq!((strict.code, strict.out.as_str()), (Some(1), ""), "{}", strict.err);
    assert!(strict.err.contains(description) && strict.err.contains("nothing was written"), "{}", strict.err);
    assert!(std::fs::metadata(&out).is_err(), "nothing was written");
    let strict = run(&["convert", &broken, &out, "--strict", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&strict.out).expect("JSON");
    assert_eq!((strict.code, &json["written"]), (Some(1), &serde_json::Value::Bool(false)));
    assert!(json["errors"][0].as_str().is_some_and(|error| error.contains(description)), "{json}");
    let ran = run(&["convert", &broken, &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains(description) && ran.out.starts_with("wrote "), "{}", ran.err);
    let ran = run(&["convert", &sample("two_islands.ron"), &out, "--strict"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "a gap is no error");
}

#[test]
fn convert_judges_a_mesh_without_heights_as_it_is_written() {
    let floors = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (0, 5, 0), (0, 5, 2), (2, 5, 2), (2, 5, 0),
    ], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])])";
    let (folder, file) = Folder::with("floors.ron", floors);
    let out = |name: &str| folder.path(name).display().to_string();
    let stacked = run(&["convert", &file, &out("out.ron"), "--strict"]);
    assert_eq!((stacked.code, stacked.err.as_str()), (Some(0), ""), "one floor over the other");
    let flat = run(&["convert", &file, &out("out.mesh"), "--strict"]);
    assert_eq!(flat.code, Some(1), "both on the ground: {}", flat.out);
    assert!(flat.err.contains("Overlapping cells: 1"), "{}", flat.err);
}

#[test]
fn a_level_is_converted_to_a_document() {
    let folder = Folder::new();
    let out = folder.path("level.ron").display().to_string();
    let ran = run(&["convert", &sample("village.glb"), &out, "--weld", "0.01", "--max-slope", "45"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let (level, document) = (
        run(&["info", &sample("village.glb"), "--json", "--weld=0.01", "--max-slope=45"]).json(),
        run(&["info", &out, "--json"]).json(),
    );
    for count in ["vertices", "cells", "inner_edges", "boundary_edges", "islands", "bounds", "areas"] {
        assert_eq!(level[count], document[count], "{count}");
    }
}

#[test]
fn a_document_can_be_welded_too() {
    let folder = Folder::new();
    let out = folder.path("one.ron").display().to_string();
    let islands = |file: &str| run(&["info", file, "--json"]).json()["islands"].as_array().map(Vec::len);
    assert_eq!(islands(&sample("two_islands.ron")), Some(2), "a gap of two centimetres");
    let ran = run(&["convert", &sample("two_islands.ron"), &out, "--weld", "0.03"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(islands(&out), Some(1), "welded");
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

/// Returns the squares with four queries.
///
/// Two give the expected result, one differs, and one expects nothing.
fn kept() -> String {
    let queries = "queries: [
    (name: \"across\", start: (x: 1, z: 1), target: (x: 3, z: 1), expected: Path(length: 2, tolerance: 0.01, cells: [0, 1])),
    (name: \"cut off\", start: (x: 1, z: 1), target: (x: 10, z: 1.5), expected: NoPath),
    (name: \"long ago\", start: (x: 1, z: 1), target: (x: 3.5, z: 1), expected: Path(length: 2.25, tolerance: 0.125, cells: [0, None])),
    (name: \"open\"),
])";
    SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + queries
}

#[test]
fn kept_queries_are_checked() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let ran = run(&["check", &file]);
    assert_eq!(ran.code, Some(1), "one differs: {}", ran.err);
    expect![[r#"
        ok       across: 2.000 ± 0.01 m through 2 cells
        ok       cut off: no path
        differs  long ago: expected 2.250 ± 0.125 m, and it is 2.500 m; after 1 cell as expected, it crosses cell 1 instead of a cell that is gone (squares.ron:6:5)
        2 of 3 queries as expected
        1 query expects nothing
    "#]].assert_eq(&ran.out.replace(&file, "squares.ron"));
    check(
        &["check", &file, "--json"],
        1,
        &expect![[r#"
            {"holds":false,"checked":3,"differs":1,"unchecked":1,"added":0,"updated":false,"unchecked_scenarios":0,"empty_scenarios":0,"queries":[{"name":"across","line":4,"column":5,"status":"holds","expected":"2.000 ± 0.01 m through 2 cells","reasons":[],"length":2.0,"cells":[0,1]},{"name":"cut off","line":5,"column":5,"status":"holds","expected":"no path","reasons":[],"length":null,"cells":[]},{"name":"long ago","line":6,"column":5,"status":"differs","expected":"2.250 ± 0.125 m through 2 cells","reasons":["expected 2.250 ± 0.125 m, and it is 2.500 m","after 1 cell as expected, it crosses cell 1 instead of a cell that is gone"],"length":2.5,"cells":[0,1]}],"scenarios":[],"level_changes":[],"unread_levels":[]}
        "#]],
    );
    let (_folder, plain) = Folder::with("plain.ron", SQUARES);
    let ran = run(&["check", &plain]);
    assert_eq!(ran.code, Some(0), "nothing is amiss: {}", ran.err);
    assert_eq!(
        ran.out,
        format!("{plain}: nothing was checked; it keeps no query and no scenario\n"),
        "but it is said"
    );
    assert_eq!(run(&["check", &plain, "--json"]).json()["unchecked"], 0, "no query is none");
}

#[test]
fn an_update_expects_what_comes_out_and_writes_only_then() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let ran = run(&["check", &file, "--update"]);
    assert_eq!(ran.code, Some(0), "all is as expected from now on: {}", ran.err);
    let written = std::fs::read_to_string(&file).expect("it is there");
    let line = written.lines().find(|line| line.contains("long ago")).expect("the query is kept");
    expect![[r#"        (name: "long ago", start: Some((x: 1.0, z: 1.0)), target: Some((x: 3.5, z: 1.0)), expected: Some(Path(length: Some(2.5), tolerance: Some(0.125), cells: Some([0, 1])))),"#]].assert_eq(line);
    assert_eq!(run(&["check", &file]).code, Some(0), "now it holds");
    let (_folder, by_hand) = Folder::with("by_hand.ron", &(written + "// mine"));
    assert_eq!(run(&["check", &by_hand, "--update"]).code, Some(0), "nothing to update");
    let kept = std::fs::read_to_string(&by_hand).expect("it is there");
    assert!(kept.ends_with("// mine"), "nothing differs, so nothing is written");
}

#[test]
fn an_update_adds_what_is_expected_to_queries_that_expect_nothing() {
    let added = "(name: \"new\", start: (x: 1, z: 1), target: (x: 3, z: 1)), (name: \"new cut\", start: (x: 1, z: 1), target: (x: 10, z: 1.5))";
    let text = kept().replace("(name: \"open\"),", &format!("(name: \"open\"), {added},"));
    let (_folder, file) = Folder::with("squares.ron", &text);
    let before = run(&["check", &file]);
    assert!(before.out.ends_with("2 of 3 queries as expected\n3 queries expect nothing\n"), "{}", before.out);
    let ran = run(&["check", &file, "--update"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for description in ["added    new: 2.000 ± 0.0", "added    new cut: no path"] {
        assert!(ran.out.contains(description), "{description}: {}", ran.out);
    }
    assert!(
        ran.out.ends_with("2 of 3 queries as expected; 2 added\n1 query expects nothing\n"),
        "{}",
        ran.out
    );
    let again = run(&["check", &file, "--json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    let report = again.json();
    assert_eq!((&report["checked"], &report["unchecked"]), (&5.into(), &1.into()), "{report}");
}

#[test]
fn a_read_only_file_is_replaced_only_with_force() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let set_read_only = || {
        let mut permissions = std::fs::metadata(&file).expect("it is there").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&file, permissions).expect("it is ours");
    };
    let text = || std::fs::read_to_string(&file).expect("it is there");
    for verb in [&["check", &file, "--update"][..], &["convert", &sample("two_islands.ron"), &file]] {
        set_read_only();
        let before = text();
        let ran = run(verb);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{verb:?} is refused");
        assert!(ran.err.contains("it is read-only; --force replaces it"), "{}", ran.err);
        assert_eq!(text(), before, "{verb:?} left the file alone");
        let ran = run(&[verb, &["--force"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_ne!(text(), before, "{verb:?} replaced it");
    }
}

#[test]
fn a_full_file_is_replaced_by_an_empty_document_only_with_force() {
    let (folder, full) = Folder::with("full.ron", SQUARES);
    let empty = folder.path("empty.ron").display().to_string();
    std::fs::write(&empty, "(version: 1, vertices: [], cells: [])").expect("a file for tests");
    let ran = run(&["convert", &empty, &full]);
    assert_eq!(ran.code, Some(2), "refused: {}", ran.out);
    assert!(ran.err.contains("the document is empty"), "{}", ran.err);
    assert_eq!(run(&["convert", &empty, &full, "--force"]).code, Some(0), "with force");
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
        let verbs = "info, validate, why, convert, repair, export, bake, generate, path, trace, render, compare, platforms, throw, jumps, simulate, check";
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
fn algorithms_are_compared_and_a_detour_is_explained() {
    let file = sample("courtyard.ron");
    let ends = ["--from", "3.2,1.2", "--to", "8.5,19.5"];
    let ran = run(&[&["compare", &file, "--algorithm", "midpoints"], &ends[..]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let rows = ran.out.lines().skip(1).take(7);
    expect![[r#"
        steps           32.164 m   1.1627        31      119
        distance        29.328 m   1.0602        46      184
        centers         30.113 m   1.0886        27      106
        midpoints       29.328 m   1.0602        37      152
        entries         29.579 m   1.0692        25       97
        funnel          27.663 m   1.0000        54      222
        polyanya        27.663 m   1.0000        70      196"#]]
    .assert_eq(&rows.collect::<Vec<_>>().join("\n"));
    expect![[r#"
        the shortest path found is 27.663 m long; no path is shorter
        midpoints: its path is 1.665 m longer than the shortest one found: the node at the portal out of cell 8 lies 3.000 m beside the shorter path, which made its corridor look 1.040 m longer, and all its nodes together 5.39 m
          behind cell 0 it crosses 1, 5, 17, 18, 16, 21, 22, and the shortest path 4, 8, 9, 11, 14, 19, 20; they join at cell 23
          to fix it, flip edge 45–54: 27.663 m, 1.665 m shorter
          to fix it, flip edge 55–56: 27.663 m, 1.665 m shorter
          to fix it, split edge 29–30: 27.663 m, 1.665 m shorter
          to fix it, dissolve edge 29–30: 27.663 m, 1.665 m shorter"#]].assert_eq(&ran.out.lines().skip(8).collect::<Vec<_>>().join("\n"));
    let ran = run(&[&["compare", &file], &ends[..]].concat());
    expect![[r#"
        the shortest path found is 27.663 m long; no path is shorter
        answered by Polyanya, because links, area costs and slopes do not matter
        polyanya: no algorithm found a shorter path"#]]
    .assert_eq(&ran.out.lines().skip(8).collect::<Vec<_>>().join("\n"));
    let json = run(&[&["compare", &file, "--json"], &ends[..]].concat()).json();
    assert_eq!(
        (&json["algorithm"], &json["because"]),
        (&"polyanya".into(), &"links, area costs and slopes do not matter".into())
    );
    assert!(json["detour"].is_null(), "the shortest path has none: {json}");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(7), "{json}");
    let path = &["path", &file, "--json", "--algorithm", "midpoints"];
    let path = run(&[path, &ends[..]].concat()).json();
    assert!(path["because"].is_null(), "it was asked for: {path}");
    assert_eq!(path["lower_bound"], json["lower_bound"], "{path}");
    assert_eq!(path["ratio"], json["rows"][3]["ratio"], "{path}");
}

#[test]
fn a_comparison_is_the_same_every_time_unless_times_are_asked_for() {
    let file = sample("courtyard.ron");
    let run_with = |arguments: &[&str]| {
        let ran = run(&[&["compare", &file, "--from", "3.2,1.2", "--to", "8.5,19.5"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran
    };
    for arguments in [&["--json"][..], &[]] {
        assert_eq!(run_with(arguments).out, run_with(arguments).out, "{arguments:?}");
    }
    assert!(run_with(&["--json"]).json()["rows"][0].get("ms").is_none(), "no times");
    assert!(
        run_with(&["--json", "--time"]).json()["rows"][0]["ms"].as_f64().is_some_and(|ms| ms >= 0.0),
        "times"
    );
    let heading = |arguments: &[&str]| run_with(arguments).out.lines().next().map(str::to_owned);
    let without = heading(&[]).expect("a heading");
    assert!(without.ends_with("events"), "{without}");
    assert_eq!(heading(&["--time"]), Some(without + "        ms"), "the last column");
}

#[test]
fn areas_cost_more_or_are_blocked_as_the_arguments_say() {
    let mud = "areas: [(name: \"walkable\", color: (1, 2, 3)), (name: \"mud\", color: (4, 5, 6))], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5], area: 1),";
    let text = SQUARES.replace("cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]),", mud);
    let (folder, file) = Folder::with("mud.ron", &text);
    let ends = ["--from", "1,1", "--to", "3,1"];
    let run_with = |verb: &str, arguments: &[&str]| run(&[&[verb, &file], &ends[..], arguments].concat());
    for verb in ["path", "trace", "compare"] {
        assert_eq!(run_with(verb, &[]).code, Some(0), "{verb}: the mud can be walked on");
        let ran = run_with(verb, &["--block", "mud"]);
        assert_ne!(ran.out, run_with(verb, &[]).out, "{verb}: {}", ran.err);
    }
    let blocked = run_with("path", &["--block", "mud", "--json"]).json();
    assert!(blocked["why"].is_string(), "the target is on it: {blocked}");
    let dear = run_with("path", &["--area-cost", "mud=2", "--json"]).json();
    assert_eq!((&dear["status"], &dear["cost"]), (&"path".into(), &3.0.into()), "{dear}");
    let queries = folder.path("queries.txt");
    std::fs::write(&queries, "1 1 3 1\n").expect("a file of queries");
    let batch =
        ["path", &file, "--batch", &queries.display().to_string(), "--block", "mud"].map(str::to_owned);
    let ran = run(&batch.each_ref().map(String::as_str));
    assert_eq!(ran.code, Some(1), "a batch as well: {}", ran.out);
    for (option, value, description) in [
        ("--block", "ice", "no area named \"ice\"; name one of walkable, mud"),
        ("--area-cost", "mud", "as in mud=2"),
        ("--area-cost", "mud=0", "more than 0"),
    ] {
        let ran = run_with("path", &[option, value]);
        assert_eq!(ran.code, Some(2), "{option} {value}: {}", ran.out);
        assert!(ran.err.contains(description), "{}", ran.err);
    }
}

#[test]
fn no_path_is_nothing_to_compare() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ran = run(&["compare", &file, "--from", "1,1", "--to", "9.5,1.5"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("no path: the start is on island 1"), "{}", ran.out);
}

const QUERIES: [&str; 11] = [
    "locate",
    "raycast",
    "move along surface",
    "length, prepared",
    "steps",
    "distance",
    "centers",
    "midpoints",
    "entries",
    "funnel",
    "polyanya",
];

#[test]
fn bench_measures_every_stage_and_every_query() {
    let ran = run(&["bench", &sample("courtyard.ron"), "--pairs", "20", "--rounds", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let line = |name: &str| {
        let line = ran.out.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("a line for {name}: {}", ran.out))
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    assert_eq!(line("stage"), ["ms", "ns", "per", "cell", "copies"], "columns of the stages");
    for stage in
        ["memory copy", "weld", "adjacency", "islands", "locator", "derive all", "search mesh", "landmarks"]
    {
        let numbers = line(&format!("{stage:18} "));
        assert!(
            numbers.len() == 3 && numbers.iter().all(|n| n.parse::<f64>().is_ok()),
            "{stage}: {numbers:?}"
        );
    }
    for memory in ["vertices", "cells", "twins of sides", "locator", "all"] {
        let line = ran.out.lines().filter_map(|line| line.strip_prefix(&format!("{memory:18} "))).next_back();
        let numbers: Vec<f64> =
            line.into_iter().flat_map(str::split_whitespace).flat_map(str::parse).collect();
        assert!(numbers.len() == 2 && numbers[0] > 0.0, "{memory}: {}", ran.out);
    }
    let columns = ["pairs", "found", "median", "µs", "99", "%", "µs", "gap", "expanded", "digest"];
    assert_eq!(line("query"), columns, "columns of the queries");
    for query in QUERIES {
        let numbers = line(&format!("{query:18} "));
        assert_eq!(numbers[..2], ["20", "20"], "{query} runs for every pair: {numbers:?}");
    }
}

#[test]
fn bench_asks_the_same_for_the_same_seed() {
    let ask = |seed, rounds| {
        let asked = ["bench", "--generate", "rooms:1000:3", "--pairs", "15", "--seconds", "600", "--json"];
        run(&[&asked[..], &["--seed", seed, "--rounds", rounds]].concat()).json()
    };
    let (one, again, other) = (ask("7", "1"), ask("7", "2"), ask("8", "1"));
    let digests = |output: &Value| {
        let rows = output["queries"].as_array().expect("queries").clone();
        assert!(rows.iter().all(|row| row["pairs"] == 15 && row["found"] == 15), "all are solved: {output}");
        rows.into_iter().map(|row| (row["name"].clone(), row["digest"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(digests(&one), digests(&again), "the same answers however often they are asked for");
    let names: Vec<Value> = digests(&one).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, QUERIES, "every query");
    for (one, other) in digests(&one).into_iter().zip(digests(&other)) {
        assert_ne!(one, other, "another seed asks about other places");
    }
    assert_eq!((one["pairs"].as_u64(), one["mesh"]["islands"].as_u64()), (Some(15), Some(1)), "{one}");
    for row in one["queries"].as_array().expect("queries").iter().filter(|row| !row["gap"].is_null()) {
        let gap = row["gap"].as_f64().expect("a number");
        let is_optimum = row["name"] == "polyanya";
        assert!(gap > -1e-6 && (!is_optimum || gap < 1e-6), "none is shorter than the shortest: {row}");
        assert!(row["expanded"].as_f64() > Some(0.0), "a search looks at something: {row}");
    }
}

#[test]
fn bench_says_what_it_cannot_measure() {
    let empty = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/empty.ron").display().to_string();
    let wrong: [(&[&str], &str); 6] = [
        (&["bench"], "<FILE>"),
        (&["bench", "nowhere.ron"], "nowhere.ron"),
        (&["bench", &empty], "it has no cell to walk on"),
        (&["bench", "--generate", "caves:1000"], "give terrain, rooms or maze"),
        (&["bench", "--generate", "maze:1000", &empty], "cannot be used with"),
        (&["bench", &empty, "--pairs", "0"], "0 is not in 1..=1000000"),
    ];
    for (arguments, description) in wrong {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(description), "{arguments:?} says {description:?}: {}", ran.err);
    }
}

#[test]
fn a_batch_of_queries_is_answered_line_by_line_in_order() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let queries = folder.path("queries.txt");
    std::fs::write(
        &queries,
        "# two that find a way and one that does not\n0.5 0.5 3.5 1.5\n1,0,1, 10,0,1.5\n\n3 1 1 1 # back\n",
    )
    .expect("a file of queries");
    let queries = queries.display().to_string();
    let ran = run(&["path", &mesh, "--batch", &queries]);
    assert_eq!(ran.code, Some(1), "one finds no path: {}", ran.err);
    expect![[r#"
        path 3.162 m through 2 cells, 2 waypoints
        no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
        path 2.000 m through 2 cells, 2 waypoints
    "#]]
    .assert_eq(&ran.out);
    let lines = run(&["path", &mesh, "--batch", &queries, "--json"]).out;
    let statuses: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON to a line")["status"].clone())
        .collect();
    assert_eq!(statuses, ["path", "no_path", "path"], "in order");
}

#[test]
fn a_batch_names_the_line_that_is_no_query() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let queries = folder.path("queries.txt");
    let long = [b"1 1 3 1\n".to_vec(), b"1 ".repeat(3000)].concat();
    let cases: [(&[u8], &str); 4] = [
        (b"1 1 3 1\n1 1 3\n", "queries.txt, line 2: it has 3 numbers"),
        (b"1 1 3 1\n1 1 \xff 3\n", "queries.txt, line 2: byte 5 is not UTF-8"),
        (&long, "queries.txt, line 2: it has over 4096 bytes"),
        (b"1 1 3 1\n1 1 3 x", "queries.txt, line 2: \"x\" is not a number"),
    ];
    for (bytes, description) in cases {
        std::fs::write(&queries, bytes).expect("a file of queries");
        let ran = run(&["path", &mesh, "--batch", &queries.display().to_string()]);
        assert_eq!(ran.code, Some(2), "bad arguments");
        assert!(ran.out.starts_with("path ") && ran.out.lines().count() == 1, "{}", ran.out);
        assert!(ran.err.contains(description), "{description}: {}", ran.err);
    }
    let both = run(&["path", &mesh, "--batch", "x", "--from", "1,1", "--to", "2,2"]);
    assert_eq!(both.code, Some(2), "either one query or many");
}

#[test]
fn a_batch_is_read_from_standard_input_and_answered_as_it_comes() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let (_folder, mesh) = Folder::with("squares.ron", SQUARES);
    let mut command = navsmith();
    command.args(["path", &mesh, "--batch", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    for query in ["\u{feff}0.5 0.5 3.5 1.5\n", "3 1 1 1\n"] {
        input.write_all(query.as_bytes()).expect("a query");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer before the next query");
        assert!(line.starts_with("path "), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "all found");
}

#[cfg(unix)]
#[test]
fn a_batch_is_not_read_from_a_device_or_a_pipe_in_the_file_system() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success(), "a pipe");
    for file in ["/dev/zero".to_owned(), pipe.display().to_string(), folder.path("").display().to_string()] {
        let ran = run(&["path", &mesh, "--batch", &file]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{file}");
        assert!(ran.err.contains("is not a regular file"), "{}", ran.err);
    }
}

#[test]
fn a_mesh_is_replaced_by_one_without_cells_only_with_force() {
    let last = "(corners: [6, 7, 8])]";
    let text = SQUARES.replace(last, &format!("{last}, queries: [(name: \"a\", start: Some((x: 1, z: 1)))]"));
    let (folder, full) = Folder::with("full.ron", &text);
    let new = folder.path("new.ron").display().to_string();
    let ran = run(&["convert", &full, &new, "--weld", "1e38"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("the mesh has no cells"), "{}", ran.err);
    let baked = folder.path("full.nav").display().to_string();
    assert_eq!(run(&["bake", &full, "-o", &baked]).code, Some(0), "with cells");
    for arguments in
        [&["convert", &full, &full, "--weld", "1e38"][..], &["bake", &full, "-o", &baked, "--weld", "1e38"]]
    {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains("the mesh has no cells, and the file has some"), "{}", ran.err);
    }
    let forced = run(&["convert", &full, &full, "--weld", "1e38", "--force"]);
    assert_eq!(forced.code, Some(0), "{}", forced.err);
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

#[test]
fn a_level_of_which_a_part_is_left_out_is_not_replaced() {
    let (folder, _) = Folder::with("unused.ron", "");
    let file = folder.path("village.glb");
    std::fs::copy(sample("village.glb"), &file).expect("a sample");
    let before = std::fs::read(&file).expect("just copied");
    let name = file.display().to_string();
    for verb in [
        &["convert", &name, &name][..],
        &["repair", &name, "-o", &name],
        &["convert", &name, &name, "--force"],
    ] {
        let ran = run(verb);
        assert_eq!(ran.code, Some(2), "{verb:?}: {}", ran.out);
        assert!(ran.err.contains("write to another file"), "{}", ran.err);
        assert!(std::fs::read(&file).expect("it stays") == before, "{verb:?}");
    }
    let ran = run(&["repair", &name, "-o", &folder.path("other.glb").display().to_string()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}
