//! What a worker tells of its work while it is under way, and whether it is to stop.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Shared by a worker and the window.
#[derive(Debug)]
pub(super) struct Report {
    stage: Mutex<&'static str>,
    /// In thousandths.
    done: AtomicU32,
    is_stopped: AtomicBool,
    since: Instant,
}

/// Work under way, as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Running {
    /// What is being done, in words.
    pub(in crate::app) says: String,
    /// How much of it is done, from 0 to 1; `None` if nobody knows.
    pub(in crate::app) done: Option<f32>,
    /// For how much longer it will go on at this pace, in seconds; `None` before that can be told.
    pub(in crate::app) seconds_left: Option<f32>,
    /// Whether it can be stopped, with nothing lost.
    pub(in crate::app) can_stop: bool,
}

/// Below this much done, nobody can tell how long the rest takes.
const TELLING: f32 = 0.2;

impl Report {
    pub(super) fn new() -> Self {
        Self {
            stage: Mutex::new(""),
            done: AtomicU32::new(0),
            is_stopped: AtomicBool::new(false),
            since: Instant::now(),
        }
    }

    /// Says what is done next and how much is done already, from 0 to 1; breaks if it is not to be done any more.
    pub(super) fn step(&self, stage: &'static str, done: f32) -> ControlFlow<()> {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.done.store((done * 1000.0) as u32, Ordering::Relaxed);
        if self.is_stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Breaks the work off at its next step.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The work as it is now; `says` is what all of it is.
    pub(super) fn running(&self, says: &str, can_stop: bool) -> Running {
        let stage = *self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let says = if stage.is_empty() { says.to_owned() } else { format!("{says}: {stage}") };
        let done = self.done.load(Ordering::Relaxed) as f32 / 1000.0;
        let seconds_left =
            (done >= TELLING).then(|| self.since.elapsed().as_secs_f32() * (1.0 - done) / done);
        Running { says, done: (!stage.is_empty()).then_some(done), seconds_left, can_stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_was_stopped_breaks_at_its_next_step() {
        let report = Report::new();
        assert_eq!(report.step("welding", 0.1), ControlFlow::Continue(()), "nobody stopped it");
        report.stop();
        assert_eq!(report.step("finding neighbours", 0.5), ControlFlow::Break(()), "somebody did");
    }

    #[test]
    fn work_says_what_it_is_at() {
        let report = Report::new();
        let before = report.running("reading big.ron", true);
        assert_eq!((before.says.as_str(), before.done), ("reading big.ron", None), "before the first step");
        assert!(report.step("finding neighbours", 0.5).is_continue(), "it goes on");
        let now = report.running("reading big.ron", true);
        assert_eq!((now.says.as_str(), now.done), ("reading big.ron: finding neighbours", Some(0.5)), "half");
        assert!(now.seconds_left.is_some_and(|left| left >= 0.0), "{now:?}");
    }
}
