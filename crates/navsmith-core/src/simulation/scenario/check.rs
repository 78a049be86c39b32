//! Checks that a scenario can run.

use std::ops::RangeInclusive;

use glam::Vec2;

use super::individual::AgentSpread;
use super::{
    AgentGroup, GroupTarget, LONGEST_STEP, MOST_AGENTS, MOST_GROUPS, MOST_HORIZON, MOST_NEIGHBORS,
    MOST_POINTS, MOST_SECONDS, MovementSettings, SHORTEST_STEP, Scenario, Spawn,
};
use crate::pathfinding::mesh_query::Endpoint;
use crate::simulation::steer::steering::SteeringSettings;

/// Range of radii, speeds, distances, times and priorities.
pub(in crate::simulation) const NUMBERS: RangeInclusive<f32> = 1e-3..=1e4;

/// Reason why a scenario cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{description}")]
pub struct ScenarioFault {
    /// Index of the group with the fault; `None` if the scenario itself has it.
    pub group: Option<usize>,
    /// Name of the field.
    pub field: &'static str,
    /// Reason and remedy, as a clause about the scenario or the group.
    pub description: String,
}

impl Scenario {
    /// Checks that a run is possible; `Err` is the first fault.
    pub fn check(&self) -> Result<(), ScenarioFault> {
        let fault = |field, description| Err(ScenarioFault { group: None, field, description });
        if self.name.trim().is_empty() {
            return fault("name", "it has no name; give it one".into());
        }
        if !(self.duration > 0.0 && self.duration <= MOST_SECONDS) {
            let description = format!(
                "its duration is {}; give more than 0 and at most {MOST_SECONDS} seconds",
                self.duration
            );
            return fault("duration", description);
        }
        if !(SHORTEST_STEP..=LONGEST_STEP).contains(&self.time_step) {
            let description = format!(
                "its time step is {}; give {SHORTEST_STEP} to {LONGEST_STEP} seconds",
                self.time_step
            );
            return fault("time_step", description);
        }
        if self.groups.len() > MOST_GROUPS {
            let description =
                format!("it has {} groups, and at most {MOST_GROUPS}; drop some", self.groups.len());
            return fault("groups", description);
        }
        if self.agent_count() > MOST_AGENTS {
            let description = format!(
                "its groups have {} agents, and at most {MOST_AGENTS}; reduce a count",
                self.agent_count()
            );
            return fault("groups", description);
        }
        if let Some(within) = self.expected.and_then(|expected| expected.all_arrive_within)
            && !is_positive(within)
        {
            return fault(
                "expected",
                format!("all agents are to arrive within {within} s; give a positive time"),
            );
        }
        self.groups.iter().enumerate().try_for_each(|(index, group)| {
            group.check(self, index).map_err(|(field, description)| ScenarioFault {
                group: Some(index),
                field,
                description,
            })
        })
    }
}

impl AgentGroup {
    /// Checks the group of an index.
    fn check(&self, scenario: &Scenario, own: usize) -> Result<(), (&'static str, String)> {
        if self.name.trim().is_empty() {
            return Err(("name", "it has no name; give it one".into()));
        }
        if self.count == 0 {
            return Err(("count", "it has no agents; give a count of at least 1".into()));
        }
        let MovementSettings { close, margin, horizon, wall_horizon, neighbors: _, patience, .. } =
            self.movement;
        let MovementSettings { look_ahead, braking, progress, stuck_after, gives_up_after, .. } =
            self.movement;
        let numbers = [
            ("radius", self.radius),
            ("speed", self.speed),
            ("priority", self.priority),
            ("close", close),
            ("margin", margin),
            ("horizon", horizon),
            ("wall_horizon", wall_horizon),
            ("patience", patience),
            ("look_ahead", look_ahead),
            ("braking", braking),
            ("progress", progress),
            ("stuck_after", stuck_after),
            ("gives_up_after", gives_up_after),
        ];
        for (name, number) in numbers {
            check_number(name, number)?;
        }
        for (name, seconds) in [("horizon", horizon), ("wall_horizon", wall_horizon)] {
            if seconds > MOST_HORIZON {
                let name_in_text = name.replace('_', " ");
                let description =
                    format!("its {name_in_text} is {seconds}; give at most {MOST_HORIZON} seconds");
                return Err((name, description));
            }
        }
        self.check_spread()?;
        check_smoothing(self.movement.smoothing)?;
        if self.movement.neighbors > MOST_NEIGHBORS {
            let description = format!(
                "it avoids {} neighbors, and at most {MOST_NEIGHBORS} count",
                self.movement.neighbors
            );
            return Err(("neighbors", description + "; give a smaller number"));
        }
        if let Spawn::Disc { radius, .. } = self.spawn
            && !is_positive(radius)
        {
            return Err(("spawn", format!("the radius of its spawn is {radius}; give a positive number")));
        }
        if let Some(at) = self.positions().find(|at| !is_finite(*at)) {
            let Vec2 { x, y } = at.ground;
            return Err(("spawn", format!("it has a position at ({x}, {y}); give finite numbers")));
        }
        check_steering(&self.steering)?;
        self.check_target(scenario, own)
    }

