//! Results of scenarios as tests of JUnit.

use std::path::Path;

use super::{Report, ScenarioRow};
use crate::cli::args::work::AT_LIMIT;
use crate::cli::junit::{TestCase, TestSuite};

impl ScenarioRow {
    /// Returns its test, which fails with the reasons why it differs, or the number of agents that arrived.
    pub(in crate::cli) fn test(&self, is_fine: bool) -> TestCase {
        let arrived = || format!("{} of {} agents arrived", self.arrived, self.agents);
        let why = || if self.reasons.is_empty() { arrived() } else { self.reasons.join("; ") };
        let why = (!is_fine && !self.updated).then(why);
        TestCase::of_failure(&format!("scenario {}", self.name), why.as_deref())
    }
}

impl Report {
    /// Returns a test for each scenario, and one for those that were not run.
    pub(super) fn suite(&self, path: &Path) -> TestSuite {
        let stopped = (self.stopped_scenarios > 0).then_some(AT_LIMIT);
        let complete = TestCase::of_failure("Run is complete", stopped);
        let tests = self.scenarios.iter().map(|row| row.test(row.is_fine()));
        TestSuite { file: path.display().to_string(), tests: tests.chain([complete]).collect() }
    }
}
