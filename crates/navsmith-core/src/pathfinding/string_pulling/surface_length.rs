//! The path projected onto the surface: a point at each portal, and the length along the surface.

use std::ops::AddAssign;

use glam::{DVec2, DVec3, Vec3, Vec3Swizzles as _};

use super::detailed_cells::DetailedCells;
use super::portal::Portal;
use super::waypoint::Waypoint;
use crate::geometry::ground;

/// Length of a path and its cost: each metre counts with the cost of its cell or link.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::pathfinding) struct Measured {
    /// Length along the surface, in metres.
    pub(in crate::pathfinding) length: f64,
    pub(in crate::pathfinding) cost: f64,
}

impl Measured {
    /// Adds metres with the cost of each.
    pub(super) fn add(&mut self, metres: f64, weight: f32) {
        self.length += metres;
        self.cost += metres * f64::from(weight);
    }
}

impl AddAssign for Measured {
    fn add_assign(&mut self, other: Self) {
        self.length += other.length;
        self.cost += other.cost;
    }
}

/// Measures the straight lines between waypoints along the surface.
pub(in crate::pathfinding) fn measured(
    cells: &DetailedCells<'_>,
    waypoints: &[Waypoint],
    portals: &[Portal],
) -> Measured {
    let mut whole = Measured::default();
    for pair in waypoints.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let between = portals.get(from.portal + 1..to.portal).unwrap_or_default();
        let weight = portals.get(from.portal).map_or(1.0, |portal| portal.weight);
        whole += measured_line(cells, [from.point, to.point], weight, (from.portal + 1, between));
    }
    whole
}

/// Measures a straight line through portals along the surface.
///
/// The line is straight seen from above. The portals are in walking order, and the first one has the number `first`. A
/// metre before it costs `weight`.
fn measured_line(
    cells: &DetailedCells<'_>,
    ends: [Vec3; 2],
    mut weight: f32,
    (first, portals): (usize, &[Portal]),
) -> Measured {
    let [from, to] = ends.map(Vec3::as_dvec3);
    let along = to.xz() - from.xz();
    let length = along.length();
    let part = |cell, [passed, t]: [f64; 2], [mut height, end]: [f64; 2]| {
        let (mut sum, mut at) = (0.0, passed);
        let bends = cells.bends(cell, ends).into_iter();
        for (share, bend) in bends.filter(|&(share, _)| passed < share && share < t) {
            sum += (length * (share - at)).hypot(bend - height);
            (at, height) = (share, bend);
        }
        sum + (length * (t - at)).hypot(end - height)
    };
    let (mut line, mut passed, mut height) = (Measured::default(), 0.0, from.y);
    let mut cell = cells.before(first);
    for (number, portal) in (first..).zip(portals) {
        let Some(mut point) = passing(portal, from.xz() + along * passed, along) else { continue };
        let t = (point.xz() - from.xz()).dot(along) / along.length_squared();
        if 0.0 < t && t < 1.0 {
            point.y = cells.height(number, point.as_vec3()).map_or(point.y, f64::from);
            line.add(part(cell, [passed, t], [height, point.y]), weight);
            (passed, height) = (t, point.y);
        }
        // A line behind the portal has passed it before it begins.
        if t < 1.0 {
            (weight, cell) = (portal.weight, cells.behind(number));
        }
    }
    line.add(part(cell, [passed, 1.0], [height, to.y]), weight);
    line
}

/// Returns the first portal beside which a string passes; `None` if it stays in its corridor.
///
/// Portals are judged in the ground plan.
pub(super) fn first_missed(waypoints: &[Waypoint], portals: &[Portal]) -> Option<usize> {
    waypoints.windows(2).find_map(|pair| {
        let [from, to] = [pair[0], pair[1]];
        let [start, end] = [from.point, to.point].map(|point| point.as_dvec3().xz());
        let between = from.portal + 1..to.portal;
        between.into_iter().find(|&index| passing(&portals[index], start, end - start).is_none())
    })
}

/// Returns the length along the surface of a straight line through portals, in metres.
///
/// The first portal has the number `first`.
pub(super) fn stretch_length(
    cells: &DetailedCells<'_>,
    line: [Vec3; 2],
    (first, portals): (usize, &[Portal]),
) -> f64 {
    measured_line(cells, line, 1.0, (first, portals)).length
}

/// Returns the mean cost of a metre along the surface, along segments that pass portals in order.
///
/// A portal is passed where a segment leaves the near side of its line. A path that leaves ground and returns to it
/// runs along the line, and passes the portal at its crossing. The first portal is the start and the last one the
/// target.
pub(super) fn mean_weight(points: &[Vec3], portals: &[Portal]) -> f64 {
    let Some((first, inner)) = portals.split_first() else { return 1.0 };
    let mut inner = inner.split_last().map_or(inner, |(_, inner)| inner);
    let mut weight = first.weight;
    if inner.iter().all(|portal| portal.weight == weight) {
        return weight.into();
    }
    let mut whole = Measured::default();
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|point| ground(point).as_dvec2());
        let (length, mut passed, mut height) = (from.distance(to), 0.0, f64::from(pair[0].y));
        while let Some((portal, rest)) = inner.split_first() {
            let [left, right] = [portal.left, portal.right].map(|end| ground(end).as_dvec2());
            // Positive before the portal, negative behind it.
            let [before, behind] = [from, to].map(|point| (right - left).perp_dot(point - left));
            if behind > 0.0 {
                break;
            }
            let t = if before > 0.0 {
                (before / (before - behind)).clamp(passed, 1.0)
            } else if let Some(crossing) = portal.crossing {
                let Some(t) = share_of(ground(crossing).as_dvec2(), [from, to]) else { break };
                t.max(passed)
            } else {
                passed
            };
            let across = right - left;
            let along = ((from.lerp(to, t) - left).dot(across) / across.length_squared()).clamp(0.0, 1.0);
            let [low, high] = [portal.left, portal.right].map(|end| f64::from(end.y));
            // The height of a portal without length is that of its end.
            let crossed = if along.is_finite() { low + (high - low) * along } else { low };
            whole.add((length * (t - passed)).hypot(crossed - height), weight);
            (passed, height, weight, inner) = (t, crossed, portal.weight, rest);
        }
        whole.add((length * (1.0 - passed)).hypot(f64::from(pair[1].y) - height), weight);
    }
    let mean = whole.cost / whole.length;
    if mean.is_finite() { mean } else { weight.into() }
}

/// Distance from a crossing up to which a segment passes it, in metres.
const AT_CROSSING: f64 = 1e-3;

/// Returns the share of a segment at which it passes a point; `None` if it passes elsewhere.
fn share_of(point: DVec2, [from, to]: [DVec2; 2]) -> Option<f64> {
    let along = to - from;
    let t = ((point - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (from.lerp(to, t).distance(point) <= AT_CROSSING).then_some(t)
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
