//! The stepper: steps through the events of a trace forwards, backwards and automatically.
//!
//! One cursor covers the whole trace of the query, of the last interactive walk or ray, or of a triangulation. It stores its event as a
//! [`StepKey`], not as an index. The same decision therefore stays in view while the mesh is edited.
//!
//! Stages are tracks. Stepping skips tracks that are off, except the one at the cursor. Initially, only the funnel of
//! a query is on. A learner then sees string pulling, without a thousand steps of the search before it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::editor::State;
use navsmith_core::navmesh::NavMesh;
use navsmith_core::pathfinding::string_pulling::funnel::FunnelStep;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::{StepKey, find_key, key_of};
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::{QueryEvent, QueryTrace, Stage};

/// Stages that are initially on; of a query, the funnel.
const FIRST_TRACKS: [Stage; 4] = [Stage::Funnel, Stage::Walk, Stage::Ray, Stage::Triangulation];

/// Range of the playback speed, in steps per second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=256.0;

/// Maximum time, in seconds, whose due steps are played at once.
const LONGEST_CATCH_UP: f64 = 1.0;

/// Cursor in a trace; by default at the finished picture after its last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TraceCursor {
    cursor: Option<usize>,
    /// Key that finds the step again.
    ///
    /// It is computed only before the trace changes, because that takes a pass over all events.
    key: Option<StepKey>,
}

impl TraceCursor {
    /// Creates a cursor at a step; an index past the end becomes the last step.
    fn at(trace: &QueryTrace, index: usize) -> Self {
        Self { cursor: trace.len().checked_sub(1).map(|last| index.min(last)), key: None }
    }
}

/// Cursors in the traces, with the settings of the stepper.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    shown: TraceKind,
    /// Cursors by kind of the trace.
    cursors: [TraceCursor; TraceKind::ALL.len()],
    /// Stages that are stepped through.
    tracks: BTreeSet<Stage>,
    is_playing: bool,
    speed: f32,
    breakpoints: Vec<Breakpoint>,
    /// Time of the last played step, in seconds since the application started.
    played_at: Option<f64>,
}

impl Default for Stepper {
    fn default() -> Self {
        Self {
            shown: TraceKind::default(),
            cursors: Default::default(),
            tracks: BTreeSet::from(FIRST_TRACKS),
            is_playing: false,
            speed: 2.0,
            breakpoints: Vec::new(),
            played_at: None,
        }
    }
}

impl Stepper {
    /// Returns the index of the shown step; `None` for the finished path.
    pub fn cursor(&self) -> Option<usize> {
        self.spot().cursor
    }

    /// Returns the cursor in the shown trace.
    fn spot(&self) -> &TraceCursor {
        &self.cursors[self.shown as usize]
    }

    /// Like [`Self::spot`], for changes.
    fn spot_mut(&mut self) -> &mut TraceCursor {
        &mut self.cursors[self.shown as usize]
    }

    /// Whether a stage is stepped through rather than skipped.
    pub fn has_track(&self, stage: Stage) -> bool {
        self.tracks.contains(&stage)
    }

    /// Whether the steps are playing.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Returns the playback speed, in steps per second.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Returns the breakpoints.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Whether a breakpoint is set.
    pub fn has_breakpoint(&self, at: Breakpoint) -> bool {
        self.breakpoints.contains(&at)
    }

    /// Returns the index after the cursor; 0 for the finished path.
    pub(super) fn after_cursor(&self) -> usize {
        self.cursor().map_or(0, |cursor| cursor + 1)
    }

    /// Whether a step is shown, or was before the trace changed.
    pub(super) fn is_at_some_step(&self) -> bool {
        *self.spot() != TraceCursor::default()
    }

    /// Finds the same event in another trace, or the nearest one.
    ///
    /// The key stays if its stage has no event, because the path may come back during a drag.
    fn follow(&mut self, trace: &QueryTrace) {
        let spot = self.spot_mut();
        spot.cursor = spot.key.and_then(|key| find_key(trace, key));
        self.is_playing &= self.cursor().is_some();
    }

    /// Removes the breakpoints at elements of the mesh because another mesh is opened.
    pub(in crate::editor) fn forget_elements(&mut self) {
        self.breakpoints.retain(|at| !matches!(at, Breakpoint::Cell(_) | Breakpoint::Portal(_)));
    }

    /// Shows the finished path of the query, because another query is active.
    pub(in crate::editor) fn forget_steps(&mut self) {
        (self.shown, self.is_playing, self.cursors) = (TraceKind::Query, false, Default::default());
    }

