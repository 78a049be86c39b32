//! What the command line states about a broken mesh, a changed level, and the agent that it checks.

#![expect(clippy::unwrap_used, reason = "a test may")]

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{all_issues, checked_agent};
use navsmith::editor::analysis::detour;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::{Fix, Issue, IssueKind};
use navsmith_formats::document::Document;
use navsmith_formats::io::{ron, with_relative_files};
use serde_json::json;

use crate::level_geometry::Desk;
use crate::support::command_line::{Folder, run};

/// Two squares that are inside out, so that it is unclear where there is ground.
const INSIDE_OUT: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (4, 0, 2), (4, 0, 0),
], cells: [(corners: [3, 2, 1, 0]), (corners: [5, 4, 2, 3])])";

#[test]
fn answers_on_a_mesh_with_errors_state_them_and_prove_nothing() {
    let (_folder, path) = Folder::with("map.ron", INSIDE_OUT);
    let ends = ["--from", "0.5,0.5", "--to", "3.5,1.5"];
    let stated = "the mesh has 2 errors; navsmith validate lists them";
    for verb in ["path", "trace", "compare"] {
        let ran = run(&[&[verb, &*path], &ends[..]].concat());
        assert!(ran.out.contains(stated), "{verb}: {}", ran.out);
        for claim in ["no path is shorter", "longer than the shortest path", "defect in navsmith"] {
            assert!(!ran.out.contains(claim), "{verb}: {}", ran.out);
        }
        let json = run(&[&[verb, &*path, "--json"], &ends[..]].concat()).json();
        assert_eq!((&json["errors"], &json["lower_bound"]), (&json!(2), &json!(null)), "{verb}: {json}");
    }
    let compared = run(&[&["compare", &*path, "--json"], &ends[..]].concat()).json();
    assert_eq!((&compared["defect"], &compared["is_optimal"]), (&json!(null), &json!(false)));
}

#[test]
fn a_gap_leaves_proofs_as_they_are() {
    let text = INSIDE_OUT.replace("[3, 2, 1, 0]", "[0, 1, 2, 3]").replace("[5, 4, 2, 3]", "[3, 2, 4, 5]");
    let (_folder, path) = Folder::with("map.ron", &text);
    let ran = run(&["path", &path, "--from", "0.5,0.5", "--to", "3.5,1.5"]);
    assert!(ran.out.contains("no path is shorter") && !ran.out.contains("errors"), "{}", ran.out);
}

#[test]
fn the_window_proves_nothing_about_a_mesh_with_errors() {
    let document = ron::read(INSIDE_OUT).unwrap();
    assert!(detour::is_ground_unclear(&Editor::new(document)));
    assert!(!detour::is_ground_unclear(&Editor::new(Document::default())));
}

#[test]
fn cells_that_are_inside_out_are_compared_for_overlaps() {
    let text = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (1, 0, 0.5), (1, 0, 1.5), (3, 0, 1.5), (3, 0, 0.5),
    ], cells: [(corners: [0, 1, 2, 3]), (corners: [7, 6, 5, 4])])";
    let (_folder, path) = Folder::with("map.ron", text);
    let report = run(&["validate", "--json", &path]).json();
    let kinds: Vec<&str> = report["files"][0]["kinds"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|kind| kind["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["inside_out", "overlap"]);
    // Neighbours that are both inside out only touch.
    let (_folder, path) = Folder::with("map.ron", INSIDE_OUT);
    let report = run(&["validate", "--json", &path]).json();
    assert_eq!(report["files"][0]["kinds"].as_array().unwrap().len(), 1, "{report}");
}

#[test]
fn a_changed_level_is_a_finding_with_its_cells() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    let path = desk.path("map.ron");
    let document = with_relative_files(desk.editor.document(), &path);
    std::fs::write(&path, ron::write(&document).unwrap()).unwrap();
    let path = path.display().to_string();
    let validate = || run(&["validate", "--json", "--level", "warning", "--agent", "0.4,1.8,45,100", &path]);
    let kinds = || {
        let report = validate().json();
        let kinds = report["files"][0]["kinds"].as_array().unwrap().clone();
        kinds.into_iter().filter(|kind| kind["kind"] == "level_changed").collect::<Vec<_>>()
    };
    assert_eq!(kinds(), [json!(null); 0], "as it was");
    let level = std::fs::read_to_string(desk.path("house.obj")).unwrap();
    let moved = level + "v 1 1.5 1\nv 1 1.5 1.5\nv 1.5 1.5 1.5\nf -3 -2 -1\n";
    std::fs::write(desk.path("house.obj"), moved).unwrap();
    let found = kinds();
    assert_eq!((found.len(), &found[0]["issues"][0]["cells"]), (1, &json!([0])), "{found:?}");
    assert_eq!(validate().code, Some(1), "a warning");
    let info = run(&["info", "--json", &path]).json();
    assert_eq!(info["level_changes"], json!([{"level": "house.obj", "at": [1.0, 0.0, 1.0], "cells": [0]}]));
    let stated =
        "house.obj has changed since the mesh was made for it, at 1 cell, around (1.000, 0.000, 1.000)";
    for verb in ["info", "check"] {
        let ran = run(&[verb, &path]);
        assert!(ran.out.contains(stated), "{verb}: {}", ran.out);
    }
}

