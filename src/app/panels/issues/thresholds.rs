//! The section of the issues panel with the thresholds of the kinds.

use crate::editor::session::Session;
use egui::{Button, CollapsingHeader, RichText, Ui};

use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts;
use crate::editor::analysis::{agent_issues, recheck};
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use navsmith_formats::check::{AgentLimits, MeshLimits, THRESHOLDS, ThresholdType};

/// Height of the list, in points.
const HEIGHT: f32 = 180.0;

/// Draws the section; `edited` is the value of the field that is being changed.
pub(super) fn ui(
    ui: &mut Ui,
    session: &Session,
    edited: &mut Option<(&'static str, f32)>,
    inputs: &mut Vec<Input>,
) {
    let changed = session.document().thresholds.len();
    let title = if changed == 0 { "Thresholds".to_owned() } else { format!("Thresholds  {changed} changed") };
    let header = CollapsingHeader::new(RichText::new(title).small()).id_salt("thresholds");
    header.show(ui, |ui| {
        let limits = (recheck::limits(session), agent_issues::limits(session));
        parts::list_area("thresholds", HEIGHT).show(ui, |ui| {
            parts::facts(ui, "thresholds", |facts| {
                for row in &THRESHOLDS {
                    facts.row_ui(row.kind.title, |ui| row_ui(ui, session, row, &limits, edited, inputs));
                }
            });
        });
    });
}

fn row_ui(
    ui: &mut Ui,
    session: &Session,
    row: &'static ThresholdType,
    (mesh, agent): &(MeshLimits, AgentLimits),
    edited: &mut Option<(&'static str, f32)>,
    inputs: &mut Vec<Input>,
) {
    let decisive = row.value(mesh, agent);
    // A field with a value beyond its range would change it.
    let current = decisive.min(row.most);
    let being_edited = edited.filter(|(name, _)| *name == row.kind.name).map(|(_, value)| value);
    let shown = being_edited.unwrap_or(current);
    let mut value = shown;
    let field = NumberField::new(&mut value).range(0.0..=row.most).max_decimals(5);
    let field = field.speed(f64::from(current).max(0.01) * 0.01);
    let is_any = decisive > row.most && being_edited.is_none();
    let field = if is_any { field.shown_as("any") } else { field.suffix(row.unit.symbol()) };
    let response = ui.add(field);
    let own = session.document().thresholds.get(row.kind);
    let origin = row.source.map_or_else(|| "A fixed default".to_owned(), |it| format!("Derived from {it}"));
    let tooltip = format!("{}. {origin}", row.measure);
    let response = response.on_hover_text(tooltip);
    if value.to_bits() != shown.to_bits() {
        *edited = Some((row.kind.name, value));
    }
    let is_held = response.dragged() || response.has_focus();
    if let Some(value) = being_edited.filter(|_| !is_held) {
        *edited = None;
        if value.to_bits() != current.to_bits() {
            inputs.push(Input::Issue(IssueInput::SetThreshold(row, Some(value))));
        }
    }
    if own.is_some() {
        let button = ui.add(Button::new(RichText::new("Reset").small()).small());
        let tooltip = match row.source {
            Some(source) => format!("Derive the threshold from {source} again"),
            None => "Restore the default".to_owned(),
        };
        parts::on_click(button, tooltip, inputs, Input::Issue(IssueInput::SetThreshold(row, None)));
    }
}
