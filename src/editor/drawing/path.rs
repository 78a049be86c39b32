//! Marks of the answer: the corridor, its portals, the path and its ends, or gaps without a path.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::analysis::{connections, why};
use crate::editor::drawing::detour;
use crate::editor::queries::query::searching;
use crate::editor::queries::stepper;
use crate::editor::session::Session;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::{Portal, Side};
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};
use navsmith_core::pathfinding::timeline::Stage;

/// Shortest portal for which a line is drawn, and for which its ends are marked, in pixels.
const LEAST_PORTAL: f32 = 3.0;
const LEAST_ENDS: f32 = 9.0;

/// Smallest distance between two marked corners of the path, in pixels; more marks would hide the path.
const BETWEEN_WAYPOINTS: f32 = 20.0;

/// Space between the labels of two portals, across and down, in pixels.
const ROOM_OF_LABEL: Vec2 = Vec2::new(52.0, 16.0);

/// Draws the corridor, its portals and the path; while stepping, the parts found so far.
pub(super) fn draw_path(state: &State, scene: &mut Scene) {
    let before = searching::path_before(state);
    if !before.is_empty() {
        scene.polyline(Role::PathAhead, scene::on_surface(state, before.iter().copied(), 0.0));
    }
    let Some(path) = state.answer().and_then(Answer::path) else { return };
    // A walk or a ray does not depend on the path, which would hide it.
    if !stepper::is_at_query(state) {
        return;
    }
    let step = state.stage();
    let is_past = |stage| step.is_none_or(|(here, _)| here > stage);
    let at = |stage| step.filter(|&(here, _)| here == stage).map(|(_, local)| local);
    let draw_corridor = |scene: &mut Scene, cells: &[CellId]| {
        scene::draw_cells_in_view(state.mesh(), scene, Role::Corridor, cells.iter().copied(), usize::MAX);
    };
    if state.options().shows_corridor && is_past(Stage::Corridor) {
        draw_corridor(scene, &path.corridor);
        scene.polyline(Role::NodePath, node_path(state, path));
    } else if let Some(local) = at(Stage::Corridor) {
        draw_corridor(scene, &path.corridor[path.corridor.len().saturating_sub(local)..]);
    }
    if state.options().shows_portals && is_past(Stage::Portals) {
        draw_portals(state, scene, &path.portals);
    } else if let Some(local) = at(Stage::Portals) {
        draw_portals(state, scene, &path.portals[..local.min(path.portals.len())]);
    }
    // In the funnel stage, `draw_funnel` draws the path as far as it has been found.
    match step.map(|(stage, _)| stage) {
        None => draw_string(state, scene, path),
        Some(Stage::Surface) => {
            let steps = state.trace().count(Stage::Surface);
            if at(Stage::Surface).is_some_and(|local| local + 1 < steps) {
                scene.polyline(Role::PathAhead, final_points(state, path));
            }
        }
        Some(_) => {}
    }
}

/// Draws the path, with the radii of its arcs, and the string of the tutorial if that differs.
pub(super) fn draw_string(state: &State, scene: &mut Scene, path: &Path) {
    if let Some(untested) = path.with_untested_middles() {
        scene.polyline(Role::UntestedPath, untested.waypoints.iter().map(|it| it.point).collect());
    }
    let points = detour::beside_the_other(state, &scene.camera, final_points(state, path), Side::Left);
    scene.polyline(Role::Path, points);
    let arcs = path.rounding.iter().flat_map(|rounding| &rounding.arcs);
    let corners = arcs.clone().map(|arc| (arc, state.mesh().position(arc.around)));
    for (arc, corner) in corners.clone() {
        scene.polyline(Role::Clearance, vec![arc.ends[0], corner, arc.ends[1]]);
    }
    mark_waypoints(scene, corners.map(|(_, corner)| corner));
    let is_marked: fn(&Waypoint) -> bool = if path.rounding.is_some() { is_forced } else { is_turn };
    let marked = path.waypoints.iter().filter(|waypoint| is_marked(waypoint));
    mark_waypoints(scene, marked.map(|waypoint| waypoint.point));
}

