//! Marks of analyses of the whole mesh.
//!
//! These are chokepoints, travelled portals, the farthest pair, isolines and clear widths.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::analysis::chokepoints::{self, ChokepointPlace};
use crate::editor::analysis::{clearance, distances, pairs};
use crate::editor::session::Session;
use crate::editor::session::boxes::is_inside;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::{self, HOTTEST, Mark, Role, Scene};
use navsmith_core::geometry::{Bounds, ground};
use navsmith_core::navmesh::Edge;
use navsmith_core::pathfinding::analysis::clearance::portals::ClearWidth;
use navsmith_formats::document::thousands;

/// Largest number of chokepoints drawn; more would cover each other.
const MAX_CHOKEPOINTS: usize = 2000;

/// Largest number of travelled portals drawn.
const MOST_PORTALS: usize = 2000;

/// Largest number of isoline pieces drawn; with more in view, some lines are left out.
const MOST_PIECES: usize = 5000;

/// Draws isolines, chokepoints, travelled portals and the farthest pair; these lie below the path.
pub(super) fn draw_analysis(state: &State, scene: &mut Scene) {
    draw_isolines(state, scene);
    if state.options().shows_chokepoints {
        draw_chokepoints(state, scene);
    }
    draw_pairs(state, scene);
}

fn draw_chokepoints(state: &State, scene: &mut Scene) {
    let camera = scene.camera;
    let seen = chokepoints::found(state)
        .iter()
        .filter(|chokepoint| camera.sees(&chokepoints::bounds(state, chokepoint.at)));
    let mut portals = Vec::new();
    for chokepoint in seen.take(MAX_CHOKEPOINTS) {
        match chokepoint.at {
            ChokepointPlace::Cell(cell) if !state.is_hidden(cell) => {
                scene::draw_cell(state.mesh(), scene, Role::ChokepointCell, cell);
            }
            ChokepointPlace::Portal(side) if !state.is_hidden(side.cell) => portals.push(side),
            _ => {}
        }
    }
    for side in portals {
        scene::draw_side(state.mesh(), scene, Role::ChokepointPortal, side);
    }
}

/// Draws the travelled portals and the farthest pair; a portal with more paths is broader and warmer.
fn draw_pairs(state: &State, scene: &mut Scene) {
    let Some(pairs) = pairs::found(state) else { return };
    let most = pairs.travelled.first().map_or(1, |portal| portal.ways).max(1);
    for portal in pairs.travelled.iter().take(MOST_PORTALS).rev() {
        let Some([from, to]) = state.mesh().half_edge(portal.half_edge) else { continue };
        let edge = Edge::new(from, to);
        let is_seen = scene.camera.sees(&Bounds::of(state.mesh().edge_positions(edge)));
        if is_seen && !state.is_hidden(portal.half_edge.cell) {
            let heat = portal.ways as f64 / most as f64 * f64::from(HOTTEST);
            scene::draw_edge(state.mesh(), scene, Role::Travelled(heat.round() as u8), edge);
        }
    }
    if pairs.way.len() > 1 {
        let way = scene::on_surface(state, pairs.way.iter().copied(), 0.0);
        let ends = [way.first(), way.last()].map(Option::<&Vec3>::copied);
        scene.polyline(Role::Diameter, way);
        ends.into_iter().flatten().for_each(|end| scene.point(Role::Diameter, end));
    }
}

/// Draws every isoline, or every second, fourth and so on if all would be too many.
fn draw_isolines(state: &State, scene: &mut Scene) {
    let Some(distance) = distances::true_distance(state) else { return };
    let [min, max] = scene.camera.visible();
    let seen: Vec<_> = distance
        .lines
        .iter()
        .filter(|line| line.points.iter().any(|&at| is_inside(ground(at), min, max)))
        .collect();
    let mut every = 1;
    let is_drawn = |far: f64, every: u64| ((far / distance.step).round() as u64).is_multiple_of(every);
    while every < 64 && seen.iter().filter(|line| is_drawn(line.distance, every)).count() > MOST_PIECES {
        every *= 2;
    }
    for line in seen.into_iter().filter(|line| is_drawn(line.distance, every)).take(MOST_PIECES) {
        scene.polyline(Role::Isoline, line.points.clone());
    }
}

/// Draws the shortest path from the pointer back to the start, with its length.
pub(super) fn draw_path_back(state: &State, scene: &mut Scene) {
    let Some((path, length)) = distances::path_back(state).filter(|_| !state.is_gesture_running()) else {
        return;
    };
    let path = scene::on_surface(state, path, 0.0);
    let Some(&pointer) = path.first() else { return };
    for &corner in path.iter().skip(1) {
        scene.point(Role::BackTrack, corner);
    }
    scene.polyline(Role::BackTrack, path);
    scene.label(Role::BackTrack, pointer, format!("{length:.2} m"));
}

