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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::scenario::{GroupTarget, Spawn};
    use glam::Vec2;

    #[test]
    fn values_are_within_the_spread_and_reach_most_of_it() {
        let group = AgentGroup::new("a", Spawn::Point(Vec2::ZERO.into()), GroupTarget::Pointer);
        let group = AgentGroup { count: 500, ..group };
        let same: Vec<Individual> = group.individuals(3).collect();
        assert!(same.iter().all(|own| (own.radius, own.speed, own.priority) == (0.4, 1.5, 1.0)), "no spread");
        let spread = AgentSpread { radius: 0.1, speed: 0.5, priority: 0.25 };
        let group = AgentGroup { spread, ..group };
        let own: Vec<Individual> = group.individuals(3).collect();
        let range = |value: fn(&Individual) -> f32| {
            let values = || own.iter().map(value);
            [values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max)]
        };
        let [radii, speeds, priorities] =
            [range(|own| own.radius), range(|own| own.speed), range(|own| own.priority)];
        for ([least, most], [from, to]) in
            [(radii, [0.3, 0.5]), (speeds, [1.0, 2.0]), (priorities, [0.75, 1.25])]
        {
            let slack = 0.01 * (to - from);
            assert!(least >= from && least < from + slack, "{least}");
            assert!(most <= to && most > to - slack, "{most}");
        }
        assert_eq!(own, group.individuals(3).collect::<Vec<_>>(), "one seed");
        assert_ne!(own, group.individuals(4).collect::<Vec<_>>(), "another seed");
    }
}
