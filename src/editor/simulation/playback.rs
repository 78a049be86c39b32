//! Playback of a run: time, speed, loop, breakpoints, and steps by one frame.

use std::collections::BTreeSet;

use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::memo::{Analysis as _, When};
use crate::editor::simulation::agents;
use crate::editor::simulation::runs::{self, Run, RunKey};
use crate::editor::{Editor, State};
use navsmith_core::simulation::events::{AgentEvent, IncidentKind};

/// Range of the playback speed, relative to real time.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.1..=10.0;

/// Maximum time, in seconds, that one tick plays.
const LONGEST_TICK: f64 = 0.25;

/// Whether the agents of the run are shown, and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayState {
    Hidden,
    Paused,
    Playing,
}

/// Playback of the run of the active scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// Time in the run, in seconds.
    time: f64,
    state: PlayState,
    speed: f32,
    is_loop: bool,
    /// Kinds of events at which playback stops.
    breakpoints: BTreeSet<IncidentKind>,
    /// Whether playback stops at events of all agents, instead of those of the selected one.
    stops_for_all: bool,
    /// Time of the last tick, in seconds since the application started.
    played_at: Option<f64>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            time: 0.0,
            state: PlayState::Hidden,
            speed: 1.0,
            is_loop: false,
            breakpoints: BTreeSet::new(),
            stops_for_all: false,
            played_at: None,
        }
    }
}

impl Playback {
    /// Returns the time in the run, in seconds.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether the agents of the run are shown.
    pub fn is_shown(&self) -> bool {
        self.state != PlayState::Hidden
    }

    /// Whether the run is playing.
    pub fn is_playing(&self) -> bool {
        self.state == PlayState::Playing
    }

    /// Returns the playback speed, relative to real time.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Whether playback starts again at the end.
    pub fn is_loop(&self) -> bool {
        self.is_loop
    }

    /// Whether playback stops at events of a kind.
    pub fn stops_at(&self, kind: IncidentKind) -> bool {
        self.breakpoints.contains(&kind)
    }

    /// Whether playback stops at events of all agents, instead of those of the selected one.
    pub fn stops_for_all(&self) -> bool {
        self.stops_for_all
    }

    pub(in crate::editor) fn set_stops_for_all(&mut self, is_on: bool) {
        self.stops_for_all = is_on;
    }

    pub(in crate::editor) fn toggle_loop(&mut self) {
        self.is_loop ^= true;
    }

    /// Sets the speed within [`SPEEDS`]; ignores other numbers.
    pub(in crate::editor) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        }
    }

    pub(in crate::editor) fn set_breakpoint(&mut self, kind: IncidentKind, is_on: bool) {
        if is_on {
            self.breakpoints.insert(kind);
        } else {
            self.breakpoints.remove(&kind);
        }
    }

    /// Shows the start, because another scenario is active.
    pub(in crate::editor) fn rewind(&mut self) {
        (self.time, self.state, self.played_at) = (0.0, PlayState::Hidden, None);
    }

    /// Goes to a time and pauses.
    fn go_to(&mut self, time: f64) {
        (self.time, self.state) = (time.max(0.0), PlayState::Paused);
    }

    /// Plays until the time of a tick; stops at a breakpoint and at the end.
    ///
    /// Returns the agent at whose event it stops.
    fn play_until(&mut self, now: f64, run: Option<&Run>, agent: Option<usize>) -> Option<usize> {
        let passed = (now - self.played_at.unwrap_or(now)).clamp(0.0, LONGEST_TICK);
        self.played_at = Some(now);
        let run = run?;
        let (from, to) = (self.time, self.time + passed * f64::from(self.speed));
        let end = f64::from(run.recording.seconds());
        let again = (self.is_loop && end > 0.0 && to >= end).then(|| to % end);
        let stop = self.event_between([from, to], run, agent);
        let stop = stop.or_else(|| self.event_between([0.0, again?], run, agent));
        match (stop, again) {
            (Some(event), _) => (self.time, self.state) = (run.time_of(event), PlayState::Paused),
            (None, Some(time)) => self.time = time,
            (None, None) if to < end => self.time = to,
            (None, None) => (self.time, self.state) = (end, PlayState::Paused),
        }
        stop.map(|event| event.agent as usize)
    }

    /// Returns the first event after a time and up to another one at which playback stops.
    fn event_between<'a>(
        &self,
        [from, to]: [f64; 2],
        run: &'a Run,
        agent: Option<usize>,
    ) -> Option<&'a AgentEvent> {
        let is_due = |event: &&AgentEvent| {
            let time = run.time_of(event);
            time > from && time <= to && self.stops_at(event.what.kind())
        };
        if self.breakpoints.is_empty() {
            None
        } else if self.stops_for_all {
            run.events_after(from).take_while(|event| run.time_of(event) <= to).find(is_due)
        } else {
            agent.into_iter().flat_map(|agent| run.events_of(agent)).find(is_due)
        }
    }
}

