//! Reproductions: a query with all data that affect it, copied as text and opened at the same step.

use crate::editor::Editor;
use crate::editor::analysis::detour;
use crate::editor::queries::stepper;
use crate::editor::queries::stepping::{self, StepInput};
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message};
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_formats::document::{Reproduction, count, reproduce, reproduce_defect};
use navsmith_formats::io::ron::reproduction;

/// Copies the active query as text, with the part of the mesh that affects it and the shown step.
///
/// If the comparison found a defect, the text contains the part of the mesh that shows the defect.
pub(in crate::editor) fn copy_reproduction(editor: &mut Editor) {
    let (index, step) = (editor.active_query_index(), stepper::query_cursor(editor));
    let has_defect = detour::present_detour(editor).is_some_and(|why| why.defect().is_some());
    let made = if has_defect {
        reproduce_defect(editor.document(), editor.derived(), index)
    } else {
        reproduce(editor.document(), editor.derived(), index, step)
    };
    let Some(made) = made else {
        return editor.warn("Start or target is not placed, so there is nothing to reproduce. Place both.");
    };
    match reproduction::write(&made) {
        Ok(text) => {
            let what = what_is_in(editor, &made);
            editor.ask_outside(Effect::Copy(text));
            editor.say(Message::info(what));
        }
        Err(why) => editor.say(Message::error(why.to_string())),
    }
}

fn what_is_in(session: &Session, made: &Reproduction) -> String {
    let (taken, all) = (made.document.mesh.cell_count(), session.mesh().cell_count());
    let step = made.step.map_or_else(
        || "its finished path".into(),
        |(stage, number)| format!("step {} of {}", number + 1, stage.title().to_lowercase()),
    );
    if made.is_whole {
        format!("Copied the query at {step}, with the whole mesh: the query depends on all of it.")
    } else {
        let all = count(all, "cell", "cells");
        format!("Copied the query at {step}, with the {taken} of {all} that it depends on.")
    }
}

/// Goes to a step by its stage and its index there, or to the last step of the stage.
pub(super) fn step_to_place(editor: &mut Editor, place: Option<(Stage, usize)>) {
    let Some((stage, local)) = place else { return };
    stepper::show_trace(&mut editor.state, TraceKind::Query);
    stepping::handle(editor, StepInput::SetTrack { stage, is_on: true });
    // The trace has the number of steps of a stage, and it is recorded only when a step is shown.
    stepper::step_to(&mut editor.state, Some(0));
    let range = editor.trace().range(stage);
    let step = (!range.is_empty()).then(|| (range.start + local.min(range.len())).min(range.end - 1));
    stepper::step_to(&mut editor.state, step);
}
