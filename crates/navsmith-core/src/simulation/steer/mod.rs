//! Steering of an agent along its path: forces, followed paths, and path corridors.

pub mod steering;
pub(super) mod path_curve;
pub mod followed_path;
pub mod nav_actor;
mod local_search;
pub mod path_corridor;
