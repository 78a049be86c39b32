//! Rounds the corners of a path, so that an agent's middle keeps its radius away from the walls.
//!
//! Around each corner of the walls lies a circle as wide as the agent, and the path is the string around the circles:
//! straight along common tangents, in arcs on the circles. (Demyen and Buro, *Efficient Triangulation-Based
//! Pathfinding*, 2006, put circles in place of the corners in the funnel; here the funnel finds the first circles on
//! narrowed portals, then circles are added where a tangent comes too near a corner, and removed where it touches none.)
//!
//! The path keeps the whole radius wherever the corridor has room for it; where it has not, it goes through as far from
//! both sides as it can. It stays on its side of every corner, but is not always the very shortest of those that do.

mod corners;

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DVec2, Vec2, Vec3};

use self::corners::Corners;
use super::clearance::Ground;
use super::laid::{length, stretch_length};
use super::{Corridor, Portal, Side, Surface, Waypoint, WaypointKind};
use crate::geometry::ground as on_ground;
use crate::navmesh::{CellId, VertexId};

/// How far the straight pieces of an arc may cut into it, as a part of the radius.
const SAGITTA: f64 = 1e-3;

/// Nearer than the radius by less than this part of it is not too near.
const SLACK: f64 = 1e-6;

/// An arc of a path around a corner of the walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// The corner: its middle.
    pub around: VertexId,
    /// The side of the path that the corner is on.
    pub side: Side,
    /// In metres; less than the agent's where the path begins or ends nearer than that.
    pub radius: f64,
    /// Where the path comes onto it and leaves it.
    pub ends: [Vec3; 2],
    /// How far the path turns on it, in radians.
    pub angle: f64,
    /// The portal that it is at, counted with the start as 0.
    pub portal: usize,
}

/// A path whose corners are rounded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rounding {
    /// The arcs, in order.
    pub arcs: Vec<Arc>,
    /// The path as straight pieces, arcs being cut into pieces of at most a few degrees.
    pub points: Vec<Vec3>,
    /// Metres along the surface: straight pieces from portal to portal, arcs as they are on the ground.
    pub length: f64,
}

/// A circle that the string goes around; without radius, a point that it goes through.
#[derive(Clone, Copy, Debug)]
struct Disc {
    at: DVec2,
    /// In metres, positive where it lies to the left of the path, 0 for a point.
    radius: f64,
    vertex: Option<VertexId>,
    portal: usize,
    height: f32,
    /// Whether the funnel turned there.
    is_pulled: bool,
}

impl Disc {
    fn side(&self) -> Side {
        if self.radius > 0.0 { Side::Left } else { Side::Right }
    }

    fn is_around(&self, other: &Self) -> bool {
        self.vertex.is_some() && self.vertex == other.vertex && self.side() == other.side()
    }
}

/// A straight piece between two circles, and the direction to its left.
struct Tangent {
    from: DVec2,
    to: DVec2,
    left: DVec2,
}

impl Tangent {
    /// The straight line that leaves one circle and comes onto another, each kept on its side.
    fn between(one: &Disc, other: &Disc) -> Self {
        let across = other.at - one.at;
        let distance = across.length();
        let along = if distance > 0.0 { across / distance } else { DVec2::X };
        let sine =
            if distance > 0.0 { ((other.radius - one.radius) / distance).clamp(-1.0, 1.0) } else { 0.0 };
        let left = along * sine + left_of(along) * (1.0 - sine * sine).sqrt();
        Self { from: one.at - left * one.radius, to: other.at - left * other.radius, left }
    }

    fn direction(&self) -> DVec2 {
        -left_of(self.left)
    }

    /// How much too near a circle the line is, in metres; `None` where it does not pass it, or far enough.
    fn intrusion(&self, disc: &Disc) -> Option<f64> {
        let along = (self.to - self.from).dot(self.direction());
        let passed = (disc.at - self.from).dot(self.direction());
        let aside = (disc.at - self.from).dot(self.left) * disc.radius.signum();
        let missing = disc.radius.abs() - aside;
        (missing > disc.radius.abs() * SLACK && 0.0 < passed && passed < along).then_some(missing)
    }
}

/// Z points down in the view, so left is the other way round.
fn left_of(direction: DVec2) -> DVec2 {
    DVec2::new(direction.y, -direction.x)
}

