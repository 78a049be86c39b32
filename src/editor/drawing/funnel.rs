//! Marks of the funnel at the stepper's cursor.

use glam::Vec3;

use crate::editor::Editor;
use crate::editor::drawing::path;
use crate::editor::view::scene::{Role, Scene};
use crate::pathfinding::query::Answer;
use crate::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use crate::pathfinding::string_pulling::path::Path;

/// Draws the wedge, its legs and apex, the current portal and candidate, and the waypoints so far.
pub(super) fn draw_funnel(editor: &Editor, scene: &mut Scene) {
    let Some(step) = editor.step() else { return };
    let Some(path) = editor.answer().and_then(Answer::path) else { return };
    draw_found(scene, path, step);
    // Rounding follows the funnel, so the last step shows the rounded path.
    if path.rounding.is_some() && matches!(step.decision, Decision::Arrived) {
        path::draw_string(editor, scene, path);
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
fn draw_found(scene: &mut Scene, path: &Path, step: &FunnelStep) {
    let points: Vec<Vec3> = path.waypoints.iter().map(|waypoint| waypoint.point).collect();
    let has_arrived = matches!(step.decision, Decision::Arrived);
    let found = if has_arrived { points.len() } else { step.waypoints.min(points.len()) };
    let ahead = &points[found.saturating_sub(1)..];
    if ahead.len() > 1 {
        scene.polyline(Role::PathAhead, ahead.to_vec());
    }
    if found > 1 && !(has_arrived && path.rounding.is_some()) {
        scene.polyline(Role::Path, points[..found].to_vec());
    }
    for &waypoint in &points[..found][1.min(found)..] {
        scene.point(Role::Emitted, waypoint);
    }
}
