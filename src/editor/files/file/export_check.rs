//! Issues of the export that the dialog is about.

use crate::editor::State;
use crate::editor::analysis::export_issues::{ExportSnapshot, MOST_CELLS};
use crate::editor::files::dialog::Dialog;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::Stopped;
use navsmith_formats::check::ListedIssues;
use navsmith_formats::io::Format;

/// Key of the issues.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ExportCheckKey {
    snapshot: ExportSnapshot,
    target: (&'static Format, FileCoordinates),
}

impl Analysis for ExportCheckKey {
    type Value = ListedIssues;

    const TITLE: &'static str = "checking the export";

    fn when(state: &State) -> When {
        if chosen(state).is_none() {
            return When::Never;
        }
        When::for_cells(state, MOST_CELLS, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { snapshot: ExportSnapshot::of(state), target: chosen(state)? })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.snapshot.check(self.target, progress)
    }
}

/// Returns the format and the coordinates of the open export dialog, unless it is about a picture.
fn chosen(state: &State) -> Option<(&'static Format, FileCoordinates)> {
    match state.dialog()? {
        Dialog::Export(dialog) if dialog.format.write.is_some() => {
            Some((dialog.format, dialog.settings().coordinates))
        }
        _ => None,
    }
}

/// Returns the issues of the export that the dialog is about; `None` until they are found.
pub fn export_check(state: &State) -> Option<&ListedIssues> {
    state.value::<ExportCheckKey>()
}

/// Returns the number of the job that finds them.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.export_check.running()
}
