//! Stepping through all that happened while the question was answered: forwards, back and by itself.
//!
//! One cursor goes over the whole trace, of the question or of what was last walked or cast by hand. It remembers which event it is at by [`StepKey`], not by number, so that the
//! same decision stays in view while the mesh under it is edited. Stages are tracks: stepping passes over those that are
//! switched off, except the one that the cursor is in. At first only the funnel is on, so that a learner who steps sees
//! the string being pulled, and not a thousand steps of the search before it.

mod jump;
mod moves;

use std::collections::BTreeSet;
use std::sync::Arc;

pub(in crate::editor) use jump::Way;

use super::{Editor, Input, Recorded};
use crate::navmesh::{CellId, NavMesh};
use crate::pathfinding::{
    Breakpoint, FunnelStep, QueryEvent, QueryTrace, Stage, StepKey, TraceKind, find_key, key_of,
};

/// The stages that are stepped through at first: of a query, the funnel.
const FIRST_TRACKS: [Stage; 3] = [Stage::Funnel, Stage::Walk, Stage::Ray];

/// How slow and how fast a trace can be played, in steps a second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=256.0;

/// Time, in seconds, of which due steps are played at once.
const LONGEST_CATCH_UP: f64 = 1.0;

/// Where one stands in a trace; by default, at the finished picture behind its last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TraceCursor {
    cursor: Option<usize>,
    /// By what the step is found again; made when the trace is about to change, for making it takes a look at every
    /// event.
    key: Option<StepKey>,
}

impl TraceCursor {
    /// Past the end, the last step.
    fn at(trace: &QueryTrace, index: Option<usize>) -> Self {
        let cursor = index.filter(|_| !trace.is_empty()).map(|index| index.min(trace.len() - 1));
        Self { cursor, key: None }
    }

    /// By what its step is found again.
    pub(super) fn key(&self) -> Option<StepKey> {
        self.key
    }
}

/// Where one stands in the trace that is stepped through, and how it is stepped through.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    spot: TraceCursor,
    /// The stages that are stepped through.
    tracks: BTreeSet<Stage>,
    is_playing: bool,
    speed: f32,
    breakpoints: Vec<Breakpoint>,
    /// When the last step was played, in seconds since the program began.
    played_at: Option<f64>,
}

/// What a user does to the stepper beside its commands.
#[derive(Clone, Debug, PartialEq)]
pub enum StepInput {
    /// Has what happened on the way to the answer recorded where that waits to be asked for.
    Record,
    /// A job came to an end that was to record it.
    Recorded {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<Recorded>>,
    },
    /// Goes to a step, whatever its track; past the end, to the last.
    SetCursor(usize),
    /// Plays at so many steps a second.
    SetSpeed(f32),
    /// Steps through a stage, or passes over it.
    SetTrack {
        /// Which.
        stage: Stage,
        /// Whether it is stepped through.
        is_on: bool,
    },
    /// Lets playing stop somewhere, or no more.
    SetBreakpoint {
        /// Where.
        at: Breakpoint,
        /// Whether it stops there.
        is_on: bool,
    },
    /// Goes to where the search opened a cell; from there, to where it closed it.
    RunToCell(CellId),
    /// Steps through another run, from where one stood in it.
    ShowRun(TraceKind),
    /// Shows the introduction to a stage.
    Explain(Stage),
}

impl Default for Stepper {
    fn default() -> Self {
        Self {
            spot: TraceCursor::default(),
            tracks: BTreeSet::from(FIRST_TRACKS),
            is_playing: false,
            speed: 2.0,
            breakpoints: Vec::new(),
            played_at: None,
        }
    }
}

impl Stepper {
    /// The number of the step that is shown; `None` shows the finished path.
    pub fn cursor(&self) -> Option<usize> {
        self.spot.cursor
    }

    /// Whether a stage is stepped through rather than passed over.
    pub fn has_track(&self, stage: Stage) -> bool {
        self.tracks.contains(&stage)
    }

    /// Whether steps follow each other by themselves.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// How many steps are played a second.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Where playing stops.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Whether playing stops here.
    pub fn has_breakpoint(&self, at: Breakpoint) -> bool {
        self.breakpoints.contains(&at)
    }

    /// Whether a step is in view, or was before what is recorded changed.
    pub(super) fn is_at_some_step(&self) -> bool {
        self.spot.cursor.is_some() || self.spot.key.is_some()
    }

    fn go_to(&mut self, trace: &QueryTrace, index: Option<usize>) {
        self.spot = TraceCursor::at(trace, index);
    }

    /// Leaves a trace; where one stood in it.
    pub(super) fn leave(&mut self) -> TraceCursor {
        self.is_playing = false;
        std::mem::take(&mut self.spot)
    }

    /// Comes to a trace, to where one stood in it; it is still to be followed.
    pub(super) fn come_to(&mut self, spot: TraceCursor) {
        self.spot = spot;
    }

    /// Finds the same event in the trace of another run, or the nearest one.
    ///
    /// Where its stage has no event, the key is kept: the path may come back while the mesh is still being dragged.
    fn follow(&mut self, trace: &QueryTrace) {
        self.spot.cursor = self.spot.key.and_then(|key| find_key(trace, key));
        self.is_playing &= self.spot.cursor.is_some();
    }

