//! Recordings of runs: the position of every agent at every step.
//!
//! Any moment is read in constant time.
//!
//! Positions are stored in chunks of 64 frames: a base per agent, and for each frame an offset from it in units of
//! about a millimetre. Where a change of the mesh moves an agent farther than offsets reach, there are other bases from
//! that frame on. An agent takes 7 bytes per frame and 12 bytes per chunk. A run of 60 s with 1,000 agents takes
//! 26 MB. A recording ends at [`MOST_BYTES`].

use std::sync::Arc;

use glam::Vec3;

use super::super::events::AgentEvent;
use super::super::world::{AgentOverlap, AgentState, SimulatedAgent, Simulation, StartError};
use crate::navmesh::{Derived, NavMesh};
use crate::progress::{Progress, Stopped};

use super::super::scenario::Scenario;

/// Maximum memory of the frames of a recording, in bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// Maximum number of events of a recording.
pub const MOST_EVENTS: usize = 1 << 20;

/// Number of frames in a chunk.
const FRAMES: usize = 64;

/// Smallest unit of offsets, in metres.
const UNIT: f32 = 1.0 / 1024.0;

/// Number of steps between two progress reports.
const STEPS_PER_REPORT: usize = 8;

/// States of an agent in a frame, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AgentFlags(u8);

impl AgentFlags {
    /// The agent arrived.
    pub const ARRIVED: Self = Self(1);
    /// The agent left the mesh.
    pub const LEFT: Self = Self(2);
    /// The agent touches a wall.
    pub const AT_WALL: Self = Self(4);
    /// The agent gives way to others.
    pub const GIVES_WAY: Self = Self(8);
    /// The agent makes no progress.
    pub const STUCK: Self = Self(16);
    /// The agent has no path.
    pub const LOST: Self = Self(32);
    /// The agent overlaps another one by more than a hundredth of its radius.
    pub const OVERLAPS: Self = Self(64);

    /// The agent is on a link.
    pub const ON_LINK: Self = Self(128);

    fn of(agent: &SimulatedAgent) -> Self {
        let bits = [
            (Self::ARRIVED, agent.has_arrived()),
            (Self::LEFT, agent.state == AgentState::Left),
            (Self::AT_WALL, agent.is_at_wall),
            (Self::GIVES_WAY, agent.gives_way),
            (Self::STUCK, agent.is_stuck),
            (Self::LOST, agent.state == AgentState::Lost),
            (Self::ON_LINK, agent.is_on_link()),
        ];
        Self(bits.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.0).sum())
    }

    /// Whether all bits of another value are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentFrame {
    /// Position, up to about a millimetre.
    pub position: Vec3,
    /// States of the agent.
    pub flags: AgentFlags,
}

/// The greatest overlap of two agents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LargestOverlap {
    /// Overlap relative to the smaller radius.
    pub share: f32,
    /// The two agents.
    pub agents: [u32; 2],
    /// The step.
    pub step: u32,
}

impl LargestOverlap {
    /// Returns the greatest of this overlap and those of a step.
    pub(in crate::simulation) fn or_of(self, overlaps: &[AgentOverlap], step: u32) -> Self {
        overlaps.iter().fold(
            self,
            |most, &AgentOverlap { agents, share }| {
                if share > most.share { Self { share, agents, step } } else { most }
            },
        )
    }
}

/// Positions and states of all agents at every step, and their events.
#[derive(Clone, Debug)]
pub struct Recording {
    agents: usize,
    time_step: f32,
    unit: f32,
    /// The chunks; copies of a recording share them.
    chunks: Vec<Arc<Chunk>>,
    /// Number of positions in all chunks that are bases of each agent.
    bases: usize,
    frames: usize,
    events: Vec<AgentEvent>,
    /// The overlaps that were each the greatest so far.
    overlaps: Vec<LargestOverlap>,
    is_full: bool,
    has_all_events: bool,
}

#[derive(Clone, Debug, Default)]
struct Chunk {
    /// Positions of all agents, from which offsets are; each from a frame of the chunk on.
    bases: Vec<(usize, Vec<Vec3>)>,
    /// Frame by frame, the offsets of all agents.
    offsets: Vec<[i16; 3]>,
    flags: Vec<AgentFlags>,
}

