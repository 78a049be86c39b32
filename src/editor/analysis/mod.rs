//! Analyses of the mesh and of the answer; each one is computed by the engine.

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
