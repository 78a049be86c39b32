//! JUnit XML, which build servers read: a suite for each file, with its tests.

use super::output::one_line;
use crate::picture::svg::escaped;

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestResult {
    Passed,
    Failed,
    /// The test could not run.
    Error,
}

/// A test of a suite.
#[derive(Debug)]
pub(super) struct TestCase {
    name: String,
    result: TestResult,
    /// Elements of the test.
    body: String,
}

/// The tests of a file.
#[derive(Debug)]
pub(super) struct TestSuite {
    /// Name of the file.
    pub(super) file: String,
    pub(super) tests: Vec<TestCase>,
}

impl TestCase {
    /// Returns a test with elements, such as those of [`element`].
    pub(super) fn new(name: &str, result: TestResult, body: String) -> Self {
        Self { name: name.to_owned(), result, body }
    }

    /// Returns a test that fails for a reason; it passes without one.
    pub(super) fn of_failure(name: &str, why: Option<&str>) -> Self {
        let Some(why) = why else { return Self::new(name, TestResult::Passed, String::new()) };
        let why = escaped(&one_line(why));
        Self::new(name, TestResult::Failed, element("failure", &format!(" message=\"{why}\""), ""))
    }
}

/// Returns the suites of a command as XML.
pub(super) fn document(command: &str, suites: &[TestSuite]) -> String {
    let all = suites.iter().flat_map(|suite| &suite.tests);
    let counts = counts(all);
    let suites: String = suites.iter().map(TestSuite::text).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"navsmith {command}\"{counts}>\n\
         {suites}</testsuites>\n"
    )
}

fn counts<'a>(tests: impl Iterator<Item = &'a TestCase>) -> String {
    let results: Vec<TestResult> = tests.map(|test| test.result).collect();
    let count = |result| results.iter().filter(|it| **it == result).count();
    let (tests, failures, errors) = (results.len(), count(TestResult::Failed), count(TestResult::Error));
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

impl TestSuite {
    fn text(&self) -> String {
        let file = escaped(&self.file);
        let test = |TestCase { name, body, .. }: &TestCase| {
            let test = format!("    <testcase classname=\"{file}\" name=\"{}\"", escaped(name));
            if body.is_empty() { test + "/>\n" } else { format!("{test}>\n{body}    </testcase>\n") }
        };
        let tests: String = self.tests.iter().map(test).collect();
        let counts = counts(self.tests.iter());
        format!("  <testsuite name=\"{file}\"{counts}>\n{tests}  </testsuite>\n")
    }
}

/// Returns an element with lines of text; nothing without lines and attributes.
pub(super) fn element(name: &str, attributes: &str, lines: &str) -> String {
    if lines.is_empty() && attributes.is_empty() {
        return String::new();
    }
    format!("      <{name}{attributes}>\n{lines}</{name}>\n")
}
