//! The path laid back on the surface: a point wherever it goes from one cell into the next.

use glam::{Vec2, Vec3};

use super::{Path, Side, Waypoint, WaypointKind};
use crate::geometry::Segment;

impl Path {
    /// Its waypoints and the points where it passes its portals, in order, each as high as the portal is there. Between
    /// two of them lies one cell; one that is not flat may still rise above the line or fall below it.
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

    /// Metres in space along [`Path::on_surface`].
    pub fn length_on_surface(&self) -> f64 {
        length(&self.on_surface())
    }

    /// Where the straight line between two waypoints goes through a portal; where it runs along the portal, its left
    /// end.
    pub(super) fn crossing(&self, portal: usize, line: [&Waypoint; 2]) -> Vec3 {
        let gate = &self.portals[portal];
        let [left, right] = [(Side::Left, gate.left), (Side::Right, gate.right)]
            .map(|(side, point)| self.plane.end(portal, side, point));
        let [from, to] = line.map(|waypoint| self.flat(waypoint));
        let t = Segment::new(left, right).crossing(&Segment::new(from, to));
        gate.left.lerp(gate.right, t.filter(|t| t.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0))
    }

    /// Where a waypoint lies for whoever judges turns.
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

/// Metres in space along straight lines between points.
pub(super) fn length(points: &[Vec3]) -> f64 {
    points.windows(2).map(|pair| pair[0].as_dvec3().distance(pair[1].as_dvec3())).sum()
}
