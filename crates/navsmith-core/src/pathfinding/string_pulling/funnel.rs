//! String pulling: the shortest path inside a corridor.
//!
//! This is the Simple Stupid Funnel Algorithm (Mononen, 2010). One implementation serves both sides, and waypoints
//! can be forced at changes of slope. It depends on portals, not on meshes. It tests turns with exact predicates
//! only: on the ground, or on the [`FunnelPlane`] into which the portals are unfolded, or on a sphere.

use glam::{DVec3, Vec2, Vec3};

use super::plane::FunnelPlane;
use super::portal::{Portal, Side};
use super::waypoint::{Waypoint, WaypointKind};
use crate::geometry::doubled_area;
use crate::trace::{Observer, Silent};

/// A point in space and in the plane of the turn tests.
type Tested = (Vec3, Vec2);

/// The funnel: the region visible from the apex through the portals passed so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Funnel {
    /// The last bend of the string.
    pub apex: Vec3,
    /// The end of the left leg.
    pub left: Vec3,
    /// The end of the right leg.
    pub right: Vec3,
    /// The portal that the apex is on.
    pub apex_portal: usize,
    /// The last portal that the end of the left leg is on.
    pub left_portal: usize,
    /// The last portal that the end of the right leg is on.
    pub right_portal: usize,
    /// The apex and the ends of the left and the right leg in the plane of the turn tests.
    ///
    /// The plane is the ground, or the one into which the corridor is unfolded. On a sphere it is not tested.
    pub flat: [Vec2; 3],
}

impl Funnel {
    fn on(apex: Vec3, flat: Vec2, portal: usize) -> Self {
        Self {
            apex,
            left: apex,
            right: apex,
            apex_portal: portal,
            left_portal: portal,
            right_portal: portal,
            flat: [flat; 3],
        }
    }

    /// Returns the end of a side's leg.
    pub fn leg(&self, side: Side) -> Vec3 {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// Returns the last portal that contains the end of a side's leg.
    pub fn leg_portal(&self, side: Side) -> usize {
        match side {
            Side::Left => self.left_portal,
            Side::Right => self.right_portal,
        }
    }

    /// Returns whether a side's leg has not left the apex.
    pub fn is_closed(&self, side: Side) -> bool {
        self.leg_portal(side) == self.apex_portal
    }

    fn move_leg(&mut self, side: Side, end: Vec3, flat: Vec2, portal: usize) {
        match side {
            Side::Left => (self.left, self.flat[1], self.left_portal) = (end, flat, portal),
            Side::Right => (self.right, self.flat[2], self.right_portal) = (end, flat, portal),
        }
    }

    fn flat_leg(&self, side: Side) -> Vec2 {
        match side {
            Side::Left => self.flat[1],
            Side::Right => self.flat[2],
        }
    }

    /// Returns the end of a side's leg, in space and in the plane of the turn tests.
    fn end(&self, side: Side) -> Tested {
        (self.leg(side), self.flat_leg(side))
    }

    /// Returns twice the signed area of the triangle of the apex, the end of a side's leg and a point.
    fn area(&self, plane: &FunnelPlane, side: Side, point: Tested) -> f64 {
        let on_sphere = plane.area_on_sphere([self.apex, self.leg(side), point.0]);
        on_sphere.unwrap_or_else(|| doubled_area(self.flat[0], self.flat_leg(side), point.1))
    }

    fn towards(&self, plane: &FunnelPlane, point: Tested) -> DVec3 {
        if plane.sphere().is_some() {
            point.0.as_dvec3() - self.apex.as_dvec3()
        } else {
            (point.1.as_dvec2() - self.flat[0].as_dvec2()).extend(0.0)
        }
    }

    /// Returns whether the string turns back on itself to reach a point.
    ///
    /// Both legs then lie on one ray from the apex. The point lies on their line, before the end of the shorter leg.
    fn turns_back(&self, plane: &FunnelPlane, point: Tested) -> bool {
        let is_in_line = [Side::Left, Side::Right].iter().all(|&side| self.area(plane, side, point) == 0.0);
        if !is_in_line {
            return false;
        }
        let side = self.shorter(plane);
        let [short, long] = [side, side.other()].map(|side| self.towards(plane, self.end(side)));
        short.dot(long) > 0.0 && short.dot(self.towards(plane, point)) < short.length_squared()
    }

    fn shorter(&self, plane: &FunnelPlane) -> Side {
        let [left, right] =
            [Side::Left, Side::Right].map(|side| self.towards(plane, self.end(side)).length_squared());
        if left < right { Side::Left } else { Side::Right }
    }
}

/// One step of the funnel algorithm: the decision about one end of one portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FunnelStep {
    /// The number of the portal; the start is 0.
    pub portal: usize,
    /// The side of the portal's end.
    pub side: Side,
    /// The position of that end.
    ///
    /// It is the forced waypoint if there is one, and the target at the last portal.
    pub candidate: Vec3,
    /// The funnel before the decision.
    pub funnel: Funnel,
    /// Twice the signed areas, in m², of the triangles of apex, leg and candidate.
    ///
    /// The first is for the leg of this side, the second for the other leg. Positive if the candidate lies to the
    /// left of the leg.
    pub areas: [f64; 2],
    /// The decision.
    pub decision: Decision,
    /// The number of waypoints before the decision.
    pub waypoints: usize,
    /// The upward direction at the portal on a curved surface; `None` on the ground.
    pub up: Option<Vec3>,
}

