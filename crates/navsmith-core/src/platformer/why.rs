//! The reason why a body cannot reach a platform, with the change of the body that would help.

use std::fmt;

use glam::DVec2;

use super::free_space::FreeSpace;
use super::gravity::Gravity;
use super::jumps::{Jumper, LinkSearch, PlatformLink, TakeOff};
use super::surfaces::Platform;
use super::throws::ThrowOutcome;
use crate::navmesh::HalfEdge;

/// Factor of a changed value, so that the body lands although it only just reaches the platform.
const SPARE: f64 = 1.02;

/// What is missing for a jump from the nearest platform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MissingJump {
    /// The body cannot jump or fall as far; lengths are in metres, and 0 if enough.
    ///
    /// All are 0 if no flight was found for another reason, such as too little control in the air.
    Short {
        /// Height of the platform above the highest jump.
        height: f64,
        /// Horizontal distance of the platform beyond the longest jump.
        length: f64,
        /// Height of the fall beyond the greatest one.
        fall: f64,
    },
    /// Each flight that was tried ends at a side before it lands.
    Blocked {
        /// The side that stops the flight that comes nearest.
        side: HalfEdge,
        /// The point on it, as X and Z in metres.
        at: DVec2,
        /// Distance from there to the landing, in metres.
        distance: f64,
    },
}

/// Why a body cannot reach one platform from another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhyUnreachable {
    /// The reachable platform from which least is missing.
    pub nearest: usize,
    /// The platform that is not reachable.
    pub target: usize,
    /// What is missing.
    pub missing: MissingJump,
    /// The body that could jump that far; the same one if the flights are blocked.
    pub needed: Jumper,
    /// The body that was asked for.
    jumper: Jumper,
}

/// Returns why no links lead from one platform to another one; `None` if they do.
///
/// `links` are those of [`platform_links`](super::platform_links) for the same values. Platforms are numbered from 0 in
/// messages, as in the list.
pub fn why_unreachable(
    space: &FreeSpace<'_>,
    gravity: &Gravity,
    platforms: &[Platform],
    (jumper, links): (&Jumper, &[PlatformLink]),
    [from, target]: [usize; 2],
) -> Option<WhyUnreachable> {
    let mut is_reached = vec![false; platforms.len()];
    *is_reached.get_mut(from)? = true;
    let mut open = vec![from];
    while let Some(platform) = open.pop() {
        for link in links.iter().filter(|link| link.platforms[0] == platform) {
            if !std::mem::replace(&mut is_reached[link.platforms[1]], true) {
                open.push(link.platforms[1]);
            }
        }
    }
    if *is_reached.get(target)? {
        return None;
    }
    let search = LinkSearch::new(space, gravity, platforms, jumper);
    let reached = (0..platforms.len()).filter(|&platform| is_reached[platform]);
    let reasons = reached.filter_map(|nearest| {
        let (missing, needed) = search.missing([nearest, target])?;
        Some(WhyUnreachable { nearest, target, missing, needed, jumper: *jumper })
    });
    reasons.min_by(|a, b| a.missing.metres().total_cmp(&b.missing.metres()))
}

impl MissingJump {
    /// Returns the sum of what is missing, in metres.
    pub fn metres(&self) -> f64 {
        match *self {
            Self::Short { height, length, fall } => height + length + fall,
            Self::Blocked { distance, .. } => distance,
        }
    }
}

