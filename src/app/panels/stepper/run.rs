//! Choice of the trace: the query, the last manual walk or the last manual ray, and their results.

use egui::{Label, RichText, Ui};

use super::tracks::color_of_stage;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::pathfinding::timeline::run::TraceKind;

/// Draws the choice between traces, or nothing if there is only the query.
pub(super) fn choice_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let others = [TraceKind::Walk, TraceKind::Ray].map(|run| editor.has_trace(run));
    if others == [false; 2] {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("Recording").weak());
        for run in TraceKind::ALL {
            let is_shown = editor.shown_trace() == run;
            if !editor.has_trace(run) && !is_shown {
                continue;
            }
            let response = ui.selectable_label(is_shown, run.title()).on_hover_text(describe(run));
            if response.clicked() && !is_shown {
                inputs.push(Input::Step(StepInput::ShowRun(run)));
            }
        }
    });
    ui.add_space(theme::SPACE_S);
}

fn describe(run: TraceKind) -> &'static str {
    match run {
        TraceKind::Query => "The path from start to target",
        TraceKind::Walk => "The last walk by hand, with the Walk tool",
        TraceKind::Ray => "The last ray by hand, with the Ray tool",
    }
}

/// Draws the result of a manual walk or ray.
pub(super) fn headline_ui(ui: &mut Ui, editor: &Editor) {
    let run = editor.shown_trace();
    ui.horizontal(|ui| {
        if let Some(stage) = run.stages().next() {
            parts::swatch(ui, color_of_stage(ui, stage));
        }
        ui.label(RichText::new(run.title()).strong().size(theme::BODY_SIZE + 2.0));
        ui.add(Label::new(RichText::new(editor.describe_run()).weak()).truncate());
    });
}