/// Largest number of portals drawn; the narrowest ones are chosen.
const MOST_LINES: usize = 2000;

const MOST_LABELS: usize = 120;

/// Shortest portal, in pixels, that gets a number if it is wide enough for the agent.
///
/// A portal that is too narrow gets its number at any length.
const LEAST_PIXELS: f32 = 24.0;

/// Size of a letter, and the margin around a number, in pixels.
const LETTER: Vec2 = Vec2::new(6.5, 15.0);
const AROUND: Vec2 = Vec2::new(12.0, 5.0);

/// Labels that are placed already.
#[derive(Default)]
struct Labels {
    camera: Camera,
    /// Centres and half sizes, in pixels.
    taken: Vec<[Vec2; 2]>,
}

impl Labels {
    /// Reserves the space of a text; returns `false` if it overlaps another one or there are too many.
    fn take(&mut self, middle: Vec2, text: &str) -> bool {
        let half = (LETTER * Vec2::new(text.len() as f32, 1.0) + AROUND) * 0.5;
        let is_free = |[other, size]: &[Vec2; 2]| (middle - *other).abs().cmpge(half + *size).any();
        let has_room = self.taken.len() < MOST_LABELS && self.taken.iter().all(is_free);
        if has_room {
            self.taken.push([middle, half]);
        }
        has_room
    }
}

/// Draws the clear widths of the portals in view, beginning with the one under the pointer.
///
/// Returns their numbers, which lie above all other marks.
pub(super) fn draw_clearance(state: &State, scene: &mut Scene) -> Vec<Mark> {
    let Some(clearance) = clearance::clearance(state) else { return Vec::new() };
    let (camera, hovered) = (scene.camera, clearance::hovered_clearance(state));
    let (mut labels, mut numbers) = (Labels { camera, ..Labels::default() }, Vec::new());
    let seen = clearance.portals.iter().copied().filter(|it| !state.is_hidden(it.portal.cell));
    let seen = seen.filter_map(|it| Some((it, portal_in_view(state, &camera, it)?)));
    let mut lines: Vec<_> = seen.take(MOST_LINES + 1).collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        let (drawn, all) = (thousands(MOST_LINES), thousands(clearance.portals.len()));
        scene.left_out = format!(
            "Of {all} clear widths only the {drawn} narrowest in view are drawn. Zoom in to see all."
        );
    }
    let role = |it: ClearWidth| {
        if clearance::is_too_narrow(state, it.width) { Role::NarrowPortal } else { Role::ClearPortal }
    };
    if let Some((it, ends)) = hovered.and_then(|it| Some((it, portal_in_view(state, &camera, it)?))) {
        number(&mut labels, &mut numbers, role(it), ends, it.width, 0.0);
        scene.line(Role::SharedEdge, ends[0], ends[1]);
    }
    for gap in &clearance.gaps {
        if camera.sees(&Bounds::of(gap.ends)) && !state.is_hidden(gap.to.cell) {
            scene.line(Role::NarrowGap, gap.ends[0], gap.ends[1]);
            number(&mut labels, &mut numbers, Role::NarrowGap, gap.ends, gap.width as f32, 0.0);
        }
    }
    for &(it, ends) in &lines {
        let least = if clearance::is_too_narrow(state, it.width) { 0.0 } else { LEAST_PIXELS };
        number(&mut labels, &mut numbers, role(it), ends, it.width, least);
    }
    // The narrowest are drawn last, and so above the others.
    lines.reverse();
    for (it, [from, to]) in lines {
        scene.line(role(it), from, to);
    }
    numbers
}

/// Returns the ends of a portal; `None` if it is outside the view.
fn portal_in_view(session: &Session, camera: &Camera, it: ClearWidth) -> Option<[Vec3; 2]> {
    let ends = session.mesh().half_edge(it.portal)?.map(|end| session.mesh().position(end));
    camera.sees(&Bounds::of(ends)).then_some(ends)
}

/// Adds the number of a width midway between two ends, if it fits.
///
/// Draws none if the ends are nearer than `least` pixels.
fn number(labels: &mut Labels, numbers: &mut Vec<Mark>, role: Role, ends: [Vec3; 2], width: f32, least: f32) {
    let [from, to] = ends.map(|end| labels.camera.screen_from_ground(ground(end)));
    if !width.is_finite() || from.distance(to) < least {
        return;
    }
    let text = format!("{width:.2} m");
    if labels.take(from.midpoint(to), &text) {
        numbers.push(Mark::Label(role, ends[0].midpoint(ends[1]), text));
    }
}
