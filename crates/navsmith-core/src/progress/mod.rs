//! Progress and cancellation of long computations.
//!
//! A computation gets a [`Progress`], reports to it from time to time, and ends with [`Stopped`] once it is stopped.
//! The owner keeps a clone, which shows the stage and the completed share, and stops the computation. No other module
//! uses callbacks for this.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The error of a computation that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computation was stopped")]
pub struct Stopped;

/// Progress of a computation, shared by the computation and its owner.
///
/// Clones share their state. A token from [`Self::none`] ignores reports and never stops.
#[derive(Clone, Debug)]
pub struct Progress {
    shared: Option<Arc<Shared>>,
    /// First completed share of this part of the computation.
    from: f32,
    /// Share of this part of the computation in the whole.
    share: f32,
    /// Number of units that the owner expects in this part; `None` if unknown.
    expected: Option<usize>,
}

#[derive(Debug)]
struct Shared {
    stage: Mutex<&'static str>,
    /// Completed share from 0 to 1 as bits, or [`UNKNOWN`].
    done: AtomicU32,
    state: AtomicU8,
    /// Number of reports after which the computation stops; negative for no limit.
    reports_left: AtomicI64,
}

/// The computation runs and can be stopped.
const RUNNING: u8 = 0;
/// The computation was stopped.
const STOPPED: u8 = 1;
/// The computation can no longer be stopped.
const COMMITTED: u8 = 2;

/// Value of an unknown completed share.
const UNKNOWN: u32 = u32::MAX;

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress {
    /// Creates a token that ignores reports and never stops.
    pub const fn none() -> Self {
        Self { shared: None, from: 0.0, share: 1.0, expected: None }
    }

    /// Creates a token with an unknown completed share.
    pub fn new() -> Self {
        Self::with_limit(-1)
    }

    /// Creates a token that stops the computation at report number `reports`, counted from 0.
    ///
    /// Reports are counted, not timed, so the computation stops at the same place on every machine.
    pub fn stopping_after(reports: u32) -> Self {
        Self::with_limit(i64::from(reports))
    }

    fn with_limit(reports: i64) -> Self {
        let shared = Shared {
            stage: Mutex::new(""),
            done: AtomicU32::new(UNKNOWN),
            state: AtomicU8::new(RUNNING),
            reports_left: AtomicI64::new(reports),
        };
        Self { shared: Some(Arc::new(shared)), from: 0.0, share: 1.0, expected: None }
    }

    /// Returns a token for a part of the computation, which reports a range of the whole share.
    ///
    /// Its share from 0 to 1 maps to `range`.
    #[must_use]
    pub fn part(&self, range: Range<f32>) -> Self {
        let [from, to] = [range.start, range.end].map(|share| self.from + share * self.share);
        Self { shared: self.shared.clone(), from, share: to - from, expected: None }
    }

    /// Names the next stage, such as "welding", and returns a token for it, as [`Self::part`] does.
    #[must_use]
    pub fn stage(&self, name: &'static str, range: Range<f32>) -> Self {
        if let Some(shared) = &self.shared {
            *shared.stage.lock().unwrap_or_else(PoisonError::into_inner) = name;
        }
        self.part(range)
    }

    /// Reports that `done` of `total` units of this part are completed.
    pub fn report(&self, done: usize, total: usize) -> Result<(), Stopped> {
        if let Some(shared) = &self.shared {
            let done = (done as f32 / total.max(1) as f32).clamp(0.0, 1.0);
            shared.done.store((self.from + done * self.share).to_bits(), Ordering::Relaxed);
        }
        self.check()
    }

    /// Returns a token with an approximate number of units, which only the owner can estimate.
    #[must_use]
    pub fn expecting(&self, units: usize) -> Self {
        Self { expected: Some(units), ..self.clone() }
    }

    /// Reports completed units of a computation whose total only the owner can estimate.
    ///
    /// The completed share changes only if the owner called [`Self::expecting`].
    pub fn report_units(&self, done: usize) -> Result<(), Stopped> {
        self.expected.map_or_else(|| self.check(), |expected| self.report(done, expected))
    }

    /// Returns a counter of `total` units, which reports the first of every `every` units.
    pub const fn units(&self, total: usize, every: usize) -> Units<'_> {
        Units { progress: self, done: 0, total, every }
    }

    /// Reports that the computation runs, and leaves the completed share unchanged.
    pub fn check(&self) -> Result<(), Stopped> {
        let Some(shared) = &self.shared else { return Ok(()) };
        if shared.reports_left.load(Ordering::Relaxed) >= 0
            && shared.reports_left.fetch_sub(1, Ordering::Relaxed) <= 0
        {
            self.stop();
            // The limit stays used up.
            shared.reports_left.store(0, Ordering::Relaxed);
        }
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Stops the computation at its next report; returns `false` if it can no longer be stopped.
    pub fn stop(&self) -> bool {
        self.leave_running(STOPPED)
    }

    /// Makes the computation one that can no longer be stopped, before an irreversible step.
    pub fn commit(&self) -> Result<(), Stopped> {
        if self.leave_running(COMMITTED) || !self.is_stopped() { Ok(()) } else { Err(Stopped) }
    }

    fn leave_running(&self, state: u8) -> bool {
        self.shared.as_ref().is_some_and(|shared| {
            shared.state.compare_exchange(RUNNING, state, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        })
    }

    /// Whether the computation was stopped.
    pub fn is_stopped(&self) -> bool {
        self.state() == STOPPED
    }

    /// Whether the computation can be stopped: it was neither stopped nor committed.
    pub fn can_stop(&self) -> bool {
        self.shared.is_some() && self.state() == RUNNING
    }

    fn state(&self) -> u8 {
        self.shared.as_ref().map_or(RUNNING, |shared| shared.state.load(Ordering::Relaxed))
    }

    /// Returns the name of the current stage; empty before the first one.
    pub fn current_stage(&self) -> &'static str {
        let lock = self.shared.as_ref().map(|shared| shared.stage.lock());
        lock.map_or("", |stage| *stage.unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the completed share of the whole computation from 0 to 1; `None` before the first report.
    pub fn completed(&self) -> Option<f32> {
        let done = self.shared.as_ref()?.done.load(Ordering::Relaxed);
        if done == UNKNOWN { None } else { Some(f32::from_bits(done)) }
    }
}

/// Counter of the units of a loop, which reports only some of them.
#[derive(Debug)]
pub struct Units<'a> {
    progress: &'a Progress,
    done: usize,
    total: usize,
    every: usize,
}

impl Units<'_> {
    /// Counts a unit before it is computed; a stop is noticed at the next unit that is reported.
    pub fn step(&mut self) -> Result<(), Stopped> {
        if self.done.is_multiple_of(self.every) {
            self.progress.report(self.done, self.total)?;
        }
        self.done += 1;
        Ok(())
    }
}
