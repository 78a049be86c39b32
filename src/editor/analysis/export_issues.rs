//! Issues of the export targets that the document stores.

use std::sync::Arc;

use crate::document::Document;
use crate::document::issues::{Issue, MeshLimits};
use crate::editor::Editor;
use crate::editor::analysis::recheck;
use crate::editor::session::job::{IssuesSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, When, memo_at};
use crate::geometry::FileCoordinates;
use crate::io::export_check::ExportIssues;
use crate::io::{FileRef, Format};
use crate::navmesh::CellId;
use crate::progress::{Progress, Stopped};

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
    pub(in crate::editor) fn of(editor: &Editor) -> Self {
        let issues = IssuesSnapshot(Arc::clone(&editor.issues));
        Self { document: editor.document.clone(), issues, limits: recheck::limits(editor) }
    }

    /// Returns the issues of the export in a format.
    pub(in crate::editor) fn check(
        &self,
        target: (&'static Format, FileCoordinates),
        progress: &Progress,
    ) -> Result<ExportIssues, Stopped> {
        ExportIssues::find(&self.document, target, self.issues.0.iter(), &self.limits, progress)
    }
}

/// Key of the issues of the stored targets.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ExportIssuesKey {
    snapshot: ExportSnapshot,
    targets: Vec<(&'static Format, FileCoordinates)>,
}

impl Analysis for ExportIssuesKey {
    type Value = ExportIssues;

    const TITLE: &'static str = "checking the exports";

    memo_at!(found.exports);

    fn when(editor: &Editor) -> When {
        if targets(editor).next().is_none() {
            return When::Never;
        }
        When::for_cells(editor, MOST_CELLS, When::AfterFirstUse)
    }

    fn key(editor: &Editor) -> Option<Self> {
        let mut all: Vec<_> = Vec::new();
        for target in targets(editor) {
            if !all.contains(&target) {
                all.push(target);
            }
        }
        Some(Self { snapshot: ExportSnapshot::of(editor), targets: all })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let mut all = ExportIssues::default();
        for (done, &target) in (0_u16..).zip(&self.targets) {
            let share = |done: u16| f32::from(done) / self.targets.len() as f32;
            let found = self.snapshot.check(target, &progress.part(share(done)..share(done + 1)))?;
            all.issues.extend(found.issues);
            all.notes.extend(found.notes);
        }
        Ok(all)
    }
}

/// Returns the formats and coordinates of the stored targets that can be written.
fn targets(editor: &Editor) -> impl Iterator<Item = (&'static Format, FileCoordinates)> {
    editor.document.exports.iter().filter_map(|target| {
        let format = FileRef::from(target.file.clone()).format()?;
        format.write.is_some().then_some((format, target.coordinates))
    })
}

/// Returns the issues of the stored targets; `None` until they are found, and without a target.
pub fn export_issues(editor: &Editor) -> Option<&ExportIssues> {
    editor.value::<ExportIssuesKey>()
}

/// Returns the number of the job that finds them.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.found.exports.running()
}

/// Returns the issues of a cell.
pub(super) fn of_cell(editor: &Editor, cell: CellId) -> impl Iterator<Item = &Issue> {
    export_issues(editor).into_iter().flat_map(move |found| found.of_cell(cell))
}
