//! The history panel: all done and undone steps; a click goes to a step.

use egui::{RichText, ScrollArea, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::files::comparison::ComparisonInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;

/// Draws the panel; `shown` stores the number of done steps at the last call.
pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, shown: &mut usize) {
    let history = state.history();
    let (done, undone) = (history.done(), history.undone());
    ui.horizontal(|ui| {
        parts::command_icon(ui, state, inputs, Command::Undo, Icon::UNDO, false);
        parts::command_icon(ui, state, inputs, Command::Redo, Icon::REDO, false);
        ui.label(RichText::new(parts::count(done.len(), "step", "steps")).weak());
    });
    if done.is_empty() && undone.is_empty() {
        let text = "Every edit adds a step. Click a step to return to the document after it.";
        parts::empty(ui, Icon::CLOCK, "No steps yet", text);
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().auto_shrink([false, false]);
    if *shown != done.len() {
        *shown = done.len();
        let middle = done.len() as f32 * theme::ROW - ui.available_height() * 0.5;
        area = area.vertical_scroll_offset(middle.max(0.0));
    }
    area.show_rows(ui, theme::ROW, done.len() + undone.len() + 1, |ui, range| {
        for index in range {
            let title = history.title(index).unwrap_or("As opened");
            let is_current = index == done.len();
            let words = RichText::new(title);
            let words = if index > done.len() { words.weak() } else { words };
            let row = parts::list_row(ui, is_current, words);
            let description = if !is_current {
                row.context_menu(|ui| compare_ui(ui, "Compare with step", index, inputs));
                "Click to undo or redo up to this step. Right-click to compare the document with it"
            } else if let Some(before) = index.checked_sub(1) {
                row.context_menu(|ui| compare_ui(ui, "Compare with step before", before, inputs));
                "The document is at this step. Right-click to compare it with the step before"
            } else {
                "The document is at this step"
            };
            parts::on_click(row, description, inputs, Input::GoToHistory(index));
        }
    });
}

/// Draws the context menu of a row, which compares the document with the one after `steps` steps.
fn compare_ui(ui: &mut Ui, words: &str, steps: usize, inputs: &mut Vec<Input>) {
    let button = ui.button(words);
    let tooltip = "Mark what differs from the document at that step, and compare its statistics";
    parts::on_click(button, tooltip, inputs, Input::Comparison(ComparisonInput::StartWithStep(steps)));
}
