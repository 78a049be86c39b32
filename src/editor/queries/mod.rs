//! Queries: their settings, answers, recordings and expected answers, and the stepper.

pub mod lesson;
pub mod stepper;
pub mod query;
pub(super) mod recordings;
pub mod stepping;
pub mod checks;
pub mod input;
