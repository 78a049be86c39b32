//! Where playing stops.

use eframe::egui::{DragValue, Ui};

use crate::app::panels::parts;
use crate::editor::{Editor, Input, StepInput};
use crate::pathfinding::{Breakpoint, Side};

/// Draws the checkboxes.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, portal: &mut usize) {
    let active = editor.stepper().breakpoints().len();
    let title = if active == 0 { "Stop at".into() } else { format!("Stop at ({active})") };
    parts::drop_down(ui, &title, "Where playing stops, and where the buttons with a dot go", |ui| {
        for (breakpoint, name, says) in [
            (Breakpoint::CornerEmitted, "A corner is emitted", "Stop where a corner becomes a waypoint"),
            (
                Breakpoint::ApexMoves,
                "The apex moves",
                "Stop where the apex moves, to a corner or a forced waypoint",
            ),
            (
                Breakpoint::Crossing(Side::Left),
                "The left side crosses",
                "Stop where a left end lies beyond the right leg",
            ),
            (
                Breakpoint::Crossing(Side::Right),
                "The right side crosses",
                "Stop where a right end lies beyond the left leg",
            ),
        ] {
            toggle_ui(ui, editor, inputs, breakpoint, name, says);
        }
        ui.horizontal(|ui| portal_ui(ui, editor, inputs, portal));
    });
}

fn portal_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, portal: &mut usize) {
    let last = editor
        .answer()
        .and_then(|answer| answer.path())
        .map_or(0, |path| path.portals.len().saturating_sub(1));
    let breakpoint = Breakpoint::Portal(*portal);
    toggle_ui(ui, editor, inputs, breakpoint, "Portal", "Stop where this portal is looked at");
    let mut chosen = *portal;
    let value = ui.name_inputs("Portal to stop at", |ui| ui.add(DragValue::new(&mut chosen).range(0..=last)));
    if value.on_hover_text("Which portal, counted with the start as 0").changed() && chosen != *portal {
        if editor.stepper().has_breakpoint(breakpoint) {
            set(inputs, breakpoint, false);
            set(inputs, Breakpoint::Portal(chosen), true);
        }
        *portal = chosen;
    }
}

fn toggle_ui(
    ui: &mut Ui,
    editor: &Editor,
    inputs: &mut Vec<Input>,
    breakpoint: Breakpoint,
    name: &str,
    says: &str,
) {
    let mut is_on = editor.stepper().has_breakpoint(breakpoint);
    if ui.checkbox(&mut is_on, name).on_hover_text(says).changed() {
        set(inputs, breakpoint, is_on);
    }
}

fn set(inputs: &mut Vec<Input>, at: Breakpoint, is_on: bool) {
    inputs.push(Input::Step(StepInput::SetBreakpoint { at, is_on }));
}
