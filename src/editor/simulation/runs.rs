//! The run of the active scenario: its recording and its report.
//!
//! A quick run is computed again after each change. A run on display continues where only its targets or the mesh
//! change; its key then contains these changes.

use std::sync::Arc;

use glam::Vec3;

use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::{groups, scenarios};
use crate::editor::view::pointer::Pointer;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::simulation::events::AgentEvent;
use navsmith_core::simulation::explain::report::{RunReport, StuckAgent};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::run::keyframes::Keyframes;
use navsmith_core::simulation::run::recorded_run::{RecordedRun, RunChange};
use navsmith_core::simulation::run::recording::{AgentFlags, AgentFrame, Recording};
use navsmith_core::simulation::scenario::individual::Individual;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario};
use navsmith_core::simulation::world::Simulation;
use navsmith_formats::check::{Fix, Proposal};

/// Maximum number of steps of all agents together that run at first use.
pub(super) const QUICK: usize = 6_000;

/// Maximum number of steps of all agents together that run again after each change.
const AUTOMATIC: usize = 1_000_000;

/// Key of the run of the active scenario.
#[derive(Clone, Debug)]
pub(in crate::editor) struct RunKey {
    /// The mesh at the start.
    pub(super) ground: MeshSnapshot,
    /// The scenario at the start.
    pub(super) scenario: Scenario,
    /// The changes during the run.
    pub(super) continued: Option<Continued>,
}

impl PartialEq for RunKey {
    /// Compares what the run depends on, which are not the names and the expected result.
    fn eq(&self, other: &Self) -> bool {
        self.ground == other.ground
            && self.continued == other.continued
            && self.scenario.has_same_run(&other.scenario)
    }
}

/// Changes during a run, and the earlier run that they continue.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Continued {
    pub(super) changes: Arc<Vec<RunChange>>,
    /// The earlier run, with the same changes before the frame `from`.
    pub(super) base: Arc<RunSource>,
    pub(super) from: usize,
}

impl PartialEq for Continued {
    /// Compares the changes; where the run is continued does not affect it.
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes
    }
}

/// The start of a run, its changes, and the states from which a part of it is repeated.
#[derive(Debug)]
pub(in crate::editor) struct RunSource {
    pub(super) ground: MeshSnapshot,
    pub(super) scenario: Scenario,
    pub(super) changes: Arc<Vec<RunChange>>,
    pub(super) recording: Arc<Recording>,
    pub(super) keyframes: Keyframes,
}

/// Run of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// Positions, states and events of all agents.
    pub recording: Arc<Recording>,
    /// Arrivals, times and stuck agents.
    pub report: RunReport,
    /// Radii of the agents, in metres.
    pub radii: Vec<f32>,
    /// The start of the run, and its states.
    pub(super) source: Arc<RunSource>,
    /// The simulation at the end of the run.
    pub(super) end: Arc<Simulation>,
    /// Indices of the events, agent by agent.
    events: Vec<u32>,
    /// By agent, the start of its events; one more at the end.
    starts: Vec<usize>,
}

impl PartialEq for Run {
    /// Compares reports, events and all frames.
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.recording, &other.recording);
        let has_same_frames = || (0..one.len()).all(|frame| one.frame(frame).eq(two.frame(frame)));
        self.report == other.report
            && one.len() == two.len()
            && one.events() == two.events()
            && has_same_frames()
    }
}

impl Analysis for RunKey {
    /// The run, or why it cannot start.
    type Value = Result<Run, String>;

    const TITLE: &'static str = "simulating agents";

    const RUNS_DURING_GESTURES: bool = true;

    fn when(state: &State) -> When {
        let continued = state.simulation.continued.as_ref().and_then(|key| key.continued.as_ref());
        let done = continued.map_or(0, |continued| continued.from);
        match scenarios::active(state).map_or(When::Never, |scenario| Self::when_for(scenario, done)) {
            // A change during a run on display is a request, which begins after the gesture.
            When::OnRequest if continued.is_some() && state.history().open().is_none() => When::AfterFirstUse,
            when => when,
        }
    }

