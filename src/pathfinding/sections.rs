//! A path over links in legs: what is walked between one link and the next, each leg rounded by itself.
//!
//! This module does not know how a leg is rounded, nor what a link costs.

use super::clearance::Ground;
use super::round::round;
use super::{Corridor, Portal, Rounding, Traversal, Waypoint, WaypointKind};

/// Rounds a path that was pulled through narrowed portals, leg by leg; over links it goes in straight lines.
pub(super) fn round_legs(
    ground: &Ground<'_>,
    corridor: &Corridor,
    portals: &[Portal],
    waypoints: &[Waypoint],
    radius: f32,
) -> Rounding {
    let mut rounding = Rounding::default();
    for leg in legs(corridor, portals) {
        let in_leg = waypoints.iter().filter_map(|waypoint| leg.counted_in(waypoint));
        let waypoints: Vec<Waypoint> = in_leg.collect();
        let part = round(ground, &leg.corridor, leg.portals, &waypoints, radius);
        rounding.go_on(part, leg.first);
    }
    rounding
}

/// What is walked from the start or a link to the next link or the target.
struct Leg<'a> {
    corridor: Corridor,
    /// From where one gets off a link, or the start, to where one steps on the next, or the target.
    portals: &'a [Portal],
    /// Which portal of the path is the leg's first.
    first: usize,
}

impl Leg<'_> {
    /// A waypoint of the path as one of the leg; `None` where it lies on another.
    fn counted_in(&self, waypoint: &Waypoint) -> Option<Waypoint> {
        let portal = waypoint.portal.checked_sub(self.first).filter(|&portal| portal < self.portals.len())?;
        Some(Waypoint { portal, ..*waypoint })
    }
}

/// Cuts at every link, between its two ends; a link is one way of the corridor and two portals.
fn legs<'a>(corridor: &Corridor, portals: &'a [Portal]) -> Vec<Leg<'a>> {
    let is_on = |portal: &Portal| matches!(portal.link, Some(WaypointKind::On(_)));
    let ways = corridor.exits.split(|way| matches!(way, Traversal::Link { .. }));
    let (mut legs, mut first, mut cell) = (Vec::new(), 0, 0);
    for (portals, exits) in portals.split_inclusive(is_on).zip(ways) {
        let cells = corridor.cells.iter().skip(cell).take(exits.len() + 1).copied().collect();
        legs.push(Leg { corridor: Corridor { cells, exits: exits.to_vec() }, portals, first });
        first += portals.len();
        cell += exits.len() + 1;
    }
    legs
}

impl Rounding {
    /// Adds the next leg, in a straight line from where this one ends; its first portal is number `first` of the path.
    fn go_on(&mut self, leg: Self, first: usize) {
        if let (Some(on), Some(off)) = (self.points.last(), leg.points.first()) {
            self.length += on.as_dvec3().distance(off.as_dvec3());
        }
        self.length += leg.length;
        self.points.extend(leg.points);
        self.arcs
            .extend(leg.arcs.into_iter().map(|arc| super::CornerArc { portal: arc.portal + first, ..arc }));
    }
}
