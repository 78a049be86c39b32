//! Rounds the corners of a path, so that the agent's centre keeps its radius from the walls.
//!
//! Each wall corner has a circle with the agent's radius, and the path is the string around these circles. It
//! consists of common tangents and of arcs on the circles. Demyen and Buro (*Efficient Triangulation-Based
//! Pathfinding*, 2006) replace the corners in the funnel by circles. Here the funnel finds the first circles on
//! narrowed portals. Circles are then added where a tangent comes too near a corner, and removed where the string
//! does not touch them.
//!
//! The path keeps the whole radius wherever the corridor is wide enough. Elsewhere it passes as far from both sides
//! as possible. It stays on its side of every corner, but it is not always the shortest such path.

mod corners;
pub mod bends;

use std::f64::consts::TAU;

use glam::{DVec2, Vec2, Vec3};
use smallvec::SmallVec;

use self::corners::{CornerMemory, RoundedCorners};
use super::detailed_cells::DetailedCells;
use super::portal::{Portal, Side};
use super::surface_length::{length, mean_weight, stretch_length};
use super::waypoint::{Waypoint, WaypointKind};
use crate::geometry::ground as on_ground;
use crate::navmesh::{CellId, Surface, VertexId};
use crate::pathfinding::agent::ground::Ground;

/// Maximum sagitta of the straight pieces of an arc, as a fraction of the radius.
const SAGITTA: f64 = 1e-3;

/// Tolerated intrusion into a circle, as a fraction of its radius.
const SLACK: f64 = 1e-6;

/// An arc of a path around a wall corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerArc {
    /// The corner, which is the centre of the arc.
    pub around: VertexId,
    /// Side of the path on which the corner lies.
    pub side: Side,
    /// Radius in metres.
    ///
    /// It is less than the agent's radius if the start or the target lies nearer to the corner.
    pub radius: f64,
    /// Points at which the arc begins and ends.
    pub ends: [Vec3; 2],
    /// Angle of the arc, in radians.
    pub angle: f64,
    /// Number of its portal, counted with the start as 0.
    ///
    /// If a portal there ends at the corner, it is that one.
    pub portal: usize,
}

/// A path with rounded corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rounding {
    /// The arcs, in order.
    pub arcs: Vec<CornerArc>,
    /// The path as a polyline; arcs are divided into segments of at most a few degrees.
    pub points: Vec<Vec3>,
    /// Length along the surface in metres: straight from portal to portal, arcs as in the ground plan.
    pub length: f64,
    /// Sum of all lengths, each times the cost of its cell or link.
    pub cost: f64,
}

impl Rounding {
    /// Removes everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.arcs.clear();
        self.points.clear();
        (self.length, self.cost) = (0.0, 0.0);
    }

    /// Begins the next section, whose first portal has this index in the path.
    ///
    /// A metre of the line from the section before costs `weight`.
    pub(super) fn leg(&mut self, first: usize, weight: f32) -> RoundedLeg<'_> {
        let begin = self.points.len();
        RoundedLeg { rounding: self, first, weight, begin, length: 0.0 }
    }
}

/// A section of a path that is being rounded; a straight line connects it with the one before.
pub(super) struct RoundedLeg<'a> {
    rounding: &'a mut Rounding,
    /// Index of the section's first portal in the path.
    first: usize,
    /// Cost of a metre of the line from the section before.
    weight: f32,
    /// Index of the section's first point.
    begin: usize,
    length: f64,
}

impl RoundedLeg<'_> {
    fn push(&mut self, point: Vec3) {
        self.rounding.points.push(point);
    }

    /// Adds the length and the cost of the section, and of the line from the section before.
    fn finish(self, portals: &[Portal]) {
        let Rounding { points, length, cost, .. } = self.rounding;
        if let (Some(on), Some(off)) = (points[..self.begin].last(), points.get(self.begin)) {
            let over = on.as_dvec3().distance(off.as_dvec3());
            *length += over;
            *cost += over * f64::from(self.weight);
        }
        *length += self.length;
        *cost += self.length * mean_weight(&points[self.begin..], portals);
    }
}

