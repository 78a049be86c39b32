//! Moves of the cursor by steps and breakpoints.

use crate::editor::Editor;
use crate::editor::queries::query::recording;
use crate::editor::queries::stepper;

/// Moves to the first step.
pub(in crate::editor) fn step_to_first(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        stepper::step_to(editor, editor.stepper.ahead(editor.trace(), 0));
    });
}

/// Moves to the last step.
pub(in crate::editor) fn step_to_last(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        stepper::step_to(editor, editor.stepper.behind(editor.trace(), usize::MAX));
    });
}

/// Moves one step forward; to the first step if none is shown.
pub(in crate::editor) fn step_forward(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        let from = editor.stepper.cursor().map_or(0, |cursor| cursor + 1);
        stepper::step_to(
            editor,
            editor.stepper.ahead(editor.trace(), from).or_else(|| editor.stepper.cursor()),
        );
    });
}

/// Moves one step back; from the finished path, to the last step.
pub(in crate::editor) fn step_back(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        let before = editor.stepper.cursor().unwrap_or(usize::MAX);
        stepper::step_to(
            editor,
            editor.stepper.behind(editor.trace(), before).or_else(|| editor.stepper.cursor()),
        );
    });
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
    recording::when_recorded(editor, |editor| {
        let (trace, mesh) = (editor.trace(), &editor.document.mesh);
        let from = editor.stepper.cursor().map_or(0, |cursor| cursor + 1);
        let stop = (from..trace.len()).find(|&index| editor.stepper.stops_at(mesh, trace, index));
        stepper::step_to(editor, stop.or_else(|| editor.stepper.behind(trace, usize::MAX)));
    });
}

/// Moves to the previous event with a breakpoint; otherwise to the first step.
pub(in crate::editor) fn step_to_previous_stop(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        let (trace, mesh) = (editor.trace(), &editor.document.mesh);
        let before = editor.stepper.cursor().unwrap_or(trace.len());
        let stop = (0..before).rev().find(|&index| editor.stepper.stops_at(mesh, trace, index));
        stepper::step_to(editor, stop.or_else(|| editor.stepper.ahead(trace, 0)));
    });
}

/// Plays from the cursor, or from the first step if the cursor is at the end; or pauses.
pub(in crate::editor) fn toggle_playing(editor: &mut Editor) {
    recording::when_recorded(editor, |editor| {
        let is_playing = !editor.stepper.is_playing();
        if is_playing && (editor.stepper.cursor().is_none() || !has_step_ahead(editor)) {
            step_to_first(editor);
        }
        editor.stepper.set_playing(is_playing);
    });
}
