//! Findings as JUnit XML: a test for each kind of issue.

use super::finding::{FileFindings, Finding};
use super::{all_kinds, text};
use crate::cli::junit::{TestCase, TestResult, TestSuite, document, element};
use crate::cli::output::plain_count;
use crate::picture::svg::escaped;
use navsmith_formats::check::{IssueType, Severity};

/// Returns the findings as a test suite for each file.
///
/// The test of a kind fails on a new finding of the level.
pub(super) fn write(files: &[FileFindings], level: Severity) -> String {
    let suites: Vec<TestSuite> = files.iter().map(|file| suite(file, level)).collect();
    document("validate", &suites)
}

fn suite(file: &FileFindings, level: Severity) -> TestSuite {
    let name = file.file.display().to_string();
    let result = |is_failed| if is_failed { TestResult::Failed } else { TestResult::Passed };
    if let Some(why) = &file.unreadable {
        let error = format!("      <error message=\"{}\"/>\n", escaped(why));
        let test = TestCase::new("File is readable", TestResult::Error, error);
        return TestSuite { file: name, tests: vec![test] };
    }
    let of_kind = |kind: &IssueType| {
        let of_kind = file.findings.iter().filter(|finding| finding.kind.name == kind.name);
        let (body, is_failed) = of_findings(kind, &of_kind.collect::<Vec<_>>(), level);
        TestCase::new(kind.title, result(is_failed), body)
    };
    let mut tests: Vec<TestCase> = all_kinds().map(of_kind).collect();
    let notes = escaped_lines(file.notes.iter().cloned());
    let message = "a search ended early, so issues may be missing";
    let body = if file.is_complete {
        element("system-out", "", &notes)
    } else {
        element("failure", &format!(" message=\"{message}\""), &notes)
    };
    tests.push(TestCase::new("Search is complete", result(!file.is_complete), body));
    TestSuite { file: name, tests }
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

fn escaped_lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| escaped(&line) + "\n").collect()
}
