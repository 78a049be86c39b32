//! `navsmith diff`.

use expect_test::expect;

use crate::support::command_line::{Folder, SQUARES, check, run, sample};

/// [`SQUARES`] with a moved vertex and other numbers, another area and a new cell instead of the triangle.
const CHANGED: &str = r#"(version: 1, areas: [(name: "walkable", color: (120, 144, 156)), (name: "mud", color: (90, 60, 30))], vertices: [
    (4, 0, 0), (4.5, 0, 2), (2, 0, 2), (2, 0, 0), (0, 0, 2), (0, 0, 0), (20, 0, 0), (20, 0, 2), (22, 0, 2),
], cells: [(corners: [5, 4, 2, 3], area: 1), (corners: [3, 2, 1, 0]), (corners: [6, 7, 8])], queries: [
    (name: "across", start: Some((x: 1, z: 1)), target: Some((x: 3, z: 1)))])"#;

#[test]
fn a_file_is_equal_to_itself_in_any_format() {
    let file = sample("courtyard.ron");
    let ran = run(&["diff", &file, &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.ends_with("no differences\n"), "{}", ran.out);
    let folder = Folder::new();
    for name in ["a.glb", "a.json"] {
        let other = folder.path(name).display().to_string();
        assert_eq!(run(&["convert", &file, &other]).code, Some(0));
        let ran = run(&["diff", &file, &other]);
        assert_eq!(ran.code, Some(0), "{name}: {} {}", ran.out, ran.err);
    }
}

#[test]
fn differences_are_counted_and_listed() {
    let (folder, before) = Folder::with("before.ron", SQUARES);
    let after = folder.path("after.ron");
    std::fs::write(&after, CHANGED).expect("a file for tests");
    let after = after.display().to_string();
    check(
        &["diff", &before, &after],
        1,
        &expect![[r#"
        cells: 0 unchanged, 2 changed (area 1, position 1), 1 removed, 1 added
        vertices: 5 unchanged, 1 changed (position 1), 3 removed, 3 added
        areas: 1 unchanged, 0 changed, 0 removed, 1 added
        queries: 0 unchanged, 0 changed, 0 removed, 1 added
          removed cell 2 at (9.667, 0.000, 1.333)
          added cell 2 at (20.667, 0.000, 1.333)
          changed cell 0 at (1.000, 0.000, 1.000): area
          changed cell 1 at (3.125, 0.000, 1.000): position
          removed vertex 6 at (9.000, 0.000, 0.000)
          removed vertex 7 at (9.000, 0.000, 2.000)
          removed vertex 8 at (11.000, 0.000, 2.000)
          added vertex 6 at (20.000, 0.000, 0.000)
          added vertex 7 at (20.000, 0.000, 2.000)
          added vertex 8 at (22.000, 0.000, 2.000)
          changed vertex 1, was 4 at (4.500, 0.000, 2.000): position
          added area mud
          added query across
    "#]],
    );
    check(
        &["diff", &before, &after, "--limit", "0"],
        1,
        &expect![[r#"
            cells: 0 unchanged, 2 changed (area 1, position 1), 1 removed, 1 added
            vertices: 5 unchanged, 1 changed (position 1), 3 removed, 3 added
            areas: 1 unchanged, 0 changed, 0 removed, 1 added
            queries: 0 unchanged, 0 changed, 0 removed, 1 added
              … and 1 more cell removed
              … and 1 more cell added
              … and 2 more cells changed
              … and 3 more vertices removed
              … and 3 more vertices added
              … and 1 more vertex changed
              … and 1 more area added
              … and 1 more query added
        "#]],
    );
    check(
        &["diff", &before, &after, "--json"],
        1,
        &expect![[r#"
            {"schema":1,"equal":false,"cut_short":false,"kinds":[{"kind":"cells","unchanged":0,"changed":2,"removed":1,"added":1,"changed_in":{"area":1,"position":1},"listed":[{"change":"removed","before":2,"after":null,"at":[9.666667,0.0,1.3333334],"what":[]},{"change":"added","before":null,"after":2,"at":[20.666666,0.0,1.3333334],"what":[]},{"change":"changed","before":0,"after":0,"at":[1.0,0.0,1.0],"what":["area"]},{"change":"changed","before":1,"after":1,"at":[3.125,0.0,1.0],"what":["position"]}]},{"kind":"vertices","unchanged":5,"changed":1,"removed":3,"added":3,"changed_in":{"position":1},"listed":[{"change":"removed","before":6,"after":null,"at":[9.0,0.0,0.0],"what":[]},{"change":"removed","before":7,"after":null,"at":[9.0,0.0,2.0],"what":[]},{"change":"removed","before":8,"after":null,"at":[11.0,0.0,2.0],"what":[]},{"change":"added","before":null,"after":6,"at":[20.0,0.0,0.0],"what":[]},{"change":"added","before":null,"after":7,"at":[20.0,0.0,2.0],"what":[]},{"change":"added","before":null,"after":8,"at":[22.0,0.0,2.0],"what":[]},{"change":"changed","before":4,"after":1,"at":[4.5,0.0,2.0],"what":["position"]}]},{"kind":"links","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"areas","unchanged":1,"changed":0,"removed":0,"added":1,"changed_in":{},"listed":[{"change":"added","before":null,"after":1,"name":"mud","what":[]}]},{"kind":"queries","unchanged":0,"changed":0,"removed":0,"added":1,"changed_in":{},"listed":[{"change":"added","before":null,"after":0,"name":"across","what":[]}]},{"kind":"outlines","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"export targets","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"scenarios","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"levels","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"ignored issues","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]},{"kind":"checked agents","unchanged":0,"changed":0,"removed":0,"added":0,"changed_in":{},"listed":[]}],"settings":[],"answers":[],"notes":[]}
        "#]],
    );
}

#[test]
fn queries_with_other_answers_are_listed_with_both_lengths() {
    let (_folder, before) = Folder::with("before.ron", CHANGED);
    let (_other, after) = Folder::with("after.ron", &CHANGED.replace("(corners: [3, 2, 1, 0]),", ""));
    check(
        &["diff", &before, &after],
        1,
        &expect![[r#"
        cells: 2 unchanged, 0 changed, 1 removed, 0 added
        vertices: 9 unchanged, 0 changed, 0 removed, 0 added
        areas: 2 unchanged, 0 changed, 0 removed, 0 added
        queries: 1 unchanged, 0 changed, 0 removed, 0 added
          removed cell 1 at (3.125, 0.000, 1.000)
        1 query with other answers:
          across: 2.000 m → partial, 1.000 m (outcome, length, cells)
    "#]],
    );
}

#[test]
fn files_are_equal_by_place_or_by_path() {
    let lists = r#"levels: [(file: "art/level.glb")], exports: [(file: "out/mesh.nav")], vertices"#;
    let text = SQUARES.replacen("vertices", lists, 1);
    let (folder, file) = Folder::with("squares.ron", &text);
    std::fs::create_dir(folder.path("copy")).expect("a folder for tests");
    let converted = folder.path("copy/converted.ron").display().to_string();
    assert_eq!(run(&["convert", &file, &converted]).code, Some(0));
    let ran = run(&["diff", &file, &converted]);
    assert_eq!(ran.code, Some(0), "the same files from another folder: {}", ran.out);
    let copied = folder.path("copy/squares.ron");
    std::fs::write(&copied, &text).expect("a file for tests");
    let ran = run(&["diff", &file, &copied.display().to_string()]);
    assert_eq!(ran.code, Some(0), "a copied folder: {}", ran.out);
    std::fs::write(&copied, text.replace("art/", "other/")).expect("a file for tests");
    let ran = run(&["diff", &file, &copied.display().to_string()]);
    assert_eq!(ran.code, Some(1), "another level: {}", ran.out);
    assert!(ran.out.contains("levels: 0 unchanged, 1 changed (file 1)"), "{}", ran.out);
}

#[test]
fn small_moves_can_be_ignored() {
    let (_folder, before) = Folder::with("before.ron", SQUARES);
    let (_other, after) = Folder::with("after.ron", &SQUARES.replace("(4, 0, 2)", "(4.001, 0, 2)"));
    assert_eq!(run(&["diff", &before, &after]).code, Some(1));
    let ran = run(&["diff", &before, &after, "--ignore", "0.01"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let ran = run(&["diff", &sample("courtyard.ron"), "gone.ron"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("gone.ron cannot be read"), "{}", ran.err);
}

/// Two squares, the second one of mud, with a query over both and a group on mud.
///
/// `cost` is that of mud in the query.
fn muddy(cost: f32, area: u8, radius: f32) -> String {
    let names = [["mud", "walkable"], ["walkable", "mud"]][usize::from(area)];
    let areas = names.map(|name| format!("(name: \"{name}\", color: (90, 60, 30))")).join(", ");
    let plain = 1 - area;
    format!(
        r#"(version: 1, areas: [{areas}], vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (4, 0, 2), (4, 0, 0)],
        cells: [(area: {plain}, corners: [0, 1, 2, 3]), (area: {area}, corners: [3, 2, 4, 5])],
        agent: Some((radius: {radius}, height: 2)),
        queries: [(name: "across", start: Some((x: 1, z: 1)), target: Some((x: 3, z: 1)), costs: [(area: {area}, cost: {cost})], expected: Some(Path(length: 2, tolerance: 0.1)))],
        scenarios: [(name: "s", groups: [(name: "g", count: 1, spawn: Area(area: {area}), target: Point(at: (x: 1, z: 1)), costs: [(area: {area}, cost: 3)])])])"#
    )
}

#[test]
fn costs_are_stated_beside_lengths_by_check_diff_and_report() {
    let (folder, before) = Folder::with("before.ron", &muddy(3.0, 1, 0.4));
    let ran = run(&["check", &before]);
    assert!(
        ran.out.starts_with("ok       across: 2.000 ± 0.1 m; the path costs 4.000\n"),
        "{} {}",
        ran.out,
        ran.err
    );
    let ran = run(&["check", &before, "--json"]);
    assert!(ran.out.contains("\"cost\":4.0"), "{}", ran.out);
    let after = folder.path("after.ron").display().to_string();
    std::fs::write(&after, muddy(5.0, 1, 0.4)).expect("a file for tests");
    let ran = run(&["diff", &before, &after]);
    let line = "across: 2.000 m at a cost of 4.000 → 2.000 m at a cost of 6.000 (cost)";
    assert!(ran.out.contains(line), "{} {}", ran.out, ran.err);
    let ran = run(&["diff", &before, &after, "--json"]);
    let squeezed: String = ran.out.split_whitespace().collect();
    assert!(squeezed.contains("\"costs\":[4.0,6.0]"), "{}", ran.out);
    let page = folder.path("page.html");
    run(&["report", &before, "-o", &page.display().to_string()]);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("2.000 m at a cost of 4.000"));
}

#[test]
fn areas_in_another_order_are_no_difference_of_a_scenario_and_another_agent_is_one() {
    let (folder, before) = Folder::with("before.ron", &muddy(3.0, 1, 0.4));
    let after = folder.path("after.ron").display().to_string();
    std::fs::write(&after, muddy(3.0, 0, 0.4)).expect("a file for tests");
    let ran = run(&["diff", &before, &after]);
    assert_eq!(
        (ran.code, ran.out.lines().last()),
        (Some(0), Some("no differences")),
        "{} {}",
        ran.out,
        ran.err
    );
    std::fs::write(&after, muddy(3.0, 0, 0.6)).expect("a file for tests");
    let ran = run(&["diff", &before, &after]);
    let line = "changed checked agent of radius 0.6 m and height 2 m: agent";
    assert!(ran.code == Some(1) && ran.out.contains(line), "{} {}", ran.out, ran.err);
}

#[test]
fn settings_with_other_values_are_listed_with_both() {
    let settings = |metre: &str, gravity: &str, radius: &str| {
        let parts = format!(
            "thresholds: [(kind: \"metre\", value: {metre})], side_view: Some((gravity: (0, {gravity}))),
            generation: Some((agent: (radius: {radius}, height: 2), parts: [(pattern: \"Tree*\", kind: Obstacle)])), vertices"
        );
        SQUARES.replacen("vertices", &parts, 1)
    };
    let (folder, before) = Folder::with("before.ron", &settings("1", "9.81", "0.4"));
    let after = folder.path("after.ron").display().to_string();
    std::fs::write(&after, settings("20", "5", "0.5")).expect("a file for tests");
    let ran = run(&["diff", &before, &after]);
    assert_eq!(ran.code, Some(1), "{} {}", ran.out, ran.err);
    let lines = "3 settings with other values:\n  length of a metre: 1 m → 20 px\n  gravity: (0, 9.81) m/s² → (0, 5) m/s²\n  generation, radius: 0.4 m → 0.5 m\n";
    assert!(ran.out.contains(lines), "{}", ran.out);
    let json = run(&["diff", &before, &after, "--json"]).json();
    assert_eq!(json["settings"][0]["name"], "length of a metre", "{json}");
    assert_eq!(json["settings"][2]["values"], serde_json::json!(["0.4 m", "0.5 m"]), "{json}");
    // A plain document has neither a side view nor a rule.
    std::fs::write(&after, SQUARES).expect("a file for tests");
    let ran = run(&["diff", &before, &after]);
    assert!(ran.out.contains("  gravity: (0, 9.81) m/s² → none\n"), "{}", ran.out);
    assert!(ran.out.contains("  generation, rule 1: Tree*=obstacle → none\n"), "{}", ran.out);
    let obj = folder.path("mesh.obj").display().to_string();
    let ran = run(&["convert", &after, &obj]);
    assert!(!ran.out.contains("the length of a metre"), "{}", ran.out);
    std::fs::write(&after, settings("20", "5", "0.5")).expect("a file for tests");
    let ran = run(&["convert", &after, &obj]);
    assert!(ran.out.contains("and the length of a metre"), "{}", ran.out);
}
