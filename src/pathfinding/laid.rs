//! The path projected onto the surface: a point at each portal, and the length along the surface.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Path, Portal, Side, Waypoint, WaypointKind};
use crate::geometry::Segment;

impl Path {
    /// Returns the waypoints and the points at which the path passes its portals, in order.
    ///
    /// Each point has the height of its portal. Between two points lies one cell. If the cell is not flat, it may
    /// rise above the line or fall below it.
    pub fn on_surface(&self) -> Vec<Vec3> {
        let mut points: Vec<Vec3> = Vec::with_capacity(self.portals.len());
        let mut waypoints = self.waypoints.iter().peekable();
        for passing in self.passings() {
            let mut is_turn = false;
            while let Some(waypoint) = waypoints.next_if(|waypoint| waypoint.portal <= passing.portal) {
                points.push(waypoint.point);
                is_turn = true;
            }
            if !is_turn {
                points.push(passing.point);
            }
        }
        points.dedup();
        points
    }

    /// Returns the length along the surface in metres, with corners not rounded.
    ///
    /// The path is straight in every cell from portal to portal, and over links.
    pub fn length_on_surface(&self) -> f64 {
        if self.plane.is_ground() { self.length_over_ground() } else { length(&self.on_surface()) }
    }

    /// Returns the length along the surface of a path whose string was pulled on the ground.
    fn length_over_ground(&self) -> f64 {
        let stretch = |pair: &[Waypoint]| {
            let [from, to] = [pair[0], pair[1]];
            let between = self.portals.get(from.portal + 1..to.portal).unwrap_or_default();
            stretch_length([from.point, to.point], between)
        };
        self.waypoints.windows(2).map(stretch).sum()
    }

    /// Returns the point at which the straight line between two waypoints crosses a portal.
    ///
    /// If the line runs along the portal, returns the portal's left end.
    pub(super) fn crossing(&self, portal: usize, line: [&Waypoint; 2]) -> Vec3 {
        let gate = &self.portals[portal];
        let [left, right] = [(Side::Left, gate.left), (Side::Right, gate.right)]
            .map(|(side, point)| self.plane.end(portal, side, point));
        let [from, to] = line.map(|waypoint| self.flat(waypoint));
        let t = Segment::new(left, right).crossing(&Segment::new(from, to));
        gate.left.lerp(gate.right, t.filter(|t| t.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0))
    }

    /// Returns the position of a waypoint in the plane of the turn tests.
    fn flat(&self, waypoint: &Waypoint) -> Vec2 {
        let ids = self.portals.get(waypoint.portal).and_then(|portal| portal.ids);
        match waypoint.kind {
            WaypointKind::Slope => self.plane.middle(waypoint.portal, waypoint.point),
            WaypointKind::Corner(id) if ids.is_some_and(|[_, right]| right == id) => {
                self.plane.end(waypoint.portal, Side::Right, waypoint.point)
            }
            _ => self.plane.end(waypoint.portal, Side::Left, waypoint.point),
        }
    }
}

/// Returns the length along the surface of a straight line through portals, in metres.
///
/// The line is straight seen from above. The portals are in walking order.
pub(super) fn stretch_length([from, to]: [Vec3; 2], portals: &[Portal]) -> f64 {
    let [from, to] = [from, to].map(Vec3::as_dvec3);
    let along = flat(to) - flat(from);
    let (mut length, mut passed, mut height) = (0.0, 0.0, from.y);
    for portal in portals {
        let Some(point) = passing(portal, flat(from) + along * passed, along) else { continue };
        let t = (flat(point) - flat(from)).dot(along) / along.length_squared();
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
    let (offset, across) = (flat(left) - from, flat(right) - flat(left));
    let crossed = offset.perp_dot(along) / along.perp_dot(across);
    if !crossed.is_finite() {
        let nearest = -offset.dot(across) / across.length_squared();
        return nearest.is_finite().then(|| left.lerp(right, nearest.clamp(0.0, 1.0)));
    }
    let is_passed = (-BESIDE..=1.0 + BESIDE).contains(&crossed);
    is_passed.then(|| left.lerp(right, crossed.clamp(0.0, 1.0)))
}

fn flat(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// Returns the length in space of the straight lines between points, in metres.
pub(super) fn length(points: &[Vec3]) -> f64 {
    points.windows(2).map(|pair| pair[0].as_dvec3().distance(pair[1].as_dvec3())).sum()
}
