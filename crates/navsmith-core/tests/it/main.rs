//! Integration tests of the core, one module per feature.

mod support;

#[cfg(feature = "simulation")]
mod agent_costs;
mod algorithms;
mod any_corridor_any_place;
#[cfg(feature = "simulation")]
mod arrivals;
mod clearance;
mod common_borders;
mod comparisons;
mod concave_cells;
#[cfg(feature = "simulation")]
mod crowd_corners;
mod derived_data_follows_the_mesh;
mod distance_field;
mod island_gaps;
mod link_attachment;
mod pathfinding_oracle;
mod polyanya;
mod queries_take_no_memory;
mod search_oracle;
#[cfg(feature = "simulation")]
mod simulation_faults;
mod surface_lengths;
mod trace_laws;
mod walkers;
mod welding_is_order_independent;
mod whole_mesh;
mod wide_links;
