//! Curves of a run over time: speeds, turn rates, slopes, distances, arrivals and density.

use std::f64::consts::PI;

use glam::{Vec2, Vec3};

use crate::editor::simulation::runs::Run;
use navsmith_core::geometry::ground;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::run::recording::AgentFlags;

/// Maximum number of points of a curve.
const MOST_POINTS: usize = 600;

/// Least number of frames over which speeds are averaged.
///
/// Recorded positions are rounded to millimetres.
const LEAST_FRAMES: usize = 6;

/// Speed below which an agent has no direction, in metres per second.
const NO_DIRECTION: f32 = 0.1;

/// Radius of the disc in which the density is measured, in metres.
pub const DENSITY_RADIUS: f32 = 2.0;

/// Points of a curve: time in seconds, and value.
pub type Curve = Vec<[f64; 2]>;

impl Run {
    fn stride(&self) -> usize {
        self.recording.len().div_ceil(MOST_POINTS).max(LEAST_FRAMES)
    }

    fn time(&self, frame: usize) -> f64 {
        frame as f64 * f64::from(self.recording.time_step())
    }

    /// Returns the mean velocity of an agent in each stretch of frames, with the middle of its time.
    fn velocities(&self, agent: usize) -> impl Iterator<Item = (f64, Vec3)> {
        let stride = self.stride();
        let seconds = stride as f32 * self.recording.time_step();
        let last = self.recording.len().saturating_sub(stride);
        (0..last).step_by(stride).filter_map(move |frame| {
            let from = self.recording.agent(frame, agent)?;
            let to = self.recording.agent(frame + stride, agent)?;
            let middle = (self.time(frame) + self.time(frame + stride)) * 0.5;
            let is_present = !to.flags.contains(AgentFlags::LEFT);
            is_present.then(|| (middle, (to.position - from.position) / seconds))
        })
    }

    /// Returns the speed of an agent, in metres per second.
    pub fn speeds(&self, agent: usize) -> Curve {
        self.velocities(agent).map(|(time, velocity)| [time, f64::from(ground(velocity).length())]).collect()
    }

    /// Returns the slope of the way of an agent, in degrees; positive where it climbs.
    pub fn slopes(&self, agent: usize) -> Curve {
        let slope = |velocity: Vec3| {
            let along = ground(velocity).length();
            if along > NO_DIRECTION { velocity.y.atan2(along).to_degrees() } else { 0.0 }
        };
        self.velocities(agent).map(|(time, velocity)| [time, f64::from(slope(velocity))]).collect()
    }

    /// Returns the turn rate of an agent, in degrees per second; positive to the left as seen from above.
    pub fn turn_rates(&self, agent: usize) -> Curve {
        let seconds = self.stride() as f32 * self.recording.time_step();
        let velocities = self.velocities(agent).map(|(time, velocity)| (time, ground(velocity)));
        let velocities: Vec<(f64, Vec2)> = velocities.collect();
        let turn = |pair: &[(f64, Vec2)]| {
            let [(from, before), (to, now)] = [pair[0], pair[1]];
            let has_direction = before.length().min(now.length()) > NO_DIRECTION;
            // Z points down in the view from above.
            let angle = if has_direction { -before.angle_to(now).to_degrees() } else { 0.0 };
            [(from + to) * 0.5, f64::from(angle / seconds)]
        };
        velocities.windows(2).map(turn).collect()
    }

    /// Returns the remaining distance of an agent along its path, in metres.
    pub fn distances(&self, decisions: &AgentDecisions) -> Curve {
        let steps = decisions.range().step_by(self.stride());
        let remaining = steps.filter_map(|step| Some((step, decisions.remaining(step)?)));
        let known = remaining.filter(|(_, remaining)| remaining.is_finite());
        known.map(|(step, remaining)| [self.time(step), f64::from(remaining)]).collect()
    }

    /// Returns the number of agents that arrived, as a step function.
    pub fn arrivals(&self) -> Curve {
        let mut times: Vec<f64> = self.arrival_steps().map(|step| self.time(step)).collect();
        times.sort_by(f64::total_cmp);
        let mut curve = vec![[0.0, 0.0]];
        for (count, time) in times.into_iter().enumerate() {
            curve.extend([[time, count as f64], [time, (count + 1) as f64]]);
        }
        let last = curve.last().map_or(0.0, |point| point[1]);
        curve.push([f64::from(self.recording.seconds()), last]);
        curve
    }

    /// Returns the number of agents per square metre in a disc around a position.
    pub fn density(&self, center: Vec3) -> Curve {
        let area = PI * f64::from(DENSITY_RADIUS * DENSITY_RADIUS);
        let is_near = |at: Vec3| {
            let reach = DENSITY_RADIUS * DENSITY_RADIUS;
            ground(at).distance_squared(ground(center)) <= reach && (at.y - center.y).abs() <= DENSITY_RADIUS
        };
        let count = |frame: usize| {
            let agents = self.recording.frame(frame);
            agents.filter(|agent| !agent.flags.contains(AgentFlags::LEFT) && is_near(agent.position)).count()
        };
        let frames = (0..self.recording.len()).step_by(self.stride());
        frames.map(|frame| [self.time(frame), count(frame) as f64 / area]).collect()
    }
}
