//! The window that describes a kind of issues.

use crate::editor::session::Session;
use egui::{Label, RichText, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::analysis::{agent_issues, recheck};
use navsmith_formats::check::{IssueType, Threshold};

/// Draws the window with the section of `docs/issues.md` on a kind; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context, session: &Session, kind: &IssueType) -> bool {
    let answer = frame::show(ctx, kind.title, 480.0, (), |ui| {
        let IssueType { name, severity, definition, effect, remedy, .. } = kind;
        let severity = parts::capitalized(severity.name());
        ui.label(RichText::new(format!("{severity}, listed by navsmith validate as {name}")).weak());
        for (title, text) in [("Definition", definition), ("Effect in a game", effect), ("Remedy", remedy)] {
            paragraph(ui, title, text);
        }
        if let Some(threshold) = Threshold::of(kind) {
            paragraph(ui, "Threshold", &text_of(session, threshold));
        }
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

/// Describes a threshold and its origin.
fn text_of(session: &Session, threshold: &Threshold) -> String {
    let value = threshold.text(&recheck::limits(session), &agent_issues::limits(session));
    let origin =
        threshold.source.map_or_else(|| "fixed".to_owned(), |source| format!("derived from {source}"));
    format!("{}: {value}, {origin}.", threshold.measure)
}

fn paragraph(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(theme::SPACE_M);
    ui.label(RichText::new(title).strong());
    ui.add(Label::new(text).wrap());
}