#[test]
fn a_level_whose_file_is_missing_or_damaged_is_a_finding() {
    let text = "(version: 1, vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0)], cells: [(corners: [0, 1, 2, 3])],
        levels: [(file: \"house.obj\"), (file: \"plan.png\", image: (pixels: ((0, 0), (9, 0)), ground: ((0, 0), (9, 0))))])";
    let (folder, path) = Folder::with("map.ron", text);
    let unread = || -> Vec<String> {
        let report = run(&["check", "--json", &path]);
        let report = (report.code, report.json());
        assert_eq!(report.1["holds"], json!(report.0 == Some(0)), "{}", report.1);
        let levels = report.1["unread_levels"].as_array().unwrap().iter();
        levels.map(|unread| unread["level"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(unread(), ["house.obj", "plan.png"]);
    let checked = run(&["check", &path]);
    assert_eq!(checked.code, Some(1));
    assert!(checked.out.contains("missing  house.obj: "), "{}", checked.out);
    let report = run(&["validate", "--json", "--level", "warning", &path]);
    assert_eq!(report.code, Some(1), "{}", report.out);
    let kinds = report.json()["files"][0]["kinds"].as_array().unwrap().clone();
    let found = kinds.iter().find(|kind| kind["kind"] == "level_unread").unwrap();
    assert_eq!(found["issues"].as_array().unwrap().len(), 2, "{found}");
    assert_eq!(report.json()["files"][0]["notes"], json!([]), "stated once");
    let write = |name: &str, text: &str| std::fs::write(folder.path(name), text).expect("a file for tests");
    write("house.obj", "v 0 0 0\nv 0 0 2\nv 2 0 2\nf 1 2 3\n");
    assert_eq!(unread(), ["plan.png"]);
    write("plan.png", "no image");
    assert_eq!(unread(), ["plan.png"]);
    write("house.obj", "f 1 2");
    assert_eq!(unread(), ["house.obj", "plan.png"]);
}

#[test]
fn imports_are_checked_for_a_person_and_documents_for_their_own_agent() {
    let obj = "v 0 0 0\nv 0 0 2\nv 2 0 1.2\nv 2 0 0.8\nv 4 0 2\nv 4 0 0\nf 1 2 3 4\nf 4 3 5 6\n";
    let (folder, path) = Folder::with("narrow.obj", obj);
    let person = json!({"radius": 0.4, "height": 1.8, "slope": 45.0, "step": 0.4});
    let checked = |path: &str, more: &[&str]| {
        let report = run(&[&["validate", "--json", path], more].concat()).json()["files"][0].clone();
        let round = |value: &serde_json::Value| (value.as_f64().unwrap() * 100.0).round() / 100.0;
        let agent = &report["agent"];
        let sizes = ["radius", "height", "slope"].map(|name| round(&agent[name]));
        let kinds = report["kinds"].as_array().unwrap().iter();
        (sizes, kinds.map(|kind| kind["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>())
    };
    let of_person = ["radius", "height", "slope"].map(|name| person[name].as_f64().unwrap());
    assert_eq!(checked(&path, &[]), (of_person, vec!["narrow_portal".to_owned()]));
    let text = run(&["info", &path]).out;
    assert!(text.contains("agent: radius 0.4 m, height 1.8 m, slope 45°, step 0.4 m"), "{text}");
    let document = folder.path("narrow.ron").display().to_string();
    assert_eq!(run(&["convert", &path, &document]).code, Some(0));
    assert_eq!(checked(&document, &[]).0, of_person, "the document stores it");
    let old = std::fs::read_to_string(&document).unwrap();
    let start = old.find("    agent:").unwrap();
    std::fs::write(&document, old[..start].to_owned() + ")").unwrap();
    assert_eq!(checked(&document, &[]), ([0.0, 0.0, 90.0], vec![]), "as before, and stated");
    let text = run(&["validate", &document]).out;
    assert!(text.contains("agent: a point without limits"), "{text}");
    let given = checked(&document, &["--agent", "0.3,1.8,45,any"]);
    assert_eq!(given, ([0.3, 1.8, 45.0], vec!["narrow_portal".to_owned()]));
    assert_eq!(run(&["validate", &document, "--agent", "0.3,1.8"]).code, Some(2), "four sizes");
}

#[test]
fn a_new_document_has_a_checked_agent_that_can_be_changed() {
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::Run(Command::New));
    assert_eq!(checked_agent(&editor), Agent::PERSON);
    assert_eq!(editor.settings().agent, Agent::default(), "queries are for a point");
    editor.handle(Input::Issue(IssueInput::SetAgent(None)));
    assert_eq!(checked_agent(&editor), Agent::default(), "that of the query");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(checked_agent(&editor), Agent::PERSON, "one step");
}

#[test]
fn the_checked_agent_is_stored_and_scaled() {
    let agent = Some(Agent { radius: 0.3, ..Agent::PERSON });
    let document = Document { agent, ..ron::read(INSIDE_OUT).unwrap() };
    let text = ron::write(&document).unwrap();
    assert_eq!(ron::read(&text).unwrap().agent, agent);
    assert_eq!(ron::read(INSIDE_OUT).unwrap().agent, None);
    let wrong = text.replace("radius: Some(0.3)", "radius: Some(-1.0)");
    assert!(ron::read(&wrong).unwrap_err().to_string().contains("the agent's radius is -1"), "{wrong}");
    let (folder, path) = Folder::with("map.ron", &text);
    for name in ["map.json", "map.glb"] {
        let out = folder.path(name).display().to_string();
        let unit = if name == "map.glb" { vec!["--out-scale", "cm"] } else { vec![] };
        assert_eq!(run(&[&["convert", &path, &out][..], &unit].concat()).code, Some(0), "{name}");
        let json = run(&["info", "--json", &out]).json();
        let radius = json["agent"]["radius"].as_f64().unwrap();
        let expected = if unit.is_empty() { 0.3 } else { 30.0 };
        assert!((radius - expected).abs() < 1e-3, "{name}: {radius}");
    }
}

/// Two floors of 4 m by 4 m, the second one 1 m higher and beside the first.
const STEP: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0), (4, 1, 0), (4, 1, 4), (8, 1, 4), (8, 1, 0),
], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])],
queries: [(name: \"q\", agent: (radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.4))])";

#[test]
fn a_step_above_the_climb_is_answered_with_a_link() {
    let (_folder, path) = Folder::with("map.ron", STEP);
    let ran = run(&["why", &path, "--cells", "0", "1"]);
    assert!(
        ran.out.contains("Place a link: agents that climb 1.00 m go up, and others only down"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("Weld"), "{}", ran.out);
}

fn of_cells(corners: &[[f32; 3]], cells: &[&[u32]]) -> Editor {
    let cells = cells.iter().map(|cell| Cell::new(cell.iter().map(|&corner| VertexId(corner)), AreaId(0)));
    let mesh = NavMesh::from_parts(corners.iter().map(|&at| at.into()), cells).unwrap();
    Editor::new(Document::of_mesh(mesh))
}

#[test]
fn no_first_fix_removes_ground_or_moves_it_far() {
    let steep = [[0., 0., 0.], [0., 0., 2.], [2., 9., 2.], [2., 9., 0.]];
    let mut editor = of_cells(&steep, &[&[0, 1, 2, 3]]);
    editor.handle(Input::Issue(IssueInput::SetAgent(Some(Agent::PERSON))));
    let issue = all_issues(&editor).find(|issue| issue.kind == IssueKind::Steep).unwrap().clone();
    assert_eq!((issue.fix(), issue.fixes().len()), (None, 1), "only the user deletes it");
    let crack = [
        [0., 0., 0.],
        [0., 0., 6.],
        [6., 0., 6.],
        [6., 0., 0.],
        [6.2, 0., 0.],
        [6.2, 0., 6.],
        [12., 0., 6.],
        [12., 0., 0.],
    ];
    let mut editor = of_cells(&crack, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    editor.handle(Input::Issue(IssueInput::SetAgent(Some(Agent::PERSON))));
    let issue =
        all_issues(&editor).find(|issue| matches!(issue.kind, IssueKind::Crack { .. })).unwrap().clone();
    assert!(matches!(issue.fix(), Some(Fix::Bridge(_))));
    let labels: Vec<String> = issue.fixes().iter().map(|fix| issue.proposal(fix).title()).collect();
    assert_eq!(labels[2], "Weld cells 0 and 1, which moves vertices by up to 0.20 m");
    let step = crack.map(|[x, _, z]| if x > 6.1 { [x - 0.2, 0.3, z] } else { [x, 0.0, z] });
    let mut editor = of_cells(&step, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    editor.handle(Input::Issue(IssueInput::SetAgent(Some(Agent::PERSON))));
    let issue =
        all_issues(&editor).find(|issue| matches!(issue.kind, IssueKind::Crack { .. })).unwrap().clone();
    assert!(matches!(issue.fix(), Some(Fix::LinkCrack(_))), "a cell there would have no area");
    assert!(issue.fixes().into_iter().all(|fix| !matches!(fix, Fix::Bridge(_))));
    assert_eq!(issue.headline(), "Height step of 0.30 m between edges 2–3 and 4–5");
    let bow = of_cells(&[[0., 0., 0.], [2., 0., 2.], [2., 0., 0.], [0., 0., 2.]], &[&[0, 1, 2, 3]]);
    let issue: &Issue = bow.issues().iter().next().unwrap();
    assert!(matches!(issue.fix(), Some(Fix::Untangle(_))), "{}", issue.headline());
}
