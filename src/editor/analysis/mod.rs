//! Analyses of the mesh and of the answer; each one is computed by the engine.
//!
//! The repair dialog shows a `RepairPreview`, an analysis that runs while the dialog is open. It contains the repaired
//! mesh with its derived data, so applying it is quick. Fixes of all issues of a kind use it too, with a single step
//! (`RepairStep::of`), if there is a step for the kind.

pub mod recheck;
pub mod document_issues;
pub mod export_issues;
pub mod agent_issues;
pub mod chokepoints;
pub mod clearance;
pub mod distances;
pub mod survey;
pub mod why;
pub mod connections;
pub mod repair;
pub mod detour;
pub mod pairs;
pub mod measures;
pub mod legend;
