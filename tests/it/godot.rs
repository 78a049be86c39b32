//! Meshes of Godot: read as Godot reads them, and checked for what its map does.

#![expect(clippy::unwrap_used, reason = "a test may")]

use serde_json::Value;

use crate::support::command_line::{Folder, run};

/// Returns the number of findings of a kind.
fn count(arguments: &[&str], kind: &str) -> u64 {
    let report = run(&[&["validate"], arguments, &["--json"]].concat()).json();
    let of_kind = |found: &&Value| found["kind"] == kind;
    let found = report["files"][0]["kinds"].as_array().unwrap().iter().find(of_kind);
    found.map_or(0, |found| found["count"].as_u64().unwrap())
}

/// Two rectangles of a wall, joined over a corridor, each with corners of its own.
const OWN_CORNERS: &str = "[gd_resource type=\"NavigationMesh\" format=3]\n[resource]\n\
    vertices = PackedVector3Array(0, 0, 0, 0, 0, 3, 5, 0, 3, 5, 0, 0, 5, 0, 0, 5, 0, 3, 9, 0, 3, 9, 0, 0)\n\
    polygons = [PackedInt32Array(0, 1, 2, 3), PackedInt32Array(4, 5, 6, 7)]\n";

#[test]
fn polygons_with_own_corners_are_one_island() {
    let (_folder, file) = Folder::with("own.tres", OWN_CORNERS);
    let info = run(&["info", &file, "--json"]).json();
    assert_eq!(info["islands"].as_array().unwrap().len(), 1, "{info}");
    assert_eq!(info["notes"][0], "2 vertices at the position of another became one with it, as in Godot.");
    let path = run(&["path", &file, "--from", "1,1", "--to", "8,1", "--json"]).json();
    assert_eq!(path["length"], 7.0, "{path}");
}

/// Two regions of one mesh at this distance.
fn regions(apart: f32) -> String {
    format!(
        "[gd_scene format=3]\n[sub_resource type=\"NavigationMesh\" id=\"a\"]\n\
         vertices = PackedVector3Array(0, 0, 0, 0, 0, 3, 3, 0, 3, 3, 0, 0)\n\
         polygons = [PackedInt32Array(0, 1, 2, 3)]\n[node name=\"Level\" type=\"Node3D\"]\n\
         [node name=\"A\" type=\"NavigationRegion3D\" parent=\".\"]\nnavigation_mesh = SubResource(\"a\")\n\
         [node name=\"B\" type=\"NavigationRegion3D\" parent=\".\"]\nposition = Vector3({}, 0, 0)\n\
         navigation_mesh = SubResource(\"a\")\n",
        3.0 + apart
    )
}

#[test]
fn regions_that_godot_joins_are_named_and_welded_on_request() {
    for (apart, expected) in [(0.1, 1), (0.24, 1), (0.3, 0)] {
        let (_folder, file) = Folder::with("level.tscn", &regions(apart));
        assert_eq!(count(&[&file, "--as", "godot"], "export_margin"), expected, "{apart}");
        assert_eq!(count(&[&file], "export_margin"), 0, "only for Godot");
        let wide = [&*file, "--as", "godot", "--engine-margin", "0.5"];
        assert_eq!(count(&wide, "export_margin"), 1, "{apart}, with a wider margin");
    }
    let (_folder, file) = Folder::with("level.tscn", &regions(0.2));
    let welded = run(&["info", &file, "--weld", "0.25", "--json"]).json();
    assert_eq!(welded["islands"].as_array().unwrap().len(), 1, "{welded}");
    let (_folder, beside) = Folder::with("level.tscn", &regions(0.2).replace("0, 0)\nnav", "0, 3.1)\nnav"));
    assert_eq!(count(&[&beside, "--as", "godot"], "export_margin"), 0, "only corners are near each other");
}

