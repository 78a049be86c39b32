//! Explanations of a run: reports, causes of agents that are stuck, and fixes.

pub mod stuck;
pub mod why_stuck;
pub mod report;
pub mod stuck_fix;
