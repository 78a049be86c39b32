//! `navsmith path`: path between two points.

use std::fmt::Display;

use serde::Serialize;

use super::answer::{EndAnswer, MeshErrors, because, length_text, links_text, optimality_gap, sizes, status};
use super::args::query::PathArguments;
use super::batch;
use super::load::load;
use super::output::{in_lines, json_worded, place, xyz};
use super::{Done, Exit};
use navsmith_core::budget::Exhausted;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::Filter;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::analysis::clearance::gaps::WallClearances;
use navsmith_core::pathfinding::analysis::clearance::widest::{Widest, widest};
use navsmith_core::pathfinding::analysis::closest_reachable::{Nearest, nearest_to_target};
use navsmith_core::pathfinding::analysis::island_gaps::{IslandGap, IslandGapEnd, gap_budget, gap_routes};
use navsmith_core::pathfinding::query::optimality::OptimalityGap;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Outcome, Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::{GreatCircle, Path};
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;

#[derive(Serialize)]
struct PathAnswer {
    /// `path`, `partial` or `no_path`.
    status: &'static str,
    /// Reason, as a sentence; `null` for a complete path.
    why: Option<String>,
    /// Length along the surface, in metres; `null` without a path.
    length: Option<f64>,
    /// Sum of all lengths, each times the cost of its cell or link; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Lower bound of the length of any path, or of its cost; `null` without a path.
    ///
    /// Lengths are in metres along the surface. It is `null` if errors leave it unclear where there is ground.
    lower_bound: Option<f64>,
    /// Length or cost as a multiple of the lower bound; `null` without a path, and if the bound is 0.
    ratio: Option<f64>,
    /// Number of errors of the mesh, which `validate` lists.
    errors: usize,
    /// Algorithm that answered; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// Reason for its selection, as a part of a sentence; `null` if the arguments name it.
    because: Option<String>,
    /// Method of string pulling: `flat`, `curved` or `sphere`.
    pulling: &'static str,
    /// Sphere on which the string was pulled.
    #[serde(skip_serializing_if = "Option::is_none")]
    sphere: Option<SphereAnswer>,
    ignores_links: bool,
    /// Cells crossed, in order, by their index in the file.
    cells: Vec<u32>,
    /// Sides crossed; left and right are relative to the direction of the path.
    portals: Vec<PortalAnswer>,
    waypoints: Vec<[f32; 3]>,
    /// Start on the mesh; `null` on a mesh without cells.
    start: Option<EndAnswer>,
    target: Option<EndAnswer>,
    expanded: usize,
    /// Half the width of the widest agent that gets through, in metres.
    ///
    /// `null` without a path, or without an obstacle.
    widest_radius: Option<f64>,
    /// Bottleneck that stops a wider agent.
    bottleneck: Option<BottleneckAnswer>,
    /// Path with rounded corners, for an agent with a radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounded: Option<Vec<[f32; 3]>>,
    /// String with middles of portals that are not tested, as in the tutorial, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    untested_middles: Option<UntestedAnswer>,
    /// Gaps of the nearest gap route, in order, if start and target are on different islands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<GapAnswer>,
    /// Reachable point nearest to the target, if no path leads to the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_reachable: Option<NearestAnswer>,
}

#[derive(Serialize)]
struct SphereAnswer {
    center: [f64; 3],
    radius: f64,
    /// Length of the great circle between the ends, in metres.
    great_circle: f64,
}

#[derive(Serialize)]
struct UntestedAnswer {
    waypoints: Vec<[f32; 3]>,
    /// Portal beside which the string leaves the corridor; `null` if it stays inside.
    leaves_at: Option<usize>,
}

#[derive(Serialize)]
struct NearestAnswer {
    cell: u32,
    point: [f32; 3],
    /// Distance from there to the target, in metres.
    distance: f64,
}

#[derive(Serialize)]
struct BottleneckAnswer {
    /// Two points that the agent passes between.
    ends: [[f32; 3]; 2],
    /// Clear width there, in metres.
    width: f64,
}

#[derive(Serialize)]
struct GapAnswer {
    /// Width in space, in metres.
    width: f64,
    /// Width on the ground, in metres.
    distance: f64,
    /// Height of the end above the beginning, in metres.
    height: f64,
    /// Nearest point on the side of the start.
    from: GapEndAnswer,
    /// Nearest point on the side of the target.
    to: GapEndAnswer,
}

#[derive(Serialize)]
struct GapEndAnswer {
    cell: u32,
    /// Index of the side, which begins at the corner with that index; `null` inside of the cell.
    side: Option<u32>,
    point: [f32; 3],
}

#[derive(Serialize)]
struct PortalAnswer {
    left: [f32; 3],
    right: [f32; 3],
}

