//! Curves through the waypoints of a path that keep their clearance from the walls.
//!
//! A string touches the corners of walls, so a curve that cuts its corners would cross them. The curve therefore passes
//! through the waypoints and swings outwards: a cubic Hermite spline whose tangent at a waypoint is parallel to the line
//! between its neighbours. (Catmull and Rom, *A Class of Local Interpolating Splines*, 1974.)

use glam::{Vec2, Vec3};

use super::places;
use super::steer::path_curve::PathCurve;
use crate::geometry::{at_height, ground};
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_with_radius::{CircleSlide, move_with_radius_into};
use crate::pathfinding::string_pulling::round::bends::Bend;

/// Settings of [`smoothed`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothingSettings {
    /// Length of the tangents, as a share of the distance between two waypoints.
    pub tangent: f32,
    /// Number of straight parts between two waypoints.
    pub parts: usize,
    /// Number of attempts per section, each with half of the tangent, before it stays straight.
    pub attempts: usize,
}

impl Default for SmoothingSettings {
    fn default() -> Self {
        Self { tangent: 0.5, parts: 8, attempts: 4 }
    }
}

/// Distance from an agent to the point of the curve that it walks to, in radii.
const LOOK_AHEAD: f32 = 1.0;

/// Distance in metres by which a part may miss its end because of rounding.
const ROUNDING: f32 = 1e-4;

/// Part of the radius by which rounding lets a smoothed path come nearer to a wall.
const SLACK: f32 = 1e-2;

/// Cosine of the turn above which a bend has one vertex; sharper bends have two.
const ONE_VERTEX: f32 = 0.5;

/// Returns a curve through waypoints on the mesh as a polyline, from a start on the mesh.
///
/// The first waypoint is the start. A section is curved if a circle moves along the curve without touching a wall. The
/// radius of the circle is the clearance of the straight section, up to the radius of the agent. The curve enters no
/// dearer cells than the straight section. If no attempt succeeds, the section stays straight.
pub fn smoothed(
    walkable: &Walkable<'_>,
    start: &Located,
    waypoints: &[Vec3],
    settings: &SmoothingSettings,
) -> Vec<Vec3> {
    let mut curve: Vec<Vec3> = waypoints.first().copied().into_iter().collect();
    let mut smoothing = Smoothing::new(walkable, settings);
    let mut at = *start;
    for index in 1..waypoints.len() {
        let Some(section) = smoothing.section(&at, waypoints, index, 0.0) else {
            // Over a link.
            let to = waypoints[index];
            let on_other_side = walkable.derived.locator.at(walkable.mesh, ground(to)).into_iter().next();
            curve.push(to);
            at = Located { point: to, cell: on_other_side.unwrap_or(at.cell), ..at };
            continue;
        };
        curve.extend(section.iter().map(|part| part.point));
        at = section.last().copied().unwrap_or(at);
    }
    curve
}

/// Returns a curve through the bends of a path that keeps the radius of the agent from walls.
///
/// It passes the vertices at which the tangents of the circles around the corners meet. A section is left out where a
/// wall is nearer to it than the radius, and where the path takes a link.
pub(super) fn smoothed_bends(
    walkable: &Walkable<'_>,
    start: &Located,
    bends: &[Bend],
    settings: &SmoothingSettings,
) -> PathCurve {
    let radius = walkable.agent.radius;
    let (mut vertices, mut ends) = (Vec::new(), Vec::new());
    for index in 0..bends.len() {
        add_vertices(bends, index, &mut vertices);
        ends.push(vertices.len());
    }
    let mut smoothing = Smoothing::new(walkable, settings);
    let (mut at, mut sections) = (*start, Vec::new());
    for (bend, range) in bends.iter().zip(ends.windows(2)) {
        if bend.link.is_some() {
            at = places::relocated(walkable.mesh, walkable.derived, vertices[range[0]]).unwrap_or(at);
            sections.push(Vec::new());
            continue;
        }
        let mut section = vec![at.point];
        for index in range[0]..range[1] {
            let found = smoothing.section(&at, &vertices, index, radius * (1.0 - SLACK));
            let is_missing = section.is_empty() || found.is_none();
            let found = found.unwrap_or_default();
            let beside = || places::relocated(walkable.mesh, walkable.derived, vertices[index]);
            at = found.last().copied().or_else(beside).unwrap_or(at);
            section.extend(found.iter().map(|part| part.point));
            if is_missing {
                section.clear();
            }
        }
        sections.push(section);
    }
    PathCurve::new(sections, LOOK_AHEAD * radius)
}

