//! `navsmith validate` for teams: levels, exports, baselines, SARIF and JUnit XML.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use expect_test::expect;
use navsmith_formats::check::ISSUE_TYPES;
use serde_json::Value;

use crate::support::command_line::{Folder, run, sample};

/// A square with the wrong winding, and a link beside it.
pub(crate) const BROKEN: &str = "(version: 1, vertices: [
    (0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2),
], cells: [
    (corners: [0, 1, 2, 3]),
], links: [(from: [(1, 0, 1)], to: [(9, 0, 9)])])";

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn the_level_decides_which_issues_give_exit_code_1() {
    let file = sample("two_islands.ron");
    let codes = ["error", "warning", "hint"].map(|level| run(&["validate", &file, "--level", level]).code);
    assert_eq!(codes, [Some(0), Some(1), Some(1)], "it has warnings");
    let whole = sample("courtyard.ron");
    let report = run(&["validate", &whole, "--level", "hint", "--json"]).json();
    assert_eq!((&report["level"], &report["as"]), (&"hint".into(), &Value::Null), "{report}");
    assert_eq!(run(&["validate", &whole, "--level", "fatal"]).code, Some(2), "no level");
}

#[test]
fn an_export_format_adds_what_it_cannot_represent() {
    let (_folder, file) = Folder::with("level.ron", BROKEN);
    let ran = run(&["validate", &file, "--as", "polyanya"]);
    assert!(
        ran.out.contains("  warning: Lost by export: 1\n    A Polyanya mesh does not store 1 link\n"),
        "{}",
        ran.out
    );
    let whole = run(&["validate", &file, "--as", "ron", "--json"]).json();
    assert!(!whole.to_string().contains("export_loss"), "a document stores all: {whole}");
    let unknown = run(&["validate", &file, "--as", "fbx"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("no export format"), "{}", unknown.err);
}

/// Returns the commands of a page that validate the files in the folder `maps`, with this folder instead.
fn commands_of_ci_page(maps: &std::path::Path) -> Vec<Vec<String>> {
    let page = include_str!("../../docs/ci.md");
    let commands = page.lines().filter_map(|line| line.split_once("navsmith validate maps/*.ron"));
    let with_folder = |(_, arguments): (&str, &str)| {
        let (arguments, _) = arguments.split_once(" > ").expect("the result is written to a file");
        let maps = maps.display().to_string();
        let files = fs::read_dir(&maps).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "ron"));
        let files = files.map(|file| file.display().to_string());
        let arguments = arguments.split_whitespace().map(|it| it.replace("maps/", &format!("{maps}/")));
        std::iter::once("validate".into()).chain(files).chain(arguments).collect()
    };
    commands.map(with_folder).collect()
}

#[test]
fn the_workflows_of_the_page_pass_on_a_new_project_and_find_new_issues() {
    let folder = Folder::new();
    let maps = folder.path("maps");
    fs::create_dir(&maps).unwrap();
    for name in ["courtyard.ron", "ledge.ron"] {
        fs::copy(sample(name), maps.join(name)).unwrap();
    }
    let commands = commands_of_ci_page(&maps);
    assert_eq!(commands.len(), 2, "one for GitHub, one for GitLab: {commands:?}");
    for command in &commands {
        let command: Vec<&str> = command.iter().map(|it| &**it).collect();
        let first = run(&command);
        assert_eq!(first.code, Some(0), "without a baseline: {} {}", first.out, first.err);
        assert!(first.err.contains("known-issues.json does not exist"), "{}", first.err);
    }
    fs::write(maps.join("broken.ron"), BROKEN).unwrap();
    for command in commands_of_ci_page(&maps) {
        let command: Vec<&str> = command.iter().map(|it| &**it).collect();
        assert_eq!(run(&command).code, Some(1), "a new file with errors");
        let written = run(&[&command[..command.len() - 1], &["--write-baseline"]].concat());
        assert_eq!(written.code, Some(0), "{}", written.err);
        assert_eq!(run(&command).code, Some(0), "its errors are known");
        fs::remove_file(maps.join("known-issues.json")).unwrap();
    }
}

#[test]
fn stored_targets_are_checked_for_losses_and_state_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = fs::read_to_string(sample("ledge.ron")).unwrap();
    let target = "    exports: [(file: \"level.mesh\"), (file: \"other.mesh\")],\n    vertices: [";
    fs::write(at("level.ron"), text.replacen("    vertices: [", target, 1)).unwrap();
    let ran = run(&["validate", &at("level.ron").to_string_lossy()]);
    assert_eq!(ran.out.matches("does not store 1 link").count(), 1, "{}", ran.out);
    let ran = run(&["export", &at("level.ron").to_string_lossy()]);
    assert!(ran.err.contains("other.mesh: the file does not store heights, 2 areas, 1 link"), "{}", ran.err);
    fs::write(at("empty.ron"), "NavMesh(version: 1, vertices: [], cells: [], exports: [(file: \"a.obj\")])")
        .unwrap();
    let ran = run(&["export", &at("empty.ron").to_string_lossy(), "--strict", "--json"]);
    assert_eq!((ran.code, at("a.obj").exists()), (Some(1), false), "{}", ran.err);
    assert_eq!(ran.json()[0]["errors"][0], "the mesh has no cells");
}

