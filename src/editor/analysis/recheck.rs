//! Search of a whole mesh for issues after the weld distance has changed.
//!
//! A small mesh is searched at once, a large one by a worker on a snapshot. Until the result arrives, the issues are
//! those of the previous weld distance. The editor updates the result with the edits made since.

use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use navsmith_core::progress::Stopped;
use navsmith_formats::check::{Issues, MeshLimits};

/// Maximum number of cells that are searched at once; 4,000 around one vertex take about 0.2 s.
const MOST_AT_ONCE: usize = 4_000;

/// Key of the issues for another weld distance.
#[derive(Clone, Debug)]
pub(in crate::editor) struct IssuesKey {
    /// Mesh when the search began. The result is updated with the edits made since.
    ground: MeshSnapshot,
    limits: MeshLimits,
}

impl PartialEq for IssuesKey {
    /// Compares the limits, because a result is updated with all edits.
    fn eq(&self, other: &Self) -> bool {
        self.limits == other.limits
    }
}

impl Analysis for IssuesKey {
    type Value = Issues;

    const TITLE: &'static str = "searching for issues";

    fn when(state: &State) -> When {
        if limits(state) == *state.issues().limits() { When::Never } else { When::Always }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { ground: state.mesh_snapshot(), limits: limits(state) })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Issues, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        Issues::build_with_progress(mesh, derived, self.limits, progress)
    }

    fn done(state: &mut State) -> Reaction {
        if let Some((key, mut issues)) = state.analyses.recheck.take_value() {
            let changes = (*key.ground.derived).clone().update(state.mesh());
            issues.update(state.mesh(), state.derived(), &changes);
            state.session.set_issues(issues);
        }
        Reaction::Nothing
    }

    fn stopped(state: &mut State) -> Reaction {
        let (wanted, kept) = (limits(state), *state.issues().limits());
        // Only the weld distance has changed.
        if wanted != kept && state.document().mesh_limits(kept.weld_distance) == kept {
            let kept = kept.weld_distance;
            state.session.options.weld_distance = kept;
            let text = format!("The check was stopped, so the weld distance stays {kept} m.");
            return Reaction::Show(Message::info(text));
        }
        Reaction::Show(Message::info(
            "The check was stopped, so the issues are those of the earlier unit of length. Change the weld distance to check again.",
        ))
    }
}

/// Returns the limits that the document and the weld distance set.
pub fn limits(session: &Session) -> MeshLimits {
    session.document().mesh_limits(session.options.weld_distance)
}

/// Returns the weld distance in units of the document.
pub fn weld_distance(session: &Session) -> f32 {
    session.options.weld_distance * session.document().metre
}

/// Returns the number of the job while issues for another weld distance are being found.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.recheck.running()
}

/// Finds issues of a small mesh if the limits have changed; a job finds those of a large mesh.
pub(in crate::editor) fn recheck_issues(session: &mut Session) {
    let limits = limits(session);
    let is_small = session.mesh().cell_count() <= MOST_AT_ONCE;
    if is_small && limits != *session.issues().limits() {
        session.set_issues(Issues::build(session.mesh(), session.derived(), limits));
    }
}
