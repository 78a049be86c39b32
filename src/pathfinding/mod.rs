//! Path queries on a mesh: locate, search, corridor, portals, funnel and surface, with a timeline.
//!
//! This module never changes a mesh. It does not depend on documents, files or rendering.

mod agent;
mod algorithm;
mod algorithm_choice;
mod corridor;
mod walkable;
mod clearance;
mod headroom;
mod locate;
mod point_locator;
mod search;
mod search_mesh;
mod polyanya;
mod portal;
mod plane;
mod funnel;
mod laid;
mod round;
mod sections;
mod wide_links;
mod pull;
mod relaxation;
mod why;
mod optimality;
mod selection;
mod query;
mod footprint;
mod solver;
mod many;
mod profile;
mod chokepoints;
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
mod island_gaps;

pub use agent::{Agent, Filter};
pub use algorithm::{Algorithm, Method};
pub use algorithm_choice::{AlgorithmChoice, SelectedAlgorithm, SelectionReason};
pub use all_pairs::{AllPairs, Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs};
pub use cells_in_circle::{CircleCell, CircleEvent, cells_in_circle, cells_in_circle_observed};
pub use chokepoints::{ChokepointCell, ChokepointPortal, Chokepoints, Extent, chokepoints};
pub use clearance::{
    Bottleneck, ClearWidth, WallClearance, WallClearances, Widest, clear_widths, widest, widest_within,
};
pub use closest_reachable::{Nearest, ReachEvent, closest_reachable, nearest_to_target};
pub use compare::{
    Comparison, Culprit, Defect, Detour, DetourFix, GapSummary, Mend, Misleading, PairGap, Parting, Row,
    compare, find_defect, gap_distribution, gap_summary, gaps, ground_length, partings, ratio,
};
pub use corridor::{Corridor, Traversal};
pub use distance_field::{DistanceField, Isoline, Root, distance_field};
pub use distance_to_wall::{
    NearestWall, WallEvent, distance_to_wall, distance_to_wall_observed, local_walls, local_walls_observed,
};
pub use footprint::{
    EXPANSIONS_PER_REPORT, SearchFootprint, find_path_with_progress, search_limit, still_answers,
};
pub use funnel::{Decision, Funnel, FunnelStep, Side, Waypoint, WaypointKind, string_pull, string_pull_on};
pub use headroom::headroom;
pub use island_gaps::{GapRoute, IslandGap, IslandGapEnd, gap_budget, gap_routes};
pub use locate::{LocateStep, LocateVerdict, Located, locate, locate_observed};
pub use many::{Batch, find_paths};
pub use move_along_surface::{Slide, WalkEvent, move_along_surface, move_along_surface_observed};
pub use optimality::{OptimalityGap, lower_bound};
pub use plane::{FunnelPlane, Pulling};
pub use point_locator::PointLocator;
pub use polyanya::{
    Cone, Dropped, Interval, IntervalEvent, IntervalLog, Optimum, Polyanya, Pruned, Standing, optimum,
};
pub use portal::{Portal, PortalEvent, emit_portals, portals_of};
pub use profile::{Passing, SurfaceEvent};
pub use query::{Answer, Outcome, Path, Query, Settings, find_path, find_path_observed, find_path_traced};
pub use random_points::{
    RandomEvent, random_points, random_points_in_circle, random_points_in_circle_observed,
    random_points_observed,
};
pub use raycast::{Ray, RayEvent, RayHit, raycast, raycast_observed};
pub use relaxation::Relaxation;
pub use round::{CornerArc, Rounding};
pub use search::{Rejection, Search, SearchEvent, SearchLog, Status, Visit, distances, sort_window};
pub use search_mesh::{LazySearchMesh, SearchMesh, SearchMeshSource};
pub use selection::SearchResult;
pub use solver::Solver;
pub use timeline::{
    Breakpoint, CorridorEvent, Kind, Lesson, LocateEvent, MOST_EVENTS, PortalName, QueryEvent, QueryRecorder,
    QueryTrace, Stage, StepKey, TraceKind, What, emit_corridor, find_key, key_of,
};
pub use walkable::{Blocked, LinkCrossing, Walkable};
pub use wall::Wall;
pub use why::{End, Moved, Why};

pub use crate::navmesh::Surface;

use glam::Vec2;

/// One end of a path: a position on the ground and the height from which to look down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// X and Z.
    pub ground: Vec2,
    /// Height from which to look down, to select the floor directly below it.
    ///
    /// `None` selects the topmost floor.
    pub height: Option<f32>,
}
