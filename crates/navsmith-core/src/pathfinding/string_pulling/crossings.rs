//! Chooses the crossings of wide links, and of portals where the cost of a metre changes.
//!
//! A link connects a point of one span to the point with the same parameter on the other span. One number so decides
//! where a path enters and leaves the link; one number decides where it passes a portal. The cost of the string is a
//! convex function of that number: a link is a straight segment, and its ends and the crossing move linearly.
//! Bisection on the slope of that function finds its minimum. Several crossings are set in turn until none moves.

use glam::{DVec2, DVec3, Vec3, Vec3Swizzles as _};

use super::funnel::string_pull;
use super::portal::{Portal, nearest};
use super::waypoint::{Waypoint, WaypointKind};
use crate::geometry::ground;
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::{LinkCrossing, Walkable};
use crate::trace::Silent;

/// Number of bisections of an interval, one per bit of an f32's significand.
const HALVINGS: usize = 24;

const ROUNDS: usize = 32;

/// Fraction of the span below which a move of a crossing counts as converged.
const SETTLED: f64 = 1e-7;

const MOST_REPEATED: f64 = 1e3;

/// Number of portals in pulled strings after which the crossings stay where they are.
const MOST_PULLED: usize = 1 << 20;

/// A link or a portal of a corridor that can be crossed at more than one position.
struct Crossing {
    /// Index of the portal that is crossed, or at which the path enters the link.
    portal: usize,
    /// Index of that portal, or of the next one, at which the path leaves the link.
    off: usize,
    /// Crossings at both ends of the stretch that lies on the cells before and behind.
    ends: [LinkCrossing; 2],
    /// Parameter of the crossing between the two ends, from 0 to 1.
    t: f64,
}

/// Whether the cost of a metre changes at a portal.
pub(in crate::pathfinding) fn is_cost_border(portals: &[Portal], portal: usize) -> bool {
    let is_side = |portal: &Portal| portal.link.is_none() && portal.ids.is_some();
    let pair = portal.checked_sub(1).and_then(|before| portals.get(before..=portal));
    matches!(pair, Some([before, at]) if is_side(at) && before.weight != at.weight)
}

/// Moves the crossings of wide links to minimize the cost of the string in the ground plan.
///
/// A segment over a link counts with its length in space. The path keeps the corridor, so it crosses a link only
/// where the span lies on both cells. Each round then repeats its move as often as that makes the string cheaper.
///
/// `passed` contains the points at which a string passes the portals. If it is not empty, portals where the cost of a
/// metre changes get a [`Portal::crossing`] too.
pub(in crate::pathfinding) fn place_crossings(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    portals: &mut [Portal],
    passed: &[Vec3],
) {
    let mut crossings = wide_links(walkable, corridor, portals);
    let links = crossings.len();
    crossings.extend(cost_borders(portals, passed));
    let sides: Vec<[Vec3; 2]> =
        crossings[links..].iter().map(|it| [portals[it.portal].left, portals[it.portal].right]).collect();
    for crossing in &crossings {
        crossing.put(portals, crossing.t);
    }
    settle(&mut crossings, portals);
    for (border, [left, right]) in crossings[links..].iter().zip(sides) {
        let portal = &mut portals[border.portal];
        *portal = Portal { left, right, crossing: Some(portal.left), ..*portal };
    }
}

fn settle(crossings: &mut [Crossing], portals: &mut [Portal]) {
    // A string is pulled twice for each bisection, in each of the two passes of a round.
    let work = 4 * HALVINGS * (portals.len() + crossings.len());
    for _ in 0..ROUNDS.min(MOST_PULLED / work).max(1) {
        let before: Vec<f64> = crossings.iter().map(|crossing| crossing.t).collect();
        for crossing in &mut *crossings {
            crossing.t = lowest(0.0, 1.0, |t| crossing.slope(portals, t));
            crossing.put(portals, crossing.t);
        }
        let moves: Vec<f64> =
            crossings.iter().zip(before).map(|(crossing, before)| crossing.t - before).collect();
        if crossings.len() < 2 || moves.iter().all(|moved| moved.abs() <= SETTLED) {
            return;
        }
        repeat(crossings, &moves, portals);
    }
}

