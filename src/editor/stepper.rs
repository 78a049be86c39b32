//! Stepping through the funnel's decisions, forwards, back and by itself.
//!
//! The cursor remembers which decision it is at by [`StepKey`], not by index, so that the same decision stays in view
//! while the mesh under it is edited.

use std::collections::BTreeMap;

use super::Editor;
use crate::pathfinding::{Answer, Breakpoint, FunnelStep, Portal, PortalName, StepKey, find_key, key_of};
use crate::trace::Timeline;

/// How slow and how fast a trace can be played, in steps a second.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=64.0;

/// Where one stands in the trace of the funnel.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    cursor: Option<usize>,
    key: Option<StepKey>,
    is_playing: bool,
    speed: f32,
    breakpoints: Vec<Breakpoint>,
    /// What the portals of breakpoints are called, by number.
    portal_names: BTreeMap<usize, PortalName>,
    /// When the last step was played, in seconds since the program began.
    played_at: Option<f64>,
}

/// What a user does to the stepper beside its commands.
#[derive(Clone, Debug, PartialEq)]
pub enum StepInput {
    /// Goes to a step; past the end, to the last.
    SetCursor(usize),
    /// Plays at so many steps a second.
    SetSpeed(f32),
    /// Lets playing stop somewhere, or no more.
    SetBreakpoint {
        /// Where.
        at: Breakpoint,
        /// Whether it stops there.
        is_on: bool,
    },
}

impl Default for Stepper {
    fn default() -> Self {
        Self {
            cursor: None,
            key: None,
            is_playing: false,
            speed: 2.0,
            breakpoints: Vec::new(),
            portal_names: BTreeMap::new(),
            played_at: None,
        }
    }
}

impl Stepper {
    /// The step that is shown; `None` shows the finished path.
    pub fn cursor(&self) -> Option<usize> {
        self.cursor
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

    fn stops_at(&self, step: &FunnelStep) -> bool {
        self.breakpoints.iter().any(|breakpoint| breakpoint.matches(step))
    }

    fn go_to(&mut self, timeline: &Timeline<FunnelStep>, portals: &[Portal], index: Option<usize>) {
        self.cursor = index.filter(|_| !timeline.is_empty()).map(|index| index.min(timeline.len() - 1));
        self.key = self.cursor.and_then(|index| key_of(timeline, portals, index));
    }

    /// Finds the same decision in the trace of another run, or the nearest one.
    ///
    /// A trace that has no steps keeps the key: the path may come back while the mesh is still being dragged.
    fn follow(&mut self, timeline: &Timeline<FunnelStep>, portals: &[Portal]) {
        self.follow_breakpoints(portals);
        let Some(key) = self.key else { return };
        self.cursor = find_key(timeline, portals, key).or_else(|| nearest_portal(timeline, key.portal));
        if self.cursor.is_none() {
            self.is_playing = false;
        }
    }

    /// Renumbers the breakpoints at portals that the path still goes through.
    fn follow_breakpoints(&mut self, portals: &[Portal]) {
        let names = std::mem::take(&mut self.portal_names);
        let now = |portal: usize| names.get(&portal).and_then(|name| name.find(portals)).unwrap_or(portal);
        for breakpoint in &mut self.breakpoints {
            if let Breakpoint::Portal(portal) = breakpoint {
                *portal = now(*portal);
            }
        }
        self.portal_names = names.iter().map(|(&portal, &name)| (now(portal), name)).collect();
    }

    fn set_breakpoint(&mut self, at: Breakpoint, is_on: bool, portals: &[Portal]) {
        self.breakpoints.retain(|&other| other != at);
        if is_on {
            self.breakpoints.push(at);
        }
        if let Breakpoint::Portal(portal) = at {
            let name = PortalName::of(portals, portal).filter(|_| is_on);
            self.portal_names.remove(&portal);
            self.portal_names.extend(name.map(|name| (portal, name)));
        }
    }

    /// Plays the steps that are due at `now`; the first one is due one interval after playing began.
    fn play_until(&mut self, timeline: &Timeline<FunnelStep>, portals: &[Portal], now: f64) {
        let interval = 1.0 / f64::from(self.speed);
        let mut played_at = self.played_at.unwrap_or(now);
        while self.is_playing && played_at + interval <= now {
            played_at += interval;
            let next = self.cursor.map_or(0, |cursor| cursor + 1);
            self.go_to(timeline, portals, Some(next));
            let is_stop = timeline.get(next).is_some_and(|step| self.stops_at(step));
            self.is_playing = next + 1 < timeline.len() && !is_stop;
        }
        self.played_at = self.is_playing.then_some(played_at);
    }
}

/// The first step at the portal that is nearest to a number.
fn nearest_portal(timeline: &Timeline<FunnelStep>, portal: usize) -> Option<usize> {
    let steps = timeline.events().iter().enumerate();
    steps.min_by_key(|(_, step)| step.portal.abs_diff(portal)).map(|(index, _)| index)
}

/// The portals of the path that came out; none without one.
fn portals(answer: Option<&Answer>) -> &[Portal] {
    answer.and_then(Answer::path).map_or(&[], |path| &path.portals)
}

impl Editor {
    /// Where one stands in the trace of the funnel.
    pub fn stepper(&self) -> &Stepper {
        &self.stepper
    }