pub(super) fn run(arguments: &PathArguments) -> Result<Done, String> {
    let loaded = load(&arguments.how.source)?;
    let left_out = loaded.left_out_line();
    let document = loaded.document;
    let filter = arguments.how.filter.of(&document)?;
    let derived = Derived::build(&document.mesh);
    let errors = MeshErrors::of(&document, &derived);
    let done = match (arguments.query(), &arguments.batch) {
        (Some(mut query), _) => {
            query.settings.filter = filter;
            one(&document, (&derived, errors), &query, arguments.how.json)
        }
        (None, Some(file)) => {
            let mut done = batch::run(&document, &derived, (&arguments.how, &filter), file)?;
            done.asides.extend(errors.note());
            Ok(done)
        }
        (None, None) => Err("give --from and --to, or --batch with a file of queries".into()),
    };
    Ok(done?.with_aside(left_out).worded_by(&document))
}

fn one(
    document: &Document,
    (derived, errors): (&Derived, MeshErrors),
    query: &Query,
    wants_json: bool,
) -> Result<Done, String> {
    let mesh = &document.mesh;
    let answer = find_path(mesh, derived, query);
    let (apart, stopped) = nearest_gaps(mesh, derived, &query.settings.filter, &answer);
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    let nearest = nearest_to_target(&walkable, &answer, &Progress::none()).unwrap_or_default();
    let gap = optimality_gap(&walkable, &query.settings, &answer, errors);
    let mut aside: Vec<&str> = stopped.into_iter().collect();
    let text = if wants_json {
        let (widest, stopped) = widest_of(&walkable, &answer);
        aside.extend(stopped);
        let gaps = apart.iter().map(GapAnswer::of).collect();
        let nearest_reachable = nearest.as_ref().map(NearestAnswer::of);
        let pulling = query.settings.pulling.on(derived);
        let plain =
            PathAnswer::of(&answer, &Settings { pulling, ..query.settings.clone() }, gap, widest.as_ref());
        json_worded(document, &PathAnswer { gaps, nearest_reachable, errors: errors.count, ..plain })?
    } else {
        let links = links_text(mesh, &query.settings.filter);
        let untested = indented(answer.path().and_then(Path::with_untested_middles));
        let notes =
            indented(answer.path().and_then(Path::great_circle)) + &untested + &links + &errors.text();
        text(&answer) + &gaps_text(&apart) + &indented(nearest) + &by(&answer) + &indented(gap) + &notes
    };
    let asides = (!aside.is_empty()).then(|| aside.join("; ")).into_iter().collect();
    Ok(Done { text, asides, exit: Exit::of(answer.path().is_some()), is_written: false })
}

/// Returns the gaps of the nearest gap route from the start's island to the target's, in order.
///
/// Returns none if the islands are not the reason. The second value is a sentence if the search stopped early.
fn nearest_gaps(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    answer: &Answer,
) -> (Vec<IslandGap>, Option<&'static str>) {
    let Some(&Why::DifferentIslands { start, target, .. }) = answer.why() else { return (Vec::new(), None) };
    let mut budget = gap_budget(mesh);
    let ways = gap_routes(mesh, derived, filter, [start, target], 1, &mut budget, &Progress::none());
    let way = ways.unwrap_or_default().into_iter().next();
    let stopped = budget.is_exhausted().then_some(
        "the search for gaps between islands stopped early, so a narrower one may exist; weld the mesh to join its islands",
    );
    (way.map(|way| way.island_gaps).unwrap_or_default(), stopped)
}

/// Width of a gap on the ground in metres below which it is an upright step.
const UPRIGHT: f64 = 5e-4;

fn gaps_text(gaps: &[IslandGap]) -> String {
    let line = |gap: &IslandGap| {
        let end = |end: IslandGapEnd| format!("cell {} at {}", end.cell.0, place(end.point.as_vec3()));
        let (width, rise) = (gap.width(), gap.rise());
        let is_upright = gap.on_ground() < UPRIGHT && rise.abs() >= UPRIGHT;
        let wide = if is_upright { "upright".to_owned() } else { format!("{width:.3} m wide") };
        format!("  gap: {wide}, {rise:+.3} m up, from {} to {}\n", end(gap.from), end(gap.to))
    };
    gaps.iter().map(line).collect()
}

impl GapAnswer {
    fn of(gap: &IslandGap) -> Self {
        let end = |IslandGapEnd { cell, side, point }: IslandGapEnd| GapEndAnswer {
            cell: cell.0,
            side: side.map(|side| side.side),
            point: xyz(point.as_vec3()),
        };
        let (from, to) = (end(gap.from), end(gap.to));
        Self { width: gap.width(), distance: gap.on_ground(), height: gap.rise(), from, to }
    }
}

/// Returns an indented line; empty without a value.
fn indented(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| format!("  {value}\n"))
}

