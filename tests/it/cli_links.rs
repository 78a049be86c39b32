//! Links on the command line.

use expect_test::expect;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, check, run};

/// Returns two adjacent squares and a third part 5 m away, reachable only by a link.
fn linked() -> (Folder, String) {
    let link = "links: [(from: [(3, 0, 1)], to: [(10, 0, 1.5)])], cells:";
    Folder::with("linked.ron", &SQUARES.replace("cells:", link))
}

const OVER_THE_LINK: [&str; 4] = ["--from", "1,1", "--to", "10,1.5"];

#[test]
fn a_path_takes_a_link_unless_links_are_ignored() {
    let (_folder, file) = linked();
    let path = |more: &[&str]| run(&[&["path", &file], &OVER_THE_LINK[..], more].concat());
    let with_links = path(&["--json"]);
    assert_eq!((with_links.code, &with_links.json()["ignores_links"]), (Some(0), &Value::Bool(false)));
    for flag in ["--no-link", "--no-links"] {
        let ran = path(&[flag, "--json"]);
        let answer = ran.json();
        assert_eq!((ran.code, answer["status"].as_str()), (Some(1), Some("no_path")), "{answer}");
        assert_eq!(answer["ignores_links"], true, "{answer}");
    }
    check(
        &[&["path", &file, "--no-link"], &OVER_THE_LINK[..]].concat(),
        1,
        &expect![[r#"
            no path: every path leads into cells that are blocked in that direction, at least cell 2 (link 0 is ignored, as all links are); allow links to get a path
              nearest reachable point: (4.00, 0.00, 1.50), 6.00 m from the target
              links were ignored
        "#]],
    );
}

#[test]
fn a_path_without_links_is_searched_as_if_there_were_none() {
    let (_folder, file) = linked();
    let (_plain_folder, plain) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "3,1", "--no-link"];
    for verb in ["path", "trace", "compare"] {
        let answer = |file: &str| run(&[&[verb, file, "--json"], &ends[..]].concat()).json();
        assert_eq!(answer(&file), answer(&plain), "{verb}");
    }
    check(
        &[&["path", &file], &ends[..]].concat(),
        0,
        &expect![[r#"
        path: 2.000 m through 2 cells, 2 waypoints
          (1.000, 0.000, 1.000) start
          (3.000, 0.000, 1.000) target
          found by Polyanya, because links, area costs and slopes do not matter
          no path is shorter
          links were ignored
    "#]],
    );
}

#[test]
fn every_verb_and_a_batch_ignore_links_when_asked() {
    let (folder, file) = linked();
    let queries = folder.path("queries.txt");
    std::fs::write(&queries, "1 1 10 1.5\n").expect("a file of queries");
    let queries = queries.display().to_string();
    for (verb, ask) in [
        ("path", &["--batch", &queries][..]),
        ("path", &OVER_THE_LINK),
        ("trace", &OVER_THE_LINK),
        ("compare", &OVER_THE_LINK),
    ] {
        let asked = [&[verb, &file], ask].concat();
        assert_eq!(run(&asked).code, Some(0), "{verb} with links");
        let ran = run(&[&asked[..], &["--no-link"]].concat());
        assert_eq!(ran.code, Some(1), "{verb} without: {}", ran.out);
        assert!(ran.out.contains("link 0 is ignored"), "{verb} says why: {}", ran.out);
        let count_notes = |text: &str| text.matches("links were ignored").count();
        let is_batch = ask[0] == "--batch";
        let expected = if is_batch { (0, 1) } else { (1, 0) };
        assert_eq!(
            (count_notes(&ran.out), count_notes(&ran.err)),
            expected,
            "{verb}: {} {}",
            ran.out,
            ran.err
        );
    }
    let compared = run(&[&["compare", &file, "--json", "--no-link"], &OVER_THE_LINK[..]].concat()).json();
    assert_eq!(compared["ignores_links"], true, "{compared}");
    let traced = run(&[&["trace", &file, "--json", "--no-link"], &OVER_THE_LINK[..]].concat()).json();
    assert_eq!(traced["ignores_links"], true, "{traced}");
}

#[test]
fn a_saved_query_that_ignores_links_reads_back_and_is_checked_without_them() {
    let (folder, file) = linked();
    let query = "], queries: [(name: \"apart\", start: Some((x: 1, z: 1)), target: Some((x: 10, z: 1.5)), no_links: Some(true), expected: Some(NoPath))])";
    let text = std::fs::read_to_string(&file).expect("written above");
    let saved = folder.path("saved.ron");
    std::fs::write(&saved, text.replace("[6, 7, 8])])", &format!("[6, 7, 8]){query}"))).expect("a file");
    let saved = saved.display().to_string();
    let ran = run(&["check", &saved]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let copy = folder.path("copy.ron").display().to_string();
    assert_eq!(run(&["convert", &saved, &copy]).code, Some(0), "it is written again");
    assert!(std::fs::read_to_string(&copy).expect("written").contains("no_links: Some(true)"), "kept");
    assert_eq!(run(&["check", &copy]).code, Some(0), "as before");
}

#[test]
fn gaps_to_other_islands_take_no_links_where_the_path_takes_none() {
    let square = |x: f32| format!("({x}, 0, 0), ({x}, 0, 1), ({}, 0, 1), ({}, 0, 0)", x + 1.0, x + 1.0);
    // A link leads from the first island to the last island, which is 0.2 m from the second one.
    let places = [-9.0, 2.0, 3.2].map(square).join(", ");
    let text = format!(
        "(version: 1, vertices: [{places}], links: [(from: [(-8.5, 0, 0.5)], to: [(3.7, 0, 0.5)])],
        cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10, 11])])"
    );
    let (_folder, file) = Folder::with("islands.ron", &text);
    let gaps = |more: &[&str]| {
        let ran = run(&[&["path", &file, "--from", "-8.5,0.5", "--to", "2.5,0.5"], more].concat());
        assert_eq!(ran.code, Some(1), "{} {}", ran.out, ran.err);
        ran.out.lines().filter(|line| line.contains("gap:")).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    expect!["  gap: 0.200 m wide, +0.000 m up, from cell 2 at (3.200, 0.000, 0.500) to cell 1 at (3.000, 0.000, 0.500)"].assert_eq(&gaps(&[]));
    expect!["  gap: 10.000 m wide, +0.000 m up, from cell 0 at (-8.000, 0.000, 0.500) to cell 1 at (2.000, 0.000, 0.500)"].assert_eq(&gaps(&["--no-link"]));
}

#[test]
fn a_forbidden_link_is_an_issue_and_no_way() {
    let link = "links: [(from: [(3, 0, 1)], to: [(10, 0, 1.5)], cost: inf)], cells:";
    let (folder, file) = Folder::with("forbidden.ron", &SQUARES.replace("cells:", link));
    let ran = run(&[&["path", &file], &OVER_THE_LINK[..]].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    let validated = run(&["validate", &file]).out;
    assert!(validated.contains("Link 0 is forbidden"), "{validated}");
    for extension in ["json", "nav", "glb", "bin", "navcat.json"] {
        let copy = folder.path(&format!("copy.{extension}")).display().to_string();
        let converted = run(&["convert", &file, &copy]);
        assert_eq!(converted.code, Some(0), "{extension}: {}", converted.err);
        assert!(!converted.err.contains("costs of"), "{extension}: {}", converted.err);
        let validated = run(&["validate", &copy]).out;
        assert!(validated.contains("Link 0 is forbidden"), "{extension}: {validated}");
    }
}

#[test]
fn areas_that_all_queries_of_a_document_forbid_are_forbidden() {
    let area = r#"areas: [(name: "ground", color: (1, 2, 3)), (name: "mud", color: (9, 9, 9))],"#;
    let query =
        |name: &str, costs: &str| format!(r#"(name: "{name}", start: None, target: None, costs: [{costs}])"#);
    let of = |queries: &[String]| {
        let text = format!(
            "NavMesh(version: 1, {area} vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (4, 0, 2), (4, 0, 0)], \
             cells: [(corners: [0, 1, 2, 3]), (area: 1, corners: [3, 2, 4, 5])], queries: [{}])",
            queries.join(", ")
        );
        Folder::with("mud.ron", &text)
    };
    let forbidden = query("forbids", "(area: 1, cost: inf)");
    let (_both, both) = of(&[forbidden.clone(), query("allows", "")]);
    let ends = ["--from", "1,1", "--to", "3,1"];
    let code = |file: &str, more: &[&str]| run(&[&["path", file], &ends[..], more].concat()).code;
    assert_eq!(code(&both, &[]), Some(0), "one query allows the mud");
    let (_one, one) = of(&[forbidden]);
    assert_eq!(code(&one, &[]), Some(1), "no query allows the mud");
    assert_eq!(code(&one, &["--area-cost", "mud=2"]), Some(0), "an option does");
    let points = run(&["random-points", &one, "--count", "50", "--json"]);
    assert!(!points.out.contains("\"cell\":1"), "no point is on it: {}", points.out);
}
