//! What is expected of a query, and whether it came out.

use eframe::egui::{DragValue, Label, RichText, Sense, Ui, vec2};

use crate::app::panels::parts;
use crate::app::theme::{self, Icon};
use crate::document::{Expected, ExpectedLength, Verdict};
use crate::editor::{Command, Editor, Input, QueryInput};

/// Draws a small sign of the verdict: a tick or a triangle, and nothing where nothing is expected.
pub(super) fn sign_ui(ui: &mut Ui, verdict: &Verdict) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let (icon, color, says) = match verdict {
        Verdict::Unchecked => return,
        Verdict::Holds => (Icon::Check, palette.success, "As expected".to_owned()),
        Verdict::Differs { reasons } => (Icon::Warning, palette.error, sentences(reasons)),
    };
    let (rect, sign) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    theme::paint_icon(icon, ui.painter(), rect, color);
    sign.on_hover_text(says);
}

/// Draws what differs, in words.
pub(super) fn reasons_ui(ui: &mut Ui, verdict: &Verdict) {
    if let Verdict::Differs { reasons } = verdict {
        let words = RichText::new(sentences(reasons)).color(ui.visuals().error_fg_color);
        ui.add(Label::new(words).wrap());
    }
}

fn sentences(reasons: &[impl ToString]) -> String {
    let sentences = reasons.iter().map(|reason| parts::sentence(&reason.to_string()));
    sentences.collect::<Vec<_>>().join(" ")
}

/// What only the panel knows: the tolerance that is being dragged or typed.
#[derive(Debug, Default)]
pub(super) struct ExpectedUi {
    tolerance: Option<f64>,
}

impl ExpectedUi {
    /// Draws what is expected of the active query, and the verbs that change it.
    pub(super) fn ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
        parts::section(ui, "What has to come out");
        let expected = editor.active_query().and_then(|query| query.expected.as_ref());
        let words = expected.map_or_else(|| "anything".into(), ToString::to_string);
        ui.add(Label::new(parts::sentence(&words)).wrap());
        if let Some(Expected::Path { length: Some(length), cells }) = expected {
            parts::facts(ui, "expected", |facts| {
                facts.row_ui("Tolerance", |ui| {
                    if let Some(tolerance) = self.tolerance_ui(ui, *length) {
                        let length = Some(ExpectedLength { tolerance, ..*length });
                        let expected = Expected::Path { length, cells: cells.clone() };
                        inputs.push(Input::Query(QueryInput::SetExpected(Some(expected))));
                    }
                });
            });
        }
        ui.horizontal_wrapped(|ui| {
            parts::command_button(ui, editor, inputs, Command::ExpectAnswer, "This length");
            parts::command_button(ui, editor, inputs, Command::ExpectCells, "These cells");
            parts::command_button(ui, editor, inputs, Command::ExpectNothing, "Anything");
        });
    }

    /// How far off the length may be; the number once it is let go.
    fn tolerance_ui(&mut self, ui: &mut Ui, expected: ExpectedLength) -> Option<f64> {
        let mut shown = self.tolerance.unwrap_or(expected.tolerance);
        let speed = (shown * 0.02).max(1e-4);
        let number = DragValue::new(&mut shown).speed(speed).range(0.0..=1e6).max_decimals(6);
        let number = ui.add(number.prefix("± ").suffix(" m"));
        let number = number.on_hover_text("How much longer or shorter the path may be and still do");
        if number.changed() {
            self.tolerance = Some(shown);
        }
        let is_let_go = number.drag_stopped() || number.lost_focus();
        self.tolerance.take_if(|_| is_let_go).filter(|&tolerance| tolerance != expected.tolerance)
    }
}
