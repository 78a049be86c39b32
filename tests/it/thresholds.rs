//! Thresholds of issues: derived ones, and those that a document or an argument changes.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{ISSUE_TYPES, Issues, THRESHOLDS, ThresholdType, Thresholds};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{Aspect, DiffOptions, DocumentDiff};
use navsmith_formats::io::{Format, Opened, open, ron};

use crate::support::command_line::{Folder, run};

/// Two squares with a gap of 3 cm, a triangle of 2 cm by 1 m, a tilted quad and a small triangle at a large square.
const MESH: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0),
    (2.03, 0, 0), (2.03, 0, 2), (4, 0, 2), (4, 0, 0),
    (10, 0, 0), (10, 0, 0.02), (11, 0, 0),
    (20, 0, 0), (20, 0, 1), (21, 0.3, 1), (21, 0, 0),
    (30, 0, 0), (30, 0, 3), (33, 0, 3), (33, 0, 0), (34, 0, 0),
], cells: [
    (corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10]), (corners: [11, 12, 13, 14]),
    (corners: [15, 16, 17, 18]), (corners: [18, 17, 19]),
])";

fn row(name: &str) -> &'static ThresholdType {
    ThresholdType::of(name).unwrap()
}

fn document(thresholds: &[(&str, f32)]) -> Document {
    let mut own = Thresholds::default();
    for &(name, value) in thresholds {
        own.set(row(name), Some(value));
    }
    Document { thresholds: Arc::new(own), ..ron::read(MESH).unwrap() }
}

fn kinds(editor: &Editor) -> BTreeSet<&'static str> {
    all_issues(editor).map(|issue| issue.kind.name()).collect()
}

#[test]
fn each_threshold_decides_on_the_issues_of_its_kind_only() {
    let derived = kinds(&Editor::new(document(&[])));
    // For each kind, one value with an issue and one without.
    for (name, some, none) in [
        ("gap", 0.05, 0.01),
        ("short_edge", 0.03, 1e-5),
        ("sliver", 3.0, 0.5),
        ("uneven", 0.05, 0.5),
        ("tiny_island", 0.5, 0.0),
        ("narrow_portal", 4.0, 0.0),
        ("steep_cell", 5.0, 60.0),
        ("size_contrast", 1.01, 1000.0),
    ] {
        for (value, is_found) in [(some, true), (none, false)] {
            let found = kinds(&Editor::new(document(&[(name, value)])));
            assert_eq!(found.contains(name), is_found, "{name} of {value}: {found:?}");
            let others = |kinds: &BTreeSet<&'static str>| -> BTreeSet<&str> {
                // The triangle has one kind of form at most, and islands that are tiny are not lone.
                let related = ["lone_cell", "tiny_island", "sliver", "uneven", "gap"];
                kinds.iter().copied().filter(|it| *it != name && !related.contains(it)).collect()
            };
            assert_eq!(others(&found), others(&derived), "{name} of {value}");
        }
    }
    assert!(THRESHOLDS.iter().all(|row| ISSUE_TYPES.contains(&row.kind)));
}

#[test]
fn an_edit_of_a_threshold_searches_again_and_can_be_undone() {
    let mut editor = Editor::new(document(&[]));
    assert!(kinds(&editor).contains("gap") && !kinds(&editor).contains("sliver"));
    editor.handle(Input::Issue(IssueInput::SetThreshold(row("sliver"), Some(3.0))));
    editor.handle(Input::Issue(IssueInput::SetThreshold(row("gap"), Some(0.01))));
    assert!(!kinds(&editor).contains("gap") && kinds(&editor).contains("sliver"));
    let built = Issues::build(
        &editor.document().mesh,
        editor.derived(),
        editor.document().thresholds.mesh_limits(0.05),
    );
    assert_eq!(*editor.issues(), built);
    editor.handle(Input::Run(Command::Undo));
    assert!(kinds(&editor).contains("gap") && kinds(&editor).contains("sliver"));
    editor.handle(Input::Issue(IssueInput::SetThreshold(row("sliver"), Some(-1.0))));
    editor.handle(Input::Issue(IssueInput::SetThreshold(row("steep_cell"), Some(f32::NAN))));
    assert_eq!(editor.document().thresholds.len(), 1, "no threshold is negative or no number");
    editor.handle(Input::Run(Command::ResetThresholds));
    assert!(editor.document().thresholds.is_empty() && !kinds(&editor).contains("sliver"));
    assert!(Command::ResetThresholds.enabled(&editor).is_err());
    assert_eq!(editor.history().done().len(), 2);
}

