//! Search of a whole mesh for issues after the weld distance or a threshold has changed.
//!
//! A small mesh is searched at once, a large one by a worker on a snapshot. Until the result arrives, the issues are
//! those of the previous thresholds. The editor updates the result with the edits made since.

use std::sync::Arc;

use crate::editor::Editor;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::issues::{Issues, MeshLimits};

/// Maximum number of cells that are searched at once; 4,000 around one vertex take about 0.2 s.
const MOST_AT_ONCE: usize = 4_000;

/// Key of the issues for other thresholds.
#[derive(Clone, Debug)]
pub(in crate::editor) struct IssuesKey {
    /// Mesh when the search began. The result is updated with the edits made since.
    ground: MeshSnapshot,
    limits: MeshLimits,
}

impl PartialEq for IssuesKey {
    /// Compares the thresholds, because a result is updated with all edits.
    fn eq(&self, other: &Self) -> bool {
        self.limits == other.limits
    }
}

impl Analysis for IssuesKey {
    type Value = Issues;

    const TITLE: &'static str = "searching for issues";

    fn when(editor: &Editor) -> When {
        if limits(editor) == *editor.issues.limits() { When::Never } else { When::Always }
    }

    fn key(editor: &Editor) -> Option<Self> {
        Some(Self { ground: editor.mesh_snapshot(), limits: limits(editor) })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Issues, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        Issues::build_with_progress(mesh, derived, self.limits, progress)
    }

    fn done(editor: &mut Editor) {
        let Some((key, mut issues)) = editor.analyses.recheck.take_value() else { return };
        let changes = (*key.ground.derived).clone().update(&editor.document.mesh);
        issues.update(&editor.document.mesh, &editor.derived, &changes);
        editor.issues = Arc::new(issues);
    }

    fn stopped(editor: &mut Editor) {
        let (wanted, kept) = (limits(editor), *editor.issues.limits());
        // Only the weld distance has changed.
        if wanted != kept && editor.document.thresholds.mesh_limits(kept.weld_distance) == kept {
            let kept = kept.weld_distance;
            editor.options.weld_distance = kept;
            let text = format!("The check was stopped, so the weld distance stays {kept} m.");
            return editor.say(Message::info(text));
        }
        editor.say(Message::info(
            "The check was stopped, so the issues are those of the earlier thresholds. Change one to check again.",
        ));
    }
}

/// Returns the limits that the document and the weld distance set.
pub fn limits(editor: &Editor) -> MeshLimits {
    editor.document.thresholds.mesh_limits(editor.options.weld_distance)
}

/// Returns the weld distance in units of the document.
pub fn weld_distance(editor: &Editor) -> f32 {
    editor.options.weld_distance * editor.document.thresholds.metre()
}

/// Returns the number of the job while issues for other thresholds are being found.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.analyses.recheck.running()
}

/// Finds issues of a small mesh if the thresholds have changed; a job finds those of a large mesh.
pub(in crate::editor) fn recheck_issues(editor: &mut Editor) {
    let limits = limits(editor);
    let is_small = editor.document.mesh.cell_count() <= MOST_AT_ONCE;
    if is_small && limits != *editor.issues.limits() {
        editor.issues = Arc::new(Issues::build(&editor.document.mesh, &editor.derived, limits));
    }
}
