//! Questions asked of a mesh: locate, search, corridor, portals, funnel, surface; and the timeline of them all.
//!
//! This room never changes a mesh, and does not know documents, files or pictures.

mod agent;
mod algorithm;
mod preference;
mod corridor;
mod walkable;
mod clearance;
mod headroom;
mod locate;
mod squares;
mod search;
mod floor;
mod polyanya;
mod portal;
mod plane;
mod funnel;
mod laid;
mod round;
mod legs;
mod wide_links;
mod pull;
mod opening;
mod why;
mod optimality;
mod selection;
mod query;
mod trodden;
mod solver;
mod many;
mod profile;
mod chokes;
mod all_pairs;
mod distance_field;
mod wall;
mod outline;
mod raycast;
mod cells_in_circle;
mod distance_to_wall;
mod move_along_surface;
mod closest_reachable;
mod random_points;
mod timeline;
mod captions;
mod compare;
mod straits;

pub use agent::{Agent, Filter};
pub use algorithm::{Algorithm, Method};
pub use all_pairs::{AllPairs, Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs};
pub use cells_in_circle::{CircleCell, CircleEvent, cells_in_circle, cells_in_circle_observed};
pub use chokes::{ChokeCell, ChokePortal, Chokes, Extent, chokes, chokes_while};
pub use clearance::{
    Bottleneck, ClearWidth, Gap, Gaps, Widest, clear_widths, clear_widths_while, widest, widest_while,
    widest_within,
};
pub use closest_reachable::{
    Nearest, ReachEvent, closest_reachable, closest_reachable_observed, nearest_to_target,
    nearest_to_target_while,
};
pub use compare::{
    Comparison, Culprit, Defect, Detour, Fix, GapSummary, Mend, Misleading, PairGap, Parting, Row, compare,
    compare_with_progress, find_defect, gap_distribution, gap_summary, gaps, ground_length, partings, ratio,
};
pub use corridor::{Corridor, Way};
pub use distance_field::{DistanceField, Isoline, Root, distance_field};
pub use distance_to_wall::{
    NearestWall, WallEvent, distance_to_wall, distance_to_wall_observed, local_walls, local_walls_observed,
};
pub use floor::{Floor, Layout, Unrolled};
pub use funnel::{Decision, Funnel, FunnelStep, Side, Waypoint, WaypointKind, string_pull, string_pull_on};
pub use headroom::headroom;
pub use locate::{LocateStep, Located, Verdict, locate, locate_observed};
pub use many::{Batch, find_paths};
pub use move_along_surface::{Slide, WalkEvent, move_along_surface, move_along_surface_observed};
pub use opening::Opening;
pub use optimality::{OptimalityGap, lower_bound};
pub use plane::{Plane, Pulling};
pub use polyanya::{
    Cone, Dropped, Interval, IntervalEvent, IntervalLog, Optimum, Polyanya, Pruned, Standing, optimum,
};
pub use portal::{Portal, PortalEvent, portals_of, tell_portals};
pub use preference::{Because, Chosen, Preference};
pub use profile::{Passing, SurfaceEvent};
pub use query::{Answer, Outcome, Path, Query, Settings, find_path, find_path_observed, find_path_traced};
pub use random_points::{
    RandomEvent, random_points, random_points_in_circle, random_points_in_circle_observed,
    random_points_observed,
};
pub use raycast::{Ray, RayEvent, RayHit, raycast, raycast_observed};
pub use round::{Arc, Rounding};
pub use search::{
    Rejection, Search, SearchEvent, SearchLog, Status, Visit, distances, distances_while, sort_window,
};
pub use selection::SearchResult;
pub use solver::Solver;
pub use squares::Squares;
pub use straits::{Strait, StraitEnd, WayOver, gap_budget, ways_over, ways_over_while};
pub use timeline::{
    Breakpoint, CorridorEvent, Kind, Lesson, LocateEvent, MOST_EVENTS, PortalName, QueryEvent, QueryRecorder,
    QueryTrace, Run, Stage, StepKey, What, find_key, key_of, tell_corridor,
};
pub use trodden::{Trodden, find_path_while, still_answers};
pub use walkable::{Crossing, Shut, Walkable};
pub use wall::Wall;
pub use why::{End, Moved, Why};

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
