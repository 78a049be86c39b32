//! Documents as JSON, reproductions and baselines.

use crate::support::formats::{opened, text};
use crate::support::notation::mesh;
use expect_test::expect;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::progress::Progress;
use navsmith_formats::document::identity::{KnownIssue, KnownPlace};
use navsmith_formats::document::{Document, Reproduction};
use navsmith_formats::io::baseline::Baseline;
use navsmith_formats::io::ron::reproduction::{looks_like_it, read, write};

fn written(document: &Document) -> String {
    text("JSON", document)
}

fn refusal(text: &str) -> String {
    opened("JSON", text.as_bytes(), &Progress::none()).expect_err("refused").to_string()
}

const TWO: &str = "v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 3 2 4";

#[test]
fn neighbours_are_listed_by_side() {
    expect![[r#"
        {
        "format": "navsmith",
        "version": 1,
        "areas": [
        {"name":"walkable","color":[120,144,156]}
        ],
        "vertices": [
        [0.0,0.0,0.0],
        [0.0,0.0,2.0],
        [2.0,0.0,2.0],
        [2.0,0.0,0.0],
        [4.0,0.0,2.0]
        ],
        "cells": [
        {"corners":[0,1,2,3]},
        {"corners":[3,2,4]}
        ],
        "neighbors": [
        [null,null,1,null],
        [0,null,null]
        ],
        "links": [
        ],
        "queries": [
        {"name":"query"}
        ]
        }
    "#]]
    .assert_eq(&written(&Document::of_mesh(mesh(TWO))));
}

#[test]
fn an_invalid_text_is_refused_with_its_place_and_a_remedy() {
    let good = written(&Document::of_mesh(mesh(TWO)));
    let with = |old: &str, new: &str| refusal(&good.replacen(old, new, 1));
    expect![[r#": cells[1].corners[2]: cell 1 names vertex 9, but there are 5, counted from 0; correct it"#]]
        .assert_eq(&with("[3,2,4]", "[3,2,9]"));
    expect![[r#": version: version 7 was made by a newer navsmith, this one reads 1; update navsmith"#]]
        .assert_eq(&with("\"version\": 1", "\"version\": 7"));
    expect![", line 9, column 9: invalid length 2, expected an array of length 3; correct the text there"]
        .assert_eq(&with("[0.0,0.0,2.0]", "[0.0,2.0]"));
    expect![", line 27, column 1: EOF while parsing an object; correct the text there"]
        .assert_eq(&with("]\n}", "]"));
    expect![", line 4, column 7: unknown field `zones`, expected one of `format`, `version`, `closed_surface`, `areas`, `vertices`, `cells`, `neighbors`, `links`, `queries`, `levels`, `exports`, `scenarios`, `tile_rows`, `ignored`, `thresholds`, `outlines`, `floors`, `apart`, `details`, `agent`, `generation`, `side_view`; correct the text there"].assert_eq(&with("\"areas\"", "\"zones\""));
}

fn reproduction() -> Reproduction {
    let document = Document::of_mesh(mesh("v 0 0, 0 2, 2 2; c 0 1 2"));
    Reproduction { document, step: Some((Stage::Funnel, 3)), is_whole: false }
}

#[test]
fn a_reproduction_is_a_text_that_reads_back() {
    let text = write(&reproduction()).expect("valid");
    expect![[r#"
        // navsmith reproduction: a mesh, a question and the step to look at. Drop it on navsmith's window, or paste it.
        Reproduction(
            version: 1,
            whole: false,
            step: Some((stage: "funnel", number: 3)),
            document: NavMesh(
                version: 1,
                areas: [
                    (name: "walkable", color: (120, 144, 156)),
                ],
                vertices: [
                    (0.0, 0.0, 0.0),
                    (0.0, 0.0, 2.0),
                    (2.0, 0.0, 2.0),
                ],
                cells: [
                    (corners: [0, 1, 2]),
                ],
                queries: [
                    (name: "query"),
                ],
            ),
        )
    "#]].assert_eq(&text);
    assert_eq!(read(&text), Ok(reproduction()), "the same");
    assert!(looks_like_it(text.as_bytes()), "known by its name");
    let document = navsmith_formats::io::ron::write(&reproduction().document).expect("valid");
    assert!(!looks_like_it(document.as_bytes()), "a document is none");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let good = write(&reproduction()).expect("valid");
    let description = [
        ("version: 1,\n    whole", "version: 2,\n    whole"),
        ("\"funnel\"", "\"tunnel\""),
        ("corners: [0, 1, 2]", "corners: [0, 1, 3]"),
        ("NavMesh(\n        version: 1", "NavMesh(\n        version: 3"),
        ("whole: false", "whole: false, more: 1"),
    ]
    .map(|(from, to)| {
        assert!(good.contains(from), "{from}");
        read(&good.replace(from, to)).expect_err("refused").to_string()
    });
    expect![[r#"
        line 3, column 14: version 2 was made by a newer navsmith, this one reads 1; update navsmith
        line 5, column 24: there is no stage "tunnel"; there are locate, search, polyanya, corridor, portals, funnel, surface
        line 17, column 30: cell 0 names vertex 3, but there are 3, counted from 0; correct it
        line 7, column 18: version 3 was made by a newer navsmith, this one reads 1; update navsmith
        line 4, column 19: Unexpected field named `more` in `Reproduction`, expected one of `version`, `whole`, `step`, or `document` instead; correct the text there
    "#]].assert_eq(&(description.join("\n") + "\n"));
}

fn gap(at: [f32; 3]) -> KnownIssue {
    KnownIssue { kind: "gap".into(), place: KnownPlace::of(at.into()) }
}

#[test]
fn a_baseline_is_read_as_it_was_written() {
    let hostile = "a\"\n\\\u{202e}]}.ron".to_owned();
    let lost = KnownIssue { kind: "export_loss".into(), place: KnownPlace::Text("3 \"links\"\n".into()) };
    let far = gap([-1.0e30, 0.005, 1234.567]);
    let files = [(hostile, vec![lost, far.clone(), far]), ("b.ron".into(), Vec::new())];
    let mut baseline = Baseline { files: files.into() };
    let text = baseline.write().expect("JSON");
    assert_eq!(text.lines().count(), 9, "an issue on each line: {text}");
    baseline.files.values_mut().for_each(|issues| issues.sort());
    assert_eq!(Baseline::read(text.as_bytes()), Ok(baseline), "{text}");
}

#[test]
fn a_file_that_is_no_baseline_is_refused_with_its_place() {
    let wrong = |text: &str| Baseline::read(text.as_bytes()).expect_err(text).to_string();
    assert!(wrong("(version: 1)").starts_with("line 1, column 1: it is no baseline"));
    assert!(wrong("{\"navsmith_baseline\":2,\"files\":{}}").contains("version 2"));
    let no_place = "{\"navsmith_baseline\":1,\"files\":{\"a\":[{\"kind\":\"gap\"}]}}";
    assert!(wrong(no_place).contains("\"at\""), "{}", wrong(no_place));
}
