//! Integration tests of the core, one module per feature.

mod support;

#[cfg(feature = "simulation")]
mod agent_costs;
#[cfg(feature = "simulation")]
mod agents_in_space;
mod algorithms;
mod answers;
mod any_corridor_any_place;
#[cfg(feature = "simulation")]
mod arrivals;
mod baked;
mod chokepoints;
mod circle_walks;
mod clearance;
mod common_borders;
mod compared_paths;
mod comparisons;
mod concave_cells;
#[cfg(feature = "simulation")]
mod corridor_costs;
#[cfg(feature = "simulation")]
mod crowd_corners;
#[cfg(feature = "simulation")]
mod crowd_limits;
mod derived_data_follows_the_mesh;
mod detail_heights;
mod distance_field;
mod division;
mod editing;
#[cfg(feature = "simulation")]
mod explanations;
mod foundations;
mod geometry;
mod island_gaps;
mod link_attachment;
mod locating;
mod outlines;
mod pathfinding_oracle;
mod platformer;
mod polyanya;
mod prepared;
mod queries_take_no_memory;
#[cfg(feature = "simulation")]
mod scenarios;
mod search_effort;
mod search_oracle;
mod shared_edges;
#[cfg(feature = "simulation")]
mod simulation_faults;
#[cfg(feature = "simulation")]
mod steering;
mod storage;
mod strings;
mod surface_lengths;
mod surface_walks;
mod trace_laws;
mod triangulation_steps;
mod triangulations;
mod walkers;
mod welding;
mod welding_is_order_independent;
mod whole_mesh;
mod wide_links;
