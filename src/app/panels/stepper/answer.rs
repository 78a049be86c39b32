//! What came out of the question: a path or why there is none, and how the question is asked.

use egui::{DragValue, Label, RichText, Sense, Ui, vec2};

use crate::app::panels::parts;
use crate::app::panels::queries::asked::{Asked, algorithm_ui};
use crate::app::theme::{self, Icon};
use crate::editor::{Command, Editor, Input};
use crate::pathfinding::{Answer, Outcome, Path};

/// Draws the line with the answer, and below it why there is no better one.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, answer: &Answer, inputs: &mut Vec<Input>) {
    headline_ui(ui, editor, answer, inputs);
    if let Some(why) = answer.why() {
        ui.add(Label::new(parts::sentence(&why.to_string())).wrap());
    }
}

fn headline_ui(ui: &mut Ui, editor: &Editor, answer: &Answer, inputs: &mut Vec<Input>) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let (icon, color, word) = match answer.outcome {
        Outcome::Path(_) => (Icon::Check, palette.success, "Path"),
        Outcome::Partial { .. } => (Icon::Warning, palette.warning, "Path found"),
        Outcome::NoPath { .. } => (Icon::Close, palette.error, "No path"),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect, color);
        ui.label(RichText::new(word).strong().size(theme::BODY_SIZE + 2.0));
        if let Some(path) = answer.path() {
            let words = if editor.is_detour_open() { "Steps" } else { "Why?" };
            parts::command_button(ui, editor, inputs, Command::WhyDetour, words);
            parts::at_right(ui, |ui| {
                ui.label(RichText::new(parts::meters(path.length)).strong().monospace())
                    .on_hover_text(length_says(path));
                let waypoints = parts::count(path.waypoints.len(), "waypoint", "waypoints");
                let cells = parts::count(path.corridor.len(), "cell", "cells");
                ui.add(Label::new(RichText::new(format!("{cells}, {waypoints}")).weak()).truncate());
            });
        }
    });
}

/// How the length of a path is measured, and how close it is known to be to the shortest.
fn length_says(path: &Path) -> String {
    format!("Length along the surface\n{}", parts::sentence(&path.optimality_gap().to_string()))
}

/// Draws how the question is asked; a number that is dragged becomes one step when it is let go.
pub(super) fn settings_ui(ui: &mut Ui, editor: &Editor, answer: &Answer, inputs: &mut Vec<Input>) {
    let mut asked = Asked::of(editor);
    parts::facts(ui, "settings", |facts| {
        algorithm_ui(facts, editor, &mut asked.settings.algorithm);
        facts.row_ui("Height tolerance", |ui| {
            let height = &mut asked.settings.max_height;
            let value = ui.add(DragValue::new(height).range(0.0..=1000.0).speed(0.05).suffix(" m"));
            asked.mind(&value.on_hover_text("How high above a floor an end may be and still stand on it"));
        });
        if let Some(by) = answer.by {
            let title = format!("{} expanded", by.algorithm.expands());
            facts.row(&title, parts::thousands(answer.expanded));
        }
        if let Some(path) = answer.path() {
            facts.row("Optimality", parts::sentence(&path.optimality_gap().to_string()));
        }
    });
    ui.checkbox(&mut asked.settings.has_slope_waypoints, "Waypoints where the slope changes").on_hover_text(
        "Force the path through the middle of a portal where the slope changes by more than about 8°; this can bend it",
    );
    asked.tell(editor, inputs);
}
