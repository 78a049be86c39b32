//! Baselines of `navsmith validate`: the known issues of files.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use navsmith_core::navmesh::{Cell, NavMesh, VertexId};
use navsmith_formats::document::Document;
use navsmith_formats::io::{open, ron};
use serde_json::Value;

use crate::cli_validate::BROKEN;
use crate::support::command_line::{Folder, SQUARES, run, sample};

/// Returns a document with its vertices and cells in reverse order.
fn renumbered(document: &Document) -> Document {
    let mesh = &document.mesh;
    let vertices: Vec<_> = mesh.vertices().map(|(_, position)| position).collect();
    let last = vertices.len() as u32 - 1;
    let cells: Vec<Cell> = mesh
        .cells()
        .map(|(_, cell)| {
            Cell::new(cell.corners().iter().map(|corner| VertexId(last - corner.0)), cell.area())
        })
        .collect();
    let reversed = NavMesh::from_parts(vertices.into_iter().rev(), cells.into_iter().rev()).unwrap();
    Document { mesh: reversed, ..document.clone() }
}

#[test]
fn a_baseline_survives_a_new_numbering_of_vertices_and_cells() {
    let folder = Folder::new();
    let baseline = folder.path("known.json").display().to_string();
    for name in ["courtyard.ron", "two_islands.ron", "village.glb"] {
        let opened = open(sample(name).as_ref()).unwrap().into_document().unwrap();
        let file = folder.path("level.ron").display().to_string();
        // Twice, so that both documents lack links.
        let document = renumbered(&renumbered(&opened));
        fs::write(&file, ron::write(&document).unwrap()).unwrap();
        let written = run(&["validate", &file, "--baseline", &baseline, "--write-baseline"]);
        assert_eq!(written.code, Some(0), "{name}: {}", written.err);
        fs::write(&file, ron::write(&renumbered(&document)).unwrap()).unwrap();
        let report = run(&["validate", &file, "--baseline", &baseline, "--level", "hint", "--json"]);
        let json = report.json();
        assert_eq!(report.code, Some(0), "{name}: {json}");
        let mut notes = json["files"][0]["notes"].as_array().unwrap().iter();
        assert!(
            notes.all(|note| note.as_str().unwrap().contains("joins them")),
            "{name}, all are found: {json}"
        );
    }
}

#[test]
fn only_issues_that_the_baseline_lacks_fail() {
    let (folder, file) = Folder::with("level.ron", BROKEN);
    let baseline = folder.path("known.json").display().to_string();
    let known = ["validate", file.as_str(), "--baseline", baseline.as_str()];
    let missing = run(&known);
    assert_eq!(missing.code, Some(1), "all issues are new: {}", missing.err);
    assert!(missing.err.contains("known.json does not exist"), "{}", missing.err);
    let unreadable = folder.path("").display().to_string();
    let unread = run(&["validate", &file, "--baseline", &unreadable, "--write-baseline"]);
    assert!(unread.code == Some(2) && !unread.err.contains("--write-baseline"), "{}", unread.err);
    let written = run(&[&known[..], &["--write-baseline"]].concat());
    assert_eq!(written.code, Some(0), "{}", written.err);
    let stored = fs::read_to_string(&baseline).unwrap();
    assert!(stored.contains("\"level.ron\":["), "relative to its folder: {stored}");
    let ran = run(&known);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("level.ron: 0 errors, 0 warnings; "), "{}", ran.out);

    let worse = BROKEN.replace("cells: [\n", "cells: [(corners: [0, 2, 1, 3]),\n");
    fs::write(&file, worse).unwrap();
    assert_eq!(run(&known).code, Some(1), "another cell, which is broken too");

    let sarif = run(&[&known[..], &["--sarif"]].concat()).json();
    let states: Vec<&Value> =
        sarif["runs"][0]["results"].as_array().unwrap().iter().map(|it| &it["baselineState"]).collect();
    assert!(states.contains(&&"new".into()) && states.contains(&&"unchanged".into()), "{sarif}");

    fs::write(&file, SQUARES).unwrap();
    let fixed = run(&known);
    assert!(fixed.code == Some(0) && fixed.out.contains("known issues were not found"), "{}", fixed.out);
}

#[test]
fn a_baseline_keeps_the_issues_of_other_files() {
    let (folder, one) = Folder::with("one.ron", BROKEN);
    let other = folder.path("other.ron").display().to_string();
    fs::write(&other, BROKEN).unwrap();
    let baseline = folder.path("known.json").display().to_string();
    for file in [&one, &other] {
        run(&["validate", file, "--baseline", &baseline, "--write-baseline"]);
    }
    assert_eq!(run(&["validate", &one, &other, "--baseline", &baseline]).code, Some(0), "both are known");
    let text = fs::read_to_string(&baseline).unwrap();
    run(&["validate", &one, "missing.ron", "--baseline", &baseline, "--write-baseline"]);
    assert_eq!(fs::read_to_string(&baseline).unwrap(), text, "nothing is written without all files");
    let document = run(&["validate", &one, "--baseline", &one, "--write-baseline"]);
    assert_eq!(document.code, Some(2), "{}", document.err);
    assert_eq!(fs::read_to_string(&one).unwrap(), BROKEN, "a document is not replaced");
}
