//! `navsmith compare` and `navsmith bench`.

use std::path::Path;

use expect_test::expect;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, run, sample};

#[test]
fn algorithms_are_compared_and_a_detour_is_explained() {
    let file = sample("courtyard.ron");
    let ends = ["--from", "3.2,1.2", "--to", "8.5,19.5"];
    let ran = run(&[&["compare", &file, "--algorithm", "midpoints"], &ends[..]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let rows = ran.out.lines().skip(1).take(7);
    expect![[r#"
        steps           32.164 m   1.1627        31      119
        distance        29.328 m   1.0602        46      184
        centers         30.113 m   1.0886        27      106
        midpoints       29.328 m   1.0602        37      152
        entries         29.579 m   1.0692        25       97
        funnel          27.663 m   1.0000        54      222
        polyanya        27.663 m   1.0000        70      196"#]]
    .assert_eq(&rows.collect::<Vec<_>>().join("\n"));
    expect![[r#"
        the shortest path found is 27.663 m long; no path is shorter
        midpoints: its path is 1.665 m longer than the shortest one found: the node at the portal out of cell 8 lies 3.000 m beside the shorter path, which made its corridor look 1.040 m longer, and all its nodes together 5.39 m
          behind cell 0 it crosses 1, 5, 17, 18, 16, 21, 22, and the shortest path 4, 8, 9, 11, 14, 19, 20; they join at cell 23
          to fix it, flip edge 45–54: 27.663 m, 1.665 m shorter
          to fix it, flip edge 55–56: 27.663 m, 1.665 m shorter
          to fix it, split edge 29–30: 27.663 m, 1.665 m shorter
          to fix it, dissolve edge 29–30: 27.663 m, 1.665 m shorter"#]].assert_eq(&ran.out.lines().skip(8).collect::<Vec<_>>().join("\n"));
    let ran = run(&[&["compare", &file], &ends[..]].concat());
    expect![[r#"
        the shortest path found is 27.663 m long; no path is shorter
        answered by Polyanya, because links, area costs and slopes do not matter
        polyanya: no algorithm found a shorter path"#]]
    .assert_eq(&ran.out.lines().skip(8).collect::<Vec<_>>().join("\n"));
    let json = run(&[&["compare", &file, "--json"], &ends[..]].concat()).json();
    assert_eq!(
        (&json["algorithm"], &json["because"]),
        (&"polyanya".into(), &"links, area costs and slopes do not matter".into())
    );
    assert!(json["detour"].is_null(), "the shortest path has none: {json}");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(7), "{json}");
    let path = &["path", &file, "--json", "--algorithm", "midpoints"];
    let path = run(&[path, &ends[..]].concat()).json();
    assert!(path["because"].is_null(), "it was asked for: {path}");
    assert_eq!(path["lower_bound"], json["lower_bound"], "{path}");
    assert_eq!(path["ratio"], json["rows"][3]["ratio"], "{path}");
}

#[test]
fn a_comparison_is_the_same_every_time_unless_times_are_asked_for() {
    let file = sample("courtyard.ron");
    let run_with = |arguments: &[&str]| {
        let ran = run(&[&["compare", &file, "--from", "3.2,1.2", "--to", "8.5,19.5"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran
    };
    for arguments in [&["--json"][..], &[]] {
        assert_eq!(run_with(arguments).out, run_with(arguments).out, "{arguments:?}");
    }
    assert!(run_with(&["--json"]).json()["rows"][0].get("ms").is_none(), "no times");
    assert!(
        run_with(&["--json", "--time"]).json()["rows"][0]["ms"].as_f64().is_some_and(|ms| ms >= 0.0),
        "times"
    );
    let heading = |arguments: &[&str]| run_with(arguments).out.lines().next().map(str::to_owned);
    let without = heading(&[]).expect("a heading");
    assert!(without.ends_with("events"), "{without}");
    assert_eq!(heading(&["--time"]), Some(without + "        ms"), "the last column");
}

#[test]
fn areas_cost_more_or_are_blocked_as_the_arguments_say() {
    let mud = "areas: [(name: \"walkable\", color: (1, 2, 3)), (name: \"mud\", color: (4, 5, 6))], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5], area: 1),";
    let text = SQUARES.replace("cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]),", mud);
    let (folder, file) = Folder::with("mud.ron", &text);
    let ends = ["--from", "1,1", "--to", "3,1"];
    let run_with = |verb: &str, arguments: &[&str]| run(&[&[verb, &file], &ends[..], arguments].concat());
    for verb in ["path", "trace", "compare"] {
        assert_eq!(run_with(verb, &[]).code, Some(0), "{verb}: the mud can be walked on");
        let ran = run_with(verb, &["--block", "mud"]);
        assert_ne!(ran.out, run_with(verb, &[]).out, "{verb}: {}", ran.err);
    }
    let blocked = run_with("path", &["--block", "mud", "--json"]).json();
    assert!(blocked["why"].is_string(), "the target is on it: {blocked}");
    let dear = run_with("path", &["--area-cost", "mud=2", "--json"]).json();
    assert_eq!((&dear["status"], &dear["cost"]), (&"path".into(), &3.0.into()), "{dear}");
    let queries = folder.path("queries.txt");
    std::fs::write(&queries, "1 1 3 1\n").expect("a file of queries");
    let batch =
        ["path", &file, "--batch", &queries.display().to_string(), "--block", "mud"].map(str::to_owned);
    let ran = run(&batch.each_ref().map(String::as_str));
    assert_eq!(ran.code, Some(1), "a batch as well: {}", ran.out);
    for (option, value, description) in [
        ("--block", "ice", "no area named \"ice\"; name one of walkable, mud"),
        ("--area-cost", "mud", "as in mud=2"),
        ("--area-cost", "mud=0", "more than 0"),
    ] {
        let ran = run_with("path", &[option, value]);
        assert_eq!(ran.code, Some(2), "{option} {value}: {}", ran.out);
        assert!(ran.err.contains(description), "{}", ran.err);
    }
}

#[test]
fn no_path_is_nothing_to_compare() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ran = run(&["compare", &file, "--from", "1,1", "--to", "9.5,1.5"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("no path: the start is on island 1"), "{}", ran.out);
}

const QUERIES: [&str; 11] = [
    "locate",
    "raycast",
    "move along surface",
    "length, prepared",
    "steps",
    "distance",
    "centers",
    "midpoints",
    "entries",
    "funnel",
    "polyanya",
];

#[test]
fn bench_measures_every_stage_and_every_query() {
    let ran = run(&["bench", &sample("courtyard.ron"), "--pairs", "20", "--rounds", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let line = |name: &str| {
        let line = ran.out.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("a line for {name}: {}", ran.out))
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    assert_eq!(line("stage"), ["ms", "ns", "per", "cell", "copies"], "columns of the stages");
    for stage in
        ["memory copy", "weld", "adjacency", "islands", "locator", "derive all", "search mesh", "landmarks"]
    {
        let numbers = line(&format!("{stage:18} "));
        assert!(
            numbers.len() == 3 && numbers.iter().all(|n| n.parse::<f64>().is_ok()),
            "{stage}: {numbers:?}"
        );
    }
    for memory in ["vertices", "cells", "twins of sides", "locator", "all"] {
        let line = ran.out.lines().filter_map(|line| line.strip_prefix(&format!("{memory:18} "))).next_back();
        let numbers: Vec<f64> =
            line.into_iter().flat_map(str::split_whitespace).flat_map(str::parse).collect();
        assert!(numbers.len() == 2 && numbers[0] > 0.0, "{memory}: {}", ran.out);
    }
    let columns = ["pairs", "found", "median", "µs", "99", "%", "µs", "gap", "expanded", "digest"];
    assert_eq!(line("query"), columns, "columns of the queries");
    for query in QUERIES {
        let numbers = line(&format!("{query:18} "));
        assert_eq!(numbers[..2], ["20", "20"], "{query} runs for every pair: {numbers:?}");
    }
}

#[test]
fn bench_asks_the_same_for_the_same_seed() {
    let ask = |seed, rounds| {
        let asked = ["bench", "--generate", "rooms:1000:3", "--pairs", "15", "--seconds", "600", "--json"];
        run(&[&asked[..], &["--seed", seed, "--rounds", rounds]].concat()).json()
    };
    let (one, again, other) = (ask("7", "1"), ask("7", "2"), ask("8", "1"));
    let digests = |output: &Value| {
        let rows = output["queries"].as_array().expect("queries").clone();
        assert!(rows.iter().all(|row| row["pairs"] == 15 && row["found"] == 15), "all are solved: {output}");
        rows.into_iter().map(|row| (row["name"].clone(), row["digest"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(digests(&one), digests(&again), "the same answers however often they are asked for");
    let names: Vec<Value> = digests(&one).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, QUERIES, "every query");
    for (one, other) in digests(&one).into_iter().zip(digests(&other)) {
        assert_ne!(one, other, "another seed asks about other places");
    }
    assert_eq!((one["pairs"].as_u64(), one["mesh"]["islands"].as_u64()), (Some(15), Some(1)), "{one}");
    for row in one["queries"].as_array().expect("queries").iter().filter(|row| !row["gap"].is_null()) {
        let gap = row["gap"].as_f64().expect("a number");
        let is_optimum = row["name"] == "polyanya";
        assert!(gap > -1e-6 && (!is_optimum || gap < 1e-6), "none is shorter than the shortest: {row}");
        assert!(row["expanded"].as_f64() > Some(0.0), "a search looks at something: {row}");
    }
}

#[test]
fn bench_says_what_it_cannot_measure() {
    let empty = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/empty.ron").display().to_string();
    let wrong: [(&[&str], &str); 6] = [
        (&["bench"], "<FILE>"),
        (&["bench", "nowhere.ron"], "nowhere.ron"),
        (&["bench", &empty], "it has no cell to walk on"),
        (&["bench", "--generate", "caves:1000"], "give terrain, rooms or maze"),
        (&["bench", "--generate", "maze:1000", &empty], "cannot be used with"),
        (&["bench", &empty, "--pairs", "0"], "0 is not in 1..=1000000"),
    ];
    for (arguments, description) in wrong {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(description), "{arguments:?} says {description:?}: {}", ran.err);
    }
}