/// A decision about one end of one portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// The end lies in the funnel: the leg moves to it.
    Tightened,
    /// The end lies outside its own leg: the leg stays.
    Outside,
    /// The end lies beyond the other leg: the string bends at the end of that leg.
    Crossed {
        /// The bend of the string: a waypoint, and the new apex.
        corner: Vec3,
        /// The portal of the corner; the scan restarts at the next one.
        restart_from: usize,
    },
    /// The path must pass through one point: the end of a link or a point of a portal.
    ///
    /// The point is the middle where the slope changes, and the cheapest crossing where the cost of a metre changes.
    Forced {
        /// The point: a waypoint, and the new apex.
        waypoint: Vec3,
        /// The reason: a slope, a cost or a link.
        kind: WaypointKind,
    },
    /// The target is visible from the apex.
    Arrived,
}

/// Pulls a string through portals, from the start (the first portal) to the target (the last one).
///
/// Returns the waypoints; the first is the start and the last is the target. Returns none for fewer than two portals.
///
/// On the ground the result is the shortest path through all portals, unless waypoints are forced. The ends of links
/// and [`Portal::crossing`] are always forced. With forced waypoints, the path passes through the middle of every
/// portal at which the slope changes. A middle that would repeat a waypoint is left out. The result is the shortest such path.
///
/// The right end of a portal is tested first. Every test is one [`FunnelStep`], and the last one is
/// [`Decision::Arrived`]. Linear in most corridors, quadratic at worst.
pub fn string_pull(
    portals: &[Portal],
    has_slope_waypoints: bool,
    observer: &mut impl Observer<FunnelStep>,
) -> Vec<Waypoint> {
    string_pull_on(&FunnelPlane::default(), portals, has_slope_waypoints, observer)
}

/// Like [`string_pull`], but tests turns on an unfolded corridor.
///
/// The result is the shortest path on the surface.
pub fn string_pull_on(
    plane: &FunnelPlane,
    portals: &[Portal],
    has_slope_waypoints: bool,
    observer: &mut impl Observer<FunnelStep>,
) -> Vec<Waypoint> {
    let mut waypoints = Vec::new();
    string_pull_into(plane, portals, has_slope_waypoints, observer, &mut waypoints);
    waypoints
}

