//! Recorded runs: frames, states to continue from, decisions of an agent, and heat maps.

pub mod recording;
pub mod keyframes;
pub mod recorded_run;
pub mod decisions;
pub mod heat;
