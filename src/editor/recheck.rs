//! Looking through a whole mesh for what is wrong, as another weld distance asks for it.
//!
//! Of a small mesh that is done at once, of a large one by the outside, on a snapshot. Until it comes back, what almost
//! meets is what was so by the weld distance before; what comes back is brought up to date with the edits made since.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::work::Shared;
use super::{Editor, Effect, Message};
use crate::document::issues::Issues;
use crate::navmesh::NavMesh;

/// With more cells than this, a recheck is long work: 4,000 around one vertex take about 0.2 s.
const LARGE: usize = 4_000;

/// The work of finding all issues of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct IssuesJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    /// What almost meets is nearer than this, in metres.
    weld_distance: f32,
}

impl IssuesJob {
    /// Does the work; `goes_on` hears how much is done, from 0 to 1, and may break it off, which gives `None`. Linear.
    pub fn run(&self, mut goes_on: impl FnMut(f32) -> ControlFlow<()>) -> Option<Issues> {
        Issues::build_while(&self.mesh, &self.derived, self.weld_distance, &mut goes_on)
    }
}

impl Editor {
    /// The number of the work while issues are being found by another weld distance.
    pub fn issues_under_way(&self) -> Option<u64> {
        self.recheck.as_ref().map(|job| job.number)
    }

    /// Looks for issues by the weld distance of the options, unless those that are known are by it.
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

    /// Takes what came of the work that was last begun, and where nothing did, the weld distance back; of any other work,
    /// nothing.
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
