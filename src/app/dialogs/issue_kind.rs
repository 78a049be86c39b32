//! The window that describes a kind of issues.

use egui::{Label, RichText, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::document::issues::IssueType;

/// Draws the window with the section of `docs/issues.md` on a kind; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context, kind: &IssueType) -> bool {
    let answer = frame::show(ctx, kind.title, 480.0, (), |ui| {
        let IssueType { name, severity, definition, effect, remedy, .. } = kind;
        let severity = parts::capitalized(severity.name());
        ui.label(RichText::new(format!("{severity}, listed by navsmith validate as {name}")).weak());
        for (title, text) in [("Definition", definition), ("Effect in a game", effect), ("Remedy", remedy)] {
            paragraph(ui, title, text);
        }
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

fn paragraph(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(theme::SPACE_M);
    ui.label(RichText::new(title).strong());
    ui.add(Label::new(text).wrap());
}
