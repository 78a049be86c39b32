//! Input and commands of the stepper.

pub(in crate::editor) mod moves;
pub(in crate::editor) mod jump;

use crate::editor::Editor;
use crate::editor::queries::query::recording;
use crate::editor::queries::{lesson, stepper};
use crate::navmesh::CellId;
use crate::pathfinding::timeline::Stage;
use crate::pathfinding::timeline::breakpoint::Breakpoint;
use crate::pathfinding::timeline::run::TraceKind;

pub(in crate::editor) fn handle_step(editor: &mut Editor, input: StepInput) {
    match input {
        StepInput::Record => recording::record(editor),
        StepInput::SetCursor(index) => {
            recording::when_recorded(editor, move |editor| stepper::step_to(editor, Some(index)));
        }
        StepInput::SetSpeed(speed) => editor.stepper.set_speed(speed),
        StepInput::SetTrack { stage, is_on } => editor.stepper.set_track(stage, is_on),
        StepInput::SetBreakpoint { at, is_on } => editor.stepper.set_breakpoint(at, is_on),
        StepInput::RunToCell(cell) => jump::run_to_cell(editor, cell),
        StepInput::Explain(stage) => lesson::explain(editor, stage),
        StepInput::ShowRun(run) if editor.has_trace(run) => stepper::show_trace(editor, run),
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
