//! What came out of the question: a path or why there is none, and how the question is asked.

use eframe::egui::{ComboBox, DragValue, Label, RichText, Sense, Ui, vec2};

use crate::app::panels::parts;
use crate::app::theme::{self, Icon};
use crate::editor::{Editor, Input, QueryInput};
use crate::pathfinding::{Algorithm, Answer, Outcome};

/// Draws the line with the answer, and below it why there is no better one.
pub(super) fn ui(ui: &mut Ui, answer: &Answer) {
    headline_ui(ui, answer);
    if let Some(why) = answer.why() {
        ui.add(Label::new(sentence(&why.to_string())).wrap());
    }
}

fn headline_ui(ui: &mut Ui, answer: &Answer) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let (icon, color, word) = match answer.outcome {
        Outcome::Path(_) => (Icon::Check, palette.success, "Path"),
        Outcome::Partial { .. } => (Icon::Warning, palette.warning, "Path from the nearest points"),
        Outcome::NoPath { .. } => (Icon::Close, palette.error, "No path"),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect, color);
        ui.label(RichText::new(word).strong().size(theme::BODY_SIZE + 2.0));
        if let Some(path) = answer.path() {
            parts::at_right(ui, |ui| {
                ui.label(RichText::new(parts::meters(path.length)).strong().monospace())
                    .on_hover_text("Length in space, along straight lines between the waypoints");
                let waypoints = parts::count(path.waypoints.len(), "waypoint", "waypoints");
                let cells = parts::count(path.corridor.len(), "cell", "cells");
                ui.add(Label::new(RichText::new(format!("{cells}, {waypoints}")).weak()).truncate());
            });
        }
    });
}

/// Draws how the question is asked; a number that is dragged becomes one step when it is let go.
pub(super) fn settings_ui(ui: &mut Ui, editor: &Editor, answer: &Answer, inputs: &mut Vec<Input>) {
    let mut settings = editor.settings().clone();
    let (mut is_held, mut is_let_go) = (false, false);
    parts::facts(ui, "settings", |facts| {
        facts.row_ui("Algorithm", |ui| algorithm_ui(ui, &mut settings.algorithm));
        facts.row_ui("Reach above floors", |ui| {
            let value = DragValue::new(&mut settings.max_height).range(0.0..=1000.0).speed(0.05).suffix(" m");
            let value =
                ui.add(value).on_hover_text("How high above a floor an end may be and still stand on it");
            is_held = value.dragged() || value.has_focus();
            is_let_go = value.drag_stopped() || value.lost_focus();
        });
        facts.row("Cells expanded", parts::thousands(answer.expanded));
    });
    ui.checkbox(&mut settings.has_slope_waypoints, "Waypoints where the slope changes").on_hover_text(
        "Make the path go through the middle of a portal where the slope changes by more than about 8°",
    );
    if is_held && settings != *editor.settings() {
        inputs.push(Input::Query(QueryInput::DragSettings(settings)));
    } else if is_let_go || settings != *editor.settings() {
        inputs.push(Input::Query(QueryInput::SetSettings(settings)));
    }
}

fn algorithm_ui(ui: &mut Ui, chosen: &mut Algorithm) {
    let combo = ComboBox::from_id_salt("algorithm").selected_text(chosen.title());
    let shown = combo.show_ui(ui, |ui| {
        for algorithm in Algorithm::ALL {
            ui.selectable_value(chosen, algorithm, algorithm.title()).on_hover_text(algorithm.about());
        }
    });
    shown.response.on_hover_text(chosen.about());
}

/// A sentence begins with a capital and ends with a stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
