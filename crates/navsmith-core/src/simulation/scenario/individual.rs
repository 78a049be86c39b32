//! Radius, speed and priority of each agent of a group.

use super::AgentGroup;
use crate::geometry::SplitMix64;

/// Greatest differences of the agents of a group from its radius, speed and priority.
///
/// Each is at least 0.001 less than the value of the group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AgentSpread {
    /// Difference of the radius, in metres.
    pub radius: f32,
    /// Difference of the maximum speed, in metres per second.
    pub speed: f32,
    /// Difference of the priority.
    pub priority: f32,
}

/// Radius, speed and priority of one agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Individual {
    /// Radius, in metres.
    pub radius: f32,
    /// Maximum speed along the surface, in metres per second.
    pub speed: f32,
    /// Priority: of two agents, the one with the lower priority gives way more.
    pub priority: f32,
}

/// Distinguishes the seed of the values from that of the positions.
const VALUES: u64 = 0x6a09_e667_f3bc_c908;

impl AgentGroup {
    /// Returns the largest radius that an agent of the group can have, in metres.
    ///
    /// Paths and distances from walls are those of this radius.
    pub fn largest_radius(&self) -> f32 {
        self.radius + self.spread.radius
    }

    /// Returns the values of its agents, which are uniform within the spread.
    pub fn individuals(&self, seed: u64) -> impl Iterator<Item = Individual> {
        let mut random = SplitMix64(seed ^ VALUES);
        let Self { radius, speed, priority, spread, count, .. } = *self;
        (0..count).map(move |_| {
            let mut within = |value: f32, spread: f32| {
                let share = 2.0 * random.unit() - 1.0;
                (f64::from(value) + f64::from(spread) * share) as f32
            };
            Individual {
                radius: within(radius, spread.radius),
                speed: within(speed, spread.speed),
                priority: within(priority, spread.priority),
            }
        })
    }
}
