//! Search of a whole mesh for issues after the weld distance has changed.
//!
//! A small mesh is searched at once, a large one by a worker on a snapshot. Until the result arrives, gaps are those
//! of the previous weld distance. The editor updates the result with the edits made since.

use std::sync::Arc;

use super::work::Shared;
use super::{Editor, Effect, Message};
use crate::document::issues::Issues;
use crate::navmesh::NavMesh;
use crate::progress::{Progress, Stopped};

/// Maximum number of cells that are searched at once; 4,000 around one vertex take about 0.2 s.
const LARGE: usize = 4_000;

/// Job that finds all issues of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct IssuesJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    /// Distance, in metres, below which elements count as almost meeting.
    weld_distance: f32,
}

impl IssuesJob {
    /// Runs the job in linear time.
    pub fn run(&self, progress: &Progress) -> Result<Issues, Stopped> {
        Issues::build_with_progress(&self.mesh, &self.derived, self.weld_distance, progress)
    }
}

impl Editor {
    /// Returns the number of the job while issues for another weld distance are being found.
    pub fn issues_under_way(&self) -> Option<u64> {
        self.recheck.as_ref().map(|job| job.number)
    }

    /// Finds issues for the weld distance of the options, unless the current issues are for it.
    pub(super) fn recheck_issues(&mut self) {
        self.stop_recheck();
        let weld_distance = self.options.weld_distance;
        if weld_distance == self.issues.tolerance() {
            return;
        }
        let mesh = self.document.mesh.clone();
        if mesh.cell_count() <= LARGE {
            self.issues = Issues::build(&mesh, &self.derived, weld_distance);
            return;
        }
        let (number, derived) = (self.begin_work(), Shared::of(&self.derived));
        let job = IssuesJob { number, mesh, derived, weld_distance };
        self.ask_outside(Effect::FindIssues(job.clone()));
        self.recheck = Some(job);
    }

    fn stop_recheck(&mut self) {
        let stop = self.recheck.take().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
    }

    /// Stores the result of the running job; ignores any other job.
    ///
    /// If the job was stopped, the previous weld distance is restored.
    pub(super) fn take_issues(&mut self, number: u64, found: Option<Arc<Issues>>) {
        let Some(job) = self.recheck.take_if(|job| job.number == number) else { return };
        let Some(found) = found else {
            self.options.weld_distance = self.issues.tolerance();
            let kept = self.options.weld_distance;
            return self
                .say(Message::info(format!("The check was stopped, so the weld distance stays {kept} m.")));
        };
        self.issues = Arc::unwrap_or_clone(found);
        let changes = Clone::clone(&*job.derived).update(&self.document.mesh);
        self.issues.update(&self.document.mesh, &self.derived, &changes);
    }
}