#[test]
fn only_links_that_an_export_loses_are_a_warning() {
    let report = run(&["validate", &sample("ledge.ron"), "--as", "godot", "--json"]).json();
    let kind = |name: &str| {
        let of_kind = |found: &&Value| found["kind"] == name;
        report["files"][0]["kinds"].as_array().unwrap().iter().find(of_kind).cloned().unwrap_or_default()
    };
    let (links, rest) = (kind("export_loss"), kind("export_detail"));
    assert_eq!((&links["severity"], &links["count"]), (&"warning".into(), &1.into()), "{report}");
    assert!(links.to_string().contains("does not store 1 link"), "{links}");
    assert_eq!(rest["severity"], "hint", "{report}");
    assert!(rest.to_string().contains("quer") && !rest.to_string().contains("1 link"), "{rest}");
}

#[test]
fn sides_of_chains_that_programs_cross_are_stated() {
    let file = sample("courtyard_of_outlines.ron");
    let folder = Folder::new();
    let crossed = "join vertices by position, so they cross 4 sides of chains";
    for (name, is_stated) in [("a.obj", true), ("a.tres", true), ("a.glb", true), ("a.nav", false)] {
        let out = folder.path(name).display().to_string();
        let ran = run(&["convert", &file, &out]);
        assert_eq!(ran.out.contains(crossed), is_stated, "{name}: {}", ran.out);
    }
    for (format, is_stated) in [("godot", true), ("detour", false)] {
        let ran = run(&["validate", &file, "--as", format, "--level", "warning"]);
        assert_eq!((ran.out.contains(crossed), ran.code), (is_stated, Some(is_stated.into())), "{}", ran.out);
    }
}

#[test]
fn floors_above_each_other_overlap_in_a_format_without_heights() {
    let floors = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (0, 5, 0), (0, 5, 2), (2, 5, 2), (2, 5, 0),
    ], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])])";
    let (_folder, file) = Folder::with("floors.ron", floors);
    assert_eq!(run(&["validate", &file]).code, Some(0), "two floors");
    let ran = run(&["validate", &file, "--as", "polyanya"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("  error: Error after export: 1\n    In the Polyanya mesh: "), "{}", ran.out);
    assert_eq!(run(&["validate", &file, "--as", "glb"]).code, Some(0), "with heights");
}

#[test]
fn a_mesh_that_a_format_refuses_is_an_error() {
    let corner = |i| {
        let angle = f64::from(i) / 300.0 * std::f64::consts::TAU;
        format!("({}, 0, {}),", angle.sin() * 100.0, angle.cos() * 100.0)
    };
    let ring = (0..300).map(corner).collect::<Vec<_>>().concat();
    let corners: Vec<String> = (0..300).map(|i: u32| i.to_string()).collect();
    let text = format!(
        "(version: 1, vertices: [{ring} (1e6, 0, 1e6), (1e6, 0, 1000001), (1000001, 0, 1e6)],
        cells: [(corners: [{}]), (corners: [300, 301, 302])])",
        corners.join(",")
    );
    let (_folder, file) = Folder::with("round.ron", &text);
    for format in ["detour", "tile", "navcat", "godot"] {
        let ran = run(&["validate", &file, "--as", format, "--json"]);
        let written = run(&[
            "convert",
            &file,
            &format!(
                "{file}.{}",
                match format {
                    "detour" => "bin",
                    "navcat" => "navcat.json",
                    "godot" => "tres",
                    it => it,
                }
            ),
        ]);
        let is_refused = ran.json().to_string().contains("export_refused");
        assert_eq!(is_refused, written.code == Some(2), "{format}: {} {}", ran.out, written.err);
    }
}

#[test]
fn samples_export_without_new_errors() {
    for name in ["courtyard.ron", "two_islands.ron", "ledge.ron"] {
        for format in ["detour", "tile", "navcat", "glb", "obj", "godot", "baked", "json"] {
            let report = run(&["validate", &sample(name), "--as", format, "--json"]).json();
            assert_eq!(report["errors"], 0, "{name} as {format}: {report}");
        }
    }
}