    /// The step that the stepper is at.
    pub fn step(&self) -> Option<&FunnelStep> {
        self.timeline().get(self.stepper.cursor?)
    }

    pub(super) fn handle_step(&mut self, input: &StepInput) {
        match *input {
            StepInput::SetCursor(index) => self.step_to(Some(index)),
            StepInput::SetSpeed(speed) if speed.is_finite() => {
                self.stepper.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
            }
            StepInput::SetSpeed(_) => {}
            StepInput::SetBreakpoint { at, is_on } => {
                self.stepper.set_breakpoint(at, is_on, portals(self.query.answer.as_ref()));
            }
        }
    }

    /// Goes to a step and stops there; `None` leaves the stepper for the finished path.
    pub(super) fn step_to(&mut self, index: Option<usize>) {
        self.stepper.is_playing = false;
        self.stepper.go_to(&self.query.timeline, portals(self.query.answer.as_ref()), index);
    }

    /// One step on; to the first if none is shown.
    pub(super) fn step_forward(&mut self) {
        self.step_to(Some(self.stepper.cursor.map_or(0, |cursor| cursor + 1)));
    }

    /// One step back; from the finished path, to the last.
    pub(super) fn step_back(&mut self) {
        let last = self.query.timeline.len().saturating_sub(1);
        self.step_to(Some(self.stepper.cursor.map_or(last, |cursor| cursor.saturating_sub(1))));
    }

    /// Goes to the next step that a breakpoint matches, else to the last.
    pub(super) fn step_to_next_stop(&mut self) {
        let timeline = &self.query.timeline;
        let from = self.stepper.cursor.map_or(0, |cursor| cursor + 1);
        let stop = (from..timeline.len()).find(|&i| self.stops_at(i));
        self.step_to(Some(stop.unwrap_or(timeline.len())));
    }

    /// Goes to the last step before this one that a breakpoint matches, else to the first.
    pub(super) fn step_to_previous_stop(&mut self) {
        let from = self.stepper.cursor.unwrap_or(self.query.timeline.len());
        let stop = (0..from).rev().find(|&i| self.stops_at(i));
        self.step_to(Some(stop.unwrap_or(0)));
    }

    fn stops_at(&self, index: usize) -> bool {
        self.query.timeline.get(index).is_some_and(|step| self.stepper.stops_at(step))
    }

    /// Plays from where the cursor is, from the start if it is at the end; or pauses.
    pub(super) fn toggle_playing(&mut self) {
        let is_at_end = self.stepper.cursor.is_some_and(|cursor| cursor + 1 >= self.query.timeline.len());
        let start = if is_at_end || self.stepper.cursor.is_none() { Some(0) } else { self.stepper.cursor };
        let is_playing = !self.stepper.is_playing;
        if is_playing {
            self.step_to(start);
        }
        self.stepper.is_playing = is_playing && !self.query.timeline.is_empty();
        self.stepper.played_at = None;
    }

    /// Plays faster or slower.
    pub(super) fn multiply_speed(&mut self, factor: f32) {
        self.handle_step(&StepInput::SetSpeed(self.stepper.speed * factor));
    }

    /// Time passes.
    pub(super) fn play(&mut self, now: f64) {
        self.stepper.play_until(&self.query.timeline, portals(self.query.answer.as_ref()), now);
    }

    /// Keeps the same decision in view in the trace of another run.
    pub(super) fn follow_step(&mut self) {
        self.stepper.follow(&self.query.timeline, portals(self.query.answer.as_ref()));
    }
}