/// Adds the vertices of a bend: where the tangents of its circle meet, before and after the bend.
fn add_vertices(bends: &[Bend], index: usize, vertices: &mut Vec<Vec3>) {
    let Bend { at, radius, middle, .. } = bends[index];
    let before = index.checked_sub(1).map(|before| left_between(&bends[before], &bends[index]));
    let behind = bends.get(index + 1).map(|next| left_between(&bends[index], next));
    let Some((into, out)) = before.zip(behind).filter(|_| radius != 0.0) else {
        return vertices.push(middle);
    };
    let mut add = |one: Vec2, other: Vec2| {
        let vertex = at - (one + other) * (radius / (1.0 + one.dot(other)));
        vertices.push(at_height(vertex, middle.y));
    };
    if into.dot(out) >= ONE_VERTEX {
        return add(into, out);
    }
    // Halfway through the turn, the left is where the path came from, or the opposite for a turn to the right.
    let halfway = (ground(middle) - at) / -radius;
    add(into, halfway);
    add(halfway, out);
}

/// Returns the direction to the left of the common tangent from a bend to the next one; of length 1.
fn left_between(from: &Bend, to: &Bend) -> Vec2 {
    let offset = to.at - from.at;
    let along = offset.try_normalize().unwrap_or(Vec2::X);
    let sine = ((to.radius - from.radius) / offset.length().max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
    // Z points down in the view, which reverses the rotation.
    along * sine - along.perp() * (1.0 - sine * sine).sqrt()
}

struct Smoothing<'a> {
    walkable: &'a Walkable<'a>,
    settings: &'a SmoothingSettings,
    memory: SurfaceMemory,
    moved: CircleSlide,
}

impl<'a> Smoothing<'a> {
    fn new(walkable: &'a Walkable<'a>, settings: &'a SmoothingSettings) -> Self {
        Self { walkable, settings, memory: SurfaceMemory::default(), moved: CircleSlide::default() }
    }

    /// Returns the section of the curve from a position to a waypoint, without its first point.
    ///
    /// `None` if the straight section is not on the surface, or nearer to walls than `least`.
    fn section(
        &mut self,
        at: &Located,
        waypoints: &[Vec3],
        index: usize,
        least: f32,
    ) -> Option<Vec<Located>> {
        let SmoothingSettings { tangent, parts, attempts } = *self.settings;
        let ends = [waypoints[index - 1], waypoints[index]].map(ground);
        let straight = self.walked(0.0, at, &hermite(ends, [ends[1] - ends[0]; 2], parts))?;
        let along = |nth: usize| {
            let [before, behind] = [nth.saturating_sub(1), (nth + 1).min(waypoints.len() - 1)];
            let along = ground(waypoints[behind] - waypoints[before]).normalize_or_zero();
            along * tangent * ends[0].distance(ends[1])
        };
        let tangents = [along(index - 1), along(index)];
        let clearances = straight.iter().chain([at]).map(|at| self.clearance(at));
        let radius = clearances.fold(f32::INFINITY, f32::min);
        let weight = |at: &Located| self.walkable.weight(at.cell);
        let most = straight.iter().chain([at]).map(weight).fold(0.0, f64::max);
        let curved = (0..attempts).find_map(|attempt| {
            let share = 0.5f32.powi(attempt as i32);
            let curved = hermite(ends, tangents.map(|tangent| tangent * share), parts);
            let curved = self.walked(radius.max(least), at, &curved)?;
            curved.iter().all(|at| self.walkable.weight(at.cell) <= most).then_some(curved)
        });
        // The points of a straight section are only its ends.
        curved.or_else(|| self.walked(least, at, &ends[1..]))
    }

    /// Returns the distance to the nearest wall, at most the radius of the agent.
    fn clearance(&self, at: &Located) -> f32 {
        let point = Agent { radius: 0.0, ..*self.walkable.agent };
        let radius = self.walkable.agent.radius;
        let wall = distance_to_wall(&Walkable { agent: &point, ..*self.walkable }, at, radius);
        wall.map_or(radius, |wall| wall.distance as f32)
    }

    /// Returns the points of a polyline on the surface; `None` if a wall stops the circle.
    fn walked(&mut self, radius: f32, from: &Located, points: &[Vec2]) -> Option<Vec<Located>> {
        let agent = Agent { radius, ..*self.walkable.agent };
        let walkable = Walkable { agent: &agent, ..*self.walkable };
        let (mut at, mut walked) = (*from, Vec::with_capacity(points.len()));
        for &to in points {
            move_with_radius_into(&walkable, &at, to, &mut self.memory, &mut self.moved);
            at = self.moved.slide.end;
            if ground(at.point).distance(to) > ROUNDING {
                return None;
            }
            walked.push(at);
        }
        Some(walked)
    }
}

/// Returns the points of a cubic Hermite curve, without its first.
fn hermite([from, to]: [Vec2; 2], [out, into]: [Vec2; 2], parts: usize) -> Vec<Vec2> {
    let at = |part: usize| {
        if part == parts {
            return to;
        }
        let t = part as f32 / parts as f32;
        let (square, cube) = (t * t, t * t * t);
        from * (2.0 * cube - 3.0 * square + 1.0)
            + out * (cube - 2.0 * square + t)
            + to * (3.0 * square - 2.0 * cube)
            + into * (cube - square)
    };
    (1..=parts).map(at).collect()
}
