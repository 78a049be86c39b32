//! Agents that follow paths over a mesh, at a fixed time step.
//!
//! A simulation is deterministic: the same mesh, scenario and seed give the same positions on every machine. Sine,
//! cosine and the like come from `libm`, because those of the standard library differ between platforms.
//!
//! The modules are listed in reading order; a module uses only modules above it.

pub mod steering;
mod path_curve;
pub mod followed_path;
pub mod nav_actor;
pub mod scenario;
mod agent_class;
mod local_search;
pub mod path_corridor;
pub mod events;
mod target_tree;
mod neighbor_grid;
pub mod avoidance;
pub mod places;
pub mod path_smoothing;
pub mod goal;
pub mod world;
pub mod recording;
pub mod keyframes;
pub mod recorded_run;
pub mod decisions;
pub mod heat;
pub mod stuck;
pub mod why_stuck;
pub mod report;
pub mod stuck_fix;
