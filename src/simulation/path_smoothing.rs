//! Curves through the waypoints of a path that keep their clearance from the walls.
//!
//! A string touches the corners of walls, so a curve that cuts its corners would cross them. The curve therefore passes
//! through the waypoints and swings outwards: a cubic Hermite spline whose tangent at a waypoint is parallel to the line
//! between its neighbours. (Catmull and Rom, *A Class of Local Interpolating Splines*, 1974.)

use glam::{Vec2, Vec3};

use crate::geometry::ground;
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_with_radius::{CircleSlide, move_with_radius_into};

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

/// Distance in metres by which a part may miss its end because of rounding.
const ROUNDING: f32 = 1e-4;

/// Returns a curve through waypoints on the mesh as a polyline, from a start on the mesh.
///
/// The first waypoint is the start. A section is curved if a circle moves along the curve without touching a wall. The
/// radius of the circle is the clearance of the straight section, up to the radius of the agent. If no attempt succeeds,
/// the section stays straight.
pub fn smoothed(
    walkable: &Walkable<'_>,
    start: &Located,
    waypoints: &[Vec3],
    settings: &SmoothingSettings,
) -> Vec<Vec3> {
    let mut curve: Vec<Vec3> = waypoints.first().copied().into_iter().collect();
    let mut smoothing =
        Smoothing { walkable, memory: SurfaceMemory::default(), moved: CircleSlide::default() };
    let mut at = *start;
    for (index, pair) in waypoints.windows(2).enumerate() {
        let ends = [pair[0], pair[1]].map(ground);
        let straight = hermite(ends, [ends[1] - ends[0]; 2], settings.parts);
        let Some(straight) = smoothing.walked(0.0, &at, &straight) else {
            // Over a link.
            let on_other_side = walkable.derived.locator.at(walkable.mesh, ends[1]).into_iter().next();
            curve.push(pair[1]);
            at = Located { point: pair[1], cell: on_other_side.unwrap_or(at.cell), ..at };
            continue;
        };
        let tangent = |nth: usize| {
            let [before, behind] = [nth.saturating_sub(1), (nth + 1).min(waypoints.len() - 1)];
            let along = ground(waypoints[behind] - waypoints[before]).normalize_or_zero();
            along * settings.tangent * ends[0].distance(ends[1])
        };
        let tangents = [tangent(index), tangent(index + 1)];
        let clearances = straight.iter().chain([&at]).map(|at| smoothing.clearance(at));
        let radius = clearances.fold(f32::INFINITY, f32::min);
        let section = (0..settings.attempts).find_map(|attempt| {
            let share = 0.5f32.powi(attempt as i32);
            let curved = hermite(ends, tangents.map(|tangent| tangent * share), settings.parts);
            smoothing.walked(radius, &at, &curved)
        });
        // The points of a straight section are only its ends.
        let section = section.unwrap_or_else(|| straight.last().copied().into_iter().collect());
        curve.extend(section.iter().map(|part| part.point));
        at = section.last().copied().unwrap_or(at);
    }
    curve
}

struct Smoothing<'a> {
    walkable: &'a Walkable<'a>,
    memory: SurfaceMemory,
    moved: CircleSlide,
}

impl Smoothing<'_> {
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