#[test]
fn the_note_on_regions_names_a_command_that_joins_edges_which_face_each_other_partly() {
    for shift in ["0, 1)\nnav", "0.1, 1)\nnav"] {
        let (folder, file) = Folder::with("level.tscn", &regions(0.15).replace("0, 0)\nnav", shift));
        let note = run(&["info", &file]).out;
        assert!(note.contains("repair with --tolerance 0.25 joins them here"), "{note}");
        let out = folder.path("out.ron").display().to_string();
        let repaired = run(&["repair", &file, "-o", &out, "--tolerance", "0.25"]);
        assert_eq!(repaired.code, Some(0), "{}", repaired.err);
        let json = run(&["info", &out, "--json"]).json();
        assert_eq!(json["islands"].as_array().map(Vec::len), Some(1), "{shift}: {json}");
    }
}

/// Three cells with two vertices in one cell of the map of Godot.
const NEAR: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 4), (7, 0, 4), (7.2, 0, 4), (9, 0, 4), (9, 0, 0), (7.1, 0, 0), (50, 3, 50), (50, 3.3, 50),
], cells: [(corners: [0, 1, 2, 6]), (corners: [6, 2, 3]), (corners: [6, 3, 4, 5])])";

#[test]
fn an_export_notes_the_corners_that_godot_merges() {
    let (folder, file) = Folder::with("level.ron", NEAR);
    let out = |name: &str| folder.path(name).display().to_string();
    for options in [&[][..], &["--strict", "--force"]] {
        let ran = run(&[&["convert", &file, &out("level.tres")][..], options].concat());
        let expected =
            "note: 1 warning (Merged by the engine): Vertices 2 and 3, 0.200 apart, share a cell of 0.25";
        assert_eq!(ran.code, Some(0), "a warning is no error: {}", ran.err);
        assert!(
            ran.out.contains(expected) && ran.out.contains("; validate --as tres lists all"),
            "{}",
            ran.out
        );
    }
    let plain = run(&["convert", &file, &out("level.obj")]);
    assert!(!plain.out.contains("Merged"), "{}", plain.out);
}

#[test]
fn corners_in_one_cell_of_the_map_are_named() {
    let (_folder, file) = Folder::with("level.ron", NEAR);
    let report = run(&["validate", &file, "--as", "godot", "--level", "warning"]);
    assert_eq!(report.code, Some(1), "{}", report.out);
    assert!(report.out.contains("Vertices 2 and 3, 0.200 apart, share a cell of 0.25"), "{}", report.out);
    assert_eq!(count(&[&file, "--as", "godot"], "export_merge"), 1);
    assert_eq!(count(&[&file, "--as", "godot", "--engine-cell", "0.1"], "export_merge"), 0);
    assert_eq!(count(&[&file, "--as", "godot", "--engine-cell", "0"], "export_merge"), 0);
    for wrong in ["-1", "inf", "NaN", "wide"] {
        let ran = run(&["validate", &file, "--as", "godot", &format!("--engine-cell={wrong}")]);
        assert!(ran.code == Some(2) && ran.err.contains("--engine-cell"), "{wrong}: {}", ran.err);
    }
    assert_eq!(count(&[&file, "--as", "detour"], "export_merge"), 0);
    assert_eq!(count(&[&file, "--as", "2d.tres"], "export_merge"), 1, "a pixel is a cell in the plane");
}

/// A corridor of 600 pixels in two polygons, the corners of which differ by part of a pixel.
const PIXELS: &str = "[gd_resource type=\"NavigationPolygon\" format=3]\n[resource]\n\
    vertices = PackedVector2Array(0, 0, 0, 200, 300, 200, 300.5, 200.3, 600, 200, 600, 0, 300, 0)\n\
    polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 6), PackedInt32Array(6, 3, 4, 5)])\n";

