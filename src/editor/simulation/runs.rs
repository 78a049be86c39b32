//! The run of the active scenario: its recording and its report.
//!
//! A quick run is computed again after each change.

use glam::Vec3;

use crate::editor::Editor;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When, memo_at};
use crate::editor::simulation::scenarios;
use crate::editor::view::pointer::Pointer;
use crate::progress::Stopped;
use crate::simulation::events::AgentEvent;
use crate::simulation::recording::{AgentFlags, AgentFrame, Recording};
use crate::simulation::report::RunReport;
use crate::simulation::scenario::Scenario;

/// Maximum number of steps of all agents together that run at first use.
const QUICK: usize = 6_000;

/// Maximum number of steps of all agents together that run again after each change.
const AUTOMATIC: usize = 1_000_000;

/// Key of the run of the active scenario.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct RunKey {
    ground: MeshSnapshot,
    scenario: Scenario,
}

/// Run of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// Positions, states and events of all agents.
    pub recording: Recording,
    /// Arrivals, times and stuck agents.
    pub report: RunReport,
    /// Radii of the agents, in metres.
    pub radii: Vec<f32>,
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

    memo_at!(simulation.run);

    fn when(editor: &Editor) -> When {
        let Some(scenario) = scenarios::active(editor).filter(|active| !active.groups.is_empty()) else {
            return When::Never;
        };
        match scenario.step_count().saturating_mul(scenario.agent_count() as usize) {
            ..=QUICK => When::FirstUse,
            steps if steps <= AUTOMATIC => When::AfterFirstUse,
            _ => When::OnRequest,
        }
    }

    fn key(editor: &Editor) -> Option<Self> {
        Some(Self { ground: editor.mesh_snapshot(), scenario: scenarios::active(editor)?.clone() })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let run = Recording::run(mesh, derived, &self.scenario, progress)?;
        Ok(run.map_err(|why| why.to_string()).map(|(simulation, recording)| {
            let agents = simulation.agents().iter();
            let radii = agents.map(|agent| simulation.group_of(agent).radius).collect();
            Run { report: RunReport::of(&simulation, &recording), recording, radii }
        }))
    }
}

/// Returns the run of the active scenario, or why it cannot start; perhaps that before the last change.
///
/// The first use computes it, unless it takes long.
pub fn shown(editor: &Editor) -> Option<Result<&Run, &str>> {
    if RunKey::when(editor) == When::Never {
        return None;
    }
    let run = editor.value::<RunKey>().or_else(|| editor.simulation.run.latest())?;
    Some(run.as_ref().map_err(String::as_str))
}

/// Returns the run on display; `None` until it is computed.
pub fn run(editor: &Editor) -> Option<&Run> {
    shown(editor)?.ok()
}

/// Whether the run is that of the present mesh and scenario.
pub fn is_current(editor: &Editor) -> bool {
    RunKey::when(editor) == When::FirstUse || editor.simulation.run.current().is_some()
}

/// Returns the number of the job while the run is being computed.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.simulation.run.running()
}

/// Whether the run is computed only on request.
pub fn is_on_request(editor: &Editor) -> bool {
    RunKey::when(editor) == When::OnRequest
}

/// Returns the agent under the pointer at the present time, if agents are shown.
pub(in crate::editor) fn agent_at(editor: &Editor, pointer: Pointer) -> Option<usize> {
    if !editor.simulation.playback.is_shown() {
        return None;
    }
    let run = run(editor)?;
    let agents = run.frame_at(editor.simulation.playback.time()).enumerate();
    let near = agents.filter(|(_, agent)| !agent.flags.contains(AgentFlags::LEFT));
    let far = near.map(|(index, agent)| (index, pointer.distance(agent.position) - run.radii[index]));
    let hit = far.filter(|&(_, distance)| distance <= 0.0_f32.max(pointer.pick_radius * 0.5));
    hit.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
}

impl Run {
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
        self.recording.events().iter().filter(move |event| event.agent as usize == agent)
    }

    /// Returns the time of an event, in seconds.
    pub fn time_of(&self, event: &AgentEvent) -> f64 {
        f64::from(event.step + 1) * f64::from(self.recording.time_step())
    }
}
