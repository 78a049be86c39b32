//! The triangulation of outlines at the stepper's cursor, and the edge under the pointer.

use glam::{DVec2, Vec2, Vec3};

use crate::editor::State;
use crate::editor::queries::recordings::triangulation::{edge_at_pointer, height, log};
use crate::editor::view::scene::{Role, Scene, circle};
use navsmith_core::geometry::{Bounds, at_height};
use navsmith_core::outlines::{KeptReason, OutlineEvent};
use navsmith_core::pathfinding::timeline::triangulation_log::EdgeReason;
use navsmith_core::triangulation::{FlipReason, PointId, TriangulationEvent};

/// Maximum number of edges drawn.
const MOST_EDGES: usize = 10_000;

/// Draws the edges after a step, and what the step changed.
pub(super) fn draw_step(state: &State, scene: &mut Scene, event: &OutlineEvent, here: usize) {
    let (Some(height), log) = (height(state), log(state)) else { return };
    let place =
        |point: PointId| log.place(point).filter(|_| !point.is_outer()).map(|at| at_height(at, height));
    let mut drawn = 0;
    for edge in log.edges().iter().filter(|edge| edge.is_shown(here)) {
        let [Some(from), Some(to)] = edge.ends.map(place) else { continue };
        if !scene.camera.sees(&Bounds::of([from, to])) {
            continue;
        }
        drawn += 1;
        if drawn > MOST_EDGES {
            scene.left_out =
                format!("Only {MOST_EDGES} edges of the triangulation are drawn. Zoom in to see the others.");
            break;
        }
        scene.line(if edge.is_constraint(here) { Role::Wall } else { Role::Branch }, from, to);
    }
    draw_change(scene, event, &place);
    if let Some(edge) = edge_at_pointer(state) {
        draw_ends(scene, Role::CurrentPortal, edge.ends, &place);
        if let Some(EdgeReason::Delaunay { circle, .. } | EdgeReason::NotYet { circle, .. }) =
            log.why(edge, here)
        {
            draw_circle(scene, circle, &place);
        }
    }
}

fn draw_change(scene: &mut Scene, event: &OutlineEvent, place: &dyn Fn(PointId) -> Option<Vec3>) {
    match *event {
        OutlineEvent::Cleared { edge } | OutlineEvent::Merged { edge } => {
            draw_ends(scene, Role::WayNotTaken, edge, place);
        }
        OutlineEvent::Kept { edge, reason } => {
            draw_ends(scene, Role::CurrentPortal, edge, place);
            if let KeptReason::Concave(corner) = reason {
                draw_point(scene, corner, place);
            }
        }
        OutlineEvent::Triangulated { change, .. } => match change {
            TriangulationEvent::InTriangle { point, .. }
            | TriangulationEvent::OnEdge { point, .. }
            | TriangulationEvent::Removed { point } => draw_point(scene, point, place),
            TriangulationEvent::Constrained { edge } | TriangulationEvent::Released { edge } => {
                draw_ends(scene, Role::CurrentPortal, edge, place);
            }
            TriangulationEvent::Flipped { before: [a, b], after: [d, c], reason } => {
                draw_ends(scene, Role::WayNotTaken, [a, b], place);
                draw_ends(scene, Role::CurrentPortal, [d, c], place);
                if matches!(reason, FlipReason::InCircle { .. }) {
                    draw_circle(scene, [a, b, c], place);
                    draw_point(scene, d, place);
                }
            }
        },
    }
}

fn draw_point(scene: &mut Scene, point: PointId, place: &dyn Fn(PointId) -> Option<Vec3>) {
    if let Some(at) = place(point) {
        scene.point(Role::Candidate, at);
        scene.label(Role::Candidate, at, point.to_string());
    }
}

/// Draws an edge with the numbers of its ends.
fn draw_ends(scene: &mut Scene, role: Role, edge: [PointId; 2], place: &dyn Fn(PointId) -> Option<Vec3>) {
    let [Some(from), Some(to)] = edge.map(place) else { return };
    scene.line(role, from, to);
    for (end, at) in edge.into_iter().zip([from, to]) {
        scene.label(Role::Number, at, end.to_string());
    }
}

/// Draws the circle through three points; none through an outer point.
fn draw_circle(scene: &mut Scene, points: [PointId; 3], place: &dyn Fn(PointId) -> Option<Vec3>) {
    let [Some(a), Some(b), Some(c)] = points.map(place) else { return };
    let Some((middle, radius)) = circumcircle([a, b, c].map(|at| Vec2::new(at.x, at.z))) else { return };
    scene.polyline(Role::Clearance, circle(at_height(middle, a.y), radius));
}

/// Returns the middle and the radius of the circle through three points; `None` if they are on a line.
fn circumcircle(points: [Vec2; 3]) -> Option<(Vec2, f32)> {
    let [a, b, c] = points.map(Vec2::as_dvec2);
    let (ab, ac) = (b - a, c - a);
    let twice = 2.0 * ab.perp_dot(ac);
    let from_a = DVec2::new(
        ac.y * ab.length_squared() - ab.y * ac.length_squared(),
        ab.x * ac.length_squared() - ac.x * ab.length_squared(),
    ) / twice;
    let (middle, radius) = ((a + from_a).as_vec2(), from_a.length() as f32);
    (middle.is_finite() && radius.is_finite()).then_some((middle, radius))
}
