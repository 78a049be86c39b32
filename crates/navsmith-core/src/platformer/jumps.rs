//! Links between platforms: walks, drops and jumps of a body.
//!
//! For each pair of platforms, flights between a few take-offs and landings are solved for the horizontal velocity and
//! acceleration, and moved exactly through the free space, the shortest time first. A flight that touches a solid before it
//! lands is no link.

use std::collections::BTreeMap;

use glam::{DVec2, Vec3};
use smallvec::{SmallVec, smallvec};

use super::free_space::{Beyond, FreeSpace};
use super::gravity::Gravity;
use super::surfaces::Platform;
use super::throws::{FlightEnd, Throw, ThrowOutcome, fly};
use crate::geometry::at_height;
use crate::navmesh::{CellId, HalfEdge, Link, Surface};
use crate::progress::{Progress, Stopped};
use crate::trace::Silent;

/// Upward speeds that are tried, as shares of the jump speed.
const JUMP_SHARES: [f64; 3] = [1.0, 0.75, 0.5];

/// Shares of a platform that are tried as landings.
const LANDING_SHARES: [f64; 3] = [0.02, 0.5, 0.98];

/// Share by which a flight may take longer than computed.
const ROUNDING: f64 = 1e-9;

/// A body that runs on platforms and jumps between them.
///
/// If a value is negative or not a number, there are no links that need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jumper {
    /// Greatest horizontal speed, on platforms and in the air, in m/s.
    pub run_speed: f64,
    /// Greatest upward speed at the take-off of a jump, in m/s.
    pub jump_speed: f64,
    /// Greatest horizontal acceleration in the air, in m/s².
    pub air_control: f64,
    /// Greatest height of a fall, from the highest point of the flight, in metres.
    pub max_fall: f64,
    /// Greatest height and length of a step that the body walks over, in metres.
    pub step: f64,
}

/// A body that jumps 1.15 m high under gravity of 9.81 m/s².
impl Default for Jumper {
    fn default() -> Self {
        Self { run_speed: 4.0, jump_speed: 4.75, air_control: 10.0, max_fall: 4.0, step: 0.3 }
    }
}

/// How a body moves along a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlatformLinkKind {
    /// It walks over a step.
    Walk,
    /// It runs over the end of a platform and falls.
    Drop,
    /// It jumps.
    Jump,
}

impl PlatformLinkKind {
    /// Returns the name, such as `jump`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Drop => "drop",
            Self::Jump => "jump",
        }
    }
}

/// A proposed link from one platform to another, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlatformLink {
    /// Indices of the platforms.
    pub platforms: [usize; 2],
    /// How the body moves.
    pub kind: PlatformLinkKind,
    /// Take-off and landing, as X and Z in metres.
    pub ends: [DVec2; 2],
    /// The cells of the take-off and of the landing.
    pub cells: [CellId; 2],
    /// Velocity at the take-off, in m/s.
    pub velocity: DVec2,
    /// Acceleration in the air, gravity included, in m/s²; zero for a walk.
    pub acceleration: DVec2,
    /// Time from the take-off to the landing, in seconds.
    pub time: f64,
}

impl PlatformLink {
    /// Returns the link to add to the mesh, on the surface of its cells.
    ///
    /// Its cost is its time, relative to the time that the body needs for a metre of a platform.
    pub fn proposed(&self, space: &FreeSpace<'_>, jumper: &Jumper) -> Link {
        let place = |end: usize| -> Vec3 {
            let at = self.ends[end].as_vec2();
            at_height(at, Surface::of(space.mesh, self.cells[end]).height_at(at))
        };
        let link = Link { is_one_way: true, ..Link::between(place(0), place(1)) };
        let cost = (self.time * jumper.run_speed / f64::from(link.length())) as f32;
        Link { cost: if cost > 0.0 && cost.is_finite() { cost } else { 1.0 }, ..link }
    }
}

