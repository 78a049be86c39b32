//! The result of a run: arrivals, times, walked distances, contacts, overlaps and stuck agents.

use std::fmt;

use super::super::goal::SearchCounts;
use super::super::places::located;
use super::super::run::recording::{LargestOverlap, Recording};
use super::super::scenario::{ExpectedRun, GroupTarget, Scenario};
use super::super::world::{AgentState, SimulatedAgent, Simulation, StartError};
use super::stuck::StuckCause;
use super::why_stuck::why_stuck;
use crate::budget::Budget;
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::mesh_query::Endpoint;
use crate::progress::{Progress, Stopped};
use crate::trace::Silent;

/// Maximum number of positions of a group that are compared with the mesh.
const MOST_LOCATED: usize = 256;

/// Difference of two times that is due to rounding, in seconds.
const ROUNDING: f32 = 1e-3;

/// Number of steps between two progress reports.
const STEPS_PER_REPORT: usize = 8;

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Duration of the run, in seconds.
    pub seconds: f32,
    /// Number of agents.
    pub agents: u32,
    /// Number of agents that arrived, or completed a round of their route.
    ///
    /// Without those that are stuck since, unless others pushed them away from where they rest. The agents that arrived,
    /// are stuck, late or waiting are all agents.
    pub arrived: u32,
    /// Time of the first and of the last arrival, in seconds; `None` without one.
    pub arrivals: Option<[f32; 2]>,
    /// Walked distance of the agents that arrived, relative to their first paths; `None` without one.
    ///
    /// Agents whose target moves do not count, because their first path does not lead to where they arrived. Neither do
    /// those that start at their target.
    pub detour: Option<f64>,
    /// Number of steps in which walking agents touched a wall, of all agents together.
    pub contact_steps: u64,
    /// The greatest overlap of two agents.
    pub overlap: LargestOverlap,
    /// The agents that are stuck or have no path at the end, with the causes.
    pub stuck: Vec<StuckAgent>,
    /// The other agents that did not arrive: the run ended before.
    pub late: Vec<StuckAgent>,
    /// Number of agents that did not arrive and follow the pointer, which was nowhere at the end.
    pub waiting: u32,
    /// Numbers of path searches.
    pub searches: SearchCounts,
    /// Number of agents that started too close to others or to a wall, because there was no space.
    pub crowded_starts: u32,
    /// Starts and targets beside the mesh, by group.
    pub off_mesh: Vec<OffMesh>,
    /// Whether the run ended early, because its recording is full or its budget is used up.
    pub is_cut_short: bool,
}

/// A start or a target beside the mesh, which the nearest position on the mesh replaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffMesh {
    /// Index of the group.
    pub group: usize,
    /// Whether it is a target of the group.
    pub is_target: bool,
    /// Greatest distance from the mesh, in metres.
    pub distance: f32,
}

/// An agent that did not arrive, or is stuck, at the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct StuckAgent {
    /// Index among all agents.
    pub agent: u32,
    /// The cause.
    pub cause: StuckCause,
}

/// Agents that are stuck or late for causes of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct StuckKind<'a> {
    /// The first of them, as an example.
    pub example: &'a StuckAgent,
    /// All of them, in ascending order.
    pub agents: Vec<u32>,
}

/// Returns stuck agents by the kind of their causes; the kind with the most agents is the first one.
pub fn by_kind_of_cause(list: &[StuckAgent]) -> Vec<StuckKind<'_>> {
    let mut kinds: Vec<StuckKind<'_>> = Vec::new();
    for stuck in list {
        match kinds.iter_mut().find(|kind| kind.example.cause.name() == stuck.cause.name()) {
            Some(kind) => kind.agents.push(stuck.agent),
            None => kinds.push(StuckKind { example: stuck, agents: vec![stuck.agent] }),
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.agents.len()));
    kinds
}

/// A difference from the expected result; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunDifference {
    /// Not all agents arrived.
    Missing {
        /// Number of agents that did not arrive.
        missing: u32,
        /// Number of agents.
        agents: u32,
    },
    /// The last agent arrived too late.
    Late {
        /// Time of the last arrival, in seconds.
        last: f32,
        /// Expected time, in seconds.
        within: f32,
    },
    /// More agents are stuck than expected.
    Stuck {
        /// Number of agents that are stuck.
        stuck: u32,
        /// Number that may be stuck.
        most: u32,
    },
}

/// Work of a start and of a time step beside that of its agents, in steps of a budget.
const STEPS_OF_START: usize = 256;
const STEPS_OF_TIME_STEP: usize = 4;

/// Comparisons of an agent with others in a time step that its step contains; enough for a usual crowd.
const FREE_COMPARISONS: usize = 512;

/// Number of more comparisons that take as much time as a step.
const COMPARISONS_PER_STEP: usize = 64;

/// Number of parts in which the progress of a run is reported.
const SHARES: f32 = 1000.0;