    fn key(state: &State) -> Option<Self> {
        let scenario = scenarios::active(state)?;
        Some(state.simulation.continued.clone().unwrap_or_else(|| Self::of(state, scenario)))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.run(progress)
    }
}

impl RunKey {
    /// Returns the key of the run of a scenario on the present mesh.
    pub(in crate::editor) fn of(session: &Session, scenario: &Scenario) -> Self {
        Self { ground: session.mesh_snapshot(), scenario: scenario.clone(), continued: None }
    }

    /// Returns when the run of a scenario is computed, after a number of steps that are recorded.
    pub(in crate::editor) fn when_for(scenario: &Scenario, done: usize) -> When {
        if scenario.groups.is_empty() {
            return When::Never;
        }
        let steps = scenario.step_count().saturating_sub(done);
        match steps.saturating_mul(scenario.agent_count() as usize) {
            ..=QUICK => When::FirstUse,
            steps if steps <= AUTOMATIC => When::AfterFirstUse,
            _ => When::OnRequest,
        }
    }

    /// Runs the scenario; returns why it cannot start.
    pub(in crate::editor) fn run(&self, progress: &Progress) -> Result<Result<Run, String>, Stopped> {
        let run = if let Some(Continued { changes, base, from }) = &self.continued {
            let base = (&*base.recording, &base.keyframes);
            Ok(RecordedRun::continued(base, *from, changes, progress)?)
        } else {
            let MeshSnapshot { mesh, derived } = &self.ground;
            RecordedRun::run(mesh, derived, &self.scenario, &[], progress)?
        };
        Ok(run.map_err(|why| why.to_string()).map(|run| Run::new(run, self)))
    }
}

/// Returns the run of the active scenario, or why it cannot start; perhaps that before the last change.
///
/// The first use computes it, unless it takes long.
pub fn shown(state: &State) -> Option<Result<&Run, &str>> {
    if RunKey::when(state) == When::Never {
        return None;
    }
    let run = state.value::<RunKey>().or_else(|| state.analyses.run.latest())?;
    Some(run.as_ref().map_err(String::as_str))
}

/// Returns the run on display; `None` until it is computed.
pub fn run(state: &State) -> Option<&Run> {
    shown(state)?.ok()
}

/// Returns the run if it is computed already, also if it is not shown.
pub fn known(state: &State) -> Option<&Run> {
    scenarios::active(state)?;
    state.analyses.run.latest()?.as_ref().ok()
}

/// Whether the run is that of the present mesh and scenario.
pub fn is_current(state: &State) -> bool {
    RunKey::when(state) == When::FirstUse || state.analyses.run.current().is_some()
}

/// Returns the number of the job while the run is being computed.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.run.running()
}

/// Whether the run is computed only on request.
pub fn is_on_request(state: &State) -> bool {
    RunKey::when(state) == When::OnRequest
}

/// Returns the agent under the pointer at the present time, if agents are shown.
pub(in crate::editor) fn agent_at(state: &State, pointer: Pointer) -> Option<usize> {
    if !state.simulation.playback.is_shown() {
        return None;
    }
    let run = run(state)?;
    let agents = run.frame_at(state.simulation.playback.time()).enumerate();
    let near = agents.filter(|(_, agent)| !agent.flags.contains(AgentFlags::LEFT));
    let far = near.map(|(index, agent)| (index, pointer.distance(agent.position) - run.radii[index]));
    let hit = far.filter(|&(_, distance)| distance <= 0.0_f32.max(pointer.pick_radius * 0.5));
    hit.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
}

/// Returns the cause why an agent is stuck or late at the end of the run; `None` for other agents.
pub fn cause_of(state: &State, agent: usize) -> Option<&StuckCause> {
    run(state)?.missing(agent).map(|missing| &missing.cause)
}