/// Returns the line from start to target through the centres of portals and of the cells between.
fn node_path(session: &Session, path: &Path) -> Vec<Vec3> {
    let [Some(first), Some(last)] = [path.portals.first(), path.portals.last()] else {
        return Vec::new();
    };
    let mut points = vec![first.midpoint()];
    // A link has two ends, and therefore two portals, between two cells.
    let mut between = path.corridor.iter().skip(1).take(path.corridor.len().saturating_sub(2));
    for portal in &path.portals[1..path.portals.len() - 1] {
        points.push(portal.midpoint());
        let is_on = matches!(portal.link, Some(WaypointKind::On(_)));
        if !is_on && let Some(&cell) = between.next() {
            points.push(session.mesh().centroid(cell));
        }
    }
    points.push(last.midpoint());
    points
}

fn draw_portals(session: &Session, scene: &mut Scene, portals: &[Portal]) {
    let mut labelled = None;
    let [for_line, for_ends] = [LEAST_PORTAL, LEAST_ENDS].map(|pixels| scene.camera.meters(pixels));
    for portal in portals.iter().filter(|portal| portal.ids.is_some()) {
        let [left, right] = [portal.left, portal.right];
        let length = ground(left).distance(ground(right));
        if length < for_line || !scene.camera.sees(&Bounds::of([portal.left, portal.right])) {
            continue;
        }
        scene.line(Role::Portal, left, right);
        if length >= for_ends {
            scene.point(Role::PortalLeft, left);
            scene.point(Role::PortalRight, right);
            label_width(session, scene, portal, &mut labelled);
        }
    }
}

/// Labels a portal with its clear width if the agent has a radius and the previous label leaves space.
fn label_width(session: &Session, scene: &mut Scene, portal: &Portal, before: &mut Option<Vec2>) {
    let at = ground(portal.midpoint());
    let room = ROOM_OF_LABEL * scene.camera.meters(1.0);
    if before.is_some_and(|before| (at - before).abs().cmplt(room).all()) {
        return;
    }
    let settings = session.settings();
    let walkable = Walkable::new(session.mesh(), session.derived(), &settings.agent, &settings.filter);
    let width = portal.half_edge.map(|side| walkable.free_width(side));
    if let Some(width) = width.filter(|width| settings.agent.radius > 0.0 && width.is_finite()) {
        scene.label(Role::Number, portal.midpoint(), format!("{width:.2} m"));
        *before = Some(at);
    }
}

/// Draws the markers of the ends; an end off the mesh also gets a line to its position on the mesh.
pub(super) fn draw_ends(state: &State, scene: &mut Scene) {
    for (end, role) in [(End::Start, Role::Start), (End::Target, Role::Target)] {
        let Some(endpoint) = state.endpoint(end) else { continue };
        let located = state.located(end);
        let height = endpoint.height.or_else(|| located.map(|located| located.point.y));
        let at = at_height(endpoint.ground, height.unwrap_or_default());
        if let Some(located) = located.filter(|located| located.off_mesh.is_some()) {
            scene.line(Role::OffMesh, at, located.point);
        }
        scene.point(role, at);
    }
}

/// Marks corners of the path, in its order, where there is space.
fn mark_waypoints(scene: &mut Scene, corners: impl Iterator<Item = Vec3>) {
    let least = scene.camera.meters(BETWEEN_WAYPOINTS);
    let mut before: Option<Vec2> = None;
    for corner in corners {
        if before.is_none_or(|before| before.distance(ground(corner)) >= least) {
            scene.point(Role::Waypoint, corner);
            before = Some(ground(corner));
        }
    }
}

