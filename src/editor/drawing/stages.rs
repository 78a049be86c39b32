//! Marks of the stages other than the search.

use glam::Vec3;

use crate::editor::State;
use crate::editor::drawing::{path, triangulation, walk};
use crate::editor::session::Session;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::pathfinding::mesh_query::locate::{LocateStep, LocateVerdict};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::PortalEvent;
use navsmith_core::pathfinding::string_pulling::profile::SurfaceEvent;
use navsmith_core::pathfinding::timeline::corridor::CorridorEvent;
use navsmith_core::pathfinding::timeline::{LocateEvent, QueryEvent};

/// Draws the event at the cursor, in stages that have no module of their own.
pub(super) fn draw_stage(state: &State, scene: &mut Scene) {
    let Some((event, (_, here))) = state.event().zip(state.stage()) else { return };
    match event {
        QueryEvent::Locate(event) => draw_locating(state, scene, event, here),
        QueryEvent::Corridor(event) => draw_tracing_back(state, scene, event),
        QueryEvent::Portals(event) => draw_listing(scene, &event),
        QueryEvent::Surface(event) => draw_laying(state, scene, &event),
        QueryEvent::Walk(_) | QueryEvent::Ray(_) if state.is_gesture_running() => {}
        QueryEvent::Walk(_) => walk::draw_walk_step(state, scene, here),
        QueryEvent::Ray(_) => walk::draw_ray_step(state, scene, here),
        QueryEvent::Triangulation(event) => triangulation::draw_step(state, scene, &event, here),
        QueryEvent::Search(_) | QueryEvent::Interval(_) | QueryEvent::Funnel(_) => {}
    }
}

/// Draws the candidates up to the cursor: ruled out, accepted and chosen.
fn draw_locating(state: &State, scene: &mut Scene, event: LocateEvent, here: usize) {
    for (local, earlier) in state.trace().locate().events().iter().enumerate().take(here + 1) {
        if earlier.end != event.end {
            continue;
        }
        let (cell, role) = match earlier.step {
            LocateStep::Judged { cell, verdict: LocateVerdict::Stands { .. }, .. } => (cell, Role::Stands),
            LocateStep::Judged { cell, .. } => (cell, Role::RuledOut),
            LocateStep::Measured { cell, is_nearest, .. } => {
                (cell, if is_nearest { Role::Stands } else { Role::RuledOut })
            }
            LocateStep::Chosen { cell, .. } | LocateStep::Preferred { cell, .. } => (cell, Role::Expanded),
            LocateStep::NoCell => continue,
        };
        // Draws the candidate at the cursor, and the earlier ones that were ruled out.
        if local == here || role == Role::RuledOut {
            scene::draw_cell(state.mesh(), scene, role, cell);
        }
    }
    if let LocateStep::Chosen { point, .. } | LocateStep::Preferred { point, .. } = event.step {
        scene.point(Role::Candidate, point);
    }
}

fn draw_tracing_back(session: &Session, scene: &mut Scene, event: CorridorEvent) {
    scene::draw_cell(session.mesh(), scene, Role::Expanded, event.cell);
    if let Some(side) = event.from.and_then(|(_, way)| way.side()) {
        scene::draw_side(session.mesh(), scene, Role::CurrentPortal, side);
    }
}

/// Draws the path on the surface up to the cursor, with the current portal.
fn draw_laying(state: &State, scene: &mut Scene, event: &SurfaceEvent) {
    let lane = state.trace().surface().events();
    let Some(so_far) = lane.get(..=event.passing.portal) else { return };
    let points: Vec<Vec3> = so_far.iter().map(|event| event.passing.point).collect();
    let path = state.answer().and_then(Answer::path);
    // Rounding applies to the complete path, so only the last step shows a rounded one.
    match path.filter(|path| path.rounding.is_some() && so_far.len() == path.portals.len()) {
        Some(path) => path::draw_string(state, scene, path),
        None => scene.polyline(Role::Path, points),
    }
    if let Some(portal) = path.and_then(|path| path.portals.get(event.passing.portal)) {
        scene.line(Role::CurrentPortal, portal.left, portal.right);
    }
    scene.point(Role::Candidate, event.passing.point);
}

fn draw_listing(scene: &mut Scene, event: &PortalEvent) {
    let [left, right] = [event.portal.left, event.portal.right];
    scene.line(Role::CurrentPortal, left, right);
    if event.portal.ids.is_some() {
        scene.point(Role::PortalLeft, left);
        scene.point(Role::PortalRight, right);
        scene.label(Role::PortalLeft, left, "left");
        scene.label(Role::PortalRight, right, "right");
    }
}

/// Draws the wedge, its legs and apex, the current portal and candidate, and the waypoints so far.
pub(super) fn draw_funnel(state: &State, scene: &mut Scene) {
    let Some(step) = state.step() else { return };
    let Some(path) = state.answer().and_then(Answer::path) else { return };
    draw_found(state, scene, path, step);
    // Rounding follows the funnel, so the last step shows the rounded path.
    if path.rounding.is_some() && matches!(step.decision, Decision::Arrived) {
        path::draw_string(state, scene, path);
    }
    scene.funnel(&step.funnel);
    if let Some(portal) = path.portals.get(step.portal) {
        scene.line(Role::CurrentPortal, portal.left, portal.right);
    }
    scene.point(Role::Apex, step.funnel.apex);
    scene.point(Role::Candidate, step.candidate);
}

/// Draws the path up to the apex with its waypoints, and the rest of the path ahead.
///
/// If the funnel arrives, the whole path is drawn as found.
fn draw_found(state: &State, scene: &mut Scene, path: &Path, step: &FunnelStep) {
    let points: Vec<Vec3> = path.waypoints.iter().map(|waypoint| waypoint.point).collect();
    let has_arrived = matches!(step.decision, Decision::Arrived);
    let found = if has_arrived { points.len() } else { step.waypoints.min(points.len()) };
    let [behind, ahead] = path::split_at(state, path, found.saturating_sub(1));
    if ahead.len() > 1 {
        scene.polyline(Role::PathAhead, ahead);
    }
    if found > 1 && !(has_arrived && path.rounding.is_some()) {
        scene.polyline(Role::Path, behind);
    }
    for &waypoint in &points[..found][1.min(found)..] {
        scene.point(Role::Emitted, waypoint);
    }
}
