//! Questions asked of a mesh: locate, search, corridor, portals, funnel.
//!
//! This room never changes a mesh, and does not know documents, files or pictures.

mod agent;
mod algorithm;
mod corridor;
mod walkable;
mod locate;
mod search;
mod portal;
mod funnel;
mod captions;
mod cursor;
mod opening;
mod query;
mod profile;
mod chokes;
mod all_pairs;
mod distance_field;

pub use agent::{Agent, Filter};
pub use algorithm::{Algorithm, Method};
pub use all_pairs::{AllPairs, Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs};
pub use chokes::{ChokeCell, ChokePortal, Chokes, Extent, chokes};
pub use corridor::{Corridor, Way};
pub use cursor::{Breakpoint, PortalName, StepKey, find_key, key_of};
pub use distance_field::{DistanceField, Isoline, Root, distance_field};
pub use funnel::{Decision, Funnel, FunnelStep, Side, Waypoint, WaypointKind, string_pull};
pub use locate::{Located, locate};
pub use opening::Opening;
pub use portal::{Portal, portals_of};
pub use profile::Passing;
pub use query::{
    Answer, End, Moved, Outcome, Path, Query, Settings, Why, find_path, find_path_observed, find_path_traced,
};
pub use search::{Rejection, Search, SearchEvent, SearchLog, Status, Visit, distances};
pub use walkable::{Shut, Walkable};

pub use crate::navmesh::Surface;

use glam::Vec2;

/// One end of a path: a place on the ground, and how high to look down from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// X and Z.
    pub ground: Vec2,
    /// The height to look down from, so that of stacked floors the one just below is meant; `None` looks down from
    /// above everything, so the topmost is.
    pub height: Option<f32>,
}