/// Returns the points of the finished path, rounded if it has a rounding.
///
/// A path on a sphere follows the cells instead, because a chord leaves the surface. So does one without a rounding over
/// cells with detail heights.
fn final_points(session: &Session, path: &Path) -> Vec<Vec3> {
    let mesh = session.mesh();
    if path.plane.sphere().is_some() || path.rounding.is_none() && mesh.has_details() {
        return path.on_surface(mesh);
    }
    let rounded = path.rounding.as_ref().map(|rounding| rounding.points.clone());
    rounded.unwrap_or_else(|| path.waypoints.iter().map(|waypoint| waypoint.point).collect())
}

/// Returns the lines before and after a waypoint.
///
/// On a sphere, they contain the points at which the path passes portals.
pub(super) fn split_at(session: &Session, path: &Path, waypoint: usize) -> [Vec<Vec3>; 2] {
    let corners: Vec<Vec3> = path.waypoints.iter().map(|waypoint| waypoint.point).collect();
    let (points, at) = match (path.plane.sphere(), corners.get(waypoint)) {
        (Some(_), Some(corner)) => {
            let points = path.on_surface(session.mesh());
            let at = points.iter().position(|point| point == corner).unwrap_or_default();
            (points, at)
        }
        _ => (corners, waypoint),
    };
    let at = at.min(points.len().saturating_sub(1));
    [points[..(at + 1).min(points.len())].to_vec(), points[at..].to_vec()]
}

/// Whether the path passes through the waypoint regardless of the agent's radius.
fn is_forced(waypoint: &Waypoint) -> bool {
    matches!(
        waypoint.kind,
        WaypointKind::Slope | WaypointKind::Cost | WaypointKind::On(_) | WaypointKind::Off(_)
    )
}

fn is_turn(waypoint: &Waypoint) -> bool {
    !matches!(waypoint.kind, WaypointKind::Start | WaypointKind::Target)
}

/// Draws the reachable point nearest to the target, and its distance from the target.
pub(super) fn draw_nearest(state: &State, scene: &mut Scene) {
    let Some((nearest, target)) = why::nearest_reachable(state).zip(state.endpoint(End::Target)) else {
        return;
    };
    let at = nearest.at.point;
    scene.line(Role::Reachable, at, at_height(target.ground, target.height.unwrap_or(at.y)));
    scene.point(Role::Reachable, at);
    scene.label(Role::Reachable, at, width(nearest.distance));
}

/// Draws every gap, the chosen route last, and the widths of the chosen route.
pub(super) fn draw_gaps(state: &State, scene: &mut Scene) {
    let chosen = why::chosen(state);
    let ways = why::gap_routes(state).iter().enumerate();
    let (front, back): (Vec<_>, Vec<_>) = ways.partition(|&(index, _)| index == chosen);
    for (index, way) in back.into_iter().chain(front) {
        let role = if index == chosen { Role::Gap } else { Role::OtherGap };
        for gap in &way.island_gaps {
            let ends = [gap.from, gap.to].map(|end| end.point.as_vec3());
            if !scene.camera.sees(&Bounds::of(ends)) {
                continue;
            }
            let [from, to] = ends;
            scene.line(role, from, to);
            scene.point(role, from);
            scene.point(role, to);
            if index == chosen {
                scene.label(role, from.midpoint(to), width(gap.width()));
            }
        }
    }
}

/// Draws the obstacle between the two cells that the user asked about, with its width.
pub(super) fn draw_obstacle(state: &State, scene: &mut Scene) {
    let Some(answer) = connections::answer(state).filter(|answer| answer.obstacle.is_some()) else { return };
    let [from, to] = answer.approach;
    scene.point(Role::Gap, from);
    if from != to {
        scene.line(Role::Gap, from, to);
        scene.point(Role::Gap, to);
        scene.label(Role::Gap, from.midpoint(to), width(f64::from(from.distance(to))));
    }
}

fn width(meters: f64) -> String {
    if meters > 0.0 && meters < 0.01 {
        format!("{:.2} mm", meters * 1000.0)
    } else {
        format!("{meters:.2} m")
    }
}
