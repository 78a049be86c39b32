//! Search of a whole mesh for issues after the weld distance has changed.
//!
//! A small mesh is searched at once, a large one by a worker on a snapshot. Until the result arrives, gaps are those
//! of the previous weld distance. The editor updates the result with the edits made since.

use std::sync::Arc;

use crate::document::issues::Issues;
use crate::editor::Editor;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When, memo_at};
use crate::progress::Stopped;

/// Maximum number of cells that are searched at once; 4,000 around one vertex take about 0.2 s.
const MOST_AT_ONCE: usize = 4_000;

/// Key of the issues for another weld distance.
#[derive(Clone, Debug)]
pub(in crate::editor) struct IssuesKey {
    /// Mesh when the search began. The result is updated with the edits made since.
    ground: MeshSnapshot,
    /// Distance, in metres, below which elements count as almost meeting.
    weld_distance: f32,
}

impl PartialEq for IssuesKey {
    /// Compares the weld distances, because a result is updated with all edits.
    fn eq(&self, other: &Self) -> bool {
        self.weld_distance == other.weld_distance
    }
}

impl Analysis for IssuesKey {
    type Value = Issues;

    const TITLE: &'static str = "searching for issues";

    memo_at!(recheck);

    fn when(editor: &Editor) -> When {
        let is_known = editor.options.weld_distance == editor.issues.tolerance();
        if is_known { When::Never } else { When::Always }
    }

    fn key(editor: &Editor) -> Option<Self> {
        Some(Self { ground: editor.mesh_snapshot(), weld_distance: editor.options.weld_distance })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Issues, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        Issues::build_with_progress(mesh, derived, self.weld_distance, progress)
    }

    fn done(editor: &mut Editor) {
        let Some((key, mut issues)) = editor.recheck.take_value() else { return };
        let changes = (*key.ground.derived).clone().update(&editor.document.mesh);
        issues.update(&editor.document.mesh, &editor.derived, &changes);
        editor.issues = Arc::new(issues);
    }

    fn stopped(editor: &mut Editor) {
        let kept = editor.issues.tolerance();
        editor.options.weld_distance = kept;
        editor.say(Message::info(format!("The check was stopped, so the weld distance stays {kept} m.")));
    }
}

/// Returns the number of the job while issues for another weld distance are being found.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.recheck.running()
}

/// Finds issues of a small mesh if the weld distance has changed; a job finds those of a large mesh.
pub(in crate::editor) fn recheck_issues(editor: &mut Editor) {
    let weld_distance = editor.options.weld_distance;
    let is_small = editor.document.mesh.cell_count() <= MOST_AT_ONCE;
    if is_small && weld_distance != editor.issues.tolerance() {
        editor.issues = Arc::new(Issues::build(&editor.document.mesh, &editor.derived, weld_distance));
    }
}
