//! `navsmith convert` and `navsmith bake`.

use crate::cli::BROKEN;
use crate::support::command_line::{Folder, SQUARES, run, sample};

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
