//! Marks of a step of a walk or a ray.
//!
//! These are the line so far, the crossed cells, the wall hit, the circle searched after that, and the direction in
//! which the agent slides.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::queries::recordings;
use crate::editor::session::Session;
use crate::editor::view::scene::{self, Role, Scene, circle};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::{CellId, HalfEdge, Surface};
use navsmith_core::pathfinding::mesh_query::cells_in_circle::{CircleCell, CircleEvent};
use navsmith_core::pathfinding::mesh_query::move_along_surface::WalkEvent;
use navsmith_core::pathfinding::mesh_query::raycast::RayEvent;

/// Largest number of crossed cells drawn; more would cover each other.
const MOST_CELLS: usize = 2000;

/// Draws the ray up to the cursor.
pub(super) fn draw_ray_step(state: &State, scene: &mut Scene, here: usize) {
    let lane = state.trace().ray().events();
    let so_far = &lane[..lane.len().min(here + 1)];
    draw_line_so_far(state, scene, so_far.iter().copied());
}

/// Draws the current step of the walk up to the cursor, and the trail of earlier steps.
pub(super) fn draw_walk_step(state: &State, scene: &mut Scene, here: usize) {
    let Some((step, begin)) = recordings::walk_step(state, here) else { return };
    let lane = state.trace().walk().events();
    let so_far = &lane[begin..lane.len().min(here + 1)];
    let Some(&WalkEvent::Straight(RayEvent::Cast { cell, from, to })) = so_far.first() else { return };
    let height = height_in(state, cell, from);
    let first = match lane.first() {
        Some(WalkEvent::Straight(RayEvent::Cast { from, .. })) => *from,
        _ => from,
    };
    let trail = std::iter::once(first).chain(recordings::steps_before(state, step));
    scene.polyline(Role::Trail, scene::on_surface(state, trail, height));
    let is_searching = so_far.iter().any(|event| matches!(event, WalkEvent::Circle(_)));
    let straight = so_far.iter().filter_map(|event| match event {
        WalkEvent::Straight(event) => Some(*event),
        _ => None,
    });
    // Fills lie below lines.
    if let Some(
        WalkEvent::Circle(CircleEvent::Entered(CircleCell { cell, .. })) | WalkEvent::Ended { cell, .. },
    ) = so_far.last()
    {
        scene::draw_cell(state.mesh(), scene, Role::Expanded, *cell);
    }
    if is_searching {
        draw_circle_so_far(state, scene, so_far, [from, to].map(|at| scene::raised(state, at, height)));
    }
    draw_line_so_far(state, scene, straight);
    if let Some(event) = so_far.last() {
        draw_walk_event(state, scene, event, [from, to].map(|at| scene::raised(state, at, height)));
    }
}

/// Draws the cells that the circle reached, and the nearest point found in them.
fn draw_circle_so_far(state: &State, scene: &mut Scene, so_far: &[WalkEvent], [from, to]: [Vec3; 2]) {
    let middle = from.midpoint(to);
    let entered = so_far.iter().filter_map(|event| match event {
        WalkEvent::Circle(CircleEvent::Entered(entered)) => Some(entered.cell),
        _ => None,
    });
    scene::draw_cells_in_view(state.mesh(), scene, Role::Crossed, entered, MOST_CELLS);
    scene.polyline(Role::Clearance, circle(middle, ground(from).distance(ground(to)) * 0.5));
    let best = so_far.iter().rev().find_map(|event| match event {
        WalkEvent::Measured { at, is_nearest: true, .. } => Some(*at),
        _ => None,
    });
    if let Some(best) = best.map(|best| scene::raised(state, best, from.y)) {
        scene.line(Role::Clearance, best, to);
        scene.point(Role::Candidate, best);
    }
}

fn draw_walk_event(state: &State, scene: &mut Scene, event: &WalkEvent, [from, to]: [Vec3; 2]) {
    match *event {
        WalkEvent::Straight(_) | WalkEvent::Circle(CircleEvent::Entered(_)) => {}
        WalkEvent::Circle(CircleEvent::Outside { half_edge, .. }) => {
            scene::draw_side(state.mesh(), scene, Role::WayNotTaken, half_edge);
        }
        WalkEvent::Measured { half_edge, at, is_nearest, .. } => {
            let role = if is_nearest { Role::WayFound } else { Role::WayNotTaken };
            scene::draw_side(state.mesh(), scene, role, half_edge);
            scene.line(role, scene::raised(state, at, to.y), to);
        }
        WalkEvent::Ended { at, cell, .. } => {
            let at = at_height(at, height_in(state, cell, at));
            if at != from {
                scene.line(Role::CandidateWay, from, at);
                scene.arrow_head(Role::CandidateWay, from, at);
            }
            scene.point(Role::Agent, at);
        }
    }
}

/// Draws a straight line up to the current position, and the rest of it.
///
/// Also draws the crossed cells, and the wall that stopped the line.
fn draw_line_so_far(state: &State, scene: &mut Scene, events: impl Iterator<Item = RayEvent>) {
    let (mut ends, mut reached, mut wall) = (None, None, None);
    let (mut crossed, mut height): (Vec<CellId>, f32) = (Vec::new(), 0.0);
    for event in events {
        match event {
            RayEvent::Cast { cell, from, to } => {
                (ends, reached) = (Some([from, to]), Some(from));
                height = height_in(state, cell, from);
            }
            RayEvent::Entered { cell, through } => {
                crossed.push(cell);
                let at = ends.zip(through).and_then(|(ends, side)| crossing_of(state, side, ends));
                reached = at.or(reached);
            }
            RayEvent::AtCorner { at, .. } => reached = Some(at),
            RayEvent::Stopped(hit) => {
                wall = Some(hit.wall);
                reached = ends.map(|[from, to]| from.lerp(to, hit.t as f32));
            }
            RayEvent::Arrived { .. } => reached = ends.map(|[_, to]| to),
        }
    }
    let Some(([from, to], reached)) = ends.zip(reached) else { return };
    let line = scene::on_surface(state, [from, reached, to], height);
    let &[from, reached, to] = line.as_slice() else { return };
    scene::draw_cells_in_view(state.mesh(), scene, Role::Crossed, crossed, MOST_CELLS);
    scene.line(if wall.is_some() { Role::RayRest } else { Role::PathAhead }, reached, to);
    scene.line(Role::Ray, from, reached);
    scene.point(Role::Agent, from);
    scene.point(Role::Ray, to);
    match wall {
        Some(wall) => {
            scene::draw_side(state.mesh(), scene, Role::Wall, wall);
            scene.point(Role::Hit, reached);
        }
        None => scene.point(Role::Candidate, reached),
    }
}

fn height_in(session: &Session, cell: CellId, at: Vec2) -> f32 {
    Surface::of(session.mesh(), cell).height_at(at)
}

/// Returns the point at which a line crosses a side.
fn crossing_of(session: &Session, side: HalfEdge, [from, to]: [Vec2; 2]) -> Option<Vec2> {
    let [a, b] = session.mesh().half_edge(side)?.map(|id| ground(session.mesh().position(id)));
    let way = to - from;
    let share = (from - a).perp_dot(way) / (b - a).perp_dot(way);
    let at = a.lerp(b, share.clamp(0.0, 1.0));
    at.is_finite().then_some(at)
}