/// Repeats a move of all crossings by the factor that makes the string cheapest.
fn repeat(crossings: &mut [Crossing], moves: &[f64], portals: &mut [Portal]) {
    let room = |(crossing, moved): (&Crossing, &f64)| {
        let left = if *moved > 0.0 { 1.0 - crossing.t } else { crossing.t };
        if *moved == 0.0 { f64::INFINITY } else { left / moved.abs() }
    };
    let most = crossings.iter().zip(moves).map(room).fold(MOST_REPEATED, f64::min);
    let times = lowest(0.0, most, |times| {
        let at = |(crossing, moved): (&Crossing, &f64)| crossing.t + times * moved;
        crossings.iter().zip(moves).for_each(|pair| pair.0.put(portals, at(pair)));
        crossings.iter().zip(moves).map(|pair| pair.1 * pair.0.slope(portals, at(pair))).sum()
    });
    for (crossing, moved) in crossings.iter_mut().zip(moves) {
        crossing.t = (crossing.t + times * moved).clamp(0.0, 1.0);
        crossing.put(portals, crossing.t);
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

fn wide_links(walkable: &Walkable<'_>, corridor: &Corridor, portals: &[Portal]) -> Vec<Crossing> {
    let is_on = |portal: &Portal| matches!(portal.link, Some(WaypointKind::On(_)));
    let on = (0..).zip(portals).filter(|(_, portal)| is_on(portal)).map(|(index, _)| index);
    let ways = corridor.exits.iter().zip(corridor.cells.windows(2));
    let ways = ways.filter(|(way, _)| way.link().is_some());
    let link = |(portal, (&way, pair)): (usize, (&Traversal, &[CellId]))| {
        let [low, high] = walkable.stretch(pair[0], way, pair[1])?;
        let ends = [walkable.crossing_at(way, low)?, walkable.crossing_at(way, high)?];
        let is_wide = ends[0].on != ends[1].on || ends[0].off != ends[1].off;
        is_wide.then_some(Crossing { portal, off: portal + 1, ends, t: 0.5 })
    };
    on.zip(ways).filter_map(link).collect()
}

fn cost_borders(portals: &[Portal], passed: &[Vec3]) -> impl Iterator<Item = Crossing> {
    let borders = (0..).zip(passed).filter(|&(portal, _)| is_cost_border(portals, portal));
    borders.map(|(portal, &passed)| {
        let [left, right] = [portals[portal].left, portals[portal].right].map(Vec3::as_dvec3);
        let point = nearest([left, right], passed.as_dvec3());
        let t = left.distance(point) / left.distance(right);
        let ends = [left, right].map(|end| LinkCrossing { on: end, off: end, cost: 0.0 });
        Crossing { portal, off: portal, ends, t: if t.is_finite() { t.min(1.0) } else { 0.0 } }
    })
}

impl Crossing {
    /// Returns the entry and exit positions at parameter `t` of the stretch.
    fn at(&self, t: f64) -> [DVec3; 2] {
        let [low, high] = &self.ends;
        [low.on.lerp(high.on, t), low.off.lerp(high.off, t)]
    }

    fn put(&self, portals: &mut [Portal], t: f64) {
        let is_border = self.off == self.portal;
        for (portal, point) in portals[self.portal..=self.off].iter_mut().zip(self.at(t)) {
            let point = point.as_vec3();
            (portal.left, portal.right, portal.crossing) = (point, point, is_border.then_some(point));
        }
    }

    /// Returns the change of the string's cost per unit of `t`.
    fn slope(&self, portals: &mut [Portal], t: f64) -> f64 {
        self.put(portals, t);
        let [on, off] = self.at(t);
        let [along_on, along_off] = [self.ends[1].on - self.ends[0].on, self.ends[1].off - self.ends[0].off];
        let [before, behind] = self.turns_beside(portals);
        let over = (off - on).normalize_or_zero().dot(along_off - along_on);
        let walked =
            |end: DVec3, from: DVec2, along: DVec3| (end.xz() - from).normalize_or_zero().dot(along.xz());
        let weight = |portal: usize| f64::from(portals[portal].weight);
        weight(self.portal - 1) * walked(on, before, along_on)
            + weight(self.portal) * over
            + weight(self.off) * walked(off, behind, along_off)
    }

    fn turns_beside(&self, portals: &[Portal]) -> [DVec2; 2] {
        let Self { portal: on, off, .. } = *self;
        let is_fixed = |portal: &Portal| portal.link.is_some() || portal.crossing.is_some();
        let first = portals[..on].iter().rposition(is_fixed).unwrap_or(0);
        let next = portals[off + 1..].iter().position(is_fixed);
        let last = next.map_or(portals.len() - 1, |next| off + 1 + next);
        let before = string_pull(&portals[first..=on], false, &mut Silent);
        let behind = string_pull(&portals[off..=last], false, &mut Silent);
        let turn = |waypoint: Option<&Waypoint>| waypoint.map(|it| ground(it.point).as_dvec2());
        let before = before.len().checked_sub(2).and_then(|index| turn(before.get(index)));
        [before.unwrap_or_default(), turn(behind.get(1)).unwrap_or_default()]
    }
}
