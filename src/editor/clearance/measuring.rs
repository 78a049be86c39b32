//! Measuring every portal of a large mesh: the outside does it, on a snapshot.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::Clearance;
use super::widest::WidestWork;
use crate::editor::work::Shared;
use crate::editor::{Editor, Effect};
use crate::navmesh::NavMesh;
use crate::pathfinding::{Agent, Filter, Settings, Walkable};

/// With more cells than this, measuring is long work: in open terrain, 8,000 cells take about 0.2 s.
pub(super) const LARGE: usize = 8_000;

/// What is being measured.
#[derive(Debug, Default)]
pub(in crate::editor) struct Measuring {
    widths: Option<Box<WidthsJob>>,
    /// What the widths are of that are known; `None` where that is not a large mesh.
    measured: Option<Box<Ground>>,
    /// What somebody stopped to measure.
    given_up: Option<Box<Ground>>,
    /// Whether the widths are to be summed up once they are there.
    is_to_be_told: bool,
    pub(super) widest: WidestWork,
}

/// For whom a mesh is measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ground {
    pub(super) mesh: NavMesh,
    pub(super) derived: Shared,
    agent: Agent,
    filter: Filter,
}

/// The work of measuring every portal of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct WidthsJob {
    /// Tells this work from any other.
    pub number: u64,
    ground: Ground,
}

impl Ground {
    pub(super) fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }
}

impl WidthsJob {
    /// Does the work; `goes_on` is asked from time to time whether to, and may break it off, which gives `None`.
    pub fn run(&self, mut goes_on: impl FnMut() -> ControlFlow<()>) -> Option<Clearance> {
        Clearance::of(&self.ground.walkable(), &mut goes_on).continue_value()
    }
}

impl Editor {
    pub(super) fn measured_ground(&self) -> Ground {
        let Settings { agent, filter, .. } = self.settings().clone();
        Ground { mesh: self.document.mesh.clone(), derived: Shared::of(&self.derived), agent, filter }
    }

    pub(super) fn is_measured(&self, ground: &Ground) -> bool {
        let Settings { agent, filter, .. } = self.settings();
        ground.mesh == self.document.mesh && ground.agent == *agent && ground.filter == *filter
    }

    /// Widths are shown now, or no longer; those that are not known yet are summed up once they are.
    pub(super) fn begin_measuring(&mut self) {
        self.measuring.given_up = None;
        self.measuring.is_to_be_told = self.options.shows_clearance && self.clearance().is_none();
    }

    /// Forgets widths unless they are those of the mesh and the agent as they are now.
    pub(in crate::editor) fn forget_clearance(&mut self) {
        if !self.measuring.measured.as_deref().is_some_and(|ground| self.is_measured(ground)) {
            self.query.clearance = OnceLock::new();
            self.measuring.measured = None;
        }
    }

    /// Has the outside measure every portal where that is shown and not known, and gives up what is of an earlier mesh or
    /// of another agent; while a gesture is under way, nothing is begun.
    pub(in crate::editor) fn follow_measuring(&mut self) {
        self.forget_late_widest();
        let is_wanted = self.options.shows_clearance
            && self.document.mesh.cell_count() > LARGE
            && self.query.clearance.get().is_none()
            && !self.measuring.given_up.as_deref().is_some_and(|ground| self.is_measured(ground));
        let is_late = |job: &WidthsJob| !is_wanted || !self.is_measured(&job.ground);
        if self.measuring.widths.as_deref().is_some_and(is_late) {
            let stop = self.measuring.widths.take().map(|job| Effect::StopWork(job.number));
            self.effects.extend(stop);
        }
        if is_wanted && self.measuring.widths.is_none() && self.history.open().is_none() {
            let job = Box::new(WidthsJob { number: self.begin_work(), ground: self.measured_ground() });
            self.ask_outside(Effect::MeasureWidths(job.clone()));
            self.measuring.widths = Some(job);
        }
    }

    /// Takes the widths of the work under way; of any other, nothing.
    pub(in crate::editor) fn take_widths(&mut self, number: u64, found: Option<Arc<Clearance>>) {
        let Some(job) = self.measuring.widths.take_if(|job| job.number == number) else { return };
        let Some(found) = found else {
            (self.measuring.given_up, self.measuring.is_to_be_told) = (Some(job.ground.into()), false);
            return;
        };
        if self.is_measured(&job.ground) {
            self.query.clearance.get_or_init(|| Arc::unwrap_or_clone(found));
            self.measuring.measured = Some(job.ground.into());
            if std::mem::take(&mut self.measuring.is_to_be_told) {
                self.emit_clearance();
            }
        }
    }
}