/// A flight to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlatformFlight {
    kind: PlatformLinkKind,
    /// Index of the side of the take-off.
    side: usize,
    takeoff: DVec2,
    pub(super) landing: DVec2,
    velocity: DVec2,
    acceleration: DVec2,
    time: f64,
}

/// A take-off with its upward speed, in the frame of gravity.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakeOff {
    pub(super) side: usize,
    pub(super) at: DVec2,
    pub(super) rise: f64,
    /// Direction of a drop: −1 or 1; 0 for a jump.
    pub(super) direction: f64,
}

impl TakeOff {
    fn kind(&self) -> PlatformLinkKind {
        if self.direction == 0.0 { PlatformLinkKind::Jump } else { PlatformLinkKind::Drop }
    }
}

/// A search for links between platforms.
pub(super) struct LinkSearch<'a> {
    pub(super) space: &'a FreeSpace<'a>,
    pub(super) gravity: &'a Gravity,
    pub(super) platforms: &'a [Platform],
    pub(super) jumper: Jumper,
    /// The platform of each rest surface.
    owners: BTreeMap<HalfEdge, usize>,
    strength: f64,
}

/// Returns the links of least time from each platform to each other, sorted by both.
///
/// It tries a few take-offs and landings on each platform, so a narrow gap can hide a link. Quadratic in the number of
/// platforms, with a small constant for those out of reach.
pub fn platform_links(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    platforms: &[Platform],
    jumper: &Jumper,
    progress: &Progress,
) -> Result<Vec<PlatformLink>, Stopped> {
    let search = LinkSearch::new(space, gravity, platforms, jumper);
    let mut best = BTreeMap::new();
    for from in 0..platforms.len() {
        progress.report(from, platforms.len())?;
        search.add_walks(from, &mut best);
        for to in (0..platforms.len()).filter(|&to| to != from) {
            search.add_flights([from, to], &mut best);
        }
    }
    Ok(best.into_values().collect())
}

type LinksByPair = BTreeMap<[usize; 2], PlatformLink>;

/// Adds a link unless there is one that takes at most as long.
fn add(best: &mut LinksByPair, link: PlatformLink) {
    let known = best.entry(link.platforms).or_insert(link);
    if link.time < known.time {
        *known = link;
    }
}

impl<'a> LinkSearch<'a> {
    pub(super) fn new(
        space: &'a FreeSpace<'a>,
        gravity: &'a Gravity,
        platforms: &'a [Platform],
        jumper: &Jumper,
    ) -> Self {
        let sides = platforms.iter().enumerate();
        let owners = sides.flat_map(|(index, of)| of.sides.iter().map(move |&side| (side, index))).collect();
        let strength = gravity.pull.as_dvec2().length();
        Self { space, gravity, platforms, jumper: *jumper, owners, strength }
    }

