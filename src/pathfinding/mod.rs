//! Path queries on a mesh: locate, search, corridor, portals, funnel and surface, with a timeline.
//!
//! This module never changes a mesh. It does not depend on documents, files or rendering.

mod agent;
mod corridor;
mod headroom;
mod walkable;
mod wall;
mod endpoint;
mod locate;
mod outline;
mod raycast;
mod cells_in_circle;
mod distance_to_wall;
mod move_along_surface;
mod random_points;
mod ground;
mod search_mesh;
mod waypoint;
mod portal;
mod plane;
mod funnel;
mod wide_links;
mod surface_length;
mod round;
mod sections;
mod path;
mod profile;
mod footprint;
mod method;
mod polyanya;
mod search;
mod timeline;
mod captions;
mod algorithm;
mod settings;
mod selected_algorithm;
mod relaxation;
mod why;
mod pull;
mod optimality;
mod selection;
mod query;
mod kept_answer;
mod point_locator;
mod solver;
mod many;
mod clearance;
mod chokepoints;
mod all_pairs;
mod distance_field;
mod closest_reachable;
mod compare;
mod island_gaps;

pub use agent::{Agent, Filter};
pub use algorithm::{Algorithm, AlgorithmChoice, SearchResult};
pub use all_pairs::{AllPairs, Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs};
pub use cells_in_circle::{CircleCell, CircleEvent, cells_in_circle, cells_in_circle_observed};
pub use chokepoints::{
    ChokepointCell, ChokepointPortal, Chokepoints, Extent, chokepoints, chokepoints_while,
};
pub use clearance::{
    Bottleneck, ClearWidth, WallClearance, WallClearances, Widest, clear_widths, clear_widths_while, widest,
    widest_while, widest_within,
};
pub use closest_reachable::{
    Nearest, ReachEvent, closest_reachable, closest_reachable_observed, nearest_to_target,
    nearest_to_target_while,
};
pub use compare::{
    Comparison, Culprit, Defect, Detour, DetourFix, GapSummary, Mend, Misleading, PairGap, Parting, Row,
    compare, compare_with_progress, find_defect, gap_distribution, gap_summary, gaps, partings, ratio,
};
pub use corridor::{Corridor, Traversal};
pub use distance_field::{DistanceField, Isoline, Root, distance_field};
pub use distance_to_wall::{
    NearestWall, WallEvent, distance_to_wall, distance_to_wall_observed, local_walls, local_walls_observed,
};
pub use endpoint::{End, Endpoint};
pub use footprint::SearchFootprint;
pub use funnel::{Decision, Funnel, FunnelStep, string_pull, string_pull_on};
pub use headroom::headroom;
pub use island_gaps::{GapRoute, IslandGap, IslandGapEnd, gap_budget, gap_routes, gap_routes_while};
pub use kept_answer::{find_path_while, still_answers};
pub use locate::{LocateStep, LocateVerdict, Located, locate, locate_observed};
pub use many::{Batch, find_paths};
pub use method::Method;
pub use move_along_surface::{Slide, WalkEvent, move_along_surface, move_along_surface_observed};
pub use optimality::{OptimalityGap, lower_bound};
pub use path::Path;
pub use plane::{FunnelPlane, Pulling};
pub use point_locator::PointLocator;
pub use polyanya::{
    Cone, Dropped, Interval, IntervalEvent, IntervalLog, Optimum, Polyanya, Pruned, Standing, optimum,
};
pub use portal::{Portal, PortalEvent, Side, emit_portals, portals_of};
pub use profile::{Passing, SurfaceEvent};
pub use query::{Answer, Outcome, Query, find_path, find_path_observed, find_path_traced};
pub use random_points::{
    RandomEvent, random_points, random_points_in_circle, random_points_in_circle_observed,
    random_points_observed,
};
pub use raycast::{Ray, RayEvent, RayHit, raycast, raycast_observed};
pub use relaxation::Relaxation;
pub use round::{CornerArc, Rounding};
pub use search::{
    Rejection, Search, SearchEvent, SearchLog, Status, Visit, distances, distances_while, sort_window,
};
pub use search_mesh::{LazySearchMesh, SearchMesh, SearchMeshSource};
pub use selected_algorithm::{SelectedAlgorithm, SelectionReason};
pub use settings::Settings;
pub use solver::Solver;
pub use surface_length::ground_length;
pub use timeline::{
    Breakpoint, CorridorEvent, Kind, Lesson, LocateEvent, MOST_EVENTS, PortalName, QueryEvent, QueryRecorder,
    QueryTrace, Stage, StepKey, TraceKind, What, emit_corridor, find_key, key_of,
};
pub use walkable::{Blocked, LinkCrossing, Walkable};
pub use wall::Wall;
pub use waypoint::{Waypoint, WaypointKind};
pub use why::{Moved, Why};

pub use crate::navmesh::Surface;