#[test]
fn thresholds_in_metres_are_larger_in_pixels() {
    let (folder, file) = Folder::with("level.2d.tres", PIXELS);
    assert_eq!(count(&[&file], "gap"), 1, "less than a pixel");
    assert_eq!(
        count(&[&file, "--as", "godot"], "export_merge"),
        1,
        "both corners are in one pixel of the map"
    );
    let metres = PIXELS
        .replace("Polygon\"", "Mesh\"")
        .replace("Vector2", "Vector3")
        .replace("Array[PackedInt32Array]([", "[");
    let metres = metres.replace(")])", ")]").replace(
        "0, 0, 0, 200, 300, 200, 300.5, 200.3, 600, 200, 600, 0, 300, 0",
        "0, 0, 0, 0, 0, 200, 300, 0, 200, 300.5, 0, 200.3, 600, 0, 200, 600, 0, 0, 300, 0, 0",
    );
    let (_other, same) = Folder::with("level.tres", &metres);
    assert_eq!(count(&[&same], "gap"), 0, "half a metre is no gap");
    let repaired = folder.path("repaired.ron").display().to_string();
    let report = run(&["repair", &file, "-o", &repaired]);
    assert_eq!(report.code, Some(0), "{} {}", report.out, report.err);
    let path = run(&["path", &repaired, "--from", "10,100", "--to", "590,100", "--json"]).json();
    assert_eq!(path["length"], 580.0, "{path}");
    let text = std::fs::read_to_string(&repaired).unwrap();
    assert!(text.contains("(kind: \"metre\", value: 20.0)"), "the document keeps its unit: {text}");
    let in_metres = folder.path("metres.ron").display().to_string();
    let converted = run(&["convert", &file, &in_metres, "--scale", "0.05"]);
    assert_eq!(converted.code, Some(0), "{}", converted.err);
    assert!(!std::fs::read_to_string(&in_metres).unwrap().contains("metre\""), "it is in metres");
}

#[test]
fn a_needle_of_less_than_a_pixel_is_dissolved() {
    let needle = PIXELS
        .replace("PackedInt32Array(6, 3, 4, 5)", "PackedInt32Array(6, 2, 3), PackedInt32Array(6, 3, 4, 5)");
    let (folder, file) = Folder::with("level.2d.tres", &needle);
    let repaired = folder.path("repaired.ron").display().to_string();
    let report = run(&["repair", &file, "-o", &repaired]);
    assert_eq!(report.code, Some(0), "{} {}", report.out, report.err);
    let info = run(&["info", &repaired, "--json"]).json();
    assert_eq!((&info["cells"], info["islands"].as_array().unwrap().len()), (&2.into(), 1), "{info}");
}

#[test]
fn messages_about_a_mesh_in_pixels_state_lengths_in_pixels() {
    let (folder, file) = Folder::with("level.2d.tres", PIXELS);
    let metres = folder.path("level.ron").display().to_string();
    assert_eq!(run(&["convert", &file, &metres, "--scale", "0.05"]).code, Some(0));
    let out = folder.path("out.ron").display().to_string();
    let ends = ["--from", "20,20", "--to", "580,20"];
    let texts = |file: &str| {
        [
            run(&["info", file]).out,
            run(&["validate", file]).out,
            run(&["validate", file, "--json"]).json()["files"][0]["kinds"].to_string(),
            run(&[&["path", file][..], &ends].concat()).out,
            run(&["why", file, "--within", "2"]).out,
            run(&["repair", file, "-o", &out]).out,
            run(&["why", file, "--within", "2", "--json"]).out,
            run(&["repair", file, "-o", &out, "--json"]).out,
            run(&[&["path", file, "--json"][..], &ends].concat()).out,
        ]
    };
    // A digit, a space and the unit.
    let has = |text: &str, unit: &str| {
        let separator = format!(" {unit}");
        let mut parts = text.split(separator.as_str()).peekable();
        let mut found = false;
        while let (Some(before), Some(behind)) = (parts.next(), parts.peek()) {
            let ends = behind.starts_with(|next: char| next == '²' || !next.is_alphanumeric());
            found |= before.ends_with(|digit: char| digit.is_ascii_digit()) && (ends || behind.is_empty());
        }
        found
    };
    let is_json_in =
        |text: &str, unit: &str| text.starts_with(&format!("{{\"schema\":1,\"unit\":\"{unit}\""));
    for text in texts(&file) {
        assert!((has(&text, "px") || is_json_in(&text, "px")) && !has(&text, "m"), "{text}");
    }
    for text in texts(&metres) {
        assert!(!has(&text, "px") && !is_json_in(&text, "px"), "{text}");
    }
}
