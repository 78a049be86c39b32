//! The path projected onto the surface: a point at each portal, and the length along the surface.

use glam::{DVec2, DVec3, Vec3, Vec3Swizzles as _};

use super::portal::Portal;
use super::waypoint::Waypoint;
use crate::geometry::ground;

/// Returns the length along the surface of a straight line through portals, in metres.
///
/// The line is straight seen from above. The portals are in walking order.
pub(super) fn stretch_length([from, to]: [Vec3; 2], portals: &[Portal]) -> f64 {
    let [from, to] = [from, to].map(Vec3::as_dvec3);
    let along = to.xz() - from.xz();
    let (mut length, mut passed, mut height) = (0.0, 0.0, from.y);
    for portal in portals {
        let Some(point) = passing(portal, from.xz() + along * passed, along) else { continue };
        let t = (point.xz() - from.xz()).dot(along) / along.length_squared();
        if 0.0 < t && t < 1.0 {
            length += (along.length() * (t - passed)).hypot(point.y - height);
            (passed, height) = (t, point.y);
        }
    }
    length + (along.length() * (1.0 - passed)).hypot(to.y - height)
}

/// Tolerance at the ends of a portal, as a share of its width; it covers rounding.
const BESIDE: f64 = 1e-6;

/// Returns the point of a portal on a line seen from above.
///
/// If the line runs along the portal, returns the point nearest to `from`. Returns `None` if the line passes beside
/// the portal.
fn passing(portal: &Portal, from: DVec2, along: DVec2) -> Option<DVec3> {
    let [left, right] = [portal.left, portal.right].map(Vec3::as_dvec3);
    let (offset, across) = (left.xz() - from, right.xz() - left.xz());
    let crossed = offset.perp_dot(along) / along.perp_dot(across);
    if !crossed.is_finite() {
        let nearest = -offset.dot(across) / across.length_squared();
        return nearest.is_finite().then(|| left.lerp(right, nearest.clamp(0.0, 1.0)));
    }
    let is_passed = (-BESIDE..=1.0 + BESIDE).contains(&crossed);
    is_passed.then(|| left.lerp(right, crossed.clamp(0.0, 1.0)))
}

pub(in crate::pathfinding) fn length(points: &[Vec3]) -> f64 {
    points.windows(2).map(|pair| pair[0].as_dvec3().distance(pair[1].as_dvec3())).sum()
}

/// Returns the length in the ground plan of the straight lines between waypoints, in metres.
pub fn ground_length(waypoints: &[Waypoint]) -> f64 {
    let flat = |waypoint: &Waypoint| ground(waypoint.point).as_dvec2();
    waypoints.windows(2).map(|pair| flat(&pair[0]).distance(flat(&pair[1]))).sum()
}