/// Returns the widest path between the ends of an answer, and a sentence if the search stopped early.
fn widest_of(walkable: &Walkable<'_>, answer: &Answer) -> (Option<Widest>, Option<&'static str>) {
    let Some((start, target)) = answer.start.as_ref().zip(answer.target.as_ref()) else {
        return (None, None);
    };
    let progress = Progress::none();
    let gaps = WallClearances::build(walkable, &progress).unwrap_or_default();
    let found = widest(walkable, &gaps, start, target, &progress).unwrap_or(Err(Exhausted));
    let stopped = (gaps.is_cut_short() || found.is_err())
        .then_some("the search for the widest agent stopped early, so a wider or a narrower one may fit");
    (found.ok().flatten(), stopped)
}

impl PathAnswer {
    fn of(answer: &Answer, settings: &Settings, gap: Option<OptimalityGap>, widest: Option<&Widest>) -> Self {
        let bottleneck = widest.and_then(|widest| widest.bottleneck);
        let path = answer.path();
        let gates = path.iter().flat_map(|path| &path.portals).filter(|portal| portal.half_edge.is_some());
        Self {
            status: status(answer),
            why: answer.why().map(ToString::to_string),
            length: path.map(|path| path.length),
            cost: path.and_then(|path| path.cost),
            lower_bound: gap.map(|gap| gap.lower_bound),
            algorithm: answer.by.map(|by| by.algorithm.name()),
            because: answer.by.and_then(because),
            pulling: settings.pulling.name(),
            sphere: path.and_then(Path::great_circle).map(SphereAnswer::of),
            ignores_links: settings.filter.ignores_links,
            ratio: gap.and_then(OptimalityGap::ratio),
            errors: 0,
            cells: path.iter().flat_map(|path| &path.corridor).map(|cell| cell.0).collect(),
            portals: gates.map(|p| PortalAnswer { left: xyz(p.left), right: xyz(p.right) }).collect(),
            waypoints: path.iter().flat_map(|path| &path.waypoints).map(|w| xyz(w.point)).collect(),
            start: answer.start.as_ref().map(EndAnswer::of),
            target: answer.target.as_ref().map(EndAnswer::of),
            expanded: answer.expanded,
            widest_radius: bottleneck.and(widest).map(Widest::radius),
            bottleneck: bottleneck.map(|it| BottleneckAnswer { ends: it.ends.map(xyz), width: it.width }),
            rounded: path
                .and_then(|path| path.rounding.as_ref())
                .map(|it| it.points.iter().map(|&p| xyz(p)).collect()),
            untested_middles: path.and_then(Path::with_untested_middles).map(|untested| UntestedAnswer {
                waypoints: untested.waypoints.iter().map(|waypoint| xyz(waypoint.point)).collect(),
                leaves_at: untested.leaves_at,
            }),
            gaps: Vec::new(),
            nearest_reachable: None,
        }
    }
}

impl SphereAnswer {
    fn of(GreatCircle { sphere, great_circle, .. }: GreatCircle) -> Self {
        Self { center: sphere.center.to_array(), radius: sphere.radius, great_circle }
    }
}

impl NearestAnswer {
    fn of(nearest: &Nearest) -> Self {
        Self { cell: nearest.at.cell.0, point: xyz(nearest.at.point), distance: nearest.distance }
    }
}

/// Returns a line with the algorithm that answered, if it was selected automatically.
fn by(answer: &Answer) -> String {
    let by = answer.by.filter(|by| by.is_automatic() && answer.path().is_some());
    by.map_or_else(String::new, |by| format!("  found by {by}\n"))
}

fn text(answer: &Answer) -> String {
    let why = answer.why().map_or_else(String::new, |why| format!(": {why}"));
    match &answer.outcome {
        Outcome::NoPath { .. } => format!("no path{why}\n"),
        Outcome::Path(path) => path_text("path", path),
        Outcome::Partial { path, .. } => format!("partial{why}\n{}", path_text("path", path)),
    }
}

fn path_text(title: &str, path: &Path) -> String {
    let mut lines = vec![format!("{title}: {} through {}", length_text(path), sizes(path))];
    lines.extend(
        path.waypoints.iter().map(|waypoint| format!("  {} {}", place(waypoint.point), kind(waypoint))),
    );
    in_lines(&lines)
}

fn kind(waypoint: &Waypoint) -> String {
    match waypoint.kind {
        WaypointKind::Start => "start".into(),
        WaypointKind::Corner(vertex) => format!("corner: vertex {}, portal {}", vertex.0, waypoint.portal),
        WaypointKind::Slope => format!("the slope changes: portal {}", waypoint.portal),
        WaypointKind::Cost => format!("the cost of a metre changes: portal {}", waypoint.portal),
        WaypointKind::On(link) => format!("on link {}: portal {}", link.0, waypoint.portal),
        WaypointKind::Off(link) => format!("off link {}: portal {}", link.0, waypoint.portal),
        WaypointKind::Target => "target".into(),
    }
}
