//! Sections of a path between links, each rounded on its own.

use super::portal::Portal;
use super::round::{Rounding, round};
use super::waypoint::{Waypoint, WaypointKind};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::ground::Ground;

/// Rounds a path that was pulled through narrowed portals, section by section.
///
/// Links are straight lines.
pub(in crate::pathfinding) fn round_legs(
    ground: &Ground<'_>,
    corridor: &Corridor,
    portals: &[Portal],
    waypoints: &[Waypoint],
    radius: f32,
) -> Rounding {
    let mut rounding = Rounding::default();
    for leg in legs(corridor, portals) {
        // Relative to the section, without the waypoints of others.
        let in_leg = waypoints.iter().filter_map(|waypoint| {
            let portal = waypoint.portal.checked_sub(leg.first)?;
            (portal < leg.portals.len()).then_some(Waypoint { portal, ..*waypoint })
        });
        let waypoints: Vec<Waypoint> = in_leg.collect();
        let part = round(ground, &leg.corridor, leg.portals, &waypoints, radius);
        rounding.go_on(part, leg.first);
    }
    rounding
}

/// The section from the start or a link to the next link or the target.
struct Leg<'a> {
    corridor: Corridor,
    /// Portals from the end of a link, or the start, to the beginning of the next link, or the target.
    portals: &'a [Portal],
    /// Index of the section's first portal in the path.
    first: usize,
}

/// Splits a path at every link, between its two ends.
///
/// A link is one exit of the corridor and two portals.
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
    /// Appends the next section, connected by a straight line.
    ///
    /// `first` is the index of its first portal in the path.
    fn go_on(&mut self, leg: Self, first: usize) {
        if let (Some(on), Some(off)) = (self.points.last(), leg.points.first()) {
            self.length += on.as_dvec3().distance(off.as_dvec3());
        }
        self.length += leg.length;
        self.points.extend(leg.points);
        self.arcs.extend(
            leg.arcs.into_iter().map(|arc| super::round::CornerArc { portal: arc.portal + first, ..arc }),
        );
    }
}
