//! Findings as JUnit XML, which build servers read: a test for each kind of issue.

use super::finding::{FileFindings, Finding};
use super::{all_kinds, text};
use crate::cli::output::plain_count;
use crate::picture::svg::escaped;
use navsmith_formats::check::{IssueType, Severity};

/// Numbers of tests by result.
#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
}

/// Returns the findings as a test suite for each file.
///
/// The test of a kind fails on a new finding of the level.
pub(super) fn write(files: &[FileFindings], level: Severity) -> String {
    let mut total = Counts::default();
    let mut suites = String::new();
    for file in files {
        let (suite, counts) = suite(file, level);
        suites += &suite;
        total.tests += counts.tests;
        total.failures += counts.failures;
        total.errors += counts.errors;
    }
    let counts = attributes(total);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"navsmith validate\"{counts}>\n\
         {suites}</testsuites>\n"
    )
}

fn attributes(Counts { tests, failures, errors }: Counts) -> String {
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn suite(file: &FileFindings, level: Severity) -> (String, Counts) {
    let name = escaped(&file.file.display().to_string());
    let mut counts = Counts::default();
    let mut tests = String::new();
    let mut test = |title: &str, body: &str| {
        counts.tests += 1;
        let test = format!("    <testcase classname=\"{name}\" name=\"{title}\"");
        let rest = if body.is_empty() { "/>\n".to_owned() } else { format!(">\n{body}    </testcase>\n") };
        tests.extend([test, rest]);
    };
    if let Some(why) = &file.unreadable {
        test("File is readable", &format!("      <error message=\"{}\"/>\n", escaped(why)));
        counts.errors = 1;
    } else {
        let mut failures = 0;
        for kind in all_kinds() {
            let of_kind = file.findings.iter().filter(|finding| finding.kind.name == kind.name);
            let (body, is_failed) = of_findings(kind, &of_kind.collect::<Vec<_>>(), level);
            test(kind.title, &body);
            failures += usize::from(is_failed);
        }
        let notes = escaped_lines(file.notes.iter().cloned());
        let message = "a search ended early, so issues may be missing";
        test(
            "Search is complete",
            &if file.is_complete {
                element("system-out", "", &notes)
            } else {
                element("failure", &format!(" message=\"{message}\""), &notes)
            },
        );
        counts.failures = failures + usize::from(!file.is_complete);
    }
    let attributes = attributes(counts);
    (format!("  <testsuite name=\"{name}\"{attributes}>\n{tests}  </testsuite>\n"), counts)
}

/// Returns the content of the test of a kind, and whether it fails.
fn of_findings(kind: &IssueType, findings: &[&Finding], level: Severity) -> (String, bool) {
    let new: Vec<&Finding> = findings.iter().copied().filter(|finding| finding.is_new()).collect();
    let ignored = findings.iter().filter(|finding| finding.is_ignored).count();
    let known = findings.len() - new.len() - ignored;
    let lines = escaped_lines(new.iter().map(|finding| text::line(finding)));
    let is_failed = new.iter().any(|finding| finding.fails(level));
    let mut body = if is_failed {
        let issues = plain_count(new.len(), "issue", "issues");
        let effect = escaped(&format!("{issues}. {} {}", kind.effect, kind.remedy));
        element("failure", &format!(" type=\"{}\" message=\"{effect}\"", kind.name), &lines)
    } else {
        element("system-out", "", &lines)
    };
    let others = [
        (known, plain_count(known, "known issue", "known issues")),
        (ignored, plain_count(ignored, "ignored issue", "ignored issues")),
    ];
    for (_, words) in others.into_iter().filter(|(count, _)| *count > 0) {
        body += &element("system-out", "", &(words + "\n"));
    }
    (body, is_failed)
}

/// Returns an element with lines of text; nothing without lines and attributes.
fn element(name: &str, attributes: &str, lines: &str) -> String {
    if lines.is_empty() && attributes.is_empty() {
        return String::new();
    }
    format!("      <{name}{attributes}>\n{lines}</{name}>\n")
}

fn escaped_lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| escaped(&line) + "\n").collect()
}
