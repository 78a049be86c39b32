//! Limits on the work and memory of readers and analyses.
//!
//! Files are untrusted, and meshes may be invalid. A limit in proportion to the input keeps every reader and every
//! analysis linear, whatever the input contains. Work is counted, not timed, so the result is the same on every
//! machine.

/// Minimum number of steps for any input, however small.
const LEAST_STEPS: u64 = 4_000_000;

/// Minimum number of bytes for any input, however small.
const LEAST_BYTES: u64 = 24 << 20;

/// The steps and bytes that a reader or an analysis may still use.
///
/// A step is about as much work as comparing two boxes. Bytes count retained memory only, not temporary memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    steps: u64,
    bytes: u64,
}

/// The error of a request that exceeds the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the input takes more work or memory than its size justifies")]
pub struct Exhausted;

impl Budget {
    /// A budget without limits, for work that its result bounds.
    pub const UNLIMITED: Self = Self { steps: u64::MAX, bytes: u64::MAX };

    /// Returns a budget of a number of steps, without a limit of bytes.
    pub const fn of_steps(steps: u64) -> Self {
        Self { steps, bytes: u64::MAX }
    }

    /// Returns the budget for reading a file of `len` bytes.
    pub fn of_file(len: usize) -> Self {
        Self::scaled(len, 64, 16)
    }

    /// Returns the budget for an analysis of `count` elements, such as the cells and vertices of a mesh.
    pub fn of_elements(count: usize) -> Self {
        Self::scaled(count, 256, 128)
    }

    /// Returns the budget of `count` units, each with its share of steps and bytes.
    fn scaled(count: usize, steps: u64, bytes: u64) -> Self {
        let of = |each: u64, least: u64| (count as u64).saturating_mul(each).saturating_add(least);
        Self { steps: of(steps, LEAST_STEPS), bytes: of(bytes, LEAST_BYTES) }
    }

    /// Returns this budget with `times` as many steps.
    #[must_use]
    pub fn with_more_steps(self, times: u64) -> Self {
        Self { steps: self.steps.saturating_mul(times), ..self }
    }

    /// Adds the budget of `len` more bytes of input.
    pub fn add_file(&mut self, len: usize) {
        let more = Self::of_file(len);
        self.steps = self.steps.saturating_add(more.steps - LEAST_STEPS);
        self.bytes = self.bytes.saturating_add(more.bytes - LEAST_BYTES);
    }

    /// Uses `count` steps. If fewer are left, it uses all of them, so all later requests fail too.
    pub fn step(&mut self, count: usize) -> Result<(), Exhausted> {
        take(&mut self.steps, count)
    }

    /// Uses `count` bytes. If fewer are left, it uses all of them, so all later requests fail too.
    pub fn keep(&mut self, count: usize) -> Result<(), Exhausted> {
        take(&mut self.bytes, count)
    }

    /// Returns the number of steps that were used since this budget was `before`.
    pub fn steps_since(&self, before: &Self) -> u64 {
        before.steps.saturating_sub(self.steps)
    }

    /// Returns the share of the steps of `before` that were used since, from 0 to 1.
    pub fn share_since(&self, before: &Self) -> f32 {
        (self.steps_since(before) as f64 / before.steps.max(1) as f64) as f32
    }

    /// Whether a request has failed, or the next one will.
    pub fn is_exhausted(&self) -> bool {
        self.steps == 0 || self.bytes == 0
    }
}

fn take(left: &mut u64, count: usize) -> Result<(), Exhausted> {
    let rest = left.checked_sub(count as u64);
    *left = rest.unwrap_or(0);
    rest.map(|_| ()).ok_or(Exhausted)
}
