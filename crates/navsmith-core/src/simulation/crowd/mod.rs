//! Agents near each other, and velocities without collisions.

pub(super) mod neighbor_grid;
pub mod avoidance;