impl RunReport {
    /// Runs a scenario for its duration, and summarises it without a recording.
    pub fn run(
        mesh: &NavMesh,
        derived: &Derived,
        scenario: &Scenario,
        progress: &Progress,
    ) -> Result<Result<Self, StartError>, Stopped> {
        let mut budget = Budget::UNLIMITED;
        Self::run_within(mesh, derived, scenario, &mut budget, progress)
    }

    /// Runs a scenario like [`Self::run`], and ends the run early when the budget is used up.
    ///
    /// Each agent of a step counts, and each cell that it searches. The start counts 256 more, and each time step 4.
    /// Where agents are compared with more than 512 others on average, 64 more comparisons count as a step.
    pub fn run_within(
        mesh: &NavMesh,
        derived: &Derived,
        scenario: &Scenario,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<Result<Self, StartError>, Stopped> {
        let mut is_cut_short = budget.step(STEPS_OF_START).is_err();
        let mut simulation = match Simulation::new(mesh, derived, scenario) {
            Ok(simulation) => simulation,
            Err(error) => return Ok(Err(error)),
        };
        let mut overlap = LargestOverlap::default().or_of(&simulation.overlaps(), 0);
        let steps = scenario.step_count();
        let (mut searched, mut compared) = (0, 0);
        let whole = *budget;
        for step in 0..steps {
            if step.is_multiple_of(STEPS_PER_REPORT) {
                // The run ends at its duration or at the limit.
                let share = (step as f32 / steps as f32).max(budget.share_since(&whole));
                progress.report((share * SHARES) as usize, SHARES as usize)?;
            }
            let cells = simulation.search_counts().cells;
            let (agents, comparisons) = (simulation.agents().len(), simulation.comparison_count());
            let more = (comparisons - compared).saturating_sub(agents * FREE_COMPARISONS);
            let work = STEPS_OF_TIME_STEP + agents + (cells - searched) + more / COMPARISONS_PER_STEP;
            is_cut_short |= budget.step(work).is_err();
            if is_cut_short {
                break;
            }
            (searched, compared) = (cells, comparisons);
            simulation.step(&mut Silent);
            overlap = overlap.or_of(&simulation.overlaps(), simulation.steps());
        }
        Ok(Ok(Self { is_cut_short, ..Self::at_end(&simulation, overlap, false) }))
    }

    /// Summarises a simulation at its end, with its recording.
    pub fn of(simulation: &Simulation, recording: &Recording) -> Self {
        Self::at_end(simulation, recording.largest_overlap(), recording.is_full())
    }

    /// Summarises a simulation whose recording has this largest overlap and, if `is_cut_short`, is full.
    ///
    /// Not for games: tests use it, because a recording is full only after many megabytes.
    #[doc(hidden)]
    pub fn at_end(simulation: &Simulation, overlap: LargestOverlap, is_cut_short: bool) -> Self {
        let agents = simulation.agents();
        let time_step = f64::from(simulation.scenario().time_step);
        let time = |step: u32| (f64::from(step) * time_step) as f32;
        let is_stuck = |agent: &SimulatedAgent| agent.is_stuck || agent.state == AgentState::Lost;
        let is_waiting = |agent: &SimulatedAgent| {
            let follows = simulation.group_of(agent).target == GroupTarget::Pointer;
            follows && simulation.target_of(agent).is_none()
        };
        let is_done = |agent: &&SimulatedAgent| {
            // An agent that others pushed away after it arrived has arrived.
            let is_at_end = agent.state != AgentState::Lost && simulation.ends_at_rest(agent);
            agent.arrived.is_some() && (is_at_end || is_waiting(agent) || !is_stuck(agent))
        };
        let done = || agents.iter().filter(is_done);
        let times = || done().filter_map(|agent| agent.arrived).map(|arrived| time(arrived.steps));
        let arrived = done().count() as u32;
        let waiting =
            agents.iter().filter(|agent| is_waiting(agent) && agent.arrived.is_none()).count() as u32;
        let missing = (0..).zip(agents).filter(|(_, agent)| !is_waiting(agent) && !is_done(agent));
        let (stuck, late): (Vec<_>, Vec<_>) = missing.partition(|(_, agent)| is_stuck(agent));
        let why = |agent: u32| {
            let mut cause = why_stuck(simulation, agent);
            if let StuckCause::RunEnded { is_recording_full, .. } = &mut cause {
                *is_recording_full = is_cut_short;
            }
            StuckAgent { agent, cause }
        };
        let [stuck, late] = [stuck, late].map(|list| list.into_iter().map(|(agent, _)| why(agent)).collect());
        Self {
            seconds: simulation.seconds(),
            agents: agents.len() as u32,
            arrived,
            arrivals: (arrived > 0)
                .then(|| [times().fold(f32::INFINITY, f32::min), times().fold(0.0, f32::max)]),
            detour: detour(simulation),
            contact_steps: agents.iter().map(|agent| u64::from(agent.contact_steps)).sum(),
            overlap,
            stuck,
            late,
            waiting,
            searches: simulation.search_counts(),
            crowded_starts: simulation.crowded_starts(),
            off_mesh: off_mesh(simulation),
            is_cut_short,
        }
    }

    /// Whether the run ended before all agents are expected to arrive, so that it proves nothing.
    ///
    /// `duration` is the time after which agents are late where no time is expected, in seconds.
    pub fn is_too_short(&self, expected: &ExpectedRun, duration: f32) -> bool {
        let needed = expected.all_arrive_within.unwrap_or(duration);
        self.arrived + self.waiting < self.agents && self.seconds < needed - ROUNDING
    }

    /// Returns the differences from an expected result; empty if it is as expected.
    pub fn differences(&self, expected: &ExpectedRun) -> Vec<RunDifference> {
        let mut differences = Vec::new();
        if let Some(within) = expected.all_arrive_within {
            let last = self.arrivals.map_or(0.0, |[_, last]| last);
            if self.arrived + self.waiting < self.agents {
                let missing = self.agents - self.arrived - self.waiting;
                differences.push(RunDifference::Missing { missing, agents: self.agents });
            } else if last > within {
                differences.push(RunDifference::Late { last, within });
            }
        }
        if let Some(most) = expected.most_stuck {
            let stuck = self.stuck.len() as u32;
            if stuck > most {
                differences.push(RunDifference::Stuck { stuck, most });
            }
        }
        differences
    }
}

impl ExpectedRun {
    /// Returns the expected result whose parts are as in a report.
    ///
    /// Without the arrival of all agents, no time is expected; if nothing is left then, the number of stuck agents is.
    #[must_use]
    pub fn renewed(self, report: &RunReport) -> Self {
        let have_arrived = report.arrived + report.waiting == report.agents;
        let last = report.arrivals.filter(|_| have_arrived).map(|[_, last]| (last * 10.0).ceil() / 10.0);
        let all_arrive_within = self.all_arrive_within.and(last);
        let stuck = Some(report.stuck.len() as u32).filter(|_| self.most_stuck.is_some() || last.is_none());
        Self { all_arrive_within, most_stuck: stuck }
    }
}

/// Returns the starts and targets that are farther from the mesh than the radius of an agent.
fn off_mesh(simulation: &Simulation) -> Vec<OffMesh> {
    let (mesh, derived) = simulation.mesh();
    let mut found = Vec::new();
    for (index, group) in simulation.scenario().groups.iter().enumerate() {
        let distance = |at: Endpoint| {
            let nearest = located(mesh, derived, at)
                .map(|on| ground(on.point).as_dvec2().distance(at.ground.as_dvec2()) as f32);
            nearest.unwrap_or_default()
        };
        let positions: Vec<Endpoint> = group.positions().take(MOST_LOCATED).collect();
        let (starts, targets) = positions.split_at(group.start_count().min(positions.len()));
        for (positions, is_target) in [(starts, false), (targets, true)] {
            let distance = positions.iter().map(|&at| distance(at)).fold(0.0, f32::max);
            if distance > group.radius {
                found.push(OffMesh { group: index, is_target, distance });
            }
        }
    }
    found
}

/// Returns the walked distance relative to the first paths, of agents that arrived.
///
/// Agents whose target moves do not count.
fn detour(simulation: &Simulation) -> Option<f64> {
    let is_at_rest = |agent: &&SimulatedAgent| {
        !matches!(simulation.group_of(agent).target, GroupTarget::Agent { .. } | GroupTarget::Pointer)
    };
    // An agent that starts at its target has no way to compare with.
    let has_way = |agent: &&SimulatedAgent| {
        let close = simulation.group_of(agent).movement.close;
        agent.arrived.is_some_and(|arrived| arrived.planned > close)
    };
    let agents = simulation.agents().iter().filter(is_at_rest).filter(has_way);
    let arrived = agents.filter_map(|agent| agent.arrived);
    let sums = arrived.fold([0.0; 2], |[walked, planned], arrived| {
        [walked + f64::from(arrived.walked), planned + f64::from(arrived.planned)]
    });
    (sums[1] > 0.0).then(|| sums[0] / sums[1])
}

fn agents_word(count: u32) -> String {
    format!("{count} {}", if count == 1 { "agent" } else { "agents" })
}

impl fmt::Display for RunDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { missing, agents } => {
                write!(f, "{missing} of {} did not arrive", agents_word(*agents))
            }
            Self::Late { last, within } => {
                write!(f, "the last agent arrived after {last:.2} s, expected within {within} s")
            }
            Self::Stuck { stuck, most } => {
                let are = if *stuck == 1 { "is" } else { "are" };
                write!(f, "{} {are} stuck, expected at most {most}", agents_word(*stuck))
            }
        }
    }
}

impl fmt::Display for ExpectedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrive = self.all_arrive_within.map(|within| format!("all arrive within {within} s"));
        let stuck = self.most_stuck.map(|most| match most {
            0 => "none stuck".to_owned(),
            most => format!("at most {most} stuck"),
        });
        let parts: Vec<String> = arrive.into_iter().chain(stuck).collect();
        f.write_str(if parts.is_empty() { "any result" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}
