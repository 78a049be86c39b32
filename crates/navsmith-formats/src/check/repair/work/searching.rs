//! Searches for the issues of the mesh during a repair, and whether they found all.

use super::Work;
use crate::check::{IssueSearch, Issues, WELD_DISTANCE};

impl Work<'_> {
    /// Searches the whole mesh for the issues that the steps fix.
    pub(in crate::check::repair) fn search(&mut self) {
        self.issues = Issues::build(self.derived.mesh(), &self.derived, *self.issues.limits());
    }

    /// Lists the issues that a usual search of the whole mesh finds.
    ///
    /// A larger tolerance also lists wider gaps, and updates after edits can find what such a search stops before.
    pub(in crate::check::repair) fn search_again(&mut self) {
        let usual = WELD_DISTANCE * self.options.metre;
        if self.options.tolerance > usual || self.derived.mesh() != self.original {
            let limits = self.options.usual_limits();
            self.issues = Issues::build(self.derived.mesh(), &self.derived, limits);
        }
    }

    /// Completes a search for errors that stopped, if all errors of the original mesh are known.
    ///
    /// Otherwise an edit that adds no errors, such as a cut into long and narrow cells, would be undone.
    pub(in crate::check::repair) fn search_further(&mut self) {
        if self.were_known && self.may_lack_errors() {
            self.issues.search_further(self.derived.mesh(), &self.derived);
        }
    }

    /// Whether a search for issues that the steps fix stopped early, so that some are not known.
    pub(in crate::check::repair) fn is_stopped(&self) -> bool {
        let mut searches = self.options.steps.iter().flat_map(|step| step.searches());
        searches.any(|&search| self.issues.is_stopped(search))
    }

    /// Whether a search for errors stopped early, so that some are not known.
    pub(in crate::check::repair) fn may_lack_errors(&self) -> bool {
        IssueSearch::OF_ERRORS.iter().any(|&search| self.issues.is_stopped(search))
    }
}