    fn check_spread(&self) -> Result<(), (&'static str, String)> {
        let AgentSpread { radius, speed, priority } = self.spread;
        for (name, value, spread) in [
            ("radius", self.radius, radius),
            ("speed", self.speed, speed),
            ("priority", self.priority, priority),
        ] {
            if !(spread >= 0.0 && NUMBERS.contains(&(value - spread)) && NUMBERS.contains(&(value + spread)))
            {
                let [least, most] = [NUMBERS.start(), NUMBERS.end()];
                let description = format!(
                    "its {name} spreads by {spread} around {value}; give 0 or more, so that it stays within {least} to {most}"
                );
                return Err(("spread", description));
            }
        }
        Ok(())
    }

    fn check_target(&self, scenario: &Scenario, own: usize) -> Result<(), (&'static str, String)> {
        match &self.target {
            GroupTarget::Route { points, .. } if points.is_empty() => {
                Err(("target", "its route has no points; give at least one".into()))
            }
            GroupTarget::Route { points, .. } if points.len() > MOST_POINTS => {
                let count = points.len();
                Err(("target", format!("its route has {count} points, and at most {MOST_POINTS}; drop some")))
            }
            GroupTarget::Route { points, is_loop: true } if points.len() < 2 => {
                Err(("target", "its route is a loop of one point; add a point, or end the loop".into()))
            }
            GroupTarget::Agent { group, index } if scenario.agent_index(*group, *index).is_none() => {
                let count = match scenario.groups.get(*group) {
                    Some(of) => format!("agent {index} of {}, which has {} of them", of.name, of.count),
                    None => format!("an agent of group {group}, and there are {}", scenario.groups.len()),
                };
                Err(("target", format!("its target is {count}; choose one, counted from 0")))
            }
            GroupTarget::Agent { group, index } if *group == own => Err((
                "target",
                format!("its target is its own agent {index}, which would follow itself; name another group"),
            )),
            _ => Ok(()),
        }
    }
}

fn check_number(name: &'static str, number: f32) -> Result<(), (&'static str, String)> {
    let name_in_text = name.replace('_', " ");
    if !is_positive(number) {
        return Err((name, format!("its {name_in_text} is {number}; give a positive number")));
    }
    if !NUMBERS.contains(&number) {
        let [least, most] = [NUMBERS.start(), NUMBERS.end()];
        return Err((name, format!("its {name_in_text} is {number}; give {least} to {most}")));
    }
    Ok(())
}

fn check_smoothing(smoothing: f32) -> Result<(), (&'static str, String)> {
    if (0.0..=1.0).contains(&smoothing) {
        return Ok(());
    }
    Err(("smoothing", format!("its smoothing is {smoothing}; give 0 to 1")))
}

fn check_steering(settings: &SteeringSettings) -> Result<(), (&'static str, String)> {
    let SteeringSettings { turn_share, frame_rate, turning: _, turn_distance, stand_off, .. } = *settings;
    let SteeringSettings { climb_slope, climb_factor, force, mass, drag, containment, .. } = *settings;
    if !(0.0..=f64::from(MOST_HORIZON)).contains(&containment) {
        let description = format!("its containment is {containment}; give 0 to {MOST_HORIZON} seconds");
        return Err(("containment", description));
    }
    if !(0.0..=1.0).contains(&turn_share) {
        return Err(("turn_share", format!("its turn share is {turn_share}; give 0 to 1")));
    }
    for (name, number) in [("frame_rate", frame_rate), ("mass", mass)] {
        if !(number > 0.0 && number.is_finite()) {
            let name_in_text = name.replace('_', " ");
            return Err((name, format!("its {name_in_text} is {number}; give a positive number")));
        }
    }
    let distances =
        [("turn_distance", turn_distance), ("stand_off", stand_off), ("climb_slope", climb_slope)];
    let factors = [("climb_factor", climb_factor), ("force", force), ("drag", drag)];
    for (name, number) in distances.into_iter().chain(factors) {
        if !(number >= 0.0 && number.is_finite()) {
            let name_in_text = name.replace('_', " ");
            return Err((name, format!("its {name_in_text} is {number}; give 0 or a positive number")));
        }
    }
    Ok(())
}

fn is_positive(number: f32) -> bool {
    number > 0.0 && number.is_finite()
}

fn is_finite(at: Endpoint) -> bool {
    at.ground.is_finite() && at.height.is_none_or(f32::is_finite)
}
