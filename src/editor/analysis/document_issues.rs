//! Issues of the document as a whole.

use crate::editor::State;
use crate::editor::analysis::recheck;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::Analysis;
use navsmith_core::progress::Stopped;
use navsmith_formats::check::{ListedIssues, MeshLimits};
use navsmith_formats::document::Document;

/// Key of the issues.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct DocumentIssuesKey {
    ground: MeshSnapshot,
    document: Document,
    limits: MeshLimits,
}

impl Analysis for DocumentIssuesKey {
    type Value = ListedIssues;

    const TITLE: &'static str = "searching for issues of the document";

    fn key(state: &State) -> Option<Self> {
        let (ground, document) = (state.mesh_snapshot(), state.document().clone());
        Some(Self { ground, document, limits: recheck::limits(state) })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Self::Value, Stopped> {
        Ok(ListedIssues::of_document(&self.document, &self.ground.derived, &self.limits))
    }
}

/// Returns the issues of the document as a whole.
pub fn document_issues(state: &State) -> Option<&ListedIssues> {
    state.value::<DocumentIssuesKey>()
}
