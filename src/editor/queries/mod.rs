//! Queries: their settings, answers, recordings and expected answers, and the stepper.

pub(super) mod lesson;
pub(super) mod stepper;
pub(super) mod query;
pub(super) mod recordings;
pub(super) mod stepping;
pub(super) mod checks;
pub(super) mod input;