/// A string through narrowed portals.
#[derive(Clone, Copy)]
pub(in crate::pathfinding) struct PulledString<'a> {
    pub(in crate::pathfinding) cells: &'a [CellId],
    pub(in crate::pathfinding) portals: &'a [Portal],
    pub(in crate::pathfinding) waypoints: &'a [Waypoint],
}

/// Memory of rounding, kept between queries.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct RoundMemory {
    /// Waypoints of a section.
    pub(super) waypoints: Vec<Waypoint>,
    corners: Vec<Disc>,
    string: Vec<Disc>,
    tangents: Vec<Tangent>,
    near: CornerMemory,
}

/// A circle that the string bends around; with radius 0, a point that it passes.
#[derive(Clone, Copy, Debug)]
struct Disc {
    at: DVec2,
    radius: f64,
    vertex: Option<VertexId>,
    portal: usize,
    height: f32,
    /// Whether the funnel turned at this circle.
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

/// A straight segment between two circles, and the direction to its left.
#[derive(Clone, Copy, Debug)]
struct Tangent {
    from: DVec2,
    to: DVec2,
    left: DVec2,
}

impl Tangent {
    /// Returns the tangent from one circle to another, keeping each on its side.
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

    /// Returns the intrusion of the line into a circle, in metres.
    ///
    /// `None` if the line does not pass the circle, or passes it far enough away.
    fn intrusion(&self, disc: &Disc) -> Option<f64> {
        let along = (self.to - self.from).dot(self.direction());
        let passed = (disc.at - self.from).dot(self.direction());
        let aside = (disc.at - self.from).dot(self.left) * disc.radius.signum();
        let missing = disc.radius.abs() - aside;
        (missing > disc.radius.abs() * SLACK && 0.0 < passed && passed < along).then_some(missing)
    }
}

/// Returns the direction to the left; Z points down in the view, which reverses the rotation.
fn left_of(direction: DVec2) -> DVec2 {
    DVec2::new(direction.y, -direction.x)
}

/// Rounds a path that was pulled through narrowed portals.
///
/// Takes linear time in the corners near the corridor and quadratic time in the circles that the path touches.
pub(super) fn round(
    ground: &Ground<'_>,
    pulled: PulledString<'_>,
    radius: f32,
    memory: &mut RoundMemory,
    mut leg: RoundedLeg<'_>,
) {
    RoundedCorners { ground, pulled, radius }.find(&mut memory.near, &mut memory.corners);
    lay_string(ground, pulled, radius, memory);
    lay(ground, pulled, &memory.string, &memory.tangents, &mut leg);
    leg.finish(pulled.portals);
}

/// Lays a string around circles with the radius at its waypoints and at the corners in memory.
fn lay_string(ground: &Ground<'_>, pulled: PulledString<'_>, radius: f32, memory: &mut RoundMemory) {
    let PulledString { portals, waypoints, .. } = pulled;
    let ends = [waypoints.first(), waypoints.last()].into_iter().flatten();
    let ends: SmallVec<[DVec2; 2]> = ends.map(|end| on_ground(end.point).as_dvec2()).collect();
    // An end nearer to a corner than the radius limits the radius of that corner's circle.
    let fitting = |disc: Disc| {
        let most = ends.iter().map(|end| end.distance(disc.at)).fold(f64::from(radius), f64::min);
        Disc { radius: most * disc.radius, ..disc }
    };
    let RoundMemory { corners, string, tangents, .. } = memory;
    for disc in corners.iter_mut() {
        *disc = fitting(*disc);
    }
    string.clear();
    string.extend(waypoints.iter().map(|waypoint| disc_of(ground, portals, waypoint)).map(fitting));
    settle(string, corners);
    tangents.clear();
    tangents.extend(string.windows(2).map(|pair| Tangent::between(&pair[0], &pair[1])));
}

/// Returns the circle of a waypoint; the point itself if the waypoint is no wall corner.
fn disc_of(ground: &Ground<'_>, portals: &[Portal], waypoint: &Waypoint) -> Disc {
    let portal = waypoint.portal;
    let ids = portals.get(portal).and_then(|portal| portal.ids);
    let (point, height) = (on_ground(waypoint.point).as_dvec2(), waypoint.point.y);
    match (waypoint.kind, ids) {
        (WaypointKind::Corner(vertex), Some([left, _])) if ground.walkable.has_wall(vertex) => {
            let sign = if vertex == left { 1.0 } else { -1.0 };
            let (at, vertex) = (ground.at(vertex).as_dvec2(), Some(vertex));
            Disc { at, radius: sign, vertex, portal, height, is_pulled: true }
        }
        _ => Disc { at: point, radius: 0.0, vertex: None, portal, height, is_pulled: true },
    }
}

/// Adds circles that the string intrudes into and removes those it does not touch, until none changes.
fn settle(string: &mut Vec<Disc>, corners: &[Disc]) {
    for _ in 0..4 * corners.len() + string.len() {
        // The funnel may turn at one corner on several portals, and the circle between two may be removed.
        string.dedup_by(|next, disc| next.is_around(disc));
        while let Some(loose) = (1..string.len().saturating_sub(1)).find(|&i| is_loose(string, i)) {
            string.remove(loose);
            string.dedup_by(|next, disc| next.is_around(disc));
        }
        let Some((at, disc)) = most_intruding(string, corners) else { break };
        string.insert(at, disc);
    }
}

/// Whether the string does not touch a circle.
///
/// This is the case if the string would bend away from the circle. It is also the case if the funnel did not turn
/// there and the direct tangent does not intrude.
fn is_loose(string: &[Disc], i: usize) -> bool {
    let disc = &string[i];
    let [before, behind] = [&string[i - 1], &string[i + 1]];
    let [into, out] = [Tangent::between(before, disc), Tangent::between(disc, behind)];
    let (along, turned) = turned(disc, into.left, out.left);
    let direct = Tangent::between(before, behind);
    let is_clear = (disc.at - direct.from).dot(direct.left) * disc.radius.signum() >= disc.radius.abs();
    // A string wound more than half around is not bent away, unless the direct line passes the corner.
    let is_bent_away = turned < 0.0 && (along > 0.0 || is_clear);
    let is_needed = disc.is_pulled || direct.intrusion(disc).is_some();
    disc.vertex.is_some() && (is_bent_away || !is_needed)
}

/// Returns the cosine and the sine of the turn of the string towards a circle.
fn turned(disc: &Disc, from: DVec2, to: DVec2) -> (f64, f64) {
    (from.dot(to), left_of(from).dot(to) * disc.radius.signum())
}

/// Returns the circle with the largest intrusion, and its index in the string.
fn most_intruding(string: &[Disc], corners: &[Disc]) -> Option<(usize, Disc)> {
    let mut worst: Option<(f64, usize, Disc)> = None;
    for (i, pair) in string.windows(2).enumerate() {
        let tangent = Tangent::between(&pair[0], &pair[1]);
        let first = corners.partition_point(|disc| disc.portal < pair[0].portal);
        let near = corners[first..].iter().take_while(|disc| disc.portal <= pair[1].portal);
        // The string through the narrowed portals keeps every corner on its side, and the tangent is as far from it as
        // the larger circle at most. Corners beyond that lie behind a later turn.
        let aside = pair[0].radius.abs().max(pair[1].radius.abs()) * (1.0 + SLACK);
        for disc in near.filter(|disc| !pair.iter().any(|end| end.is_around(disc))) {
            if let Some(missing) = tangent.intrusion(disc)
                && missing <= disc.radius.abs() + aside
                && worst.is_none_or(|(most, ..)| missing > most)
            {
                worst = Some((missing, i + 1, *disc));
            }
        }
    }
    worst.map(|(_, at, disc)| (at, disc))
}

/// Writes the string as arcs and straight segments on the surface.
fn lay(
    ground: &Ground<'_>,
    PulledString { cells, portals, .. }: PulledString<'_>,
    string: &[Disc],
    tangents: &[Tangent],
    leg: &mut RoundedLeg<'_>,
) {
    let (Some(first), Some(last)) = (string.first(), string.last()) else { return };
    let space = |at: DVec2, height: f32| Vec3::new(at.x as f32, height, at.y as f32);
    let on_surface = |at: DVec2, disc: &Disc| space(at, height_at(ground, cells, disc, at.as_vec2()));
    let detailed = DetailedCells::of_leg(ground.mesh(), cells);
    let stretch = |line, from: &Disc, to: &Disc| {
        stretch_length(&detailed, line, (from.portal, between(portals, from, to)))
    };
    let (mut at, mut before) = (space(first.at, first.height), first);
    leg.push(at);
    for (i, disc) in string.iter().enumerate().take(string.len().saturating_sub(1)).skip(1) {
        let Some(vertex) = disc.vertex else {
            let point = space(disc.at, disc.height);
            leg.length += stretch([at, point], before, disc);
            leg.push(point);
            (at, before) = (point, disc);
            continue;
        };
        let [from, to] = [tangents[i - 1].to, tangents[i].from];
        let angle = swept(disc, tangents[i - 1].left, tangents[i].left);
        let ends = [from, to].map(|at| on_surface(at, disc));
        leg.length += stretch([at, ends[0]], before, disc);
        let begin = leg.rounding.points.len();
        leg.rounding.points.extend(on_arc(disc, from, angle).map(|at| on_surface(at, disc)));
        let arc = &leg.rounding.points[begin..];
        let (side, radius) = (disc.side(), disc.radius.abs());
        let portal = leg.first + Portal::at_corner(portals, disc.portal, vertex);
        // The chords are shorter than the arc; the difference is added.
        let chords = 2.0 * (angle / arc.len().saturating_sub(1).max(1) as f64 * 0.5).sin();
        let pieces = arc.len().saturating_sub(1) as f64;
        leg.length += length(arc) + radius * (angle - chords * pieces);
        leg.rounding.arcs.push(CornerArc { around: vertex, side, radius, ends, angle, portal });
        (at, before) = (ends[1], disc);
    }
    let end = space(last.at, last.height);
    leg.length += stretch([at, end], before, last);
    leg.push(end);
}

/// Returns the portals that the string may pass between two circles, those at the circles included.
fn between<'a>(portals: &'a [Portal], from: &Disc, to: &Disc) -> &'a [Portal] {
    portals.get(from.portal..=to.portal).unwrap_or_default()
}

