//! Searches that are repeated with more work.

use super::{Issues, whole_budget};
use crate::check::IssueSearch;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::Progress;

/// Step budget of a search that is repeated, as a multiple of its usual budget.
const STEPS_FURTHER: u64 = 16;

impl Issues {
    /// Repeats the searches for errors that stopped early, with a multiple of their budget.
    ///
    /// Cells that are long and narrow can take more work than the size of their mesh justifies.
    pub(in crate::check) fn search_further(&mut self, mesh: &NavMesh, derived: &Derived) {
        let look = self.look(mesh, derived);
        for search in IssueSearch::OF_ERRORS {
            if self.lists.is_stopped(search) {
                self.lists.clear(search);
                let mut budget = whole_budget(mesh).with_more_steps(STEPS_FURTHER);
                // The token never stops the search.
                let _ = self.search(search, &look, &mut budget, &Progress::none());
            }
        }
    }
}