    /// Sets the playback speed, in steps per second, within [`SPEEDS`]; ignores other numbers.
    pub(in crate::editor) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        }
    }

    /// Turns a stage on or off.
    pub(super) fn set_track(&mut self, stage: Stage, is_on: bool) {
        if is_on {
            self.tracks.insert(stage);
        } else {
            self.tracks.remove(&stage);
        }
    }

    /// Turns on all stages, or only the initial ones if all are on.
    pub(in crate::editor) fn toggle_all_tracks(&mut self) {
        let first = if self.has_all_tracks() { &FIRST_TRACKS[..] } else { Stage::ALL };
        self.tracks = first.iter().copied().collect();
    }

    /// Whether all stages are on.
    pub(in crate::editor) fn has_all_tracks(&self) -> bool {
        Stage::ALL.iter().all(|&stage| self.has_track(stage))
    }

    /// Plays from the cursor, if it is at a step; or pauses.
    pub(super) fn set_playing(&mut self, is_playing: bool) {
        self.is_playing = is_playing && self.cursor().is_some();
        self.played_at = None;
    }

    pub(super) fn set_breakpoint(&mut self, at: Breakpoint, is_on: bool) {
        self.breakpoints.retain(|&other| other != at);
        if is_on {
            self.breakpoints.push(at);
        }
    }

    /// Returns the ranges of step numbers that stepping visits, in order.
    ///
    /// These are the tracks that are on and the one that contains the cursor. If none of them has an event, for
    /// example without a path to pull, returns the ranges of all tracks.
    fn ranges(&self, trace: &QueryTrace) -> Vec<Range<usize>> {
        let here = self.cursor().and_then(|cursor| trace.place(cursor)).map(|(stage, _)| stage);
        let on: Vec<_> = ranges(trace, |stage| self.has_track(stage) || here == Some(stage)).collect();
        if on.is_empty() { ranges(trace, |_| true).collect() } else { on }
    }

    /// Returns the first step at or after a number.
    pub(in crate::editor) fn ahead(&self, trace: &QueryTrace, from: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().find(|range| from < range.end).map(|range| range.start.max(from))
    }

    /// Returns the last step before a number.
    pub(in crate::editor) fn behind(&self, trace: &QueryTrace, before: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().rev().find(|range| range.start < before).map(|range| range.end.min(before) - 1)
    }

    /// Whether playing stops at an event.
    ///
    /// A breakpoint without a stage stops only on the tracks that stepping visits.
    pub(in crate::editor) fn stops_at(&self, mesh: &NavMesh, trace: &QueryTrace, index: usize) -> bool {
        let Some((stage, _)) = trace.place(index) else { return false };
        let is_stepped = || self.ranges(trace).iter().any(|range| range.contains(&index));
        let stops = |at: &Breakpoint| match at.stage() {
            Some(named) => named == stage && at.stops_at(mesh, trace, index),
            None => at.stops_at(mesh, trace, index) && is_stepped(),
        };
        self.breakpoints.iter().any(stops)
    }

    /// Returns the next step to play at or after a number; it never skips an event with a breakpoint.
    pub(super) fn next_played(&self, mesh: &NavMesh, trace: &QueryTrace, from: usize) -> Option<usize> {
        let next = self.ahead(trace, from);
        if self.breakpoints.is_empty() {
            return next;
        }
        let passed_over = from..next.unwrap_or(trace.len());
        passed_over.into_iter().find(|&index| self.stops_at(mesh, trace, index)).or(next)
    }

    /// Plays the steps that are due at `now`; the first is due one interval after playback began.
    fn play_until(&mut self, mesh: &NavMesh, trace: &QueryTrace, now: f64) {
        let interval = 1.0 / f64::from(self.speed);
        // After a long pause, such as a minimised window, playback continues from here without catching up.
        let earliest = now - interval.max(LONGEST_CATCH_UP);
        let mut played_at = self.played_at.unwrap_or(now).max(earliest);
        while self.is_playing && played_at + interval <= now {
            played_at += interval;
            let next = self.next_played(mesh, trace, self.after_cursor());
            self.is_playing = next.is_some_and(|index| {
                *self.spot_mut() = TraceCursor::at(trace, index);
                !self.stops_at(mesh, trace, index) && self.next_played(mesh, trace, index + 1).is_some()
            });
        }
        self.played_at = self.is_playing.then_some(played_at);
    }
}