/// Like [`string_pull_on`], but writes into the memory of earlier waypoints.
pub fn string_pull_into(
    plane: &FunnelPlane,
    portals: &[Portal],
    has_slope_waypoints: bool,
    observer: &mut impl Observer<FunnelStep>,
    waypoints: &mut Vec<Waypoint>,
) {
    let Some(mut puller) = Puller::new(plane, portals, has_slope_waypoints, waypoints) else { return };
    let mut next = 1;
    while next < portals.len() {
        next = puller.pass(next, observer);
    }
}

/// Pulls a string through untested middles of portals where the slope changes, like a tutorial.
///
/// The funnel does not test whether it contains the middle, so the line to it can leave the corridor. Source: the method
/// `makePath` of a libGDX tutorial (Monstrous Software, *3D Tutorial*, step 19).
pub fn string_with_untested_middles(plane: &FunnelPlane, portals: &[Portal]) -> Vec<Waypoint> {
    let mut waypoints = Vec::new();
    let Some(mut puller) = Puller::new(plane, portals, false, &mut waypoints) else { return Vec::new() };
    let mut next = 1;
    while next < portals.len() {
        let passed = next;
        next = puller.pass(passed, &mut Silent);
        let portal = &portals[passed];
        if next == passed + 1 && next < portals.len() && portal.is_slope_change && portal.link.is_none() {
            let middle = portal.midpoint();
            puller.turn_at(middle, plane.middle(passed, middle), WaypointKind::Slope, passed);
        }
    }
    waypoints
}

struct Puller<'a> {
    portals: &'a [Portal],
    plane: &'a FunnelPlane,
    has_slope_waypoints: bool,
    funnel: Funnel,
    waypoints: &'a mut Vec<Waypoint>,
}

/// A point that the path must pass through, regardless of the funnel.
#[derive(Clone, Copy)]
enum Pin {
    Forced(Vec3, WaypointKind),
    Target(Vec3),
}

impl<'a> Puller<'a> {
    /// Begins a string at the first portal; `None` for fewer than two portals.
    fn new(
        plane: &'a FunnelPlane,
        portals: &'a [Portal],
        has_slope_waypoints: bool,
        waypoints: &'a mut Vec<Waypoint>,
    ) -> Option<Self> {
        waypoints.clear();
        let [start, _, ..] = portals else { return None };
        waypoints.push(Waypoint { point: start.left, kind: WaypointKind::Start, portal: 0 });
        let funnel = Funnel::on(start.left, plane.end(0, Side::Left, start.left), 0);
        Some(Self { portals, plane, has_slope_waypoints, funnel, waypoints })
    }

    /// Tests both ends of a portal; returns the next portal to test.
    fn pass(&mut self, portal: usize, observer: &mut impl Observer<FunnelStep>) -> usize {
        let pin = self.pin(portal);
        for side in [Side::Right, Side::Left] {
            let step = self.judge(portal, side, pin);
            observer.observe(step);
            match step.decision {
                Decision::Outside => {}
                Decision::Tightened => {
                    let (point, flat) = self.candidate(portal, side, pin);
                    self.funnel.move_leg(side, point, flat, portal);
                }
                Decision::Crossed { corner, restart_from } => {
                    let flat = self.funnel.flat_leg(side.other());
                    self.turn_at(corner, flat, self.kind_of_leg(side.other()), restart_from);
                    return restart_from + 1;
                }
                Decision::Forced { waypoint, kind } => {
                    self.turn_at(waypoint, self.plane.middle(portal, waypoint), kind, portal);
                }
                Decision::Arrived => self.arrive(step.candidate, portal),
            }
        }
        portal + 1
    }