/// Returns the turn of the string on a circle, in radians, from one tangent's left to the next one's.
fn swept(disc: &Disc, from: DVec2, to: DVec2) -> f64 {
    let (along, across) = turned(disc, from, to);
    let turned = across.atan2(along);
    // A slightly negative turn is rounding, not a full turn.
    if turned < -SLACK { turned + TAU } else { turned.max(0.0) }
}

/// Returns points on a circle from a given point through an angle, both ends included.
fn on_arc(disc: &Disc, from: DVec2, angle: f64) -> impl Iterator<Item = DVec2> {
    let most = 2.0 * (1.0 - SAGITTA).acos();
    let pieces = (angle / most).ceil().max(1.0);
    // Left is clockwise in X and Z.
    let turn = -angle / pieces * disc.radius.signum();
    let (middle, offset) = (disc.at, from - disc.at);
    (0..=pieces as usize).map(move |i| middle + DVec2::from_angle(turn * i as f64).rotate(offset))
}

/// Returns the height of the surface at a position near a circle.
///
/// It uses the cells around its corner, else the cells around its portal, else the height of the portal.
fn height_at(ground: &Ground<'_>, cells: &[CellId], disc: &Disc, at: Vec2) -> f32 {
    let first = disc.portal.saturating_sub(3);
    let along = cells.iter().skip(first).take(6).copied();
    let around =
        disc.vertex.into_iter().flat_map(|vertex| ground.walkable.derived.adjacency.star(vertex)).copied();
    let surface = |cell: CellId| Some(Surface::of(ground.mesh(), cell)).filter(|surface| surface.covers(at));
    around.chain(along).find_map(surface).map_or(disc.height, |surface| surface.height_at(at))
}
