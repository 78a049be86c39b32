//! The about dialog with a short tour.

use egui::{self, Label, RichText, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::parts;

/// Steps of the tour, each with a keyword and its instructions.
pub(in crate::app) const TOUR: &[(&str, &str)] = &[
    ("Look", "Turn the wheel to zoom. Drag with the middle button to pan. Press Home to show all."),
    ("Step", "Open the courtyard sample. Press . and , to step through the funnel, decision by decision."),
    ("Drag", "Drag the start or the target: the path, its portals and the steps follow."),
    (
        "Edit",
        "Press 1, 2 or 3 for vertices, edges or cells. Drag to move; E extrudes an edge, K cuts, X deletes.",
    ),
    (
        "Connect",
        "Press Alt+3 to colour islands. A mark shows where two boundaries almost meet: press W to weld them.",
    ),
    ("Find", "Press Ctrl+Shift+P for any command, ? for all keys, Ctrl+Z to undo."),
];

/// Draws the dialog; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context) -> bool {
    let answer = frame::show(ctx, "About navsmith", 560.0, (), |ui| {
        ui.label(RichText::new(format!("Version {}", env!("CARGO_PKG_VERSION"))).weak());
        ui.add(Label::new(concat!(env!("CARGO_PKG_DESCRIPTION"), ".")).wrap());
        parts::note(ui, "Free software under the MIT license or the Apache License 2.0, as you choose.");
        ui.add_space(theme::SPACE_M);
        ui.label(RichText::new("Tour in 60 seconds").strong());
        frame::scrolling(ui, "tour", tour_ui);
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

/// Draws the tour as a numbered list.
pub(in crate::app) fn tour_ui(ui: &mut Ui) {
    egui::Grid::new("tour").num_columns(2).spacing(egui::vec2(theme::SPACE_L, theme::SPACE_S)).show(
        ui,
        |ui| {
            for (number, (what, how)) in TOUR.iter().enumerate() {
                ui.label(RichText::new(format!("{}  {what}", number + 1)).strong().color(theme::accent(ui)));
                ui.add(Label::new(*how).wrap());
                ui.end_row();
            }
        },
    );
}
