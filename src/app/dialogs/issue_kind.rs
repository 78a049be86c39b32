//! The window that describes a kind of issues.

use crate::editor::session::Session;
use egui::{Label, RichText, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::analysis::{agent_issues, recheck};
use navsmith_formats::check::{AgentLimits, IssueType, MeshLimits, ThresholdType};

/// Draws the window with the section of `docs/issues.md` on a kind; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context, session: &Session, kind: &IssueType) -> bool {
    let answer = frame::show(ctx, kind.title, 480.0, (), |ui| {
        let IssueType { name, severity, definition, effect, remedy, .. } = kind;
        let severity = parts::capitalized(severity.name());
        ui.label(RichText::new(format!("{severity}, listed by navsmith validate as {name}")).weak());
        for (title, text) in [("Definition", definition), ("Effect in a game", effect), ("Remedy", remedy)] {
            paragraph(ui, title, text);
        }
        if let Some(row) = ThresholdType::of(name) {
            paragraph(ui, "Threshold", &threshold(session, row));
        }
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

/// Describes the present threshold of a kind and its origin.
fn threshold(session: &Session, row: &ThresholdType) -> String {
    let text = |mesh: &MeshLimits, agent: &AgentLimits| row.text(row.value(mesh, agent));
    let present = text(&recheck::limits(session), &agent_issues::limits(session));
    let agent = &session.settings().agent;
    let ThresholdType { measure, source, .. } = row;
    let is_own = session.document().thresholds.get(row.kind).is_some();
    let derived = text(
        &session.document().thresholds.derived_limits(session.options().weld_distance),
        &AgentLimits::from(agent),
    );
    match source {
        Some(source) if is_own => format!(
            "{measure}: {present}, changed in this document. Derived from {source}, it would be {derived}."
        ),
        Some(source) => format!("{measure}: {present}, derived from {source}."),
        None if is_own => {
            format!("{measure}: {present}, changed in this document. The default is {derived}.")
        }
        None => format!("{measure}: {present}, the default."),
    }
}

fn paragraph(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(theme::SPACE_M);
    ui.label(RichText::new(title).strong());
    ui.add(Label::new(text).wrap());
}