impl Chunk {
    /// Returns the positions from which the offsets of a frame of the chunk are; there are some.
    fn bases_at(&self, in_chunk: usize) -> &[Vec3] {
        let after = self.bases.partition_point(|&(from, _)| from <= in_chunk);
        after.checked_sub(1).map_or(&[], |last| self.bases[last].1.as_slice())
    }
}

impl Recording {
    /// Creates a recording with the present state of a simulation as its first frame.
    pub fn of(simulation: &mut Simulation) -> Self {
        let scenario = simulation.scenario();
        let fastest = simulation.agents().iter().map(|agent| agent.own.speed).fold(0.0, f32::max);
        // Separation can double the speed of an agent for some frames.
        let most = 2.0 * fastest * scenario.time_step * FRAMES as f32;
        let mut recording = Self {
            agents: simulation.agents().len(),
            time_step: scenario.time_step,
            unit: UNIT.max(most / f32::from(i16::MAX)),
            chunks: Vec::new(),
            bases: 0,
            frames: 0,
            events: Vec::new(),
            overlaps: Vec::new(),
            is_full: false,
            has_all_events: true,
        };
        recording.record(simulation);
        recording
    }

    /// Runs a scenario for its duration and records it.
    pub fn run(
        mesh: &NavMesh,
        derived: &Derived,
        scenario: &Scenario,
        progress: &Progress,
    ) -> Result<Result<(Simulation, Self), StartError>, Stopped> {
        let mut simulation = match Simulation::new(mesh, derived, scenario) {
            Ok(simulation) => simulation,
            Err(error) => return Ok(Err(error)),
        };
        let mut recording = Self::of(&mut simulation);
        let steps = scenario.step_count();
        let mut units = progress.units(steps, STEPS_PER_REPORT);
        for _ in 0..steps {
            units.step()?;
            if !recording.step(&mut simulation) {
                break;
            }
        }
        Ok(Ok((simulation, recording)))
    }

    /// Runs one step of a simulation and records it; returns `false` if the recording is full.
    pub fn step(&mut self, simulation: &mut Simulation) -> bool {
        let mut events = Vec::new();
        simulation.step(&mut |event| events.push(event));
        let room = MOST_EVENTS - self.events.len();
        self.has_all_events &= events.len() <= room;
        self.events.extend(events.into_iter().take(room));
        self.record(simulation);
        self.is_full = self.bytes() + self.agents * (FRAMES * 7 + 12) > MOST_BYTES;
        !self.is_full
    }

    /// Adds the present state as a frame.
    fn record(&mut self, simulation: &mut Simulation) {
        let overlaps = self.measure_overlaps(simulation);
        self.push_frame(simulation, |agent| overlaps.binary_search(&(agent as u32)).is_ok());
    }

    /// Returns the agents that overlap others, in ascending order, and updates the greatest overlap.
    fn measure_overlaps(&mut self, simulation: &mut Simulation) -> Vec<u32> {
        let overlaps = simulation.overlaps();
        let before = self.largest_overlap();
        let largest = before.or_of(&overlaps, simulation.steps());
        self.overlaps.extend((largest != before).then_some(largest));
        let far = overlaps.iter().filter(|overlap| overlap.share > 0.01);
        let mut overlapping: Vec<u32> = far.map(|overlap| overlap.agents[0]).collect();
        overlapping.dedup();
        overlapping
    }