/// Rounds a path that was pulled through narrowed portals.
pub(super) fn round(
    ground: &Ground<'_>,
    corridor: &Corridor,
    portals: &[Portal],
    waypoints: &[Waypoint],
    radius: f32,
) -> Rounding {
    let [Some(first), Some(last)] = [waypoints.first(), waypoints.last()] else { return Rounding::default() };
    let ends = [first, last].map(|end| on_ground(end.point).as_dvec2());
    // Who stands nearer to a corner than the radius cannot but come so near.
    let fitting = |disc: Disc| {
        let most = ends.iter().map(|end| end.distance(disc.at)).fold(f64::from(radius), f64::min);
        Disc { radius: most * disc.radius, ..disc }
    };
    let corners: Vec<Disc> =
        Corners { ground, corridor, portals, radius }.all().into_iter().map(fitting).collect();
    let mut string: Vec<Disc> =
        waypoints.iter().map(|waypoint| disc_of(ground, portals, waypoint)).map(fitting).collect();
    settle(&mut string, &corners);
    laid(ground, corridor, portals, &string)
}

/// The circle of a waypoint; of one that is no corner of walls, the point itself.
fn disc_of(ground: &Ground<'_>, portals: &[Portal], waypoint: &Waypoint) -> Disc {
    let portal = waypoint.portal;
    let ids = portals.get(portal).and_then(|portal| portal.ids);
    let (point, height) = (on_ground(waypoint.point).as_dvec2(), waypoint.point.y);
    match (waypoint.kind, ids) {
        (WaypointKind::Corner(vertex), Some([left, _])) if ground.walkable.has_wall(vertex) => {
            let sign = if vertex == left { 1.0 } else { -1.0 };
            Disc {
                at: ground.at(vertex).as_dvec2(),
                radius: sign,
                vertex: Some(vertex),
                portal,
                height,
                is_pulled: true,
            }
        }
        _ => Disc { at: point, radius: 0.0, vertex: None, portal, height, is_pulled: true },
    }
}

/// Adds the circles that the string comes too near, and removes those that it does not lean on, until none is left.
///
/// A change affects only what lies next to it, so the string is followed from its start, and some circles back at a change.
fn settle(string: &mut Vec<Disc>, corners: &[Disc]) {
    let mut at = 1;
    while at + 1 < string.len() {
        at = if remove_at(string, at) { at.saturating_sub(1).max(1) } else { at + 1 };
    }
    at = 0;
    for _ in 0..8 * corners.len() + 4 * string.len() {
        if remove_at(string, at) || remove_at(string, at + 1) {
            at = at.saturating_sub(2);
            continue;
        }
        let Some(pair) = string.get(at..at + 2) else { break };
        if let Some(disc) = most_intruding(pair, corners) {
            string.insert(at + 1, disc);
        } else {
            at += 1;
        }
    }
}

/// Removes a circle between others that the string does not lean on, or that it goes around twice; `false` if it stays.
fn remove_at(string: &mut Vec<Disc>, at: usize) -> bool {
    // The funnel may turn at one corner on several portals, and the circle between two may be removed.
    let is_between = at > 0 && at + 1 < string.len();
    let is_removed = is_between && (string[at].is_around(&string[at - 1]) || is_loose(string, at));
    if is_removed {
        string.remove(at);
    }
    is_removed
}

/// Whether the string does not lean on a circle: it would have to bend away to go around it, or, where the funnel did
/// not turn there, passes it as well without.
fn is_loose(string: &[Disc], i: usize) -> bool {
    let disc = &string[i];
    let [before, behind] = [&string[i - 1], &string[i + 1]];
    let [into, out] = [Tangent::between(before, disc), Tangent::between(disc, behind)];
    let turned = turned(disc, into.left, out.left);
    // A string that is wound more than half around is not bent away.
    let is_bent_away = -FRAC_PI_2 < turned && turned < 0.0;
    let is_needed = disc.is_pulled || Tangent::between(before, behind).intrusion(disc).is_some();
    disc.vertex.is_some() && (is_bent_away || !is_needed)
}

/// How far the string turns towards a circle, in radians, from -π to π.
fn turned(disc: &Disc, from: DVec2, to: DVec2) -> f64 {
    left_of(from).dot(to).atan2(from.dot(to)) * disc.radius.signum()
}

/// Returns the circle that the string between two others comes too near by most.
fn most_intruding(pair: &[Disc], corners: &[Disc]) -> Option<Disc> {
    let [one, other] = pair else { return None };
    let tangent = Tangent::between(one, other);
    let first = corners.partition_point(|disc| disc.portal < one.portal);
    let near = corners[first..].iter().take_while(|disc| disc.portal <= other.portal);
    let intruding = near.filter(|disc| !pair.iter().any(|end| end.is_around(disc)));
    let missing = intruding.filter_map(|disc| Some((tangent.intrusion(disc)?, *disc)));
    // Of several, the first.
    let worst = missing.reduce(|worst, next| if next.0 > worst.0 { next } else { worst });
    worst.map(|(_, disc)| disc)
}