    /// Returns the point of a platform at a coordinate to the right, with the index of its side.
    fn point(&self, platform: usize, right: f64) -> Option<(usize, DVec2)> {
        let Platform { sides, points, .. } = &self.platforms[platform];
        let coordinates = |nth: usize| self.gravity.coordinates(points[nth]);
        let nth = (1..points.len()).find(|&nth| right <= coordinates(nth).x).unwrap_or(sides.len());
        let [from, to] = [coordinates(nth - 1), coordinates(nth)];
        let share = (right - from.x) / (to.x - from.x);
        let at = from.lerp(to, if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 });
        Some((self.space.index(*sides.get(nth - 1)?)?, at))
    }

    /// Returns the take-offs on a platform towards another one.
    pub(super) fn take_offs(&self, [from, to]: [usize; 2]) -> SmallVec<[TakeOff; 16]> {
        let [[low, high], [to_low, to_high]] = [from, to].map(|index| self.platforms[index].bounds);
        let middle = 0.5 * (low.x + high.x);
        let mut rights: SmallVec<[f64; 5]> = smallvec![low.x, middle, high.x];
        rights.extend([to_low.x, to_high.x].map(|right| right.clamp(low.x, high.x)));
        rights.sort_unstable_by(f64::total_cmp);
        rights.dedup();
        let take_off = |right: f64, rise: f64, direction: f64| {
            self.point(from, right).map(|(side, at)| TakeOff { side, at, rise, direction })
        };
        let drops = [(low.x, -1.0), (high.x, 1.0)];
        let drops = drops.into_iter().filter_map(|(right, direction)| take_off(right, 0.0, direction));
        let rises = JUMP_SHARES.map(|share| share * self.jumper.jump_speed);
        let jumps = rights.iter().flat_map(|&right| rises.map(|rise| take_off(right, rise, 0.0)));
        drops.chain(jumps.flatten().filter(|jump| jump.rise > 0.0)).collect()
    }

    /// Returns the points of a platform on which a body from a take-off could land.
    pub(super) fn landings(&self, platform: usize, from: &TakeOff) -> SmallVec<[DVec2; 4]> {
        let [low, high] = self.platforms[platform].bounds;
        let right = |share: f64| low.x + (high.x - low.x) * share;
        let nearest = from.at.x.clamp(right(LANDING_SHARES[0]), right(LANDING_SHARES[2]));
        let mut rights: SmallVec<[f64; 4]> = smallvec![nearest];
        rights.extend(LANDING_SHARES.map(right).into_iter().filter(|&right| right != nearest));
        rights.into_iter().filter_map(|right| self.point(platform, right)).map(|(_, at)| at).collect()
    }

    /// Returns the time until a body from a take-off falls to a height; NaN if it does not rise so high.
    pub(super) fn fall_time(&self, from: &TakeOff, landing: DVec2) -> f64 {
        let drop = from.at.y - landing.y;
        (from.rise + (from.rise * from.rise + 2.0 * self.strength * drop).sqrt()) / self.strength
    }

    /// Returns how far a body falls from the highest point of its flight to a landing, in metres.
    pub(super) fn fall(&self, from: &TakeOff, landing: DVec2) -> f64 {
        from.at.y + 0.5 * from.rise * from.rise / self.strength - landing.y
    }

    /// Returns the flights between two platforms that the body is capable of, the shortest time first.
    pub(super) fn flights(&self, pair: [usize; 2]) -> Vec<PlatformFlight> {
        let mut flights = Vec::new();
        if self.are_far_apart(pair) {
            return flights;
        }
        for from in self.take_offs(pair) {
            for landing in self.landings(pair[1], &from) {
                self.add_steered(&from, landing, &mut flights);
            }
        }
        flights.sort_by(|a, b| a.time.total_cmp(&b.time));
        flights
    }

    /// Adds the flights from a take-off to a landing, with several horizontal speeds at the take-off.
    fn add_steered(&self, from: &TakeOff, landing: DVec2, flights: &mut Vec<PlatformFlight>) {
        let Jumper { run_speed, air_control, max_fall, .. } = self.jumper;
        let time = self.fall_time(from, landing);
        if !(time > 0.0 && time.is_finite() && self.fall(from, landing) <= max_fall) {
            return;
        }
        let (right, up) = (self.gravity.right(), -self.gravity.down());
        let mean = (landing.x - from.at.x) / time;
        let towards = run_speed.copysign(mean);
        for speed in [mean, 0.0, towards, -0.5 * towards] {
            let steering = 2.0 * (mean - speed) / time;
            let is_possible = speed.abs() <= run_speed
                && (speed + steering * time).abs() <= run_speed
                && steering.abs() <= air_control
                && (from.direction == 0.0 || speed * from.direction > 0.0);
            if is_possible {
                flights.push(PlatformFlight {
                    kind: from.kind(),
                    side: from.side,
                    takeoff: self.gravity.point(from.at),
                    landing: self.gravity.point(landing),
                    velocity: right * speed + up * from.rise,
                    acceleration: self.gravity.pull.as_dvec2() + right * steering,
                    time,
                });
            }
        }
    }

    /// Whether no jump reaches from the box of one platform to that of another one.
    fn are_far_apart(&self, pair: [usize; 2]) -> bool {
        let [[low, high], [to_low, to_high]] = pair.map(|index| self.platforms[index].bounds);
        let rise = self.jumper.jump_speed.max(0.0);
        let from = TakeOff { side: 0, at: high, rise, direction: 0.0 };
        let gap = (to_low.x - high.x).max(low.x - to_high.x);
        // NaN if the platform is higher than any jump.
        let range = self.jumper.run_speed * self.fall_time(&from, to_low);
        range.is_nan() || gap > range
    }

    /// Moves a body along a flight.
    pub(super) fn fly(&self, flight: &PlatformFlight) -> FlightEnd {
        let PlatformFlight { side, takeoff, velocity, acceleration, time, .. } = *flight;
        // Afterwards, the body could exceed its speed or its fall.
        let most_time = time * (1.0 + ROUNDING);
        let throw = Throw { from: takeoff, velocity, acceleration, most_time, most_reflections: 0 };
        fly(self.space, self.gravity, &throw, (self.space.sides()[side].piece, takeoff), &mut Silent)
    }

    fn add_flights(&self, pair: [usize; 2], best: &mut LinksByPair) {
        let [from, to] = pair;
        for flight in self.flights(pair) {
            if best.get(&pair).is_some_and(|known| known.time <= flight.time) {
                return;
            }
            let end = self.fly(&flight);
            let ThrowOutcome::Landed(side) = end.outcome else { continue };
            let Some(&landed) = self.owners.get(&side).filter(|&&landed| landed != from) else { continue };
            let PlatformFlight { kind, takeoff, velocity, acceleration, .. } = flight;
            let cell = self.space.sides()[flight.side].half_edge.cell;
            let (platforms, ends, cells) = ([from, landed], [takeoff, end.at], [cell, end.cell]);
            add(best, PlatformLink { platforms, kind, ends, cells, velocity, acceleration, time: end.time });
            if landed == to {
                return;
            }
        }
    }

    /// Adds the walks between the ends of a platform and the next one on the boundary, in both directions.
    fn add_walks(&self, from: usize, best: &mut LinksByPair) {
        for last in self.platforms[from].sides.iter().filter_map(|&side| self.space.index(side)) {
            let sides = self.space.sides();
            let end = self.gravity.coordinates(sides[last].ends[1]);
            let mut next = self.space.next_on_boundary(last);
            // Sides of one ring are each visited once.
            for _ in 0..sides.len() {
                let side = &sides[next];
                let offset = self.gravity.coordinates(side.ends[0]) - end;
                let is_step = offset.abs().max_element() <= self.jumper.step;
                if side.beyond != Beyond::Solid || !is_step {
                    break;
                }
                if let Some(&to) = self.owners.get(&side.half_edge) {
                    if to != from {
                        self.add_walk([(from, last, sides[last].ends[1]), (to, next, side.ends[0])], best);
                    }
                    break;
                }
                next = self.space.next_on_boundary(next);
            }
        }
    }

    fn add_walk(&self, places: [(usize, usize, DVec2); 2], best: &mut LinksByPair) {
        let [one, other] = places;
        for [from, to] in [[one, other], [other, one]] {
            let time = from.2.distance(to.2) / self.jumper.run_speed;
            if !(time >= 0.0 && time.is_finite()) {
                continue;
            }
            let cells = [from, to].map(|(_, side, _)| self.space.sides()[side].half_edge.cell);
            add(
                best,
                PlatformLink {
                    platforms: [from.0, to.0],
                    kind: PlatformLinkKind::Walk,
                    ends: [from.2, to.2],
                    cells,
                    velocity: (to.2 - from.2).normalize_or_zero() * self.jumper.run_speed,
                    acceleration: DVec2::ZERO,
                    time,
                },
            );
        }
    }
}
