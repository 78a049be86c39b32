//! The expected result of a query, and its verdict.

use std::sync::Arc;

use egui::{Checkbox, ComboBox, RichText, Sense, Spinner, TextEdit, Ui, vec2};

use crate::app::theme::{self, Icon};
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, edited, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::checks;
use crate::editor::queries::input::QueryInput;
use crate::editor::session::command::Command;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::query::Answer;
use navsmith_formats::document::{Expected, ExpectedLength, Verdict};

/// Draws the verdict of a query as an icon: a tick or a triangle, or nothing without an expectation.
pub(super) fn sign_ui(ui: &mut Ui, state: &State, index: usize) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let (icon, color, description) = match checks::verdict(state, index) {
        Verdict::Unchecked => return,
        Verdict::Awaited => return awaited_ui(ui, state, index),
        Verdict::Holds => (Icon::CHECK, palette.success, "As expected.".to_owned()),
        Verdict::Differs { reasons } => (Icon::WARNING, palette.error, sentences(&reasons)),
    };
    let description =
        [description].into_iter().chain(instead_words(state, index)).collect::<Vec<_>>().join("\n\n");
    let (rect, sign) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    theme::paint_icon(icon, ui.painter(), rect, color);
    sign.on_hover_text(description);
}

/// Draws that the verdict is pending or its check was stopped.
fn awaited_ui(ui: &mut Ui, state: &State, index: usize) {
    let is_stopped = if index == state.active_query_index() {
        state.answer().is_some_and(Answer::is_stopped)
    } else {
        checks::are_given_up(state)
    };
    if is_stopped {
        let description = "Not checked: the check was stopped. It runs again after the next change";
        ui.label(RichText::new("?").weak()).on_hover_text(description);
    } else {
        ui.add(Spinner::new().size(16.0)).on_hover_text("The check is running");
    }
}

pub(super) fn reasons_ui(ui: &mut Ui, state: &State, index: usize) {
    if let Verdict::Differs { reasons } = checks::verdict(state, index) {
        parts::error(ui, &sentences(&reasons));
        if let Some(instead) = instead_words(state, index) {
            parts::note(ui, &instead);
        }
    }
}

/// Returns why a path may be longer than the shortest: an algorithm without proof found it.
fn instead_words(state: &State, index: usize) -> Option<String> {
    let by = checks::answered_instead(state, index)?;
    Some(format!("Found by {by}. A shorter path may exist."))
}

fn sentences(reasons: &[impl ToString]) -> String {
    let sentences = reasons.iter().map(|reason| parts::sentence(&reason.to_string()));
    sentences.collect::<Vec<_>>().join(" ")
}

/// Kinds of outcomes, and the result expected when one is chosen.
const OUTCOMES: [(&str, Option<Expected>); 3] = [
    ("anything", None),
    ("a path", Some(Expected::Path { length: None, cells: None })),
    ("no path", Some(Expected::NoPath)),
];

/// Draws the expected result of the active query and the commands that change it.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section(ui, "Expected result");
    let expected = state.active_query().and_then(|query| query.expected.as_ref());
    parts::facts(ui, "expected", |facts| {
        facts.row_ui("Outcome", |ui| outcome_ui(ui, expected, inputs));
        if let Some(Expected::Path { length, cells }) = expected {
            length_ui(facts, state, *length, cells.as_ref(), inputs);
            facts.row_ui("Cells", |ui| cells_ui(ui, cells.as_deref(), inputs));
        }
    });
    ui.horizontal_wrapped(|ui| {
        parts::command_button(ui, state, inputs, Command::ExpectAnswer, "This length");
        parts::command_button(ui, state, inputs, Command::ExpectCells, "These cells");
        parts::command_button(ui, state, inputs, Command::ExpectNothing, "Anything");
    });
}

/// Draws whether a length is expected, the length, and its tolerance.
fn length_ui(
    facts: &mut Facts<'_>,
    state: &State,
    length: Option<ExpectedLength>,
    cells: Option<&Arc<[CellId]>>,
    inputs: &mut Vec<Input>,
) {
    let mut wanted = length;
    facts.row_ui("Length", |ui| {
        // Without a line of its own, the number would get a third column.
        ui.horizontal(|ui| {
            let mut is_expected = length.is_some();
            let description = "Whether a length is expected";
            if ui.add(Checkbox::without_text(&mut is_expected)).on_hover_text(description).changed() {
                let now = state.answer().and_then(Answer::path).map_or(1.0, |path| path.length);
                wanted = is_expected.then(|| ExpectedLength::of(now));
            }
            if let Some(length) = length {
                let description = "Expected length of the path\nDrag, or click and type";
                if let Some(typed) = number_ui(ui, length.length, "", description) {
                    wanted = Some(ExpectedLength { length: typed, ..length });
                }
            }
        });
    });
    if let Some(length) = length {
        facts.row_ui("Tolerance", |ui| {
            let description = "Largest accepted difference from the expected length\nDrag, or click and type";
            if let Some(tolerance) = number_ui(ui, length.tolerance, "± ", description) {
                wanted = Some(ExpectedLength { tolerance, ..length });
            }
        });
    }
    if wanted != length {
        let expected = Expected::Path { length: wanted, cells: cells.cloned() };
        inputs.push(Input::Query(QueryInput::SetExpected(Some(expected))));
    }
}

/// Draws a number in metres; returns it when it is released, so that a drag is one undo step.
fn number_ui(ui: &mut Ui, value: f64, before: &str, description: &str) -> Option<f64> {
    let typed = released(ui, description, value, |ui, shown| {
        let speed = (*shown * 0.02).max(1e-4);
        let number = NumberField::new(shown).speed(speed).range(0.0..=1e6).max_decimals(6);
        ui.add(number.prefix(before).suffix(" m")).on_hover_text(description)
    });
    typed.filter(|typed| *typed != value)
}

/// Draws the expected cells by number; sends them on Enter or when the field loses the focus.
fn cells_ui(ui: &mut Ui, cells: Option<&[CellId]>, inputs: &mut Vec<Input>) {
    let name = |&cell: &CellId| if cell == Expected::GONE { "gone".to_owned() } else { cell.0.to_string() };
    let now = cells.unwrap_or_default().iter().map(name).collect::<Vec<_>>().join(", ");
    let description = "Expected cells, by number from start to target, as in 3, 5, 8; empty for any";
    let typed = edited(ui, description, now.clone(), |ui, shown| {
        let field = TextEdit::singleline(shown).desired_width(150.0).hint_text("any");
        let field = ui.add(field).on_hover_text(description);
        (field.changed(), field.lost_focus())
    });
    let typed = typed.filter(|typed| *typed != now);
    inputs.extend(typed.map(|typed| Input::Query(QueryInput::SetExpectedCells(typed))));
}

fn outcome_ui(ui: &mut Ui, expected: Option<&Expected>, inputs: &mut Vec<Input>) {
    let now = match expected {
        None => 0,
        Some(Expected::Path { .. }) => 1,
        Some(Expected::NoPath) => 2,
    };
    let mut chosen = now;
    let combo = ComboBox::from_id_salt("outcome");
    choice::of_values(ui, combo, &mut chosen, &[0, 1, 2], |index| OUTCOMES[index].0, |_| "")
        .on_hover_text("Checked after every change; a difference is marked");
    if chosen != now {
        inputs.push(Input::Query(QueryInput::SetExpected(OUTCOMES[chosen].1.clone())));
    }
}