/// The string as arcs and straight pieces on the surface.
fn laid(ground: &Ground<'_>, corridor: &Corridor, portals: &[Portal], string: &[Disc]) -> Rounding {
    let tangents: Vec<Tangent> = string.windows(2).map(|pair| Tangent::between(&pair[0], &pair[1])).collect();
    let mut rounding = Rounding::default();
    let (Some(first), Some(last)) = (string.first(), string.last()) else { return rounding };
    let space = |at: DVec2, height: f32| Vec3::new(at.x as f32, height, at.y as f32);
    let on_surface = |at: DVec2, disc: &Disc| space(at, height_at(ground, corridor, disc, at.as_vec2()));
    let (mut at, mut before) = (space(first.at, first.height), first);
    rounding.points.push(at);
    for (i, disc) in string.iter().enumerate().take(string.len().saturating_sub(1)).skip(1) {
        let Some(vertex) = disc.vertex else {
            let point = space(disc.at, disc.height);
            rounding.length += stretch_length([at, point], between(portals, before, disc));
            rounding.points.push(point);
            (at, before) = (point, disc);
            continue;
        };
        let [from, to] = [tangents[i - 1].to, tangents[i].from];
        let angle = swept(disc, tangents[i - 1].left, tangents[i].left);
        let arc: Vec<Vec3> = on_arc(disc, from, angle).map(|at| on_surface(at, disc)).collect();
        let ends = [from, to].map(|at| on_surface(at, disc));
        let (side, radius, portal) = (disc.side(), disc.radius.abs(), disc.portal);
        rounding.arcs.push(Arc { around: vertex, side, radius, ends, angle, portal });
        // What the pieces cut off is not lost.
        let chords = 2.0 * (angle / arc.len().saturating_sub(1).max(1) as f64 * 0.5).sin();
        let pieces = arc.len().saturating_sub(1) as f64;
        rounding.length += stretch_length([at, ends[0]], between(portals, before, disc));
        rounding.length += length(&arc) + radius * (angle - chords * pieces);
        rounding.points.extend(arc);
        (at, before) = (ends[1], disc);
    }
    let end = space(last.at, last.height);
    rounding.length += stretch_length([at, end], between(portals, before, last));
    rounding.points.push(end);
    rounding
}

/// The portals that the string may pass between two circles, those at the circles included.
fn between<'a>(portals: &'a [Portal], from: &Disc, to: &Disc) -> &'a [Portal] {
    portals.get(from.portal..=to.portal).unwrap_or_default()
}

/// How far the string turns on a circle, in radians, from one tangent's left to the next one's.
fn swept(disc: &Disc, from: DVec2, to: DVec2) -> f64 {
    let turned = turned(disc, from, to);
    // Just before no turn at all is no whole turn.
    if turned < -SLACK { turned + TAU } else { turned.max(0.0) }
}

/// Points on a circle from one place on, through an angle, both ends included.
fn on_arc(disc: &Disc, from: DVec2, angle: f64) -> impl Iterator<Item = DVec2> {
    let most = 2.0 * (1.0 - SAGITTA).acos();
    let pieces = (angle / most).ceil().max(1.0);
    // Left is clockwise in X and Z.
    let turn = -angle / pieces * disc.radius.signum();
    let (middle, offset) = (disc.at, from - disc.at);
    (0..=pieces as usize).map(move |i| middle + DVec2::from_angle(turn * i as f64).rotate(offset))
}

/// How high the surface is at a place near a circle: on the cells around its portal, else around its corner, else as
/// high as the portal.
fn height_at(ground: &Ground<'_>, corridor: &Corridor, disc: &Disc, at: Vec2) -> f32 {
    let first = disc.portal.saturating_sub(3);
    let along = corridor.cells.iter().skip(first).take(6).copied();
    let around =
        disc.vertex.into_iter().flat_map(|vertex| ground.walkable.derived.adjacency.star(vertex)).copied();
    let surface = |cell: CellId| Some(Surface::of(ground.mesh(), cell)).filter(|surface| surface.covers(at));
    around.chain(along).find_map(surface).map_or(disc.height, |surface| surface.height_at(at))
}