#[test]
fn thresholds_survive_every_format_that_stores_them() {
    let document = document(&[("gap", 0.02), ("steep_cell", 30.0), ("tiny_island", 4.0)]);
    for format in Format::writable() {
        for scale in [1.0, 0.5] {
            let folder = Folder::new();
            let name = format!("a.{}", format.extensions[0]);
            let coordinates = FileCoordinates { scale, ..FileCoordinates::default() };
            let Ok(Ok(written)) = format.encode(&document, coordinates, &Progress::none()) else { continue };
            fs::write(folder.path(&name), written).unwrap();
            let read = match open(&folder.path(&name)).unwrap() {
                Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
                other => panic!("{name}: {other:?}"),
            };
            let is_lost =
                format.losses(&document, coordinates).contains(&"3 thresholds of issues".to_owned());
            let last = format.dialog_extensions()[0];
            assert_eq!(
                is_lost,
                !["ron", "json", "gltf", "glb"].contains(&last) || name.contains("navcat"),
                "{format}"
            );
            // A 2D mesh of Godot is in pixels.
            let metre = if name == "a.2d.tres" { 20.0 } else { 1.0 };
            let expected = Thresholds::default().with_metre(metre);
            let expected = if is_lost { expected } else { document.thresholds.scaled(1.0 / scale) };
            assert_eq!(*read.thresholds, expected, "{format} with a scale of {scale}");
        }
    }
    let scaled = document.thresholds.scaled(2.0);
    let values = ["gap", "steep_cell", "tiny_island"].map(|name| scaled.get(row(name).kind));
    assert_eq!(values, [Some(0.04), Some(30.0), Some(16.0)], "lengths and areas");
    assert!(!ron::write(&self::document(&[])).unwrap().contains("thresholds"), "optional");
}

#[test]
fn thresholds_that_are_none_are_refused_with_their_place() {
    let refusal = |entries: &str| {
        let error = ron::read(&format!("{}, thresholds: [\n{entries}\n])", &MESH[..MESH.len() - 1]));
        let error = error.unwrap_err();
        (error.line, error.description)
    };
    let (line, why) = refusal("(kind: \"gap\", value: 0.1),\n(kind: \"concave\", value: 1)");
    let expected =
        "threshold 1 is of the kind \"concave\", which has none; correct the name, or update navsmith";
    assert_eq!((line, &*why), (12, expected));
    let (line, why) = refusal("(kind: \"steep_cell\", value: 91)");
    assert_eq!((line, &*why), (11, "threshold 0 is 91; give a number from 0 to 90"));
    assert!(refusal("(kind: \"gap\", value: NaN)").1.contains("give a number"), "not a number");
}

#[test]
fn a_comparison_lists_changed_thresholds() {
    let documents =
        [document(&[("gap", 0.02), ("uneven", 0.2)]), document(&[("gap", 0.03), ("sliver", 1.0)])];
    let both = [&documents[0], &documents[1]];
    let diff = DocumentDiff::between(both, DiffOptions::default(), &Progress::none()).unwrap().thresholds;
    assert_eq!((diff.added.len(), diff.removed.len(), diff.changed.len()), (1, 1, 1));
    assert!(diff.changed[0].what.contains(Aspect::Value));
}

#[test]
fn arguments_replace_the_thresholds_of_a_document() {
    let (_folder, file) = Folder::with("level.ron", &ron::write(&document(&[("gap", 0.01)])).unwrap());
    let of = |arguments: &[&str]| run(&[&["validate", &file, "--json"], arguments].concat());
    let has =
        |arguments: &[&str], kind: &str| of(arguments).json().to_string().contains(&format!("\"{kind}\""));
    assert!(!has(&[], "gap") && has(&["--threshold", "gap=0.04"], "gap"));
    assert!(has(&["--threshold", "sliver=3", "--threshold", "gap=0.04"], "sliver"));
    for (wrong, why) in
        [("gap", "sliver=1"), ("concave=1", "name one of overlap, gap"), ("steep_cell=100", "from 0 to 90")]
    {
        let ran = of(&["--threshold", wrong]);
        assert!(ran.code == Some(2) && ran.err.contains(why), "{wrong}: {}", ran.err);
    }
}

#[test]
fn cells_that_touch_without_being_joined_do_not_depend_on_the_threshold_of_gaps() {
    // A T-junction at (1, 0, 2), and two edges on one line that share a part.
    let text = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (0, 0, 4), (1, 0, 4), (1, 0, 2),
        (10, 0, 0), (10, 0, 2), (12, 0, 2), (12, 0, 0), (11, 0, 2), (11, 0, 4), (13, 0, 4), (13, 0, 2),
    ], cells: [
        (corners: [0, 1, 2, 3]), (corners: [1, 4, 5, 6]),
        (corners: [7, 8, 9, 10]), (corners: [11, 12, 13, 14]),
    ])";
    let touching = |gap: Option<f32>| {
        let mut own = Thresholds::default();
        own.set(row("gap"), gap);
        let editor = Editor::new(Document { thresholds: Arc::new(own), ..ron::read(text).unwrap() });
        kinds(&editor).into_iter().filter(|kind| ["t_junction", "partial_overlap"].contains(kind)).count()
    };
    for gap in [None, Some(0.0), Some(1e-6), Some(0.5)] {
        assert_eq!(touching(gap), 2, "{gap:?}");
    }
}
