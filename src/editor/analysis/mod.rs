//! Analyses of the mesh and of the answer; each one is computed by the engine.

pub(super) mod recheck;
pub(super) mod chokepoints;
pub(super) mod clearance;
pub(super) mod distances;
pub(super) mod survey;
pub(super) mod why;
pub(super) mod detour;
pub(super) mod pairs;
pub(super) mod legend;