/// Returns the playback of the run.
pub fn playback(state: &State) -> &Playback {
    &state.simulation.playback
}

/// Plays the time until `now`.
pub(in crate::editor) fn play(editor: &mut Editor, now: f64) {
    if editor.state.simulation.playback.is_playing() {
        let mut playback = editor.state.simulation.playback.clone();
        let stopped_by = playback.play_until(now, runs::run(editor), editor.state.simulation.agent);
        editor.state.simulation.playback = playback;
        editor.state.simulation.agent = stopped_by.or(editor.state.simulation.agent);
        if let Some(text) = stopped_by.and_then(|agent| describe_stop(editor, agent)) {
            editor.say(Message::info(text));
        }
    }
}

/// Describes the event of an agent at which playback stopped.
fn describe_stop(state: &State, agent: usize) -> Option<String> {
    let (run, playback) = (runs::run(state)?, playback(state));
    let is_met =
        |event: &&AgentEvent| run.time_of(event) == playback.time && playback.stops_at(event.what.kind());
    let event = run.events_of(agent).find(is_met)?;
    let names = |agent| agents::names(state, run, &[agent]);
    let what = event.what.caption(names);
    Some(format!("Paused at {:.2} s, at an event of {}. {what}", playback.time, names(agent)))
}

/// Starts or pauses playback; at the end, it starts again.
///
/// The first time, the panel with the report is shown.
pub(in crate::editor) fn toggle(editor: &mut Editor) {
    if !editor.state.simulation.playback.is_shown() {
        editor.ask_outside(Effect::Show(Panel::Simulation));
    }
    editor.request::<RunKey>();
    let end = runs::run(editor).map_or(f64::INFINITY, |run| f64::from(run.recording.seconds()));
    let playback = &mut editor.state.simulation.playback;
    let next = if playback.is_playing() { PlayState::Paused } else { PlayState::Playing };
    if next == PlayState::Playing && playback.time >= end {
        playback.time = 0.0;
    }
    (playback.state, playback.played_at) = (next, None);
}

/// Goes to a time of the run and pauses.
pub(in crate::editor) fn seek(editor: &mut Editor, time: f64) {
    editor.request::<RunKey>();
    let end = runs::run(editor).map_or(0.0, |run| f64::from(run.recording.seconds()));
    if time.is_finite() {
        editor.state.simulation.playback.go_to(time.min(end));
    }
}

/// Activates another scenario by `change`.
///
/// If a run is shown, that of the other scenario is shown from its start. A run that is computed only on request is not shown.
pub(in crate::editor) fn change_scenario(editor: &mut Editor, change: impl FnOnce(&mut Editor)) {
    let was_shown = playback(editor).is_shown();
    change(editor);
    if was_shown && matches!(RunKey::when(editor), When::FirstUse | When::AfterFirstUse) {
        seek(editor, 0.0);
    }
}

/// Goes to the next frame, or to the previous one, and pauses.
pub(in crate::editor) fn step(editor: &mut Editor, is_forward: bool) {
    let Some(run) = runs::run(editor) else { return seek(editor, 0.0) };
    let frame = run.frame_number(editor.state.simulation.playback.time);
    let next = if is_forward { frame + 1 } else { frame.saturating_sub(1) };
    let time = next as f64 * f64::from(run.recording.time_step());
    seek(editor, time);
}
