//! Exact heights and widths of a level, between the voxels.

use std::ops::ControlFlow;

use glam::{DVec2, DVec3};
use navsmith_core::geometry::{Bounds, Vec3};

use crate::field::{GridLevel, up};
use crate::settings::GenerationSettings;
use crate::source::{SourceSurface, SurfaceKind};

impl GridLevel {
    /// Calls `visit` with each triangle whose box meets a box, both from the lowest corner of the level.
    fn each_near(&self, near: Bounds, mut visit: impl FnMut(&SourceSurface)) {
        let meets = |bounds: &Bounds| bounds.min.cmple(near.max).all() && bounds.max.cmpge(near.min).all();
        self.tree.visit(meets, |number| {
            visit(&self.source.surfaces[number as usize]);
            ControlFlow::Continue(())
        });
    }

    /// Returns the height of the highest triangle over a place between two heights, from the lowest corner.
    pub(super) fn height_at(&self, [x, z]: [f64; 2], [low, high]: [f64; 2]) -> Option<f64> {
        let at = DVec2::new(x, z);
        let near = Bounds { min: DVec3::new(x, low, z).as_vec3(), max: DVec3::new(x, high, z).as_vec3() };
        let mut highest: Option<f64> = None;
        self.each_near(near, |surface| {
            let [a, b, c] = surface.corners.map(Vec3::as_dvec3);
            let ground = |corner: DVec3| DVec2::new(corner.x, corner.z);
            let area = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
            let whole = area(ground(a), ground(b), ground(c));
            if whole == 0.0 {
                return;
            }
            let parts = [
                area(ground(b), ground(c), at) / whole,
                area(ground(c), ground(a), at) / whole,
                area(ground(a), ground(b), at) / whole,
            ];
            let y = parts[0] * a.y + parts[1] * b.y + parts[2] * c.y;
            if parts.iter().all(|&part| part >= -1e-9) && low <= y && y <= high {
                highest = Some(highest.map_or(y, |highest| highest.max(y)));
            }
        });
        highest
    }

    /// Returns the distance between the walls on both sides of a place, within `reach` of it.
    ///
    /// Walls are triangles that are not walkable, between the climb and the height of the agent above the place.
    pub(super) fn width_at(&self, at: DVec3, reach: f64, settings: &GenerationSettings) -> Option<f64> {
        let agent = &settings.agent;
        let band = [at.y + f64::from(agent.max_climb), at.y + f64::from(agent.height)];
        let least_up = agent.max_slope.cos().max(f32::MIN_POSITIVE);
        let ground = DVec2::new(at.x, at.z);
        let corner = |sign: f64, y: f64| DVec3::new(at.x + sign * reach, y, at.z + sign * reach).as_vec3();
        let near = Bounds { min: corner(-1.0, band[0]), max: corner(1.0, band[1]) };
        let mut walls: Vec<DVec2> = Vec::new();
        self.each_near(near, |surface| {
            let is_ground = surface.kind != SurfaceKind::Obstacle && up(&surface.corners) >= least_up;
            if !is_ground {
                walls.extend(nearest_in_band(surface.corners, band, ground).map(|nearest| nearest - ground));
            }
        });
        walls.retain(|wall| wall.length() <= reach);
        let nearest = |walls: &mut dyn Iterator<Item = DVec2>| {
            walls.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
        };
        let one = nearest(&mut walls.iter().copied())?;
        let is_opposite = |wall: &DVec2| wall.dot(one) < -0.5 * wall.length() * one.length();
        let other = nearest(&mut walls.iter().copied().filter(is_opposite))?;
        Some(one.distance(other))
    }
}

/// Returns the place of a triangle between two heights that is nearest to a place, seen from above.
fn nearest_in_band(corners: [Vec3; 3], [low, high]: [f64; 2], at: DVec2) -> Option<DVec2> {
    let mut polygon = corners.map(Vec3::as_dvec3).to_vec();
    for (limit, sign) in [(low, 1.0), (high, -1.0)] {
        let depth = |corner: DVec3| sign * (corner.y - limit);
        let mut clipped = Vec::with_capacity(polygon.len() + 1);
        for (nth, &a) in polygon.iter().enumerate() {
            let b = polygon[(nth + 1) % polygon.len()];
            if depth(a) >= 0.0 {
                clipped.push(a);
            }
            if (depth(a) > 0.0 && depth(b) < 0.0) || (depth(a) < 0.0 && depth(b) > 0.0) {
                clipped.push(a.lerp(b, depth(a) / (depth(a) - depth(b))));
            }
        }
        polygon = clipped;
    }
    let corners: Vec<DVec2> = polygon.iter().map(|corner| DVec2::new(corner.x, corner.z)).collect();
    let n = corners.len();
    let on_side = |nth: usize| {
        let (a, b) = (corners[nth], corners[(nth + 1) % n]);
        let along = b - a;
        let share = (at - a).dot(along) / along.length_squared();
        a + along * if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    };
    (0..n).map(on_side).min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)))
}
