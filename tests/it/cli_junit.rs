//! JUnit XML of `navsmith check` and `navsmith simulate`.

use crate::support::command_line::{Folder, SQUARES, run, sample};

/// Returns squares with a query that expects a length, and one that expects nothing.
fn document(length: &str) -> (Folder, String) {
    let queries = format!(
        "queries: [(name: \"<a>\", start: (x: 1, z: 1), target: (x: 3, z: 1), expected: Path(length: {length}, tolerance: 0.01)),
        (name: \"open\")])"
    );
    let text = SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + &queries;
    Folder::with("squares.ron", &text)
}

#[test]
fn each_query_is_a_test_that_fails_with_its_reason() {
    let (_folder, file) = document("2");
    let ran = run(&["check", &file, "--junit"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let suites = "<testsuites name=\"navsmith check\" tests=\"2\" failures=\"0\" errors=\"0\">";
    assert!(ran.out.contains(suites), "{}", ran.out);
    assert!(ran.out.contains("name=\"query &lt;a&gt;\"/>"), "{}", ran.out);
    let (_folder, file) = document("5");
    let ran = run(&["check", &file, "--junit"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("tests=\"2\" failures=\"1\""), "{}", ran.out);
    let why = "<failure message=\"differs  &lt;a&gt;: expected 5.000 ± 0.01 m, and it is 2.000 m (";
    assert!(ran.out.contains(why), "{}", ran.out);
}

#[test]
fn a_check_of_nothing_has_a_failed_test() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ran = run(&["check", &file, "--junit"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("tests=\"1\" failures=\"1\""), "{}", ran.out);
    assert!(ran.out.contains("nothing was checked"), "{}", ran.out);
}

#[test]
fn each_scenario_is_a_test() {
    let file = sample("agents_ramp.ron");
    for (verb, options, code) in [
        ("simulate", &[][..], 0),
        ("simulate", &["--seconds", "1"], 1),
        ("check", &[], 0),
        ("check", &["--json"], 2),
    ] {
        let ran = run(&[&[verb, &file, "--junit"], options].concat());
        assert_eq!(ran.code, Some(code), "{verb} {options:?}: {} {}", ran.out, ran.err);
        if code < 2 {
            assert!(ran.out.contains(&format!("failures=\"{code}\"")), "{}", ran.out);
            assert!(ran.out.contains("name=\"scenario "), "{}", ran.out);
        }
    }
}
