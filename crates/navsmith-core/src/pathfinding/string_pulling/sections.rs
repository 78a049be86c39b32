//! Sections of a path between links, each rounded on its own.

use super::portal::Portal;
use super::round::bends::{Bend, bends_into};
use super::round::{PulledString, RoundMemory, Rounding, round};
use super::waypoint::{Waypoint, WaypointKind};
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::ground::Ground;

/// Rounds a path that was pulled through narrowed portals, section by section.
///
/// Links are straight lines. Writes into the memory of an earlier rounding.
pub(in crate::pathfinding) fn round_legs(
    ground: &Ground<'_>,
    corridor: &Corridor,
    (portals, waypoints): (&[Portal], &[Waypoint]),
    radius: f32,
    memory: &mut RoundMemory,
    rounding: &mut Rounding,
) {
    rounding.clear();
    for_each_leg(corridor, (portals, waypoints), memory, |string, first, memory| {
        let weight = first.checked_sub(1).map_or(1.0, |link| portals[link].weight);
        round(ground, string, radius, memory, rounding.leg(first, weight));
    });
}

/// Writes the bends of a path that was pulled through narrowed portals, section by section.
///
/// The last bend of a section before a link has that link.
pub(in crate::pathfinding) fn bends_of_legs(
    ground: &Ground<'_>,
    corridor: &Corridor,
    (portals, waypoints): (&[Portal], &[Waypoint]),
    radius: f32,
    memory: &mut RoundMemory,
    bends: &mut Vec<Bend>,
) {
    bends.clear();
    for_each_leg(corridor, (portals, waypoints), memory, |string, _, memory| {
        bends_into(ground, string, radius, memory, bends);
        if let (Some(Portal { link: Some(WaypointKind::On(link)), .. }), Some(last)) =
            (string.portals.last(), bends.last_mut())
        {
            last.link = Some(*link);
        }
    });
}

/// Calls a function for the string of each section, with the index of its first portal in the path.
fn for_each_leg(
    corridor: &Corridor,
    (portals, waypoints): (&[Portal], &[Waypoint]),
    memory: &mut RoundMemory,
    mut visit: impl FnMut(PulledString<'_>, usize, &mut RoundMemory),
) {
    let mut in_leg = std::mem::take(&mut memory.waypoints);
    for leg in legs(corridor, portals) {
        // Relative to the section, without the waypoints of others.
        in_leg.clear();
        in_leg.extend(waypoints.iter().filter_map(|waypoint| {
            let portal = waypoint.portal.checked_sub(leg.first)?;
            (portal < leg.portals.len()).then_some(Waypoint { portal, ..*waypoint })
        }));
        let string = PulledString { cells: leg.cells, portals: leg.portals, waypoints: &in_leg };
        visit(string, leg.first, memory);
    }
    memory.waypoints = in_leg;
}

/// The section from the start or a link to the next link or the target.
struct Leg<'a> {
    cells: &'a [CellId],
    /// Portals from the end of a link, or the start, to the beginning of the next link, or the target.
    portals: &'a [Portal],
    /// Index of the section's first portal in the path.
    first: usize,
}

/// Splits a path at every link, between its two ends.
///
/// A link is one exit of the corridor and two portals.
fn legs<'a>(corridor: &'a Corridor, portals: &'a [Portal]) -> impl Iterator<Item = Leg<'a>> {
    let is_on = |portal: &Portal| matches!(portal.link, Some(WaypointKind::On(_)));
    let ways = corridor.exits.split(|way| matches!(way, Traversal::Link { .. }));
    let (mut first, mut cell) = (0, 0);
    portals.split_inclusive(is_on).zip(ways).map(move |(portals, exits)| {
        let end = (cell + exits.len() + 1).min(corridor.cells.len());
        let leg = Leg { cells: corridor.cells.get(cell..end).unwrap_or_default(), portals, first };
        first += portals.len();
        cell += exits.len() + 1;
        leg
    })
}
