//! The stepper: the funnel, decision by decision, with the answer it comes to.

mod answer;
mod breakpoints;
mod decision;
mod scrubber;
mod steps;
mod transport;

use eframe::egui::{ScrollArea, Ui};

use super::parts;
use crate::app::theme::{self, Icon};
use crate::editor::{Command, Editor, Input};

/// What only the panel knows.
#[derive(Debug, Default)]
pub(in crate::app) struct StepperPanel {
    /// The cursor when the list was last drawn: the list follows it when it moves.
    shown: Option<usize>,
    /// The portal that "stop at portal" is about.
    portal: usize,
}

/// The list of steps is at least this high.
const LIST_HEIGHT: f32 = 66.0;

impl StepperPanel {
    /// Draws the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
        let Some(answer) = editor.answer() else {
            nothing_asked_ui(ui, editor, inputs);
            return;
        };
        answer::ui(ui, answer);
        ui.horizontal(|ui| {
            parts::drop_down(ui, "How it is found", "How the question is asked", |ui| {
                answer::settings_ui(ui, editor, answer, inputs);
            });
            breakpoints::ui(ui, editor, inputs, &mut self.portal);
        });
        ui.add_space(theme::SPACE_S);
        if editor.timeline().is_empty() {
            parts::note(
                ui,
                "There is no funnel to step through: string pulling needs a corridor to pull the string in.",
            );
            return;
        }
        transport::ui(ui, editor, inputs);
        scrubber::ui(ui, editor, inputs);
        ui.add_space(theme::SPACE_S);
        ScrollArea::vertical().id_salt("stepper").auto_shrink([false, false]).show(ui, |ui| {
            decision::ui(ui, editor);
            parts::section(ui, "All steps");
            let height = ui.available_height().max(LIST_HEIGHT);
            steps::ui(ui, editor, inputs, height, &mut self.shown);
        });
    }
}

fn nothing_asked_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    parts::empty(
        ui,
        Icon::Start,
        "Place a start and a target",
        "Pick the Start tool and click on the mesh, then the Target tool. The path between them is then taken apart \
         here, decision by decision.",
    );
    ui.vertical_centered(|ui| {
        parts::command_button(ui, editor, inputs, Command::StartTool, "Place the start");
        parts::command_button(ui, editor, inputs, Command::TargetTool, "Place the target");
    });
}