/// Returns the change that lets an agent arrive.
///
/// Returns `None` if there is none, or if the run is outdated.
pub fn fix(state: &State, agent: usize) -> Option<StuckFix> {
    let run = run(state).filter(|_| is_current(state))?;
    fix_of(&run.end, run.missing(agent)?)
}

/// Returns the scenario with the change that lets an agent arrive, or why there is none.
pub(in crate::editor) fn proposal(state: &State, agent: usize) -> Result<Proposal, Message> {
    let index = scenarios::active_index(state);
    let (Some(fix), Some(run), Some(before)) = (fix(state, agent), run(state), scenarios::active(state))
    else {
        return Err(Message::info("No change of the scenario lets this agent continue."));
    };
    let mut scenario = before.clone();
    if !fix.apply(&run.end, agent as u32, &mut scenario) {
        let why = "The agent reaches no point near its target. Move the target, or where the agent starts.";
        return Err(Message::warning(why));
    }
    scenarios::check(before, &scenario).map_err(Message::warning)?;
    let label = fix.label(before);
    Ok(Proposal { label, ..Fix::Scenario(index, Arc::new(scenario)).into() })
}

impl Run {
    /// Returns the scenario at the end of the run.
    pub fn scenario(&self) -> &Scenario {
        self.end.scenario()
    }

    fn new(run: RecordedRun, key: &RunKey) -> Self {
        let RecordedRun { recording, keyframes, end } = run;
        let radii = end.agents().iter().map(|agent| agent.own.radius).collect();
        let mut events: Vec<u32> = (0..recording.events().len() as u32).collect();
        let agent_of = |&event: &u32| recording.events()[event as usize].agent as usize;
        // The sort is stable, so the events of an agent stay in order.
        events.sort_by_key(agent_of);
        let starts =
            (0..=recording.agent_count()).map(|agent| events.partition_point(|it| agent_of(it) < agent));
        let starts = starts.collect();
        let report = RunReport::of(&end, &recording);
        let recording = Arc::new(recording);
        let source = RunSource {
            ground: key.ground.clone(),
            scenario: key.scenario.clone(),
            changes: key
                .continued
                .as_ref()
                .map(|continued| Arc::clone(&continued.changes))
                .unwrap_or_default(),
            recording: Arc::clone(&recording),
            keyframes,
        };
        Self { report, recording, radii, source: Arc::new(source), end: Arc::new(end), events, starts }
    }

    /// Returns the times of the changes of targets, mesh and pointer during the run, in seconds.
    pub fn change_times(&self) -> impl Iterator<Item = f64> {
        let time_step = f64::from(self.recording.time_step());
        self.source.changes.iter().map(move |change| f64::from(change.step) * time_step)
    }

    /// Returns the number of the marks of an agent: that of its group.
    pub fn color_of(&self, agent: usize) -> u8 {
        let group = self.end.agents().get(agent).map_or(0, |agent| agent.group);
        groups::color_of(self.end.scenario(), group)
    }

    /// Returns the group of an agent.
    pub fn group_of(&self, agent: usize) -> Option<&AgentGroup> {
        self.end.agents().get(agent).map(|agent| self.end.group_of(agent))
    }

    /// Returns the radius, speed and priority of an agent.
    pub fn individual(&self, agent: usize) -> Option<Individual> {
        self.end.agents().get(agent).map(|agent| agent.own)
    }

    /// Returns an agent that is stuck or did not arrive, with its cause; `None` for other agents.
    pub fn missing(&self, agent: usize) -> Option<&StuckAgent> {
        let in_list = |list: &[StuckAgent]| list.binary_search_by_key(&agent, |it| it.agent as usize).ok();
        let RunReport { stuck, late, .. } = &self.report;
        in_list(stuck).map(|index| &stuck[index]).or_else(|| Some(&late[in_list(late)?]))
    }

