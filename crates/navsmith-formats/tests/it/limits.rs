//! Limits of the searches for issues, and the length of a metre in files.

use std::collections::BTreeSet;

use crate::support::formats::{format, read};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, AgentLimits, ISSUE_TYPES, Issues, MeshLimits, Threshold};
use navsmith_formats::document::Document;
use navsmith_formats::io::{DocumentContent, Format, ron};

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

fn document() -> Document {
    ron::read(MESH).expect("a document")
}

/// Limits that decide on the mesh, and on the mesh for an agent.
#[derive(Clone, Copy)]
struct Limits {
    mesh: MeshLimits,
    agent: AgentLimits,
}

impl Limits {
    fn of(document: &Document) -> Self {
        let (mesh, agent) = (document.mesh_limits(0.05), document.checked_agent());
        Self { mesh, agent: document.agent_limits(&agent, 0.05) }
    }
}

/// Returns the names of the kinds of issues within limits.
fn kinds(document: &Document, limits: Limits) -> BTreeSet<&'static str> {
    let (mesh, derived) = (&document.mesh, Derived::build(&document.mesh));
    let of_mesh = Issues::build(mesh, &derived, limits.mesh);
    let of_agent = AgentIssues::build(mesh, &derived, None, limits.agent, &Progress::none());
    let of_agent = of_agent.expect("not stopped");
    of_mesh.iter().chain(of_agent.iter()).map(|issue| issue.kind.name()).collect()
}

/// A kind, a function that sets its limit, a value with an issue, and one without.
type Case = (&'static str, fn(&mut Limits, f32), f32, f32);

#[test]
fn each_limit_decides_on_the_issues_of_its_kind_only() {
    let document = document();
    let usual = Limits::of(&document);
    let derived = kinds(&document, usual);
    let cases: [Case; 8] = [
        ("gap", |limits, value| limits.mesh.gap = value, 0.05, 0.01),
        ("short_edge", |limits, value| limits.mesh.short_edge = value, 0.03, 1e-5),
        ("sliver", |limits, value| limits.mesh.sliver = value, 3.0, 0.5),
        ("uneven", |limits, value| limits.mesh.uneven = value, 0.05, 0.5),
        ("tiny_island", |limits, value| limits.agent.tiny_island = f64::from(value), 0.5, 0.0),
        ("narrow_portal", |limits, value| limits.agent.narrow_portal = value, 4.0, 0.0),
        ("steep_cell", |limits, value| limits.agent.steep = value.to_radians(), 5.0, 60.0),
        ("size_contrast", |limits, value| limits.agent.size_contrast = value, 1.01, 1000.0),
    ];
    for (name, set, some, none) in cases {
        for (value, is_found) in [(some, true), (none, false)] {
            let mut limits = usual;
            set(&mut limits, value);
            let found = kinds(&document, limits);
            assert_eq!(found.contains(name), is_found, "{name} of {value}: {found:?}");
            let others = |kinds: &BTreeSet<&'static str>| -> BTreeSet<&str> {
                // The triangle has one kind of form at most, and islands that are tiny are not lone.
                let related = ["lone_cell", "tiny_island", "sliver", "uneven", "gap"];
                kinds.iter().copied().filter(|it| *it != name && !related.contains(it)).collect()
            };
            assert_eq!(others(&found), others(&derived), "{name} of {value}");
        }
    }
}

#[test]
fn thresholds_are_stated_with_their_unit_and_origin() {
    let Limits { mesh, agent } = Limits::of(&document());
    let of = |name: &str| {
        let kind = ISSUE_TYPES.into_iter().find(|kind| kind.name == name).expect(name);
        Threshold::of(kind).map(|it| (it.text(&mesh, &agent), it.source))
    };
    assert_eq!(of("gap"), Some(("0.05 m".into(), Some("the weld distance"))));
    assert_eq!(of("sliver"), Some(("0.5 %".into(), None)));
    assert_eq!(
        of("off_level"),
        Some(("any".into(), Some("the highest step of the agent"))),
        "a point climbs all"
    );
    assert_eq!(of("concave"), None);
}