    /// Removes the breakpoints that name elements of the mesh, because another mesh is opened.
    pub(super) fn forget_elements(&mut self) {
        self.breakpoints.retain(|at| !matches!(at, Breakpoint::Cell(_) | Breakpoint::Portal(_)));
    }

    fn set_breakpoint(&mut self, at: Breakpoint, is_on: bool) {
        self.breakpoints.retain(|&other| other != at);
        if is_on {
            self.breakpoints.push(at);
        }
    }

    /// Plays the steps that are due at `now`; the first one is due one interval after playing began.
    fn play_until(&mut self, mesh: &NavMesh, trace: &QueryTrace, now: f64) {
        let interval = 1.0 / f64::from(self.speed);
        // After a long pause, as of a minimised window, playing goes on from here instead of catching up.
        let earliest = now - interval.max(LONGEST_CATCH_UP);
        let mut played_at = self.played_at.unwrap_or(now).max(earliest);
        while self.is_playing && played_at + interval <= now {
            played_at += interval;
            let from = self.spot.cursor.map_or(0, |cursor| cursor + 1);
            let next = self.next_played(mesh, trace, from);
            self.is_playing = next.is_some_and(|index| {
                self.go_to(trace, Some(index));
                !self.stops_at(mesh, trace, index) && self.next_played(mesh, trace, index + 1).is_some()
            });
        }
        self.played_at = self.is_playing.then_some(played_at);
    }
}

impl Editor {
    /// Where one stands in the trace of the question.
    pub fn stepper(&self) -> &Stepper {
        &self.stepper
    }

    /// What happened at the cursor; `None` while the finished path is shown.
    pub fn event(&self) -> Option<QueryEvent> {
        self.trace().get(self.stepper.spot.cursor?)
    }

    /// The stage that the cursor is in, and its place in that stage's lane; `None` while the finished path is shown.
    pub fn stage(&self) -> Option<(Stage, usize)> {
        self.trace().place(self.stepper.spot.cursor?)
    }

    /// The step of the funnel that the cursor is at; `None` in other stages.
    pub fn step(&self) -> Option<&FunnelStep> {
        let (stage, local) = self.stage()?;
        (stage == Stage::Funnel).then(|| self.timeline().get(local)).flatten()
    }

    pub(super) fn handle_step(&mut self, input: StepInput) {
        match input {
            StepInput::Record => self.record(),
            StepInput::Recorded { job, found } => self.take_recorded(job, found),
            StepInput::SetCursor(index) => {
                if !self.waits_for_steps(Input::Step(StepInput::SetCursor(index))) {
                    self.step_to(Some(index));
                }
            }
            StepInput::SetSpeed(speed) if speed.is_finite() => {
                self.stepper.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
            }
            StepInput::SetTrack { stage, is_on: true } => {
                self.stepper.tracks.insert(stage);
            }
            StepInput::SetTrack { stage, is_on: false } => {
                self.stepper.tracks.remove(&stage);
            }
            StepInput::SetBreakpoint { at, is_on } => self.stepper.set_breakpoint(at, is_on),
            StepInput::RunToCell(cell) => self.run_to_cell(cell),
            StepInput::Explain(stage) => self.explain(stage),
            StepInput::ShowRun(run) if self.has_trace(run) => self.show_trace(run),
            StepInput::SetSpeed(_) | StepInput::ShowRun(_) => {}
        }
    }

    /// Goes to a step and stops there; `None` leaves the stepper for the finished path.
    pub(super) fn step_to(&mut self, index: Option<usize>) {
        self.stepper.is_playing = false;
        // Without a step to go to, there is no need of a trace.
        self.stepper.spot =
            index.map_or_else(TraceCursor::default, |index| TraceCursor::at(self.trace(), Some(index)));
    }

    /// Plays faster or slower.
    pub(super) fn multiply_speed(&mut self, factor: f32) {
        self.handle_step(StepInput::SetSpeed(self.stepper.speed * factor));
    }

    /// Steps through every stage, or if that is so already, through the funnel alone.
    pub(super) fn toggle_all_tracks(&mut self) {
        let is_all = self.steps_through_all();
        self.stepper.tracks =
            if is_all { BTreeSet::from(FIRST_TRACKS) } else { Stage::ALL.iter().copied().collect() };
    }

    /// Whether no stage is passed over.
    pub(super) fn steps_through_all(&self) -> bool {
        Stage::ALL.iter().all(|&stage| self.stepper.has_track(stage))
    }

    /// Time passes.
    pub(super) fn play(&mut self, now: f64) {
        if self.stepper.is_playing {
            let mut stepper = std::mem::take(&mut self.stepper);
            stepper.play_until(&self.document.mesh, self.trace(), now);
            self.stepper = stepper;
        }
    }

    /// Remembers which event is in view, before the trace changes.
    pub(super) fn remember_step(&mut self) {
        if self.stepper.spot.key.is_none() {
            self.stepper.spot.key = self.stepper.spot.cursor.and_then(|index| key_of(self.trace(), index));
        }
    }

    /// Keeps the same event in view in the trace of another run; without one in view, none is recorded.
    pub(super) fn follow_step(&mut self) {
        if self.stepper.spot.key.is_some() {
            let mut stepper = std::mem::take(&mut self.stepper);
            stepper.follow(self.trace());
            self.stepper = stepper;
            self.follow_recording();
        }
    }
}