    /// Returns the target of an agent at the end of the run; `None` without one.
    pub fn target_of(&self, agent: usize) -> Option<Vec3> {
        self.end.target_of(self.end.agents().get(agent)?)
    }

    /// Returns the distance at which an agent reaches its target at the end of the run, in metres.
    pub fn reach_of(&self, agent: usize) -> f32 {
        self.end.reach(agent)
    }

    /// Returns the steps at which agents arrived first, in the order of the agents.
    pub fn arrival_steps(&self) -> impl Iterator<Item = usize> {
        self.end.agents().iter().filter_map(|agent| agent.arrived).map(|arrived| arrived.steps as usize)
    }

    /// Whether an agent with these states is stuck, or has no path and does not wait for the pointer.
    pub fn is_stuck(&self, agent: usize, flags: AgentFlags) -> bool {
        let has_no_path = flags.contains(AgentFlags::LOST) && !self.waits_for_pointer(agent);
        !flags.contains(AgentFlags::LEFT) && (flags.contains(AgentFlags::STUCK) || has_no_path)
    }

    /// Returns the agents that are stuck in a frame, in their order.
    pub fn stuck_at(&self, frame: usize) -> impl Iterator<Item = usize> {
        let agents = self.recording.frame(frame).enumerate();
        agents.filter(|(agent, it)| self.is_stuck(*agent, it.flags)).map(|(agent, _)| agent)
    }

    /// Returns the number of agents that arrived up to a frame.
    pub fn arrived_until(&self, frame: usize) -> usize {
        self.arrival_steps().filter(|&step| step <= frame).count()
    }

    /// Returns the time at which an agent arrived first, in seconds; `None` if it does not arrive.
    pub fn arrival_of(&self, agent: usize) -> Option<f64> {
        let arrived = self.end.agents().get(agent)?.arrived?;
        Some(f64::from(arrived.steps) * f64::from(self.recording.time_step()))
    }

    /// Returns the number of the frame at a time, at most the last one.
    pub fn frame_number(&self, time: f64) -> usize {
        let frame = (time / f64::from(self.recording.time_step())).round().max(0.0) as usize;
        frame.min(self.recording.len().saturating_sub(1))
    }

    /// Returns the agents at a time.
    pub fn frame_at(&self, time: f64) -> impl Iterator<Item = AgentFrame> {
        self.recording.frame(self.frame_number(time))
    }

    /// Returns the velocity of an agent in a frame, in metres per second, from the frame before.
    pub fn velocity(&self, frame: usize, agent: usize) -> Vec3 {
        let [before, now] = [frame.saturating_sub(1), frame].map(|frame| self.recording.agent(frame, agent));
        before
            .zip(now)
            .map_or(Vec3::ZERO, |(before, now)| (now.position - before.position) / self.recording.time_step())
    }

    /// Returns the events of an agent, in order.
    pub fn events_of(&self, agent: usize) -> impl Iterator<Item = &AgentEvent> {
        let from = self.starts.get(agent).copied().unwrap_or(self.events.len());
        let to = self.starts.get(agent + 1).copied().unwrap_or(from);
        self.events[from..to].iter().map(|&event| &self.recording.events()[event as usize])
    }

    /// Returns the events of all agents after a time, in order.
    pub(super) fn events_after(&self, time: f64) -> impl Iterator<Item = &AgentEvent> {
        let events = self.recording.events();
        events[events.partition_point(|event| self.time_of(event) <= time)..].iter()
    }

    /// Whether an agent goes to the pointer, so that it waits for one.
    pub fn waits_for_pointer(&self, agent: usize) -> bool {
        let agent = self.end.agents().get(agent);
        agent.is_some_and(|agent| self.end.group_of(agent).target == GroupTarget::Pointer)
    }

    /// Returns the time of an event, in seconds.
    pub fn time_of(&self, event: &AgentEvent) -> f64 {
        f64::from(event.step + 1) * f64::from(self.recording.time_step())
    }
}