    fn push_frame(&mut self, simulation: &Simulation, overlaps: impl Fn(usize) -> bool) {
        let agents = simulation.agents();
        if self.frames.is_multiple_of(FRAMES) {
            self.chunks.push(Arc::default());
        }
        let (unit, in_chunk) = (self.unit, self.frames % FRAMES);
        self.frames += 1;
        let Some(chunk) = self.chunks.last_mut().map(Arc::make_mut) else { return };
        let reach = unit * f32::from(i16::MAX);
        let is_near =
            |(agent, &base): (&SimulatedAgent, &Vec3)| (agent.at.point - base).abs().max_element() <= reach;
        if !chunk.bases.last().is_some_and(|(_, bases)| agents.iter().zip(bases).all(is_near)) {
            chunk.bases.push((in_chunk, agents.iter().map(|agent| agent.at.point).collect()));
            self.bases += 1;
        }
        let Some((_, bases)) = chunk.bases.last() else { return };
        for (index, agent) in agents.iter().enumerate() {
            let offset = (agent.at.point - bases[index]) / unit;
            chunk.offsets.push(offset.to_array().map(|part| part.round() as i16));
            let overlap = if overlaps(index) { AgentFlags::OVERLAPS.0 } else { 0 };
            chunk.flags.push(AgentFlags(AgentFlags::of(agent).0 | overlap));
        }
    }

    /// Returns the recording of the first steps, which shares its memory with this one.
    pub(in crate::simulation) fn until(&self, steps: usize) -> Self {
        let mut first = self.clone();
        first.frames = first.frames.min(steps + 1);
        first.chunks.truncate(first.frames.div_ceil(FRAMES));
        let in_last = first.frames - (first.chunks.len() - 1) * FRAMES;
        if let Some(chunk) = first.chunks.last_mut().filter(|_| first.frames < self.frames) {
            let chunk = Arc::make_mut(chunk);
            chunk.offsets.truncate(in_last * self.agents);
            chunk.flags.truncate(in_last * self.agents);
            chunk.bases.retain(|&(from, _)| from < in_last);
        }
        first.bases = first.chunks.iter().map(|chunk| chunk.bases.len()).sum();
        first.events.truncate(first.events.partition_point(|event| (event.step as usize) < steps));
        first.overlaps.truncate(first.overlaps.partition_point(|overlap| (overlap.step as usize) <= steps));
        first.has_all_events |= first.events.len() < MOST_EVENTS;
        first.is_full = false;
        first
    }

    /// Returns the number of frames; the first one is the start.
    pub fn len(&self) -> usize {
        self.frames
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.frames == 0
    }

    /// Returns the number of agents.
    pub fn agent_count(&self) -> usize {
        self.agents
    }

    /// Returns the time between two frames, in seconds.
    pub fn time_step(&self) -> f32 {
        self.time_step
    }

    /// Returns the time of the last frame, in seconds.
    pub fn seconds(&self) -> f32 {
        (self.frames.saturating_sub(1) as f64 * f64::from(self.time_step)) as f32
    }

    /// Returns an agent in a frame, in constant time; `None` past the end.
    pub fn agent(&self, frame: usize, agent: usize) -> Option<AgentFrame> {
        if agent >= self.agents || frame >= self.frames {
            return None;
        }
        let chunk = self.chunks.get(frame / FRAMES)?;
        let index = frame % FRAMES * self.agents + agent;
        let offset = chunk.offsets.get(index)?.map(f32::from);
        let position = chunk.bases_at(frame % FRAMES)[agent] + Vec3::from(offset) * self.unit;
        Some(AgentFrame { position, flags: chunk.flags[index] })
    }

    /// Returns all agents in a frame, in their order.
    pub fn frame(&self, frame: usize) -> impl Iterator<Item = AgentFrame> {
        (0..self.agents).filter_map(move |agent| self.agent(frame, agent))
    }

    /// Returns the events, in the order of their steps.
    pub fn events(&self) -> &[AgentEvent] {
        &self.events
    }

    /// Whether all events are recorded.
    pub fn has_all_events(&self) -> bool {
        self.has_all_events
    }

    /// Whether the recording ended because its memory is used up.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the greatest overlap of two agents after any step.
    pub fn largest_overlap(&self) -> LargestOverlap {
        self.overlaps.last().copied().unwrap_or_default()
    }

    /// Returns the memory of the frames, in bytes.
    pub fn bytes(&self) -> usize {
        let full = self.bases * self.agents * size_of::<Vec3>();
        full + self.frames * self.agents * (size_of::<[i16; 3]>() + size_of::<AgentFlags>())
    }
}
