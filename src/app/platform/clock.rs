//! Clocks.

use std::time::{Instant, SystemTime};

/// Measures the time since its start.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Stopwatch(Instant);

impl Stopwatch {
    pub(in crate::app) fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time since the start, in seconds.
    pub(in crate::app) fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// Returns the number of seconds since 1970.
pub(in crate::app) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Returns the local time, as `14:03`.
pub(in crate::app) fn local_time() -> String {
    jiff::Zoned::now().strftime("%H:%M").to_string()
}
