//! Input and commands of the stepper: moves of the cursor by steps and breakpoints.

pub(in crate::editor) mod jump;

use crate::editor::queries::query::recording;
use crate::editor::queries::{lesson, stepper};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::{QueryTrace, Stage};

pub(in crate::editor) fn handle(editor: &mut Editor, input: StepInput) {
    match input {
        StepInput::Record => recording::record(editor),
        StepInput::SetCursor(index) => {
            recording::when_recorded(editor, move |editor| stepper::step_to(&mut editor.state, Some(index)));
        }
        StepInput::SetSpeed(speed) => editor.state.stepper.set_speed(speed),
        StepInput::SetTrack { stage, is_on } => editor.state.stepper.set_track(stage, is_on),
        StepInput::SetBreakpoint { at, is_on } => editor.state.stepper.set_breakpoint(at, is_on),
        StepInput::RunToCell(cell) => jump::run_to_cell(editor, cell),
        StepInput::Explain(stage) => lesson::explain(editor, stage),
        StepInput::ShowRun(run) if editor.has_trace(run) => stepper::show_trace(&mut editor.state, run),
        StepInput::ShowRun(_) => {}
    }
}

/// User input about the stepper besides its commands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepInput {
    /// Starts the recording of the search for the answer, if it waits for a request.
    Record,
    /// Goes to a step of any track; an index past the end goes to the last step.
    SetCursor(usize),
    /// Sets the playback speed, in steps per second.
    SetSpeed(f32),
    /// Turns a stage on or off.
    SetTrack {
        /// The stage.
        stage: Stage,
        /// Whether the stage is stepped through.
        is_on: bool,
    },
    /// Sets or removes a breakpoint.
    SetBreakpoint {
        /// The breakpoint.
        at: Breakpoint,
        /// Whether the breakpoint is set.
        is_on: bool,
    },
    /// Goes to the step at which the search opened a cell; from that step, to the one that closed it.
    RunToCell(CellId),
    /// Shows another trace and restores its cursor.
    ShowRun(TraceKind),
    /// Shows the introduction to a stage.
    Explain(Stage),
}

/// Shows the step at an index of the shown trace; if the trace must be recorded first, after that.
fn move_to(editor: &mut Editor, index: fn(&State, &QueryTrace) -> Option<usize>) {
    recording::when_recorded(editor, move |editor| {
        let index = index(editor, editor.trace());
        stepper::step_to(&mut editor.state, index);
    });
}

/// Moves to the first step.
pub(in crate::editor) fn step_to_first(editor: &mut Editor) {
    move_to(editor, |state, trace| state.stepper.ahead(trace, 0));
}

/// Moves to the last step.
pub(in crate::editor) fn step_to_last(editor: &mut Editor) {
    move_to(editor, |state, trace| state.stepper.behind(trace, usize::MAX));
}

/// Moves one step forward; to the first step if none is shown.
pub(in crate::editor) fn step_forward(editor: &mut Editor) {
    move_to(editor, |state, _| step_ahead(state).or_else(|| state.stepper.cursor()));
}

/// Moves one step back; from the finished path, to the last step.
pub(in crate::editor) fn step_back(editor: &mut Editor) {
    move_to(editor, |state, _| step_behind(state).or_else(|| state.stepper.cursor()));
}

/// Returns the step after the cursor.
pub(in crate::editor) fn step_ahead(state: &State) -> Option<usize> {
    state.stepper.ahead(state.trace(), state.stepper.after_cursor())
}

/// Returns the step before the cursor.
pub(in crate::editor) fn step_behind(state: &State) -> Option<usize> {
    state.stepper.behind(state.trace(), state.stepper.cursor().unwrap_or(usize::MAX))
}

/// Moves to the next event with a breakpoint; otherwise to the last step.
pub(in crate::editor) fn step_to_next_breakpoint(editor: &mut Editor) {
    move_to(editor, |state, trace| {
        let mut ahead = state.stepper.after_cursor()..trace.len();
        let stop = ahead.find(|&index| state.stepper.stops_at(state.mesh(), trace, index));
        stop.or_else(|| state.stepper.behind(trace, usize::MAX))
    });
}

/// Moves to the previous event with a breakpoint; otherwise to the first step.
pub(in crate::editor) fn step_to_previous_breakpoint(editor: &mut Editor) {
    move_to(editor, |state, trace| {
        let mut behind = (0..state.stepper.cursor().unwrap_or(trace.len())).rev();
        let stop = behind.find(|&index| state.stepper.stops_at(state.mesh(), trace, index));
        stop.or_else(|| state.stepper.ahead(trace, 0))
    });
}

/// Plays from the cursor, or from the first step if the cursor is at the end; or pauses.
pub(in crate::editor) fn toggle_playing(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        let is_playing = !editor.state.stepper.is_playing();
        if is_playing && (editor.state.stepper.cursor().is_none() || step_ahead(editor).is_none()) {
            step_to_first(editor);
        }
        editor.state.stepper.set_playing(is_playing);
    });
}