#[test]
fn the_length_of_a_metre_survives_every_format_that_stores_documents() {
    let document = Document { metre: 20.0, ..document() };
    let mut kept = 0;
    for format in Format::writable().filter(|format| format.read.is_some()) {
        for scale in [1.0, 0.5] {
            let coordinates = FileCoordinates { scale, ..FileCoordinates::default() };
            let Ok(Ok(written)) = format.encode(&document, coordinates, &Progress::none()) else { continue };
            let Ok((read, notes)) = read(format.name, &written) else { continue };
            let is_in_pixels = format.name == "Godot NavigationPolygon";
            // A 2D mesh of Godot is in pixels.
            let expected = match DocumentContent::ALL.iter().all(|content| format.stores.contains(content)) {
                true => 20.0 / scale,
                false if is_in_pixels => 20.0,
                false => 1.0,
            };
            assert_eq!(read.metre, expected, "{format} with a scale of {scale}");
            assert!(notes.iter().all(|note| !note.contains("hreshold")), "{notes:?}");
            kept += usize::from(expected == 20.0 / scale && !is_in_pixels);
        }
    }
    assert!(kept >= 10, "RON, JSON and four forms of glTF at two scales: {kept}");
    assert!(!ron::write(&self::document()).expect("text").contains("thresholds"), "optional");
}

#[test]
fn thresholds_of_earlier_versions_are_not_used_and_a_note_names_them() {
    let with = |entries: &str| format!("{}, thresholds: [\n{entries}\n])", &MESH[..MESH.len() - 1]);
    let text =
        with("(kind: \"gap\", value: 0.01),\n(kind: \"metre\", value: 20),\n(kind: \"sliver\", value: 3)");
    let (document, notes) = read("navsmith document", text.as_bytes()).expect("a document");
    assert_eq!(document, Document { metre: 20.0, ..self::document() });
    let of = |named: &str| {
        format!(
            "Thresholds of issues in the file are not used: {named}. They follow from the checked agent and the weld \
             distance, or are fixed."
        )
    };
    assert_eq!(notes, [of("gap 0.01 and sliver 3")]);
    for name in ["JSON", "glTF"] {
        let written = format(name).encode(&document, FileCoordinates::default(), &Progress::none());
        let written = String::from_utf8(written.expect("not stopped").expect("bytes")).expect("text");
        let metre = "{\"kind\":\"metre\"";
        let text = written.replace(metre, &format!("{{\"kind\":\"gap\",\"value\":0.01}},{metre}"));
        let (again, notes) = read(name, text.as_bytes()).expect(name);
        assert_eq!((again.metre, notes), (20.0, vec![of("gap 0.01")]), "{name}");
    }
    for wrong in ["0", "-1", "NaN", "inf"] {
        let error = ron::read(&with(&format!("(kind: \"metre\", value: {wrong})"))).expect_err(wrong);
        assert_eq!(error.line, 11, "{error}");
        assert!(error.description.contains("give a positive number"), "{error}");
    }
}

#[test]
fn cells_that_touch_without_being_joined_are_found_with_any_weld_distance() {
    // A T-junction at (1, 0, 2), and two edges on one line that share a part.
    let text = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (0, 0, 4), (1, 0, 4), (1, 0, 2),
        (10, 0, 0), (10, 0, 2), (12, 0, 2), (12, 0, 0), (11, 0, 2), (11, 0, 4), (13, 0, 4), (13, 0, 2),
    ], cells: [
        (corners: [0, 1, 2, 3]), (corners: [1, 4, 5, 6]),
        (corners: [7, 8, 9, 10]), (corners: [11, 12, 13, 14]),
    ])";
    let document = ron::read(text).expect("a document");
    for weld_distance in [0.05, 0.0, 1e-6, 0.5] {
        let limits = Limits { mesh: document.mesh_limits(weld_distance), ..Limits::of(&document) };
        let touching = ["t_junction", "partial_overlap"];
        let found = kinds(&document, limits);
        assert!(touching.iter().all(|kind| found.contains(kind)), "{weld_distance}: {found:?}");
    }
}