    fn judge(&self, portal: usize, side: Side, pin: Option<Pin>) -> FunnelStep {
        let tested = self.candidate(portal, side, pin);
        let areas = [side, side.other()].map(|side| self.funnel.area(self.plane, side, tested));
        let [own, other] = areas.map(|area| area * side.inward());
        // A candidate that only touches the other leg has not crossed it. If both legs lie on one line and the string
        // turns back along it, it bends around the end of the shorter leg.
        let turns_back = self.funnel.turns_back(self.plane, tested);
        let is_crossed =
            if turns_back { self.funnel.shorter(self.plane) != side } else { own >= 0.0 && other > 0.0 };
        let decision = match pin {
            _ if is_crossed => Decision::Crossed {
                corner: self.funnel.leg(side.other()),
                restart_from: self.funnel.leg_portal(side.other()),
            },
            Some(Pin::Forced(waypoint, kind)) if side == Side::Left => Decision::Forced { waypoint, kind },
            Some(Pin::Target(_)) if side == Side::Left => Decision::Arrived,
            _ if turns_back || own < 0.0 => Decision::Outside,
            _ => Decision::Tightened,
        };
        let waypoints = self.waypoints.len();
        let (up, candidate) = (self.plane.up(portal), tested.0);
        FunnelStep { portal, side, candidate, funnel: self.funnel, areas, decision, waypoints, up }
    }

    /// Returns the point that is tested, in space and in the plane of the turn tests.
    fn candidate(&self, portal: usize, side: Side, pin: Option<Pin>) -> Tested {
        let gate = &self.portals[portal];
        let (point, side) = match (pin, side) {
            (Some(Pin::Forced(middle, _)), _) => return (middle, self.plane.middle(portal, middle)),
            (Some(Pin::Target(target)), _) => (target, Side::Left),
            (None, Side::Left) => (gate.left, side),
            (None, Side::Right) => (gate.right, side),
        };
        (point, self.plane.end(portal, side, point))
    }

    fn pin(&self, portal: usize) -> Option<Pin> {
        let gate = &self.portals[portal];
        let target = self.portals.len() - 1;
        if portal == target {
            return Some(Pin::Target(gate.left));
        }
        if let Some(kind) = gate.link {
            return Some(Pin::Forced(gate.left, kind));
        }
        if let Some(point) = gate.crossing {
            return Some(Pin::Forced(point, WaypointKind::Cost));
        }
        let middle = gate.midpoint();
        let repeats_target = portal + 1 == target && self.portals[target].left == middle;
        let repeats_last =
            self.waypoints.last().is_some_and(|last| last.portal + 1 == portal && last.point == middle);
        let is_forced = self.has_slope_waypoints && gate.is_slope_change && !repeats_last && !repeats_target;
        is_forced.then_some(Pin::Forced(middle, WaypointKind::Slope))
    }

    fn kind_of_leg(&self, side: Side) -> WaypointKind {
        let ids = self.portals[self.funnel.leg_portal(side)].ids;
        ids.map_or(WaypointKind::Slope, |[left, right]| {
            WaypointKind::Corner(if side == Side::Left { left } else { right })
        })
    }

    /// Adds the target as the last waypoint, and replaces a corner at the same point.
    ///
    /// The end of a link is kept.
    fn arrive(&mut self, target: Vec3, portal: usize) {
        if self.waypoints.len() > 1 {
            let is_link = |kind| matches!(kind, WaypointKind::On(_) | WaypointKind::Off(_));
            self.waypoints.pop_if(|last| last.point == target && !is_link(last.kind));
        }
        let flat = self.plane.end(portal, Side::Left, target);
        self.turn_at(target, flat, WaypointKind::Target, portal);
    }

    /// Adds a waypoint and begins the next funnel there.
    ///
    /// Of a crossing and a turn in one place, only the turn is a waypoint.
    fn turn_at(&mut self, point: Vec3, flat: Vec2, kind: WaypointKind, portal: usize) {
        let is_turn = |kind| matches!(kind, WaypointKind::Start | WaypointKind::Corner(_));
        let is_crossing = |kind| matches!(kind, WaypointKind::Slope | WaypointKind::Cost);
        let last = self.waypoints.last().filter(|last| last.point == point).map(|last| last.kind);
        if last.is_some_and(is_crossing) && (is_turn(kind) || is_crossing(kind)) {
            self.waypoints.pop();
        }
        if !(is_crossing(kind) && last.is_some_and(is_turn)) {
            self.waypoints.push(Waypoint { point, kind, portal });
        }
        self.funnel = Funnel::on(point, flat, portal);
    }
}
