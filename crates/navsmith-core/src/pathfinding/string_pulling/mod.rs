//! String pulling: the portals of a corridor, the funnel, and the path with its corners rounded.

pub mod waypoint;
pub mod portal;
pub mod plane;
pub mod funnel;
pub(super) mod crossings;
pub(super) mod detailed_cells;
pub mod surface_length;
pub mod round;
pub(super) mod sections;
pub mod path;
pub mod profile;
