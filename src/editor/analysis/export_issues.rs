//! Issues of the export targets that the document stores.

use crate::editor::State;
use crate::editor::analysis::recheck;
use crate::editor::session::Session;
use crate::editor::session::job::{IssuesSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::{ListedIssues, MeshLimits};
use navsmith_formats::document::Document;
use navsmith_formats::io::Format;
use navsmith_formats::io::export_check::targets;

/// Number of cells above which a job writes the exports.
pub(in crate::editor) const MOST_CELLS: usize = 500;

/// An export of a document, to be checked.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ExportSnapshot {
    document: Document,
    issues: IssuesSnapshot,
    limits: MeshLimits,
}

impl ExportSnapshot {
    /// Returns a snapshot of the document.
    pub(in crate::editor) fn of(session: &Session) -> Self {
        let issues = IssuesSnapshot(session.shared_issues());
        Self { document: session.document().clone(), issues, limits: recheck::limits(session) }
    }

    /// Returns the issues of the export in a format.
    pub(in crate::editor) fn check(
        &self,
        target: (&'static Format, FileCoordinates),
        progress: &Progress,
    ) -> Result<ListedIssues, Stopped> {
        ListedIssues::of_export(&self.document, target, self.issues.0.iter(), &self.limits, progress)
    }
}

/// Key of the issues of the stored targets.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ExportIssuesKey(ExportSnapshot);

impl Analysis for ExportIssuesKey {
    type Value = ListedIssues;

    const TITLE: &'static str = "checking the exports";

    fn when(state: &State) -> When {
        if targets(state.document()).is_empty() {
            return When::Never;
        }
        When::for_cells(state, MOST_CELLS, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self(ExportSnapshot::of(state)))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let ExportSnapshot { document, issues, limits } = &self.0;
        ListedIssues::of_targets(document, || issues.0.iter(), limits, progress)
    }
}

/// Returns the issues of the stored targets; `None` until they are found, and without a target.
pub fn export_issues(state: &State) -> Option<&ListedIssues> {
    state.value::<ExportIssuesKey>()
}

/// Returns the number of the job that finds them.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.export_issues.running()
}
