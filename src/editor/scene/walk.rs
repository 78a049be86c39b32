//! Marks of a step of a walk or a ray.
//!
//! These are the line so far, the crossed cells, the wall hit, the circle searched after that, and the direction in
//! which the agent slides.

use glam::{Vec2, Vec3};

use super::{Role, Scene};
use crate::editor::Editor;
use crate::editor::tool::circle;
use crate::geometry::{Bounds, at_height, ground};
use crate::navmesh::{CellId, HalfEdge, Surface};
use crate::pathfinding::mesh_query::cells_in_circle::{CircleCell, CircleEvent};
use crate::pathfinding::mesh_query::move_along_surface::WalkEvent;
use crate::pathfinding::mesh_query::raycast::RayEvent;

/// Largest number of crossed cells drawn; more would cover each other.
const MOST_CELLS: usize = 2000;

impl Editor {
    /// Draws the ray up to the cursor.
    pub(super) fn draw_ray_step(&self, scene: &mut Scene) {
        let Some((_, here)) = self.stage().filter(|_| !self.is_gesture_running()) else { return };
        let lane = self.trace().ray().events();
        let so_far = &lane[..lane.len().min(here + 1)];
        self.draw_line_so_far(scene, so_far.iter().copied());
    }

    /// Draws the current step of the walk up to the cursor, and the trail of earlier steps.
    pub(super) fn draw_walk_step(&self, scene: &mut Scene) {
        let Some((_, here)) = self.stage().filter(|_| !self.is_gesture_running()) else { return };
        let Some((step, begin)) = self.walk_step(here) else { return };
        let lane = self.trace().walk().events();
        let so_far = &lane[begin..lane.len().min(here + 1)];
        let Some(&WalkEvent::Straight(RayEvent::Cast { cell, from, to })) = so_far.first() else { return };
        let height = self.height_in(cell, from);
        let first = match lane.first() {
            Some(WalkEvent::Straight(RayEvent::Cast { from, .. })) => *from,
            _ => from,
        };
        let trail = std::iter::once(first).chain(self.steps_before(step));
        scene.polyline(Role::Trail, self.on_surface(trail, height));
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
            self.draw_cell(scene, Role::Expanded, *cell);
        }
        if is_searching {
            self.draw_circle_so_far(scene, so_far, [from, to].map(|at| self.raised(at, height)));
        }
        self.draw_line_so_far(scene, straight);
        if let Some(event) = so_far.last() {
            self.draw_walk_event(scene, event, [from, to].map(|at| self.raised(at, height)));
        }
    }

    /// Draws the cells that the circle reached, and the nearest point found in them.
    fn draw_circle_so_far(&self, scene: &mut Scene, so_far: &[WalkEvent], [from, to]: [Vec3; 2]) {
        let middle = from.midpoint(to);
        let entered = so_far.iter().filter_map(|event| match event {
            WalkEvent::Circle(CircleEvent::Entered(entered)) => Some(entered.cell),
            _ => None,
        });
        self.draw_crossed(scene, entered);
        scene.polyline(Role::Clearance, circle(middle, ground(from).distance(ground(to)) * 0.5));
        let best = so_far.iter().rev().find_map(|event| match event {
            WalkEvent::Measured { at, is_nearest: true, .. } => Some(*at),
            _ => None,
        });
        if let Some(best) = best.map(|best| self.raised(best, from.y)) {
            scene.line(Role::Clearance, best, to);
            scene.point(Role::Candidate, best);
        }
    }

    fn draw_walk_event(&self, scene: &mut Scene, event: &WalkEvent, [from, to]: [Vec3; 2]) {
        match *event {
            WalkEvent::Straight(_) | WalkEvent::Circle(CircleEvent::Entered(_)) => {}
            WalkEvent::Circle(CircleEvent::Outside { half_edge, .. }) => {
                self.draw_side(scene, Role::WayNotTaken, half_edge);
            }
            WalkEvent::Measured { half_edge, at, is_nearest, .. } => {
                let role = if is_nearest { Role::WayFound } else { Role::WayNotTaken };
                self.draw_side(scene, role, half_edge);
                scene.line(role, self.raised(at, to.y), to);
            }
            WalkEvent::Ended { at, cell, .. } => {
                let at = at_height(at, self.height_in(cell, at));
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
    fn draw_line_so_far(&self, scene: &mut Scene, events: impl Iterator<Item = RayEvent>) {
        let (mut ends, mut reached, mut wall) = (None, None, None);
        let (mut crossed, mut height): (Vec<CellId>, f32) = (Vec::new(), 0.0);
        for event in events {
            match event {
                RayEvent::Cast { cell, from, to } => {
                    (ends, reached) = (Some([from, to]), Some(from));
                    height = self.height_in(cell, from);
                }
                RayEvent::Entered { cell, through } => {
                    crossed.push(cell);
                    let at = ends.zip(through).and_then(|(ends, side)| self.crossing_of(side, ends));
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
        let line = self.on_surface([from, reached, to], height);
        let &[from, reached, to] = line.as_slice() else { return };
        self.draw_crossed(scene, crossed);
        scene.line(if wall.is_some() { Role::RayRest } else { Role::PathAhead }, reached, to);
        scene.line(Role::Ray, from, reached);
        scene.point(Role::Agent, from);
        scene.point(Role::Ray, to);
        match wall {
            Some(wall) => {
                self.draw_side(scene, Role::Wall, wall);
                scene.point(Role::Hit, reached);
            }
            None => scene.point(Role::Candidate, reached),
        }
    }

    fn height_in(&self, cell: CellId, at: Vec2) -> f32 {
        Surface::of(&self.document.mesh, cell).height_at(at)
    }

    /// Returns the point at which a line crosses a side.
    fn crossing_of(&self, side: HalfEdge, [from, to]: [Vec2; 2]) -> Option<Vec2> {
        let [a, b] = self.document.mesh.half_edge(side)?.map(|id| ground(self.document.mesh.position(id)));
        let way = to - from;
        let share = (from - a).perp_dot(way) / (b - a).perp_dot(way);
        let at = a.lerp(b, share.clamp(0.0, 1.0));
        at.is_finite().then_some(at)
    }

    /// Draws crossed cells in the view, at most [`MOST_CELLS`].
    fn draw_crossed(&self, scene: &mut Scene, cells: impl IntoIterator<Item = CellId>) {
        let camera = scene.camera;
        let is_seen = |cell: &CellId| camera.sees(&Bounds::of(self.document.mesh.ring(*cell)));
        for cell in cells.into_iter().filter(is_seen).take(MOST_CELLS) {
            self.draw_cell(scene, Role::Crossed, cell);
        }
    }
}
