//! Queries of documents and of batches, and their expected results.

use std::process::{Command, Stdio};

use expect_test::expect;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, check, navsmith, run, sample};

/// Returns the squares with four queries.
///
/// Two give the expected result, one differs, and one expects nothing.
fn kept() -> String {
    let queries = "queries: [
    (name: \"across\", start: (x: 1, z: 1), target: (x: 3, z: 1), expected: Path(length: 2, tolerance: 0.01, cells: [0, 1])),
    (name: \"cut off\", start: (x: 1, z: 1), target: (x: 10, z: 1.5), expected: NoPath),
    (name: \"long ago\", start: (x: 1, z: 1), target: (x: 3.5, z: 1), expected: Path(length: 2.25, tolerance: 0.125, cells: [0, None])),
    (name: \"open\"),
])";
    SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + queries
}

#[test]
fn kept_queries_are_checked() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let ran = run(&["check", &file]);
    assert_eq!(ran.code, Some(1), "one differs: {}", ran.err);
    expect![[r#"
        ok       across: 2.000 ± 0.01 m through 2 cells
        ok       cut off: no path
        differs  long ago: expected 2.250 ± 0.125 m, and it is 2.500 m; after 1 cell as expected, it crosses cell 1 instead of a cell that is gone (squares.ron:6:5)
        2 of 3 queries as expected
        1 query expects nothing
    "#]].assert_eq(&ran.out.replace(&file, "squares.ron"));
    check(
        &["check", &file, "--json"],
        1,
        &expect![[r#"
            {"schema":1,"holds":false,"checked":3,"differs":1,"unchecked":1,"added":0,"updated":false,"unchecked_scenarios":0,"empty_scenarios":0,"queries":[{"name":"across","line":4,"column":5,"status":"holds","expected":"2.000 ± 0.01 m through 2 cells","reasons":[],"length":2.0,"cells":[0,1]},{"name":"cut off","line":5,"column":5,"status":"holds","expected":"no path","reasons":[],"length":null,"cells":[]},{"name":"long ago","line":6,"column":5,"status":"differs","expected":"2.250 ± 0.125 m through 2 cells","reasons":["expected 2.250 ± 0.125 m, and it is 2.500 m","after 1 cell as expected, it crosses cell 1 instead of a cell that is gone"],"length":2.5,"cells":[0,1]}],"scenarios":[],"level_changes":[],"unread_levels":[]}
        "#]],
    );
    let (_folder, plain) = Folder::with("plain.ron", SQUARES);
    let ran = run(&["check", &plain]);
    assert_eq!(ran.code, Some(1), "a check of nothing is none: {}", ran.err);
    assert_eq!(
        ran.out,
        format!("{plain}: nothing was checked; it keeps no query and no scenario\n"),
        "but it is said"
    );
    assert_eq!(run(&["check", &plain, "--json"]).json()["unchecked"], 0, "no query is none");
}

#[test]
fn an_update_expects_what_comes_out_and_writes_only_then() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let ran = run(&["check", &file, "--update"]);
    assert_eq!(ran.code, Some(0), "all is as expected from now on: {}", ran.err);
    let written = std::fs::read_to_string(&file).expect("it is there");
    let line = written.lines().find(|line| line.contains("long ago")).expect("the query is kept");
    expect![[r#"        (name: "long ago", start: Some((x: 1.0, z: 1.0)), target: Some((x: 3.5, z: 1.0)), expected: Some(Path(length: Some(2.5), tolerance: Some(0.125), cells: Some([0, 1])))),"#]].assert_eq(line);
    assert_eq!(run(&["check", &file]).code, Some(0), "now it holds");
    let (_folder, by_hand) = Folder::with("by_hand.ron", &(written + "// mine"));
    assert_eq!(run(&["check", &by_hand, "--update"]).code, Some(0), "nothing to update");
    let kept = std::fs::read_to_string(&by_hand).expect("it is there");
    assert!(kept.ends_with("// mine"), "nothing differs, so nothing is written");
}

#[test]
fn an_update_adds_what_is_expected_to_queries_that_expect_nothing() {
    let added = "(name: \"new\", start: (x: 1, z: 1), target: (x: 3, z: 1)), (name: \"new cut\", start: (x: 1, z: 1), target: (x: 10, z: 1.5))";
    let text = kept().replace("(name: \"open\"),", &format!("(name: \"open\"), {added},"));
    let (_folder, file) = Folder::with("squares.ron", &text);
    let before = run(&["check", &file]);
    assert!(before.out.ends_with("2 of 3 queries as expected\n3 queries expect nothing\n"), "{}", before.out);
    let ran = run(&["check", &file, "--update"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for description in ["added    new: 2.000 ± 0.0", "added    new cut: no path"] {
        assert!(ran.out.contains(description), "{description}: {}", ran.out);
    }
    assert!(
        ran.out.ends_with("2 of 3 queries as expected; 2 added\n1 query expects nothing\n"),
        "{}",
        ran.out
    );
    let again = run(&["check", &file, "--json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    let report = again.json();
    assert_eq!((&report["checked"], &report["unchecked"]), (&5.into(), &1.into()), "{report}");
}

#[test]
fn a_read_only_file_is_replaced_only_with_force() {
    let (_folder, file) = Folder::with("squares.ron", &kept());
    let set_read_only = || {
        let mut permissions = std::fs::metadata(&file).expect("it is there").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&file, permissions).expect("it is ours");
    };
    let text = || std::fs::read_to_string(&file).expect("it is there");
    for verb in [&["check", &file, "--update"][..], &["convert", &sample("two_islands.ron"), &file]] {
        set_read_only();
        let before = text();
        let ran = run(verb);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{verb:?} is refused");
        assert!(ran.err.contains("it is read-only; --force replaces it"), "{}", ran.err);
        assert_eq!(text(), before, "{verb:?} left the file alone");
        let ran = run(&[verb, &["--force"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_ne!(text(), before, "{verb:?} replaced it");
    }
}

#[test]
fn a_full_file_is_replaced_by_an_empty_document_only_with_force() {
    let (folder, full) = Folder::with("full.ron", SQUARES);
    let empty = folder.path("empty.ron").display().to_string();
    std::fs::write(&empty, "(version: 1, vertices: [], cells: [])").expect("a file for tests");
    let ran = run(&["convert", &empty, &full]);
    assert_eq!(ran.code, Some(2), "refused: {}", ran.out);
    assert!(ran.err.contains("the document is empty"), "{}", ran.err);
    assert_eq!(run(&["convert", &empty, &full, "--force"]).code, Some(0), "with force");
}

#[test]
fn a_batch_of_queries_is_answered_line_by_line_in_order() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let queries = folder.path("queries.txt");
    std::fs::write(
        &queries,
        "# two that find a way and one that does not\n0.5 0.5 3.5 1.5\n1,0,1, 10,0,1.5\n\n3 1 1 1 # back\n",
    )
    .expect("a file of queries");
    let queries = queries.display().to_string();
    let ran = run(&["path", &mesh, "--batch", &queries]);
    assert_eq!(ran.code, Some(1), "one finds no path: {}", ran.err);
    expect![[r#"
        path 3.162 m through 2 cells, 2 waypoints
        no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
        path 2.000 m through 2 cells, 2 waypoints
    "#]]
    .assert_eq(&ran.out);
    let lines = run(&["path", &mesh, "--batch", &queries, "--json"]).out;
    let statuses: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON to a line")["status"].clone())
        .collect();
    assert_eq!(statuses, ["path", "no_path", "path"], "in order");
}

#[test]
fn a_batch_names_the_line_that_is_no_query() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let queries = folder.path("queries.txt");
    let long = [b"1 1 3 1\n".to_vec(), b"1 ".repeat(3000)].concat();
    let cases: [(&[u8], &str); 4] = [
        (b"1 1 3 1\n1 1 3\n", "queries.txt, line 2: it has 3 numbers"),
        (b"1 1 3 1\n1 1 \xff 3\n", "queries.txt, line 2: byte 5 is not UTF-8"),
        (&long, "queries.txt, line 2: it has over 4096 bytes"),
        (b"1 1 3 1\n1 1 3 x", "queries.txt, line 2: \"x\" is not a number"),
    ];
    for (bytes, description) in cases {
        std::fs::write(&queries, bytes).expect("a file of queries");
        let ran = run(&["path", &mesh, "--batch", &queries.display().to_string()]);
        assert_eq!(ran.code, Some(2), "bad arguments");
        assert!(ran.out.starts_with("path ") && ran.out.lines().count() == 1, "{}", ran.out);
        assert!(ran.err.contains(description), "{description}: {}", ran.err);
    }
    let both = run(&["path", &mesh, "--batch", "x", "--from", "1,1", "--to", "2,2"]);
    assert_eq!(both.code, Some(2), "either one query or many");
}

#[test]
fn a_batch_is_read_from_standard_input_and_answered_as_it_comes() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let (_folder, mesh) = Folder::with("squares.ron", SQUARES);
    let mut command = navsmith();
    command.args(["path", &mesh, "--batch", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    for query in ["\u{feff}0.5 0.5 3.5 1.5\n", "3 1 1 1\n"] {
        input.write_all(query.as_bytes()).expect("a query");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer before the next query");
        assert!(line.starts_with("path "), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "all found");
}

#[cfg(unix)]
#[test]
fn a_batch_is_not_read_from_a_device_or_a_pipe_in_the_file_system() {
    let (folder, mesh) = Folder::with("squares.ron", SQUARES);
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success(), "a pipe");
    for file in ["/dev/zero".to_owned(), pipe.display().to_string(), folder.path("").display().to_string()] {
        let ran = run(&["path", &mesh, "--batch", &file]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{file}");
        assert!(ran.err.contains("is not a regular file"), "{}", ran.err);
    }
}
