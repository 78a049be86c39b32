//! Analyses of a mesh: clearance, chokepoints, distances, gaps, and the comparison of algorithms.

pub mod clearance;
pub mod chokepoints;
pub mod all_pairs;
pub mod distance_field;
pub mod closest_reachable;
pub mod compare;
pub mod island_gaps;
