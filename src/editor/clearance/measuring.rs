//! Background measurement of every portal of a large mesh, on a snapshot.

use std::sync::{Arc, OnceLock};

use super::Clearance;
use super::ground::Ground;
use super::widest::WidestWork;
use crate::editor::work::Shared;
use crate::editor::{Editor, Effect};
use crate::pathfinding::query::settings::Settings;
use crate::progress::{Progress, Stopped};

/// Largest number of cells measured at once: in open terrain, 8,000 cells take about 0.2 s.
pub(super) const LARGE: usize = 8_000;

/// State of the measurement of a large mesh.
#[derive(Debug, Default)]
pub(in crate::editor) struct Measuring {
    widths: Option<Box<WidthsJob>>,
    /// Snapshot that the known widths belong to; `None` for a small mesh.
    measured: Option<Box<Ground>>,
    /// Snapshot whose measurement the user stopped.
    given_up: Option<Box<Ground>>,
    /// Whether to report a summary when the widths are known.
    is_to_be_told: bool,
    pub(super) widest: WidestWork,
}

/// Job that measures every portal of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct WidthsJob {
    /// Number that identifies this job.
    pub number: u64,
    ground: Ground,
}

impl WidthsJob {
    /// Runs the job.
    pub fn run(&self, progress: &Progress) -> Result<Clearance, Stopped> {
        Clearance::of(&self.ground.walkable(), progress)
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

    /// Prepares for a change of whether widths are shown.
    ///
    /// Requests a summary if widths are shown and not known yet.
    pub(super) fn begin_measuring(&mut self) {
        self.measuring.given_up = None;
        self.measuring.is_to_be_told = self.options.shows_clearance && self.clearance().is_none();
    }

    /// Clears the widths unless they belong to the current mesh, agent and filter.
    pub(in crate::editor) fn forget_clearance(&mut self) {
        if !self.measuring.measured.as_deref().is_some_and(|ground| self.is_measured(ground)) {
            self.query.clearance = OnceLock::new();
            self.measuring.measured = None;
        }
    }

    /// Starts to measure every portal in the background if widths are shown and not known.
    ///
    /// Stops a job for an earlier mesh, agent or filter. Starts nothing during a gesture.
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

    /// Stores the widths from the running job; ignores the result of any other job.
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
