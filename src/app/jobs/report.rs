//! Progress and cancellation of a job, shared by its worker and the window.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Progress and state of a job.
#[derive(Debug)]
pub(super) struct Report {
    stage: Mutex<&'static str>,
    /// Completed share in thousandths, or [`UNKNOWN`].
    done: AtomicU32,
    state: AtomicU8,
    since: Instant,
}

/// The job runs and can be stopped.
const GOING: u8 = 0;
/// The job was stopped.
const STOPPED: u8 = 1;
/// The job can no longer be stopped.
const ENDING: u8 = 2;

/// Displayed state of a running job.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Running {
    /// Description of the job and its stage.
    pub(in crate::app) description: String,
    /// Completed share from 0 to 1; `None` if unknown.
    pub(in crate::app) done: Option<f32>,
    /// Estimated remaining time in seconds; `None` until it can be estimated.
    pub(in crate::app) seconds_left: Option<f32>,
    /// Whether the job can be stopped without loss.
    pub(in crate::app) can_stop: bool,
}

impl Running {
    /// Returns the remaining time in words; `None` if it is unknown or less than a second.
    pub(in crate::app) fn left(&self) -> Option<String> {
        let seconds = self.seconds_left.filter(|left| *left >= 1.0)?;
        let description =
            if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) };
        Some(format!("about {description} left"))
    }
}

/// Completed share and seconds below which the remaining time is not estimated.
const TELLING: (f32, f32) = (0.02, 1.0);

/// Value of an unknown completed share.
const UNKNOWN: u32 = u32::MAX;

impl Report {
    pub(super) fn new() -> Self {
        Self {
            stage: Mutex::new(""),
            done: AtomicU32::new(UNKNOWN),
            state: AtomicU8::new(GOING),
            since: Instant::now(),
        }
    }

    /// Sets the stage and the completed share, from 0 to 1; breaks if the job was stopped.
    pub(super) fn step(&self, stage: &'static str, done: f32) -> ControlFlow<()> {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.reach(done)
    }

    /// Sets the completed share, from 0 to 1; breaks if the job was stopped.
    pub(super) fn reach(&self, done: f32) -> ControlFlow<()> {
        self.done.store((done * 1000.0) as u32, Ordering::Relaxed);
        self.goes_on()
    }

    /// Breaks if the job was stopped; leaves the completed share unchanged.
    pub(super) fn goes_on(&self) -> ControlFlow<()> {
        if self.state.load(Ordering::Relaxed) == STOPPED {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Marks the job as one that can no longer be stopped, before an irreversible step.
    ///
    /// Breaks if the job was stopped already.
    pub(super) fn end(&self) -> ControlFlow<()> {
        if self.leave(ENDING) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Stops the job at its next report; returns `false` if it can no longer be stopped.
    pub(super) fn stop(&self) -> bool {
        self.leave(STOPPED)
    }

    fn leave(&self, state: u8) -> bool {
        self.state.compare_exchange(GOING, state, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Returns the current state of the job.
    ///
    /// `description` names the whole job, and `can_stop` is whether jobs of its kind can be stopped.
    pub(super) fn running(&self, description: &str, can_stop: bool) -> Running {
        let stage = *self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let description =
            if stage.is_empty() { description.to_owned() } else { format!("{description}: {stage}") };
        let done = Some(self.done.load(Ordering::Relaxed)).filter(|&done| done != UNKNOWN);
        let done = done.map(|done| (done as f32 / 1000.0).min(1.0));
        let seconds = self.since.elapsed().as_secs_f32();
        let seconds_left = done
            .filter(|&done| done >= TELLING.0 && seconds >= TELLING.1)
            .map(|done| seconds * (1.0 - done) / done);
        let can_stop = can_stop && self.state.load(Ordering::Relaxed) == GOING;
        Running { description, done, seconds_left, can_stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_was_stopped_breaks_at_its_next_step() {
        let report = Report::new();
        assert_eq!(report.step("welding", 0.1), ControlFlow::Continue(()), "it was not stopped");
        assert!(report.stop(), "in time");
        assert_eq!(report.step("finding neighbours", 0.5), ControlFlow::Break(()), "it was stopped");
        assert_eq!(report.end(), ControlFlow::Break(()), "so it does not end either");
    }

    #[test]
    fn what_is_ending_cannot_be_stopped() {
        let report = Report::new();
        assert!(report.end().is_continue(), "it was not stopped");
        assert!(!report.stop(), "too late");
        assert!(report.reach(0.9).is_continue() && !report.running("saving", true).can_stop, "it goes on");
    }

    #[test]
    fn work_says_what_it_is_at() {
        let report = Report::new();
        let before = report.running("reading big.ron", true);
        assert_eq!(
            (before.description.as_str(), before.done),
            ("reading big.ron", None),
            "before the first step"
        );
        assert!(report.step("finding neighbours", 0.5).is_continue(), "it goes on");
        let now = report.running("reading big.ron", true);
        assert_eq!(
            (now.description.as_str(), now.done),
            ("reading big.ron: finding neighbours", Some(0.5)),
            "half"
        );
    }
}