impl LinkSearch<'_> {
    /// Returns what is missing for a flight between two platforms, and the body that could do it.
    fn missing(&self, pair: [usize; 2]) -> Option<(MissingJump, Jumper)> {
        self.blocked(pair).map(|blocked| (blocked, self.jumper)).or_else(|| {
            let starts = self.take_offs(pair);
            let shorts = starts.iter().flat_map(|from| {
                self.landings(pair[1], from).into_iter().map(|landing| self.shortfall(from, landing))
            });
            let is_possible = |needed: &Jumper| needed.run_speed.is_finite() && needed.jump_speed.is_finite();
            let shorts = shorts.filter(|(_, needed)| is_possible(needed));
            let least = shorts.min_by(|(a, _), (b, _)| a.metres().total_cmp(&b.metres()));
            let nothing = MissingJump::Short { height: 0.0, length: 0.0, fall: 0.0 };
            Some(least.unwrap_or((nothing, self.jumper)))
        })
    }

    /// Returns the side that stops the flight that comes nearest to its landing; `None` without flights.
    fn blocked(&self, pair: [usize; 2]) -> Option<MissingJump> {
        let flights = self.flights(pair);
        let ends = flights.iter().filter_map(|flight| {
            let end = self.fly(flight);
            let side = match end.outcome {
                ThrowOutcome::Landed(side)
                | ThrowOutcome::Slope(side)
                | ThrowOutcome::Constraint(side)
                | ThrowOutcome::ReflectionLimit(side) => side,
                ThrowOutcome::TimeLimit | ThrowOutcome::StepLimit => return None,
            };
            let distance = end.at.distance(flight.landing);
            Some(MissingJump::Blocked { side, at: end.at, distance })
        });
        ends.min_by(|a, b| a.metres().total_cmp(&b.metres()))
    }

    /// Returns what is missing between a take-off and a landing, and the body that could do it.
    fn shortfall(&self, from: &TakeOff, landing: DVec2) -> (MissingJump, Jumper) {
        let jumper = self.jumper;
        let strength = self.gravity.pull.as_dvec2().length();
        let up = landing.y - from.at.y;
        let highest = 0.5 * from.rise * from.rise / strength;
        let height = (up - highest).max(0.0);
        let rise = if height > 0.0 { SPARE * (2.0 * strength * up).sqrt() } else { from.rise };
        let changed = TakeOff { rise, ..*from };
        let time = self.fall_time(&changed, landing);
        let gap = (landing.x - from.at.x).abs();
        let speed = gap / time;
        let length = (gap - jumper.run_speed * time).max(0.0);
        let fall = (self.fall(&changed, landing) - jumper.max_fall).max(0.0);
        let grown = |value: f64, needed: f64, is_short: bool| if is_short { SPARE * needed } else { value };
        let needed = Jumper {
            run_speed: grown(jumper.run_speed, speed, length > 0.0),
            jump_speed: jumper.jump_speed.max(rise),
            max_fall: grown(jumper.max_fall, jumper.max_fall + fall, fall > 0.0),
            ..jumper
        };
        (MissingJump::Short { height, length, fall }, needed)
    }
}

/// Formats the reason and the change as two sentences.
impl fmt::Display for WhyUnreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nearest, target, missing, needed, jumper } = self;
        let (height, length, fall) = match *missing {
            MissingJump::Short { height, length, fall } => (height, length, fall),
            MissingJump::Blocked { side, at, distance } => {
                return write!(
                    f,
                    "Each flight from platform {nearest} to platform {target} is blocked, the nearest by {side} at \
                     ({:.2}, {:.2}), {distance:.2} m before it lands. Remove the solid there.",
                    at.x, at.y
                );
            }
        };
        let parts = [
            (height, "above the highest jump", "a jump speed", jumper.jump_speed, needed.jump_speed, "m/s"),
            (length, "beyond the longest jump", "a run speed", jumper.run_speed, needed.run_speed, "m/s"),
            (fall, "below the deepest fall", "a fall limit", jumper.max_fall, needed.max_fall, "m"),
        ];
        if missing.metres() == 0.0 {
            return write!(
                f,
                "No flight from platform {nearest} to platform {target} was found. Increase the jump speed, the run \
                 speed or the air control."
            );
        }
        let short = || parts.iter().filter(|(missing, ..)| *missing > 0.0);
        let reasons: Vec<String> = short().map(|(by, what, ..)| format!("{by:.2} m {what}")).collect();
        let changes = short().map(|(_, _, name, old, new, unit)| {
            format!("{name} of {new:.2} {unit} instead of {old:.2} {unit}")
        });
        let changes = changes.collect::<Vec<_>>().join(" and ");
        write!(
            f,
            "Platform {target} is {} from platform {nearest}. It takes {changes}.",
            reasons.join(" and ")
        )
    }
}
