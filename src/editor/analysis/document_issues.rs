//! Issues of the document as a whole.

use crate::editor::Editor;
use crate::editor::analysis::recheck;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::Document;
use navsmith_formats::document::issues::{DocumentIssues, MeshLimits};

/// Key of the issues.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct DocumentIssuesKey {
    ground: MeshSnapshot,
    document: Document,
    limits: MeshLimits,
}

impl Analysis for DocumentIssuesKey {
    type Value = DocumentIssues;

    const TITLE: &'static str = "searching for issues of the document";

    fn key(editor: &State) -> Option<Self> {
        let (ground, document) = (editor.mesh_snapshot(), editor.document().clone());
        Some(Self { ground, document, limits: recheck::limits(editor) })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Self::Value, Stopped> {
        Ok(DocumentIssues::find(&self.document, &self.ground.derived, &self.limits))
    }
}

/// Returns the issues of the document as a whole.
pub fn document_issues(editor: &Editor) -> Option<&DocumentIssues> {
    editor.value::<DocumentIssuesKey>()
}