#[test]
fn sarif_has_the_rules_the_places_and_the_lines() {
    let (_folder, file) = Folder::with("level.ron", BROKEN);
    let ran = run(&["validate", &file, "--sarif"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let log = ran.json();
    let keys: Vec<&str> = log.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["$schema", "runs", "version"], "the format allows no other keys");
    let driver = &log["runs"][0]["tool"]["driver"];
    let rules: Vec<&str> =
        driver["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert!(ISSUE_TYPES.iter().all(|kind| rules.contains(&kind.name)), "{driver}");
    let results = log["runs"][0]["results"].as_array().unwrap();
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index], result["ruleId"], "{result}");
    }
    assert!(results.iter().all(|result| result.get("baselineState").is_none()), "there is no baseline");
    let inside_out = results.iter().find(|result| result["ruleId"] == "inside_out").unwrap();
    expect![[r#"
        {
          "level": "error",
          "locations": [
            {
              "logicalLocations": [
                {
                  "fullyQualifiedName": "cell 0",
                  "kind": "element"
                }
              ],
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "level.ron"
                },
                "region": {
                  "startLine": 4
                }
              }
            }
          ]
        }"#]]
    .assert_eq(&{
        let mut short = inside_out.clone();
        for field in ["message", "partialFingerprints", "properties", "ruleId", "ruleIndex"] {
            short.as_object_mut().unwrap().remove(field);
        }
        short["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = "level.ron".into();
        serde_json::to_string_pretty(&short).unwrap()
    });
    let unreadable = run(&["validate", "missing.ron", "--sarif"]);
    let invocation = &unreadable.json()["runs"][0]["invocations"][0];
    assert_eq!(
        (unreadable.code, &invocation["executionSuccessful"]),
        (Some(2), &false.into()),
        "{invocation}"
    );
    assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error", "{invocation}");
}

#[test]
fn junit_has_a_test_for_each_kind() {
    let (_folder, file) = Folder::with("level.ron", BROKEN);
    let ran = run(&["validate", &file, "missing.ron", "--junit"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    let kinds = ISSUE_TYPES.len() + 8;
    let expected = format!(
        "<testsuites name=\"navsmith validate\" tests=\"{}\" failures=\"1\" errors=\"1\">",
        kinds + 2
    );
    assert_eq!(lines(&ran.out)[1], expected, "{}", ran.out);
    let failure = ran.out.split("<failure").nth(1).unwrap().split("</failure>").next().unwrap();
    expect![[r#"
         type="inside_out" message="1 issue. No agent can enter the cell, because it joins none of its neighbours. Reverse its winding.">
        Cell 0 is inside out, at (1.000, 0.000, 1.000)
    "#]]
    .assert_eq(failure);
    let all = run(&["validate", &file, "--junit", "--level", "hint"]).out;
    assert!(all.matches("<failure").count() > 1, "warnings fail too: {all}");
}

#[test]
fn hostile_names_are_escaped_in_all_formats() {
    let name = if cfg!(windows) { "a'&{0}[b](c)#%ä" } else { "a'&<b>\"{0}[b](c)\u{1b}\n]]>#%\u{202e}ä" };
    let (_folder, file) = Folder::with(&format!("{name}.ron"), BROKEN);
    let json = run(&["validate", &file, "--json"]).json();
    assert_eq!(json["files"][0]["file"], file.as_str(), "JSON");
    for file in [file.clone(), file.replace(".ron", ".missing")] {
        let sarif = run(&["validate", &file, "--sarif"]);
        let is_hostile = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!sarif.out.contains(is_hostile) && sarif.out.lines().count() == 1, "{}", sarif.out);
        let uri = sarif.json().to_string();
        assert!(uri.contains("a%27%26") && uri.contains("%5Bb%5D%28c%29"), "{uri}");
        let junit = run(&["validate", &file, "--junit"]).out;
        assert!(!junit.contains(is_hostile), "{junit}");
        assert!(junit.contains("a&#39;&amp;"), "{junit}");
        let tags = junit
            .split('<')
            .skip(1)
            .map(|tag| tag.split([' ', '>', '/', '?']).find(|it| !it.is_empty()).unwrap());
        let known = ["xml", "testsuites", "testsuite", "testcase", "failure", "error", "system-out"];
        tags.for_each(|tag| assert!(known.contains(&tag), "{tag} in {junit}"));
    }
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (_folder, file) = Folder::with("level.ron", BROKEN);
    for format in ["--json", "--sarif", "--junit"] {
        let [first, second] =
            [0, 1].map(|_| run(&["validate", &file, &sample("two_islands.ron"), format]).out);
        assert_eq!(first, second, "{format}");
    }
    let both = run(&["validate", &file, "--sarif", "--junit"]);
    assert_eq!(both.code, Some(2), "one format at a time: {}", both.err);
}

#[test]
fn no_tolerance_is_tried_on_cells_of_very_many_corners() {
    let gap = |corners: usize| {
        let half = corners / 2;
        let along = |i: usize| 10.0 * i as f64 / (half - 1) as f64;
        let comb = |y: f64, far: f64| -> Vec<String> {
            let near = (0..half).map(|i| format!("v {} 0 {y}\n", along(i)));
            let back = (0..half).rev().map(|i| format!("v {} 0 {}\n", along(i), far + (i % 2) as f64 * 0.1));
            near.chain(back).collect()
        };
        let vertices = [comb(0.0, 5.0), comb(-0.02, -5.0)].concat().concat();
        let ring = |from: usize, is_up: bool| {
            let mut ids: Vec<String> = (from..from + corners).map(|id| id.to_string()).collect();
            if !is_up {
                ids.reverse();
            }
            format!("f {}\n", ids.join(" "))
        };
        let text = format!("o navmesh\n{vertices}{}{}", ring(1, false), ring(1 + corners, true));
        let (_folder, file) = Folder::with("combs.obj", &text);
        run(&["validate", &file]).out.matches("joins them").count()
    };
    assert_eq!([gap(8), gap(1200)], [1, 0]);
}