/// Returns the ranges of step numbers of the stages that match and have any event, in order.
pub(in crate::editor) fn ranges(
    trace: &QueryTrace,
    is_wanted: impl Fn(Stage) -> bool,
) -> impl DoubleEndedIterator<Item = Range<usize>> {
    let stages = Stage::ALL.iter().filter(move |&&stage| is_wanted(stage));
    stages.map(|&stage| trace.range(stage)).filter(|range| !range.is_empty())
}

impl State {
    /// Returns the stepper.
    pub fn stepper(&self) -> &Stepper {
        &self.stepper
    }

    /// Returns the kind of the shown trace.
    pub fn shown_trace(&self) -> TraceKind {
        self.stepper.shown
    }

    /// Returns the event at the cursor; `None` while the finished path is shown.
    pub fn event(&self) -> Option<QueryEvent> {
        self.trace().get(self.stepper.cursor()?)
    }

    /// Returns the stage at the cursor and the index in that stage's lane.
    ///
    /// Returns `None` while the finished path is shown.
    pub fn stage(&self) -> Option<(Stage, usize)> {
        self.trace().place(self.stepper.cursor()?)
    }

    /// Returns the step of the funnel at the cursor; `None` in other stages.
    pub fn step(&self) -> Option<&FunnelStep> {
        let (stage, local) = self.stage()?;
        (stage == Stage::Funnel).then(|| self.timeline().get(local)).flatten()
    }

    /// Returns the step of the search at the cursor, over nodes or over intervals; `None` in other stages.
    pub fn search_step(&self) -> Option<usize> {
        let is_search = |stage| matches!(stage, Stage::Search | Stage::Interval);
        self.stage().filter(|&(stage, _)| is_search(stage)).map(|(_, local)| local)
    }
}

/// Goes to a step and stops playback; `None` shows the finished path.
pub(in crate::editor) fn step_to(state: &mut State, index: Option<usize>) {
    state.stepper.is_playing = false;
    // Without an index, no trace is needed, so none is recorded.
    *state.stepper.spot_mut() =
        index.map_or_else(TraceCursor::default, |index| TraceCursor::at(state.trace(), index));
}

/// Shows a trace at its finished picture.
pub(in crate::editor) fn show_finished(state: &mut State, run: TraceKind) {
    show_trace(state, run);
    step_to(state, None);
}

/// Plays the steps that are due at `now`.
pub(in crate::editor) fn play(state: &mut State, now: f64) {
    if state.stepper.is_playing {
        let mut stepper = state.stepper.clone();
        stepper.play_until(state.mesh(), state.trace(), now);
        state.stepper = stepper;
    }
}

/// Stores the key of the shown event before the trace changes.
pub(super) fn remember_step(state: &mut State) {
    if let TraceCursor { cursor: Some(index), key: None } = *state.stepper.spot() {
        state.stepper.spot_mut().key = key_of(state.trace(), index);
    }
}

/// Shows the same event in another trace; without a stored key, records no trace.
pub(super) fn follow_step(state: &mut State) {
    if state.stepper.spot().key.is_some() {
        let mut stepper = state.stepper.clone();
        stepper.follow(state.trace());
        state.stepper = stepper;
    }
}

/// Shows another trace and restores its cursor.
pub(in crate::editor) fn show_trace(state: &mut State, run: TraceKind) {
    if state.stepper.shown != run {
        remember_step(state);
        (state.stepper.shown, state.stepper.is_playing) = (run, false);
        follow_step(state);
    }
}

/// Returns the cursor in the trace of the query, even if another trace is shown.
///
/// Returns `None` at the finished path.
pub(in crate::editor) fn query_cursor(state: &State) -> Option<usize> {
    match state.stepper.shown {
        TraceKind::Query => state.stepper.cursor(),
        _ => find_key(state.query_trace(), state.stepper.cursors[TraceKind::Query as usize].key?),
    }
}

/// Whether the cursor is in an interactive trace, whose picture then replaces that of the tool.
pub(in crate::editor) fn is_stepping_through(state: &State, run: TraceKind) -> bool {
    run == state.stepper.shown
        && run != TraceKind::Query
        && state.stepper.cursor().is_some()
        && !state.is_gesture_running()
}

/// Whether the cursor is in the trace of the query, or at its finished path.
pub(in crate::editor) fn is_at_query(state: &State) -> bool {
    state.stage().is_none_or(|(stage, _)| stage.run() == TraceKind::Query)
}
