//! Chooses the crossings of wide links: the string is pulled across a link as across a portal.
//!
//! A link connects a point of one span to the point with the same parameter on the other span. One number so decides
//! where a path enters and leaves the link. The length of the string is a convex function of that number: the link
//! itself is a straight segment, and both ends move linearly. Bisection on the slope of that function finds its
//! minimum. With several wide links, each is set in turn until none moves.

use glam::{DVec2, DVec3, Vec3Swizzles as _};

use super::funnel::string_pull;
use super::portal::Portal;
use super::waypoint::{Waypoint, WaypointKind};
use crate::geometry::ground;
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::{LinkCrossing, Walkable};
use crate::trace::Silent;

/// Number of bisections of an interval, one per bit of an f32's significand.
const HALVINGS: usize = 24;

const ROUNDS: usize = 32;

/// Fraction of the span below which a move of a link counts as converged.
const SETTLED: f64 = 1e-7;

const MOST_REPEATED: f64 = 1e3;

/// A link of a corridor that can be crossed at more than one position.
struct WideLink {
    /// Index of the portal at which the path enters the link; it leaves at the next portal.
    portal: usize,
    /// Crossings at both ends of the stretch that lies on the cells before and behind the link.
    ends: [LinkCrossing; 2],
    /// Parameter of the crossing between the two ends, from 0 to 1.
    t: f64,
}

/// Moves the crossings of wide links to minimize the length of the string in the ground plan.
///
/// A segment over a link counts with its length in space. The path keeps the corridor, so it crosses a link only
/// where the span lies on both cells. Each round then repeats its move as often as that shortens the string.
pub(in crate::pathfinding) fn place_crossings(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    portals: &mut [Portal],
) {
    let mut links = wide_links(walkable, corridor, portals);
    for link in &links {
        link.put(portals, link.t);
    }
    for _ in 0..ROUNDS {
        let before: Vec<f64> = links.iter().map(|link| link.t).collect();
        for link in &mut links {
            link.t = lowest(0.0, 1.0, |t| link.slope(portals, t));
            link.put(portals, link.t);
        }
        let moves: Vec<f64> = links.iter().zip(before).map(|(link, before)| link.t - before).collect();
        if links.len() < 2 || moves.iter().all(|moved| moved.abs() <= SETTLED) {
            return;
        }
        repeat(&mut links, &moves, portals);
    }
}

/// Repeats a move of all links by the factor that shortens the string most.
fn repeat(links: &mut [WideLink], moves: &[f64], portals: &mut [Portal]) {
    let room = |(link, moved): (&WideLink, &f64)| {
        let left = if *moved > 0.0 { 1.0 - link.t } else { link.t };
        if *moved == 0.0 { f64::INFINITY } else { left / moved.abs() }
    };
    let most = links.iter().zip(moves).map(room).fold(MOST_REPEATED, f64::min);
    let times = lowest(0.0, most, |times| {
        let at = |(link, moved): (&WideLink, &f64)| link.t + times * moved;
        links.iter().zip(moves).for_each(|pair| pair.0.put(portals, at(pair)));
        links.iter().zip(moves).map(|pair| pair.1 * pair.0.slope(portals, at(pair))).sum()
    });
    for (link, moved) in links.iter_mut().zip(moves) {
        link.t = (link.t + times * moved).clamp(0.0, 1.0);
        link.put(portals, link.t);
    }
}

/// Returns the minimum of a convex function on an interval, given its slope.
fn lowest(mut low: f64, mut high: f64, mut slope: impl FnMut(f64) -> f64) -> f64 {
    if slope(low) >= 0.0 {
        return low;
    }
    if slope(high) <= 0.0 {
        return high;
    }
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if slope(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    low.midpoint(high)
}

fn wide_links(walkable: &Walkable<'_>, corridor: &Corridor, portals: &[Portal]) -> Vec<WideLink> {
    let is_on = |portal: &Portal| matches!(portal.link, Some(WaypointKind::On(_)));
    let on = (0..).zip(portals).filter(|(_, portal)| is_on(portal)).map(|(index, _)| index);
    let ways = corridor.exits.iter().zip(corridor.cells.windows(2));
    let ways = ways.filter(|(way, _)| way.link().is_some());
    let link = |(portal, (&way, pair)): (usize, (&Traversal, &[CellId]))| {
        let [low, high] = walkable.stretch(pair[0], way, pair[1])?;
        let ends = [walkable.crossing_at(way, low)?, walkable.crossing_at(way, high)?];
        let is_wide = ends[0].on != ends[1].on || ends[0].off != ends[1].off;
        is_wide.then_some(WideLink { portal, ends, t: 0.5 })
    };
    on.zip(ways).filter_map(link).collect()
}

impl WideLink {
    /// Returns the entry and exit positions at parameter `t` of the stretch.
    fn at(&self, t: f64) -> [DVec3; 2] {
        let [low, high] = &self.ends;
        [low.on.lerp(high.on, t), low.off.lerp(high.off, t)]
    }

    fn put(&self, portals: &mut [Portal], t: f64) {
        for (portal, point) in portals[self.portal..].iter_mut().zip(self.at(t)) {
            (portal.left, portal.right) = (point.as_vec3(), point.as_vec3());
        }
    }

    /// Returns the change of the string's length per unit of `t`.
    fn slope(&self, portals: &mut [Portal], t: f64) -> f64 {
        self.put(portals, t);
        let [on, off] = self.at(t);
        let [along_on, along_off] = [self.ends[1].on - self.ends[0].on, self.ends[1].off - self.ends[0].off];
        let [before, behind] = self.turns_beside(portals);
        let over = (off - on).normalize_or_zero().dot(along_off - along_on);
        let walked =
            |end: DVec3, from: DVec2, along: DVec3| (end.xz() - from).normalize_or_zero().dot(along.xz());
        walked(on, before, along_on) + over + walked(off, behind, along_off)
    }

    fn turns_beside(&self, portals: &[Portal]) -> [DVec2; 2] {
        let [on, off] = [self.portal, self.portal + 1];
        let first = portals[..on].iter().rposition(|portal| portal.link.is_some()).unwrap_or(0);
        let next = portals[off + 1..].iter().position(|portal| portal.link.is_some());
        let last = next.map_or(portals.len() - 1, |next| off + 1 + next);
        let before = string_pull(&portals[first..=on], false, &mut Silent);
        let behind = string_pull(&portals[off..=last], false, &mut Silent);
        let turn = |waypoint: Option<&Waypoint>| waypoint.map(|it| ground(it.point).as_dvec2());
        let before = before.len().checked_sub(2).and_then(|index| turn(before.get(index)));
        [before.unwrap_or_default(), turn(behind.get(1)).unwrap_or_default()]
    }
}
