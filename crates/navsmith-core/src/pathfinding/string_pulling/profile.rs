//! Points at which a path passes its portals, and so its height profile.
//!
//! A path is a polyline between corners. This module projects it onto the surface below.

use glam::Vec3;

use super::path::Path;
use crate::geometry::ground;
use crate::trace::{Observer, Silent};

/// Point at which a path passes a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passing {
    /// Number of the portal, counted with the start as 0.
    pub portal: usize,
    /// Distance from the start, in metres on the ground.
    pub distance: f64,
    /// Position on the portal.
    pub point: Vec3,
}

/// The path was projected onto the surface up to the next portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceEvent {
    /// Point at which the path passes that portal.
    pub passing: Passing,
    /// Point at which it passed the previous portal; equal to `passing` at the start.
    pub before: Passing,
}

impl Path {
    /// Returns the points at which the path passes its portals, in order.
    ///
    /// The start is the first point and the target the last.
    pub fn passings(&self) -> Vec<Passing> {
        self.passings_observed(&mut Silent)
    }

    /// Like [`Path::passings`], but reports every point to an observer.
    pub fn passings_observed(&self, observer: &mut impl Observer<SurfaceEvent>) -> Vec<Passing> {
        let mut passings: Vec<Passing> = Vec::with_capacity(self.portals.len());
        let mut behind = self.waypoints.iter().peekable();
        let mut last = self.waypoints.first();
        for (portal, gate) in self.portals.iter().enumerate() {
            while let Some(waypoint) = behind.next_if(|waypoint| waypoint.portal <= portal) {
                last = Some(waypoint);
            }
            let point = match (last, behind.peek()) {
                (Some(on), _) if on.portal == portal => on.point,
                (Some(from), Some(to)) => self.crossing(portal, [from, to]),
                _ => gate.midpoint(),
            };
            let walked = passings.last().map_or(0.0, |before| {
                before.distance + f64::from(ground(before.point).distance(ground(point)))
            });
            let passing = Passing { portal, distance: walked, point };
            let before = passings.last().copied().unwrap_or(passing);
            observer.observe(SurfaceEvent { passing, before });
            passings.push(passing);
        }
        passings
    }
}
