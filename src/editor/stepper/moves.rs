//! Target of a step: the next event on a track that is on, or a breakpoint.

use crate::editor::query::recording;
use crate::editor::stepper;
use std::ops::Range;

use super::Stepper;
use crate::editor::{Command, Editor, Input};
use crate::navmesh::NavMesh;
use crate::pathfinding::timeline::breakpoint::Breakpoint;
use crate::pathfinding::timeline::{QueryTrace, Stage};

impl Stepper {
    /// Returns the ranges of step numbers that stepping visits, in order.
    ///
    /// These are the tracks that are on and the one that contains the cursor. If none of them has an event, for
    /// example without a path to pull, returns the ranges of all tracks.
    fn ranges(&self, trace: &QueryTrace) -> Vec<Range<usize>> {
        let here = self.spot.cursor.and_then(|cursor| trace.place(cursor)).map(|(stage, _)| stage);
        let ranges = |is_on: &dyn Fn(Stage) -> bool| -> Vec<Range<usize>> {
            let stages = Stage::ALL.iter().filter(|&&stage| is_on(stage));
            stages.map(|&stage| trace.range(stage)).filter(|range| !range.is_empty()).collect()
        };
        let on = ranges(&|stage| self.has_track(stage) || here == Some(stage));
        if on.is_empty() { ranges(&|_| true) } else { on }
    }

    /// Returns the first step at or after a number.
    fn ahead(&self, trace: &QueryTrace, from: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().find(|range| from < range.end).map(|range| range.start.max(from))
    }

    /// Returns the last step before a number.
    fn behind(&self, trace: &QueryTrace, before: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().rev().find(|range| range.start < before).map(|range| range.end.min(before) - 1)
    }

    /// Whether playing stops at an event.
    ///
    /// A breakpoint without a stage stops only on the tracks that stepping visits.
    pub(super) fn stops_at(&self, mesh: &NavMesh, trace: &QueryTrace, index: usize) -> bool {
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
}

/// Moves to the first step.
pub(in crate::editor) fn step_to_first(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::FirstStep)) {
        return;
    }
    stepper::step_to(editor, editor.stepper.ahead(editor.trace(), 0));
}

/// Moves to the last step.
pub(in crate::editor) fn step_to_last(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::LastStep)) {
        return;
    }
    stepper::step_to(editor, editor.stepper.behind(editor.trace(), usize::MAX));
}

/// Moves one step forward; to the first step if none is shown.
pub(in crate::editor) fn step_forward(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::StepForward)) {
        return;
    }
    let from = editor.stepper.cursor().map_or(0, |cursor| cursor + 1);
    stepper::step_to(editor, editor.stepper.ahead(editor.trace(), from).or(editor.stepper.spot.cursor));
}

/// Moves one step back; from the finished path, to the last step.
pub(in crate::editor) fn step_back(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::StepBack)) {
        return;
    }
    let before = editor.stepper.cursor().unwrap_or(usize::MAX);
    stepper::step_to(editor, editor.stepper.behind(editor.trace(), before).or(editor.stepper.spot.cursor));
}

/// Whether there is a step after the cursor.
pub(in crate::editor) fn has_step_ahead(editor: &Editor) -> bool {
    let from = editor.stepper.cursor().map_or(0, |cursor| cursor + 1);
    editor.stepper.ahead(editor.trace(), from).is_some()
}

/// Whether there is a step before the cursor.
pub(in crate::editor) fn has_step_behind(editor: &Editor) -> bool {
    let before = editor.stepper.cursor().unwrap_or(usize::MAX);
    editor.stepper.behind(editor.trace(), before).is_some()
}

/// Moves to the next event with a breakpoint; otherwise to the last step.
pub(in crate::editor) fn step_to_next_stop(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::NextBreakpoint)) {
        return;
    }
    let (trace, mesh) = (editor.trace(), &editor.document.mesh);
    let from = editor.stepper.cursor().map_or(0, |cursor| cursor + 1);
    let stop = (from..trace.len()).find(|&index| editor.stepper.stops_at(mesh, trace, index));
    stepper::step_to(editor, stop.or_else(|| editor.stepper.behind(trace, usize::MAX)));
}

/// Moves to the previous event with a breakpoint; otherwise to the first step.
pub(in crate::editor) fn step_to_previous_stop(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::PreviousBreakpoint)) {
        return;
    }
    let (trace, mesh) = (editor.trace(), &editor.document.mesh);
    let before = editor.stepper.cursor().unwrap_or(trace.len());
    let stop = (0..before).rev().find(|&index| editor.stepper.stops_at(mesh, trace, index));
    stepper::step_to(editor, stop.or_else(|| editor.stepper.ahead(trace, 0)));
}

/// Plays from the cursor, or from the first step if the cursor is at the end; or pauses.
pub(in crate::editor) fn toggle_playing(editor: &mut Editor) {
    if recording::waits_for_steps(editor, Input::Run(Command::PlayOrPause)) {
        return;
    }
    let is_playing = !editor.stepper.is_playing;
    if is_playing && (editor.stepper.cursor().is_none() || !has_step_ahead(editor)) {
        step_to_first(editor);
    }
    editor.stepper.is_playing = is_playing && editor.stepper.cursor().is_some();
    editor.stepper.played_at = None;
}
